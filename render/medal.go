package render

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// bead is the picture of one seed with its shadow below it, for [BoardArt.DrawSeed].
type bead struct {
	theme  string // its code
	colour int
	radius int // in pixels
	image  *ebiten.Image
}

// DrawSeed draws one seed with its shadow, radius units large, by itself: as a medal, for example.
// Colour is from 0 to [SeedColours] - 1. The picture is kept until another one is asked for.
func (a *BoardArt) DrawSeed(c *Canvas, at Point, radius float64, colour int) {
	colour = max(0, min(colour, SeedColours-1))
	want := bead{theme: c.theme.code, colour: colour, radius: max(1, int(math.Round(radius*c.unit)))}
	if a.bead.image == nil || a.bead.theme != want.theme || a.bead.colour != want.colour || a.bead.radius != want.radius {
		if a.bead.image != nil {
			a.bead.image.Deallocate()
		}
		want.image = ebiten.NewImageFromImage(beadPicture(&c.theme, colour, float64(want.radius)))
		a.bead = want
	}
	size := a.bead.image.Bounds().Size()
	var opts ebiten.DrawImageOptions
	opts.GeoM.Translate(math.Round(at.X*c.unit)-float64(size.X)/2, math.Round(at.Y*c.unit)-float64(size.Y)/2)
	c.dst.DrawImage(a.bead.image, &opts)
}

// beadPicture paints a seed over its shadow.
func beadPicture(t *Theme, colour int, radius float64) *image.RGBA {
	cell := seedCell(radius)
	picture := image.NewRGBA(image.Rect(0, 0, cell, cell))
	g := t.seeds[colour]
	paint(picture, image.Point{}, cell, radius, func(x, y float64) sample {
		if t.discs {
			return g.disc(x, y, radius)
		}
		top, below := g.bead(x, y), g.shadow(x, y)
		rest := 1 - top.a
		return sample{top.r + rest*below.r, top.g + rest*below.g, top.b + rest*below.b, top.a + rest*below.a}
	})
	return picture
}
