package play

import (
	"testing"

	"mancala/match"
	"mancala/rules"
)

// A club that lies gives each of two players a table of their own, with an accomplice in the place
// of the other one, and passes other plies on. Neither program can notice that; the checks of the
// two games differ, and those of a club that does not lie are the same.
func TestLyingClub(t *testing.T) {
	for _, lies := range []bool{false, true} {
		c := newClub(t, "a")
		forAnna, forBert := setup(t, "anna"), setup(t, "bert")
		anna, noBert := c.seatBoth("a", forAnna)
		noAnna, bert := c.seatBoth("a", forBert)
		say := func(to *guest, h rules.House) {
			to.until("the turn of the one who passes it on", func() bool { return to.Play(h) == nil })
		}
		say(anna, 2)
		noBert.until("a ply", func() bool { return len(noBert.game) == 1 })
		told := rules.House(2)
		if lies {
			told = 1
		}
		say(noAnna, told)
		say(bert, 5)
		noAnna.until("a ply", func() bool { return len(noAnna.game) == 2 })
		say(noBert, 5)
		for _, g := range []*guest{anna, noAnna} {
			g.until("a ply", func() bool { return len(g.game) == 2 })
			if err := g.Resign(match.Guest); err != nil {
				t.Error(err)
			}
		}
		check := func(g *guest) string {
			g.until("the end", func() bool { return g.result.Ending == match.Resigned })
			return match.GameCheck(rules.Game{Variant: forAnna.Variant, Plies: g.game}.String(), g.result.Ending, g.result.Outcome)
		}
		if a, b := check(anna), check(bert); (a != b) != lies {
			t.Errorf("lies %v: the checks are %s and %s", lies, a, b)
		}
	}
}
