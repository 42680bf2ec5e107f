package kit

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"
)

// A shortcut is written as it is shown: a letter, a digit or a sign; or the name of a key as
// [ebiten.Key] writes it, such as "F1" or "Escape"; with "Ctrl+", "Shift+" or "Alt+" before it
// where they are held.

// signs are the keys of shortcuts that are signs, as a keyboard from the United States has them.
// What a keyboard types counts first, so that they are found on others too.
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

// shortcutKey returns the key press that a shortcut is, and whether it is one.
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

// TakeShortcut reports whether a shortcut was pressed, and uses the key and its text up. What a
// keyboard types counts more than where its keys lie: H is the key that types an h, except where
// the keyboard types no such letters.
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

// plainKeys reports whether some key went down, and none with Ctrl or Alt or as a repeat.
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

// padNames are the buttons of a gamepad that do what shortcuts do; see the reader of gamepads.
var padNames = map[string]string{
	"Enter": "A", "Escape": "B", "H": "X", "?": "Y",
	"Ctrl+Z": "LT", "Ctrl+Shift+Z": "RT", "F10": "Start", "F1": "Select",
}

// KeyName returns what stands on the key or the button of a shortcut, for those who use source, or
// "" if they have none.
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

// KeyCaps are the words on keys of a keyboard. They change with the language.
var KeyCaps = struct{ Ctrl, Shift string }{"Ctrl", "Shift"}

// keyNames turns the names of keys into what stands on them.
var keyNames = strings.NewReplacer("Escape", "Esc", "ArrowLeft", "←", "ArrowRight", "→", "ArrowUp", "↑", "ArrowDown", "↓",
	"PageUp", "PgUp", "PageDown", "PgDn")

// Shortcut is a key that uses a control from anywhere on its form.
type Shortcut struct {
	// Key is the shortcut as the control declares it; see [KeyName].
	Key string
	// ID and Label are the control's.
	ID, Label string
}

// Shortcuts lists the shortcuts of the form's controls in the order of Tab, those of disabled ones
// as well.
func (f *Form) Shortcuts() []Shortcut {
	var list []Shortcut
	for _, w := range f.widgets {
		if info := f.Info(w); info.Shortcut != "" {
			list = append(list, Shortcut{info.Shortcut, info.ID, info.Label})
		}
	}
	return list
}
