package render

import (
	"image"
	"math"
)

// The seeds of the icon: their places in half sizes of the icon, and their colours.
var iconSeeds = [...]struct {
	x, y   float64
	colour int
}{{-0.31, 0.24, 4}, {0.31, 0.22, 1}, {-0.01, -0.30, 0}}

const iconSeedRadius = 0.315

// Icon draws the program's icon, size pixels wide and high: a lit pit with three glass seeds. It
// needs no window and no running game. Sizes below 1 count as 1.
func Icon(size int) *image.RGBA {
	size = max(1, size)
	icon := image.NewRGBA(image.Rect(0, 0, size, size))
	t := Walnut()
	paint(icon, image.Point{}, size, float64(size)/2, func(x, y float64) sample { return iconAt(&t, x, y) })
	return icon
}

// Icons returns the icon at the sizes that window systems use.
func Icons() []image.Image {
	var icons []image.Image
	for _, size := range []int{16, 32, 48, 128} {
		icons = append(icons, Icon(size))
	}
	return icons
}

// iconAt returns the icon's colour at a place, in half sizes from its middle.
func iconAt(t *Theme, x, y float64) sample {
	s := iconPit(t, x, y, false)
	for _, seed := range iconSeeds {
		u, v := (x-seed.x)/iconSeedRadius, (y-seed.y)/iconSeedRadius
		if math.Hypot(x, y) < iconBowl {
			s = over(t.seeds[seed.colour].shadow(u, v), s)
		}
	}
	for _, seed := range iconSeeds {
		s = over(t.seeds[seed.colour].bead((x-seed.x)/iconSeedRadius, (y-seed.y)/iconSeedRadius), s)
	}
	return s
}

// The radii of the icon's parts, in half sizes: the wood, the ring of light around the bowl, the
// bowl.
const (
	iconWood = 0.97
	iconRing = 0.82
	iconBowl = 0.74
)

// iconPit is the icon without its seeds: wood, a ring of light unless plain is set, and a bowl with
// its dark side away from the lamp.
func iconPit(t *Theme, x, y float64, plain bool) sample {
	r := math.Hypot(x, y)
	toLight := (x*light.x + y*light.y) / math.Hypot(light.x, light.y) // 1 at the upper left
	if r >= iconWood {
		return sample{}
	}
	tone := func(c rgb, k float64) sample {
		return sample{min(1, float64(c[0])*k), min(1, float64(c[1])*k), min(1, float64(c[2])*k), 1}
	}
	switch {
	case r > iconRing, plain && r > iconBowl:
		return tone(t.board.middle, 0.95+0.35*toLight)
	case r > iconBowl:
		gold := t.Colour(Gold)
		k := (0.9 + 0.1*toLight) / 255
		return sample{float64(gold.R) * k, float64(gold.G) * k, float64(gold.B) * k, 1}
	}
	depth := 1 - (r/iconBowl)*(r/iconBowl)
	return tone(t.board.light, 0.75-0.35*depth-0.45*smooth(0.05, 0.75, toLight)+0.35*smooth(0, 0.7, -toLight))
}

// over blends a sample over another one.
func over(top, below sample) sample {
	k := 1 - top.a
	return sample{top.r + below.r*k, top.g + below.g*k, top.b + below.b*k, top.a + below.a*k}
}
