#!/bin/sh
# Updates that are broken, killed or cut off by the power at random moments, one after the other on the same card: each
# must end in a version that works.
#
#   tests/appliance/updates/run.sh [bookworm|trixie] [NUMBER OF UPDATES] [SEED] [FOLDER]
#
# The installer, the versions and the file system are the real ones; the program they install is a small one, so that 200
# updates take minutes. Needs root, mmdebstrap, e2fsprogs and a package index; 1 GB. Exit code 77: it cannot be tried here.
set -eu
suite=${1:-bookworm}
number=${2:-200}
seed=${3:-1}
root=${4:-/tmp/sequence-root-$suite}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
PATH=$PATH:/usr/sbin:/sbin
for tool in mmdebstrap mke2fs; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install mmdebstrap e2fsprogs"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }
[ -e /dev/loop-control ] || { echo "There are no loop devices here to put a card's file system on."; exit 77; }

[ -d "$root/usr" ] || mmdebstrap --quiet --variant=apt --mode=root --include=python3,python3-venv,passwd,ca-certificates "$suite" "$root" \
    "deb http://deb.debian.org/debian $suite main"
exec "${PYTHON:-python3}" "$here/updates.py" "$root" "$number" "$seed"
