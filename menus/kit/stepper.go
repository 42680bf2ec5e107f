package kit

import (
	"strconv"

	"mancala/render"
)

// Stepper selects an integer between two limits, with a minus and a plus button. With the focus,
// Left and Right or minus and plus change it, and Home and End go to the limits. A held button
// repeats.
type Stepper struct {
	number
	hover int
	held  int
}

// NewStepper returns a stepper.
func NewStepper(label string, value, low, high int, onChange func(value int)) *Stepper {
	return &Stepper{number: newNumber(label, value, low, high, onChange)}
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
	hover := s.hover
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
	value := s.Value + step
	if at.Focused {
		value = s.stepped(in, value, 1)
	}
	return s.set(value) || hover != s.hover
}

// end returns the button under the pointer: -1 for the minus, 1 for the plus, 0 for none.
func (s *Stepper) end(in *Input, source Source) int {
	left, right := ends2(s.ring())
	if source == Touch {
		left, right = fingerEnds(s.ring())
	}
	return [...]int{0, -1, 1}[1+partAt(in, left, right)]
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
