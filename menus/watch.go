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
	// Label is what stands on it; a house is "house 3".
	Label string `json:"label"`
	X     int    `json:"x"`
	Y     int    `json:"y"`
	// Enabled says whether it can be used now, Focused whether the keys go to it.
	Enabled bool `json:"enabled"`
	Focused bool `json:"focused"`
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
	add := func(label string, at render.Point, enabled, focused bool) {
		u := a.unit()
		p.Controls = append(p.Controls, Control{label, int(at.X * u), int(at.Y * u), enabled, focused})
	}
	for _, w := range top.Form().Widgets() {
		focused := top.Form().Focused() == w
		switch w := w.(type) {
		case *boardWidget:
			for h := rules.House(1); int(h) <= w.layout.Houses(); h++ {
				at := w.layout.Pit(rules.Pit{Side: w.keySide(), House: h}).Center()
				add("house "+h.String(), at, w.scene.PersonToMove() && w.scene.Match().Position().Legal(h) == nil, focused)
			}
		default:
			if label := labelOf(w); label != "" {
				add(label, w.Bounds().Center(), w.Focusable(), focused)
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
	case *kit.Button:
		return w.Label
	case *kit.TextField:
		return w.Label
	case *kit.Choice:
		if w.Label == "" {
			return "choice"
		}
		return w.Label
	case *kit.Stepper:
		return w.Label
	case *kit.ScrollArea:
		return "text"
	case *kit.Table:
		return "table"
	case *kit.List:
		return w.Words(w.Selected)
	}
	return ""
}
