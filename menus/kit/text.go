package kit

import "mancala/render"

// LineSpacing is the distance between the lines of a text, as a share of the size of its type.
const LineSpacing = 1.45

// inert is what all widgets have in common that are only read.
type inert struct{ box }

// Focusable reports false: it is only read.
func (*inert) Focusable() bool { return false }

// Update does nothing.
func (*inert) Update(*Input, State) bool { return false }

// Label is one line of text in the middle of its height, shortened where it is too long.
type Label struct {
	inert
	Text string
	// Style is how the text looks; without a size it is [render.Body].
	Style render.TextStyle
}

// Height returns the height of the line.
func (l *Label) Height() float64 { return orBody(l.Style).Size * LineSpacing }

// Draw draws the line.
func (l *Label) Draw(c *render.Canvas, _ State) { line(c, l.Text, l.bounds, orBody(l.Style)) }

// Paragraph is text on as many lines as it needs, from the top of its bounds. What does not fit its height is left out,
// with an ellipsis.
type Paragraph struct {
	inert
	Text string
	// Style is how the text looks; without a size it is [render.Body].
	Style render.TextStyle
}

// HeightFor returns how high the paragraph is if it is width units wide.
func (p *Paragraph) HeightFor(c *render.Canvas, width float64) float64 {
	return TextHeight(c, p.Text, width, orBody(p.Style))
}

// Draw draws the lines.
func (p *Paragraph) Draw(c *render.Canvas, _ State) { DrawText(c, p.Text, p.bounds, orBody(p.Style)) }

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

func orBody(s render.TextStyle) render.TextStyle {
	if s.Size == 0 {
		return render.Body
	}
	return s
}
