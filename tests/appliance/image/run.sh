#!/bin/sh
# Lays onto a bare Debian what the image's stage lays onto Raspberry Pi OS, and starts it, as far as that goes without a Pi:
# the first start's program installs the package with no network, and the page answers.
#
#   tests/appliance/image/run.sh [bookworm|trixie] [FOLDER WITH THAT DEBIAN IN IT]
#
# ARCH=arm64 takes a Pi's processor, where its emulator is registered with the kernel (apt-get install qemu-user-static
# binfmt-support); some twenty times slower. Else this machine's own. Needs root, mmdebstrap and a package index; some
# minutes and 3 GB. Exit code 77: it cannot be tried here.
set -eu
suite=${1:-bookworm}
given=${2:-}
python=${PYTHON:-python3}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
PATH=$PATH:/usr/sbin:/sbin
for tool in mmdebstrap dpkg-deb curl; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install mmdebstrap dpkg curl"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }
arch=${ARCH:-$(dpkg --print-architecture)}
# qemu's default processor makes NumPy warn of features a Pi has not.
export QEMU_CPU=cortex-a72
if [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ]; then
    grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 || { echo "The kernel cannot start programs for arm64 here."; exit 77; }
fi
work=$(mktemp -d /var/tmp/sequence-image.XXXXXX)
page=''
trap '[ -z "$page" ] || kill "$page"; rm -rf "$work"' EXIT

tree=${given:-$work/tree}
[ -d "$tree/usr" ] || mmdebstrap --quiet --arch="$arch" --variant=apt --mode=root --include=python3,python3-venv,passwd,ca-certificates "$suite" "$tree" \
    "deb http://deb.debian.org/debian $suite main"

echo "== the stage of the image"
rm -f "$project"/dist/sequence-referee_*_"$arch".deb
PYTHON=$python sh "$project/referee/appliance/make_deb.sh" "$arch"
image=$project/referee/appliance/image
cp -a "$tree" "$work/card"
cp -R "$image/stage-referee/00-referee" "$work/stage"
mkdir "$work/stage/files"
cp "$project"/dist/sequence-referee_*_"$arch".deb "$image/first-boot.sh" "$image/sequence-referee-first-boot.service" "$work/stage/files/"
(cd "$work/stage" && ROOTFS_DIR="$work/card" ./01-run.sh)
[ -L "$work/card/etc/systemd/system/multi-user.target.wants/sequence-referee-first-boot.service" ] || { echo "FAILED: no first start"; exit 1; }

echo "== its first start"
echo > "$work/card/etc/resolv.conf"
inside() { chroot "$work/card" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 QEMU_CPU=$QEMU_CPU "$@"; }
began=$(date +%s)
inside /bin/sh /usr/local/lib/sequence-referee/first-boot.sh
echo "installed in $(($(date +%s) - began)) s"
inside dpkg --status sequence-referee | grep -q "Status: install ok installed" || { echo "FAILED: not installed"; exit 1; }
[ ! -e "$work/card/var/cache/sequence-referee" ] || { echo "FAILED: the package still lies there"; exit 1; }

echo "== the page answers, and says that there is no camera"
sed -i 's/^#port = 8080/port = 18280/' "$work/card/etc/sequence-referee/table.toml"
chroot "$work/card" env -i PATH=/usr/bin:/bin HOME=/var/lib/sequence-referee LC_ALL=C.UTF-8 QEMU_CPU=$QEMU_CPU \
    /opt/sequence-referee/current/bin/referee appliance & page=$!
for _ in $(seq 300); do
    sleep 1
    curl --silent --max-time 5 http://127.0.0.1:18280/ > "$work/page" && break
done
grep -q "not ready yet" "$work/page" || { echo "FAILED: no page"; exit 1; }
kill "$page"
wait "$page" || { echo "FAILED: it did not end well"; exit 1; }
page=''
echo "All well in $suite."
