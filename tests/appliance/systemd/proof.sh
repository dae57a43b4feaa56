#!/bin/sh
# Runs inside the booted Debian: installs, and looks at what systemd makes of the service. Each line is a claim.
set -eu
service=sequence-referee
check() { what=$1; shift; if "$@"; then echo "well: $what"; else echo "FAILED: $what"; systemctl status --no-pager --full $service || true; journalctl --no-pager -u $service | tail -n 20; exit 1; fi; }
is() { [ "$(systemctl show --value -p "$1" $service)" = "$2" ]; }
page() { python3 -c 'import urllib.request; print(urllib.request.urlopen("http://127.0.0.1:8080/", timeout=5).read().decode())'; }
said() { page | grep -q "$1"; }

check "it installs and says when it is ready" /project/install.sh --wheels /wheels
check "it is active" is ActiveState active
check "it runs as its own user" sh -c "[ \"\$(stat -c %U /proc/\$(systemctl show --value -p MainPID $service))\" = sequence-referee ]"
check "the page answers and says what is missing" said "not ready yet"
check "systemd knows what it waits for" sh -c "systemctl show --value -p StatusText $service | grep -q profile"
check "systemd takes every device its unit names" sh -c "! journalctl --no-pager | grep -q 'is not a device'"
check "the new version is confirmed" sh -c "[ ! -e /opt/sequence-referee/trial ]"

asks() { runuser -u sequence-referee -- systemctl --no-ask-password "$@"; }
refused() { ! asks "$@" 2>/dev/null; }
first=$(readlink /opt/sequence-referee/current)
check "another version is laid beside it" /project/install.sh --wheels /wheels --later
check "and waits" [ "$(readlink /opt/sequence-referee/current)" = "$first" ]
check "the service's user, which the host's phone asks, may let it run" asks start sequence-referee-version@take.service
sleep 15
check "and it runs" is ActiveState active
check "as another version" [ "$(readlink /opt/sequence-referee/current)" != "$first" ]
its_own() { [ "$(readlink -f "/etc/systemd/system/$1")" = "$(readlink -f /opt/sequence-referee/current)/files/$1" ]; }
check "with units of its own" its_own $service.service
check "that user may take no other step" refused start sequence-referee-version@boot.service
check "and start nothing else" refused restart $service

data=/var/lib/sequence-referee
systemctl stop $service sequence-referee-network NetworkManager
mount --bind $data $data
journalctl --relinquish-var  # its file would be open for writing
mount -o remount,bind,ro /
check "with all read-only but its own folder" sh -c "! touch /etc/x /opt/x /usr/x /var/lib/x 2>/dev/null"
check "it starts" systemctl start $service
check "is active" is ActiveState active
check "the page answers" said "not ready yet"
check "and its Wi-Fi's service runs" systemctl start NetworkManager sequence-referee-network
systemctl stop $service sequence-referee-network NetworkManager
umount $data
mount -o remount,bind,rw /
journalctl --flush
systemctl start NetworkManager sequence-referee-network $service

before=$(systemctl show --value -p MainPID $service)
kill -9 "$before"
sleep 12
check "killed, it runs again" is ActiveState active
check "as another process" sh -c "[ \"\$(systemctl show --value -p MainPID $service)\" != $before ]"

kill -STOP "$(systemctl show --value -p MainPID $service)"
sleep 50
check "standing still, the watchdog starts it anew" sh -c "journalctl --no-pager -u $service | grep -q -i watchdog"
check "and it runs again" is ActiveState active

began=$(date +%s%N)
systemctl stop $service
took=$((($(date +%s%N) - began) / 1000000))
check "stopped, it ends within two seconds ($took ms)" [ "$took" -le 2000 ]
check "and well" is Result success

check "its own Wi-Fi's service runs" systemctl is-active --quiet sequence-referee-network
check "and tells how the table is reached" grep -q state /var/lib/sequence-referee/network.json
check "it is removed" /project/install.sh --remove
check "and nothing of it runs" sh -c "! systemctl is-active --quiet $service sequence-referee-network"
