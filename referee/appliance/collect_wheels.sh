#!/bin/sh
# Fills a folder with every wheel that `install.sh --wheels` needs, as the lock files name them, each held against its
# hash: for the Pythons of bookworm (3.11) and trixie (3.13), and for another machine than this one.
#
#   make wheels WHEELS=FOLDER              for the Pi (arm64)
#   make wheels WHEELS=FOLDER ARCH=amd64
set -eu
folder=$1
arch=${2:-arm64}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../.." && pwd)
python=${PYTHON:-python3}
case $arch in
    arm64) machine=aarch64 ;;
    amd64) machine=x86_64 ;;
    *) echo "There are no wheels for $arch; there are arm64 and amd64."; exit 2 ;;
esac
platforms=''
for glibc in 2_36 2_34 2_31 2_28 2_27 2_26 2_17; do platforms="$platforms --platform manylinux_${glibc}_$machine"; done

mkdir -p "$folder"
asked=$(mktemp)
trap 'rm -f "$asked"' EXIT
for minor in 11 13; do
    # pip would judge the lock file's conditions by the Python it runs in, not by the one it downloads for.
    "$python" "$here/lock_for.py" "3.$minor" "$machine" "$project/requirements.lock" "$project/requirements-pi.lock" > "$asked"
    # Several platforms are several words.
    # shellcheck disable=SC2086
    "$python" -m pip download --quiet --disable-pip-version-check --dest "$folder" --only-binary :all: --no-deps --require-hashes \
        --python-version "3.$minor" --implementation cp --abi "cp3$minor" --abi abi3 --abi none \
        $platforms --platform "manylinux2014_$machine" --requirement "$asked"
done
rm -f "$folder"/sequence_referee-*.whl
"$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder" "$project"
echo "$(find "$folder" -name '*.whl' | wc -l) wheels for $arch in $folder"
