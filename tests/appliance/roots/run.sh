#!/bin/sh
# Installs, updates, goes back and removes in a bare Debian made for it, as on a Pi but for the processor.
#
#   tests/appliance/roots/run.sh [bookworm|trixie] [FOLDER]
#
# Needs root, mmdebstrap and a package index; some minutes and 1.5 GB. Exit code 77: it cannot be tried here.
set -eu
suite=${1:-bookworm}
root=${2:-/tmp/sequence-root-$suite}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
home=/opt/sequence-referee

command -v mmdebstrap >/dev/null || { echo "mmdebstrap is missing: apt-get install mmdebstrap"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }

[ -d "$root/usr" ] || mmdebstrap --variant=apt --mode=root --include=python3,python3-venv,passwd,ca-certificates "$suite" "$root" \
    "deb http://deb.debian.org/debian $suite main"
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
mkdir -p "$root/project" "$root/wheels"
(cd "$project" && git ls-files -z | tar --null -T - -cf -) | tar -C "$root/project" -xf -

inside() { chroot "$root" env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt "$@"; }
check() { "$@" || { echo "FAILED: $*"; exit 1; }; }

mkdir -p "$root/etc/NetworkManager/system-connections"
own_wifi=$root/etc/NetworkManager/system-connections/sequence-referee.nmconnection
inside /project/install.sh --remove --purge >/dev/null
echo "== install from the package index, $suite"
began=$(date +%s)
check inside /project/install.sh
echo "installed in $(($(date +%s) - began)) s"
check inside $home/current/bin/referee --version
first=$(readlink "$root$home/current")
check inside referee --version
check test "$(stat -c %a "$root/etc/sequence-referee/table.toml")" = 640
check inside setpriv --reuid sequence-referee --regid sequence-referee --clear-groups cat /etc/sequence-referee/table.toml >/dev/null
check test "$(stat -c %a "$root/var/lib/sequence-referee")" = 700
check test "$(stat -c %a "$own_wifi")" = 600
cp "$own_wifi" "$root/own-wifi"
inside $home/current/bin/referee appliance --check && { echo "FAILED: a table without a camera cannot start"; exit 1; }
check inside $home/current/bin/python -c 'import referee.appliance.service, cv2, numpy, av, zeroconf'

echo "== without a network, from a folder of wheels"
rm -rf "$root/wheels"
check env PYTHON="${PYTHON:-python3}" sh "$project/referee/appliance/collect_wheels.sh" "$root/wheels" "$(dpkg --print-architecture)"
sed -i 's/blue:Ada/blue:Eva/' "$root/etc/sequence-referee/table.toml"
echo '# as an older version had it' > "$root/etc/systemd/system/sequence-referee-kiosk.service"
echo > "$root/etc/resolv.conf"
began=$(date +%s)
check inside /project/install.sh --wheels /wheels
echo "updated in $(($(date +%s) - began)) s"
check grep -q blue:Eva "$root/etc/sequence-referee/table.toml"
check cmp "$own_wifi" "$root/own-wifi"
check inside cmp $home/current/files/sequence-referee-kiosk.service /etc/systemd/system/sequence-referee-kiosk.service
second=$(readlink "$root$home/current")
check test "$first" != "$second"

echo "== back, and forth again"
check inside /project/install.sh --back
check test "$(readlink "$root$home/current")" = "$first"
check inside $home/current/bin/referee --version
check inside /project/install.sh --back
check test "$(readlink "$root$home/current")" = "$second"

echo "== an update with a wheel that somebody changed, and one with a wheel missing, change nothing"
for wheel in "$root"/wheels/segno-*.whl; do mv "$wheel" "$root/kept.whl"; printf 'PK' > "$wheel"; done
inside /project/install.sh --wheels /wheels 2> "$root/said" && { echo "FAILED: it installed a changed wheel"; exit 1; }
check grep -q "as requirements.lock names them" "$root/said"
check test "$(readlink "$root$home/current")" = "$second"
check mv "$root/kept.whl" "$wheel"
rm -f "$root"/wheels/msgspec-*
echo '# of another version' >> "$root/project/referee/appliance/versions.py"
inside /project/install.sh --wheels /wheels 2>/dev/null && { echo "FAILED: it installed without msgspec"; exit 1; }
check test "$(readlink "$root$home/current")" = "$second"
check inside $home/current/bin/referee --version
grep -q 'of another version' "$root$home/versions.py" && { echo "FAILED: what root runs was changed by an update that failed"; exit 1; }
check inside test -f /etc/systemd/system/sequence-referee.service

echo "== a backup is made and restored, and what is restored is the service's"
check inside sh -c 'echo keep > /var/lib/sequence-referee/host-note && chown sequence-referee: /var/lib/sequence-referee/host-note'
check inside referee backup /root/all.zip --settings /etc/sequence-referee/table.toml
check inside referee restore /root/all.zip --settings /etc/sequence-referee/table.toml
check test -z "$(inside find /var/lib/sequence-referee ! -user sequence-referee)"

echo "== remove"
check inside /project/install.sh --remove
check test -f "$root/etc/sequence-referee/table.toml"
check test ! -e "$root$home"
check test ! -e "$own_wifi"
check test ! -e "$root/usr/local/bin/referee"
check inside /project/install.sh --remove --purge
check test ! -e "$root/var/lib/sequence-referee"
inside id sequence-referee >/dev/null 2>&1 && { echo "FAILED: the user is still there"; exit 1; }
echo "All well in $suite."
