package club

import (
	"fmt"
	"slices"
	"strings"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// member shows a member's record, and their last games.
type member struct {
	page.Page
	house   *house
	id      string
	game    string // the game that led here, or ""
	profile lobby.Profile
	known   bool   // the profile has arrived
	trouble string // why it has not, or ""
	games   *gameList
	side    []*kit.Button // actions on the member
}

// newMember returns the page of a member. The user's own page has other actions.
func newMember(shell page.Shell, h *house, id string) *member { return newMemberIn(shell, h, id, "") }

// newMemberIn returns the page of a player of a game. A report names the game.
func newMemberIn(shell page.Shell, h *house, id, game string) *member {
	m := &member{Page: page.New(shell, "member"), house: h, id: id, game: game}
	m.games = newGameList(h, "member",
		kit.TableColumn{Title: words.T("Date"), Width: 140, Needs: 760},
		kit.TableColumn{Title: words.T("Against")},
		kit.TableColumn{Title: words.T("Seeds"), Width: 96, Align: render.Center},
		kit.TableColumn{Title: words.T("Result"), Width: 156},
		kit.TableColumn{Title: words.T("Rules"), Width: 150, Needs: 900},
		kit.TableColumn{Title: words.C("a column", "Game"), Width: 124, Needs: 580})
	m.games.row, m.games.changed = m.row, m.show
	m.games.wanted = func() lobby.GamesOf { return lobby.GamesOf{Member: id} }
	back := page.NewBack(shell, "member.back")
	m.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: m.title(), Content: g.Pair(4, m.about(g), 8, g.Rows(kit.Put(m.games.table), m.games.board(g))), Before: m.side, Actions: []*kit.Button{back, m.games.open},
		}
	})
	m.Controls.Rest(back)
	m.ask()
	return m
}

// mine reports whether it is the user's own page.
func (m *member) mine() bool { return m.id == m.house.in.Me.ID }

