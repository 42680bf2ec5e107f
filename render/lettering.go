package render

import (
	"cmp"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/rules"
)

// drawNumbers writes the house numbers of the row to move.
func (a *BoardArt) drawNumbers(c *Canvas, v View, ink Role) {
	l := v.Layout
	if !v.ShowNumbers || !v.ShowTurn || l.numberSize() == 0 {
		return
	}
	style := TextStyle{Size: l.numberSize(), Align: Center, Color: ink}
	for h := 1; h <= l.houses; h++ {
		a.numerals.write(c, numeral{noSign, h}, l.NumberAnchor(rules.Pit{Side: v.Turn, House: rules.House(h)}), style)
	}
	a.numerals.draw(c)
}

// numberRole returns the role of house numbers: dimmer than counts, except in the high-contrast
// theme, and dark on pale wood.
func (b *boardLook) numberRole() Role {
	switch {
	case b.material == flat:
		return numberInk
	case b.pale():
		return InkOnGold
	}
	return numberInk.Faded(0.9)
}

// drawCounts writes the counts of all pits except tuzdiks, which are empty between plies, and
// houses where only the count after a previewed ply has room.
func (a *BoardArt) drawCounts(c *Canvas, v View) {
	v.Layout.each(func(p rules.Pit) {
		if _, owned := v.Moment.Board.Owner(p); owned && v.Moment.Board.Seeds(p) == 0 {
			return
		}
		if _, changes := v.coming(p); changes && !p.IsStore() && !v.Layout.pairsCounts(a.theme.counts) {
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

// coming returns the count of a pit after the previewed ply, and whether it is another one than
// now.
func (v *View) coming(p rules.Pit) (n int, changes bool) {
	if v.Preview == nil {
		return 0, false
	}
	n = v.Preview.Board.Seeds(p)
	return n, n != v.Moment.Board.Seeds(p)
}

// taken reports whether the previewed ply captures seeds that lie in a house now.
func (v *View) taken(p rules.Pit) bool {
	return v.Preview != nil && v.Preview.Taken.Has(p) && p != v.Preview.From && v.Moment.Board.Seeds(p) > 0
}

// drawChanges writes the counts after a previewed ply where they change: behind the count of a
// house, or in its place if there is no room, and on a plate in a store.
func (a *BoardArt) drawChanges(c *Canvas, v View) {
	if v.Preview == nil {
		return
	}
	l := v.Layout
	l.each(func(p rules.Pit) {
		n, changes := v.coming(p)
		if !changes {
			return
		}
		style, size := TextStyle{Size: l.gainSize(), Align: Center, Color: v.wayInk()}, a.countSize(l, p)
		if v.taken(p) {
			style.Color = Warn
		}
		change, at := numeral{toSign, n}, l.storeGainAnchor(p)
		switch {
		case p.IsStore():
			w := a.numerals.width(c, change, style.Size) + 1.3*style.Size
			a.addPlate(l, Rect{X: at.X, Y: at.Y}.Centered(w, 1.6*style.Size), 1)
			a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
		case v.NoCounts || !l.pairsCounts(a.theme.counts):
			change, at, style.Size = numeral{noSign, n}, l.CountAnchor(p), size
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
	var taken Rect
	if v.Preview != nil && v.PreviewWords != "" && l.Has(v.Preview.Last) {
		style := TextStyle{Size: l.wordSize(), Weight: Bold, Align: Center, Color: v.wayInk()}
		at := l.aisleAt(v.Preview.Last, plateSize(c, v.PreviewWords, style))
		a.drawPlate(c, l, v.PreviewWords, at, style, 1)
		taken = plateRect(c, l, v.PreviewWords, at, style)
	}
	if v.HasHint && l.Has(v.Hint) {
		style := TextStyle{Size: 0.9 * l.wordSize(), Weight: Bold, Align: Center, Color: hintInk}
		word, at := cmp.Or(v.HintWord, "hint"), l.hintAnchor(v.Hint)
		if !plateRect(c, l, word, at, style).Overlaps(taken) { // the ring of the house tells as much
			a.drawPlate(c, l, word, at, style, 1)
		}
	}
	if v.CaptionWords != "" && v.Moment.Caption.Kind != motion.CaptionNone {
		m := &v.Moment
		at, size := l.board.Center(), (1.15+0.8*m.Weight)*l.wordSize()
		if size = max(l.wordSize(), min(size, l.aisle()/plateHigh)); l.upright && m.HasGains && l.Has(m.Gains) {
			at = l.aisleAt(m.Gains, plateSize(c, v.CaptionWords, TextStyle{Size: size, Weight: Bold}))
		}
		style := TextStyle{Size: size, Weight: Bold, Align: Center, Color: Gold}
		a.drawPlate(c, l, v.CaptionWords, at, style, m.CaptionShown)
	}
}

// plateHigh is the height of a plate for words, as a multiple of the size of its type.
const plateHigh = 1.6

// plateSize returns the size of a plate for words.
func plateSize(c *Canvas, words string, style TextStyle) Point {
	return Point{c.TextWidth(words, style) + style.Size*1.3, style.Size * plateHigh}
}

// plateRect returns the place of a plate for words around a point, or beside it if the board is too
// narrow.
func plateRect(c *Canvas, l Layout, words string, at Point, style TextStyle) Rect {
	size := plateSize(c, words, style)
	room := max(0, l.board.W/2-size.X/2-0.1*l.pitch)
	middle := l.board.Center()
	return Rect{X: middle.X + max(-room, min(room, at.X-middle.X)), Y: at.Y}.Centered(size.X, size.Y)
}

// drawPlate draws words on a plate around a point.
func (a *BoardArt) drawPlate(c *Canvas, l Layout, words string, at Point, style TextStyle, shown float64) {
	style.Size *= 0.9 + 0.1*shown
	style.Color = style.Color.Faded(shown)
	r := plateRect(c, l, words, at, style)
	a.addPlate(l, r, shown)
	a.glow.draw(c.dst, a.light, ebiten.BlendSourceOver)
	c.Text(words, r.Center(), style)
}

// addPlate adds a plate for words.
func (a *BoardArt) addPlate(l Layout, r Rect, shown float64) {
	a.glow.add(lightPlate, r, 0.06*l.pitch, plate, shown)
}
