package club

import (
	"slices"
	"strconv"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// standings lists the members with a certain rating in a game by their places. The members with an
// uncertain rating follow, fainter and without a place.
type standings struct {
	page.Page
	house   *house
	games   []string // the disciplines to choose from
	game    *kit.Choice
	list    []lobby.Member // first the members with a place, from 1
	placed  int            // the number of members with a place
	total   int            // the total number
	loading bool
	table   *kit.Table
	open    *kit.Button
}

// newStandings begins with the game that the user has played most.
func newStandings(shell page.Shell, h *house) *standings {
	return newStandingsOf(shell, h, h.in.Me.Played()[0].Discipline)
}

func newStandingsOf(shell page.Shell, h *house, discipline string) *standings {
	s := &standings{Page: page.New(shell, "standings"), house: h, games: h.in.Disciplines()}
	s.addGames(discipline)
	s.table = kit.WithID("standings.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: "#", Width: 90, Align: render.Right},
			{Title: words.T("Name")},
			{Title: words.T("Rating"), Width: 130, Align: render.Right, Named: true},
			{Title: "±", Width: 100, Align: render.Right, Named: true, Needs: 440},
		},
		Cells: s.cells, Faint: func(i int) bool { return i >= s.placed }, Empty: words.T("Looking..."),
	})
	s.table.OnOpen, s.table.OnSelect = func(int) { s.show() }, func(int) { shell.Relayout() }
	games := kit.WithID("standings.games", kit.NewButton(words.T("All games"), func() { shell.Push(newGames(shell, h)) }))
	s.open = kit.WithID("standings.open", kit.NewButton(words.T("Show the member"), s.show))
	s.open.Primary, s.open.Disabled = true, true
	back := page.NewBack(shell, "standings.back")
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		rows := []kit.Part{g.Above(s.table, s.board(g)), kit.Say(words.Listed(lobby.SureGames), render.Caption)}
		if len(s.games) > 1 {
			rows = append([]kit.Part{kit.Put(s.game)}, rows...)
		}
		return page.Sheet{
			Title: words.T("Standings"), Content: g.Rows(rows...),
			Before: []*kit.Button{games}, Actions: []*kit.Button{back, s.open},
		}
	})
	s.Controls.Rest(back)
	s.load()
	return s
}

// board returns a board of the game with the selected member opposite the user.
func (s *standings) board(g page.Grid) kit.Part {
	v, err := rules.Preset(s.games[s.game.Selected])
	above, me := nextSeat(), s.house.in.Me.Member
	if i := s.table.Selected; i < len(s.list) && s.list[i].ID != me.ID {
		above = seat(s.list[i])
	}
	if err != nil { // a game of a later version
		return kit.Rest()
	}
	return page.SeatsBoard(g, s.Art, page.Start(v), above, seat(me))
}

// addGames makes the choice of a game.
func (s *standings) addGames(discipline string) {
	var titles []string
	for _, name := range s.games {
		titles = append(titles, words.Discipline(name))
	}
	selected := max(0, slices.Index(s.games, discipline))
	s.game = page.NewPick(s.Shell, "standings.game", words.T("Game"), titles, selected, func(int) { s.begin() })
}

// begin shows the standings of another game.
func (s *standings) begin() {
	s.list, s.placed, s.total, s.loading = nil, 0, 0, false
	s.table.Rows, s.table.Empty, s.open.Disabled = 0, words.T("Looking..."), true
	s.load()
}

// load requests the places after the list.
func (s *standings) load() {
	if s.loading {
		return
	}
	s.loading = true
	discipline := s.games[s.game.Selected]
	s.house.query(lobby.StandingsOf{Skip: len(s.list), Limit: lobby.MostGames, Discipline: discipline}, func(a lobby.Answer) {
		if discipline != s.games[s.game.Selected] || !s.loading {
			return // another game was chosen meanwhile
		}
		s.loading = false
		part := a.Standings
		s.list = slices.Concat(s.list, part.Members, part.Unsure)
		s.placed, s.total = part.Total, part.Total+part.UnsureTotal
		s.table.Rows, s.open.Disabled = len(s.list), len(s.list) == 0
		s.table.Empty = words.T("No one has played a rated game yet.")
		if a.Note != nil {
			s.table.Empty = words.Sentence(a.Note)
		}
		s.Recompose()
	})
}

func (s *standings) cells(i int) []string {
	if i == len(s.list)-1 && s.total > len(s.list) { // the last row is in view
		s.load()
	}
	m, place := s.list[i], ""
	if i < s.placed {
		place = strconv.Itoa(i + 1)
	}
	name := memberName(m)
	if m.ID == s.house.in.Me.ID {
		name = words.T("%s (you)", name)
	}
	return []string{place, name, m.RatingWord(), strconv.Itoa(lobby.Margin(m.Deviation))}
}

// show opens the page of the selected member.
func (s *standings) show() {
	if i := s.table.Selected; i < len(s.list) {
		s.Shell.Push(newMember(s.Shell, s.house, s.list[i].ID))
	}
}

// Renewed returns the screen in another language, with the same game.
func (s *standings) Renewed() page.Screen {
	return newStandingsOf(s.Shell, s.house, s.games[s.game.Selected])
}
