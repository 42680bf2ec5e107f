#!/bin/sh
# @mliebelt/pgn-parser 1.4.19, @jackstenglein/pgn-parser 2.0.13 and pgn-parser 2.2.1 (npm), which
# read PGN, the format of games of chess that players of other board games use as well.
#
# Section 6 of the PGN standard: a line that begins with a percent sign is for other programs, and a
# reader skips it to its end. Expected: the game without the line.
#
# Seen: all three refuse the whole text. Without the line they read it. pgn-extract 19-04, a reader
# in C, skips the line as the standard says.
#
# Output: for each library its name, "without: e4 e5 Nf3 Nc6" and "with: refused".
#
# Needs node and npm.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
cat >read.js <<'JS'
const tags = ['Event', 'Site', 'Date', 'Round', 'White', 'Black'].map(t => `[${t} "?"]`).join('\n') + '\n[Result "*"]\n\n';
const names = {
	'@mliebelt/pgn-parser': { startRule: 'games' },
	'@jackstenglein/pgn-parser': { startRule: 'games' },
	'pgn-parser': undefined,
};
for (const [name, options] of Object.entries(names)) {
	const moves = text => {
		try {
			return require(name).parse(tags + text, options)[0].moves.map(m => m.move ?? m.notation.notation).join(' ');
		} catch (e) {
			return e.name === 'SyntaxError' ? 'refused' : String(e);
		}
	};
	const without = moves('1. e4 e5\n2. Nf3 Nc6 *\n');
	console.log(`${name} without: ${without}`);
	console.log(`${name} with: ${moves('1. e4 e5\n% for another program\n2. Nf3 Nc6 *\n')}`);
}
JS
npm install --silent --no-audit --no-fund --prefix "$dir" @mliebelt/pgn-parser@1.4.19 @jackstenglein/pgn-parser@2.0.13 pgn-parser@2.2.1 >/dev/null
node read.js >seen
cat seen
cat >expected <<'TEXT'
@mliebelt/pgn-parser without: e4 e5 Nf3 Nc6
@mliebelt/pgn-parser with: refused
@jackstenglein/pgn-parser without: e4 e5 Nf3 Nc6
@jackstenglein/pgn-parser with: refused
pgn-parser without: e4 e5 Nf3 Nc6
pgn-parser with: refused
TEXT
cmp -s seen expected || { echo "the parsers behave otherwise now" >&2; exit 1; }
