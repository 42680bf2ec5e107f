package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// TroubleBox is a panel that says why something did not work.
type TroubleBox struct {
	Text  string // "" means no trouble
	Panel render.Rect
}

// Layout places the box at the top of r, at most the given height, and returns the rest below a
// gap. Without trouble that is all of r.
func (t *TroubleBox) Layout(c *render.Canvas, r render.Rect, most, gap float64) render.Rect {
	if t.Text == "" {
		return r
	}
	height := kit.TextHeight(c, t.Text, r.W-2*NotePadding, NoteStyle) + 2*NotePadding
	var rest render.Rect
	t.Panel, rest = r.CutTop(min(height, most))
	_, rest = rest.CutTop(min(gap, rest.H))
	return rest
}

// Clear takes the message away, and the error at the field that it is about.
func (t *TroubleBox) Clear(shell Shell, field *kit.TextField) {
	if field.Error == "" && t.Text == "" {
		return
	}
	field.Error, t.Text = "", ""
	shell.Relayout()
}

// Draw draws the box, if there is trouble.
func (t *TroubleBox) Draw(c *render.Canvas) {
	if t.Text == "" {
		return
	}
	DrawPanel(c, t.Panel)
	kit.DrawText(c, t.Text, t.Panel.Inset(NotePadding), NoteStyle.In(render.Warn))
}
