package kit

import (
	"cmp"
	"strings"

	"mancala/render"
)

// LineSpacing is the distance between the lines of a text, as a share of the size of its type.
const LineSpacing = 1.45

// TextHeight returns how high a text is that is wrapped to width units.
func TextHeight(c *render.Canvas, s string, width float64, style render.TextStyle) float64 {
	return float64(len(c.Wrap(s, width, style))) * style.Size * LineSpacing
}

// DrawText draws a text wrapped to the width of r, from its top. Lines that do not fit are left
// out, with an ellipsis. It returns the height of what it has drawn.
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
			line(c, text, render.Rect{X: r.X, Y: r.Y + float64(i)*height, W: r.W, H: height}, style)
		}
	})
	return float64(len(lines)) * height
}

// smaller is what a label shrinks to where it is too long for its place, as a share of its size,
// and tight the distance of the lines of one in two lines, as a share of the size.
const (
	smaller = 0.86
	tight   = 1.12
)

// fitted is how a label stands in its place.
type fitted struct {
	lines []string
	style render.TextStyle
	whole bool // nothing is left out
}

// fit finds how a label gets into a place: as it is, in smaller type, or in two lines of smaller
// type; at last it is shortened.
func fit(c *render.Canvas, s string, width, height float64, style render.TextStyle) fitted {
	if s == "" || textWidth(c, s, style) <= width {
		return fitted{[]string{s}, style, true}
	}
	small := style.Sized(style.Size * smaller)
	if textWidth(c, s, small) <= width {
		return fitted{[]string{s}, small, true}
	}
	if c == nil {
		return fitted{[]string{s}, small, false}
	}
	if lines := c.Wrap(s, width, small); len(lines) == 2 && height >= 2*tight*small.Size && whole(lines, s) {
		return fitted{lines, small, true}
	}
	return fitted{[]string{c.Fit(s, max(0, width), small)}, small, false}
}

// whole reports whether the lines of a wrapped text are all of it.
func whole(lines []string, s string) bool {
	return strings.Join(lines, " ") == strings.Join(strings.Fields(s), " ")
}

// drawFitted draws a label in the middle of r's height, as far as it fits, and returns how wide it
// is.
func drawFitted(c *render.Canvas, s string, r render.Rect, style render.TextStyle) (width float64) {
	if s == "" || r.W <= 0 {
		return 0
	}
	f := fit(c, s, r.W, r.H, style)
	step := f.style.Size * tight
	for i, text := range f.lines {
		y := r.Center().Y + (float64(i)-float64(len(f.lines)-1)/2)*step
		line(c, text, render.Rect{X: r.X, Y: y, W: r.W + 1}, f.style)
		width = max(width, c.TextWidth(text, f.style))
	}
	return width
}

// fits reports whether a label gets into a place without being shortened.
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

// Clipped returns the controls of the form that have no room for all of their text on a canvas, by
// their names or, of those that have none, their labels.
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
