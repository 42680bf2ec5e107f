package render

import (
	"math"
	"slices"
)

// SeedStyle is the material of seeds.
type SeedStyle uint8

// The styles.
const (
	GlassSeeds SeedStyle = iota
	CowrieSeeds
	PebbleSeeds
	// GameSeeds are the seeds that belong to each game.
	GameSeeds
	seedStyles
	ballSeeds // only on the boards of some games
)

// seedCodes are the names of the styles in settings. They never change.
var seedCodes = [seedStyles]string{"glass", "cowrie", "pebble", "game"}

// Code returns the name of the style in settings, or "" if there is no such style.
func (s SeedStyle) Code() string {
	if s >= seedStyles {
		return ""
	}
	return seedCodes[s]
}

// SeedStyles returns all styles, the usual one first.
func SeedStyles() []SeedStyle { return []SeedStyle{GameSeeds, GlassSeeds, CowrieSeeds, PebbleSeeds} }

// SeedStyleOf returns the style with a code, or the usual one if there is none.
func SeedStyleOf(code string) SeedStyle {
	if i := slices.Index(seedCodes[:], code); i >= 0 {
		return SeedStyle(i)
	}
	return GameSeeds
}

// The colours of opaque seeds, by the index of the glass that they replace. They differ in
// lightness and hue.
var (
	shells = [SeedColours]rgb{
		{0.78, 0.50, 0.36},
		{0.95, 0.80, 0.52},
		{0.84, 0.84, 0.68},
		{0.72, 0.74, 0.76},
		{0.58, 0.44, 0.36},
		{0.80, 0.68, 0.76},
		{0.97, 0.78, 0.70},
		{0.99, 0.97, 0.91},
	}
	stones = [SeedColours]rgb{
		{0.66, 0.34, 0.26},
		{0.84, 0.72, 0.48},
		{0.46, 0.53, 0.38},
		{0.46, 0.60, 0.64},
		{0.30, 0.36, 0.46},
		{0.50, 0.38, 0.46},
		{0.82, 0.62, 0.56},
		{0.92, 0.90, 0.86},
	}
	nuts = [SeedColours]rgb{ // nickernuts
		{0.52, 0.53, 0.47},
		{0.60, 0.60, 0.53},
		{0.46, 0.49, 0.45},
		{0.56, 0.58, 0.55},
		{0.42, 0.43, 0.39},
		{0.57, 0.54, 0.46},
		{0.63, 0.63, 0.58},
		{0.50, 0.50, 0.46},
	}
	bones = [SeedColours]rgb{
		{0.93, 0.88, 0.76},
		{0.88, 0.80, 0.64},
		{0.95, 0.91, 0.82},
		{0.86, 0.76, 0.58},
		{0.91, 0.84, 0.70},
		{0.80, 0.68, 0.48},
		{0.94, 0.90, 0.80},
		{0.96, 0.94, 0.88},
	}
	marbles = [SeedColours]rgb{ // turquoise, lapis, ivory and jasper
		{0.16, 0.56, 0.58},
		{0.92, 0.88, 0.78},
		{0.20, 0.34, 0.60},
		{0.30, 0.66, 0.66},
		{0.66, 0.24, 0.18},
		{0.88, 0.83, 0.72},
		{0.24, 0.50, 0.66},
		{0.95, 0.93, 0.88},
	}
)

// WithSeeds returns the theme with seeds of a style. A theme of flat discs keeps its discs.
func (t Theme) WithSeeds(style SeedStyle) Theme {
	if t.discs || style >= seedStyles {
		return t
	}
	if t.gameSeeds = style == GameSeeds; t.gameSeeds {
		return t
	}
	for i := range t.seeds {
		g := &t.seeds[i]
		switch g.style = style; style {
		case CowrieSeeds:
			g.r, g.g, g.b = straight(shells[i])
		case PebbleSeeds:
			g.r, g.g, g.b = straight(stones[i])
		}
	}
	return t
}

func straight(c rgb) (r, g, b float64) { return float64(c[0]), float64(c[1]), float64(c[2]) }

// opaque returns a sample of an opaque seed: an ellipse as wide as the ball, but less high, turned
// like the ribbon of the glass.
func (g glass) opaque(x, y float64) sample {
	sin, cos := math.Sincos(g.turn)
	u, v := x*cos+y*sin, y*cos-x*sin
	high := 0.86
	switch g.style {
	case CowrieSeeds:
		high = 0.76 + 0.08*u // an egg
	case ballSeeds:
		high = 1
	}
	d := u*u + v*v/(high*high)
	if d >= 1 {
		return sample{}
	}
	n := normalised(u*cos-v/high*sin, u*sin+v/high*cos, 1.25*math.Sqrt(1-d)+0.12)
	body := 0.34 + 0.70*max(0, n.dot(light))
	if g.style == CowrieSeeds {
		return g.shaded(body*g.lips(u, v), 0.75*smooth(0.965, 0.992, n.dot(halfway)))
	}
	if g.style == ballSeeds {
		return g.shaded(body*(0.96+0.08*grain(0.4*u, 2*v, g.turn)), 0.55*smooth(0.955, 0.990, n.dot(halfway)))
	}
	return g.shaded(body*(0.92+0.16*grain(u, v, g.turn)), 0.10*smooth(0.75, 1, n.dot(halfway)))
}

// shaded is the colour of the seed in some light, with some reflection on it.
func (g glass) shaded(body, gloss float64) sample {
	tint := func(c float64) float64 {
		v := min(1, c*body)
		return v + gloss*(1-v)
	}
	return sample{tint(g.r), tint(g.g), tint(g.b), 1}
}

// lips returns the tone of a cowrie at a place along and across it, 0..1: dark in the slit, and
// toothed beside it.
func (g glass) lips(u, v float64) float64 {
	bent := v + 0.06*math.Cos(2.4*u) - 0.03
	inside := 1 - smooth(0.60, 0.80, math.Abs(u))
	slit := bell(bent/0.075) * inside
	teeth := 0.5 + 0.5*math.Cos(24*u)
	return (1 - 0.78*slit) * (1 - 0.34*teeth*inside*bell((math.Abs(bent)-0.19)/0.10))
}

// grain returns the speckle of a stone, 0..1: smooth noise that differs between stones.
func grain(u, v, turn float64) float64 {
	const fine = 7
	noise := func(i, j float64) float64 {
		_, part := math.Modf(math.Abs(math.Sin(i*127.1+j*311.7+turn*74.7)) * 43758.5453)
		return part
	}
	x, y := fine*(u+2), fine*(v+2)
	i, j := math.Floor(x), math.Floor(y)
	s, t := smooth(0, 1, x-i), smooth(0, 1, y-j)
	top := noise(i, j)*(1-s) + noise(i+1, j)*s
	low := noise(i, j+1)*(1-s) + noise(i+1, j+1)*s
	return top*(1-t) + low*t
}
