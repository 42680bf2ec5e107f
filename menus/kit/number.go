package kit

import "github.com/hajimehoshi/ebiten/v2"

// number is a labelled integer between two limits, for embedding.
type number struct {
	labelledBox
	// Value is Min..Max.
	Value, Min, Max int
	// OnChange is called after the user has changed the number, also during a drag.
	OnChange func(value int)
}

func newNumber(label string, value, low, high int, onChange func(value int)) number {
	return number{labelledBox: labelledBox{Label: label}, Value: min(max(value, low), high), Min: low, Max: high, OnChange: onChange}
}

// set sets the number, clamped to the limits, and reports whether it has changed.
func (n *number) set(value int) bool {
	if value = min(max(value, n.Min), n.Max); value == n.Value {
		return false
	}
	n.Value = value
	if n.OnChange != nil {
		n.OnChange(value)
	}
	return true
}

// stepped returns a number after the keys of a tick. Left and Right or minus and plus change it by
// step, and Home and End go to the limits.
func (n *number) stepped(in *Input, value, step int) int {
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
		{ebiten.KeyHome, n.Min},
		{ebiten.KeyEnd, n.Max},
	}
	for _, step := range steps {
		if in.takePlain(step.key) {
			return step.to
		}
	}
	return value
}
