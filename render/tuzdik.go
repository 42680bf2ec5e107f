package render

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
)

// Proportions of a tuzdik, in pitches.
const (
	lidInset    = 0.07 // from the rim of the house to the lid
	lidGroove   = 0.07 // from the edge of the lid to the groove on it
	channelHalf = 0.034
	inlayRim    = 0.018 // of the dark edge around metal
)

// drawTuzdiks lays a brass lid on each tuzdik, a house that the other side owns, with a channel to
// the owner's store, which gets all seeds that fall there.
func (a *BoardArt) drawTuzdiks(c *Canvas, v View) {
	l := v.Layout
	l.each(func(p rules.Pit) {
		owner, owned := v.Moment.Board.Owner(p)
		if !owned {
			return
		}
		channel := l.channel(p, owner)
		lid := l.Pit(p).Inset(lidInset * l.pitch)
		for _, r := range channel {
			c.FillRect(r.Inset(-inlayRim*l.pitch), channelHalf*l.pitch, carved)
		}
		for _, r := range channel {
			a.addMetal(r, channelHalf*l.pitch, Brass)
		}
		a.glow.add(lightPlate, lid.Inset(-inlayRim*l.pitch), 0.05*l.pitch, carved.Faded(1), 1)
		a.addMetal(lid, 0.06*l.pitch, Line) // seeds are white there
		a.glow.add(lightRing, lid.Inset(lidGroove*l.pitch), max(1, 0.02*l.pitch), InkOnGold, 0.55)
		a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
	})
}

// addMetal adds an inlay of brass, with an edge of a width. In a flat theme it is a plain shape of
// a role.
func (a *BoardArt) addMetal(r Rect, edge float64, plain Role) {
	if a.theme.board.material == flat {
		a.glow.add(lightArea, r, 0.01, plain, 1)
		return
	}
	a.glow.add(lightMetal, r, edge, Brass, 1)
}

// channel returns the parts of the channel from a tuzdik to a store: from its house towards the
// middle of the board, along the rows if the store is not there, and into the store.
func (l Layout) channel(tuzdik rules.Pit, owner rules.Side) (parts []Rect) {
	along, across := l.place(tuzdik)
	store, _ := l.place(rules.StoreOf(owner))
	length, width := l.extent(rules.StoreOf(owner))
	half, inside := channelHalf*l.pitch, 0.1*l.pitch
	strip := func(x0, y0, x1, y1 float64) {
		parts = append(parts, l.around((x0+x1)/2, (y0+y1)/2, math.Abs(x1-x0)/2+half, math.Abs(y1-y0)/2+half))
	}
	sign := l.sign(tuzdik.Side)
	start := across - sign*(l.houseReach()-0.12*l.pitch)
	end := max(store-length+inside, min(store+length-inside, along)) // where it enters the store
	line, foot := 0.0, 0.0                                           // of the part along the rows, and where the store begins
	if l.trays() {
		line, foot = sign*(l.aisle()/2+width)/2, sign*(width-inside)
	}
	if end != along {
		strip(along, start, along, line)
		strip(along, line, end, line)
		start = line
	}
	if start != foot {
		strip(end, start, end, foot)
	}
	return parts
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