// show brings the page up to date with the answers of the club.
func (m *member) show() {
	button := func(id, label string, do func()) *kit.Button {
		return kit.WithID("member."+id, kit.NewButton(label, do))
	}
	m.side = nil
	switch {
	case !m.known:
	case m.mine():
		m.side = []*kit.Button{
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
		m.side = []*kit.Button{block, button("report", words.T("Report..."), m.report)}
	}
	m.Recompose()
}

// ask asks for the profile and the last games.
func (m *member) ask() {
	m.house.query(lobby.ProfileOf{Member: m.id}, func(a lobby.Answer) {
		if m.profile, m.known = a.Profile, a.Note == nil; a.Note != nil {
			m.trouble = words.Sentence(a.Note)
		}
		m.show()
	})
	m.games.ask(false)
}

// row returns the cells of a game, from the member's point of view.
func (m *member) row(g lobby.GameEntry) []string {
	me, _ := g.Side(m.id)
	other := g.Members[me.Opponent()]
	return []string{
		words.Day(g.Began.Local()), ratedName(other),
		fmt.Sprintf("%d : %d", g.Result.Stores[me], g.Result.Stores[me.Opponent()]), words.WonBy(g.Result, me),
		page.ShortVariant(g.Variant), words.RatedWord(g.Rated),
	}
}

// replay asks for a game and shows it.
func (h *house) replay(id string) {
	h.ask(lobby.GameOf{Game: id}, func(a lobby.Answer) {
		g := a.Game
		page.Replay(h.shell, match.Record{
			ID: id, Game: g.Game, Names: [2]string{g.Entry.Members[0].Name, g.Entry.Members[1].Name},
			Kinds: [2]string{match.KindRemote, match.KindRemote}, Result: g.Entry.Result,
		}, page.ToReplay{About: h.about(g.Entry)})
	})
}

// about returns the ways from a game to the pages of its players, except the user and players who
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

// reported returns the game for a report: the one that led to the page, or the user's last game
// with the member, or "".
func (m *member) reported() string {
	if m.game != "" {
		return m.game
	}
	for _, g := range m.games.list {
		if _, mine := g.Side(m.house.in.Me.ID); mine {
			return g.ID
		}
	}
	return ""
}

// block blocks or unblocks the member.
func (m *member) block(off bool) {
	m.house.ask(lobby.Block{Member: m.id, Off: off}, func(lobby.Answer) {
		m.profile.IsBlocked = !off
		m.show()
	})
}

// lines are the lines of the record.
func (m *member) lines() []string {
	p, played := m.profile, m.profile.Played()
	list := []string{
		words.Played(played[0].Won, played[0].Drawn, played[0].Lost),
		words.N("%d of them rated", "%d of them rated", played[0].RatedGames, played[0].RatedGames),
	}
	for _, r := range played[1:] {
		title, rating := words.Discipline(r.Discipline), lobby.RatingRange(r.Rating, r.Deviation)
		list = append(list, words.N("%[1]s: %[2]s, %[3]d game", "%[1]s: %[2]s, %[3]d games", r.Played(), title, rating, r.Played()))
	}
	list = append(list, words.T("A member since %s", words.Day(p.Since.Local())))
	if p.IsBlocked {
		list = append(list, words.T("You have blocked this member."))
	}
	return list
}

// title returns the member's name, or a word while it is unknown.
func (m *member) title() string {
	switch {
	case m.known:
		return memberName(m.profile.Member)
	case m.mine():
		return memberName(m.house.in.Me.Member)
	}
	return words.T("Member")
}

// about returns the record and, below or beside it, the ratings before each of the last rated games
// and now.
func (m *member) about(g page.Grid) kit.Part {
	points := m.ratings()
	if len(points) < 3 {
		return m.record()
	}
	most := 240.0
	if g.Upright { // as high as the record
		most = 190
	}
	curve := &kit.Picture{Least: 90, Most: most, Paint: func(c *render.Canvas, r render.Rect) { page.DrawRatings(c, r, points) }}
	chart := kit.OnPanel(&kit.Stack{Parts: []kit.Part{kit.Say(words.T("Rating over the last games"), render.Caption), curve}})
	return kit.Tiles(270, g.Gap(), m.record(), chart)
}

// ratings returns the ratings in the member's most played game, the oldest first.
func (m *member) ratings() (points []int) {
	if !m.known {
		return nil
	}
	most := m.profile.Played()[0]
	for _, g := range slices.Backward(m.games.list) {
		if side, in := g.Side(m.id); in && g.Rated && g.Variant.Discipline() == most.Discipline {
			points = append(points, g.Members[side].Rating)
		}
	}
	return append(points, most.Rating)
}

// ratingSize is the size of the rating.
const ratingSize = 44

// record returns the rating in the member's most played game in large type, and the lines below it.
func (m *member) record() kit.Part {
	if !m.known {
		return kit.Say(m.trouble, render.Body.In(render.Warn))
	}
	parts := []kit.Part{kit.Say(words.T("Rating in %s", words.Discipline(m.profile.Played()[0].Discipline)), render.Caption), &kit.Picture{Least: ratingSize * 1.3, Most: ratingSize * 1.3, Paint: m.paintRating}}
	for _, text := range m.lines() {
		parts = append(parts, kit.Say(text, render.Body))
	}
	return kit.OnPanel(&kit.Stack{Gap: 6, Parts: parts})
}

// paintRating draws the rating and its certainty.
func (m *member) paintRating(c *render.Canvas, r render.Rect) {
	most := m.profile.Played()[0]
	rating, margin, _ := strings.Cut(lobby.RatingRange(most.Rating, most.Deviation), " ")
	style := render.Heading.Sized(ratingSize)
	at := render.Point{X: r.X, Y: r.Center().Y}
	c.Text(rating, at, style)
	c.Text(margin, at.Add(render.Point{X: c.TextWidth(rating, style) + 12, Y: 8}), render.Body.In(render.InkSoft))
}

// Renewed returns the screen in another language.
func (m *member) Renewed() page.Screen { return newMemberIn(m.Shell, m.house, m.id, m.game) }
