package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
)

// Proportions of the lid on a tuzdik, in pitches.
const (
	lidRadius = 0.36
	arrowHalf = 0.2
	arrowHead = 0.15
	arrowLine = 0.085
)

// drawTuzdiks lays a lid on each tuzdik, a house that the other side owns. The lid is a light disc
// with an arrow towards the owner's store, which gets all seeds that fall there.
func (a *BoardArt) drawTuzdiks(c *Canvas, v View) {
	l := v.Layout
	l.each(func(p rules.Pit) {
		owner, owned := v.Moment.Board.Owner(p)
		if !owned {
			return
		}
		middle := l.Pit(p).Center()
		c.FillCircle(middle, (lidRadius+0.03)*l.pitch, carved)
		c.FillCircle(middle, lidRadius*l.pitch, countInk)
		way := l.out(l.sign(owner), 0).Sub(l.out(0, 0)) // along the rows
		across := Point{-way.Y, way.X}
		tip := middle.Add(way.Mul(arrowHalf * l.pitch))
		c.Line(middle.Sub(way.Mul(arrowHalf*l.pitch)), tip, arrowLine*l.pitch, InkOnGold)
		for _, turn := range [...]float64{-1, 1} {
			back := way.Mul(-arrowHead * l.pitch).Add(across.Mul(turn * arrowHead * l.pitch))
			c.Line(tip.Add(back), tip.Sub(back.Mul(0.18)), arrowLine*l.pitch, InkOnGold)
		}
	})
}

// drawPileCounts also writes the counts of large piles onto the piles.
func (a *BoardArt) drawPileCounts(c *Canvas, v View) {
	l := v.Layout
	v.Layout.each(func(p rules.Pit) {
		n := v.Moment.Board.Seeds(p)
		if p.IsStore() || n < houseClasses[1].limit {
			return
		}
		style := TextStyle{Size: min(1.25*l.countSize(), 0.36*l.pitch), Align: Center, Color: countInk}
		number := numeral{noSign, n}
		at := l.Pit(p).Center()
		a.addPlate(l, Rect{X: at.X, Y: at.Y}.Centered(a.numerals.width(c, number, style.Size)+0.5*style.Size, 1.25*style.Size), 1)
		a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
		a.numerals.write(c, number, at, style)
	})
	a.numerals.draw(c)
}
