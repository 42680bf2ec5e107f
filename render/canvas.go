package render

import (
	"image"
	"math"
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
)

// Canvas draws on an image in units. A unit is [Scale] physical pixels. So one layout serves all
// window sizes, at the full resolution of the display. Make one with [NewCanvas] and direct it to
// each frame's image with [Canvas.Begin].
type Canvas struct {
	dst   surface
	theme Theme
	unit  float64
	fonts *fonts
	draw  text.DrawOptions

	shapes    shapes
	overheard overheard
	unseen    bool    // in Unseen
	corners   []Point // of a polygon, in pixels
}

// NewCanvas returns a canvas with the program's fonts and the theme [Walnut]. It returns an error
// only if the program was built wrongly.
func NewCanvas() (*Canvas, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	shape, err := shapeCode.compile()
	if err != nil {
		return nil, err
	}
	return &Canvas{fonts: f, theme: Walnut(), unit: 1, shapes: shapes{program: shape}}, nil
}

// Begin directs the canvas to dst, at unit physical pixels a unit.
func (c *Canvas) Begin(dst *ebiten.Image, unit float64) { c.dst, c.unit = texture{dst}, unit }

// SetTheme sets the theme for everything drawn from now on.
func (c *Canvas) SetTheme(t Theme) { c.theme = t }

// Theme returns the current theme.
func (c *Canvas) Theme() Theme { return c.theme }

// Image returns the image under the canvas, and its physical pixels a unit.
func (c *Canvas) Image() (*ebiten.Image, float64) { return c.screen(), c.unit }

// screen returns the image under a canvas of the graphics card.
func (c *Canvas) screen() *ebiten.Image { return c.dst.(texture).Image }

// Bounds returns the drawing area in units.
func (c *Canvas) Bounds() Rect {
	b := c.dst.Bounds()
	return Rect{float64(b.Min.X) / c.unit, float64(b.Min.Y) / c.unit, float64(b.Dx()) / c.unit, float64(b.Dy()) / c.unit}
}

// Clip calls draw with the canvas clipped to r.
func (c *Canvas) Clip(r Rect, draw func()) {
	whole := c.dst
	defer func() { c.dst = whole }()
	area := image.Rect(int(math.Floor(r.X*c.unit)), int(math.Floor(r.Y*c.unit)),
		int(math.Ceil(r.Right()*c.unit)), int(math.Ceil(r.Bottom()*c.unit)))
	c.dst = whole.part(area)
	draw()
}

// Fill paints the whole drawing area.
func (c *Canvas) Fill(clr Role) { c.dst.fill(c.theme.Colour(clr)) }

// FillRect paints a rectangle with corners of a radius in units.
func (c *Canvas) FillRect(r Rect, radius float64, clr Role) { c.shape(r, radius, 0, clr) }

// StrokeRect draws the outline of a rectangle with corners of a radius, width units wide and inside
// r.
func (c *Canvas) StrokeRect(r Rect, radius, width float64, clr Role) {
	c.shape(r, radius, width, clr)
}

// shape draws a rectangle in units, filled if outline is zero.
func (c *Canvas) shape(r Rect, radius, outline float64, clr Role) {
	if c.unseen {
		return
	}
	half := Point{r.W / 2, r.H / 2}.Mul(c.unit)
	c.shapes.draw(c.dst, r.Center().Mul(c.unit), half, Point{X: 1}, radius*c.unit, outline*c.unit, c.theme.Colour(clr))
}

// FillCircle paints a disc.
func (c *Canvas) FillCircle(center Point, radius float64, clr Role) {
	c.shape(Rect{center.X - radius, center.Y - radius, 2 * radius, 2 * radius}, radius, 0, clr)
}

// Line draws a straight line, width units wide.
func (c *Canvas) Line(from, to Point, width float64, clr Role) {
	length := from.Distance(to)
	if length == 0 || c.unseen {
		return
	}
	half := Point{length / 2, width / 2}.Mul(c.unit)
	c.shapes.draw(c.dst, from.Lerp(to, 0.5).Mul(c.unit), half, to.Sub(from).Mul(1/length), 0, 0, c.theme.Colour(clr))
}

// FillPolygon paints the area inside a closed line through corners, by the non-zero rule in both
// directions. It paints nothing for fewer than three corners.
func (c *Canvas) FillPolygon(corners []Point, clr Role) {
	if len(corners) < 3 || c.unseen {
		return
	}
	c.corners = c.corners[:0]
	for _, p := range corners {
		c.corners = append(c.corners, p.Mul(c.unit))
	}
	c.dst.polygon(c.corners, c.theme.Colour(clr))
}

