package motion

import (
	"slices"
	"testing"
	"time"

	"mancala/rules"
)

func TestFinaleIsBoundedAndEndsAtRest(t *testing.T) {
	for _, rain := range []bool{false, true} {
		f := NewFinale(rules.North, rain)
		if d := f.Duration(); d < time.Second || d > 3*time.Second {
			t.Errorf("rain %v: it takes %v", rain, d)
		}
		for _, at := range []time.Duration{f.Duration(), time.Hour} {
			m := f.At(at)
			if m.Store != rules.StoreOf(rules.North) || m.Glow <= 0.3 || len(m.Rain) != 0 {
				t.Errorf("rain %v, at %v: %+v", rain, at, m)
			}
			for place := 0.0; place <= 1; place += 0.25 {
				if h := m.Hop(place); h > 1e-9 {
					t.Errorf("rain %v, at %v: a seed at %g is %g high", rain, at, place, h)
				}
			}
		}
	}
}

// Every seed hops once, and the wave runs from one end of the store to the other.
func TestFinaleWave(t *testing.T) {
	f := NewFinale(rules.South, false)
	last := time.Duration(-1)
	for place := 0.0; place <= 1; place += 0.25 {
		var top time.Duration
		highest, hops, up := 0.0, 0, false
		for at := time.Duration(0); at <= f.Duration(); at += 5 * ms {
			m := f.At(at)
			h := m.Hop(place)
			if h < 0 || h > 1 {
				t.Fatalf("at %v a seed is %g high", at, h)
			}
			if h > highest {
				highest, top = h, at
			}
			if now := h > 0.01; now != up {
				up = now
				if now {
					hops++
				}
			}
		}
		if hops != 1 || highest < 0.7 || top <= last {
			t.Errorf("the seed at %g hops %d times, %g high, highest at %v after %v", place, hops, highest, top, last)
		}
		last = top
	}
}

func TestFinaleRain(t *testing.T) {
	f := NewFinale(rules.South, true)
	seen, where := map[int]float64{}, map[int]bool{}
	for at := time.Duration(0); at <= f.Duration(); at += 10 * ms {
		rain := f.At(at).Rain
		if !slices.IsSortedFunc(rain, func(a, b RainSeed) int { return a.Number - b.Number }) {
			t.Fatalf("at %v the rain is in disorder", at)
		}
		for _, s := range rain {
			if y, ok := seen[s.Number]; ok && s.Y <= y || s.X < 0 || s.X > 1 || s.Size < 1 || s.Size > 2 {
				t.Fatalf("at %v: %+v, before at %g", at, s, y)
			}
			seen[s.Number] = s.Y
			where[int(s.X*4)] = true
		}
	}
	if len(seen) != rainCount || len(where) != 4 {
		t.Errorf("%d seeds rain in %d of 4 parts", len(seen), len(where))
	}
	for n, y := range seen {
		if y < 1.05 {
			t.Errorf("seed %d is last seen at %g", n, y)
		}
	}
	if n := testing.AllocsPerRun(100, func() { f.At(900 * ms) }); n != 0 {
		t.Errorf("At allocates %g times", n)
	}
}

func TestFinaleIsAlwaysTheSame(t *testing.T) {
	a, b := NewFinale(rules.South, true), NewFinale(rules.South, true)
	if !slices.Equal(a.At(time.Second).Rain, b.At(time.Second).Rain) {
		t.Error("two finales differ")
	}
	var zero FinaleMoment
	if zero.Hop(0) != 0 || zero.Glow != 0 {
		t.Error("no finale is a finale")
	}
}
