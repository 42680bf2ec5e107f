package render

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/motion"
	"mancala/rules"
)

// numbers holds the texts of numbers, so that none is made in a frame.
type numbers struct {
	plain [256]string
	plus  [256]string
}

func newNumbers() (n numbers) {
	for i := range n.plain {
		n.plain[i], n.plus[i] = strconv.Itoa(i), fmt.Sprintf("+%d", i)
	}
	return n
}

// Draw draws a board with everything on it, but not what lies behind it; see [BoardArt.DrawBackdrop].
func (a *BoardArt) Draw(c *Canvas, v View) {
	s := a.scene(c, v.Layout)
	a.drawWood(c, v.Layout, s)
	a.glow.on(c)
	a.drawLights(c, v)
	a.seeds.reset()
	a.seeds.cell, a.seeds.radius = s.cell, s.radius
	v.Layout.each(func(p rules.Pit) { a.addPile(c, v, p) })
	a.addFlights(c, v)
	a.seeds.draw(c.dst, s.atlas)
	v.Layout.each(func(p rules.Pit) { a.drawLabels(c, v, p) })
	a.drawWords(c, v)
}

// each calls do for every pit of the board.
func (l Layout) each(do func(rules.Pit)) {
	for h := 0; h <= l.houses; h++ {
		do(rules.Pit{Side: rules.South, House: rules.House(h)})
		do(rules.Pit{Side: rules.North, House: rules.House(h)})
	}
}

// drawWood draws the empty board: pixel by pixel where the picture has the right size, else stretched.
func (a *BoardArt) drawWood(c *Canvas, l Layout, s *scene) {
	k := l.pitch * c.unit / s.pitch
	opts := &a.image
	opts.GeoM.Reset()
	opts.Filter = ebiten.FilterNearest
	if math.Abs(k-1) > 0.002 {
		opts.Filter = ebiten.FilterLinear
		opts.GeoM.Scale(k, k)
	}
	opts.GeoM.Translate(math.Round(l.board.X*c.unit-s.margin*k), math.Round(l.board.Y*c.unit-s.margin*k))
	c.dst.DrawImage(s.wood, opts)
}

// drawLights draws what shines on the wood, below the seeds.
func (a *BoardArt) drawLights(c *Canvas, v View) {
	l := v.Layout
	if v.ShowTurn {
		a.glow.add(lightArea, l.Row(v.Turn).Inset(-0.06*l.pitch), 0.42*l.pitch, lamp, 0.42)
		a.glow.add(lightArea, l.Pit(rules.StoreOf(v.Turn)).Inset(-0.17*l.pitch), 0.3*l.pitch, lamp, 0.36)
	}
	if v.Preview != nil && l.Has(v.Preview.Last) {
		a.glow.add(lightArea, l.Pit(v.Preview.Last), 0.3*l.pitch, lamp, 0.6)
	}
	a.glow.draw(c.dst, a.light, brighten)
	a.addRings(v)
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
}

// addRings adds the signs around pits.
func (a *BoardArt) addRings(v View) {
	l := v.Layout
	line := max(1.5, 0.03*l.pitch)
	if v.ShowTurn && v.Turn <= rules.North && a.theme.board.material == flat { // light does not show on it
		rails := l.rails(a.theme.counts)
		for _, r := range rails[2*v.Turn : 2*v.Turn+2] {
			a.glow.add(lightRing, r, line, Gold, 1)
		}
	}
	l.each(func(p rules.Pit) {
		r := l.Pit(p).Inset(-0.012 * l.pitch)
		if v.Playable.Has(p) {
			a.glow.add(lightRing, r, line*0.55, Gold, 0.5)
		}
		if v.Preview != nil && p != v.Preview.Last && v.Preview.Gain(p) > 0 {
			a.glow.add(lightRing, r, line*0.8, Gold, 0.75)
		}
	})
	if v.HasLast && l.Has(v.Last) {
		a.glow.add(lightDashes, l.Pit(v.Last).Inset(-0.035*l.pitch), line*0.7, countInk, 0.7)
	}
	if m := &v.Moment; m.HasHot && l.Has(m.Hot) {
		a.glow.add(lightFocus, l.Pit(m.Hot).Inset(-0.02*l.pitch), line, Gold, m.Glow)
	}
	if v.Preview != nil && l.Has(v.Preview.Last) {
		a.glow.add(lightRing, l.Pit(v.Preview.Last).Inset(-0.02*l.pitch), line*1.5, Gold, 1)
	}
	if v.HasHint && l.Has(v.Hint) {
		a.glow.add(lightRing, l.Pit(v.Hint).Inset(-0.045*l.pitch), line*1.2, hintInk, 1)
	}
	if v.HasFocus && l.Has(v.Focus) {
		a.glow.add(lightFocus, l.Pit(v.Focus).Inset(-0.02*l.pitch), line*1.1, Gold, 1)
	}
}

