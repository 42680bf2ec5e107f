package render

import (
	"image"
	"image/color"
	"image/draw"

	"mancala/internal/motion"
	"mancala/rules"
)

// The parts of a picture of a puzzle, in pixels.
const (
	puzzleWidth, puzzleHeight = 800, 400
	puzzleSquare              = 44
	puzzleSquares             = 330 // from above
	mostSquares               = 14
)

// Puzzle paints a picture of a puzzle to share: the board as seen by its solver, from the bottom,
// with the name of its game, and a row of at most 14 coloured squares.
func (p *Painter) Puzzle(at rules.Position, name string, squares []color.RGBA) *image.RGBA {
	c, a := p.begin(image.Pt(puzzleWidth, puzzleHeight), readableUnit)
	a.DrawBackdrop(c)
	area, _ := c.Bounds().CutTop(puzzleSquares / c.unit)
	l := NewLayout(area.Inset(8), at.Variant(), at.ToMove())
	a.Draw(c, View{Layout: l, Moment: motion.Still(at.Board()), Name: name})
	picture := c.dst.(memory).RGBA
	squares = squares[:min(len(squares), mostSquares)]
	const step = puzzleSquare + 8
	x := (puzzleWidth - len(squares)*step + 8) / 2
	for i, clr := range squares {
		place := image.Rect(0, 0, puzzleSquare, puzzleSquare).Add(image.Pt(x+i*step, puzzleSquares))
		draw.Draw(picture, place, image.NewUniform(clr), image.Point{}, draw.Src)
	}
	return picture
}
