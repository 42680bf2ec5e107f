package kit

import (
	"strconv"
	"strings"

	"mancala/render"
)

// Identity is the stable name of a widget, for this program and for programs that drive it. It is
// independent of the label and the language. Embed it in a widget.
type Identity struct{ id string }

// ID returns the widget's name, or "" if it has none.
func (i *Identity) ID() string { return i.id }

// SetID sets the widget's name: short, lower case, words joined by hyphens, unique on a form.
func (i *Identity) SetID(id string) { i.id = id }

// WithID sets the name of a widget and returns the widget.
func WithID[W interface{ SetID(id string) }](id string, w W) W {
	w.SetID(id)
	return w
}

// Kind is the kind of a control.
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

// Info describes a control for drivers, tests and screen readers.
type Info struct {
	// ID is the widget's name, or "".
	ID   string
	Kind Kind
	// Label is the text on the control or beside it, and Value its chosen or typed value.
	Label, Value string
	// Shortcut is the key that uses the control from anywhere on its form, or "".
	Shortcut string
	// Bounds is its rectangle, in units.
	Bounds render.Rect
	// Enabled says whether it can be used now, Focused whether it gets the keys.
	Enabled, Focused bool
	// Hidden says that the centre of the control is scrolled out of view.
	Hidden bool
	// Note explains the control, Wrong describes the error in its value, and Example is a sample
	// value.
	Note, Wrong, Example string
	// Options are the values or rows to choose from, and Selected is the index of the chosen one.
	// It is 1 for a switch that is on and a marked card. A long list has only the options around
	// the selected one, from row First of Rows.
	Options               []string
	First, Rows, Selected int
	// Low and High are the limits of a number, which is Selected. They are equal for other kinds.
	Low, High int
	// Caret is the position of the caret in a text, in characters, and Limit the maximum length of
	// the text; 0 means no limit.
	Caret, Limit int
}

// Name returns the accessible name of the control: its label, or else its selected row or its kind.
// It is "" for decoration.
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

// Described is a widget that describes itself. It fills in Kind, Label, Value and Shortcut; the
// form adds the rest.
type Described interface{ Describe() Info }

// Info returns the description of one of the form's widgets.
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

// Find returns the widget with an ID, or nil if the form has none.
func (f *Form) Find(id string) Widget {
	for _, w := range f.widgets {
		if named, ok := w.(interface{ ID() string }); ok && named.ID() == id && id != "" {
			return w
		}
	}
	return nil
}

// Describe returns the button's label, caption and shortcut.
func (b *Button) Describe() Info {
	return Info{Kind: KindButton, Label: b.Label, Value: b.Caption, Shortcut: b.Shortcut}
}

// Describe returns the field's label, text and caret.
func (f *TextField) Describe() Info {
	_, caret := f.edit.selection()
	return Info{Kind: KindField, Label: f.Label, Value: f.Text(), Note: f.Hint, Wrong: f.Error, Example: f.Placeholder, Caret: caret, Limit: f.MaxRunes}
}

// Describe returns the choice's label, options and value.
func (ch *Choice) Describe() Info {
	return Info{Kind: KindChoice, Label: ch.Label, Value: ch.Value(), Options: ch.Options, Rows: len(ch.Options), Selected: ch.Selected}
}

// Describe returns the stepper's label, number and limits.
func (s *Stepper) Describe() Info {
	return Info{Kind: KindNumber, Label: s.Label, Value: strconv.Itoa(s.Value), Selected: s.Value, Low: s.Min, High: s.Max}
}

// Describe returns the list's rows around the selected one, which is its value.
func (l *List) Describe() Info {
	info := Info{Kind: KindList}
	if l.Words != nil {
		info.Value = l.Words(l.Selected)
		l.options(&info, l.Words)
	}
	return info
}

// Describe returns the table's rows around the selected one, which is its value.
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

// row returns the cells of a row as one string.
func (t *Table) row(i int) string {
	var full []string
	for k, cell := range t.Cells(i) {
		switch {
		case cell == "":
			continue
		case k < len(t.Columns) && t.Columns[k].Named:
			cell = t.Columns[k].Title + " " + cell
		}
		full = append(full, cell)
	}
	return strings.Join(full, ", ")
}

// around is the number of rows before and after the selected one that [List.Describe] returns.
const around = 10

// options adds the rows around the selected one.
func (l *List) options(info *Info, name func(i int) string) {
	info.Rows, info.Selected = l.Rows, l.Selected
	info.First = max(0, l.Selected-around)
	for i := info.First; i < min(l.Rows, l.Selected+around+1); i++ {
		info.Options = append(info.Options, name(i))
	}
}

// Describe returns the kind of a text.
func (a *ScrollArea) Describe() Info { return Info{Kind: KindText} }

// Describe returns the spinner's label.
func (s *Spinner) Describe() Info { return Info{Kind: KindSpinner, Label: s.Label} }
