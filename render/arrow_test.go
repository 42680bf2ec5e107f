package render

import (
	"testing"

	"mancala/rules"
)

// An arrow joins its pits on boards of all shapes. An arrow to nowhere is not drawn.
func TestArrow(t *testing.T) {
	for _, size := range [][2]int{{640, 360}, {360, 640}} {
		s := newStudio(t, size[0], size[1])
		v := s.still(startOf(t, 6, 4))
		bare := s.shoot(v)
		a := Arrow{From: rules.Pit{Side: rules.South, House: 3}, To: rules.Pit{Side: rules.South, House: 6}}
		v.Arrow = &a
		if with := s.shoot(v); string(with.Pix) == string(bare.Pix) {
			t.Errorf("at %v there is no arrow", size)
		} else {
			at := v.Layout.Pit(a.From).Center().Lerp(v.Layout.Pit(a.To).Center(), 0.5).Mul(s.canvas.unit)
			if got, want := with.RGBAAt(int(at.X), int(at.Y)), s.canvas.theme.Colour(hintInk); got != want {
				t.Errorf("at %v halfway is %v, want %v", size, got, want)
			}
		}
		a.To = a.From
		if with := s.shoot(v); size[0] > size[1] && string(with.Pix) != string(bare.Pix) { // the other window has just been resized
			t.Errorf("at %v an arrow that leads nowhere is drawn", size)
		}
		store := Arrow{From: rules.Pit{Side: rules.North, House: 2}, To: rules.StoreOf(rules.North)}
		if tip := v.Layout.landing(&store); !v.Layout.Pit(store.To).Contains(tip) {
			t.Errorf("at %v an arrow to a store ends at %v", size, tip)
		}
	}
}
