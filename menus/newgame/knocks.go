package newgame

import (
	"fmt"
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// knocksCard shows the guests who want to play, and asks the host about each.
type knocksCard struct {
	page.Page
	hosting *hosting
	rows    []knockRow
	more    int // the number of guests not shown
	later   *kit.Button
	quiet   int // ticks since the last key; a key meant for the screen below must not answer
	bounds  render.Rect
	text    render.Rect
}

// knockRow is a guest and the answers to them.
type knockRow struct {
	knock                match.Knocked
	letIn, notNow, never *kit.Button
	text                 render.Rect
}

// mostKnocks is the number of guests shown at a time, and quietTicks how long the keys must be idle
// before one of them can answer.
const (
	mostKnocks = 3
	quietTicks = 40
)

// Attend asks the user about guests who knock, above any other screen. If the user is busy, it asks
// later.
func (h *hostScreen) Attend(busy bool) {
	if h.hosting == nil || busy {
		return
	}
	if _, there := h.Shell.Top().(*knocksCard); there {
		return
	}
	newest := -1
	for _, k := range h.hosting.knocks() {
		newest = max(newest, k.Knock)
	}
	if newest > h.hosting.shown {
		h.answer()
	}
}

// answer opens the card with the guests who knock.
func (h *hostScreen) answer() {
	if len(h.hosting.knocks()) > 0 {
		card := newKnocksCard(h.Shell, h.hosting)
		h.Shell.Push(card)
		h.Shell.Tell(card.title(), true)
	}
}

// IsOverlay keeps the screen below visible.
func (*knocksCard) IsOverlay() {}

func newKnocksCard(shell page.Shell, h *hosting) *knocksCard {
	k := &knocksCard{Page: page.New(shell, "knock"), hosting: h}
	k.later = kit.WithID("knock.later", kit.NewLink(words.T("Answer later"), shell.Back))
	k.Controls = kit.NewForm()
	k.Controls.OnCancel = shell.Back
	k.follow()
	return k
}

// Renewed returns the card in another language.
func (k *knocksCard) Renewed() page.Screen { return newKnocksCard(k.Shell, k.hosting) }

// follow updates the guests who knock, and reports whether they have changed.
func (k *knocksCard) follow() bool {
	knocks := k.hosting.knocks()
	for _, knock := range knocks {
		k.hosting.shown = max(k.hosting.shown, knock.Knock)
	}
	more := max(0, len(knocks)-mostKnocks)
	knocks = knocks[:len(knocks)-more]
	shown := func(knock match.Knocked, r knockRow) bool { return knock == r.knock }
	if more == k.more && slices.EqualFunc(knocks, k.rows, shown) {
		return false
	}
	k.rows, k.more = nil, more
	var widgets []kit.Widget
	for i, knock := range knocks {
		row := k.row(i+1, knock)
		k.rows = append(k.rows, row)
		widgets = append(widgets, row.letIn, row.notNow, row.never)
	}
	k.Controls.Set(append(widgets, k.later)...)
	k.Shell.Relayout()
	return true
}

// row returns the row of a guest, with its number.
func (k *knocksCard) row(n int, knock match.Knocked) knockRow {
	button := func(id, label string, a match.Answer) *kit.Button {
		return kit.WithID(fmt.Sprintf("knock.%s-%d", id, n), kit.NewButton(label, func() { k.answer(knock, a) }))
	}
	r := knockRow{
		knock: knock, letIn: button("let-in", words.C("a guest", "Let in"), match.LetIn),
		notNow: button("not-now", words.C("to a guest", "Not now"), match.NotNow), never: button("never", words.C("to a guest", "Never"), match.Never),
	}
	r.letIn.Primary = n == 1
	r.never.Tip = words.T("Keeps their address out for as long as you host.")
	return r
}

// answer answers a guest. The card stays open for others, unless one has got the seat.
func (k *knocksCard) answer(knock match.Knocked, a match.Answer) {
	k.hosting.answer(knock.Knock, a)
	if a == match.LetIn || !k.follow() || len(k.rows) == 0 {
		k.Shell.Back()
	}
}

// Update handles input. The card closes when no one knocks any more.
func (k *knocksCard) Update(in *kit.Input) bool {
	changed := k.follow()
	if len(k.rows) == 0 {
		k.Shell.Back()
		return true
	}
	if k.quiet < quietTicks {
		if k.quiet++; len(in.Keys) > 0 || in.Text != "" {
			k.quiet = 0
		}
		in.UseKeys()
		in.UsePointer()
	}
	return k.Page.Update(in) || changed
}

// Dimensions of the card, in units.
const (
	knockWidth  = 620
	knockButton = 150
	knockHead   = 56
	knockText   = 34
)

// Layout places the guests below each other, each with a row of answers.
func (k *knocksCard) Layout(_ *render.Canvas, area render.Rect) {
	width := min(knockWidth, area.W-2*page.Margin)
	n := float64(len(k.rows))
	row := knockText + kit.ControlHeight + kit.Gap
	height := 2*page.CardMargin + knockHead + n*float64(row) + kit.ControlHeight - 6
	k.bounds = area.Centered(width, height)
	_, body := k.bounds.Inset(page.CardMargin).CutTop(knockHead)
	for i := range k.rows {
		r := &k.rows[i]
		var place render.Rect
		r.text, body = body.CutTop(knockText)
		place, body = body.CutTop(kit.ControlHeight)
		_, body = body.CutTop(kit.Gap)
		for j, cell := range kit.EqualRow(place, kit.Gap, 3) {
			[...]*kit.Button{r.letIn, r.notNow, r.never}[j].SetBounds(cell)
		}
	}
	last, _ := body.CutTop(kit.ControlHeight)
	k.text, last = last.CutLeft(last.W - knockButton)
	k.later.SetBounds(last)
}

// title says who wants to play.
func (k *knocksCard) title() string {
	if n := len(k.rows) + k.more; n > 1 {
		return words.T("%d guests want to play", n)
	}
	return words.T("%s wants to play", words.Name(k.rows[0].knock.Peer))
}

// Draw draws the card over the screen below.
func (k *knocksCard) Draw(c *render.Canvas) {
	page.DrawCard(c, k.bounds)
	title := render.Heading.Aligned(render.Center)
	c.Text(c.Fit(k.title(), k.bounds.W-2*page.CardMargin, title), render.Point{X: k.bounds.Center().X, Y: k.bounds.Y + page.CardMargin + 14}, title)
	for _, r := range k.rows {
		k.drawGuest(c, r)
	}
	if k.more > 0 {
		kit.DrawText(c, words.N("and %d more", "and %d more", k.more, k.more), k.text.Move(render.Point{Y: 12}), render.Caption)
	}
	k.Controls.Draw(c)
}

// drawGuest draws the name of a guest, unless it is in the title, and their address.
func (k *knocksCard) drawGuest(c *render.Canvas, r knockRow) {
	name, from := render.Strong, render.Body.In(render.InkSoft)
	at := render.Point{X: r.text.X, Y: r.text.Center().Y - 3}
	if len(k.rows)+k.more == 1 {
		at.X = r.text.Center().X
		c.Text("("+r.knock.Addr+")", at, from.Aligned(render.Center))
		return
	}
	addr := "(" + r.knock.Addr + ")"
	text := c.Fit(words.Name(r.knock.Peer), r.text.W-c.TextWidth(addr, from)-10, name)
	c.Text(text, at, name)
	c.Text(addr, at.Add(render.Point{X: c.TextWidth(text, name) + 10}), from)
}
