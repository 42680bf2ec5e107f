// Package kit holds the widgets of screens, and one focus manager for them.
//
// A [Form] holds widgets and dispatches each tick's [Input]: the pointer to the topmost widget
// under it, the keys to the focused widget. Tab, the arrow keys and a press of the pointer move the
// focus. A widget is a struct with exported fields: fill it in, give it bounds with SetBounds and
// add it to a form.
//
// All lengths are in units; see [render.Canvas]. Time is in ticks, 60 a second. Update methods
// report whether anything visible has changed. Redraw the screen only if one returns true. After
// changing a field of a widget, redraw the screen or call [Form.Invalidate].
package kit

import (
	"slices"

	"mancala/render"
)

// State is the state of a widget in its form in this tick.
type State struct {
	// Focused is true for the one widget that gets the keys.
	Focused bool
	// Hovered is true for the widget under the pointer.
	Hovered bool
	// Held is true for the widget under a press of the pointer until the release. Meanwhile the
	// widget gets the pointer at any place.
	Held bool
	// Pressed is true in the tick of a press of the pointer on the widget.
	Pressed bool
	// Clicked is true in the tick of a release on the widget, if the press began there.
	Clicked bool
	// Tapped is Clicked by a finger.
	Tapped bool
	// Source is the input device in use, so that the widget shows the right keys or buttons.
	Source Source
}

// Widget is an element of a form.
type Widget interface {
	// Bounds returns the widget's rectangle.
	Bounds() render.Rect
	// SetBounds sets the widget's rectangle.
	SetBounds(render.Rect)
	// Focusable reports whether the widget can have the focus and the pointer now. Disabled and
	// read-only widgets cannot.
	Focusable() bool
	// Update reacts to the input of one tick and reports whether the widget looks different now. It
	// consumes the input that it uses. Without the focus it ignores all keys except its shortcut.
	// It ignores the pointer unless it is hovered or held.
	Update(in *Input, at State) bool
	// Draw draws the widget inside its bounds. The form draws the focus ring around it, unless it
	// is an [OwnFocus].
	Draw(c *render.Canvas, at State)
}

// OwnFocus is a widget that draws its own focus. The form draws no focus ring around it.
type OwnFocus interface {
	Widget
	// DrawsFocus does nothing; it marks the widget.
	DrawsFocus()
}

// box is the identity and the bounds of a widget, for embedding.
type box struct {
	Identity
	// Tip is a line that explains the widget. It is visible while the pointer, the focus or a
	// finger rests on the widget.
	Tip string

	bounds render.Rect
}

func (b *box) tip() string { return b.Tip }

// Bounds returns the widget's rectangle.
func (b *box) Bounds() render.Rect { return b.bounds }

// SetBounds sets the widget's rectangle.
func (b *box) SetBounds(r render.Rect) { b.bounds = r }

// Form holds the widgets of a screen or a card and dispatches input to them.
type Form struct {
	// Default is the button that Enter presses if the focused widget does not use Enter, as a text
	// field.
	Default *Button
	// OnCancel is called on Escape. If it is nil, the screens behind get Escape.
	OnCancel func()
	// Announced is the sentence to show in the lane, or "".
	Announced string
	// Lane is the place for it; the zero value is a lane at the top of the window.
	Lane Lane

	widgets  []Widget // the form's own, then the attached ones
	attached []Widget
	// Enclosed keeps the focus off the attached widgets, for a dialogue.
	Enclosed             bool
	focus, hovered, held Widget
	pressed, clicked     Widget
	stale                bool
	source               Source
	tips                 tips
	scrolled             scrolled
	keyboard             keyboard
	body                 Part // drawn behind the widgets, or nil
	resting              bool // the focus is invisible until a key moves it
}

// NewForm returns a form with widgets in the order of Tab. The first focusable one gets the focus.
func NewForm(widgets ...Widget) *Form {
	f := &Form{}
	f.Set(widgets...)
	return f
}

// Set replaces the widgets. The focus stays if its widget stays.
func (f *Form) Set(widgets ...Widget) {
	f.widgets = slices.Concat(widgets, f.attached)
	f.stale = true
	f.settle()
}

// Holds reports whether the form's own widgets are these, in this order.
func (f *Form) Holds(widgets []Widget) bool { return slices.Equal(f.own(), widgets) }

// Add appends widgets.
func (f *Form) Add(widgets ...Widget) { f.Set(slices.Concat(f.own(), widgets)...) }

// own returns the form's own widgets.
func (f *Form) own() []Widget { return f.widgets[:len(f.widgets)-len(f.attached)] }

// Attach appends widgets that all forms of a window share. They stay at the end when Set replaces
// the form's own. Only keys can focus them. Later calls do nothing.
func (f *Form) Attach(widgets ...Widget) {
	if len(f.attached) == 0 {
		own := f.widgets
		f.attached = slices.Clone(widgets)
		f.Set(own...)
	}
}

