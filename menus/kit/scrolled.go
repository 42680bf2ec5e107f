package kit

import (
	"math"
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// scrolled is the part of a form that may be higher than its viewport.
type scrolled struct {
	view   render.Rect
	inside []Widget
	scroll scroller
	// shift is the distance of the widgets from their places by Layout.
	shift float64
	// under draws behind the widgets, unless it is nil.
	under func(c *render.Canvas, shift render.Point)
}

// Scroll makes some of the form's widgets scroll, so that a page may be higher than its window. Lay
// them out on a page of the given height from the top of view; they are clipped to view. A page
// higher than view scrolls by the wheel, a finger, a scroll bar in the rightmost 18 units of view,
// PgUp and PgDn, and with the focus. under, which may be nil, draws behind the widgets, moved by
// shift. Call Scroll again after each layout.
func (f *Form) Scroll(view render.Rect, height float64, under func(c *render.Canvas, shift render.Point), inside ...Widget) {
	s := &f.scrolled
	s.view, s.inside, s.under, s.shift = view, slices.Clone(inside), under, 0
	s.scroll.resize(height, view.H)
	s.follow()
	s.reveal(f, f.focus)
	f.stale = true
}

// Scrolls reports whether the scrolling page is higher than its viewport.
func (f *Form) Scrolls() bool { return len(f.scrolled.inside) > 0 && f.scrolled.scroll.limit() > 0 }

func (s *scrolled) has(w Widget) bool { return slices.Contains(s.inside, w) }

// shows reports whether a widget is in view at a point.
func (s *scrolled) shows(w Widget, p render.Point) bool { return !s.has(w) || s.view.Contains(p) }

// follow moves the widgets to the scroll offset, and reports whether it moved them.
func (s *scrolled) follow() bool {
	by := s.shift - s.scroll.offset
	if by == 0 {
		return false
	}
	s.shift = s.scroll.offset
	for _, w := range s.inside {
		w.SetBounds(w.Bounds().Move(render.Point{Y: by}))
	}
	return true
}

// by scrolls down by some units.
func (s *scrolled) by(f *Form, way float64) bool {
	if !s.scroll.to(s.scroll.offset + way) {
		return false
	}
	f.stale = true
	return s.follow()
}

// pointer scrolls by the wheel, the bar, and a finger that moves up or down. The finger then
// releases its widget.
func (s *scrolled) pointer(f *Form, in *Input) bool {
	if !f.Scrolls() {
		return false
	}
	if w := f.hovered; s.scroll.drag == noDrag && s.has(w) && scrollsItself(w) {
		return false
	}
	over := !in.pointerUsed && s.view.Contains(in.Cursor)
	at := State{Hovered: over, Pressed: in.Pressed && over, Held: in.Down && s.scroll.drag != noDrag}
	at.Held = at.Held || at.Pressed
	if at.Pressed && in.Source != Touch && in.Cursor.X < s.view.Right()-barRoom {
		at.Pressed = false // a mouse drags the control that it presses, not the page
	}
	if at.Pressed && in.Source == Touch && s.drags(f.pressed) {
		at.Pressed = false
	}
	moved := s.scroll.pointer(in, at, s.view)
	if s.scroll.drag == contentDrag || s.scroll.drag == barDrag {
		f.held, f.clicked = nil, nil
	}
	return s.follow() || moved
}

// drags reports whether a finger on the widget drags the widget and not the page.
func (s *scrolled) drags(w Widget) bool {
	_, slides := w.(interface{ slides() })
	return slides || w != nil && scrollsItself(w)
}

// scrollsItself reports whether a widget has a scroll bar.
func scrollsItself(w Widget) bool {
	own, ok := w.(interface{ scrolls() bool })
	return ok && own.scrolls()
}

// keys scrolls by the unused keys.
func (s *scrolled) keys(f *Form, in *Input) bool {
	if !f.Scrolls() {
		return false
	}
	page := max(lineStep, s.view.H-lineStep)
	switch {
	case in.takePlain(ebiten.KeyPageUp):
		return s.by(f, -page)
	case in.takePlain(ebiten.KeyPageDown):
		return s.by(f, page)
	}
	return false
}

// reveal scrolls a widget, with some room around it, into view.
func (s *scrolled) reveal(f *Form, w Widget) {
	if !s.has(w) {
		return
	}
	r := w.Bounds().Inset(-14)
	if s.first(w) && r.Bottom()+s.shift <= s.view.Bottom() { // only read-only text is above it
		s.by(f, -s.shift)
		return
	}
	switch top, bottom := s.view.Y-r.Y, r.Bottom()-s.view.Bottom(); {
	case top > 0 && bottom > 0:
	case top > 0:
		s.by(f, -top)
	case bottom > 0:
		s.by(f, math.Min(bottom, -top))
	}
}

// first reports whether a widget is the first focusable one on the page.
func (s *scrolled) first(w Widget) bool {
	for _, other := range s.inside {
		if other.Focusable() {
			return other == w
		}
	}
	return false
}

// draw draws the page and its bar.
func (s *scrolled) draw(f *Form, c *render.Canvas) {
	if len(s.inside) == 0 && s.under == nil {
		return
	}
	at := State{Hovered: s.scroll.drag != noDrag}
	s.scroll.draw(c, s.view, at, func(c *render.Canvas, _ render.Rect) {
		if s.under != nil {
			s.under(c, render.Point{Y: -s.shift})
		}
		for _, w := range f.widgets {
			if s.has(w) {
				f.draw(c, w)
			}
		}
	})
}
