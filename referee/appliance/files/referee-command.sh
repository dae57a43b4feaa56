#!/bin/sh
# `referee …` at a terminal: for root with the games and keys of the table that this machine keeps, which nobody else may
# read; for everybody else with their own.
state=/var/lib/sequence-referee
program=/opt/sequence-referee/current/bin/referee
[ "$(id -u)" = 0 ] || exec "$program" "$@"
export REFEREE_DATA="${REFEREE_DATA:-$state}"
status=0
"$program" "$@" || status=$?
# What the administrator wrote or restored there the service must be able to read.
if [ -d "$state" ]; then chown -R sequence-referee:sequence-referee "$state"; fi
exit $status
