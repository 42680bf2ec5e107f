package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/rules"
)

// Draw draws a board and everything on it. For the ground behind it, see [BoardArt.DrawBackdrop].
func (a *BoardArt) Draw(c *Canvas, v View) {
	s := a.scene(c, v)
	a.drawWood(c, v.Layout, s)
	a.glow.on(c)
	a.drawLights(c, v)
	a.drawTuzdiks(c, v)
	a.seeds.reset()
	a.seeds.cell, a.seeds.radius = s.cell, s.radius
	v.Layout.each(func(p rules.Pit) { a.addPile(c, v, p) })
	a.addFlights(c, v)
	if !c.unseen {
		a.seeds.draw(c.dst, s.atlas)
	}
	a.drawWay(c, v)
	a.drawNumbers(c, v, s.numbers)
	if !v.NoCounts {
		a.drawPileCounts(c, v)
		a.drawCounts(c, v)
	}
	a.drawChanges(c, v)
	a.drawWords(c, v)
}

// each calls do for every pit of the board.
func (l Layout) each(do func(rules.Pit)) {
	for h := 0; h <= l.houses; h++ {
		do(rules.Pit{Side: rules.South, House: rules.House(h)})
		do(rules.Pit{Side: rules.North, House: rules.House(h)})
	}
}

// drawWood draws the empty board. It copies a picture of the right size pixel by pixel, and
// stretches any other around its middle: the distance of a pit from there, in pitches, is the same
// at any size.
func (a *BoardArt) drawWood(c *Canvas, l Layout, s *scene) {
	k := l.lie(Point{l.pitch * c.unit / s.pitch, l.rowEnd() * c.unit / s.reach})
	filter := ebiten.FilterNearest
	if max(math.Abs(k.X-1), math.Abs(k.Y-1)) > 0.002 {
		filter = ebiten.FilterLinear
	} else {
		k = Point{1, 1}
	}
	corner := l.board.Center().Mul(c.unit).Sub(Point{s.middle.X * k.X, s.middle.Y * k.Y})
	to := Rect{math.Round(corner.X), math.Round(corner.Y), float64(s.wood.size.X) * k.X, float64(s.wood.size.Y) * k.Y}
	s.wood.draw(c.dst, to, filter, ebiten.BlendSourceOver)
}

// addPile adds the seeds that lie in a pit.
func (a *BoardArt) addPile(c *Canvas, v View, p rules.Pit) {
	count := v.Moment.Board.Seeds(p)
	if count == 0 {
		return
	}
	pile := a.piles.of(v.Layout, p, count)
	r := v.Layout.Pit(p)
	half := min(r.W, r.H) / 2 * c.unit
	middle := r.Center().Mul(c.unit)
	straight := Point{r.W/2*c.unit/half - 1, r.H/2*c.unit/half - 1}
	hops := v.Finale != nil && v.Finale.Store == p
	radius := pile.radius * half
	for _, i := range pile.order {
		if i >= count {
			continue
		}
		s := pile.slots[i]
		at := middle.Add(Point{s.X * half, s.Y * half})
		if hops {
			if h := hopHeight * v.Finale.Hop(hopPlace(s, straight)); h > 0 {
				a.addAloft(at, radius, s, h, v.Layout.pitch*c.unit)
				continue
			}
		}
		tone := 1.0
		if !a.theme.discs {
			tone = wallShade(s, straight)
		}
		a.addSeed(at, radius, s.Z/pile.radius, s.Colour, tone)
	}
}

// hopHeight is the height of hopping seeds in a finale, relative to flights.
const hopHeight = 0.7

// hopPlace returns the place of a slot along the wave through a store, 0..1: upwards, or to the
// right.
func hopPlace(s Slot, straight Point) float64 {
	if straight.X > straight.Y {
		return 0.5 + 0.5*s.X/(straight.X+1)
	}
	return 0.5 - 0.5*s.Y/(straight.Y+1)
}

// addAloft adds a seed in the air above its slot, in pixels.
func (a *BoardArt) addAloft(at Point, radius float64, s Slot, height, pitch float64) {
	below, above := aloft(at, height, pitch)
	a.seeds.add(below, radius*(1+0.35*height), s.Colour, 1, 1, 0.95-0.5*min(1, height))
	a.seeds.add(above, radius*(1+0.24*height), s.Colour, 0, 1, 1)
}

// aloft returns the places of the shadow and of the image of an object above a place.
func aloft(at Point, height, pitch float64) (below, above Point) {
	return at.Add(Point{0.16 * pitch * height, 0.24 * pitch * height}), at.Add(Point{-0.05 * pitch * height, -0.36 * pitch * height})
}

// wallShade returns the share of light that reaches a seed: less in the shadow of the wall at the
// upper left. straight is half the pit's straight part.
func wallShade(s Slot, straight Point) float64 {
	x := s.X - max(-straight.X, min(straight.X, s.X))
	y := s.Y - max(-straight.Y, min(straight.Y, s.Y))
	toLight := (x*light.x + y*light.y) / math.Hypot(light.x, light.y)
	return 1 - 0.26*smooth(0.05, 0.75, toLight-0.4*s.Z)
}

// addSeed adds a seed and its shadow, in pixels; z is its height, in radii.
func (a *BoardArt) addSeed(at Point, radius, z float64, colour uint8, tone float64) {
	rise := 1 + 0.022*min(z, 4)
	lean := Point{-0.04 * z * radius, -0.07 * z * radius}
	at = at.Add(lean)
	a.seeds.add(at.Add(Point{0.05 * z * radius, 0.07 * z * radius}), radius, colour, 1, 1, 0.95)
	a.seeds.add(at, radius*rise, colour, 0, tone*(1+0.03*min(z, 4)), 1)
}

// addFlights adds the seeds in the air, with their shadows on the board below.
func (a *BoardArt) addFlights(c *Canvas, v View) {
	for row := 1; row >= 0; row-- {
		for i := range v.Moment.Flights {
			a.addFlight(c, v.Layout, &v.Moment.Flights[i], row)
		}
	}
}

// addFlight adds one seed in the air, or its shadow. Its colour changes on the way to the colour at
// its destination.
func (a *BoardArt) addFlight(c *Canvas, l Layout, f *motion.Flight, row int) {
	from, fromZ, fromRadius, fromColour := a.piles.place(l, f.From, f.FromSlot, f.FromCount)
	to, toZ, toRadius, toColour := a.piles.place(l, f.To, f.ToSlot, f.ToCount)
	t := f.Progress
	ground := from.Lerp(to, t).Mul(c.unit)
	radius := (fromRadius + (toRadius-fromRadius)*t) * c.unit
	z := fromZ + (toZ-fromZ)*t
	pitch := l.pitch * c.unit
	ground = ground.Add(Point{-0.04 * z * radius, -0.07 * z * radius})
	below, at := aloft(ground, f.Height, pitch)
	if row == 1 {
		a.seeds.add(below, radius*(1+0.35*f.Height), fromColour, 1, 1, 0.95-0.5*min(1, f.Height))
		return
	}
	radius *= 1 + 0.24*f.Height
	a.seeds.add(at, radius, fromColour, 0, 1, 1)
	if toColour != fromColour {
		a.seeds.add(at, radius, toColour, 0, 1, smooth(0.25, 0.85, t))
	}
}
