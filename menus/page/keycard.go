package page

import (
	"fmt"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// keyCard asks how to go on with a host whose key has changed.
type keyCard struct {
	Page
	text        string
	keys        [2]string // the old one, the new one
	stop, trust *kit.Button
	bounds      render.Rect
	body        render.Rect
}

// IsKeyChanged reports whether a note says that the key of a host has changed, so that
// [NewKeyCard] can ask how to go on.
func IsKeyChanged(note *rules.Note) bool {
	return note != nil && note.Code == "netplay.key-changed" && len(note.Args) > 2
}

// NewKeyCard returns the card for a note with an address, the old fingerprint and the new one.
// trust is called if the user trusts the new key.
func NewKeyCard(shell Shell, note *rules.Note, trust func()) Screen {
	k := &keyCard{Page: New(shell, "key changed")}
	k.text = words.T("The host at %s shows another key than before. Perhaps they have reinstalled the program; ask them. Otherwise someone else is "+
		"answering in their place.", fmt.Sprint(note.Args[0]))
	k.keys = [2]string{fmt.Sprint(note.Args[1]), fmt.Sprint(note.Args[2])}
	k.stop = kit.WithID("key.stop", kit.NewButton(words.T("Stop"), shell.Back))
	k.stop.Primary = true
	k.trust = NewAnswer(shell, "key.trust", words.T("Trust the new key"), trust)
	k.Controls = kit.NewForm(k.stop, k.trust)
	k.Controls.OnCancel = shell.Back
	return k
}

// IsOverlay keeps the screen below visible.
func (*keyCard) IsOverlay() {}

// Layout centres the card in the window.
func (k *keyCard) Layout(c *render.Canvas, area render.Rect) {
	const head, key = 52, 52
	width := min(620, area.W-2*Margin)
	inner := width - 2*CardMargin
	text := kit.TextHeight(c, k.text, inner, render.Body) + kit.Gap
	k.bounds = area.Centered(width, 2*CardMargin+head+text+2*key+kit.Gap+kit.ControlHeight)
	_, k.body = k.bounds.Inset(CardMargin).CutTop(head)
	row, _ := k.body.CutBottom(kit.ControlHeight)
	kit.PlaceRow(row, kit.Gap, k.stop, k.trust)
}

// Draw draws the card over the screen below.
func (k *keyCard) Draw(c *render.Canvas) {
	DrawCard(c, k.bounds)
	at := render.Point{X: k.bounds.Center().X, Y: k.bounds.Y + CardMargin + 14}
	c.Text(words.T("The key has changed"), at, render.Heading.Aligned(render.Center))
	_, r := k.body.CutTop(kit.DrawText(c, k.text, k.body, render.Body) + kit.Gap)
	for i, label := range [...]string{words.T("Old key"), words.T("New key")} {
		line, rest := r.CutTop(22)
		c.Text(label, render.Point{X: line.X, Y: line.Center().Y}, render.Caption)
		line, rest = rest.CutTop(30)
		c.Text(k.keys[i], render.Point{X: line.X, Y: line.Center().Y}, render.Strong)
		r = rest
	}
	k.Controls.Draw(c)
}
