package kit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// brick is a part of given limits that remembers its place, for tests.
type brick struct {
	Picture
	name string
}

// wall returns a random page of bricks, and the bricks.
func wall(r *rand.Rand, depth int, bricks *[]*brick) Part {
	var parts []Part
	for range 1 + r.IntN(4) {
		if depth > 0 && r.IntN(2) == 0 {
			parts = append(parts, wall(r, depth-1, bricks))
			continue
		}
		least := float64(r.IntN(90))
		b := &brick{Picture{Least: least, Most: least + float64(r.IntN(3)*120)}, fmt.Sprint("brick ", len(*bricks))}
		*bricks = append(*bricks, b)
		parts = append(parts, b)
	}
	switch r.IntN(6) {
	case 0:
		return Across(parts...)
	case 1:
		return Tiles(60+float64(r.IntN(120)), 8, parts...)
	case 2:
		return Flow(1+r.IntN(3), 8, 30, parts...)
	case 3:
		return OnPanel(Rows(parts...))
	case 4:
		return &Narrow{Rows(parts...), 500, r.IntN(2) == 0}
	}
	return Rows(parts...)
}

// In every page, the parts lie within the page, do not overlap, and have heights within their
// extents.
func TestPartsHaveRoom(t *testing.T) {
	c := newCanvas(t)
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 1))
		var bricks []*brick
		page := wall(r, 3, &bricks)
		place := render.Rect{X: 40, Y: 60, W: 700 + float64(r.IntN(900))}
		e := page.Extent(c, place.W)
		if e.Least > e.Most {
			t.Fatalf("page %d is at least %.0f and at most %.0f units high", seed, e.Least, e.Most)
		}
		place.H = e.within(float64(r.IntN(1500)))
		page.Place(c, place)
		for i, b := range bricks {
			got := b.Bounds()
			if got.H < b.Least-0.1 || got.H > b.Most+0.1 || got.W < 0 {
				t.Fatalf("page %d: %s of %.0f to %.0f units lies at %+v", seed, b.name, b.Least, b.Most, got)
			}
			if got.X < place.X-0.1 || got.Y < place.Y-0.1 || got.Right() > place.Right()+0.1 || got.Bottom() > place.Bottom()+0.1 {
				t.Fatalf("page %d at %+v: %s lies outside, at %+v", seed, place, b.name, got)
			}
			for _, other := range bricks[:i] {
				o := other.Bounds()
				if min(got.Right(), o.Right())-max(got.X, o.X) > 0.1 && min(got.Bottom(), o.Bottom())-max(got.Y, o.Y) > 0.1 {
					t.Fatalf("page %d: %s at %+v and %s at %+v overlap", seed, b.name, got, other.name, o)
				}
			}
		}
	}
}

// Spare room goes to the parts that may be higher, the lowest first, up to their limits.
func TestSpareRoomIsShared(t *testing.T) {
	for _, want := range []struct {
		total   float64
		extents []Extent
		heights []float64
	}{
		{100, []Extent{{20, 20}, {30, Endless}}, []float64{20, 80}},
		{100, []Extent{{20, 40}, {10, Endless}}, []float64{40, 60}},
		{100, []Extent{{0, Endless}, {10, Endless}}, []float64{50, 50}},
		{60, []Extent{{20, 40}, {10, Endless}}, []float64{40, 20}}, // a text before a picture
		{100, []Extent{{20, 30}, {10, 30}}, []float64{30, 30}},
		{100, []Extent{{80, 90}, {70, 70}}, []float64{80, 70}},
		{100, nil, nil},
	} {
		got := spread(want.total, want.extents)
		for i, h := range want.heights {
			if d := got[i] - h; d < -0.1 || d > 0.1 {
				t.Errorf("%v units for %v: %v, want %v", want.total, want.extents, got, want.heights)
				break
			}
		}
	}
}

