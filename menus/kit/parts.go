package kit

import "mancala/render"

// Blank returns an empty part of a height.
func Blank(height float64) Part { return &Picture{Least: height, Most: height} }

// Rest returns an empty part that takes the room that is left.
func Rest() Part { return &Picture{Most: Endless} }

// Picture is a part that a function draws.
type Picture struct {
	// Least and Most limit its height, and Ratio is its greatest height as a share of its width; 0
	// means any.
	Least, Most, Ratio float64
	// Paint draws it in r. It may be nil.
	Paint func(c *render.Canvas, r render.Rect)

	bounds render.Rect
}

// Extent returns the limits of its height.
func (p *Picture) Extent(_ *render.Canvas, width float64) Extent {
	if p.Ratio > 0 && p.Ratio*width < p.Most {
		return Extent{p.Least, max(p.Least, p.Ratio*width)}
	}
	return Extent{p.Least, max(p.Least, p.Most)}
}

// Bounds returns the place of the picture.
func (p *Picture) Bounds() render.Rect { return p.bounds }

// Place sets the place.
func (p *Picture) Place(_ *render.Canvas, r render.Rect) { p.bounds = r }

// Controls does nothing: a picture has no widgets.
func (p *Picture) Controls(func(Widget)) {}

// Draw draws the picture.
func (p *Picture) Draw(c *render.Canvas, by render.Point) {
	if p.Paint != nil && p.bounds.W > 0 && p.bounds.H > 0 {
		p.Paint(c, p.bounds.Move(by))
	}
}

// Words is a text as wide as its place, and as high as it needs to be.
type Words struct {
	Text   string
	Style  render.TextStyle
	bounds render.Rect
}

// Say returns a text of a style.
func Say(text string, style render.TextStyle) *Words { return &Words{Text: text, Style: style} }

// Extent returns the height of the text.
func (w *Words) Extent(c *render.Canvas, width float64) Extent {
	if w.Text == "" {
		return Extent{}
	}
	return Exactly(TextHeight(c, w.Text, width, w.Style))
}

// Bounds returns the place of the text.
func (w *Words) Bounds() render.Rect { return w.bounds }

// Place sets the place.
func (w *Words) Place(_ *render.Canvas, r render.Rect) { w.bounds = r }

// Controls does nothing: a text has no widgets.
func (w *Words) Controls(func(Widget)) {}

// Draw draws the text.
func (w *Words) Draw(c *render.Canvas, by render.Point) {
	if w.Text != "" {
		DrawText(c, w.Text, w.bounds.Move(by), w.Style)
	}
}

// Panel is a part on a ground of its own.
type Panel struct {
	Part
	Pad    float64
	Radius float64
	bounds render.Rect
}

// OnPanel returns a part on a panel with the usual padding. The panel ends where the part ends.
func OnPanel(p Part) *Panel { return &Panel{Part: p, Pad: Gap, Radius: 14} }

// pad returns the padding, which is less where there is hardly room for the part.
func (p *Panel) pad(width float64) float64 { return min(p.Pad, max(0, width)/8) }

// Extent returns the extent of the part and its padding.
func (p *Panel) Extent(c *render.Canvas, width float64) Extent {
	pad := p.pad(width)
	e := p.Part.Extent(c, width-2*pad)
	return Extent{e.Least + 2*pad, min(Endless, e.Most+2*pad)}
}

// Place places the part within the padding.
func (p *Panel) Place(c *render.Canvas, r render.Rect) {
	p.bounds = r
	p.Part.Place(c, r.Inset(p.pad(r.W)))
}

// Bounds returns the place of the panel.
func (p *Panel) Bounds() render.Rect { return p.bounds }

// Draw draws the ground and the part.
func (p *Panel) Draw(c *render.Canvas, by render.Point) {
	c.FillRect(p.bounds.Move(by), p.Radius, render.Panel)
	p.Part.Draw(c, by)
}

// Narrow is a part that is at most Width units wide, at the left of its place or, if Centred, in
// its middle.
type Narrow struct {
	Part
	Width   float64
	Centred bool
}

// Extent returns the extent of the part.
func (n *Narrow) Extent(c *render.Canvas, width float64) Extent {
	return n.Part.Extent(c, min(width, n.Width))
}

