#!/bin/sh
# pgn-parser 2.2.1 and cm-pgn 5.0.0 (npm), which read PGN.
#
# Section 7 of the PGN standard: in a tag, a quotation mark inside the value stands behind a
# backslash. Nicknames of players come so. Expected: White is Ann "Ace" Lee.
#
# Seen: pgn-parser refuses the whole text. cm-pgn takes the first mark for the end, so that White is
# Ann and a backslash, and says nothing. @mliebelt/pgn-parser 1.4.19 reads it as it should.
#
# Output: "pgn-parser: refused", "cm-pgn: Ann \", "@mliebelt/pgn-parser: Ann "Ace" Lee".
#
# Needs node and npm.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
cat >read.mjs <<'JS'
import { createRequire } from 'node:module';
import { Pgn } from 'cm-pgn/src/Pgn.js';
const require = createRequire(import.meta.url);
const text = '[Event "?"]\n[Site "?"]\n[Date "2026.01.01"]\n[Round "-"]\n[White "Ann \\"Ace\\" Lee"]\n[Black "Bo"]\n[Result "*"]\n\n1. e4 e5 *\n';
const show = (name, white) => {
	try {
		console.log(`${name}: ${white()}`);
	} catch (e) {
		console.log(`${name}: ${e.name === 'SyntaxError' ? 'refused' : e}`);
	}
};
show('pgn-parser', () => require('pgn-parser').parse(text)[0].headers.find(h => h.name === 'White').value);
show('cm-pgn', () => new Pgn(text).header.tags.White);
show('@mliebelt/pgn-parser', () => require('@mliebelt/pgn-parser').parse(text, { startRule: 'games' })[0].tags.White);
JS
npm install --silent --no-audit --no-fund --prefix "$dir" pgn-parser@2.2.1 cm-pgn@5.0.0 @mliebelt/pgn-parser@1.4.19 >/dev/null
node read.mjs >seen
cat seen
cat >expected <<'TEXT'
pgn-parser: refused
cm-pgn: Ann \
@mliebelt/pgn-parser: Ann "Ace" Lee
TEXT
cmp -s seen expected || { echo "the parsers behave otherwise now" >&2; exit 1; }
