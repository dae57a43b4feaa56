#!/bin/sh
# Installs Sequence Referee as a service that starts with the machine. Run again, it updates; what was set stays.
#
#   sudo ./install.sh                      from this folder, with what it needs from a package index
#   sudo ./install.sh --wheels DIR         without a network: everything from a folder that `make wheels` filled
#   sudo ./install.sh --later              install beside the version that runs; the host's phone lets it run
#   sudo ./install.sh --back               go back to the version before
#   sudo ./install.sh --remove [--purge]   take it off; --purge also deletes games, tables and settings
#
# Made for Raspberry Pi OS and Debian, bookworm and trixie. Needs no compiler.
set -eu

home=/opt/sequence-referee
state=/var/lib/sequence-referee
settings=/etc/sequence-referee/table.toml
unit=/etc/systemd/system/sequence-referee.service
udev=/etc/udev/rules.d/60-sequence-referee.rules
version_unit=/etc/systemd/system/sequence-referee-version@.service
network_unit=/etc/systemd/system/sequence-referee-network.service
kiosk_unit=/etc/systemd/system/sequence-referee-kiosk.service
access_point=/etc/NetworkManager/system-connections/sequence-referee.nmconnection
command=/usr/local/bin/referee
polkit=/etc/polkit-1/rules.d/50-sequence-referee.rules
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
files=$here/referee/appliance/files

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }
has_systemd() { [ -d /run/systemd/system ]; }
# A power cut leaves the file before it or the whole new one, never half of it.
put() { install -m "${3:-644}" "$1" "$2.new" && sync "$2.new" && mv "$2.new" "$2"; }
# What root runs is exchanged with the version alone: until then the new one's own is asked.
versions() { python3 -I "${versions:-$home/versions.py}" "$home" "$@"; }
# Units and rules belong to the version that runs, whichever that is.
lay() { ln -sfn "$home/current/files/$1" "$2.new" && mv -T "$2.new" "$2"; }

wheels='' action=install purge=no later=no
while [ $# -gt 0 ]; do
    case $1 in
        --wheels) [ $# -ge 2 ] || fail "--wheels needs a folder."; wheels=$(CDPATH='' cd -- "$2" && pwd) || fail "There is no folder $2."; shift ;;
        --remove) action=remove ;;
        --purge) purge=yes ;;
        --back) action=back ;;
        --later) later=yes ;;
        -h | --help) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 0 ;;
        *) fail "There is no option $1. See ./install.sh --help" ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || fail "Only the administrator can do that. Say: sudo $0"

restart() {
    if ! has_systemd; then
        say "No systemd runs here, so nothing was started."
        return
    fi
    systemctl daemon-reload
    systemctl enable --quiet sequence-referee sequence-referee-network
    systemctl restart sequence-referee-network || true
    # Ready means that the page answers; an update that never does is taken back by the service itself.
    if systemctl restart sequence-referee; then
        say "The page is at http://$(hostname).local:8080/ or http://sequence.local:8080/"
    else
        say "The service does not come up yet; it goes on trying, and goes back to the version before after three starts."
        say "What it says: journalctl -u sequence-referee"
        exit 1
    fi
}

if [ "$action" = remove ]; then
    if has_systemd; then systemctl disable --now --quiet sequence-referee sequence-referee-network sequence-referee-kiosk 2>/dev/null || true; fi
    rm -rf "$unit" "$network_unit" "$version_unit" "$kiosk_unit" "$access_point" "$udev" "$polkit" "$command" "$home"
    if has_systemd; then systemctl daemon-reload; fi
    if [ "$purge" = yes ]; then
        rm -rf "$state" /etc/sequence-referee
        if id sequence-referee >/dev/null 2>&1; then userdel sequence-referee; fi
        say "Sequence Referee is gone, and all its games and settings with it."
    else
        say "Sequence Referee is gone. Its games are still in $state, its settings in /etc/sequence-referee."
    fi
    exit 0
fi

if [ "$action" = back ]; then
    [ -f "$home/versions.py" ] || fail "Sequence Referee is not installed here."
    say "Version $(versions back) runs from now on."
    restart
    exit 0
fi

# ---- install or update

# A 64-bit kernel may run 32-bit programs, so the programs are asked.
[ "$(getconf LONG_BIT)" = 64 ] ||
    fail "This system is 32-bit ($(uname -m)), and its libraries are made for 64-bit ones only. Flash Raspberry Pi OS Lite (64-bit)."
command -v useradd >/dev/null || fail "useradd is missing: apt install passwd"
command -v python3 >/dev/null || fail "Python is missing: apt install python3 python3-venv"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || fail "Python 3.11 or newer is needed; $(python3 --version) is here."
if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    [ -z "$wheels" ] || fail "Python's venv module is missing: apt install python3-venv"
    say "Installing python3-venv ..."
    apt-get install -y -qq python3-venv >/dev/null || fail "python3-venv could not be installed: apt update, then try again."
