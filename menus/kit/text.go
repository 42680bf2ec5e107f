package kit

import "mancala/render"

// LineSpacing is the distance between the lines of a text, as a share of the size of its type.
const LineSpacing = 1.45

// TextHeight returns how high a text is that is wrapped to width units.
func TextHeight(c *render.Canvas, s string, width float64, style render.TextStyle) float64 {
	return float64(len(c.Wrap(s, width, style))) * style.Size * LineSpacing
}

// DrawText draws a text wrapped to the width of r, from its top. Lines that do not fit are left out, with an ellipsis.
// It returns the height of what it has drawn.
func DrawText(c *render.Canvas, s string, r render.Rect, style render.TextStyle) float64 {
	lines := c.Wrap(s, r.W, style)
	height := style.Size * LineSpacing
	fit := max(1, int((r.H+0.01)/height))
	if len(lines) > fit {
		lines = lines[:fit]
		lines[fit-1] += " …"
	}
	for i, text := range lines {
		line(c, text, render.Rect{X: r.X, Y: r.Y + float64(i)*height, W: r.W, H: height}, style)
	}
	return float64(len(lines)) * height
}
