package kit

import (
	"slices"
	"strings"
	"testing"

	"mancala/render"
)

func TestLabelsShrinkAndWrapBeforeTheyAreCut(t *testing.T) {
	c := newCanvas(t)
	label, style := "Open another game", render.Strong
	full := c.TextWidth(label, style)
	tests := []struct {
		name          string
		width, height float64
		lines         int
		small, whole  bool
	}{
		{"room enough", full, 47, 1, false, true},
		{"a little less", full * 0.95, 47, 1, true, true},
		{"much less, and high", full * 0.66, 47, 2, true, true},
		{"much less, and low", full * 0.6, 24, 1, true, false},
		{"hardly any", full * 0.2, 47, 1, true, false},
	}
	for _, test := range tests {
		f := fit(c, label, test.width, test.height, style)
		if len(f.lines) != test.lines || f.whole != test.whole || (f.style.Size < style.Size) != test.small {
			t.Errorf("%s: %+v", test.name, f)
		}
		for _, line := range f.lines {
			if c.TextWidth(line, f.style) > test.width {
				t.Errorf("%s: %q is wider than its place", test.name, line)
			}
		}
		if got := strings.Join(f.lines, " "); (got == label) != test.whole {
			t.Errorf("%s: shown is %q", test.name, got)
		}
	}
}

// TestClippedNamesWhatHasNoRoom gives every kind of control a text that fits and a text that is too
// long.
func TestClippedNamesWhatHasNoRoom(t *testing.T) {
	c := newCanvas(t)
	long := strings.Repeat("Donaudampfschifffahrtsgesellschaft ", 3)
	kinds := map[string]func(text string) Widget{
		"button":  func(text string) Widget { return NewButton(text, nil) },
		"link":    func(text string) Widget { return NewLink(text, nil) },
		"caption": func(text string) Widget { return &Button{Label: "Continue", Caption: text} },
		"switch":  func(text string) Widget { return NewSwitch(text, true, nil) },
		"slider":  func(text string) Widget { return NewSlider(text, 1, 10, 1, nil) },
		"value": func(text string) Widget {
			s := NewSlider("", 1, 10, 1, nil)
			s.Words = func(int) string { return text }
			return s
		},
		"stepper":     func(text string) Widget { return NewStepper(text, 1, 0, 9, nil) },
		"choice":      func(text string) Widget { return NewChoice(text, []string{"a"}, 0, nil) },
		"option":      func(text string) Widget { return NewChoice("", []string{"a", text}, 0, nil) },
		"field":       func(text string) Widget { return NewTextField(text, "", nil) },
		"placeholder": func(text string) Widget { f := NewTextField("", "", nil); f.Placeholder = text; return f },
		"note":        func(text string) Widget { f := NewTextField("Name", "", nil); f.Hint = text; return f },
		"title":       func(text string) Widget { return &Table{List: List{Rows: 1}, Columns: []TableColumn{{Title: text}}} },
		"card":        func(text string) Widget { return NewCard(text, "", nil) },
		"line":        func(text string) Widget { return NewCard("", text+text+text, nil) },
		"heading":     func(text string) Widget { return &Heading{Label: text} },
		"spinner":     func(text string) Widget { return &Spinner{Label: text} },
	}
	for name, make := range kinds {
		for text, want := range map[string]bool{"Name": false, long: true} {
			w := make(text)
			w.SetBounds(render.Rect{W: 220, H: LabelHeight + ControlHeight + NoteHeight})
			w.(interface{ SetID(string) }).SetID(name)
			if got := NewForm(w).Clipped(c); slices.Contains(got, name) != want {
				t.Errorf("%s with %.10q: clipped are %v", name, text, got)
			}
		}
	}
}
