package kit

import (
	"math"

	"mancala/render"
)

// Blank returns an empty part of a height.
func Blank(height float64) Part { return &Picture{Least: height, Most: height} }

// Rest returns an empty part that takes the remaining room.
func Rest() Part { return &Picture{Most: Endless} }

// Centred returns a part in the middle of a higher place.
func Centred(p Part) Part { return &Stack{Parts: []Part{Rest(), p, Rest()}} }

// leaf is the place of a part without widgets, for embedding.
type leaf struct{ bounds render.Rect }

// Bounds returns the place of the part.
func (l *leaf) Bounds() render.Rect { return l.bounds }

// Place sets the place.
func (l *leaf) Place(_ *render.Canvas, r render.Rect) { l.bounds = r }

// Controls does nothing: the part has no widgets.
func (l *leaf) Controls(func(Widget)) {}

// Picture is a part that a function draws.
type Picture struct {
	// Least and Most limit its height, and Ratio is its greatest height as a share of its width; 0
	// means any.
	Least, Most, Ratio float64
	// Paint draws it in r. It may be nil.
	Paint func(c *render.Canvas, r render.Rect)
	// Tip is shown if the pointer rests on the picture in a [ScrollArea].
	Tip string

	leaf
}

// Painted returns a picture of a height.
func Painted(height float64, paint func(c *render.Canvas, r render.Rect)) *Picture {
	return &Picture{Least: height, Paint: paint}
}

// Extent returns the limits of its height.
func (p *Picture) Extent(_ *render.Canvas, width float64) Extent {
	if p.Ratio > 0 && p.Ratio*width < p.Most {
		return Extent{p.Least, max(p.Least, p.Ratio*width)}
	}
	return Extent{p.Least, max(p.Least, p.Most)}
}

// Draw draws the picture.
func (p *Picture) Draw(c *render.Canvas, by render.Point) {
	if p.Paint != nil && p.bounds.W > 0 && p.bounds.H > 0 {
		p.Paint(c, p.bounds.Move(by))
	}
}