// addPile adds the seeds that lie in a pit.
func (a *BoardArt) addPile(c *Canvas, v View, p rules.Pit) {
	count := v.Moment.Board.Seeds(p)
	if count == 0 {
		return
	}
	pile := a.piles.of(v.Layout, p, count)
	r := v.Layout.Pit(p)
	half := r.W / 2 * c.unit
	middle := r.Center().Mul(c.unit)
	radius := pile.radius * half
	for _, i := range pile.order {
		if i >= count {
			continue
		}
		s := pile.slots[i]
		at := middle.Add(Point{s.X * half, s.Y * half})
		tone := 1.0
		if !a.theme.discs {
			tone = wallShade(s, r.H/r.W-1)
		}
		a.addSeed(at, radius, s.Z/pile.radius, s.Colour, tone)
	}
}

// wallShade returns how much light reaches a seed: less beside the wall at the upper left, in whose shadow it lies.
func wallShade(s Slot, length float64) float64 {
	y := s.Y - max(-length, min(length, s.Y))
	toLight := (s.X*light.x + y*light.y) / math.Hypot(light.x, light.y)
	return 1 - 0.26*smooth(0.05, 0.75, toLight-0.4*s.Z)
}

// addSeed adds a seed and its shadow, in pixels; z is how high it lies, in radii.
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

// addFlight adds one seed in the air, or its shadow. On its way its colour turns into that of the place it is bound for.
func (a *BoardArt) addFlight(c *Canvas, l Layout, f *motion.Flight, row int) {
	from, fromZ, fromRadius, fromColour := a.piles.place(l, f.From, f.FromSlot, f.FromCount)
	to, toZ, toRadius, toColour := a.piles.place(l, f.To, f.ToSlot, f.ToCount)
	t := f.Progress
	ground := from.Lerp(to, t).Mul(c.unit)
	radius := (fromRadius + (toRadius-fromRadius)*t) * c.unit
	z := fromZ + (toZ-fromZ)*t
	pitch := l.pitch * c.unit
	ground = ground.Add(Point{-0.04 * z * radius, -0.07 * z * radius})
	if row == 1 {
		at := ground.Add(Point{0.16 * pitch * f.Height, 0.24 * pitch * f.Height})
		a.seeds.add(at, radius*(1+0.35*f.Height), fromColour, 1, 1, 0.95-0.5*min(1, f.Height))
		return
	}
	at := ground.Add(Point{-0.05 * pitch * f.Height, -0.36 * pitch * f.Height})
	radius *= 1 + 0.24*f.Height
	a.seeds.add(at, radius, fromColour, 0, 1, 1)
	if toColour != fromColour {
		a.seeds.add(at, radius, toColour, 0, 1, smooth(0.25, 0.85, t))
	}
}

