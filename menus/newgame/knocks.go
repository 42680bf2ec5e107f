package newgame

import (
	"fmt"
	"slices"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// knocksCard shows the guests who want to play, and asks the host about each.
type knocksCard struct {
	page.Page
	hosting *hosting
	rows    []knockRow
	more    int // the number of guests not shown
	later   *kit.Button
	quiet   int // ticks since the last key: keys meant for the screen below must not answer
}

// knockRow is a guest and the answers to them.
type knockRow struct {
	knock                table.Knocked
	letIn, notNow, never *kit.Button
}

// mostKnocks is the largest number of guests shown, and quietTicks the idle time of the keys before
// one can answer.
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

func newKnocksCard(shell page.Shell, h *hosting) *knocksCard {
	k := &knocksCard{Page: page.New(shell, "knock"), hosting: h}
	k.later = kit.WithID("knock.later", kit.NewLink(words.T("Answer later"), shell.Back))
	k.find()
	k.Compose(shell.Back, k.sheet)
	return k
}

// follow updates the card, and reports whether the guests who knock have changed.
func (k *knocksCard) follow() bool {
	found := k.find()
	if found && len(k.rows) > 0 {
		k.Recompose()
	}
	return found
}

// find updates the guests who knock, and reports whether they have changed.
func (k *knocksCard) find() bool {
	knocks := k.hosting.knocks()
	for _, knock := range knocks {
		k.hosting.shown = max(k.hosting.shown, knock.Knock)
	}
	more := max(0, len(knocks)-mostKnocks)
	knocks = knocks[:len(knocks)-more]
	shown := func(knock table.Knocked, r knockRow) bool { return knock == r.knock }
	if more == k.more && slices.EqualFunc(knocks, k.rows, shown) {
		return false
	}
	k.rows, k.more = nil, more
	for i, knock := range knocks {
		k.rows = append(k.rows, k.row(i+1, knock))
	}
	return true
}

// row returns the row of a guest, with its number.
func (k *knocksCard) row(n int, knock table.Knocked) knockRow {
	button := func(id, label string, a match.Answer) *kit.Button {
		return kit.WithID(fmt.Sprintf("knock.%s-%d", id, n), kit.NewButton(label, func() { k.answer(knock, a) }))
	}
	r := knockRow{
		knock: knock, letIn: button("let-in", words.C("a guest", "Let in"), match.LetIn),
		notNow: button("not-now", words.C("to a guest", "Not now"), match.NotNow), never: button("never", words.C("to a guest", "Keep out"), match.Never),
	}
	r.letIn.Primary = n == 1
	r.never.Tip = words.T("Keeps their address out for as long as you host.")
	return r
}

// answer answers a guest. The card stays open for others until one gets the seat.
func (k *knocksCard) answer(knock table.Knocked, a match.Answer) {
	k.hosting.answer(knock.Knock, a)
	if a == match.LetIn || !k.follow() || len(k.rows) == 0 {
		k.Shell.Back()
	}
}

// Update handles input. The card closes after the last knock.
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
	knockText   = 34
)

// sheet returns the guests below each other, each with a row of answers.
func (k *knocksCard) sheet(page.Grid) page.Sheet {
	const between, pad = 8, 24 // the answers, and beside their labels
	list := &kit.Stack{Gap: kit.Gap}
	for _, r := range k.rows {
		name := kit.Painted(knockText, func(c *render.Canvas, place render.Rect) { k.drawGuest(c, place, r) })
		answers := &kit.Beside{Gap: between, Parts: kit.Puts(r.letIn, r.notNow, r.never)}
		for _, b := range []*kit.Button{r.letIn, r.notNow, r.never} {
			answers.Shares = append(answers.Shares, k.Canvas.TextWidth(b.Label, render.Strong)+pad)
		}
		list.Parts = append(list.Parts, &kit.Stack{Parts: []kit.Part{name, answers}})
	}
	more := kit.Say("", render.Caption)
	if k.more > 0 {
		more.Text = words.N("and %d more", "and %d more", k.more, k.more)
	}
	list.Parts = append(list.Parts, kit.Line(more, knockButton, kit.Put(k.later)))
	return page.Sheet{Title: k.title(), Card: knockWidth, Content: list}
}

// title says who wants to play.
func (k *knocksCard) title() string {
	if n := len(k.rows) + k.more; n > 1 {
		return words.T("%d guests want to play", n)
	}
	return words.T("%s wants to play", words.Name(k.rows[0].knock.Peer))
}

// drawGuest draws the name of a guest, unless it is in the title, and their address.
func (k *knocksCard) drawGuest(c *render.Canvas, place render.Rect, r knockRow) {
	name, from := render.Strong, render.Body.In(render.InkSoft)
	at := render.Point{X: place.X, Y: place.Center().Y - 3}
	if len(k.rows)+k.more == 1 {
		at.X = place.Center().X
		c.Text(r.knock.Addr, at, from.Aligned(render.Center))
		return
	}
	addr := "(" + r.knock.Addr + ")"
	text := c.Fit(words.Name(r.knock.Peer), place.W-c.TextWidth(addr, from)-10, name)
	c.Text(text, at, name)
	c.Text(addr, at.Add(render.Point{X: c.TextWidth(text, name) + 10}), from)
}
