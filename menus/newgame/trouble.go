package newgame

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// troubleBox is a panel that says why no peer was found.
type troubleBox struct {
	text  string // "" means no trouble
	panel render.Rect
}

// layout places the box at the top of r, at most the given height, and returns the rest below a
// gap. Without trouble that is all of r.
func (t *troubleBox) layout(c *render.Canvas, r render.Rect, most, gap float64) render.Rect {
	if t.text == "" {
		return r
	}
	height := kit.TextHeight(c, t.text, r.W-2*page.NotePadding, page.NoteStyle) + 2*page.NotePadding
	var rest render.Rect
	t.panel, rest = r.CutTop(min(height, most))
	_, rest = rest.CutTop(min(gap, rest.H))
	return rest
}

func (t *troubleBox) draw(c *render.Canvas) {
	if t.text == "" {
		return
	}
	page.DrawPanel(c, t.panel)
	kit.DrawText(c, t.text, t.panel.Inset(page.NotePadding), page.NoteStyle.In(render.Warn))
}
