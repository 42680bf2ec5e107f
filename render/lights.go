package render

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
)

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
