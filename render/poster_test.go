package render

import (
	"image"
	"maps"
	"math"
	"testing"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

func poster(t *testing.T) *Poster {
	p := rulestest.Position(t, rulestest.CS340)
	return &Poster{
		Moment: motion.Still(p.Board()), Game: kalah(6), Names: [2]string{"Ann", "A player with an exceedingly long name of many words"},
		Winner: rules.North, HasWinner: true, Title: "Ann 14 : 18 Bo", Note: "2 January 2026",
	}
}

func TestPosterIsOfTheSizeAskedFor(t *testing.T) {
	by := need.Must(NewPainter(Walnut()))(t)
	for want, size := range map[image.Point][2]int{
		{800, 600}: {800, 600}, {400, 700}: {400, 700}, {leastPoster, leastPoster}: {-1, 0},
	} {
		got := poster(t).Draw(by, size[0], size[1])
		if got.Bounds().Size() != want {
			t.Errorf("a poster of %v is %v", size, got.Bounds())
		}
		for _, at := range []image.Point{{0, 0}, {want.X / 2, want.Y / 2}, {want.X - 1, want.Y - 1}} {
			if got.RGBAAt(at.X, at.Y).A != 255 {
				t.Errorf("a poster of %v has a hole at %v", size, at)
			}
		}
	}
}

func TestGoldenPoster(t *testing.T) {
	compare(t, "poster", poster(t).Draw(need.Must(NewPainter(Walnut()))(t), 640, 480))
}

// A gliding board draws no pictures for the places on its way.
func TestAGlidingBoardDrawsNoPictures(t *testing.T) {
	s := newStudio(t, 1280, 720)
	v := s.still(startOf(t, 6, 4))
	s.shoot(v)
	kept := maps.Clone(s.art.scenes)
	for _, wide := range []float64{1100, 900, 700} {
		v.Layout, v.Gliding = NewTableLayout(Rect{W: wide, H: wide * 0.5}, kalah(6), rules.South), true
		if s.shoot(v); !maps.Equal(s.art.scenes, kept) {
			t.Fatalf("at %v instead of %v, the pictures %v are kept", wide, kept, s.art.scenes)
		}
	}
	way := s.shoot(v)
	if v.Gliding = false; len(s.art.scenes) != 1 {
		t.Errorf("%d pictures are kept", len(s.art.scenes))
	}
	rest := s.shoot(v)
	if len(s.art.scenes) != 2 {
		t.Error("at rest the board has no picture of its own")
	}
	for h := range rules.House(6) { // the pits of the wood are where the seeds are
		r := v.Layout.Pit(rules.Pit{Side: rules.South, House: h + 1})
		for _, at := range []Point{{r.X + 2, r.Center().Y}, {r.Center().X, r.Y + 2}, {r.Center().X, r.Bottom() - 2}} {
			x, y := at.X*s.canvas.unit, at.Y*s.canvas.unit
			r0, g0, b0, _ := mean(way, x, y, 2)
			r1, g1, b1, _ := mean(rest, x, y, 2)
			if d := math.Abs(r0-r1) + math.Abs(g0-g1) + math.Abs(b0-b1); d > 40 {
				t.Errorf("at the edge of house %d, a gliding board differs by %.0f", h+1, d)
			}
		}
	}
}
