package render

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// The areas of boards, in units: from the smallest window to the largest, and away from the corner.
var testAreas = []Rect{
	{0, 0, 640, 400},
	{30, 50, 914, 480},
	{0, 0, 1280, 720},
	{8, 48, 1264, 616},
	{100, 20, 700, 900},
	{0, 0, 857, 1428},
	{20, 60, 640, 670},
	{0, 0, 2560, 1440},
}

// eachLayout runs a test for all areas, games, numbers of houses and bottom sides.
func eachLayout(t *testing.T, test func(t *testing.T, area Rect, l Layout)) {
	t.Helper()
	for _, area := range testAreas {
		for _, game := range rules.Presets() {
			for game.Houses = 1; game.Houses <= rules.MaxHouses; game.Houses++ {
				for _, bottom := range []rules.Side{rules.South, rules.North} {
					t.Run(fmt.Sprintf("%gx%g/%s-%d/%v", area.W, area.H, game.Name, game.Houses, bottom), func(t *testing.T) {
						test(t, area, NewLayout(area, game.Variant, bottom))
					})
				}
			}
		}
	}
}

// kalah returns the game on a board of some houses a side.
func kalah(houses int) rules.Variant { return rules.Variant{Houses: uint8(houses)} }

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

// onBoard reports whether a rectangle with round ends is clear of the frame of the board, with its
// round corners, by an air.
func onBoard(l Layout, r Rect, air float64) bool {
	b := l.Board()
	corner := min(l.face().corner*l.pitch, b.W/2, b.H/2)
	half := min(r.W, r.H) / 2
	for _, end := range [...]Point{{r.X + half, r.Y + half}, {r.Right() - half, r.Bottom() - half}, {r.Right() - half, r.Y + half}, {r.X + half, r.Bottom() - half}} {
		q := Point{math.Abs(end.X-b.Center().X) - b.W/2 + corner, math.Abs(end.Y-b.Center().Y) - b.H/2 + corner}
		d := min(max(q.X, q.Y), 0) + math.Hypot(max(q.X, 0), max(q.Y, 0)) - corner
		if d+half+air > 1e-6 {
			return false
		}
	}
	return true
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
			if !onBoard(l, l.Pit(p), 0.03*l.pitch) {
				t.Errorf("pit %v at %v is not within the board %v", p, l.Pit(p), l.Board())
			}
		}
	})
}

// The word at an advised house is on its edge at the other row, and clear of words between the
// rows.
func TestHintStandsAtTheEdgeOfItsHouse(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		for _, p := range pitsOf(l) {
			if p.IsStore() {
				continue
			}
			r, at, aisle := l.Pit(p), l.hintAnchor(p), l.Board().Center()
			half := r.H / 2
			if l.Upright() {
				aisle.Y, half = r.Center().Y, r.W/2
			} else {
				aisle.X = r.Center().X
			}
			off := at.Distance(r.Center())
			if math.Abs(off+at.Distance(aisle)-r.Center().Distance(aisle)) > 1e-6 || off >= half || off < 0.8*half {
				t.Errorf("%v at %v has its word at %v", p, r, at)
			}
			if at.Distance(aisle) < 0.1*l.pitch {
				t.Errorf("%v has its word at %v; the middle between the rows is %v", p, at, aisle)
			}
		}
	})
}

