package newgame

import (
	"fmt"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// keyCard asks how to go on with a host whose key has changed.
type keyCard struct {
	page.Page
	text        string
	keys        [2]string // the old one, the new one
	stop, trust *kit.Button
	bounds      render.Rect
	body        render.Rect
}

// newKeyCard returns the card for a note with an address, the old fingerprint and the new one.
func newKeyCard(j *joinScreen, note *rules.Note) *keyCard {
	k := &keyCard{Page: page.New(j.Shell, "key changed")}
	k.text = words.T("The host at %s shows another key than before. Perhaps they have reinstalled the program; ask them. Otherwise someone else is "+
		"answering in their place.", fmt.Sprint(note.Args[0]))
	k.keys = [2]string{fmt.Sprint(note.Args[1]), fmt.Sprint(note.Args[2])}
	k.stop = kit.WithID("key.stop", kit.NewButton(words.T("Stop"), j.Shell.Back))
	k.stop.Primary = true
	k.trust = page.NewAnswer(j.Shell, "key.trust", words.T("Trust the new key"), func() {
		r := j.request
		r.TrustNewKey = true
		j.dial(r)
	})
	k.Controls = kit.NewForm(k.stop, k.trust)
	k.Controls.OnCancel = j.Shell.Back
	return k
}

// IsOverlay keeps the screen below visible.
func (*keyCard) IsOverlay() {}

// Layout centres the card in the window.
func (k *keyCard) Layout(c *render.Canvas, area render.Rect) {
	const head, key = 52, 52
	width := min(620, area.W-2*page.Margin)
	inner := width - 2*page.CardMargin
	text := kit.TextHeight(c, k.text, inner, render.Body) + kit.Gap
	k.bounds = area.Centered(width, 2*page.CardMargin+head+text+2*key+kit.Gap+kit.ControlHeight)
	_, k.body = k.bounds.Inset(page.CardMargin).CutTop(head)
	row, _ := k.body.CutBottom(kit.ControlHeight)
	pair := kit.EqualRow(row, kit.Gap, 2)
	k.stop.SetBounds(pair[0])
	k.trust.SetBounds(pair[1])
}

// Draw draws the card over the screen below.
func (k *keyCard) Draw(c *render.Canvas) {
	c.FillRect(c.Bounds(), 0, render.Shade)
	page.DrawCard(c, k.bounds)
	at := render.Point{X: k.bounds.Center().X, Y: k.bounds.Y + page.CardMargin + 14}
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
