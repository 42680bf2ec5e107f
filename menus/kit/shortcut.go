package kit

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
)

// A shortcut has the form that users see: a letter, a digit, a sign, or the name of an
// [ebiten.Key], such as "F1" or "Escape". The prefixes "Ctrl+", "Shift+" and "Alt+" are modifiers.

// signs are the shortcuts that are signs, with their keys on a US keyboard. The typed text takes
// precedence, so that they work on other keyboards, too.
var signs = map[string]KeyPress{
	"?": {Key: ebiten.KeySlash, Shift: true},
	"<": {Key: ebiten.KeyComma, Shift: true},
	">": {Key: ebiten.KeyPeriod, Shift: true},
	",": {Key: ebiten.KeyComma},
	".": {Key: ebiten.KeyPeriod},
	"=": {Key: ebiten.KeyEqual},
	"-": {Key: ebiten.KeyMinus},
	"/": {Key: ebiten.KeySlash},
}

// shortcutKey parses a shortcut, and reports whether it is one.
func shortcutKey(s string) (KeyPress, bool) {
	if p, ok := signs[s]; ok {
		return p, true
	}
	var p KeyPress
	for held := true; held; {
		switch before, rest, ok := strings.Cut(s, "+"); {
		case ok && before == "Ctrl":
			p.Ctrl, s = true, rest
		case ok && before == "Shift":
			p.Shift, s = true, rest
		case ok && before == "Alt":
			p.Alt, s = true, rest
		default:
			held = false
		}
	}
	if len(s) == 1 && s[0] >= '0' && s[0] <= '9' {
		s = "Digit" + s
	}
	err := p.Key.UnmarshalText([]byte(s))
	return p, err == nil && s != ""
}

// TakeShortcut reports whether a shortcut was pressed, and consumes the key and its text. A key's
// character takes precedence over its position: H is the key that types an h, unless the keyboard
// has no Latin letters.
func (in *Input) TakeShortcut(s string) bool {
	if len(in.Keys) == 0 || s == "" { // as in most ticks
		return false
	}
	want, ok := shortcutKey(s)
	if !ok {
		return false
	}
	if len(s) == 1 && isASCII(in.Text) && in.Text != "" {
		if !strings.EqualFold(in.Text, s) || !in.plainKeys() {
			return false
		}
		in.UseKeys()
		return true
	}
	if _, ok := in.take(func(p KeyPress) bool { return p == want }); !ok {
		return false
	}
	in.Text = ""
	return true
}

// plainKeys reports whether there are pressed keys, all of them without Ctrl and Alt and without
// repeats.
func (in *Input) plainKeys() bool {
	for _, p := range in.Keys {
		if p.Ctrl || p.Alt || p.Repeat {
			return false
		}
	}
	return len(in.Keys) > 0
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 0x7e })
}

// padNames are the gamepad buttons for shortcuts. Package menus maps the buttons to keys.
var padNames = map[string]string{
	"Enter": "A", "Escape": "B", "H": "X", "?": "Y",
	"Ctrl+Z": "LT", "Ctrl+Shift+Z": "RT", "F10": "Start", "F1": "Select",
}

// KeyName returns the label of a shortcut's key or gamepad button for an input device, or "" if the
// device has none.
func KeyName(shortcut string, source Source) string {
	switch source {
	case Touch:
		return ""
	case Pad:
		return padNames[shortcut]
	}
	name := strings.ReplaceAll(keyNames.Replace(shortcut), "Ctrl", KeyCaps.Ctrl)
	return strings.ReplaceAll(name, "Shift", KeyCaps.Shift)
}

// KeyCaps are the words on the keys of a keyboard. They change with the language.
var KeyCaps = struct{ Ctrl, Shift string }{"Ctrl", "Shift"}

// keyNames replaces the names of keys with their labels.
var keyNames = strings.NewReplacer("Escape", "Esc", "ArrowLeft", "←", "ArrowRight", "→", "ArrowUp", "↑", "ArrowDown", "↓",
	"PageUp", "PgUp", "PageDown", "PgDn")

// Shortcut is a key that uses a control from anywhere on its form.
type Shortcut struct {
	// Key is the shortcut as the control has it; see [KeyName].
	Key string
	// ID and Label identify the control.
	ID, Label string
}

// Shortcuts returns the shortcuts of the form's controls in the order of Tab, including those of
// disabled ones.
func (f *Form) Shortcuts() []Shortcut {
	var list []Shortcut
	for _, w := range f.widgets {
		if info := f.Info(w); info.Shortcut != "" {
			list = append(list, Shortcut{info.Shortcut, info.ID, info.Label})
		}
	}
	return list
}
