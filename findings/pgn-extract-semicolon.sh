#!/bin/sh
# pgn-extract 19-04 (Debian 12: 19.04-1), which reads, checks and rewrites PGN.
#
# Section 5 of the PGN standard: a comment begins with a semicolon and goes to the end of its line.
# Expected: one game of four moves, with the comment or without it.
#
# Seen: the semicolon is an unknown character. The words behind it are read as moves, and the one
# game becomes three: the first has the names and no moves, the last has the moves behind the
# comment and no names; the moves before the comment are gone. The exit status is 0. Comments in
# braces are read as they should.
#
# Output: "exit 0, 3 games" and "1. Nf3 Nc6 *".
#
# Needs apt-get and dpkg-deb, and lists of packages (apt-get update).
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
chmod 755 "$dir"
cd "$dir"
apt-get download -qq pgn-extract=19.04-1 2>apt || { cat apt >&2; exit 2; }
dpkg-deb -x pgn-extract_*.deb .
cat >game.pgn <<'PGN'
[Event "?"]
[Site "?"]
[Date "2026.01.01"]
[Round "-"]
[White "Ann"]
[Black "Bo"]
[Result "*"]

1. e4 e5 ; an open game
2. Nf3 Nc6 *
PGN
status=0
usr/games/pgn-extract -s game.pgn >games 2>errors || status=$?
echo "exit $status, $(grep -c '^\[Event ' games) games" >seen
grep '^1\.' games >>seen || true
cat seen
printf 'exit 0, 3 games\n1. Nf3 Nc6 *\n' >expected
cmp -s seen expected || { echo "pgn-extract behaves otherwise now" >&2; exit 1; }
