package render

import (
	"cmp"
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/motion"
	"mancala/rules"
)

// numbers holds the texts of numbers, so that none is made in a frame.
type numbers struct {
	plain [256]string
	plus  [256]string
	minus [256]string
}

func newNumbers() (n numbers) {
	for i := range n.plain {
		n.plain[i] = strconv.Itoa(i)
		n.plus[i], n.minus[i] = "+"+n.plain[i], "−"+n.plain[i]
	}
	return n
}

// drawNumbers writes the numbers of the houses of the row whose turn is shown.
func (a *BoardArt) drawNumbers(c *Canvas, v View) {
	l := v.Layout
	if !v.ShowNumbers || !v.ShowTurn || l.numberSize() == 0 {
		return
	}
	style := TextStyle{Size: l.numberSize(), Weight: Bold, Align: Center, Color: a.numberRole()}
	for h := 1; h <= l.houses; h++ {
		c.Text(a.numbers.plain[h], l.NumberAnchor(rules.Pit{Side: v.Turn, House: rules.House(h)}), style)
	}
}

// numberRole returns the role of house numbers: less than counts, unless the theme is one of contrast.
func (a *BoardArt) numberRole() Role {
	if a.theme.board.material == flat {
		return numberInk
	}
	return numberInk.Faded(0.9)
}

// drawLabels writes a pit's count and what a previewed ply would add or take.
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
	if v.Preview == nil {
		return
	}
	change := TextStyle{Size: l.gainSize(), Weight: Bold, Align: Center, Color: Gold}
	if p.IsStore() {
		if n := v.Preview.Gain(p); n > 0 {
			a.drawPlate(c, l, a.numbers.plus[n&0xff], l.storeGainAnchor(p), change, 1)
		}
		return
	}
	at, change.Align = l.gainAnchor(p, style.Size, c.TextWidth(text, style))
	if n := v.Preview.Loss(p); n > 0 {
		carve(c, a.numbers.minus[n&0xff], at, change.In(Warn))
	} else if n := v.Preview.Gain(p); n > 0 {
		carve(c, a.numbers.plus[n&0xff], at, change)
	}
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
		m := &v.Moment
		style := TextStyle{Size: (1.15 + 0.8*m.Weight) * l.wordSize(), Weight: Bold, Align: Center, Color: Gold}
		at := l.board.Center()
		if m.HasGains && l.Has(m.Gains) {
			at = l.gainsAnchor(m.Gains)
		}
		a.drawPlate(c, l, v.CaptionWords, at, style, m.CaptionShown)
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
