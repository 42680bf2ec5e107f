package club

import (
	"fmt"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// gameList is a table of the club's games, newest first. It requests older ones as they come into
// view.
type gameList struct {
	house   *house
	wanted  func() lobby.GamesOf // the games to list
	row     func(lobby.GameEntry) []string
	changed func()
	of      lobby.GamesOf // the listed games
	list    []lobby.GameEntry
	more    bool // there are older games
	loading bool
	table   *kit.Table
	open    *kit.Button // replays the selected game
	seen    string      // the ID of the game in last
	last    rules.Position
	looking bool // for the selected game
}

// newGameList returns an empty list. The IDs of its controls begin with wing.
func newGameList(h *house, wing string, columns ...kit.TableColumn) *gameList {
	l := &gameList{house: h}
	l.table = kit.WithID(wing+".table", &kit.Table{Columns: columns, Cells: l.cells, Empty: words.T("Looking...")})
	l.table.OnOpen, l.table.OnSelect = func(int) { l.replay() }, func(int) { l.look() }
	l.open = kit.WithID(wing+".open", kit.NewButton(words.T("Replay"), l.replay))
	l.open.Primary, l.open.Disabled = true, true
	return l
}

// ask requests the newest games, or the games after the list. If the wish changes meanwhile, it
// asks again only after the club's answer.
func (l *gameList) ask(older bool) {
	if l.loading {
		return
	}
	l.loading = true
	q := l.wanted()
	if older {
		q = l.of
		q.Before = l.list[len(l.list)-1].ID
	}
	q.Limit = lobby.MostGames
	l.house.query(q, func(a lobby.Answer) {
		l.loading = false
		if l.of = q; !older {
			l.list = nil
			l.table.Select(0)
		}
		l.take(a)
		if l.wanted().Name != q.Name {
			l.ask(false)
		}
	})
}

// take adds the games of an answer.
func (l *gameList) take(a lobby.Answer) {
	l.list, l.more = append(l.list, a.Games.List...), a.Games.More
	l.table.Rows, l.open.Disabled = len(l.list), len(l.list) == 0
	switch {
	case a.Note != nil:
		l.table.Empty = words.Sentence(a.Note)
	case l.of.Name != "":
		l.table.Empty = words.T("No game matches. Search for another name.")
	default:
		l.table.Empty = words.T("No game has been played here yet.")
	}
	l.changed()
	l.look()
}

// look shows the selected game on the board, and requests it if it is another one.
func (l *gameList) look() {
	l.house.shell.Relayout()
	i := l.table.Selected
	if l.looking || i >= len(l.list) || l.list[i].ID == l.seen {
		return
	}
	e := l.list[i]
	l.looking = true
	l.house.query(lobby.GameOf{Game: e.ID}, func(a lobby.Answer) {
		var err error
		if l.last, err = a.Game.Game.Replay(); err != nil || a.Note != nil {
			l.last = page.Start(e.Variant) // the club has the game no longer
		}
		l.looking, l.seen = false, e.ID
		l.look()
	})
}

func (l *gameList) cells(i int) []string {
	if i == len(l.list)-1 && l.more { // the last row is in view
		l.ask(true)
	}
	return l.row(l.list[i])
}

// board returns the last position of the selected game, with its players and their seeds. Until the
// game has arrived it is the first position.
func (l *gameList) board(g page.Grid) kit.Part {
	s := l.house.shell.Shared()
	p, above, below := page.Start(s.Ports.Variant), nextSeat(), seat(l.house.in.Me.Member)
	if i := l.table.Selected; i < len(l.list) {
		e := l.list[i]
		if p = page.Start(e.Variant); e.ID == l.seen {
			p = l.last
		}
		above, below = seat(e.Members[rules.North]), seat(e.Members[rules.South])
		above.Line += fmt.Sprintf(": %d", e.Result.Stores[rules.North])
		below.Line += fmt.Sprintf(": %d", e.Result.Stores[rules.South])
	}
	return page.SeatsBoard(g, s.Art, p, above, below)
}

// replay replays the selected game.
func (l *gameList) replay() {
	if i := l.table.Selected; i < len(l.list) {
		l.house.replay(l.list[i].ID)
	}
}

// games lists the games of the club, and finds those of a player by a part of their name.
type games struct {
	page.Page
	*gameList
	search *kit.TextField
}

func newGames(shell page.Shell, h *house) *games {
	g := &games{Page: page.New(shell, "club games")}
	g.search = kit.WithID("games.search", kit.NewTextField(words.T("Search"), "", shell.Shared().Ports.Clipboard))
	g.search.Placeholder, g.search.MaxRunes = words.T("A player's name"), match.MaxNameLetters
	g.search.OnChange = func(string) { g.ask(false) }
	g.gameList = newGameList(h, "games",
		kit.TableColumn{Title: words.T("Date"), Width: 140, Needs: 640},
		kit.TableColumn{Title: words.T("Players")},
		kit.TableColumn{Title: words.T("Seeds"), Width: 96, Align: render.Center},
		kit.TableColumn{Title: words.T("Result"), Width: 190, Needs: 480},
		kit.TableColumn{Title: words.T("Rules"), Width: 150, Needs: 740},
		kit.TableColumn{Title: words.C("a column", "Game"), Width: 124, Needs: 860})
	g.row, g.changed = gameRow, g.Recompose
	g.wanted = func() lobby.GamesOf { return lobby.GamesOf{Name: g.search.Text()} }
	back := page.NewBack(shell, "games.back")
	g.Compose(shell.Back, func(grid page.Grid) page.Sheet {
		search := &kit.Narrow{Part: kit.Put(g.search), Width: 420}
		return page.Sheet{
			Title: words.T("Games of the club"), Content: grid.Rows(search, grid.Above(g.table, g.board(grid))), Actions: []*kit.Button{back, g.open},
		}
	})
	g.Controls.Focus(g.search)
	g.ask(false)
	return g
}

// gameRow returns the cells of a game.
func gameRow(e lobby.GameEntry) []string {
	names, stores := [2]string{memberName(e.Members[rules.South]), memberName(e.Members[rules.North])}, e.Result.Stores
	return []string{
		words.Day(e.Began.Local()), names[rules.South] + " - " + names[rules.North],
		fmt.Sprintf("%d : %d", stores[rules.South], stores[rules.North]), words.Won(e.Result, names),
		page.ShortVariant(e.Variant), words.RatedWord(e.Rated),
	}
}

// Renewed returns the screen in another language.
func (g *games) Renewed() page.Screen {
	renewed := newGames(g.Shell, g.house)
	renewed.search.SetText(g.search.Text())
	return renewed
}
