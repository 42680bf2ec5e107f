package render

import (
	"cmp"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/motion"
	"mancala/rules"
)

// drawNumbers writes the house numbers of the row to move.
func (a *BoardArt) drawNumbers(c *Canvas, v View) {
	l := v.Layout
	if !v.ShowNumbers || !v.ShowTurn || l.numberSize() == 0 {
		return
	}
	style := TextStyle{Size: l.numberSize(), Align: Center, Color: a.numberRole()}
	for h := 1; h <= l.houses; h++ {
		a.numerals.write(c, numeral{noSign, h}, l.NumberAnchor(rules.Pit{Side: v.Turn, House: rules.House(h)}), style)
	}
	a.numerals.draw(c)
}

// numberRole returns the role of house numbers: dimmer than counts, except in the high-contrast
// theme.
func (a *BoardArt) numberRole() Role {
	if a.theme.board.material == flat {
		return numberInk
	}
	return numberInk.Faded(0.9)
}

// drawCounts writes the counts of all pits except tuzdiks, which are empty between plies.
func (a *BoardArt) drawCounts(c *Canvas, v View) {
	v.Layout.each(func(p rules.Pit) {
		if _, owned := v.Moment.Board.Owner(p); owned && v.Moment.Board.Seeds(p) == 0 {
			return
		}
		style := TextStyle{Size: a.countSize(v.Layout, p), Align: Center, Color: countInk}
		a.numerals.write(c, a.count(v, p), v.Layout.CountAnchor(p), style)
	})
	a.numerals.draw(c)
}

func (a *BoardArt) count(v View, p rules.Pit) numeral {
	return numeral{noSign, v.Moment.Board.Seeds(p)}
}

// countSize returns the type size of a pit's count in the theme.
func (a *BoardArt) countSize(l Layout, p rules.Pit) float64 {
	if p.IsStore() {
		return a.theme.counts * l.storeCountSize()
	}
	return a.theme.counts * l.countSize()
}

// drawChanges writes the changes of counts by a previewed ply.
func (a *BoardArt) drawChanges(c *Canvas, v View) {
	if v.Preview == nil {
		return
	}
	l := v.Layout
	l.each(func(p rules.Pit) {
		style := TextStyle{Size: l.gainSize(), Align: Center, Color: Gold}
		change := numeral{plusSign, v.Preview.Gain(p)}
		if loss := v.Preview.Loss(p); loss > 0 {
			change, style.Color = numeral{minusSign, loss}, Warn
		}
		at := l.storeGainAnchor(p)
		switch size := a.countSize(l, p); {
		case change.n == 0:
			return
		case p.IsStore():
			w := a.numerals.width(c, change, style.Size) + 1.3*style.Size
			a.addPlate(l, Rect{X: at.X, Y: at.Y}.Centered(w, 1.6*style.Size), 1)
			a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
		default:
			at, style.Align = l.gainAnchor(p, size, a.numerals.width(c, a.count(v, p), size))
		}
		a.numerals.write(c, change, at, style)
	})
	a.numerals.draw(c)
}

// drawWords draws the plates with the consequences of a previewed ply, or of the last one. They are
// between the two rows, or before a store on an upright board, so that they cover no house.
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
		m := &v.Moment
		at, size := l.board.Center(), (1.15+0.8*m.Weight)*l.wordSize()
		if size = max(l.wordSize(), min(size, l.aisle()/plateHigh)); l.upright && m.HasGains && l.Has(m.Gains) {
			at = l.aisleAt(m.Gains)
		}
		style := TextStyle{Size: size, Weight: Bold, Align: Center, Color: Gold}
		a.drawPlate(c, l, v.CaptionWords, at, style, m.CaptionShown)
	}
}

// plateHigh is the height of a plate for words, as a multiple of the size of its type.
const plateHigh = 1.6

// drawPlate draws words on a plate around a point, or beside it if the board is too narrow.
func (a *BoardArt) drawPlate(c *Canvas, l Layout, words string, at Point, style TextStyle, shown float64) {
	style.Size *= 0.9 + 0.1*shown
	style.Color = style.Color.Faded(shown)
	w, h := c.TextWidth(words, style)+style.Size*1.3, style.Size*plateHigh
	room := max(0, l.board.W/2-w/2-0.1*l.pitch)
	middle := l.board.Center()
	middle = Point{middle.X + max(-room, min(room, at.X-middle.X)), at.Y}
	a.addPlate(l, Rect{middle.X - w/2, middle.Y - h/2, w, h}, shown)
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
	c.Text(words, middle, style)
}

// addPlate adds a plate for words.
func (a *BoardArt) addPlate(l Layout, r Rect, shown float64) {
	a.glow.add(lightPlate, r, 0.06*l.pitch, plate, shown)
}
