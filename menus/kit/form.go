// Package kit holds the widgets that screens are made of, on one focus manager.
//
// A [Form] holds widgets and gives each tick's [Input] to them: the pointer to the topmost one
// under it, the keys to the one with the focus. Tab, the arrow keys and a press of the pointer move
// the focus. A widget is a struct with exported fields: fill it in, give it a place with SetBounds
// and add it to a form.
//
// Everything is in units; see [render.Canvas]. Time comes as ticks, 60 a second. Update methods
// report whether anything visible has changed: while they report false, the screen need not be
// drawn again. Whoever changes a field of a widget from outside draws the screen again, or calls
// [Form.Invalidate].
package kit

import (
	"slices"

	"mancala/render"
)

// State is how a widget stands in its form in this tick.
type State struct {
	// Focused is true for the one widget that gets the keys.
	Focused bool
	// Hovered is true for the widget that the pointer is over.
	Hovered bool
	// Held is true for the widget that the pointer was pressed in and has not been released since;
	// it gets the pointer wherever it goes.
	Held bool
	// Pressed is true in the tick in which the pointer went down in the widget.
	Pressed bool
	// Clicked is true in the tick in which a press that began in the widget was released in it.
	Clicked bool
	// Tapped is Clicked by a finger.
	Tapped bool
	// Source is what the person uses now, so that the widget shows the keys or the buttons that
	// they have.
	Source Source
}

// Widget is a thing on a form.
type Widget interface {
	// Bounds returns the widget's place.
	Bounds() render.Rect
	// SetBounds gives the widget its place.
	SetBounds(render.Rect)
	// Focusable reports whether the widget can have the focus and the pointer now. A disabled one
	// cannot, nor can one that is only read.
	Focusable() bool
	// Update reacts to the input of one tick and reports whether the widget looks different now. It
	// uses up what it reacts to. Without the focus it leaves the keys alone, save a shortcut, and
	// unless it is hovered or held the pointer.
	Update(in *Input, at State) bool
	// Draw draws the widget inside its bounds. The form draws the ring of the focus around it, save
	// for an [OwnFocus].
	Draw(c *render.Canvas, at State)
}

// OwnFocus is a widget that shows by itself where its focus is. The form draws no ring around it.
type OwnFocus interface {
	Widget
	// DrawsFocus does nothing; it marks the widget.
	DrawsFocus()
}

// box is the name and the place of a widget, for embedding.
type box struct {
	Identity
	// Tip is a line that says more about the widget. It is shown while the pointer or the focus
	// rests on it, and under a finger that stays.
	Tip string

	bounds render.Rect
}

func (b *box) tip() string { return b.Tip }

// Bounds returns the widget's place.
func (b *box) Bounds() render.Rect { return b.bounds }

// SetBounds gives the widget its place.
func (b *box) SetBounds(r render.Rect) { b.bounds = r }

// Form holds the widgets of a screen or a card and decides which of them gets what.
type Form struct {
	// Default is pressed by Enter where the focused widget has no use for Enter, as in a text
	// field.
	Default *Button
	// OnCancel is called on Escape. Without it Escape is left to what is behind.
	OnCancel func()

	widgets              []Widget // those of the form, then those attached
	attached             []Widget
	focus, hovered, held Widget
	pressed, clicked     Widget
	reserved             []render.Rect
	stale                bool
	source               Source
	tips                 tips
	scrolled             scrolled
	keyboard             keyboard
}

// NewForm returns a form with widgets in the order of Tab. The first one that can have the focus
// gets it.
func NewForm(widgets ...Widget) *Form {
	f := &Form{}
	f.Set(widgets...)
	return f
}

// Set replaces the widgets. The focus stays where it was if that widget is still there.
func (f *Form) Set(widgets ...Widget) {
	f.widgets = slices.Concat(widgets, f.attached)
	f.stale = true
	f.settle()
}

// Add appends widgets.
func (f *Form) Add(widgets ...Widget) { f.Set(slices.Concat(f.own(), widgets)...) }

// own returns the form's own widgets.
func (f *Form) own() []Widget { return f.widgets[:len(f.widgets)-len(f.attached)] }

// Attach has widgets that all forms of a window have in common come after the form's own, whatever
// those are. The keys lead to them, but neither the pointer nor the form by itself gives them the
// focus. Later calls do nothing.
func (f *Form) Attach(widgets ...Widget) {
	if len(f.attached) == 0 {
		own := f.widgets
		f.attached = slices.Clone(widgets)
		f.Set(own...)
	}
}

// Widgets returns the widgets in the order of Tab, those attached among them.
func (f *Form) Widgets() []Widget { return slices.Clone(f.widgets) }

// Focus gives the focus to a widget of the form that can have it; for any other it does nothing.
func (f *Form) Focus(w Widget) {
	if f.has(w) && w.Focusable() && w != f.focus {
		f.focus, f.stale = w, true
	}
}

// Focused returns the widget with the focus, or nil if none of the form can have it.
func (f *Form) Focused() Widget { return f.focus }

// Invalidate makes the next Update report a change. Call it after changing a field of a widget.
func (f *Form) Invalidate() { f.stale = true }

// Update gives the input of one tick to the widgets and reports whether the form looks different
// now.
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
	widgets, first := f.widgets, f.focus // what is called may change both
	if first != nil {                    // it has the first say about the keys
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

// Draw draws the widgets in order, the ring around the one with the focus, and its tip.
func (f *Form) Draw(c *render.Canvas) {
	f.scrolled.draw(f, c)
	for _, w := range f.widgets {
		if !f.scrolled.has(w) {
			f.draw(c, w)
		}
	}
	c.Aside(func() { f.tips.draw(f, c) })
	f.keyboard.draw(c)
}

// draw draws a widget and, if it has the focus, its ring.
func (f *Form) draw(c *render.Canvas, w Widget) {
	w.Draw(c, f.state(w))
	if r, ok := f.ring(); ok && w == f.focus {
		focusRing(c, r)
	}
}

// ring returns what the ring of the focus is drawn around, and whether one is drawn.
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

// settle takes the focus away from a widget that cannot have it any more and gives it to the next
// one that can.
func (f *Form) settle() {
	if f.has(f.focus) && f.focus.Focusable() {
		return
	}
	f.focus = next(f.own(), slices.Index(f.own(), f.focus), 1)
}
