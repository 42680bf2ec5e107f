package render

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"mancala/rules"
)

// The areas that a board may be laid out in, in units: from the smallest window to the largest, and not in the corner.
var testAreas = []Rect{
	{0, 0, 640, 400},
	{30, 50, 914, 480},
	{0, 0, 1280, 720},
	{8, 48, 1264, 616},
	{100, 20, 700, 900},
	{0, 0, 2560, 1440},
}

// eachLayout runs a test for all areas, numbers of houses and sides at the bottom.
func eachLayout(t *testing.T, test func(t *testing.T, area Rect, l Layout)) {
	t.Helper()
	for _, area := range testAreas {
		for houses := 1; houses <= rules.MaxHouses; houses++ {
			for _, bottom := range []rules.Side{rules.South, rules.North} {
				t.Run(fmt.Sprintf("%gx%g/%d/%v", area.W, area.H, houses, bottom), func(t *testing.T) {
					test(t, area, NewLayout(area, houses, bottom))
				})
			}
		}
	}
}

func pitsOf(l Layout) (pits []rules.Pit) {
	l.each(func(p rules.Pit) { pits = append(pits, p) })
	return pits
}

// within reports whether inner lies in outer.
func within(inner, outer Rect) bool {
	const slack = 1e-6
	return inner.X >= outer.X-slack && inner.Right() <= outer.Right()+slack &&
		inner.Y >= outer.Y-slack && inner.Bottom() <= outer.Bottom()+slack
}

func apart(a, b Rect) bool {
	return a.Right() <= b.X || b.Right() <= a.X || a.Bottom() <= b.Y || b.Bottom() <= a.Y
}

func TestLayoutFitsItsArea(t *testing.T) {
	eachLayout(t, func(t *testing.T, area Rect, l Layout) {
		if !within(l.Board(), area) {
			t.Errorf("board %v is not within %v", l.Board(), area)
		}
		if d := l.Board().Center().Distance(area.Center()); d > 1e-6 {
			t.Errorf("the board is %g off the middle", d)
		}
		if got := len(pitsOf(l)); got != 2*l.Houses()+2 {
			t.Errorf("%d pits", got)
		}
		for _, p := range pitsOf(l) {
			if !within(l.Pit(p), l.Board().Inset(4)) {
				t.Errorf("pit %v at %v is not within the board %v", p, l.Pit(p), l.Board())
			}
		}
	})
}

// The word at an advised house stands on its edge, on the side of the other row, and out of the way of words between the rows.
func TestHintStandsAtTheEdgeOfItsHouse(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		for _, p := range pitsOf(l) {
			if p.IsStore() {
				continue
			}
			r, at, aisle := l.Pit(p), l.hintAnchor(p), l.aisleAt(p)
			if at.X != r.Center().X || at.Distance(r.Center()) >= r.H/2 || at.Distance(r.Center()) < 0.4*r.H {
				t.Errorf("%v at %v has its word at %v", p, r, at)
			}
			if at.Distance(aisle) >= r.Center().Distance(aisle) || at.Distance(aisle) < 0.1*l.pitch {
				t.Errorf("%v has its word at %v; the middle between the rows is %v", p, at, aisle)
			}
		}
	})
}

func TestLayoutUsesItsArea(t *testing.T) {
	l := NewLayout(Rect{0, 0, 1280, 720}, 6, rules.South)
	if w := l.Board().W; w < 1150 {
		t.Errorf("a board of 6 houses is only %g of 1280 units wide", w)
	}
	if h := NewLayout(Rect{0, 0, 1280, 720}, 1, rules.South).Board().H; h < 400 {
		t.Errorf("a board of 1 house is only %g of 720 units high", h)
	}
}

func TestLayoutPitsDoNotOverlap(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		pits := pitsOf(l)
		for i, p := range pits {
			for _, q := range pits[:i] {
				if !apart(l.Pit(p), l.Pit(q)) {
					t.Errorf("%v and %v overlap", p, q)
				}
			}
		}
	})
}

func TestLayoutOrder(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		own, other := l.Bottom(), l.Bottom().Opponent()
		middle := l.Board().Center()
		x := l.Pit(rules.StoreOf(other)).Center().X
		for h := 1; h <= l.Houses(); h++ {
			at := l.Pit(rules.Pit{Side: own, House: rules.House(h)}).Center()
			if at.X <= x || at.Y <= middle.Y {
				t.Errorf("the bottom side's house %d is at %v, not to the right of %g in the lower half", h, at, x)
			}
			x = at.X
		}
		if store := l.Pit(rules.StoreOf(own)).Center(); store.X <= x {
			t.Errorf("the bottom side's store is at %v, not at the right", store)
		}
		for h := 0; h <= l.Houses(); h++ {
			p, q := rules.Pit{Side: own, House: rules.House(h)}, rules.Pit{Side: other, House: rules.House(h)}
			for _, pair := range [][2]Point{
				{l.Pit(p).Center(), l.Pit(q).Center()}, {l.CountAnchor(p), l.CountAnchor(q)}, {l.NumberAnchor(p), l.NumberAnchor(q)},
			} {
				if d := pair[0].Lerp(pair[1], 0.5).Distance(middle); d > 1e-6 {
					t.Errorf("house %d of the two sides: %v is not opposite %v", h, pair[0], pair[1])
				}
			}
		}
	})
}

