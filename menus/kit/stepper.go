package kit

import (
	"strconv"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Stepper selects an integer between two limits, with a minus and a plus button. With the focus,
// Left and Right or minus and plus change it, and Home and End go to the limits. A held button
// repeats.
type Stepper struct {
	labelledBox
	// Value is Min..Max.
	Value, Min, Max int
	// OnChange is called after the user has changed the number.
	OnChange func(value int)

	hover int
	held  int
}

// NewStepper returns a stepper.
func NewStepper(label string, value, low, high int, onChange func(value int)) *Stepper {
	return &Stepper{labelledBox: labelledBox{Label: label}, Value: min(max(value, low), high), Min: low, Max: high, OnChange: onChange}
}

const (
	// holdTicks is the delay before a held button repeats, and stepTicks the time between repeats.
	holdTicks = 24
	stepTicks = 5
)

// Focusable reports true.
func (s *Stepper) Focusable() bool { return true }

// Update changes the number.
func (s *Stepper) Update(in *Input, at State) bool {
	value, hover := s.Value, s.hover
	s.hover = 0
	if at.Hovered {
		s.hover = s.end(in, at.Source)
	}
	step := 0
	if at.Pressed {
		step, s.held = s.hover, 0
	} else if at.Held {
		if s.held++; s.held >= holdTicks && (s.held-holdTicks)%stepTicks == 0 {
			step = s.hover
		}
	}
	s.Value = min(max(s.Value+step, s.Min), s.Max)
	if at.Focused {
		s.Value = stepped(in, s.Value, 1, s.Min, s.Max)
	}
	if value != s.Value && s.OnChange != nil {
		s.OnChange(s.Value)
	}
	return value != s.Value || hover != s.hover
}

// end returns the button under the pointer: -1 for the minus, 1 for the plus, 0 for none.
func (s *Stepper) end(in *Input, source Source) int {
	left, right := ends2(s.ring())
	if source == Touch {
		left, right = fingerEnds(s.ring())
	}
	return [...]int{0, -1, 1}[1+partAt(in, left, right)]
}

// stepped returns a number in low..high after the keys of a tick. Left and Right or minus and plus
// change it by step, and Home and End go to the limits.
func stepped(in *Input, value, step, low, high int) int {
	steps := [...]struct {
		key ebiten.Key
		to  int
	}{
		{ebiten.KeyArrowLeft, value - step},
		{ebiten.KeyArrowRight, value + step},
		{ebiten.KeyMinus, value - step},
		{ebiten.KeyNumpadSubtract, value - step},
		{ebiten.KeyEqual, value + step},
		{ebiten.KeyNumpadAdd, value + step},
		{ebiten.KeyHome, low},
		{ebiten.KeyEnd, high},
	}
	for _, step := range steps {
		if in.takePlain(step.key) {
			return min(max(step.to, low), high)
		}
	}
	return value
}

// Draw draws the label and the number between minus and plus.
func (s *Stepper) Draw(c *render.Canvas, at State) {
	label, control := labelled(s.bounds, s.Label)
	drawLabel(c, s.Label, label, false)
	well(c, control)
	left, right := ends2(control)
	drawEnd(c, left, render.Point{}, s.hover < 0, s.Value <= s.Min)
	drawEnd(c, right, render.Point{Y: 1}, s.hover > 0, s.Value >= s.Max)
	value, style := between(left, right), valueStyle(false)
	if at.Focused {
		c.FillRect(value, Corner-4, render.Gold)
		style = style.In(render.InkOnGold)
	}
	DrawLine(c, strconv.Itoa(s.Value), value, style)
}

func (s *Stepper) clipped(c *render.Canvas) bool {
	label, _ := labelled(s.bounds, s.Label)
	return !fits(c, s.Label, label, render.Caption)
}
