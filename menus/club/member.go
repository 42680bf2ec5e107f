package club

import (
	"fmt"
	"slices"
	"strings"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/scene"
	"mancala/words"
)

// member shows a member's record, and their last games.
type member struct {
	page.Page
	house   *house
	id      string
	game    string // that has led here, or ""
	profile lobby.Profile
	known   bool   // the profile has come
	trouble string // why it has not, or ""
	games   []lobby.GameEntry
	more    bool // there are older games
	loading bool
	table   *kit.Table
	open    *kit.Button
	side    []kit.Widget // actions on the member
	back    *kit.Button
	frame   page.Frame
	facts   render.Rect
}

// newMember returns the page of a member; that of the user has actions of its own.
func newMember(shell page.Shell, h *house, id string) *member { return newMemberIn(shell, h, id, "") }

// newMemberIn returns the page of a player of a game, which a report names.
func newMemberIn(shell page.Shell, h *house, id, game string) *member {
	m := &member{Page: page.New(shell, "member"), house: h, id: id, game: game}
	m.table = kit.WithID("member.games", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Date"), Width: 140, Needs: 640},
			{Title: words.T("Against")},
			{Title: words.T("Seeds"), Width: 96, Align: render.Center},
			{Title: words.T("Result"), Width: 156},
			{Title: words.T("Rules"), Width: 150, Needs: 620},
			{Title: words.C("a column", "Game"), Width: 116, Needs: 580},
		},
		Cells: m.cells, Empty: words.T("Looking..."),
	})
	m.table.OnOpen = func(int) { m.show() }
	m.open = kit.WithID("member.open", kit.NewButton(words.T("Replay"), m.show))
	m.open.Primary = true
	m.back = kit.WithID("member.back", kit.NewButton(words.T("Back"), shell.Back))
	m.Controls = kit.NewForm()
	m.Controls.OnCancel = shell.Back
	m.compose()
	m.Controls.Focus(m.back)
	m.ask()
	return m
}

// mine reports whether the page is that of the user.
func (m *member) mine() bool { return m.id == m.house.in.Me.ID }

// compose puts the controls on the form.
func (m *member) compose() {
	button := func(id, label string, do func()) *kit.Button {
		return kit.WithID("member."+id, kit.NewButton(label, do))
	}
	m.side = nil
	switch {
	case !m.known:
	case m.mine():
		m.side = []kit.Widget{
			button("rename", words.T("Change name..."), m.rename), button("forget", words.T("Delete me..."), m.forget),
		}
		if len(m.profile.Blocked) > 0 {
			m.side = append(m.side, button("blocked", words.T("Blocked members..."), m.showBlocked))
		}
	default:
		block := button("block", words.T("Block"), func() { m.block(false) })
		if m.profile.IsBlocked {
			block = button("unblock", words.T("No longer block"), func() { m.block(true) })
		}
		block.Tip = words.T("You are not matched with a member whom you have blocked, and neither of you sits down at a table of the other.")
		m.side = []kit.Widget{block, button("report", words.T("Report..."), m.report)}
	}
	m.open.Disabled = m.table.Rows == 0
	m.Controls.Set(slices.Concat([]kit.Widget{m.table, m.open}, m.side, []kit.Widget{m.back})...)
	m.Shell.Relayout()
}

// ask asks for the profile and the last games.
func (m *member) ask() {
	m.house.query(lobby.ProfileOf{Member: m.id}, func(a lobby.Answer) {
		if m.profile, m.known = a.Profile, a.Note == nil; a.Note != nil {
			m.trouble = words.Sentence(a.Note)
		}
		m.compose()
	})
	m.games, m.loading = nil, false
	m.load("")
}

// load asks for the games after one of the list.
func (m *member) load(before string) {
	if m.loading {
		return
	}
	m.loading = true
	m.house.query(lobby.GamesOf{Member: m.id, Before: before, Limit: lobby.MostGames}, func(a lobby.Answer) {
		m.loading = false
		m.games, m.more = append(m.games, a.Games.List...), a.Games.More
		m.table.Rows, m.table.Empty = len(m.games), words.T("No game has been played here yet.")
		if a.Note != nil {
			m.table.Empty = words.Sentence(a.Note)
		}
		m.compose()
	})
}

// cells returns the cells of a row, from the member's point of view.
func (m *member) cells(i int) []string {
	if i == len(m.games)-1 && m.more { // the last row is in view
		m.load(m.games[i].ID)
	}
	g := m.games[i]
	me, _ := g.Side(m.id)
	other := g.Members[me.Opponent()]
	return []string{
		words.Day(g.Began.Local()), ratedName(other),
		fmt.Sprintf("%d : %d", g.Result.Stores[me], g.Result.Stores[me.Opponent()]), words.WonBy(g.Result, me),
		page.ShortVariant(g.Variant), words.RatedWord(g.Rated),
	}
}

// show replays the selected game.
func (m *member) show() {
	if i := m.table.Selected; i < len(m.games) {
		m.house.replay(m.games[i].ID)
	}
}

