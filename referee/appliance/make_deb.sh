#!/bin/sh
# Makes dist/sequence-referee_VERSION_ARCH.deb, which installs without a network: every wheel it needs lies in it, for the
# Pythons of bookworm (3.11) and trixie (3.13).
#
#   make deb                   for the Pi (arm64)
#   make deb ARCH=amd64
set -eu
arch=${1:-arm64}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../.." && pwd)
python=${PYTHON:-python3}
for tool in dpkg-deb git; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install dpkg git"; exit 77; }
done

version=$("$python" -c 'import re, sys; print(re.search(r"(?m)^version = \"(.+?)\"", open(sys.argv[1]).read())[1])' "$project/pyproject.toml")
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
share=$built/usr/share/sequence-referee
mkdir -p "$share/wheels" "$built/DEBIAN" "$project/dist"
(cd "$project" && git ls-files -z -- engine vision calibration hardware web referee pyproject.toml README.md LICENSE install.sh \
    'requirements*.lock' |
    tar --null -T - -cf -) | tar -C "$share" -xf -

PYTHON=$python sh "$here/collect_wheels.sh" "$share/wheels" "$arch"

cat > "$built/DEBIAN/control" <<END
Package: sequence-referee
Version: $version
Architecture: $arch
Maintainer: Sequence Referee
Depends: python3 (>= 3.11), python3-venv, passwd
Recommends: python3-picamera2, python3-lgpio, espeak-ng
Section: games
Priority: optional
Description: camera over a Sequence board that referees the game
 Sees the chips, names what the rules forbid, records the game and shows it on
 the phones around the table. Starts with the machine.
END
# Everything that is installed beyond this folder is put there, and taken away, by install.sh.
cat > "$built/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
if [ "$1" = configure ]; then /usr/share/sequence-referee/install.sh --wheels /usr/share/sequence-referee/wheels; fi
END
cat > "$built/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ]; then /usr/share/sequence-referee/install.sh --remove; fi
END
cat > "$built/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
if [ "$1" = purge ]; then
    rm -rf /var/lib/sequence-referee /etc/sequence-referee
    if id sequence-referee >/dev/null 2>&1; then userdel sequence-referee; fi
fi
END
chmod 755 "$built/DEBIAN/postinst" "$built/DEBIAN/prerm" "$built/DEBIAN/postrm"
find "$built" -type d -exec chmod 755 {} +

package=$project/dist/sequence-referee_${version}_$arch.deb
# Wheels are packed already.
dpkg-deb --root-owner-group -Znone --build "$built" "$package" >/dev/null
(cd "$project/dist" && sha256sum "$(basename "$package")" > "$(basename "$package").sha256")
echo "$package, $(($(stat -c %s "$package") / 1000000)) MB"
