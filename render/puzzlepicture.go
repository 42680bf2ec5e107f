package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"mancala/rules"
)

// The parts of a picture of a puzzle, in pixels.
const (
	puzzleWidth, puzzleHeight = 800, 400
	puzzleStore               = 110 // wide
	puzzleMiddle              = 160 // of the board, from above
	puzzlePit                 = 116 // the largest pit
	puzzleSquare              = 44
	puzzleSquares             = 330 // from above
	mostSquares               = 14
)

// PuzzlePicture draws a picture of a puzzle to share: the board as seen by its solver, from the
// bottom, and a row of at most 14 coloured squares. It needs no window and no running game.
func PuzzlePicture(p rules.Position, squares []color.RGBA) *image.RGBA {
	picture, t := image.NewRGBA(image.Rect(0, 0, puzzleWidth, puzzleHeight)), Walnut()
	wood := sample{float64(t.board.middle[0]) * 0.7, float64(t.board.middle[1]) * 0.7, float64(t.board.middle[2]) * 0.7, 1}
	draw.Draw(picture, picture.Bounds(), image.NewUniform(wood.colour()), image.Point{}, draw.Src)
	m, solver := int(p.Variant().Houses), p.ToMove()
	cell := min(puzzlePit, (puzzleWidth-2*puzzleStore-40)/m)
	left := (puzzleWidth - m*cell) / 2
	for i := range m {
		house := rules.House(i + 1)
		paintPit(picture, &t, image.Pt(left+i*cell, puzzleMiddle+4), cell, p.Seeds(rules.Pit{Side: solver, House: house}))
		paintPit(picture, &t, image.Pt(left+(m-1-i)*cell, puzzleMiddle-4-cell), cell, p.Seeds(rules.Pit{Side: solver.Opponent(), House: house}))
	}
	top := puzzleMiddle - puzzleStore/2
	paintPit(picture, &t, image.Pt(left-puzzleStore-12, top), puzzleStore, p.Store(solver.Opponent()))
	paintPit(picture, &t, image.Pt(left+m*cell+12, top), puzzleStore, p.Store(solver))
	squares = squares[:min(len(squares), mostSquares)]
	const step = puzzleSquare + 8
	x := (puzzleWidth - len(squares)*step + 8) / 2
	for i, c := range squares {
		at := image.Rect(0, 0, puzzleSquare, puzzleSquare).Add(image.Pt(x+i*step, puzzleSquares))
		draw.Draw(picture, at, image.NewUniform(c), image.Point{}, draw.Src)
	}
	return picture
}

// colour returns an opaque sample as a colour.
func (s sample) colour() color.RGBA {
	part := func(x float64) uint8 { return uint8(min(max(x, 0), 1)*255 + 0.5) }
	return color.RGBA{part(s.r), part(s.g), part(s.b), 255}
}

// paintPit paints a pit with seeds into a square, over its present pixels.
func paintPit(picture *image.RGBA, t *Theme, at image.Point, size, seeds int) {
	places := make([]Point, seeds)
	radius := min(0.26, 0.72/math.Sqrt(float64(max(seeds, 1))))
	for i := range places { // as in a sunflower, without overlaps
		r, turn := (0.94-radius)*math.Sqrt((float64(i)+0.5)/float64(seeds)), 2.39996*float64(i)
		if seeds == 1 {
			r = 0
		}
		places[i] = Point{r * math.Cos(turn), r * math.Sin(turn)}
	}
	cell := image.NewRGBA(image.Rect(0, 0, size, size))
	paintBy(2, cell, image.Point{}, size, float64(size)/2, func(x, y float64) sample { return pitAt(t, x, y, radius, places) })
	draw.Draw(picture, cell.Bounds().Add(at), cell, image.Point{}, draw.Over)
}

// pitAt returns the colour of a pit with seeds at a place, in radii from its middle.
func pitAt(t *Theme, x, y, radius float64, seeds []Point) sample {
	bowl := iconPit(t, x*iconBowl/0.96, y*iconBowl/0.96, false)
	if math.Hypot(x, y) > 0.96 {
		return sample{}
	}
	for i, at := range seeds {
		u, v := (x-at.X)/radius, (y-at.Y)/radius
		if math.Hypot(u, v) < 1 {
			bowl = over(t.seeds[i%SeedColours].bead(u, v), bowl)
		}
	}
	return bowl
}