// drawDiscs draws the ground of the houses' numbers.
func (a *BoardArt) drawDiscs(c *Canvas, l Layout) {
	a.glow.on(c)
	n := l.numberSize()
	l.each(func(p rules.Pit) {
		if at := l.NumberAnchor(p); !p.IsStore() {
			a.glow.add(lightDisc, Rect{at.X - 0.72*n, at.Y - 0.72*n, 1.44 * n, 1.44 * n}, 0, carved, 0.55)
		}
	})
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
}

// drawNumbers writes the houses' numbers. They belong to the wood: they are the same whichever side is at the bottom.
func (a *BoardArt) drawNumbers(c *Canvas, l Layout) {
	style := TextStyle{Size: l.numberSize(), Weight: Bold, Align: Center, Color: numberInk}
	l.each(func(p rules.Pit) {
		if !p.IsStore() {
			carve(c, a.numbers.plain[p.House], l.NumberAnchor(p), style)
		}
	})
}

// drawLabels writes a pit's count and what a previewed ply would add.
func (a *BoardArt) drawLabels(c *Canvas, v View, p rules.Pit) {
	l := v.Layout
	size := l.countSize()
	if p.IsStore() {
		size = l.storeCountSize()
	}
	style := TextStyle{Size: size * a.theme.counts, Weight: Bold, Align: Center, Color: countInk}
	at := l.CountAnchor(p)
	text := a.numbers.plain[v.Moment.Board.Seeds(p)&0xff]
	carve(c, text, at, style)
	if v.Preview == nil || v.Preview.Gain(p) == 0 {
		return
	}
	gain := TextStyle{Size: l.gainSize(), Weight: Bold, Color: Gold}
	at.X += c.TextWidth(text, style)/2 + 0.05*l.pitch
	carve(c, a.numbers.plus[v.Preview.Gain(p)&0xff], at, gain)
}

// carve writes a text with a dark edge below it, so that it stands out from any grain.
func carve(c *Canvas, s string, at Point, style TextStyle) {
	drop := max(1/c.unit, 0.055*style.Size)
	c.Text(s, at.Add(Point{drop * 0.5, drop}), style.In(carved))
	c.Text(s, at, style)
}

// drawWords draws the plates: what a previewed ply would lead to, or what has just happened.
func (a *BoardArt) drawWords(c *Canvas, v View) {
	l := v.Layout
	if v.HasHint && l.Has(v.Hint) {
		style := TextStyle{Size: 0.9 * l.wordSize(), Weight: Bold, Align: Center, Color: hintInk}
		a.drawPlate(c, l, cmp.Or(v.HintWord, "hint"), l.hintAnchor(v.Hint), style, 1)
	}
	if v.Preview != nil && v.PreviewWords != "" && l.Has(v.Preview.Last) {
		style := TextStyle{Size: l.wordSize(), Weight: Bold, Align: Center, Color: Gold}
		a.drawPlate(c, l, v.PreviewWords, l.aisleAt(v.Preview.Last), style, 1)
	}
	if v.CaptionWords != "" && v.Moment.Caption.Kind != motion.CaptionNone {
		style := TextStyle{Size: 1.4 * l.wordSize(), Weight: Bold, Align: Center, Color: Gold}
		a.drawPlate(c, l, v.CaptionWords, l.board.Center(), style, v.Moment.CaptionShown)
	}
}

// drawPlate draws words on a plate around a point, or beside it where the board is too narrow.
func (a *BoardArt) drawPlate(c *Canvas, l Layout, words string, at Point, style TextStyle, shown float64) {
	style.Size *= 0.9 + 0.1*shown
	style.Color = style.Color.Faded(shown)
	w, h := c.TextWidth(words, style)+style.Size*1.3, style.Size*1.6
	room := max(0, l.board.W/2-w/2-0.1*l.pitch)
	middle := l.board.Center()
	middle = Point{middle.X + max(-room, min(room, at.X-middle.X)), at.Y}
	a.glow.add(lightPlate, Rect{middle.X - w/2, middle.Y - h/2, w, h}, 0.06*l.pitch, plate, shown)
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
	c.Text(words, middle, style)
}
