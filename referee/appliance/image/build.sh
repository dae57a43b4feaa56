#!/bin/sh
# Makes an image of a card for the Pi with pi-gen, the tool by which Raspberry Pi OS itself is made: its Lite, the camera's
# software, and this program's package, which the first start installs.
#
#   build.sh PI_GEN PACKAGE OUT
#
# PI_GEN is a checkout of github.com/RPi-Distro/pi-gen, branch arm64; PACKAGE the .deb that `make deb` makes; OUT a folder.
# Needs root, what the file `depends` there names, the archives of Debian and of Raspberry Pi, 10 GB and about an hour.
set -eu
pi_gen=$1 package=$(realpath "$2") out=$(realpath "$3")
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
[ -x "$pi_gen/build.sh" ] || { echo "There is no pi-gen in $pi_gen: git clone --depth 1 --branch arm64 https://github.com/RPi-Distro/pi-gen"; exit 2; }
[ -f "$package" ] || { echo "There is no package $package: make deb"; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$here/stage-referee" "$work/stage-referee"
files=$work/stage-referee/00-referee/files
mkdir "$files"
cp "$package" "$here/first-boot.sh" "$here/sequence-referee-first-boot.service" "$files/"

version=$(basename "$package" | cut -d_ -f2)
name=sequence-referee-$version-$(date -u +%Y%m%d)-arm64
cat > "$work/config" <<END
IMG_NAME=sequence-referee
IMG_FILENAME=$name
ARCHIVE_FILENAME=$name
STAGE_LIST="stage0 stage1 stage2 $work/stage-referee"
DEPLOY_COMPRESSION=xz
DEPLOY_DIR=$out
CLEAN=1
END
touch "$pi_gen/stage2/SKIP_IMAGES"  # Lite alone has an image of its own
(cd "$pi_gen" && ./build.sh -c "$work/config")
"${PYTHON:-python3}" "$here/imager_list.py" "$out/$name.img.xz"
