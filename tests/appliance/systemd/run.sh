#!/bin/sh
# The service under a real systemd: a Debian in a container of its own is booted, installs, and says how its units do.
#
#   tests/appliance/systemd/run.sh [bookworm|trixie] [FOLDER]
#
# Needs root, mmdebstrap, systemd-nspawn and a package index; some minutes and 2 GB. Exit code 77: it cannot be tried here.
set -eu
suite=${1:-bookworm}
root=${2:-/var/tmp/sequence-systemd-$suite}
python=${PYTHON:-python3}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
for tool in mmdebstrap systemd-nspawn git; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install mmdebstrap systemd-container git"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }

[ -d "$root/usr" ] || mmdebstrap --quiet --variant=apt --mode=root \
    --include=python3,python3-venv,passwd,ca-certificates,systemd,systemd-sysv,dbus,network-manager,polkitd "$suite" "$root" \
    "deb http://deb.debian.org/debian $suite main"
rm -rf "$root/project" "$root/wheels" "$root/proof" "$root/proof.rc" "$root/opt/sequence-referee"
find "$root/etc/systemd/system" -name 'sequence-referee*' -delete  # of a run that was broken off
mkdir -p "$root/project"
(cd "$project" && git ls-files -z | tar --null -T - -cf -) | tar -C "$root/project" -xf -
PYTHON=$python sh "$project/referee/appliance/collect_wheels.sh" "$root/wheels" "$(dpkg --print-architecture)"
cp "$here/proof.sh" "$root/proof.sh"
cat > "$root/etc/systemd/system/proof.service" <<'END'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c '/bin/sh /proof.sh > /run/proof 2>&1; echo $? > /run/proof.rc; mount -o remount,bind,rw /; cp /run/proof /run/proof.rc /; systemctl poweroff --force'
[Install]
WantedBy=graphical.target multi-user.target
END
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -sf ../proof.service "$root/etc/systemd/system/multi-user.target.wants/proof.service"
timeout 400 systemd-nspawn --quiet --register=no --keep-unit --private-network --directory="$root" --boot > "$root/console" 2>&1 || true
[ -f "$root/proof" ] || { echo "No systemd could be booted here:"; tail -n 3 "$root/console"; exit 77; }
cat "$root/proof"
exit "$(cat "$root/proof.rc")"
