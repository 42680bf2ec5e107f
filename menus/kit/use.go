package kit

// Act is what is done with a control.
type Act uint8

// The acts.
const (
	Press  Act = iota // a button, card or house; turns a switch over; opens the selected row of a list
	Point             // gives the control the focus
	Choose            // the value, row or number of Use.Number; 1 turns a switch on and 0 off
	Write             // puts Use.Text into a field, with the caret after Use.Caret characters
)

// Use is an act as helpers for people with other devices than a pointer and keys ask for it: screen
// readers, the keyboard of a phone, speech.
type Use struct {
	Act    Act
	Number int
	Text   string
	Caret  int
}

// Use does what a person would with a widget of the form, which gets the focus, and reports whether
// that was possible: a widget that is disabled or has no such act is left alone.
func (f *Form) Use(w Widget, u Use) bool {
	if !f.has(w) || !w.Focusable() {
		return false
	}
	f.focus, f.stale = w, true
	f.scrolled.reveal(f, w)
	switch u.Act {
	case Point:
		return true
	case Press:
		if w, ok := w.(interface{ Press() }); ok {
			w.Press()
			return true
		}
	case Choose:
		if w, ok := w.(interface{ Choose(i int) }); ok {
			w.Choose(u.Number)
			return true
		}
	case Write:
		if field, ok := w.(*TextField); ok {
			field.write(u.Text, u.Caret)
			return true
		}
	}
	return false
}

// Press opens the list of the values, if there is one.
func (ch *Choice) Press() {
	if ch.OnOpen != nil && ch.Focusable() {
		ch.OnOpen()
	}
}

// Choose selects a row as the person would: OnSelect is called if it is another one. An index out
// of range changes nothing.
func (l *List) Choose(i int) {
	if i < 0 || i >= l.Rows || i == l.Selected {
		return
	}
	l.Select(i)
	if l.OnSelect != nil {
		l.OnSelect(i)
	}
}

// Press opens the selected row.
func (l *List) Press() {
	if l.OnOpen != nil && l.Rows > 0 {
		l.OnOpen(l.Selected)
	}
}

// Choose turns the switch on with 1 and off with 0, as the person would.
func (s *Switch) Choose(i int) {
	if on := i != 0; on != s.On {
		s.Press()
	}
}

// Press turns the switch over.
func (s *Switch) Press() {
	if s.Disabled {
		return
	}
	s.On = !s.On
	if s.OnChange != nil {
		s.OnChange(s.On)
	}
}

// Choose sets the number as the person would, or the nearest one that there is.
func (s *Slider) Choose(n int) {
	n = min(max(n, 0), s.Max)
	if n == s.Value || !s.Focusable() {
		return
	}
	s.Value = n
	if s.OnChange != nil {
		s.OnChange(n)
	}
}

// Choose sets the number as the person would, or the nearest one that there is.
func (s *Stepper) Choose(n int) {
	n = min(max(n, s.Min), s.Max)
	if n == s.Value {
		return
	}
	s.Value = n
	if s.OnChange != nil {
		s.OnChange(n)
	}
}

// write puts a text into the field in the place of what is there.
func (f *TextField) write(text string, caret int) {
	runes := []rune(text)
	caret = min(max(caret, 0), len(runes))
	if text == f.Text() { // the caret alone has moved
		f.edit.moveTo(caret, false)
		f.blink.stale = true
		return
	}
	f.ReplaceAround(string(runes[:caret]), string(runes[caret:]))
}
