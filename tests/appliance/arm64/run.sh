#!/bin/sh
# The Pi's processor, emulated: aarch64 wheels in an arm64 Debian; more than 400 tests, and the same letters as here.
#
#   tests/appliance/arm64/run.sh [bookworm|trixie] [FOLDER]
#
# Run it with the Python that has the project's libraries on the PATH, or say PYTHON=/path/to/it. Needs root, mmdebstrap,
# qemu-user-static and a package index; some minutes and 1 GB. Exit code 77: it cannot be tried here.
set -eu
suite=${1:-bookworm}
root=${2:-/tmp/sequence-arm64-$suite}
python=${PYTHON:-python3}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
case $suite in
    bookworm) minor=11 ;;
    trixie) minor=13 ;;
    *) echo "There is no root for $suite; there are bookworm and trixie."; exit 2 ;;
esac
for tool in mmdebstrap qemu-aarch64-static git; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install mmdebstrap qemu-user-static git"; exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Only root can make the folder with Debian in it."; exit 77; }
cd "$project"

# Nothing of the root runs while it is made: packages and wheels are only unpacked.
[ -d "$root/usr/lib" ] || mmdebstrap --quiet --arch=arm64 --variant=extract --mode=root --include=python3,libstdc++6 "$suite" "$root" \
    "deb http://deb.debian.org/debian $suite main"
rm -rf "$root/project" "$root/site"
mkdir -p "$root/project" "$root/tmp" "$root/dev"
cp "$(command -v qemu-aarch64-static)" "$root/usr/bin/"
git ls-files -z | tar --null -T - -cf - | tar -C "$root/project" -xf -

# The versions that are installed here, so that only the processor differs; what they need is asked of pyproject.toml.
"$python" - > "$root/wanted" <<'END_OF_PYTHON'
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text())["project"]
names = [re.match(r"[\w-]+", line)[0] for line in project["dependencies"]]
for name in [*names, "pytest", "hypothesis", "jsonschema"]:
    print(f"{name}=={version(name)}")
END_OF_PYTHON
platforms=''
for glibc in 2_36 2_34 2_31 2_28 2_27 2_26 2_17; do platforms="$platforms --platform manylinux_${glibc}_aarch64"; done
# Several platforms are several words.
# shellcheck disable=SC2086
"$python" -m pip install --quiet --disable-pip-version-check --target "$root/site" --only-binary :all: --python-version "3.$minor" \
    --implementation cp --abi "cp3$minor" --abi abi3 --abi none $platforms --platform manylinux2014_aarch64 -r "$root/wanted"

# qemu's default processor makes NumPy warn of features a Pi has not.
inside() {
    chroot "$root" /usr/bin/qemu-aarch64-static -cpu cortex-a72 -E PYTHONPATH=/site:/project -E HOME=/tmp -E LC_ALL=C.UTF-8 \
        -E OMP_NUM_THREADS=1 -E OPENBLAS_NUM_THREADS=1 "/usr/bin/python3.$minor" -c 'import os, runpy, sys
os.chdir("/project")
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)' "$@"
}

echo "== letters of drawn tables, here and on an emulated Cortex-A72 with $suite"
PYTHONPATH=$project "$python" -m tests.appliance.arm64.letters > "$root/letters.here"
inside tests.appliance.arm64.letters > "$root/letters.there"
PYTHONPATH=$project "$python" -m tests.appliance.arm64.letters "$root/letters.here" "$root/letters.there" || { echo "FAILED: the eye reads otherwise"; exit 1; }
echo "$(wc -l < "$root/letters.here") pictures read the same, confidences to one step of 255"

echo "== the suite, those tests that need no other program"
inside pytest -p no:xdist tests/engine/test_rulebook.py tests/engine/test_rules.py tests/engine/test_notation.py \
    tests/engine/test_layouts.py tests/engine/test_records.py tests/engine/test_editions.py tests/vision/test_reading.py \
    tests/vision/test_mesh.py tests/vision/test_letters.py
