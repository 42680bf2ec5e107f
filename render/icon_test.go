package render

import (
	"math"
	"testing"
)

func TestIconShowsThreeSeedsInALitPit(t *testing.T) {
	for _, icon := range Icons() {
		size := icon.Bounds().Dx()
		m := Icon(size)
		if icon.Bounds() != m.Bounds() || icon.Bounds().Dy() != size {
			t.Fatalf("an icon is %v", icon.Bounds())
		}
		at := func(x, y float64) (r, g, b, a float64) {
			half := float64(size) / 2
			return mean(m, half+x*half, half+y*half, 0.1*half)
		}
		if c := m.RGBAAt(0, 0); c.A != 0 {
			t.Errorf("%d: the corner is %v", size, c)
		}
		if _, _, _, a := at(0, 0); a != 255 {
			t.Errorf("%d: the middle has holes", size)
		}
		r, g, b, _ := at(0, -(iconRing+iconBowl)/2)
		ring := luminance(r, g, b)
		r, g, b, _ = at(0, -0.89)
		if wood := luminance(r, g, b); ring < 1.3*wood {
			t.Errorf("%d: the ring has luminance %.2f, the wood %.2f", size, ring, wood)
		}
		for i, s := range iconSeeds {
			r, g, b, _ := at(s.x, s.y)
			for _, o := range iconSeeds[:i] {
				r2, g2, b2, _ := at(o.x, o.y)
				if d := math.Hypot(math.Hypot(r-r2, g-g2), b-b2); d < 60 {
					t.Errorf("%d: two seeds differ by %.0f", size, d)
				}
			}
		}
	}
	if got := Icon(-3).Bounds().Dx(); got != 1 {
		t.Errorf("an icon of no size is %d wide", got)
	}
}

func BenchmarkIcons(b *testing.B) {
	for b.Loop() {
		Icons()
	}
}
