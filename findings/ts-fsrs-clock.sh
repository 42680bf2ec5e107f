#!/bin/sh
# ts-fsrs 4.7.1 and 5.4.2 (npm), which plan when to ask something again, by FSRS.
#
# A card is answered "easy" and then, "good", at other times. Three surprises, the first two about
# the same card in two versions:
#
# - A clock that was wrong: the second answer is ten days before the first. 4.7.1 takes it, and a
#   right answer brings the stability down from 15.69 days to 0.01. 5.4.2 throws an error, so a
#   program that does not expect one cannot be used until the date of the card has come.
# - Its own function for the bare memory, next_state, refuses such a time in both versions.
# - Days are those of UTC, not 24 hours: after an answer at 23:59 one at 00:01 counts as a day later
#   and raises the stability, while one after 23 hours of the same date counts as none.
#
# Output: a line for each version and time, as in expected below.
#
# Needs node and npm.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
export HOME="$dir"
cat >times.js <<'JS'
const { fsrs, createEmptyCard, Rating, FSRSVersion } = require(process.argv[2]);
const plan = fsrs({ enable_fuzz: false });
const answer = (first, then) => {
	const { card } = plan.next(createEmptyCard(new Date(first)), new Date(first), Rating.Easy);
	const again = plan.next(card, new Date(then), Rating.Good).card;
	return `${card.stability.toFixed(2)} -> ${again.stability.toFixed(2)}`;
};
const tried = (what, f) => {
	let seen;
	try { seen = f(); } catch (e) { seen = `error: ${e.message}`; }
	console.log(`${FSRSVersion.split(' ')[0]} ${what}: ${seen}`);
};
tried('ten days back', () => answer('2026-03-11T12:00:00Z', '2026-03-01T12:00:00Z'));
tried('next_state ten days back', () => JSON.stringify(plan.next_state({ stability: 15.69, difficulty: 3.2 }, -10, Rating.Good)));
tried('two minutes around midnight', () => answer('2026-03-01T23:59:00Z', '2026-03-02T00:01:00Z'));
tried('23 hours of one date', () => answer('2026-03-01T00:30:00Z', '2026-03-01T23:30:00Z'));
JS
npm install --silent --no-audit --no-fund --prefix "$dir" old@npm:ts-fsrs@4.7.1 new@npm:ts-fsrs@5.4.2 >/dev/null
node times.js old >seen
node times.js new >>seen
cat seen
cat >expected <<'TEXT'
v4.7.1 ten days back: 15.69 -> 0.01
v4.7.1 next_state ten days back: error: Invalid delta_t "-10"
v4.7.1 two minutes around midnight: 15.69 -> 18.81
v4.7.1 23 hours of one date: 15.69 -> 15.69
v5.4.2 ten days back: error: Invalid delta_t "-10"
v5.4.2 next_state ten days back: error: Invalid delta_t "-10"
v5.4.2 two minutes around midnight: 8.30 -> 13.49
v5.4.2 23 hours of one date: 8.30 -> 8.30
TEXT
cmp -s seen expected || { echo "ts-fsrs behaves otherwise now" >&2; exit 1; }
