package rules_test

import (
	"testing"

	"mancala/rules"
)

func TestLead(t *testing.T) {
	v, _ := rules.Preset("kalah")
	p, err := rules.Replay(v, 3, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	want := p.Store(rules.South) - p.Store(rules.North)
	if got := p.Lead(rules.South); got != want || got == 0 {
		t.Errorf("South leads by %d, not %d", got, want)
	}
	if got := p.Lead(rules.North); got != -want {
		t.Errorf("North leads by %d, not %d", got, -want)
	}
}
