package render

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// bead is the picture of a single seed with its shadow, for [BoardArt.DrawSeed].
type bead struct {
	beadKey
	picture *ebiten.Image
}

// beadKey identifies the picture of a seed: its colour, and its radius in pixels.
type beadKey struct{ colour, radius int }

// DrawSeed draws a single seed with its shadow, for example as a medal. radius is in units, and
// colour is 0..[SeedColours]-1. It caches only the last picture.
func (a *BoardArt) DrawSeed(c *Canvas, at Point, radius float64, colour int) {
	a.follow(c)
	want := beadKey{colour: max(0, min(colour, SeedColours-1)), radius: max(1, int(math.Round(radius*c.unit)))}
	if a.bead.picture == nil || a.bead.beadKey != want {
		a.dropBead()
		a.bead = bead{want, pictureOf(beadPicture(&a.theme, want.colour, float64(want.radius)))}
	}
	size := a.bead.picture.Bounds().Size()
	opts := &a.image
	*opts = ebiten.DrawImageOptions{}
	opts.GeoM.Translate(math.Round(at.X*c.unit)-float64(size.X)/2, math.Round(at.Y*c.unit)-float64(size.Y)/2)
	c.screen().DrawImage(a.bead.picture, opts)
}

// dropBead drops the picture of a seed.
func (a *BoardArt) dropBead() {
	if a.bead.picture != nil {
		a.bead.picture.Deallocate()
		a.bead.picture = nil
	}
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
		return over(g.bead(x, y), g.shadow(x, y))
	})
	return picture
}
