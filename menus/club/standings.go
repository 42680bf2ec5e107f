package club

import (
	"slices"
	"strconv"

	"mancala/match/lobby"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// standings lists the members with a sure rating by their places, and after them, without a place
// and fainter, those whose rating is not sure yet.
type standings struct {
	page.Page
	house   *house
	list    []lobby.Member // at first those with a place, from 1
	placed  int            // how many of all have a place
	total   int            // how many there are in all
	loading bool
	table   *kit.Table
	open    *kit.Button
}

func newStandings(shell page.Shell, h *house) *standings {
	s := &standings{Page: page.New(shell, "standings"), house: h}
	s.table = kit.WithID("standings.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: "#", Width: 90, Align: render.Right},
			{Title: words.T("Name")},
			{Title: words.T("Rating"), Width: 130, Align: render.Right, Named: true},
			{Title: "±", Width: 100, Align: render.Right, Named: true},
		},
		Cells: s.cells, Faint: func(i int) bool { return i >= s.placed }, Empty: words.T("Looking..."),
	})
	s.table.OnOpen = func(int) { s.show() }
	games := kit.WithID("standings.games", kit.NewButton(words.T("All games"), func() { shell.Push(newGames(shell, h)) }))
	s.open = kit.WithID("standings.open", kit.NewButton(words.T("Show the member"), s.show))
	s.open.Primary, s.open.Disabled = true, true
	back := kit.WithID("standings.back", kit.NewButton(words.T("Back"), shell.Back))
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Standings"), Content: g.Rows(kit.Put(s.table), kit.Say(words.Listed(lobby.SureGames), render.Caption)),
			Before: []*kit.Button{games}, Actions: []*kit.Button{back, s.open},
		}
	})
	s.Controls.Rest(back)
	s.load()
	return s
}

// load asks for the places after those in the list.
func (s *standings) load() {
	if s.loading {
		return
	}
	s.loading = true
	s.house.query(lobby.StandingsOf{Skip: len(s.list), Limit: lobby.MostGames}, func(a lobby.Answer) {
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

// Renewed returns the screen in another language.
func (s *standings) Renewed() page.Screen { return newStandings(s.Shell, s.house) }
