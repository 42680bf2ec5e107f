package render

import (
	"image"
	"math"
	"runtime"
	"sync"
)

// glass is a colour of seeds, in straight sRGB: the transmitted light, and the turn of the ribbon
// inside. For other styles it is the colour of the surface and the turn of the seed.
type glass struct {
	r, g, b float64
	turn    float64
	style   SeedStyle
}

// shadowReach is the extent of a shadow from the middle of its seed, in seed radii.
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

// seedCell returns the side of an atlas cell for a seed or shadow of a radius, in pixels.
func seedCell(radius float64) int { return 2 * (int(math.Ceil(radius*shadowReach)) + 1) }

// seedAtlas draws all seeds into one picture, with a radius in physical pixels. The upper row of
// cells has the seeds, the lower one their shadows. It depends only on its arguments.
func seedAtlas(t *Theme, radius float64) *image.RGBA {
	cell := seedCell(radius)
	atlas := image.NewRGBA(image.Rect(0, 0, SeedColours*cell, 2*cell))
	if t.discs {
		for i, g := range t.seeds {
			paint(atlas, image.Pt(i*cell, 0), cell, radius, func(x, y float64) sample { return g.disc(x, y, radius) })
		}
		return atlas
	}
	var all sync.WaitGroup
	bands := runtime.GOMAXPROCS(0)
	for band := range bands {
		all.Go(func() {
			for py := band; py < cell; py += bands {
				paintRow(atlas, t, cell, py, radius)
			}
		})
	}
	all.Wait()
	return atlas
}

// paintRow fills one row of pixels of all cells of an atlas. It computes the common parts of all
// colours once.
func paintRow(atlas *image.RGBA, t *Theme, cell, py int, radius float64) {
	for px := range cell {
		var beads, shadows [SeedColours]sample
		eachSample(grid, px, py, cell, radius, func(x, y float64) {
			in, ball := refract(x, y)
			under, dark := cast(x, y)
			for i, g := range t.seeds {
				if ball {
					beads[i].add(g.lit(in))
				}
				if dark {
					shadows[i].add(g.tinge(under))
				}
			}
		})
		for i := range t.seeds {
			beads[i].put(atlas, i*cell+px, py, grid)
			shadows[i].put(atlas, i*cell+px, cell+py, grid)
		}
	}
}

// grid is the square root of the number of samples of a pixel.
const grid = 3

// eachSample calls a function with the places of the samples of a pixel, in radii from the cell's
// middle.
func eachSample(grid, px, py, cell int, radius float64, look func(x, y float64)) {
	step := 1 / float64(grid)
	for i := range grid * grid {
		x := float64(px) + (float64(i%grid)+0.5)*step - float64(cell)/2
		y := float64(py) + (float64(i/grid)+0.5)*step - float64(cell)/2
		look(x/radius, y/radius)
	}
}

func (s *sample) add(t sample) { s.r, s.g, s.b, s.a = s.r+t.r, s.g+t.g, s.b+t.b, s.a+t.a }

// put sets a pixel to the mean of grid times grid samples, with the sum s.
func (s *sample) put(to *image.RGBA, x, y, grid int) {
	step := 1 / float64(grid)
	all := step * step
	offset := to.PixOffset(x, y)
	for i, v := range [...]float64{s.r, s.g, s.b, s.a} {
		to.Pix[offset+i] = uint8(math.Round(255 * min(1, v*all)))
	}
}

// paint fills a cell with the samples of look, at places in radii from the cell's middle, nine
// samples a pixel.
func paint(to *image.RGBA, at image.Point, cell int, radius float64, look func(x, y float64) sample) {
	paintBy(grid, to, at, cell, radius, look)
}

// paintBy is paint with grid times grid samples a pixel.
func paintBy(grid int, to *image.RGBA, at image.Point, cell int, radius float64, look func(x, y float64) sample) {
	for py := range cell {
		for px := range cell {
			var sum sample
			eachSample(grid, px, py, cell, radius, func(x, y float64) { sum.add(look(x, y)) })
			sum.put(to, at.X+px, at.Y+py, grid)
		}
	}
}

// refraction is the light in a place of a ball of glass of any colour.
type refraction struct {
	x, y        float64 // the place, in radii from the middle
	body, focus float64 // light that shines through and gathers
	depth       float64 // of the glass
	gloss       float64 // reflected light
}

// slant is the share of the light that comes from the side.
var slant = math.Hypot(light.x, light.y)

// halfway is the direction between the light and the viewer.
var halfway = normalised(light.x, light.y, light.z+1)

