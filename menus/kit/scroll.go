package kit

import (
	"math"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// ScrollArea shows a part of content higher than itself. The wheel, a drag and its scroll bar
// scroll it; with the focus, Up, Down, PgUp, PgDn, Home, End and Space do so, too.
type ScrollArea struct {
	box
	// Content is a part without widgets, as high as necessary. The area clips it.
	Content Part
	// ContentHeight is the height of the content, in units, once the area has its place.
	ContentHeight float64

	scroll scroller
	over   *Picture // the picture with a tip below the pointer, or nil
}

// Focusable reports whether the content is higher than the area.
func (a *ScrollArea) Focusable() bool { return a.ContentHeight > a.bounds.H+0.5 }

// Extent returns the height of a few lines, up to the height of the content.
func (a *ScrollArea) Extent(c *render.Canvas, width float64) Extent {
	const few = 120
	high := a.ContentHeight
	if a.Content != nil {
		high = a.Content.Extent(c, width).Least
	}
	return Extent{min(few, high), high}
}

// measure places the content in r, beside the scroll bar if there is one.
func (a *ScrollArea) measure(c *render.Canvas, r render.Rect) {
	if a.Content == nil {
		return
	}
	if a.ContentHeight = a.Content.Extent(c, r.W).Least; a.ContentHeight > r.H+0.5 {
		r.W -= barRoom
		a.ContentHeight = a.Content.Extent(c, r.W).Least
	}
	r.H = a.ContentHeight
	a.Content.Place(c, r)
}

// DrawsFocus marks a widget that draws its own focus: its scroll bar is gold.
func (a *ScrollArea) DrawsFocus() {}

// ScrollTo scrolls so that y units of the content are above the area, or as many as its height
// allows.
func (a *ScrollArea) ScrollTo(y float64) {
	a.scroll.resize(a.ContentHeight, a.bounds.H)
	a.scroll.to(y)
}

// Update scrolls.
func (a *ScrollArea) Update(in *Input, at State) bool {
	a.scroll.resize(a.ContentHeight, a.bounds.H)
	moved := a.scroll.pointer(in, at, a.bounds)
	if at.Focused {
		moved = a.scroll.keys(in) || moved
	}
	old := a.over
	a.over = a.pictureAt(in.Cursor)
	return moved || a.over != old
}

// pictureAt returns the picture with a tip at a point, or nil.
func (a *ScrollArea) pictureAt(at render.Point) *Picture {
	if list, ok := a.Content.(*Stack); ok && a.bounds.Contains(at) {
		for _, part := range list.Parts {
			if p, ok := part.(*Picture); ok && p.Tip != "" && p.bounds.Contains(at.Add(render.Point{Y: a.scroll.offset})) {
				return p
			}
		}
	}
	return nil
}

// tip returns the tip of the picture below the pointer, and tipPlace its place.
func (a *ScrollArea) tip() string {
	if a.over == nil {
		return ""
	}
	return a.over.Tip
}

func (a *ScrollArea) tipPlace() render.Rect {
	return a.over.bounds.Move(render.Point{Y: -a.scroll.offset})
}

// Draw draws the content in view, and the scroll bar if there is more.
func (a *ScrollArea) Draw(c *render.Canvas, at State) {
	a.scroll.resize(a.ContentHeight, a.bounds.H)
	a.scroll.draw(c, a.bounds, at, func(c *render.Canvas, r render.Rect) {
		if a.Content != nil {
			a.Content.Draw(c, render.Point{X: r.X - a.bounds.X, Y: r.Y - a.bounds.Y})
		}
	})
}

const (
	// barRoom is the width of the scroll bar and its distance to the content.
	barRoom = 18
	// lineStep is the distance that an arrow key scrolls.
	lineStep = 48
	// dragSlop is the largest movement of the pointer during a click.
	dragSlop = 8
)

type dragKind uint8

const (
	noDrag      dragKind = iota
	maybeDrag            // pressed, and not yet moved far enough
	contentDrag          // the content follows the pointer
	barDrag              // the scroll bar follows the pointer
)

// scroller keeps a scroll offset.
type scroller struct {
	offset, content, view float64
	drag                  dragKind
	// from is the start of the drag, and start the offset at that time.
	from, start float64
}

// limit returns the largest offset.
func (s *scroller) limit() float64 { return max(0, s.content-s.view) }

func (s *scroller) resize(content, view float64) {
	s.content, s.view = content, view
	s.to(s.offset)
}

// to scrolls to an offset, clamped to the content, and reports whether it has changed.
func (s *scroller) to(offset float64) bool {
	old := s.offset
	s.offset = max(0, min(offset, s.limit()))
	return s.offset != old
}

// pointer scrolls by the wheel and by dragging in r.
func (s *scroller) pointer(in *Input, at State, r render.Rect) (moved bool) {
	if at.Hovered && in.Wheel != 0 && s.limit() > 0 {
		moved = s.to(s.offset + in.Wheel)
		in.Wheel = 0
	}
	if at.Pressed {
		s.drag, s.from, s.start = maybeDrag, in.Cursor.Y, s.offset
		if bar, ok := s.bar(r); ok && in.Cursor.X >= r.Right()-barRoom {
			s.drag = barDrag
			if in.Cursor.Y < bar.Y || in.Cursor.Y >= bar.Bottom() { // beside the handle: it jumps there
				moved = s.to((in.Cursor.Y-r.Y-bar.H/2)/(r.H-bar.H)*s.limit()) || moved
				s.start = s.offset
			}
		}
	}
	way := in.Cursor.Y - s.from
	switch {
	case !at.Held && !at.Clicked:
		s.drag = noDrag
	case s.drag == maybeDrag && math.Abs(way) > dragSlop && s.limit() > 0:
		s.drag = contentDrag
	}
	switch s.drag {
	case contentDrag:
		moved = s.to(s.start-way) || moved
	case barDrag:
		if bar, ok := s.bar(r); ok && r.H > bar.H {
			moved = s.to(s.start+way/(r.H-bar.H)*s.limit()) || moved
		}
	}
	return moved
}

// keys scrolls by the keyboard. It leaves a key without effect, so that the key moves the focus.
func (s *scroller) keys(in *Input) (moved bool) {
	page := max(lineStep, s.view-lineStep)
	if to, ok := in.takeWay(s.offset, lineStep, page, s.limit()); ok {
		return s.to(to)
	}
	return s.offset < s.limit() && in.takePlain(ebiten.KeySpace) && s.to(s.offset+page)
}

// bar returns the rectangle of the scroll bar's handle, and whether there is one.
func (s *scroller) bar(r render.Rect) (render.Rect, bool) {
	if s.limit() <= 0.5 || s.view <= 0 {
		return render.Rect{}, false
	}
	height := min(r.H, max(36, r.H*s.view/s.content))
	y := r.Y + (r.H-height)*s.offset/s.limit()
	return render.Rect{X: r.Right() - 8, Y: y, W: 6, H: height}, true
}

// draw draws the content in view, and the scroll bar.
func (s *scroller) draw(c *render.Canvas, r render.Rect, at State, content func(*render.Canvas, render.Rect)) {
	bar, scrolls := s.bar(r)
	inner := render.Rect{X: r.X, Y: r.Y - s.offset, W: r.W, H: max(s.content, r.H)}
	if scrolls {
		inner.W -= barRoom
	}
	c.Clip(r, func() { content(c, inner) })
	if !scrolls {
		return
	}
	c.FillRect(render.Rect{X: bar.X, Y: r.Y, W: bar.W, H: r.H}, 3, render.PanelRaised)
	clr := render.Line
	switch {
	case at.Focused:
		clr = render.Gold
	case at.Hovered || at.Held:
		clr = render.InkDim
	}
	c.FillRect(bar, 3, clr)
}

// scrolls reports whether the content is higher than the area.
func (a *ScrollArea) scrolls() bool { return a.Focusable() }

// scrolls reports whether there are more rows than fit.
func (l *List) scrolls() bool { return l.scroll.limit() > 0.5 }
