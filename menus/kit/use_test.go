package kit

import (
	"fmt"
	"slices"
	"testing"
)

// With Use, each kind of control acts and calls back as for a user.
func TestUse(t *testing.T) {
	var did []string
	note := func(format string, args ...any) { did = append(did, fmt.Sprintf(format, args...)) }
	button := NewButton("B", func() { note("pressed") })
	choice := NewChoice("C", []string{"a", "b", "c"}, 0, func(i int) { note("chose %d", i) })
	choice.OnOpen = func() { note("opened the choice") }
	list := &List{Rows: 3, OnSelect: func(i int) { note("row %d", i) }, OnOpen: func(i int) { note("opened row %d", i) }}
	flip := NewSwitch("S", false, func(on bool) { note("switched %v", on) })
	slider := NewSlider("V", 10, 100, 5, func(n int) { note("slid to %d", n) })
	stepper := NewStepper("N", 4, 1, 6, func(n int) { note("stepped to %d", n) })
	field := NewTextField("T", "", nil)
	field.MaxRunes = 4
	field.OnChange = func(text string) { note("wrote %s", text) }
	f := NewForm(button, choice, list, flip, slider, stepper, field)
	for _, c := range []struct {
		w    Widget
		u    Use
		want string
	}{
		{button, Use{}, "pressed"},
		{choice, Use{Act: Choose, Number: 2}, "chose 2"},
		{choice, Use{Act: Choose, Number: 2}, ""},
		{choice, Use{Act: Choose, Number: 3}, ""},
		{choice, Use{}, "opened the choice"},
		{list, Use{Act: Choose, Number: 1}, "row 1"},
		{list, Use{Act: Choose, Number: -1}, ""},
		{list, Use{}, "opened row 1"},
		{flip, Use{}, "switched true"},
		{flip, Use{Act: Choose, Number: 1}, ""},
		{flip, Use{Act: Choose}, "switched false"},
		{slider, Use{Act: Choose, Number: 200}, "slid to 100"},
		{stepper, Use{Act: Choose, Number: 0}, "stepped to 1"},
		{field, Use{Act: Write, Text: "Annabel", Caret: 2}, "wrote Anna"},
		{field, Use{Act: Write, Text: "Anna", Caret: 1}, ""},
		{button, Use{Act: Point}, ""},
	} {
		did = nil
		f.Update(typed("")) // whatever was stale
		if !f.Use(c.w, c.u) || f.Focused() != c.w || !f.Update(typed("")) {
			t.Errorf("%+v on a %s is refused, or the form looks as before", c.u, f.Info(c.w).Kind)
		}
		if got := fmt.Sprint(did); got != fmt.Sprint(slices.DeleteFunc([]string{c.want}, func(s string) bool { return s == "" })) {
			t.Errorf("%+v on a %s did %v, want %q", c.u, f.Info(c.w).Kind, did, c.want)
		}
	}
	if before, after := field.AroundCaret(); before != "A" || after != "nna" {
		t.Errorf("the caret stands between %q and %q", before, after)
	}
}

// Use does not change a control that is disabled, not on the form, or of another kind.
func TestUseRefuses(t *testing.T) {
	off := &Button{Label: "Off", Disabled: true, OnPress: func() { t.Error("a disabled button is pressed") }}
	stranger := NewButton("Stranger", func() { t.Error("the button of another form is pressed") })
	field, on := NewTextField("T", "x", nil), NewButton("On", nil)
	f := NewForm(on, off, field)
	for _, c := range []struct {
		w Widget
		u Use
	}{{off, Use{}}, {off, Use{Act: Point}}, {stranger, Use{}}, {field, Use{}}, {field, Use{Act: Choose}}, {on, Use{Act: Write}}} {
		if f.Use(c.w, c.u) {
			t.Errorf("%+v on a %s is not refused", c.u, f.Info(c.w).Kind)
		}
	}
	if f.Focused() == Widget(off) {
		t.Error("a disabled button has the focus")
	}
}
