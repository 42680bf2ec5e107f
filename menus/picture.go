package menus

import (
	"cmp"
	"slices"

	"mancala/menus/kit"
	"mancala/menus/page"
)

// Picture is what a screen shows, for somebody who watches the program from outside: a test, or a
// helper for people who cannot see the window.
type Picture struct {
	// Screen is the name of the topmost screen.
	Screen string
	// Controls are the things that can be used on it.
	Controls []Control
}

// Control is a thing that can be used, and where it is in physical pixels from the window's top
// left corner.
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
	// Hidden says that the control is scrolled out of view: it can be reached by Tab and by
	// scrolling.
	Hidden bool `json:"hidden,omitempty"`
}

// show tells those outside, if there are any, when the picture has changed.
func (a *App) show() {
	if a.cfg.Show == nil || a.unplaced || a.width == 0 {
		return
	}
	p := a.picture()
	if p.Screen == a.seen.Screen && slices.Equal(p.Controls, a.seen.Controls) {
		return
	}
	a.seen = p
	a.cfg.Show(p)
}

// picture describes the topmost screen.
func (a *App) picture() Picture {
	top := a.Top()
	p := Picture{Screen: top.Name()}
	u := a.unit()
	add := func(info kit.Info) {
		at := info.Bounds.Center()
		if label := info.Name(); label != "" {
			p.Controls = append(p.Controls, Control{
				ID: info.ID, Label: label, X: int(at.X * u), Y: int(at.Y * u),
				Enabled: info.Enabled, Focused: info.Focused, Kind: info.Kind, Value: info.Value, Hidden: info.Hidden,
			})
		}
	}
	form := top.Form()
	if keys := form.Keyboard(); keys != nil {
		form = keys
	}
	for _, w := range form.Widgets() {
		info := form.Info(w)
		whole, ok := w.(page.Parted)
		if !ok {
			add(info)
			continue
		}
		for _, part := range whole.Parts() {
			part.ID, part.Kind, part.Focused = cmp.Or(part.ID, info.ID), info.Kind, info.Focused
			add(part)
		}
	}
	return p
}
