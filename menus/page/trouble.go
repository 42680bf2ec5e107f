package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// TroubleBox is a panel that says why something did not work.
type TroubleBox struct {
	Text string // "" means no trouble
}

// Above returns the box and parts below it, or only the parts if there is no trouble.
func (t *TroubleBox) Above(parts ...kit.Part) []kit.Part {
	if t.Text == "" {
		return parts
	}
	return append([]kit.Part{kit.OnPanel(kit.Say(t.Text, NoteStyle.In(render.Warn)))}, parts...)
}

// Clear takes the message away, and the error at the field that it is about.
func (t *TroubleBox) Clear(shell Shell, field *kit.TextField) {
	if field.Error == "" && t.Text == "" {
		return
	}
	field.Error, t.Text = "", ""
	shell.Relayout()
}