fi

version=$(python3 -c 'import re, sys; print(re.search(r"(?m)^version = \"(.+?)\"", open(sys.argv[1]).read())[1])' "$here/pyproject.toml")
name=$version-$(date +%Y%m%d%H%M%S)

id sequence-referee >/dev/null 2>&1 || useradd --system --home-dir "$state" --shell /usr/sbin/nologin sequence-referee
# The service asks for them by name; a Debian that is no Raspberry Pi OS lacks some, and it would not start.
for group in video audio gpio i2c; do groupadd --system --force "$group"; done
mkdir -p "$home" "$(dirname "$settings")"
versions=$here/referee/appliance/versions.py
install -d -m 700 -o sequence-referee -g sequence-referee "$state"

place=$(versions begin "$name")
trap 'rm -rf "$place"' EXIT
say "Installing Sequence Referee $version into $place ..."
# picamera2 comes from the system, with the libcamera it was built for; everything else lies in the environment.
python3 -m venv --system-site-packages "$place"
if [ -n "$wheels" ]; then set -- --no-index --find-links "$wheels"; else set --; fi
source_of_it=$here
for wheel in "$wheels"/sequence_referee-"$version"-*.whl; do
    if [ -n "$wheels" ] && [ -f "$wheel" ]; then source_of_it=$wheel; fi
done
pip() { "$place/bin/pip" install --quiet --disable-pip-version-check --no-warn-script-location --only-binary :all: "$@"; }
# What is installed are the libraries that were tried, byte for byte: each is held against its hash in the lock file.
pip --ignore-installed --require-hashes "$@" --requirement "$here/requirements.lock" ||
    fail "The libraries could not be had as requirements.lock names them; nothing was changed."
pip --ignore-installed --no-deps --no-build-isolation "$@" "$source_of_it" ||
    fail "The program itself could not be installed; nothing was changed."
# Debian bookworm builds simplejpeg, which picamera2 needs, for an older numpy than ours.
if python3 -c 'import simplejpeg' 2>/dev/null && ! "$place/bin/python" -c 'import simplejpeg' 2>/dev/null; then
    pip --no-deps --require-hashes "$@" --requirement "$here/requirements-pi.lock" ||
        say "Note: simplejpeg could not be installed as requirements-pi.lock names it, so the Pi's own camera will not work."
fi
"$place/bin/referee" --version >/dev/null || fail "The new version does not run; nothing was changed."
mkdir "$place/files"
cp "$files"/*.service "$files"/*.rules "$place/files/"
versions finish "$name"
trap - EXIT

for program in versions network; do put "$here/referee/appliance/$program.py" "$home/$program.py"; done
# A version from before had its units laid for it: they are kept with it, to be gone back to.
if [ -L "$home/current" ] && [ ! -d "$home/current/files" ]; then
    kept=$home/current/files.new
    rm -rf "$kept"
    mkdir "$kept"
    for file in "$unit" "$network_unit" "$version_unit" "$polkit"; do if [ -f "$file" ]; then cp "$file" "$kept/"; fi; done
    if [ -f "$udev" ]; then cp "$udev" "$kept/sequence-referee.rules"; fi
    sync
    mv "$kept" "$home/current/files"
fi
lay sequence-referee.service "$unit"
lay sequence-referee-network.service "$network_unit"
lay sequence-referee-version@.service "$version_unit"
put "$files/sequence-referee-kiosk.service" "$home/sequence-referee-kiosk.service"
if [ -f "$kiosk_unit" ]; then lay sequence-referee-kiosk.service "$kiosk_unit"; fi
put "$files/referee-command.sh" "$command" 755
# A Wi-Fi of its own where no known one is reached; its name and word stay what they are at an update.
if [ -d "$(dirname "$access_point")" ] && [ ! -f "$access_point" ]; then
    (umask 077 && python3 -I "$home/network.py" keyfile > "$access_point.new" && mv "$access_point.new" "$access_point")
    if has_systemd; then nmcli connection reload 2>/dev/null || true; fi
fi
if [ -d /etc/udev/rules.d ]; then lay sequence-referee.rules "$udev"; fi
if [ -d /etc/polkit-1/rules.d ]; then lay 50-sequence-referee.rules "$polkit"; fi
if [ ! -f "$settings" ]; then put "$files/table.toml" "$settings"; fi
# A camera's password may stand in it.
chgrp sequence-referee "$settings"
chmod 640 "$settings"
if [ "$later" = yes ] && [ -L "$home/current" ]; then
    versions wait "$name"
    if has_systemd; then systemctl daemon-reload; fi
    say "Version $name is installed and waits: the host's phone lets it run at /machine,"
    say "or say: sudo systemctl start sequence-referee-version@take"
    exit 0
fi
versions switch "$name"
say "Version $name is installed. Its settings are in $settings."
restart