// Widgets returns the widgets in the order of Tab, including the attached ones.
func (f *Form) Widgets() []Widget { return slices.Clone(f.widgets) }

// Focus focuses a focusable widget of the form; for any other it does nothing.
func (f *Form) Focus(w Widget) {
	if f.has(w) && w.Focusable() && w != f.focus {
		f.focus, f.resting, f.stale = w, false, true
	}
}

// Rest focuses a widget but hides the focus until a key moves it, for example on the way back from
// a page for reading.
func (f *Form) Rest(w Widget) {
	f.Focus(w)
	f.resting = f.focus == w
}

// Focused returns the widget with the focus, or nil if none is focusable.
func (f *Form) Focused() Widget { return f.focus }

// Invalidate makes the next Update report a change. Call it after changing a field of a widget.
func (f *Form) Invalidate() { f.stale = true }

// Update dispatches the input of one tick to the widgets and reports whether the form looks
// different now.
func (f *Form) Update(in *Input) bool {
	changed := f.stale || f.source != in.Source
	f.stale, f.source = false, in.Source
	if took, typed := f.keyboard.update(f, in); took {
		return typed || changed
	} else if typed {
		changed = true
	}
	f.settle()
	focus, hovered, held := f.focus, f.hovered, f.held
	mine := f.route(in)
	changed = f.scrolled.pointer(f, in) || changed
	f.settle()
	if field := f.keyboard.wants(f, in); field != nil {
		f.keyboard.open(field)
		in.UseKeys()
		in.UsePointer()
		return true
	}
	widgets, first := f.widgets, f.focus // callbacks may change both
	if first != nil {                    // it gets the keys first
		changed = first.Update(in, f.state(first)) || changed
	}
	for _, w := range widgets {
		if w != first {
			changed = w.Update(in, f.state(w)) || changed
		}
	}
	if mine {
		in.UsePointer()
	}
	f.keys(in)
	f.settle()
	changed = f.tips.tick(f, in) || changed
	changed = changed || f.stale || focus != f.focus || hovered != f.hovered || held != f.held
	f.stale = false
	return changed
}

// Fill places a part, whose widgets are on the form, in r. From now on the form draws it behind the
// widgets. If the part is higher than r it scrolls in view: r with room around it for the focus and
// the scroll bar.
func (f *Form) Fill(c *render.Canvas, r, view render.Rect, body Part) {
	e := body.Extent(c, r.W)
	f.body = nil
	if e.Least <= r.H+0.5 {
		f.scrolled = scrolled{}
		body.Place(c, render.Rect{X: r.X, Y: r.Y, W: r.W, H: e.within(r.H)})
		f.body = body
		return
	}
	body.Place(c, render.Rect{X: r.X, Y: r.Y, W: r.W, H: e.Least})
	f.Scroll(view, e.Least+view.H-r.H, body.Draw, ControlsOf(body)...)
}

// Draw draws the widgets in order, the focus ring, and a tip if one is shown.
func (f *Form) Draw(c *render.Canvas) {
	if f.body != nil {
		f.body.Draw(c, render.Point{})
	}
	f.scrolled.draw(f, c)
	for _, w := range f.widgets {
		if !f.scrolled.has(w) {
			f.draw(c, w)
		}
	}
	c.Aside(func() {
		f.drawAnnounced(c)
		f.tips.draw(f, c)
	})
	f.keyboard.draw(c)
}

// draw draws a widget and, if it has the focus, the focus ring.
func (f *Form) draw(c *render.Canvas, w Widget) {
	at := f.state(w)
	at.Focused = at.Focused && !f.resting
	w.Draw(c, at)
	if r, ok := f.ring(); ok && at.Focused {
		focusRing(c, r)
	}
}

// ring returns the rectangle inside the focus ring, and whether a ring is drawn.
func (f *Form) ring() (render.Rect, bool) {
	if _, itself := f.focus.(OwnFocus); itself || f.focus == nil {
		return render.Rect{}, false
	}
	if part, ok := f.focus.(interface{ ring() render.Rect }); ok {
		return part.ring(), true
	}
	return f.focus.Bounds(), true
}

func (f *Form) state(w Widget) State {
	return State{
		Focused: w == f.focus,
		Hovered: w == f.hovered, Held: w == f.held,
		Pressed: w == f.pressed, Clicked: w == f.clicked,
		Tapped: w == f.clicked && f.source == Touch, Source: f.source,
	}
}

func (f *Form) has(w Widget) bool { return w != nil && slices.Contains(f.widgets, w) }

// settle moves the focus from a widget that is gone or no longer focusable to the next focusable
// one.
func (f *Form) settle() {
	if f.has(f.focus) && f.focus.Focusable() {
		return
	}
	f.focus, f.resting = next(f.own(), slices.Index(f.own(), f.focus), 1), false
}
