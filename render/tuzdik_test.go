package render

import (
	"image"
	"math"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// owned is a position of Togyz with a tuzdik of each side, and large piles.
const owned = "togyz(9,9) <9,20,18,4,x,0,41,1,17,9,5,1,2,0,5,0,x,13,16,8,2> south"

// Boards with tuzdiks in each theme and class of sizes, and one of five houses.
func TestGoldenTuzdiks(t *testing.T) {
	for class, size := range map[string]image.Point{"landscape": {480, 270}, "portrait": {270, 480}} {
		s := newStudio(t, size.X, size.Y)
		var pictures []*image.RGBA
		for _, theme := range Themes() {
			s.inTheme(theme)
			pictures = append(pictures, s.shoot(s.still(rulestest.Position(t, owned))))
		}
		s.inTheme(Walnut())
		start := need.Must(rules.Start(rulestest.Variant(t, "bestemshe", 5, 5)))(t)
		pictures = append(pictures, s.shoot(s.still(start)))
		compare(t, "tuzdik-"+class, contactSheet(size, pictures))
	}
}

// Tuzdiks differ from empty houses, and the tuzdiks of the two sides from each other, in every
// theme and without hues.
func TestTuzdiksStandOut(t *testing.T) {
	for _, theme := range Themes() {
		s := newStudio(t, 640, 360).inTheme(theme)
		v := View{Layout: s.layout(9)}
		pit := rules.Pit{Side: rules.North, House: 5}
		at := v.Layout.Pit(pit)
		bright := func(picture *image.RGBA, r Rect) (sum float64) {
			u := s.canvas.unit
			for y := int(r.Y * u); y < int(r.Bottom()*u); y++ {
				for x := int(r.X * u); x < int(r.Right()*u); x++ {
					sum += gray(picture.Pix[picture.PixOffset(x, y):])
				}
			}
			return sum / (r.W * r.H * u * u)
		}
		empty := s.shoot(v)
		v.Moment.Board.Tuzdik[rules.South] = pit.House
		marked := s.shoot(v)
		if got := bright(marked, at) - bright(empty, at); got < 60 {
			t.Errorf("%s: a tuzdik is only %.0f of 255 brighter than an empty house", theme.Code(), got)
		}
		left, right := at, at
		left.W /= 2
		right.W, right.X = right.W/2, right.X+right.W/2
		if way := math.Abs(bright(marked, left) - bright(marked, right)); way < 4 {
			t.Errorf("%s: the sides of the arrow differ only by %.1f", theme.Code(), way)
		}
	}
}
