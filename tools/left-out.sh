#!/bin/sh
# Runs a command that runs tests, and says at the end which of them were left out, why, and what
# they need: a line each, or one for all tests of a package that have the same reason. The tests
# write these lines into a file (see tools/need), a new one each time.
set -eu

if [ -n "${MANCALA_LEFT_OUT:-}" ]; then exec "$@"; fi # a command around this one tells

MANCALA_LEFT_OUT=$(mktemp)
export MANCALA_LEFT_OUT
trap 'rm -f "$MANCALA_LEFT_OUT"' EXIT
trap 'exit 130' INT TERM

status=0
"$@" || status=$?
if [ -s "$MANCALA_LEFT_OUT" ]; then
	sort -u "$MANCALA_LEFT_OUT" | awk '{
			at = index($0, ": ")
			split(substr($0, 1, at - 1), test, " ")
			why = substr($0, at)
			if (!count[test[1] why]++) { order[++n] = test[1] why; one[n] = $0; many[n] = test[1]; reason[n] = why }
		}
		END {
			for (i = 1; i <= n; i++) print "left out: " (count[order[i]] == 1 ? one[i] : many[i] " (" count[order[i]] " tests)" reason[i])
		}'
else
	echo "no test was left out"
fi
exit $status
