package render

import (
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// In games of every rule set and on boards of all shapes, a way begins in its house, ends in the
// pit of the last seed, and visits every pit where a seed falls, each lap in another place. It
// stays on the board. The counts that are written then are those of the board after the ply.
func TestWays(t *testing.T) {
	chance := rand.New(rand.NewPCG(42, 3))
	for _, named := range rules.Presets() {
		past := []rules.Position{need.Must(rules.Start(named.Variant))(t)}
		for n := 0; n < 60 && !past[len(past)-1].Over(); n++ {
			p := past[len(past)-1]
			legal := slices.Collect(p.Plies())
			for _, h := range legal {
				if preview, ok := motion.NewPreview(past, h); ok {
					for _, area := range []Rect{{W: 1280, H: 500}, {W: 640, H: 300}, {W: 500, H: 900}, {W: 160, H: 60}} {
						wayFollows(t, NewLayout(area, p.Variant(), rules.Side(n%2)), &preview)
					}
					after, _ := need.Must2(rules.Play(past, h))(t)
					countsComeTrue(t, p, after, &preview)
				}
			}
			next, _ := need.Must2(rules.Play(past, legal[chance.IntN(len(legal))]))(t)
			past = rules.Extend(past, next)
		}
	}
}

// wayFollows checks the line of a way.
func wayFollows(t *testing.T, l Layout, p *motion.Preview) {
	t.Helper()
	line, edge := l.way(nil, p), 0.02*l.pitch
	in := func(at Point, pit rules.Pit) bool { return l.Pit(pit).Inset(-edge).Contains(at) }
	if !in(line[0], p.From) || !in(line[len(line)-1], p.Last) && len(p.Way) <= 2*l.houses {
		t.Fatalf("%v: the way %+v leads from %v to %v", l, p, line[0], line[len(line)-1])
	}
	rest := p.Way
	if rest[0] == p.From {
		rest = rest[1:]
	}
	next := 0
	for i, at := range line {
		if !l.Board().Contains(at) || slices.Contains(line[:i], at) {
			t.Fatalf("%v: the way %+v is at %v again, or leaves the board", l, p, at)
		}
		if i == 0 || next == len(rest) {
			continue
		}
		if along, _ := l.in(at); l.abreast(rest[next], along) {
			next++
		}
	}
	if next < len(rest) {
		t.Fatalf("%v: the way %+v misses %v", l, p, rest[next])
	}
}

// abreast reports whether a place along the rows belongs to a pit.
func (l Layout) abreast(p rules.Pit, along float64) bool {
	middle, _ := l.place(p)
	half, _ := l.extent(p)
	return along > middle-half && along < middle+half
}

// countsComeTrue checks the counts that are written with a preview.
func countsComeTrue(t *testing.T, p, after rules.Position, preview *motion.Preview) {
	t.Helper()
	v := View{Layout: NewLayout(Rect{W: 1280, H: 500}, p.Variant(), rules.South), Moment: motion.Still(p.Board()), Preview: preview}
	v.Layout.each(func(pit rules.Pit) {
		n, changes := v.coming(pit)
		if !changes {
			n = v.Moment.Board.Seeds(pit)
		}
		if n != after.Seeds(pit) {
			t.Fatalf("%v: house %v: %v shows %d instead of %d", p, preview.From, pit, n, after.Seeds(pit))
		}
	})
}

// A way is drawn in the colour of advice if it begins at the advised house, and in gold otherwise,
// with its point at the last seed's pit.
func TestAWayIsDrawn(t *testing.T) {
	for _, size := range [][2]int{{640, 360}, {360, 640}} {
		s := newStudio(t, size[0], size[1])
		p := rulestest.Position(t, rulestest.CS340)
		v := s.still(p)
		preview, _ := motion.NewPreview([]rules.Position{p}, 1)
		v.Preview = &preview
		line := v.Layout.way(nil, &preview)
		tip := line[len(line)-1].Lerp(line[len(line)-2], 0.1).Mul(s.canvas.unit)
		for _, ink := range []Role{Gold, hintInk} {
			v.Hint, v.HasHint = preview.From, ink == hintInk
			if got, want := s.shoot(v).RGBAAt(int(tip.X), int(tip.Y)), s.canvas.theme.Colour(ink); got != want {
				t.Errorf("at %v the way ends with %v, want %v", size, got, want)
			}
		}
	}
}

// Words at a pit end before the rims of the stores, on boards of all shapes.
func TestWordsLeaveTheStoresFree(t *testing.T) {
	size := Point{150, 30}
	for _, area := range []Rect{{W: 1280, H: 500}, {W: 640, H: 300}, {W: 500, H: 900}} {
		l := NewLayout(area, kalah(6), rules.South)
		l.each(func(p rules.Pit) {
			at := l.aisleAt(p, size)
			words := Rect{X: at.X, Y: at.Y}.Centered(size.X, size.Y)
			for _, side := range []rules.Side{rules.South, rules.North} {
				store := l.Pit(rules.StoreOf(side))
				if words.X < store.Right() && store.X < words.Right() && words.Y < store.Bottom() && store.Y < words.Bottom() {
					t.Errorf("%v: words at %v lie over the store of %v", area, p, side)
				}
			}
		})
	}
}
