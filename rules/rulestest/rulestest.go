// Package rulestest has helpers for tests of other packages: they return valid positions, variants
// and sowings, or fail the test.
package rulestest

import (
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// CS340 is the position of CS 340 with a capture by Player 1's cup #6: South's houses are Player
// 1's cups 6..1, and North's house 1 is the rightmost of the upper row, Player 2's cup #6.
const CS340 = "kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south"

// Position parses the text form of a position or fails the test.
func Position(t testing.TB, text string) rules.Position {
	t.Helper()
	return need.Must(rules.ParsePosition(text))(t)
}

// Sow plays a house or fails the test.
func Sow(t testing.TB, p rules.Position, h rules.House) (rules.Position, rules.Sowing) {
	t.Helper()
	after, s, err := p.Sow(h)
	if err != nil {
		t.Fatalf("%v: house %v: %v", p, h, err)
	}
	return after, s
}
