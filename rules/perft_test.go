package rules_test

import (
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPerft(t *testing.T) {
	cases := rulestest.ReadPerft(t, "testdata/perft")
	if len(cases) < 9 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			for i, want := range c.Counts {
				if testing.Short() && want > 1_000_000 {
					t.Logf("depth %d is left out by -short", i+1)
					break
				}
				if got := rules.Perft(c.Position, i+1); got != want {
					t.Fatalf("depth %d: %d sequences, not %d", i+1, got, want)
				}
			}
		})
	}
	t.Run("depth zero or less", func(t *testing.T) {
		p := rulestest.Position(t, rulestest.CS340)
		if rules.Perft(p, 0) != 1 || rules.Perft(p, -1) != 1 {
			t.Error("should count one")
		}
	})
}
