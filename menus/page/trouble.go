package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// TroubleBox is a panel that says why something failed.
type TroubleBox struct {
	Text string // "" means no trouble
}

// Above returns the box and parts below it. Without trouble it returns only the parts.
func (t *TroubleBox) Above(parts ...kit.Part) []kit.Part {
	if t.Text == "" {
		return parts
	}
	return append([]kit.Part{kit.OnPanel(kit.Say(t.Text, render.Note.In(render.Warn)))}, parts...)
}

// Clear removes the message, and the error at its field.
func (t *TroubleBox) Clear(shell Shell, field *kit.TextField) {
	if field.Error == "" && t.Text == "" {
		return
	}
	field.Error, t.Text = "", ""
	shell.Relayout()
}
