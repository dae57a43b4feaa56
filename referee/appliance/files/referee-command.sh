#!/bin/sh
# `sudo referee …` at a terminal, for the games and keys of the table that this machine keeps.
state=/var/lib/sequence-referee
export REFEREE_DATA="${REFEREE_DATA:-$state}"
status=0
/opt/sequence-referee/current/bin/referee "$@" || status=$?
# What the administrator wrote or restored there the service must be able to read.
if [ "$(id -u)" = 0 ] && [ -d "$state" ]; then chown -R sequence-referee:sequence-referee "$state"; fi
exit $status
