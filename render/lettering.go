package render

import (
	"cmp"
	"fmt"
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
	at, gain.Align = l.gainAnchor(p, size, c.TextWidth(text, style))
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