// Text draws one line of text anchored at a point: vertically by its middle, and horizontally by
// its left end, middle or right end, as the style's alignment says.
func (c *Canvas) Text(s string, at Point, style TextStyle) {
	l, from := c.lineAt(s, at, style)
	c.drawLine(l, from, style.Color)
	c.overheard.drawn(c, s, from.X, at.Y, style)
}

// lineAt returns a text ready for drawing, and the left end of its middle in pixels.
func (c *Canvas) lineAt(s string, at Point, style TextStyle) (line, Point) {
	size, x := style.Size*c.unit, at.X*c.unit
	switch style.Align {
	case Center:
		x -= c.fonts.advance(s, len(s), size, style.Weight) / 2
	case Right:
		x -= c.fonts.advance(s, len(s), size, style.Weight)
	}
	return c.fonts.line(s, size, style.Weight), Point{x, at.Y * c.unit}
}

// corner returns the upper left corner of a text that begins at a point, in pixels.
func (l line) corner(at Point) Point {
	return Point{math.Round(at.X), math.Round(at.Y + l.baseline - l.face.Metrics().HAscent)}
}

// drawLine draws a text from a point in pixels.
func (c *Canvas) drawLine(l line, at Point, clr Role) {
	if c.unseen {
		return
	}
	if l.far == written {
		c.drawWritten(l, at, clr)
		return
	}
	at = l.corner(at)
	c.draw.ColorScale.Reset()
	c.draw.ColorScale.ScaleWithColor(c.theme.Colour(clr))
	c.draw.GeoM.Reset()
	c.draw.GeoM.Translate(at.X, at.Y)
	if l.far >= foreign {
		defer func() {
			if recover() != nil {
				c.fonts.distrust()
			}
		}()
	}
	c.dst.letters(l.text, l.face, &c.draw)
}

// FindFonts sets the source of fonts for letters that the program's fonts lack. The canvas draws
// such a letter as a mark until it has a font.
func (c *Canvas) FindFonts(find FontFinder) {
	c.fonts.found = fallback{find: find, asked: map[rune]bool{}, results: make(chan *text.GoTextFaceSource, 1)}
}

// FontsFound reports whether new fonts have arrived since the last call. If so, texts may have
// other widths now.
func (c *Canvas) FontsFound() bool {
	if !c.fonts.found.arrived() {
		return false
	}
	clear(c.fonts.faces)
	return true
}

// TextWidth returns the width of a line of text, in units.
func (c *Canvas) TextWidth(s string, style TextStyle) float64 { return c.CaretX(s, len(s), style) }

// CaretX returns the distance, in units, from the start of a line to a caret before byte index i of
// s; i must be in 0..len(s).
func (c *Canvas) CaretX(s string, i int, style TextStyle) float64 {
	return c.fonts.advance(s, i, style.Size*c.unit, style.Weight) / c.unit
}

// Fit returns s. If s is wider than width units, Fit shortens it with an ellipsis.
func (c *Canvas) Fit(s string, width float64, style TextStyle) string {
	if c.TextWidth(s, style) <= width {
		return s
	}
	runes := []rune(s)
	for n := len(runes) - 1; n > 0; n-- {
		short := strings.TrimRight(string(runes[:n]), " ") + "…"
		if c.TextWidth(short, style) <= width {
			return c.overheard.shortened(s, short)
		}
	}
	return c.overheard.shortened(s, "…")
}

// pathBreak returns the number of bytes of a too wide line up to its last separator that fits. It
// returns 0 if the line fits or has no separator.
func (c *Canvas) pathBreak(line string, width float64, style TextStyle) int {
	if c.TextWidth(line, style) <= width {
		return 0
	}
	for n := strings.LastIndexAny(line, `/\`) + 1; n > 1; n = strings.LastIndexAny(line[:n-1], `/\`) + 1 {
		if n < len(line) && c.TextWidth(line[:n], style) <= width {
			return n
		}
	}
	return 0
}

// Wrap breaks a text into lines of at most width units. It breaks at spaces, and too wide words
// behind the separators of a path. It keeps the line breaks of s.
func (c *Canvas) Wrap(s string, width float64, style TextStyle) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			longer := strings.TrimPrefix(line+" "+word, " ")
			if line != "" && c.TextWidth(longer, style) > width {
				lines = append(lines, line)
				longer = word
			}
			for n := c.pathBreak(longer, width, style); n > 0; n = c.pathBreak(longer, width, style) {
				lines = append(lines, longer[:n])
				longer = longer[n:]
			}
			line = longer
		}
		lines = append(lines, c.Fit(line, width, style))
	}
	return lines
}
