package menus

import (
	"slices"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// Picture is what a screen shows, for somebody who watches the program from outside: a test, or a helper for people who
// cannot see the window.
type Picture struct {
	// Screen is the name of the topmost screen.
	Screen string
	// Controls are the things that can be used on it.
	Controls []Control
}

// Control is a thing that can be used, and where it is in physical pixels from the window's top left corner.
type Control struct {
	// ID is the control's name, which no language changes; a control may have none yet.
	ID string `json:"id,omitempty"`
	// Label is what stands on it; a house is "house 3".
	Label string `json:"label"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	// Enabled says whether it can be used now, Focused whether the keys go to it.
	Enabled bool `json:"enabled"`
	Focused bool `json:"focused"`
	// Kind is the kind of control, and Value what is chosen or written in it.
	Kind  kit.Kind `json:"kind,omitempty"`
	Value string   `json:"value,omitempty"`
}

// watch tells the watcher, if there is one, when the picture has changed.
func (a *App) watch() {
	if a.cfg.Watch == nil || a.unplaced || a.width == 0 {
		return
	}
	p := a.picture()
	if p.Screen == a.seen.Screen && slices.Equal(p.Controls, a.seen.Controls) {
		return
	}
	a.seen = p
	a.cfg.Watch(p)
}

// picture describes the topmost screen.
func (a *App) picture() Picture {
	top := a.top()
	p := Picture{Screen: top.Name()}
	add := func(info kit.Info, label string, at render.Point, enabled bool) {
		u := a.unit()
		p.Controls = append(p.Controls, Control{
			ID: info.ID, Label: label, X: int(at.X * u), Y: int(at.Y * u),
			Enabled: enabled, Focused: info.Focused, Kind: info.Kind, Value: info.Value,
		})
	}
	form := top.Form()
	if keys := form.Keyboard(); keys != nil {
		form = keys
	}
	for _, w := range form.Widgets() {
		info := form.Info(w)
		switch w := w.(type) {
		case *boardWidget:
			for h := rules.House(1); int(h) <= w.layout.Houses(); h++ {
				at := w.layout.Pit(rules.Pit{Side: w.keySide(), House: h}).Center()
				add(info, "house "+h.String(), at, w.scene.PersonToMove() && w.scene.Match().Position().Legal(h) == nil)
			}
		default:
			if label := labelOf(w); label != "" {
				add(info, label, info.Bounds.Center(), info.Enabled)
			}
		}
	}
	return p
}

// labelOf returns what stands on a widget, or "" for one that is only looked at.
func labelOf(w kit.Widget) string {
	switch w := w.(type) {
	case interface{ describe() string }:
		return w.describe()
	case kit.Described:
		return w.Describe().Name()
	}
	return ""
}
