package render

import (
	"image"
	"image/color"
	"testing"
)

func TestRoleFades(t *testing.T) {
	theme := Walnut()
	gold := theme.Colour(Gold)
	for share, want := range map[float64]color.RGBA{
		1: gold, 7: gold, 0: {}, -1: {}, 0.5: {gold.R / 2, gold.G / 2, gold.B / 2, 127},
	} {
		if got := theme.Colour(Gold.Faded(share)); distance(got, want) > 1 || int(got.A)-int(want.A) > 1 || int(want.A)-int(got.A) > 1 {
			t.Errorf("gold with a share of %g is %v, want %v", share, got, want)
		}
	}
	if got := theme.Colour(Gold.Faded(0.2).Faded(1)); got != gold {
		t.Errorf("gold that is faded and then not is %v", got)
	}
	if got := theme.Colour(roles + 3); got != (color.RGBA{}) {
		t.Errorf("a role that there is not is %v", got)
	}
}

// A theme that is set later must look as if it had been there from the start: no picture of the old one may be left.
func TestAThemeIsFollowedAtOnce(t *testing.T) {
	other := Walnut()
	for i, c := range other.colours {
		other.colours[i] = color.RGBA{c.G, c.B, c.R, c.A}
	}
	other.board.middle, other.table.near, other.seeds[0] = rgb{0.2, 0.3, 0.5}, rgb{0.3, 0.1, 0.1}, other.seeds[1]
	changed, fresh := newStudio(t, 640, 360), newStudio(t, 640, 360)
	v := changed.still(startOf(t, 6, 4))
	before := changed.shoot(v)
	for _, s := range []*studio{changed, fresh} {
		s.canvas.SetTheme(other)
	}
	after := changed.shoot(v)
	if n := differ(after, before); n < 640*360*9/10 {
		t.Errorf("another theme changes only %d pixels", n)
	}
	if differ(after, fresh.shoot(v)) > 0 {
		t.Error("a theme looks different when another one was used before")
	}
	changed.canvas.SetTheme(Walnut())
	if differ(changed.shoot(v), before) > 0 {
		t.Error("going back to a theme leaves something of the other one")
	}
}

// differ counts the pixels in which two pictures differ by more than rounding.
func differ(a, b *image.RGBA) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if distance(a.RGBAAt(x, y), b.RGBAAt(x, y)) > 3 {
				n++
			}
		}
	}
	return n
}