// replay asks for a game and shows it.
func (h *house) replay(id string) {
	h.ask(lobby.GameOf{Game: id}, func(a lobby.Answer) {
		g := a.Game
		sc, err := scene.Archived(match.Record{
			ID: id, Game: g.Game, Names: [2]string{g.Entry.Members[0].Name, g.Entry.Members[1].Name},
			Kinds: [2]string{match.KindRemote, match.KindRemote}, Result: g.Entry.Result,
		})
		if err != nil {
			h.shell.Say(words.T("This game cannot be shown. %s", err))
			return
		}
		h.shell.Go(page.ToReplay{Scene: sc, About: h.about(g.Entry)})
	})
}

// about returns the ways from a game to the pages of its players, but for the user and those who
// have left.
func (h *house) about(g lobby.GameEntry) (links []page.Link) {
	for _, m := range g.Members {
		if m.ID != "" && m.ID != h.in.Me.ID {
			links = append(links, page.Link{
				Label: words.T("About %s...", memberName(m)), Do: func() { h.shell.Push(newMemberIn(h.shell, h, m.ID, g.ID)) },
			})
		}
	}
	return links
}

// reported returns the game that a report names: the one that has led to the page, or the last one
// that the user has played with the member; "" if there is none.
func (m *member) reported() string {
	if m.game != "" {
		return m.game
	}
	for _, g := range m.games {
		if _, mine := g.Side(m.house.in.Me.ID); mine {
			return g.ID
		}
	}
	return ""
}

// block blocks the member, or no longer does.
func (m *member) block(off bool) {
	m.house.ask(lobby.Block{Member: m.id, Off: off}, func(lobby.Answer) {
		m.profile.IsBlocked = !off
		m.compose()
	})
}

// Dimensions of the page, in units.
const (
	sideWidth  = 260
	factHeight = 30
)

// Layout places the record at the left, and the games at the right.
func (m *member) Layout(_ *render.Canvas, area render.Rect) {
	m.frame = page.NewFrame(area)
	body := m.frame.Body()
	m.open.SetBounds(m.frame.Yes)
	m.back.SetBounds(m.frame.No)
	if page.Narrow(area) || area.H > area.W {
		m.facts, body = body.CutTop(factHeight * 5)
		if len(m.side) > 0 {
			_, body = body.CutTop(kit.Gap)
			row := kit.TakeRow(&body, kit.ControlHeight, kit.Gap)
			kit.PlaceRow(row, kit.Gap, m.side...)
		}
		m.table.SetBounds(body)
		kit.PlaceRow(m.frame.Buttons, kit.Gap, m.open, m.back)
		return
	}
	left, rest := body.CutLeft(sideWidth)
	_, games := rest.CutLeft(24)
	m.table.SetBounds(games)
	for i := len(m.side) - 1; i >= 0; i-- {
		var place render.Rect
		place, left = left.CutBottom(kit.ControlHeight)
		_, left = left.CutBottom(12)
		m.side[i].SetBounds(place)
	}
	m.facts = left
}

// lines are the lines of the record.
func (m *member) lines() []string {
	p := m.profile
	played := p.Won + p.Drawn + p.Lost
	list := []string{
		words.N("%[1]d game: %[2]d won, %[3]d drawn, %[4]d lost", "%[1]d games: %[2]d won, %[3]d drawn, %[4]d lost", played, played, p.Won, p.Drawn, p.Lost),
		words.N("%d of them rated", "%d of them rated", p.RatedGames, p.RatedGames),
		words.T("A member since %s", words.Day(p.Since.Local())),
	}
	if p.IsBlocked {
		list = append(list, words.T("You have blocked this member."))
	}
	return list
}

// Draw draws the page.
func (m *member) Draw(c *render.Canvas) {
	heading := words.T("Member")
	switch {
	case m.known:
		heading = memberName(m.profile.Member)
	case m.mine():
		heading = memberName(m.house.in.Me.Member)
	}
	m.frame.DrawHeading(c, heading)
	m.drawFacts(c)
	m.Controls.Draw(c)
}

func (m *member) drawFacts(c *render.Canvas) {
	if !m.known {
		kit.DrawText(c, m.trouble, m.facts, render.Body.In(render.Warn))
		return
	}
	const size = 44
	line, r := m.facts.CutTop(size * 1.3)
	rating, margin, _ := strings.Cut(lobby.RatingRange(m.profile.Rating, m.profile.Deviation), " ")
	style := render.Heading.Sized(size)
	c.Text(rating, render.Point{X: line.X, Y: line.Center().Y}, style)
	at := render.Point{X: line.X + c.TextWidth(rating, style) + 12, Y: line.Center().Y + 8}
	c.Text(margin, at, render.Body.In(render.InkSoft))
	for _, text := range m.lines() {
		_, r = r.CutTop(kit.DrawText(c, text, r, render.Body) + 2)
	}
}

// Renewed returns the screen in another language.
func (m *member) Renewed() page.Screen { return newMemberIn(m.Shell, m.house, m.id, m.game) }
