package wiring

import (
	"errors"
	"testing"

	"mancala/notation"
	"mancala/rules/rulestest"
)

// TestReadGame reads games in this program's notation and in others. An error in another text is
// the one for this program's notation.
func TestReadGame(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(6,4) 3 6":                     "kalah(6,4) 3 6",
		"3 6":                                "kalah(6,4) 3 6",
		"10 10":                              "kalah(6,4) 10 10",
		"togyz(9,9) 7 9 # as copied":         "togyz(9,9) 7 9",
		"76 98 66":                           "togyz(9,9) 7 9 6",
		"[Event \"MSO\"]\n\n1. F f 2. A a *": "oware(6,4) 6 6 1 1",
		"bestemshe 54":                       "bestemshe(5,5) 5",
		"hello world":                        rulestest.NoPreset("hello"),
		"76 98 65":                           `ply 3: "65" does something else by the rules of togyz`,
	} {
		g, err := ReadGame(text)
		got := g.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
	if _, err := ReadGame("0-0-2-1-1-0-0-8-0-0-2-0-13-21-N"); !errors.Is(err, notation.ErrBoard) {
		t.Errorf("a board is read as a game: %v", err)
	}
}
