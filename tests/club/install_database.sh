#!/bin/sh
# Makes sure that the tests of a club have a PostgreSQL server to start. Where it cannot, it says how, and they skip.
find_server() {
    command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1
}

find_server && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    echo "No PostgreSQL found: tests of clubs that share one are skipped. To run them: sudo apt install postgresql"
    exit 0
fi
echo "Installing PostgreSQL for the tests of clubs (once) ..."
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if apt-get update -q >"$log" 2>&1 && apt-get install -y -q --no-install-recommends postgresql >>"$log" 2>&1 && find_server; then
    echo "PostgreSQL is installed."
else
    tail -n 3 "$log"
    echo "PostgreSQL could not be installed: tests of clubs that share one are skipped."
fi
rm -f "$log"
exit 0