// refract returns the light in a place of a ball, and false beside the ball. The light enters at
// the upper left, shines through and gathers at the lower right.
func refract(x, y float64) (in refraction, ball bool) {
	rr := x*x + y*y
	if rr >= 1 {
		return refraction{}, false
	}
	n := vec3{x, y, math.Sqrt(1 - rr)}
	through := -(x*light.x + y*light.y) / slant // 1 on the side away from the light
	facing := max(0, n.dot(light))

	body := 0.44 + 0.34*facing + 0.30*through*through*math.Copysign(1, through)
	focus := bell((through-0.56)/0.30) * bell(across(x, y)/0.62) * math.Pow(n.z, 0.4)
	edge := math.Pow(1-n.z, 2.2)
	body *= 1 - 0.55*edge

	shine := n.dot(halfway)
	spark := 0.95*smooth(0.974, 0.990, shine) + 0.26*math.Pow(max(0, shine), 20)
	sky := 0.22 * smooth(0.72, 0.98, math.Sqrt(rr)) * smooth(0.15, 0.9, -through) * (1 - smooth(0.97, 1, rr))
	return refraction{x: x, y: y, body: body, focus: focus, depth: n.z, gloss: spark + sky}, true
}

// lit returns the visible colour of a ball of this glass.
func (g glass) lit(in refraction) sample {
	if g.style != GlassSeeds {
		return g.opaque(in.x, in.y)
	}
	ribbon := g.ribbon(in.x, in.y) * in.depth * in.depth
	tint := func(c float64) float64 {
		v := c*in.body*(1+0.16*ribbon) + 0.20*ribbon*in.body + in.focus*(0.50*c+0.13)
		return min(1, v+in.gloss*(1-0.3*v))
	}
	return sample{tint(g.r), tint(g.g), tint(g.b), 1}
}

// bead is a ball of this glass.
func (g glass) bead(x, y float64) sample {
	in, ball := refract(x, y)
	if !ball {
		return sample{}
	}
	return g.lit(in)
}

// disc is a flat disc with a black rim at least two pixels wide, so that overlapping discs can be
// counted. The radius is in pixels.
func (g glass) disc(x, y, radius float64) sample {
	switch d := math.Hypot(x, y); {
	case d >= 1:
		return sample{}
	case d >= 1-min(0.3, max(2/radius, 0.14)):
		return sample{0, 0, 0, 1}
	}
	return sample{g.r, g.g, g.b, 1}
}

// ribbon is the density of the twisted band inside the glass, 0..1.
func (g glass) ribbon(x, y float64) float64 {
	sin, cos := math.Sincos(g.turn)
	u, v := x*cos+y*sin, y*cos-x*sin
	return bell((v - 0.24*math.Sin(2.6*u)) / 0.17)
}

// shade is the effect of a ball of any colour on the wood under it.
type shade struct{ dark, glow float64 }

// cast returns the effect of a ball on the wood: a soft shadow towards the lower right, with the
// light gathered by the glass in it. Far away it returns false.
func cast(x, y float64) (under shade, dark bool) {
	d := math.Hypot(x-0.20, y-0.28)
	if d > 1.5 {
		return shade{}, false
	}
	soft := 0.66 * (1 - smooth(0.55, 1.5, d))
	contact := 0.42 * (1 - smooth(0.80, 1.12, math.Hypot(x-0.05, y-0.08)))
	soft = 1 - (1-soft)*(1-contact)
	middle := math.Hypot(x, y)
	glow := 0.42 * bell((middle-0.98)/0.26) * smooth(0.62, 0.98, (0.6*x+0.8*y)/max(0.01, middle))
	return shade{soft, glow}, true
}

// tinge returns the effect of a ball of this glass: the gathered light has its colour. Other seeds
// gather no light.
func (g glass) tinge(under shade) sample {
	if g.style != GlassSeeds {
		return sample{a: 0.85 * under.dark}
	}
	return sample{under.glow * g.r, under.glow * g.g, under.glow * g.b, under.dark * (1 - 0.5*under.glow)}
}

// shadow is the effect of a ball of this glass on the wood under it.
func (g glass) shadow(x, y float64) sample {
	under, dark := cast(x, y)
	if !dark {
		return sample{}
	}
	return g.tinge(under)
}

// across is the distance from the axis of the light.
func across(x, y float64) float64 {
	return (x*light.y - y*light.x) / slant
}

func bell(t float64) float64 { return math.Exp(-t * t) }

// smooth rises from 0 at low to 1 at high.
func smooth(low, high, t float64) float64 {
	t = max(0, min(1, (t-low)/(high-low)))
	return t * t * (3 - 2*t)
}