// Words is a text as wide as its place, and as high as necessary.
type Words struct {
	Text  string
	Style render.TextStyle

	leaf
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

// Draw draws the text.
func (w *Words) Draw(c *render.Canvas, by render.Point) {
	if w.Text != "" {
		DrawText(c, w.Text, w.bounds.Move(by), w.Style)
	}
}

// Panel is a part on a filled ground.
type Panel struct {
	Part
	Pad    float64
	Radius float64
	// Rule draws a line along its top.
	Rule   bool
	bounds render.Rect
}

// OnPanel returns a part on a panel with the usual padding. The panel ends with the part.
func OnPanel(p Part) *Panel { return &Panel{Part: p, Pad: Gap, Radius: 14} }

// pad returns the padding: less in a narrow place.
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
	r := p.bounds.Move(by)
	if c.FillRect(r, p.Radius, render.Panel); p.Rule {
		c.FillRect(render.Rect{X: r.X, Y: r.Y, W: r.W, H: 2}, 0, render.Line)
	}
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

// Margins is a part with empty room around it, in units.
type Margins struct {
	Part
	Left, Top, Right, Bottom float64
}

// Extent returns the extent of the part and the room.
func (m *Margins) Extent(c *render.Canvas, width float64) Extent {
	e := m.Part.Extent(c, width-m.Left-m.Right)
	return Extent{e.Least + m.Top + m.Bottom, min(Endless, e.Most+m.Top+m.Bottom)}
}

// Place places the part.
func (m *Margins) Place(c *render.Canvas, r render.Rect) {
	m.Part.Place(c, render.Rect{X: r.X + m.Left, Y: r.Y + m.Top, W: r.W - m.Left - m.Right, H: r.H - m.Top - m.Bottom})
}

// Low returns a widget with its label at its left.
func Low(w Widget) Part { return Sized(ControlHeight, ControlHeight, Put(w)) }

// Lowered returns a widget that has no label of its own, for a place beside widgets with labels
// above them, with a label that may be empty.
func Lowered(label string, w Widget) Part {
	above := Painted(LabelHeight, func(c *render.Canvas, r render.Rect) { drawLabel(c, label, r, false) })
	return &Stack{Parts: []Part{above, Put(w)}}
}

// sized is a part whose extent is set.
type sized struct {
	Part
	extent Extent
}

// Sized returns a part that is least to most units high.
func Sized(least, most float64, p Part) Part { return &sized{p, Extent{least, most}} }

func (s *sized) Extent(*render.Canvas, float64) Extent { return s.extent }

// arranged is an arrangement of parts that depends on its width.
type arranged struct {
	parts []Part
	at    func(c *render.Canvas, width float64) Part
}

func (a *arranged) Extent(c *render.Canvas, width float64) Extent {
	return a.at(c, width).Extent(c, width)
}

func (a *arranged) Place(c *render.Canvas, r render.Rect) { a.at(c, r.W).Place(c, r) }

func (a *arranged) Controls(yield func(Widget)) { controls(a.parts, yield) }

func (a *arranged) Draw(c *render.Canvas, by render.Point) { draw(a.parts, c, by) }

// Tiles puts parts in as few, evenly filled rows as possible. The columns are equally wide, at
// least narrow, and gap apart.
func Tiles(narrow, gap float64, parts ...Part) Part {
	return &arranged{parts, func(_ *render.Canvas, width float64) Part {
		return tiled(int((width+gap)/(narrow+gap)), gap, parts)
	}}
}

// Columns is Tiles with at most n columns at any width.
func Columns(n int, gap float64, parts ...Part) Part { return tiled(n, gap, parts) }

// tiled puts parts in rows of at most most columns. It fills up an incomplete row with empty parts.
func tiled(most int, gap float64, parts []Part) *Stack {
	n := len(parts)
	most = max(1, min(n, most))
	rows := (n + most - 1) / most
	s := &Stack{Gap: gap}
	for i, columns := 0, (n+max(1, rows)-1)/max(1, rows); i < n; i += columns {
		row := &Beside{Gap: gap, Parts: parts[i:min(n, i+columns)]}
		for len(row.Parts) < columns {
			row.Parts = append(row.Parts[:len(row.Parts):len(row.Parts)], Blank(0))
		}
		s.Parts = append(s.Parts, row)
	}
	return s
}

// Flow puts parts into columns of equal width, in order, so that the tallest column is as low as
// possible. Parts are gap apart, and columns between apart.
func Flow(columns int, gap, between float64, parts ...Part) Part {
	return &arranged{parts, func(c *render.Canvas, width float64) Part {
		one := (width - between*float64(columns-1)) / float64(columns)
		b := &Beside{Gap: between}
		for _, list := range flowed(c, columns, one, gap, parts) {
			b.Parts = append(b.Parts, &Stack{Gap: gap, Parts: list})
		}
		return b
	}}
}

// flowed divides parts among columns of a width. It tries every possible height of a column.
func flowed(c *render.Canvas, columns int, width, gap float64, parts []Part) [][]Part {
	heights := make([]float64, len(parts))
	for i, p := range parts {
		heights[i] = p.Extent(c, width).Least + gap
	}
	best := make([][]Part, columns)
	lowest := math.Inf(1)
	for first := range heights {
		limit := 0.0
		for _, h := range heights[first:] {
			limit += h
			if list, ok := fill(columns, heights, limit, parts); ok && limit < lowest {
				best, lowest = list, limit
			}
		}
	}
	return best
}

// fill fills columns up to a height with parts in order, and reports whether all fit.
func fill(columns int, heights []float64, limit float64, parts []Part) ([][]Part, bool) {
	list, i := make([][]Part, columns), 0
	for column := range list {
		for high := 0.0; i < len(parts) && high+heights[i] <= limit+0.01; i++ {
			list[column], high = append(list[column], parts[i]), high+heights[i]
		}
	}
	return list, i == len(parts)
}