// Place places the part.
func (n *Narrow) Place(c *render.Canvas, r render.Rect) {
	w := min(r.W, n.Width)
	if n.Centred {
		r.X += (r.W - w) / 2
	}
	r.W = w
	n.Part.Place(c, r)
}

// Line is a part with others of one width at its right end, all centred on one line.
type Line struct {
	Part
	Width float64
	Ends  []Part
}

// widths returns the widths of the part and of each end; no end is wider than its share of the
// line.
func (l *Line) widths(width float64) (main, end float64) {
	n := float64(len(l.Ends))
	end = min(l.Width, width/(n+1)-Gap)
	return width - n*(end+Gap), end
}

// Extent returns the height of the highest part.
func (l *Line) Extent(c *render.Canvas, width float64) Extent {
	main, end := l.widths(width)
	high := l.Part.Extent(c, main).Least
	for _, p := range l.Ends {
		high = max(high, p.Extent(c, end).Least)
	}
	return Exactly(high)
}

// Place places the part at the left and the ends at the right.
func (l *Line) Place(c *render.Canvas, r render.Rect) {
	main, end := l.widths(r.W)
	centred := func(p Part, x, w float64) {
		h := p.Extent(c, w).Least
		p.Place(c, render.Rect{X: x, Y: r.Center().Y - h/2, W: w, H: h})
	}
	centred(l.Part, r.X, main)
	for i, p := range l.Ends {
		centred(p, r.X+main+Gap+float64(i)*(end+Gap), end)
	}
}

// Controls calls yield for the widgets of all parts.
func (l *Line) Controls(yield func(Widget)) {
	l.Part.Controls(yield)
	controls(l.Ends, yield)
}

// Draw draws all parts.
func (l *Line) Draw(c *render.Canvas, by render.Point) {
	l.Part.Draw(c, by)
	draw(l.Ends, c, by)
}

// Lowered returns a widget that has no label, for a place beside widgets with labels above them.
func Lowered(w Widget) Part { return &Stack{Parts: []Part{Blank(LabelHeight), Put(w)}} }

// sized is a part whose extent is set.
type sized struct {
	Part
	extent Extent
}

// Sized returns a part that is least to most units high.
func Sized(least, most float64, p Part) Part { return &sized{p, Extent{least, most}} }

func (s *sized) Extent(*render.Canvas, float64) Extent { return s.extent }

// Flow puts parts into columns of equal width, in order, so that the tallest column
// is as low as possible. Between is the distance between the columns.
type Flow struct {
	Columns      int
	Gap, Between float64
	Parts        []Part
}

// flowed returns the columns at a width. It tries every height that a column can have.
func (f *Flow) flowed(c *render.Canvas, width float64) *Beside {
	one := (width - f.Between*float64(f.Columns-1)) / float64(f.Columns)
	heights := make([]float64, len(f.Parts))
	for i, p := range f.Parts {
		heights[i] = p.Extent(c, one).Least + f.Gap
	}
	var best [][]Part
	lowest := 0.0
	for first := range heights {
		limit := 0.0
		for _, h := range heights[first:] {
			limit += h
			if columns := f.fill(heights, limit); len(columns) <= f.Columns && (best == nil || limit < lowest) {
				best, lowest = columns, limit
			}
		}
	}
	b := &Beside{Gap: f.Between}
	for i := range f.Columns {
		column := &Stack{Gap: f.Gap}
		if i < len(best) {
			column.Parts = best[i]
		}
		b.Parts = append(b.Parts, column)
	}
	return b
}

// fill fills columns up to a height with parts in order.
func (f *Flow) fill(heights []float64, limit float64) (columns [][]Part) {
	high := limit + 1
	for i, h := range heights {
		if high+h > limit+0.01 {
			columns, high = append(columns, nil), 0
		}
		last := len(columns) - 1
		columns[last], high = append(columns[last], f.Parts[i]), high+h
	}
	return columns
}

// Extent returns the extent of the columns.
func (f *Flow) Extent(c *render.Canvas, width float64) Extent {
	return f.flowed(c, width).Extent(c, width)
}

// Place places the columns.
func (f *Flow) Place(c *render.Canvas, r render.Rect) { f.flowed(c, r.W).Place(c, r) }

// Controls calls yield for the widgets of all parts.
func (f *Flow) Controls(yield func(Widget)) { controls(f.Parts, yield) }

// Draw draws all parts.
func (f *Flow) Draw(c *render.Canvas, by render.Point) { draw(f.Parts, c, by) }
