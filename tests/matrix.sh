#!/bin/sh
# Runs the checks on the ends of what pyproject.toml allows: the newest Python and libraries, the oldest NumPy and OpenCV.
#
#   tests/matrix.sh newest|oldest [PYTEST ARGUMENTS]     without arguments: the whole suite, and mypy
#
# PYTHON names the interpreter (python3.13 for the newest, python3.11 for the oldest). Environments are kept in .matrix/.
# Exit code 77: that Python is not here.
set -eu
end=${1:-}
[ $# -eq 0 ] || shift
case $end in
    newest) python=${PYTHON:-python3.13} pins='' ;;
    # OpenCV 4.12, the oldest allowed, itself asks for NumPy 2.0 or newer.
    oldest) python=${PYTHON:-python3.11} pins='numpy==2.0.* opencv-python-headless==4.12.*' ;;
    *) sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
cd "$(dirname -- "$0")/.."
command -v "$python" >/dev/null || { echo "There is no $python here; say PYTHON=/path/to/it"; exit 77; }

venv=.matrix/$end
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
# Several pins are several words.
# shellcheck disable=SC2086
"$venv/bin/pip" install --quiet --disable-pip-version-check --upgrade --upgrade-strategy eager \
    --only-binary :all: --editable '.[dev]' $pins
"$venv/bin/python" -c 'import sys, numpy, cv2; print(f"== Python {sys.version.split()[0]}, NumPy {numpy.__version__}, OpenCV {cv2.__version__}")'
PATH=$(pwd)/$venv/bin:$PATH
export PATH
# Types are checked with the newest libraries alone: of the oldest they say other things.
if [ "$end" = newest ]; then mypy; fi
if [ $# -eq 0 ]; then set -- -n auto; fi
exec pytest "$@"
