package kit

import (
	"slices"
	"strconv"
	"strings"

	"mancala/render"
)

// Identity is the name that a widget has for those who drive the program from outside, and for the
// program itself: it stays when its label changes or is said in another language. Embed it in a
// widget to give it one.
type Identity struct{ id string }

// ID returns the widget's name, or "" if it has none.
func (i *Identity) ID() string { return i.id }

// SetID gives the widget its name: short, in lower case, with words joined by hyphens, and once on
// a form.
func (i *Identity) SetID(id string) { i.id = id }

// WithID names a widget and returns it.
func WithID[W interface{ SetID(id string) }](id string, w W) W {
	w.SetID(id)
	return w
}

// Kind says which kind of control a widget is.
type Kind string

// The kinds of controls.
const (
	KindButton  Kind = "button"
	KindField   Kind = "field"
	KindChoice  Kind = "choice"
	KindSwitch  Kind = "switch"
	KindSlider  Kind = "slider"
	KindCard    Kind = "card"
	KindHeading Kind = "heading"
	KindNumber  Kind = "number"
	KindList    Kind = "list"
	KindTable   Kind = "table"
	KindText    Kind = "text"
	KindSpinner Kind = "spinner"
	KindBoard   Kind = "board"
	KindHouse   Kind = "house"
	KindOther   Kind = "other"
)

// Info is what there is to say about a control to those who cannot see it: drivers, tests, screen
// readers.
type Info struct {
	// ID is the widget's name; it may have none.
	ID   string
	Kind Kind
	// Label is what stands on the control or beside it, and Value what is chosen or written in it.
	Label, Value string
	// Shortcut is the key that uses the control from anywhere on its form, or "".
	Shortcut string
	// Bounds is its place, in units.
	Bounds render.Rect
	// Enabled says whether it can be used now, Focused whether the keys go to it.
	Enabled, Focused bool
	// Hidden says that the middle of the control is scrolled out of view.
	Hidden bool
	// Note says more about the control, Wrong what is wrong with its value, and Example what may be
	// written in it.
	Note, Wrong, Example string
	// Options are the values or rows that can be chosen, and Selected is the index of the chosen
	// one; a switch that is on and a card that is marked have a Selected of 1. Of a long list they
	// are some rows around the selected one, from row First of Rows on.
	Options               []string
	First, Rows, Selected int
	// Low and High are the limits of a number, which is Selected. They are equal for everything
	// else.
	Low, High int
	// Caret is where the caret of a text stands, in characters, and Limit how many the text may
	// have; 0 means any number.
	Caret, Limit int
}

// Name returns how the control is called where its look cannot be seen: its label, or if it has
// none its selected row or its kind. It is "" for what is only looked at.
func (i Info) Name() string {
	switch {
	case i.Label != "" && i.Kind != KindSpinner:
		return i.Label
	case i.Kind == KindList:
		return i.Value
	case i.Kind == KindChoice, i.Kind == KindTable, i.Kind == KindText:
		return string(i.Kind)
	}
	return ""
}

// Described is a widget that says about itself what it is. It fills in Kind, Label, Value and
// Shortcut; the form knows the rest.
type Described interface{ Describe() Info }

// Info returns what there is to say about one of the form's widgets.
func (f *Form) Info(w Widget) Info {
	info := Info{Kind: KindOther}
	if d, ok := w.(Described); ok {
		info = d.Describe()
	}
	if named, ok := w.(interface{ ID() string }); ok {
		info.ID = named.ID()
	}
	if t, ok := w.(interface{ tip() string }); ok && info.Note == "" {
		info.Note = t.tip()
	}
	info.Bounds, info.Enabled, info.Focused = w.Bounds(), w.Focusable(), w == f.focus
	info.Hidden = !f.scrolled.shows(w, info.Bounds.Center())
	return info
}

// Find returns the widget with a name, or nil if the form has none.
func (f *Form) Find(id string) Widget {
	for _, w := range f.widgets {
		if named, ok := w.(interface{ ID() string }); ok && named.ID() == id && id != "" {
			return w
		}
	}
	return nil
}

// Describe says what the button is.
func (b *Button) Describe() Info {
	return Info{Kind: KindButton, Label: b.Label, Value: b.Caption, Shortcut: b.Shortcut}
}

// Describe says what the field is.
func (f *TextField) Describe() Info {
	_, caret := f.edit.selection()
	return Info{Kind: KindField, Label: f.Label, Value: f.Text(), Note: f.Hint, Wrong: f.Error, Example: f.Placeholder, Caret: caret, Limit: f.MaxRunes}
}

// Describe says what the choice is.
func (ch *Choice) Describe() Info {
	return Info{Kind: KindChoice, Label: ch.Label, Value: ch.Value(), Options: ch.Options, Rows: len(ch.Options), Selected: ch.Selected}
}

// Describe says what the stepper is.
func (s *Stepper) Describe() Info {
	return Info{Kind: KindNumber, Label: s.Label, Value: strconv.Itoa(s.Value), Selected: s.Value, Low: s.Min, High: s.Max}
}

// Describe says what the list is; its value is the selected row.
func (l *List) Describe() Info {
	info := Info{Kind: KindList}
	if l.Words != nil {
		info.Value = l.Words(l.Selected)
		l.options(&info, l.Words)
	}
	return info
}

// Describe says what the table is; its value is the selected row.
func (t *Table) Describe() Info {
	info := Info{Kind: KindTable}
	if t.Cells != nil && t.Rows > 0 {
		info.Value = t.row(t.Selected)
		t.options(&info, t.row)
	}
	if t.Rows == 0 {
		info.Note = t.Empty
	}
	return info
}

// row returns the cells of a row as one text.
func (t *Table) row(i int) string {
	full := slices.DeleteFunc(slices.Clone(t.Cells(i)), func(cell string) bool { return cell == "" })
	return strings.Join(full, ", ")
}

// around is how many rows before and after the selected one [List.Describe] names.
const around = 10

// options names the rows around the selected one.
func (l *List) options(info *Info, name func(i int) string) {
	info.Rows, info.Selected = l.Rows, l.Selected
	info.First = max(0, l.Selected-around)
	for i := info.First; i < min(l.Rows, l.Selected+around+1); i++ {
		info.Options = append(info.Options, name(i))
	}
}

// Describe says that the area is a text.
func (a *ScrollArea) Describe() Info { return Info{Kind: KindText} }

// Describe says what the spinner waits for.
func (s *Spinner) Describe() Info { return Info{Kind: KindSpinner, Label: s.Label} }
