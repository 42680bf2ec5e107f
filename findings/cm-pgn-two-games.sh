#!/bin/sh
# cm-pgn 5.0.0 (npm), which reads PGN.
#
# A file holds two games of different players, with an empty line between them, as section 18 of the
# PGN standard has it. Expected: the first game, or an error that there are two.
#
# Seen: a game that nobody played. The moves are those of the second game, the names those of
# whichever tag comes last, and a tag that only the first game has stays. No error is thrown.
#
# Output: "White Cem, Black Dora, Annotator Ann, moves d4 d5".
#
# Needs node and npm.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
cat >read.mjs <<'JS'
import { Pgn } from 'cm-pgn/src/Pgn.js';
const game = (white, black, more, moves) =>
	`[Event "?"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "-"]\n[White "${white}"]\n[Black "${black}"]\n[Result "*"]\n${more}\n${moves} *\n`;
const pgn = new Pgn(game('Ann', 'Bo', '[Annotator "Ann"]\n', '1. e4 e5 2. Nf3') + '\n' + game('Cem', 'Dora', '', '1. d4 d5'));
const { White, Black, Annotator } = pgn.header.tags;
console.log(`White ${White}, Black ${Black}, Annotator ${Annotator}, moves ${pgn.history.moves.map(m => m.san).join(' ')}`);
JS
npm install --silent --no-audit --no-fund --prefix "$dir" cm-pgn@5.0.0 >/dev/null
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = "White Cem, Black Dora, Annotator Ann, moves d4 d5" ] || { echo "cm-pgn behaves otherwise now" >&2; exit 1; }
