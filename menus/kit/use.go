package kit

// Act is an action on a control.
type Act uint8

// The acts.
const (
	Press  Act = iota // presses a button, card or house; toggles a switch; opens the selected row of a list
	Point             // gives the control the focus
	Choose            // selects the value, row or number Use.Number; 1 turns a switch on, 0 off
	Write             // puts Use.Text into a field, with the caret after Use.Caret characters
)

// Use is an action requested by assistive technology: screen readers, the keyboard of a phone,
// speech.
type Use struct {
	Act    Act
	Number int
	Text   string
	Caret  int
}

// Use focuses a widget of the form and acts on it as the user would. It returns false if the widget
// is disabled or does not support the action. In the latter case the widget only gets the focus.
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

// Press opens the list of values, if there is one.
func (ch *Choice) Press() {
	if ch.OnOpen != nil && ch.Focusable() {
		ch.OnOpen()
	}
}

// Choose selects a row as the user would. It calls OnSelect if the row changes, and ignores an
// index out of range.
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

// Choose turns the switch on with 1 and off with 0, as the user would.
func (s *Switch) Choose(i int) {
	if on := i != 0; on != s.On {
		s.Press()
	}
}

// Press toggles the switch.
func (s *Switch) Press() {
	if s.Disabled {
		return
	}
	s.On = !s.On
	if s.OnChange != nil {
		s.OnChange(s.On)
	}
}

// Choose sets the number, clamped to the limits, as the user would.
func (s *Slider) Choose(n int) {
	if s.Focusable() {
		s.set(n)
	}
}

// Choose sets the number, clamped to the limits, as the user would.
func (s *Stepper) Choose(n int) { s.set(n) }

// write replaces the text of the field.
func (f *TextField) write(text string, caret int) {
	runes := []rune(text)
	caret = min(max(caret, 0), len(runes))
	if text == f.Text() { // only the caret has moved
		f.edit.moveTo(caret, false)
		f.blink.stale = true
		return
	}
	f.ReplaceAround(string(runes[:caret]), string(runes[caret:]))
}
