package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
)

// The intensity of the light of the turn on a row and on its store, and the darkness of the waiting
// row.
const (
	turnLight    = 0.84
	storeLight   = 0.72
	waitingShade = 0.34
)

// drawLights draws the lights on the wood, below the seeds.
func (a *BoardArt) drawLights(c *Canvas, v View) {
	l := v.Layout
	if v.ShowTurn && v.Turn <= rules.North {
		a.addTurn(c, v)
	}
	if m := &v.Moment; m.HasHot && m.Hot.IsStore() && l.Has(m.Hot) {
		a.glow.add(lightArea, l.Pit(m.Hot).Inset(-0.17*l.pitch), 0.3*l.pitch, lamp, m.Glow*m.Weight)
	}
	if v.Preview != nil && l.Has(v.Preview.Last) {
		a.glow.add(lightArea, l.Pit(v.Preview.Last), 0.3*l.pitch, lamp, 0.6)
	}
	if f := v.Finale; f != nil && l.Has(f.Store) {
		a.glow.add(lightArea, l.Pit(f.Store).Inset(-0.17*l.pitch), 0.3*l.pitch, lamp, f.Glow)
	}
	a.glow.draw(c.dst, a.light, brighten)
	a.addRings(v)
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
}

// addTurn darkens the row of the waiting side and lights the other one. The light travels while the
// turn passes.
func (a *BoardArt) addTurn(c *Canvas, v View) {
	l, shift := v.Layout, max(0, min(1, v.TurnShift))
	own, other := v.Turn, v.Turn.Opponent()
	area := func(side rules.Side) Rect { return l.Row(side).Inset(-0.06 * l.pitch) }
	if a.theme.board.material != flat {
		a.glow.add(lightArea, area(other), 0.42*l.pitch, carved, waitingShade*(1-shift))
		a.glow.add(lightArea, area(own), 0.42*l.pitch, carved, waitingShade*shift)
		a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
	}
	from, at := area(other), area(own)
	at.X, at.Y = at.X+(from.X-at.X)*shift, at.Y+(from.Y-at.Y)*shift
	a.glow.add(lightArea, at, 0.42*l.pitch, lamp, turnLight)
	a.glow.add(lightArea, l.Pit(rules.StoreOf(own)).Inset(-0.17*l.pitch), 0.3*l.pitch, lamp, storeLight*(1-shift))
	a.glow.add(lightArea, l.Pit(rules.StoreOf(other)).Inset(-0.17*l.pitch), 0.3*l.pitch, lamp, storeLight*shift)
}

// addRings adds the signs around pits.
func (a *BoardArt) addRings(v View) {
	l := v.Layout
	line := max(1.5, 0.03*l.pitch)
	if v.ShowTurn && v.Turn <= rules.North && a.theme.board.material == flat { // light is invisible on it
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
		if v.Hints.Has(p) {
			a.glow.add(lightRing, l.Pit(p).Inset(-0.045*l.pitch), line*1.2, hintInk, 1)
		}
		if v.taken(p) {
			a.glow.add(lightDashes, r.Inset(-0.01*l.pitch), line*1.3, Warn, 1)
		}
	})
	if v.HasLast && l.Has(v.Last) {
		a.glow.add(lightDashes, l.Pit(v.Last).Inset(-0.035*l.pitch), line*0.7, countInk, 0.7)
	}
	if m := &v.Moment; m.HasHot && l.Has(m.Hot) {
		a.glow.add(lightFocus, l.Pit(m.Hot).Inset(-0.02*l.pitch), line*(1+0.8*m.Weight), Gold, m.Glow)
	}
	if f := v.Finale; f != nil && l.Has(f.Store) {
		a.glow.add(lightFocus, l.Pit(f.Store).Inset(-0.02*l.pitch), line*(1+f.Glow), Gold, f.Glow)
	}
	if v.Preview != nil && l.Has(v.Preview.Last) {
		a.glow.add(lightRing, l.Pit(v.Preview.Last).Inset(-0.02*l.pitch), line*1.5, v.wayInk(), 1)
	}
	if v.HasHint && l.Has(v.Hint) {
		a.glow.add(lightRing, l.Pit(v.Hint).Inset(-0.045*l.pitch), line*1.2, hintInk, 1)
	}
	if v.HasFocus && l.Has(v.Focus) {
		kind, width, strength := v.focusSign()
		a.glow.add(kind, l.Pit(v.Focus).Inset(-0.02*l.pitch), line*width, Gold, strength)
	}
}

// focusSign returns the kind of light around the chosen pit, its width in lines, and its strength.
// An empty house, which cannot be played, has a faint dashed ring instead of a glow.
func (v *View) focusSign() (kind int, width, strength float64) {
	if v.Moment.Board.Seeds(v.Focus) == 0 {
		return lightDashes, 0.5, 0.5
	}
	return lightFocus, 1.1, 1
}