// A house faces the house across the board from it, as the rules see it.
func TestLayoutOppositeHousesFaceEachOther(t *testing.T) {
	v, err := rules.Preset("kalah")
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLayout(testAreas[2], int(v.Houses), rules.North)
	for h := range rules.House(v.Houses) {
		pit := rules.Pit{Side: rules.South, House: h + 1}
		if a, b := l.Pit(pit).Center(), l.Pit(p.Opposite(pit)).Center(); math.Abs(a.X-b.X) > 1e-6 {
			t.Errorf("%v at %v does not face %v at %v", pit, a, p.Opposite(pit), b)
		}
	}
}

func TestLayoutHitTest(t *testing.T) {
	eachLayout(t, func(t *testing.T, area Rect, l Layout) {
		for _, p := range pitsOf(l) {
			points := []Point{l.Pit(p).Center(), l.CountAnchor(p)}
			if p.IsStore() {
				points = points[:1]
			} else {
				points = append(points, l.NumberAnchor(p))
				for i := range 12 {
					sin, cos := math.Sincos(float64(i) / 12 * 2 * math.Pi)
					points = append(points, l.Pit(p).Center().Add(Point{cos, sin}.Mul(l.Pit(p).W/2)))
				}
			}
			for _, at := range points {
				if got, ok := l.At(at); !ok || got != p {
					t.Errorf("At(%v) = %v, %v; want %v", at, got, ok, p)
				}
			}
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 300 {
			at := Point{area.X + r.Float64()*area.W, area.Y + r.Float64()*area.H}
			hits := 0
			for _, p := range pitsOf(l) {
				if l.hit(p, at) {
					hits++
				}
			}
			_, ok := l.At(at)
			if hits > 1 || ok && !l.Board().Contains(at) {
				t.Errorf("%v means %d pits; on the board: %v", at, hits, l.Board().Contains(at))
			}
		}
	})
}

func TestLayoutBareWoodIsNoPit(t *testing.T) {
	l := NewLayout(testAreas[2], 6, rules.South)
	a := l.Pit(rules.Pit{Side: rules.South, House: 3}).Center()
	b := l.Pit(rules.Pit{Side: rules.North, House: 3}).Center()
	for _, at := range []Point{l.Board().Center(), a.Lerp(b, 0.5), {l.Board().X + 3, l.Board().Center().Y}, {-10, -10}} {
		if p, ok := l.At(at); ok {
			t.Errorf("At(%v) = %v, want no pit", at, p)
		}
	}
}

// Counts and numbers stand clear of pits, of each other and of the edge, and are large enough to read.
func TestLayoutLabels(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		const digit = 0.74 // the height of a digit in sizes
		if l.countSize() < 18 || l.storeCountSize() < 32 || l.numberSize() < 12 {
			t.Errorf("sizes %g, %g, %g are too small", l.countSize(), l.storeCountSize(), l.numberSize())
		}
		for _, p := range pitsOf(l) {
			if p.Side != l.Bottom() {
				continue
			}
			size := l.countSize()
			bottom := l.Board().Bottom() - 0.02*l.pitch
			if p.IsStore() {
				size = l.storeCountSize()
			} else {
				disc := l.NumberAnchor(p).Y - 0.72*l.numberSize()
				if end := disc + 1.44*l.numberSize(); end > bottom {
					t.Errorf("the number of %v ends at %g, the board at %g", p, end, bottom)
				}
				bottom = disc
			}
			top, end := l.CountAnchor(p).Y-digit/2*size, l.CountAnchor(p).Y+digit/2*size
			if top < l.Pit(p).Bottom() || end > bottom {
				t.Errorf("the count of %v is at %g..%g, the room for it %g..%g", p, top, end, l.Pit(p).Bottom(), bottom)
			}
		}
	})
}

// A board on a help page is tiny; it still fits, and its counts are as large as there is room for.
func TestLayoutSmallBoards(t *testing.T) {
	area := Rect{10, 10, 360, 120}
	for houses := 1; houses <= rules.MaxHouses; houses++ {
		l := NewLayout(area, houses, rules.South)
		if !within(l.Board(), area) {
			t.Errorf("%d houses: %v is not within %v", houses, l.Board(), area)
		}
		if houses <= 6 && l.countSize() < 11 {
			t.Errorf("%d houses: counts of size %g", houses, l.countSize())
		}
	}
}

func TestLayoutTakesAnything(t *testing.T) {
	for _, area := range []Rect{{}, {0, 0, -5, 100}, {0, 0, 3, 3}} {
		for _, houses := range []int{-1, 0, 11, 1000} {
			l := NewLayout(area, houses, rules.North)
			if l.Houses() < 1 || l.Houses() > rules.MaxHouses || !(l.Board().W > 0) {
				t.Errorf("NewLayout(%v, %d) has %d houses and a board of %v", area, houses, l.Houses(), l.Board())
			}
		}
	}
	l := NewLayout(testAreas[0], 3, rules.South)
	for _, p := range []rules.Pit{{Side: rules.South, House: 4}, {Side: 7}, {House: rules.Swap}} {
		if l.Has(p) || l.Pit(p).W != 0 {
			t.Errorf("the board of 3 houses has %v at %v", p, l.Pit(p))
		}
	}
}
