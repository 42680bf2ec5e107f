package rules_test

import (
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

func TestLead(t *testing.T) {
	v, _ := rules.Preset("kalah")
	p := need.Must(rules.Replay(v, 3, 6, 1))(t)
	want := p.Store(rules.South) - p.Store(rules.North)
	if got := p.Lead(rules.South); got != want || got == 0 {
		t.Errorf("South leads by %d, not %d", got, want)
	}
	if got := p.Lead(rules.North); got != -want {
		t.Errorf("North leads by %d, not %d", got, -want)
	}
}
