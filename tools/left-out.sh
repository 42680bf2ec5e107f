#!/bin/sh
# Runs a command that runs tests, and says at the end which of them were left out, why, and what
# they need: a line each. The tests write these lines into a file (see tools/need), a new one each
# time.
set -eu

if [ -n "${MANCALA_LEFT_OUT:-}" ]; then exec "$@"; fi # a command around this one tells

MANCALA_LEFT_OUT=$(mktemp)
export MANCALA_LEFT_OUT
trap 'rm -f "$MANCALA_LEFT_OUT"' EXIT
trap 'exit 130' INT TERM

status=0
"$@" || status=$?
if [ -s "$MANCALA_LEFT_OUT" ]; then
	sort -u "$MANCALA_LEFT_OUT" | sed 's/^/left out: /'
else
	echo "no test was left out"
fi
exit $status
