package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Switch is on or off. A click, Enter, Space or its shortcut toggles it; Left turns it off and
// Right on.
type Switch struct {
	box
	Label string
	On    bool
	// Shortcut toggles the switch from anywhere on its form; see [Button].
	Shortcut string
	Disabled bool
	// OnChange is called after the user has toggled the switch.
	OnChange func(on bool)

	cut bool // the last frame omitted something, so the tip shows it
}

// NewSwitch returns a switch.
func NewSwitch(label string, on bool, onChange func(on bool)) *Switch {
	return &Switch{Label: label, On: on, OnChange: onChange}
}

// Focusable reports whether the switch is enabled.
func (s *Switch) Focusable() bool { return !s.Disabled }

// DrawsFocus marks a widget that draws its own focus: it is filled, like a button.
func (s *Switch) DrawsFocus() {}

// Describe returns the switch's label and state.
func (s *Switch) Describe() Info {
	info := Info{Kind: KindSwitch, Label: s.Label, Value: "off", Shortcut: s.Shortcut}
	if s.On {
		info.Value, info.Selected = "on", 1
	}
	return info
}

// Update toggles the switch if the input asks for it.
func (s *Switch) Update(in *Input, at State) bool {
	if s.Disabled {
		return false
	}
	switch {
	case at.Clicked,
		at.Focused && in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace),
		in.TakeShortcut(s.Shortcut),
		at.Focused && s.On && in.takePlain(ebiten.KeyArrowLeft),
		at.Focused && !s.On && in.takePlain(ebiten.KeyArrowRight):
		s.Press()
		return true
	}
	return false
}

const (
	switchWidth, switchHeight = 46.0, 26.0
	switchPad                 = 16.0
)

// places returns the place of the label, and whether there is room for the key cap.
func (s *Switch) places(c *render.Canvas, keyWidth float64) (label render.Rect, withKey bool) {
	label = s.bounds.Inset(switchPad)
	label.Y, label.H = s.bounds.Y, s.bounds.H
	label.W -= switchWidth + Gap
	if room := label.W - keyWidth - Gap; keyWidth > 0 && c.TextWidth(s.Label, render.Strong) <= room {
		label.W, withKey = room, true
	}
	return label, withKey
}

func (s *Switch) clipped(c *render.Canvas) bool {
	label, _ := s.places(c, 0)
	return !fits(c, s.Label, label, render.Strong)
}

func (s *Switch) hides() bool { return s.cut }

// Draw draws the label and the switch, whose knob is to the right if it is on.
func (s *Switch) Draw(c *render.Canvas, at State) {
	look := buttonLook(&Button{Disabled: s.Disabled}, at)
	look.draw(c, s.bounds)
	key := KeyName(s.Shortcut, at.Source)
	label, withKey := s.places(c, keycapWidth(c, key))
	s.cut = s.clipped(c) || key != "" && !withKey
	drawFitted(c, s.Label, label, render.Strong.In(look.ink))
	track := render.Rect{X: s.bounds.Right() - switchPad - switchWidth, W: switchWidth, H: switchHeight}
	track.Y = s.bounds.Center().Y - track.H/2
	if withKey {
		keycap(c, render.Point{X: track.X - Gap, Y: track.Center().Y}, key, look)
	}
	knob := render.Point{X: track.X + track.H/2, Y: track.Center().Y}
	if !s.On {
		c.StrokeRect(track, track.H/2, 2, look.soft)
		c.FillCircle(knob, track.H/2-6, look.soft)
		return
	}
	knob.X = track.Right() - track.H/2
	c.FillRect(track, track.H/2, look.ink)
	c.FillCircle(knob, track.H/2-4, look.ground)
}
