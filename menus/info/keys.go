package info

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// Keys lists the keys of a screen over that screen.
type Keys struct {
	page.Page
	lines []page.KeyLine
	shown []page.KeyLine // the lines, or those of a gamepad
	list  *kit.ScrollArea
	back  *kit.Button
	card  render.Rect
}

// IsOverlay keeps the screen below visible.
func (*Keys) IsOverlay() {}

// NewKeys returns a list of keys.
func NewKeys(shell page.Shell, lines []page.KeyLine) *Keys {
	k := &Keys{Page: page.New(shell, "keys"), lines: lines, shown: lines}
	k.list = kit.WithID("keys.list", &kit.ScrollArea{DrawContent: k.drawLines})
	k.back = kit.WithID("keys.close", kit.NewButton(words.T("Close"), shell.Back))
	k.Controls = kit.NewForm(k.list, k.back)
	k.Controls.OnCancel = shell.Back
	k.Controls.Focus(k.back)
	return k
}

// Update handles input; the key that opened the list closes it. If a gamepad is used, its buttons
// are listed instead.
func (k *Keys) Update(in *kit.Input) bool {
	if in.TakeShortcut("?") {
		k.Shell.Back()
		return true
	}
	shown := k.lines
	if in.Source == kit.Pad {
		shown = page.Lines(page.PadKeys)
	}
	changed := len(shown) != len(k.shown)
	if k.shown = shown; changed {
		k.Shell.Relayout()
	}
	return k.Page.Update(in) || changed
}

// Dimensions of the card, in units.
const (
	keysWidth  = 720
	keysColumn = 230 // the column of keys
	keysGap    = 6   // between two lines
)

var keysStyle = render.Body.Sized(17)

// Layout centres the card in the window.
func (k *Keys) Layout(c *render.Canvas, area render.Rect) {
	width := min(keysWidth, area.W-2*page.Margin)
	const head, foot = 62, kit.ControlHeight + kit.Gap
	inner := width - 2*page.CardMargin
	k.list.ContentHeight = rowsHeight(c, rowsOf(k.shown), inner-scrollRoom)
	frame := 2.0*page.CardMargin + head + foot
	k.card = area.Centered(width, min(frame+k.list.ContentHeight, area.H-2*kit.CornerRoom))
	body := k.card.Inset(page.CardMargin)
	_, body = body.CutTop(head)
	row, list := body.CutBottom(foot)
	k.list.SetBounds(list)
	_, row = row.CutTop(kit.Gap)
	k.back.SetBounds(row.Centered(min(200, row.W), row.H))
}

// scrollRoom is the width of the scroll bar.
const scrollRoom = 24

func (k *Keys) drawLines(c *render.Canvas, r render.Rect) {
	r.W = k.list.Bounds().W - scrollRoom
	drawRows(c, rowsOf(k.shown), r)
}

// row is a row of a list in two columns: a name and its description.
type row struct{ what, about string }

// rowsOf returns the rows of a list of keys.
func rowsOf(lines []page.KeyLine) []row {
	rows := make([]row, len(lines))
	for i, l := range lines {
		rows[i] = row{l.Keys, l.Does}
	}
	return rows
}

func (r row) height(c *render.Canvas, width float64) float64 {
	what := kit.TextHeight(c, r.what, keysColumn-kit.Gap, keysStyle)
	return max(what, kit.TextHeight(c, r.about, width-keysColumn, keysStyle)) + keysGap
}

// rowsHeight returns the height of rows in a list of a width.
func rowsHeight(c *render.Canvas, rows []row, width float64) float64 {
	height := 0.0
	for _, r := range rows {
		height += r.height(c, width)
	}
	return height
}

// drawRows draws rows from the top of a place.
func drawRows(c *render.Canvas, rows []row, place render.Rect) {
	for _, r := range rows {
		var line render.Rect
		line, place = place.CutTop(r.height(c, place.W))
		what, about := line.CutLeft(keysColumn)
		what.W -= kit.Gap
		kit.DrawText(c, r.what, what, render.Strong.Sized(keysStyle.Size))
		kit.DrawText(c, r.about, about, keysStyle)
	}
}

// Draw draws the card over the screen below.
func (k *Keys) Draw(c *render.Canvas) {
	page.DrawCard(c, k.card)
	at := render.Point{X: k.card.Center().X, Y: k.card.Y + page.CardMargin + 18}
	c.Text(words.T("Keys"), at, render.Heading.Aligned(render.Center))
	k.Controls.Draw(c)
}
