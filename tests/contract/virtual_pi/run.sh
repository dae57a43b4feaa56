#!/bin/sh
# Runs the contract suite over a real picamera2 on a real libcamera, with no Pi: Debian trixie in a folder, libcamera's
# virtual pipeline showing drawn frames. Needs root, a package index, mmdebstrap and about 1.5 GB; takes some minutes.
#
#   tests/contract/virtual_pi/run.sh [FOLDER]
set -eu
root=${1:-/tmp/sequence-virtual-pi}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)

command -v mmdebstrap >/dev/null || { echo "mmdebstrap is missing: apt-get install mmdebstrap"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }

if [ ! -x "$root/venv/bin/pytest" ]; then
    [ -d "$root/usr" ] || mmdebstrap --variant=apt --mode=root \
        --include=python3,python3-pip,python3-dev,python3-venv,gcc,libc6-dev,libcap-dev,ca-certificates trixie "$root" \
        "deb http://deb.debian.org/debian trixie main" "deb http://deb.debian.org/debian trixie-backports main"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    chroot "$root" apt-get update -qq
    # trixie's own libcamera 0.4 hangs; the one in backports does not.
    chroot "$root" apt-get install -y -qq -t trixie-backports --no-install-recommends python3-libcamera libcamera-ipa
    chroot "$root" python3 -m venv --system-site-packages /venv
    chroot "$root" /venv/bin/pip install -q "picamera2>=0.3.38"
fi

rm -rf "$root/product"
mkdir -p "$root/product" "$root/frames" "$root/stubs" "$root/usr/share/libcamera/pipeline/virtual"
git -C "$project" ls-files -z | tar -C "$project" --null -T - -cf - | tar -C "$root/product" -xf -
# As the README installs it on a Pi.
chroot "$root" /venv/bin/pip install -q --editable /product pytest
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/"
chroot "$root" gcc -shared -fPIC -O2 -o /stubs/dma_heap.so /product/tests/contract/virtual_pi/dma_heap.c -ldl
# picamera2 imports this for windows that nobody opens here.
printf 'class PixelFormat:\n    RGB888 = BGR888 = XRGB8888 = XBGR8888 = YUV420 = YVU420 = NV12 = None\n' > "$root/stubs/pykms.py"

inside() { chroot "$root" env PYTHONPATH=/stubs "$@"; }
inside /venv/bin/python -c '
import itertools, cv2
from hardware.simulated import SimulatedTable
with SimulatedTable(seed=2, live=False, size=(640, 480)) as table:
    for frame in itertools.islice(table.frames(), 8):
        cv2.imwrite(f"/frames/image{frame.index:03d}.jpg", frame.picture)
'
mounted=
trap '[ -z "$mounted" ] || umount "$root/proc" "$root/dev"' EXIT
mount --bind /dev "$root/dev" && mount -t proc proc "$root/proc" && mounted=yes
inside SEQUENCE_VIRTUAL_PI=1 LD_PRELOAD=/stubs/dma_heap.so LIBCAMERA_PIPELINES_MATCH_LIST=virtual \
    sh -c 'cd /product && timeout 300 /venv/bin/pytest tests/contract -k "virtual or silent" -v -W default'