// Tiles are in as few rows as possible, and the rows are evenly filled.
func TestTilesAreEvenlyFilled(t *testing.T) {
	c := newCanvas(t)
	for _, want := range []struct{ width, rows, columns int }{{1000, 2, 3}, {1300, 1, 6}, {430, 3, 2}, {150, 6, 1}, {1100, 2, 3}} {
		var parts []Part
		for range 6 {
			parts = append(parts, Blank(50))
		}
		tiles := Tiles(190, 10, parts...)
		width := float64(want.width)
		tiles.Place(c, render.Rect{W: width, H: 1000})
		if got := tiles.Extent(c, width).Least; got != float64(want.rows)*60-10 {
			t.Errorf("at %v units, six tiles are %v units high, want %d rows", width, got, want.rows)
		}
		first, last := parts[0].(*Picture).Bounds(), parts[want.columns-1].(*Picture).Bounds()
		if last.Y != first.Y || last.Right() < width-0.1 || first.W < 149 {
			t.Errorf("at %v units, the first row goes from %+v to %+v", width, first, last)
		}
	}
}

// pond is a part that is the higher the narrower it is.
type pond struct{ Picture }

func (*pond) Extent(_ *render.Canvas, width float64) Extent { return Exactly(90000 / width) }

// The widgets of a page keep their order, have their places in their parts, and scroll if the page
// is higher than its room.
func TestAFormIsFilledByItsPage(t *testing.T) {
	c := newCanvas(t)
	name, play, back := WithID("name", NewTextField("Name", "", nil)), WithID("play", NewButton("Play", nil)), WithID("back", NewButton("Back", nil))
	text := &ScrollArea{Content: &pond{}}
	page := OnPanel(Rows(Put(name), Across(Put(play), Put(back)), Put(text)))
	f := NewForm(ControlsOf(page)...)
	room := render.Rect{X: 20, Y: 20, W: 400, H: 600}
	f.Fill(c, room, room.Inset(-10), page)
	if got := f.Widgets(); len(got) != 4 || got[0] != Widget(name) || got[2] != Widget(back) || got[3] != Widget(text) {
		t.Fatalf("the widgets are %v", got)
	}
	if r := page.Bounds(); r.Bottom() >= room.Bottom() || text.Bounds().H != text.ContentHeight || text.Focusable() {
		t.Errorf("the panel at %+v does not end with its text, which is %v of %v high", r, text.Bounds().H, text.ContentHeight)
	}
	room.H = 150
	f.Fill(c, room, room.Inset(-10), page)
	calm(f, 1)
	before := back.Bounds()
	f.moveTo(name)
	f.Update(&Input{Cursor: room.Center(), CursorMoved: true, Wheel: 40})
	if back.Bounds().Y >= before.Y {
		t.Errorf("a page higher than its room does not scroll: %+v", back.Bounds())
	}
	if !text.Focusable() {
		t.Error("a text that has lost its room does not scroll")
	}
}

// The way back from a page for reading has the focus, but it is gold only after a key.
func TestARestingFocusIsNotSeen(t *testing.T) {
	back, more := NewButton("Back", nil), NewButton("More", nil)
	f := NewForm(more, back)
	f.Rest(back)
	pressed := 0
	back.OnPress = func() { pressed++ }
	f.Update(&Input{Keys: []KeyPress{{Key: ebiten.KeyEnter}}})
	if f.Focused() != Widget(back) || !f.resting || pressed != 1 {
		t.Fatalf("the focus is on %v, resting %v; Enter pressed it %d times", f.Focused(), f.resting, pressed)
	}
	f.Update(&Input{Keys: []KeyPress{{Key: ebiten.KeyTab}}})
	if f.Focused() != Widget(more) || f.resting {
		t.Errorf("after Tab the focus is on %v, resting %v", f.Focused(), f.resting)
	}
}

// The titles of cards of one size have the same size and height.
func TestTitlesOfCardsAreAlike(t *testing.T) {
	c := newCanvas(t)
	cards := []*Card{NewCard("A title without enough room", "In two or three lines of text", nil), NewCard("Short", "In one", nil), NewCard("Tall", "In many more lines of text than both of the others", nil)}
	(&Beside{Gap: Gap, Parts: Cards(120, 120, cards...)}).Place(c, render.Rect{W: 700, H: 120})
	first := cards[0].places(c).title
	style := cards[0].title
	if style.Size == cardTitleStyle.Size {
		t.Fatal("the longest title is not smaller")
	}
	for _, d := range cards[1:] {
		if title := d.places(c).title; title.Y != first.Y || d.title != style {
			t.Errorf("%q is at %.0f in size %.0f, but %q at %.0f in size %.0f", d.Label, title.Y, d.title.Size, cards[0].Label, first.Y, style.Size)
		}
	}
}
