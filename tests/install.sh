#!/bin/sh
# Makes sure that tests have what they start: `sh tests/install.sh browser`, `sh tests/install.sh database`. Where it
# cannot, it says how, and those tests skip: never a failure.
case ${1:-} in
    browser)
        packages='chromium-headless-shell chromium' name=Chromium skipped='the tests of the page in a real browser are skipped'
        way='sudo apt install chromium (Debian, Raspberry Pi OS, Ubuntu), or name one: CHROMIUM=/path/to/chromium make test'
        ;;
    database)
        packages=postgresql name=PostgreSQL skipped='the tests of clubs that share a server are skipped'
        way='sudo apt install postgresql'
        ;;
    *) echo "Say browser or database." && exit 2 ;;
esac

is_there() {
    if [ "$packages" = postgresql ]; then
        command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
        return
    fi
    for program in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$program" ] && command -v "$program" >/dev/null 2>&1 && return 0
    done
    return 1
}

install() {
    for package in $packages; do  # the first that this system knows
        apt-get install -y -q --no-install-recommends "$package" >>"$log" 2>&1 && is_there && return 0
    done
    return 1
}

is_there && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing $name for the tests (once) ..."
    log=$(mktemp)
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -q >"$log" 2>&1 && install; then
        echo "$name is installed."
        rm -f "$log"
        exit 0
    fi
    tail -n 3 "$log"
    rm -f "$log"
fi
echo "No $name found: $skipped. To run them: $way"
