package render

import (
	"image"
	"math"
	"sync"
)

// glass is a colour of seeds, in straight sRGB: the light that it transmits, and the turn of the
// ribbon inside.
type glass struct {
	r, g, b float64
	turn    float64
}

// shadowReach is the distance that a shadow reaches from the middle of its seed, in seed radii.
const shadowReach = 1.9

// light is the direction to the light from a seed; y grows downwards and z towards the viewer.
var light = normalised(-0.46, -0.62, 0.80)

type vec3 struct{ x, y, z float64 }

func normalised(x, y, z float64) vec3 {
	n := math.Sqrt(x*x + y*y + z*z)
	return vec3{x / n, y / n, z / n}
}

func (v vec3) dot(w vec3) float64 { return v.x*w.x + v.y*w.y + v.z*w.z }

// sample is a colour with its coverage, premultiplied.
type sample struct{ r, g, b, a float64 }

// seedCell returns the side of an atlas cell for a seed or shadow of that radius, in pixels.
func seedCell(radius float64) int { return 2 * (int(math.Ceil(radius*shadowReach)) + 1) }

// seedAtlas draws all seeds into one picture, with a radius in physical pixels: the seeds in the
// upper row of cells, their shadows in the lower one. It depends only on its arguments.
func seedAtlas(t *Theme, radius float64) *image.RGBA {
	cell := seedCell(radius)
	atlas := image.NewRGBA(image.Rect(0, 0, SeedColours*cell, 2*cell))
	var all sync.WaitGroup
	for i, g := range t.seeds {
		all.Go(func() {
			if t.discs {
				paint(atlas, image.Pt(i*cell, 0), cell, radius, func(x, y float64) sample { return g.disc(x, y, radius) })
				return
			}
			paint(atlas, image.Pt(i*cell, 0), cell, radius, g.bead)
			paint(atlas, image.Pt(i*cell, cell), cell, radius, g.shadow)
		})
	}
	all.Wait()
	return atlas
}

// paint fills a cell with the samples of look, at places in radii from the cell's middle, nine
// samples a pixel.
func paint(to *image.RGBA, at image.Point, cell int, radius float64, look func(x, y float64) sample) {
	paintBy(3, to, at, cell, radius, look)
}

// paintBy is paint with grid times grid samples a pixel.
func paintBy(grid int, to *image.RGBA, at image.Point, cell int, radius float64, look func(x, y float64) sample) {
	step := 1 / float64(grid)
	all := step * step
	for py := range cell {
		for px := range cell {
			var sum sample
			for i := range grid * grid {
				x := float64(px) + (float64(i%grid)+0.5)*step - float64(cell)/2
				y := float64(py) + (float64(i/grid)+0.5)*step - float64(cell)/2
				s := look(x/radius, y/radius)
				sum.r, sum.g, sum.b, sum.a = sum.r+s.r, sum.g+s.g, sum.b+s.b, sum.a+s.a
			}
			offset := to.PixOffset(at.X+px, at.Y+py)
			for i, v := range [...]float64{sum.r, sum.g, sum.b, sum.a} {
				to.Pix[offset+i] = uint8(math.Round(255 * min(1, v*all)))
			}
		}
	}
}

// bead is a glass ball. The light enters at the upper left, shines through and gathers at the lower
// right.
func (g glass) bead(x, y float64) sample {
	rr := x*x + y*y
	if rr >= 1 {
		return sample{}
	}
	n := vec3{x, y, math.Sqrt(1 - rr)}
	through := -(x*light.x + y*light.y) / math.Hypot(light.x, light.y) // 1 on the side away from the light
	facing := max(0, n.dot(light))

	body := 0.44 + 0.34*facing + 0.30*through*through*math.Copysign(1, through)
	focus := bell((through-0.56)/0.30) * bell(across(x, y)/0.62) * math.Pow(n.z, 0.4)
	ribbon := g.ribbon(x, y) * n.z * n.z
	edge := math.Pow(1-n.z, 2.2)
	body *= 1 - 0.55*edge

	h := normalised(light.x, light.y, light.z+1)
	shine := n.dot(h)
	spark := 0.95*smooth(0.974, 0.990, shine) + 0.26*math.Pow(max(0, shine), 20)
	sky := 0.22 * smooth(0.72, 0.98, math.Sqrt(rr)) * smooth(0.15, 0.9, -through) * (1 - smooth(0.97, 1, rr))
	tint := func(c float64) float64 {
		v := c*body*(1+0.16*ribbon) + 0.20*ribbon*body + focus*(0.50*c+0.13)
		return min(1, v+(spark+sky)*(1-0.3*v))
	}
	return sample{tint(g.r), tint(g.g), tint(g.b), 1}
}

// disc is a flat disc with an outline: black around a white disc, white and black around a black
// one, so that overlapping discs can be told apart. The radius is in pixels.
func (g glass) disc(x, y, radius float64) sample {
	d := math.Hypot(x, y)
	line := max(1.4/radius, 0.11)
	edge := 1.0
	switch {
	case d >= 1:
		return sample{}
	case d >= 1-line:
		edge = 0
	case g.r > 0.5 || d < 1-2.2*line:
		return sample{g.r, g.g, g.b, 1}
	}
	return sample{edge, edge, edge, 1}
}

// ribbon is the density of the twisted band inside the glass, 0..1.
func (g glass) ribbon(x, y float64) float64 {
	sin, cos := math.Sincos(g.turn)
	u, v := x*cos+y*sin, y*cos-x*sin
	return bell((v - 0.24*math.Sin(2.6*u)) / 0.17)
}

// shadow is the effect of a bead on the wood under it: a soft shadow towards the lower right, and
// within it the light that the glass has gathered, in its colour.
func (g glass) shadow(x, y float64) sample {
	d := math.Hypot(x-0.20, y-0.28)
	if d > 1.5 {
		return sample{}
	}
	dark := 0.66 * (1 - smooth(0.55, 1.5, d))
	contact := 0.42 * (1 - smooth(0.80, 1.12, math.Hypot(x-0.05, y-0.08)))
	dark = 1 - (1-dark)*(1-contact)
	glow := 0.42 * bell((math.Hypot(x, y)-0.98)/0.26) * smooth(0.62, 0.98, (0.6*x+0.8*y)/max(0.01, math.Hypot(x, y)))
	return sample{glow * g.r, glow * g.g, glow * g.b, dark * (1 - 0.5*glow)}
}

// across is the distance from the axis of the light.
func across(x, y float64) float64 {
	return (x*light.y - y*light.x) / math.Hypot(light.x, light.y)
}

func bell(t float64) float64 { return math.Exp(-t * t) }

// smooth rises from 0 at low to 1 at high.
func smooth(low, high, t float64) float64 {
	t = max(0, min(1, (t-low)/(high-low)))
	return t * t * (3 - 2*t)
}
