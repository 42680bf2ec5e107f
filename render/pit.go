package render

import (
	"image"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
)

// PitPicture is a picture of a single house with a few seeds.
type PitPicture struct {
	// Seeds is the number of seeds, 0..6; more count as 6.
	Seeds int
	// Colour is their colour, 0..SeedColours-1, unless they are golden.
	Colour uint8
	Golden bool
	// Plain leaves out the ring of light around the bowl.
	Plain bool
}

// pitKey identifies a cached picture of a pit by its contents and its size in pixels.
type pitKey struct {
	PitPicture
	size int
}

// keptPits is the number of cached pictures of pits, and largestPit their largest width in pixels.
// Larger ones are stretched, since painting is slow.
const (
	keptPits   = 24
	largestPit = 256
)

// goldGlass is the material of golden seeds.
var goldGlass = glass{r: 1.0, g: 0.80, b: 0.30, turn: 0.7}

// DrawPit draws a house with seeds in the middle of r, as large as possible.
func (a *BoardArt) DrawPit(c *Canvas, r Rect, p PitPicture) {
	a.follow(c)
	p.Seeds, p.Colour = max(0, min(p.Seeds, 6)), p.Colour%SeedColours
	wide := math.Round(min(r.W, r.H) * c.unit)
	key := pitKey{p, int(min(wide, largestPit))}
	if key.size < 1 {
		return
	}
	picture := a.pits[key]
	if picture == nil {
		if len(a.pits) >= keptPits {
			a.dropPits()
		}
		picture = pictureOf(p.paint(&a.theme, key.size))
		a.pits[key] = picture
	}
	at := r.Center()
	opts := &a.image
	*opts = ebiten.DrawImageOptions{}
	if scale := wide / float64(key.size); scale != 1 {
		opts.Filter = ebiten.FilterLinear
		opts.GeoM.Scale(scale, scale)
	}
	opts.GeoM.Translate(math.Round(at.X*c.unit-wide/2), math.Round(at.Y*c.unit-wide/2))
	c.screen().DrawImage(picture, opts)
}

// dropPits drops all pictures of pits.
func (a *BoardArt) dropPits() {
	for key, picture := range a.pits {
		picture.Deallocate()
		delete(a.pits, key)
	}
}

// paint returns the picture, size pixels wide and high.
func (p PitPicture) paint(t *Theme, size int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	radius, places := pitPlaces(p.Seeds)
	g := t.seeds[p.Colour]
	if p.Golden {
		g = goldGlass
	}
	half := float64(size) / 2
	paintBy(2, picture, image.Point{}, size, half, func(x, y float64) sample {
		if t.discs {
			return flatPit(t, g, places, radius, half, x, y)
		}
		s := iconPit(t, x, y, p.Plain)
		for i, at := range places {
			glass := g
			glass.turn += 1.1 * float64(i)
			u, v := (x-at.X)/radius, (y-at.Y)/radius
			if math.Hypot(x, y) < iconBowl {
				s = over(glass.shadow(u, v), s)
			}
		}
		for i, at := range places {
			glass := g
			glass.turn += 1.1 * float64(i)
			s = over(glass.bead((x-at.X)/radius, (y-at.Y)/radius), s)
		}
		return s
	})
	return picture
}

// flatPit returns a sample of the picture in a theme of flat discs: a ring around a dark ground.
// half is half the size in pixels.
func flatPit(t *Theme, g glass, places []Point, radius, half, x, y float64) sample {
	s := sample{}
	switch d := math.Hypot(x, y); {
	case d < iconBowl:
		s = sample{0, 0, 0, 1}
	case d < iconRing:
		ink := t.Colour(Ink)
		s = sample{float64(ink.R) / 255, float64(ink.G) / 255, float64(ink.B) / 255, 1}
	}
	for _, at := range places {
		s = over(g.disc((x-at.X)/radius, (y-at.Y)/radius, radius*half), s)
	}
	return s
}

// pitPlaces returns the places and the radius of the seeds, in half sizes of the picture: one in
// the middle, up to five in a ring, six around one of them.
func pitPlaces(n int) (radius float64, places []Point) {
	ring, away := n, 0.0
	switch {
	case n <= 1:
		radius, ring = 0.36, 0
	case n == 2:
		radius, away = 0.31, 0.33
	case n == 3:
		radius, away = 0.29, 0.36
	case n == 4:
		radius, away = 0.265, 0.40
	default:
		radius, away, ring = 0.235, 0.475, 5
	}
	if n != 5 && ring < n {
		places = append(places, Point{})
	}
	for i := range ring {
		sin, cos := math.Sincos(2*math.Pi*(float64(i)+0.08)/float64(ring) - math.Pi/2)
		places = append(places, Point{away * cos, away * sin})
	}
	return radius, places
}
