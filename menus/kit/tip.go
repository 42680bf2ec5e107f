package kit

import (
	"mancala/render"
)

const (
	// restTicks is the time for which the pointer, the focus or a finger must rest on a widget for
	// its tip.
	restTicks = 36
	// tipTicks is the time for which a tip stays after the finger's release.
	tipTicks = 4 * 60
	tipWidth = 340
)

// tips shows the details that do not fit on a widget: its name, its key and a line about it.
type tips struct {
	over  Widget // the widget under the resting pointer or focus, or nil
	ticks int    // for how long
	line  string // its tip
	shown Widget // the widget whose tip is shown, or nil
	left  int    // ticks until the tip of a finger disappears
	byKey bool   // the focus rests on it, not the pointer
}

// rest starts the timer for the tip of a widget reached by keys.
func (t *tips) rest(w Widget) { *t = tips{over: w, line: tipOf(w), byKey: true} }

// tick advances the tips by a tick and reports whether a tip has appeared or disappeared.
func (t *tips) tick(f *Form, in *Input) bool {
	old := t.shown
	t.follow(f, in)
	switch {
	case t.left > 0:
		if t.left--; t.left == 0 {
			t.shown = nil
		}
	case t.over == nil:
		t.shown = nil
	case t.ticks < restTicks:
		if t.ticks++; t.ticks == restTicks && hasTip(t.over) {
			t.shown = t.over
			if f.held == t.over { // a long touch shows the tip and does not click
				f.held, t.left = nil, tipTicks
			}
		}
	}
	return old != t.shown
}

// follow determines the widget under the resting pointer or focus.
func (t *tips) follow(f *Form, in *Input) {
	over := f.hovered
	if in.Source == Touch {
		over = f.held
	}
	switch {
	case f.pressed != nil, in.Pressed, t.over != nil && !f.has(t.over):
		*t = tips{over: over, line: tipOf(over)}
		if in.Source != Touch {
			t.over, t.ticks = over, restTicks // a press needs no tip
		}
	case t.byKey:
		if f.focus != t.over || over != nil && in.CursorMoved {
			*t = tips{over: over, line: tipOf(over)}
		}
	case t.left > 0:
	case over != t.over || tipOf(over) != t.line:
		*t = tips{over: over, line: tipOf(over)}
	}
}

// tipOf returns the tip of a widget, or "".
func tipOf(w Widget) string {
	if t, ok := w.(interface{ tip() string }); ok {
		return t.tip()
	}
	return ""
}

// Noted returns a widget with its tip below it.
func Noted(w Widget) Part {
	const gap = 5
	return &Stack{Gap: gap, Parts: []Part{Put(w), Say(tipOf(w), render.Caption)}}
}

// hasTip reports whether a widget has hidden details.
func hasTip(w Widget) bool {
	if tipOf(w) != "" {
		return true
	}
	h, ok := w.(interface{ hides() bool })
	return ok && h.hides()
}

// draw draws the tip below its widget or, without room there, above it.
func (t *tips) draw(f *Form, c *render.Canvas) {
	if t.shown == nil {
		return
	}
	info := f.Info(t.shown)
	name, key, more := info.Label, KeyName(info.Shortcut, f.source), tipOf(t.shown)
	if a, ok := t.shown.(*ScrollArea); ok { // the tip of a line
		if name, key = more, ""; more == "" {
			return
		}
		info.Bounds, more = a.tipPlace(), ""
	}
	const pad, gap = 12.0, 10.0
	style, below := render.Label, render.Note
	head := c.TextWidth(name, style)
	if key != "" {
		head += gap + keycapWidth(c, key)
	}
	width := min(tipWidth, max(head, c.TextWidth(more, below))+1)
	r := render.Rect{W: width + 2*pad, H: 2*pad + 24}
	if more != "" {
		r.H += TextHeight(c, more, width, below) + 2
	}
	r = besideOf(info.Bounds, r, c.Bounds())
	c.FillRect(r, Corner, render.PanelHover)
	c.StrokeRect(r, Corner, 1, render.InkSoft)
	top, rest := r.Inset(pad).CutTop(24)
	if key != "" {
		keycap(c, render.Point{X: top.Right(), Y: top.Center().Y}, key, look{soft: render.Ink, edge: render.InkSoft})
		top.W -= gap + keycapWidth(c, key)
	}
	DrawLine(c, name, render.Rect{X: top.X, Y: top.Y, W: top.W + 1, H: top.H}, style)
	DrawText(c, more, rest.Move(render.Point{Y: 2}), below)
}

// besideOf places r below or above a control, inside the window.
func besideOf(control, r, window render.Rect) render.Rect {
	const away = 10
	r.X = control.Center().X - r.W/2
	r.X = max(window.X+away, min(r.X, window.Right()-away-r.W))
	r.Y = control.Bottom() + away
	if r.Bottom() > window.Bottom()-away {
		r.Y = max(window.Y+away, control.Y-away-r.H)
	}
	return r
}
