package render

import (
	"image"
	"image/color"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// Code is a picture of dark and light squares that a camera reads, such as a QR code. Make one with
// [NewCode].
type Code struct {
	squares *image.Gray // with the light edge
	drawn   *ebiten.Image
}

// codeEdge is the width of the light edge of a code in squares; cameras need it.
const codeEdge = 4

// NewCode returns the picture of a code, given row by row. true is dark.
func NewCode(rows [][]bool) *Code {
	side := len(rows) + 2*codeEdge
	c := &Code{squares: image.NewGray(image.Rect(0, 0, side, side))}
	for y := range side {
		for x := range side {
			row, column := y-codeEdge, x-codeEdge
			if row < 0 || row >= len(rows) || column < 0 || column >= len(rows[row]) || !rows[row][column] {
				c.squares.SetGray(x, y, color.Gray{Y: 255})
			}
		}
	}
	return c
}

// Draw draws the code in the middle of r, as large as possible with squares of whole physical
// pixels. It is black on white in every theme, since cameras do not read all other colours.
func (d *Code) Draw(c *Canvas, r Rect) {
	if d.drawn == nil {
		d.drawn = ebiten.NewImageFromImage(d.squares)
	}
	side := float64(d.squares.Rect.Dx())
	scale := max(1, math.Floor(min(r.W, r.H)*c.unit/side))
	at := r.Center().Mul(c.unit)
	var how ebiten.DrawImageOptions
	how.GeoM.Scale(scale, scale)
	how.GeoM.Translate(math.Round(at.X-scale*side/2), math.Round(at.Y-scale*side/2))
	c.screen().DrawImage(d.drawn, &how)
}
