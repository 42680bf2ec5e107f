package motion

import (
	"testing"

	"mancala/rules"
)

func TestLampTravelsWithTheTurn(t *testing.T) {
	var l Lamp
	if l.Advance(rules.South, 10*ms) || l.Shift() != 0 {
		t.Fatalf("the first turn moves the light: %+v", l)
	}
	if l.Advance(rules.South, 10*ms) {
		t.Fatal("a light that rests moves")
	}
	last := 1.0
	if !l.Advance(rules.North, 10*ms) || l.Shift() != last {
		t.Fatalf("as the turn passes: %g", l.Shift())
	}
	steps := 0
	for l.Advance(rules.North, 20*ms) {
		if now := l.Shift(); now >= last {
			t.Fatalf("step %d: from %g to %g", steps, last, now)
		} else {
			last = now
		}
		steps++
	}
	if steps != 15 || l.Shift() != 0 {
		t.Errorf("after %d steps of 20 ms the light is %g from its place", steps, l.Shift())
	}
}

// A turn that passes back at once does not make the light jump.
func TestLampTurnsBackOnItsWay(t *testing.T) {
	var l Lamp
	l.Advance(rules.South, 0)
	l.Advance(rules.North, 0)
	l.Advance(rules.North, 100*ms)
	before := l.Shift()
	if l.Advance(rules.South, 10*ms); l.Shift()+before < 0.999 || l.Shift()+before > 1.001 {
		t.Errorf("the light jumps from %g before North's row to %g before South's", before, l.Shift())
	}
	l.Rest()
	if l.Shift() != 0 || l.Advance(rules.South, 10*ms) {
		t.Errorf("a light at rest is %g from its place", l.Shift())
	}
}
