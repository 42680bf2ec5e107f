package kit

import (
	"cmp"
	"strings"

	"mancala/render"
)

// LineSpacing is the distance between lines of text, as a fraction of the type size.
const LineSpacing = 1.45

// TextHeight returns the height of a text wrapped to width units.
func TextHeight(c *render.Canvas, s string, width float64, style render.TextStyle) float64 {
	return float64(len(c.Wrap(s, width, style))) * style.Size * LineSpacing
}

// DrawText draws a text wrapped to the width of r, from its top. If some lines do not fit, the last
// one ends in an ellipsis. It returns the height of the drawn lines.
func DrawText(c *render.Canvas, s string, r render.Rect, style render.TextStyle) float64 {
	lines := c.Wrap(s, r.W, style)
	height := style.Size * LineSpacing
	fit := max(1, int((r.H+0.01)/height))
	if len(lines) > fit {
		lines = lines[:fit]
		lines[fit-1] += " …"
	}
	c.Paragraph(s, func() {
		for i, text := range lines {
			DrawLine(c, text, render.Rect{X: r.X, Y: r.Y + float64(i)*height, W: r.W, H: height}, style)
		}
	})
	return float64(len(lines)) * height
}

// smaller is the step, in units, to the next smaller type for a text that is too long. tight is the
// line spacing of a label in two lines.
const smaller, tight = 2, 1.12

// fitted is a label fitted into its place.
type fitted struct {
	lines []string
	style render.TextStyle
	whole bool // nothing is omitted
}

// fit fits a label into a place: unchanged, in the next smaller type, in two lines of it, the same
// a little smaller, or shortened.
func fit(c *render.Canvas, s string, width, height float64, style render.TextStyle) fitted {
	if s == "" || textWidth(c, s, style) <= width {
		return fitted{[]string{s}, style, true}
	}
	var small render.TextStyle
	for _, less := range [...]float64{smaller, 3, 4} {
		small = style.Sized(style.Size - less)
		if textWidth(c, s, small) <= width {
			return fitted{[]string{s}, small, true}
		}
		if c == nil {
			continue
		}
		if lines := c.Wrap(s, width, small); len(lines) == 2 && height >= 2*tight*small.Size && whole(lines, s) {
			return fitted{lines, small, true}
		}
	}
	if c == nil {
		return fitted{[]string{s}, small, false}
	}
	return fitted{[]string{c.Fit(s, max(0, width), small)}, small, false}
}

// whole reports whether the lines contain the whole of a wrapped text.
func whole(lines []string, s string) bool {
	return strings.Join(lines, " ") == strings.Join(strings.Fields(s), " ")
}

// drawFitted draws a label, centred vertically in r and shortened if need be, and returns its
// width.
func drawFitted(c *render.Canvas, s string, r render.Rect, style render.TextStyle) (width float64) {
	if s == "" || r.W <= 0 {
		return 0
	}
	f := fit(c, s, r.W, r.H, style)
	step := f.style.Size * tight
	for i, text := range f.lines {
		y := r.Center().Y + (float64(i)-float64(len(f.lines)-1)/2)*step
		DrawLine(c, text, render.Rect{X: r.X, Y: y, W: r.W + 1}, f.style)
		width = max(width, c.TextWidth(text, f.style))
	}
	return width
}

// fits reports whether a whole label fits into a place.
func fits(c *render.Canvas, s string, r render.Rect, style render.TextStyle) bool {
	return fit(c, s, r.W, r.H, style).whole
}

// textFits reports whether [DrawText] draws all of a text.
func textFits(c *render.Canvas, s string, r render.Rect, style render.TextStyle) bool {
	for _, paragraph := range strings.Split(s, "\n") {
		if !whole(c.Wrap(paragraph, r.W, style), paragraph) {
			return false
		}
	}
	return s == "" || TextHeight(c, s, r.W, style) <= r.H+0.01
}

// Clipped returns the controls of the form that cut off their text on a canvas, by ID or else by
// name.
func (f *Form) Clipped(c *render.Canvas) []string {
	var list []string
	for _, w := range f.widgets {
		if t, ok := w.(interface{ clipped(*render.Canvas) bool }); ok && t.clipped(c) {
			info := f.Info(w)
			list = append(list, cmp.Or(info.ID, info.Name(), string(info.Kind)))
		}
	}
	return list
}