func TestLayoutUsesItsArea(t *testing.T) {
	l := NewLayout(Rect{0, 0, 1280, 720}, kalah(6), rules.South)
	if w := l.Board().W; w < 1150 {
		t.Errorf("a board of 6 houses is only %g of 1280 units wide", w)
	}
	if h := NewLayout(Rect{0, 0, 1280, 720}, kalah(1), rules.South).Board().H; h < 400 {
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

// fromBottom returns a point relative to the middle of the board, as seen by the player at the
// bottom: to the right, and towards the player.
func fromBottom(l Layout, p Point) (right, near float64) {
	c := l.Board().Center()
	if l.Upright() { // the player sits at the left
		return p.Y - c.Y, c.X - p.X
	}
	return p.X - c.X, p.Y - c.Y
}

func TestLayoutIsUprightInAHighArea(t *testing.T) {
	eachLayout(t, func(t *testing.T, area Rect, l Layout) {
		if l.Upright() != (area.H > area.W) {
			t.Errorf("upright: %v", l.Upright())
		}
	})
}

// Sowing runs counter-clockwise on every board: along the mover's row to their store, and back
// along the other row.
func TestLayoutOrder(t *testing.T) {
	eachLayout(t, func(t *testing.T, _ Rect, l Layout) {
		own, other := l.Bottom(), l.Bottom().Opponent()
		last, _ := fromBottom(l, l.Pit(rules.StoreOf(other)).Center())
		if l.trays() {
			last = math.Inf(-1)
		}
		for h := 1; h <= l.Houses(); h++ {
			at := l.Pit(rules.Pit{Side: own, House: rules.House(h)}).Center()
			right, near := fromBottom(l, at)
			if right <= last || near <= 0 {
				t.Errorf("the bottom side's house %d is at %v", h, at)
			}
			last = right
		}
		if right, _ := fromBottom(l, l.Pit(rules.StoreOf(own)).Center()); right <= last && !l.trays() {
			t.Errorf("the bottom side's store is at %g, not behind its last house", right)
		}
		for h := 0; h <= l.Houses(); h++ {
			p, q := rules.Pit{Side: own, House: rules.House(h)}, rules.Pit{Side: other, House: rules.House(h)}
			for _, pair := range [][2]Point{
				{l.Pit(p).Center(), l.Pit(q).Center()}, {l.CountAnchor(p), l.CountAnchor(q)}, {l.NumberAnchor(p), l.NumberAnchor(q)},
			} {
				if d := pair[0].Lerp(pair[1], 0.5).Distance(l.Board().Center()); d > 1e-6 {
					t.Errorf("house %d of the two sides: %v is not opposite %v", h, pair[0], pair[1])
				}
			}
		}
	})
}

// Opposite houses by the rules are opposite on the board.
func TestLayoutOppositeHousesFaceEachOther(t *testing.T) {
	v := need.Must(rules.Preset("kalah"))(t)
	p := need.Must(rules.Start(v))(t)
	for _, area := range testAreas {
		l := NewLayout(area, v, rules.North)
		for h := range rules.House(v.Houses) {
			pit := rules.Pit{Side: rules.South, House: h + 1}
			a, _ := fromBottom(l, l.Pit(pit).Center())
			b, _ := fromBottom(l, l.Pit(p.Opposite(pit)).Center())
			if math.Abs(a-b) > 1e-6 {
				t.Errorf("%v does not face %v", pit, p.Opposite(pit))
			}
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
					points = append(points, l.Pit(p).Center().Add(Point{cos * l.Pit(p).W / 2, sin * l.Pit(p).H / 2}))
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
	l := NewLayout(testAreas[2], kalah(6), rules.South)
	a := l.Pit(rules.Pit{Side: rules.South, House: 3}).Center()
	b := l.Pit(rules.Pit{Side: rules.North, House: 3}).Center()
	for _, at := range []Point{l.Board().Center(), a.Lerp(b, 0.5), {l.Board().X + 3, l.Board().Center().Y}, {-10, -10}} {
		if p, ok := l.At(at); ok {
			t.Errorf("At(%v) = %v, want no pit", at, p)
		}
	}
}

// Counts and numbers are clear of pits, of each other and of the edge, and large enough to read.
// Larger letters are larger on any board.
func TestLayoutLabels(t *testing.T) {
	eachLayout(t, func(t *testing.T, area Rect, l Layout) {
		if l.small() { // nine houses and two bowls in the smallest area
			if game := l.face().game; game == "kalah" || l.Houses() < 9 {
				t.Errorf("a board of %d houses is small", l.Houses())
			}
			return
		}
		if l.countSize() < 18 || l.storeCountSize() < 25 || l.numberSize() < 12 {
			t.Errorf("sizes %g, %g, %g are too small", l.countSize(), l.storeCountSize(), l.numberSize())
		}
		large := l.Lettered(area, 1.5)
		for i, k := range []float64{large.countSize() / l.countSize(), large.numberSize() / l.numberSize()} {
			if k < 1.15 {
				t.Errorf("letters %d of a factor of 1.5 are %g times larger", i, k)
			}
		}
		checkLabels(t, l)
		checkLabels(t, large)
	})
}

func checkLabels(t *testing.T, l Layout) {
	t.Helper()
	const digit = 0.74 // height of a digit, in type sizes
	for _, p := range pitsOf(l) {
		size, digits := l.countSize(), 2.0
		if p.IsStore() {
			size, digits = l.storeCountSize(), 3
		}
		at := l.CountAnchor(p)
		count := Rect{X: at.X, Y: at.Y}.Centered(digits*digitWidth*size, digit*size)
		if !onBoard(l, count, 0.02*l.pitch) || slices.ContainsFunc(pitsOf(l), func(q rules.Pit) bool { return !apart(count, l.Pit(q)) }) {
			t.Errorf("the count of %v at %v is not between the pit %v and the edge of the board %v", p, count, l.Pit(p), l.Board())
		}
		if p.IsStore() {
			continue
		}
		n := l.NumberAnchor(p)
		number := Rect{X: n.X, Y: n.Y}.Inset(-0.62 * l.numberSize())
		if !onBoard(l, number, (0.02+l.face().frame)*l.pitch) || !apart(number, count) {
			t.Errorf("the number of %v at %v is not between the count %v and the edge of the board %v", p, number, count, l.Board())
		}
	}
}

// Players' plates are at the ends of the board, at their owners' stores, and overlap nothing else.
func TestLayoutPlates(t *testing.T) {
	eachLayout(t, func(t *testing.T, area Rect, plain Layout) {
		l := plain
		l.plated = true
		l = l.Lettered(area, 1)
		own, other := l.Plate(l.Bottom()), l.Plate(l.Bottom().Opponent())
		for _, r := range []Rect{own, other} {
			if !within(r, area) || !apart(r, l.Board()) || r.H < 40 || r.W < 150 {
				t.Errorf("the plate %v is not beside the board %v in %v", r, l.Board(), area)
			}
		}
		if math.Abs(own.Right()-l.Board().Right()) > 1e-6 || own.Y < l.Board().Bottom() || other.X != l.Board().X || other.Bottom() > l.Board().Y {
			t.Errorf("the plates %v and %v are not at the ends of the board %v", own, other, l.Board())
		}
		if plain.Plate(rules.South) != (Rect{}) || plain.Plate(rules.North) != (Rect{}) {
			t.Error("a board without plates has one")
		}
	})
}

// Targets for fingers have 44 logical pixels, in the smallest window and in one held upright.
func TestLayoutHousesAreLargeEnoughForAFinger(t *testing.T) {
	for _, window := range [][2]int{{640, 400}, {600, 1000}} {
		unit := Scale(window[0], window[1], 1)
		area := Rect{0, 48, float64(window[0]) / unit, float64(window[1])/unit - 48 - 40}
		l := NewTableLayout(area, kalah(6), rules.South)
		if got := l.Pit(rules.Pit{House: 1}).W * unit; got < 44 {
			t.Errorf("in a window of %v a house is %g pixels wide", window, got)
		}
	}
}

// In an upright window, the houses of an upright board have twice the area.
func TestLayoutUprightHousesAreLarger(t *testing.T) {
	area := Rect{0, 48, 857, 1428 - 48 - 40}
	lying := area
	lying.H = area.W
	a, b := NewLayout(area, kalah(6), rules.South), NewLayout(lying, kalah(6), rules.South)
	if k := a.pitch / b.pitch; k*k < 2 {
		t.Errorf("houses have %.2f times the area", k*k)
	}
}

// A tiny board on a help page fits, and its counts are as large as possible.
func TestLayoutSmallBoards(t *testing.T) {
	area := Rect{10, 10, 360, 120}
	for houses := 1; houses <= rules.MaxHouses; houses++ {
		l := NewLayout(area, kalah(houses), rules.South)
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
		for _, houses := range []int{0, 11, 255} {
			l := NewLayout(area, kalah(houses), rules.North)
			if l.Houses() < 1 || l.Houses() > rules.MaxHouses || !(l.Board().W > 0) {
				t.Errorf("NewLayout(%v, %d) has %d houses and a board of %v", area, houses, l.Houses(), l.Board())
			}
		}
	}
	l := NewLayout(testAreas[0], kalah(3), rules.South)
	for _, p := range []rules.Pit{{Side: rules.South, House: 4}, {Side: 7}, {House: rules.Swap}} {
		if l.Has(p) || l.Pit(p).W != 0 {
			t.Errorf("the board of 3 houses has %v at %v", p, l.Pit(p))
		}
	}
}

// A board with larger letters has another picture, with more room for them.
func TestLargerLettersNeedAnotherPicture(t *testing.T) {
	for _, area := range testAreas {
		l := NewLayout(area, kalah(6), rules.South)
		if keyOf(l, 1, false, "") == keyOf(l.Lettered(area, 1.5), 1, false, "") {
			t.Errorf("in %v both have the key %v", area, keyOf(l, 1, false, ""))
		}
	}
}
