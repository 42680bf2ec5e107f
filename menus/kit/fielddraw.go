package kit

import (
	"math"

	"mancala/render"
)

var (
	fieldText = render.Body
	// selectionGround is the background of selected text.
	selectionGround = render.Chosen
)

const (
	fieldPad = 14
	noteAway = 7 // from the box to the line under it, with the focus ring between
)

// frame returns the box around the text.
func (f *TextField) frame() render.Rect {
	r := f.bounds
	if f.Label != "" {
		_, r = r.CutTop(LabelHeight)
	}
	r.H = min(r.H, ControlHeight)
	return r
}

func (f *TextField) ring() render.Rect { return f.frame() }

// inner returns the rectangle of the text.
func (f *TextField) inner() render.Rect {
	r := f.frame()
	return render.Rect{X: r.X + fieldPad, Y: r.Y, W: max(0, r.W-2*fieldPad), H: r.H}
}

// xOf returns the distance of rune i from the start of the text.
func (f *TextField) xOf(i int) float64 {
	return caretX(f.canvas, f.Text(), len(string(f.edit.text[:i])), fieldText)
}

// runeAt returns the boundary of the text nearest to x on the screen.
func (f *TextField) runeAt(x float64) int {
	x -= f.inner().X - f.scroll
	best, nearest := 0, math.Inf(1)
	for i := 0; ; i = f.edit.next(i) {
		if d := math.Abs(f.xOf(i) - x); d < nearest {
			best, nearest = i, d
		}
		if i == len(f.edit.text) {
			return best
		}
	}
}

// shown returns the text with the composition at the caret, and the byte offsets of the composition
// and the caret in it.
func (f *TextField) shown() (text string, from, caret int) {
	before, after := f.AroundCaret()
	if f.composition == "" {
		return f.Text(), 0, len(string(f.edit.text[:f.edit.caret]))
	}
	return before + f.composition + after, len(before), len(before) + len(f.composition)
}

// reveal scrolls the caret into view.
func (f *TextField) reveal(text string, caret float64) {
	width := f.inner().W - 2
	f.scroll = max(min(f.scroll, caret), caret-width)
	f.scroll = max(0, min(f.scroll, textWidth(f.canvas, text, fieldText)-width))
}

// Draw draws the label, the box with the text, and the line under it.
func (f *TextField) Draw(c *render.Canvas, at State) {
	f.canvas = c
	if f.Label != "" {
		label, _ := f.bounds.CutTop(LabelHeight)
		drawLabel(c, f.Label, label, false)
	}
	frame := f.frame()
	well(c, frame)
	if f.Error != "" {
		c.StrokeRect(frame, Corner, 2, render.Warn)
	} else if at.Hovered && !at.Focused {
		c.StrokeRect(frame, Corner, 1, render.InkSoft)
	}
	inner := f.inner()
	c.Clip(render.Rect{X: inner.X - 3, Y: inner.Y, W: inner.W + 6, H: inner.H}, func() { f.drawText(c, inner, at) })
	if note, place, style := f.note(); note != "" && place.H >= style.Size {
		DrawText(c, note, place, style)
	}
}

// note returns the line under the field, its place and its style.
func (f *TextField) note() (string, render.Rect, render.TextStyle) {
	frame := f.frame()
	y := frame.Bottom() + noteAway
	place := render.Rect{X: frame.X, Y: y, W: frame.W, H: f.bounds.Bottom() - y}
	if place.H >= render.Caption.Size { // its letters need less height than a line
		place.H = max(place.H, render.Caption.Size*LineSpacing)
	}
	if f.Error != "" {
		return f.Error, place, render.Caption.In(render.Warn)
	}
	return f.Hint, place, render.Caption
}

func (f *TextField) clipped(c *render.Canvas) bool {
	label, _ := f.bounds.CutTop(LabelHeight)
	note, place, style := f.note()
	return !fits(c, f.Label, label, render.Caption) || !textFits(c, note, place, style) ||
		!fits(c, f.Placeholder, f.inner(), fieldText)
}

func (f *TextField) drawText(c *render.Canvas, inner render.Rect, at State) {
	text, from, caret := f.shown()
	x := func(i int) float64 { return inner.X - f.scroll + c.CaretX(text, i, fieldText) }
	f.reveal(text, c.CaretX(text, caret, fieldText))
	middle := inner.Center().Y
	bar := func(x0, x1 float64) render.Rect { return render.Rect{X: x0, Y: middle - 14, W: x1 - x0, H: 28} }
	if a, b := f.edit.selection(); a < b && f.composition == "" && at.Focused {
		c.FillRect(bar(x(len(string(f.edit.text[:a]))), x(len(string(f.edit.text[:b])))), 3, selectionGround)
	}
	if text == "" {
		drawFitted(c, f.Placeholder, inner, fieldText.In(render.InkDim))
	} else {
		c.Text(text, render.Point{X: inner.X - f.scroll, Y: middle}, fieldText)
	}
	if f.composition != "" {
		c.Line(render.Point{X: x(from), Y: middle + 13}, render.Point{X: x(caret), Y: middle + 13}, 1.5, render.Ink)
	}
	if at.Focused && f.blink.visible() {
		c.FillRect(bar(x(caret), x(caret)+2), 1, render.Ink)
	}
}

// blinkTicks is the time for which a caret is visible, and then hidden: 530 ms.
const blinkTicks = 32

// blinker makes a caret blink. Any change of the caret shows it at once.
type blinker struct {
	ticks   int
	focused bool
	stale   bool
}

// tick advances the blinker and reports whether the caret has appeared or disappeared.
func (b *blinker) tick(focused bool) bool {
	changed := b.stale || focused != b.focused
	b.stale, b.focused = false, focused
	if changed {
		b.ticks = 0
		return true
	}
	seen := b.visible()
	b.ticks = (b.ticks + 1) % (2 * blinkTicks)
	return focused && seen != b.visible()
}

func (b *blinker) visible() bool { return b.ticks < blinkTicks }
