#!/bin/sh
# Makes sure that the tests of the page have a browser. Where it cannot, it says how, and the tests skip: never a failure.
find_browser() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}

say_how() {
    echo "No Chromium found: the tests of the page in a real browser will be skipped."
    echo "To run them, install it (Debian, Raspberry Pi OS, Ubuntu: sudo apt install chromium), or name one: CHROMIUM=/path/to/chromium make test"
}

find_browser && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    say_how
    exit 0
fi
echo "Installing Chromium for the tests of the page (once) ..."
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if apt-get update -q >"$log" 2>&1 && apt-get install -y -q --no-install-recommends chromium >>"$log" 2>&1 && find_browser; then
    echo "Chromium is installed."
else
    tail -n 3 "$log"
    say_how
fi
rm -f "$log"
exit 0
