package club

import (
	"fmt"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// games lists the games of the club, the newest first, and finds those of a player by a part of
// their name.
type games struct {
	page.Page
	house   *house
	search  *kit.TextField
	name    string // that was searched for; the list is of this
	list    []lobby.GameEntry
	more    bool // there are older games
	loading bool
	table   *kit.Table
	open    *kit.Button
}

func newGames(shell page.Shell, h *house) *games {
	g := &games{Page: page.New(shell, "club games"), house: h}
	g.search = kit.WithID("games.search", kit.NewTextField(words.T("Search"), "", shell.Shared().Ports.Clipboard))
	g.search.Placeholder, g.search.MaxRunes = words.T("A player's name"), match.MaxNameLetters
	g.search.OnChange = func(string) { g.load("") }
	g.table = kit.WithID("games.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Date"), Width: 140, Needs: 640},
			{Title: words.T("Players")},
			{Title: words.T("Seeds"), Width: 96, Align: render.Center},
			{Title: words.T("Result"), Width: 190, Needs: 480},
			{Title: words.T("Rules"), Width: 150, Needs: 740},
			{Title: words.C("a column", "Game"), Width: 116, Needs: 860},
		},
		Cells: g.cells, Empty: words.T("Looking..."),
	})
	g.table.OnOpen = func(int) { g.show() }
	g.open = kit.WithID("games.open", kit.NewButton(words.T("Replay"), g.show))
	g.open.Primary, g.open.Disabled = true, true
	back := kit.WithID("games.back", kit.NewButton(words.T("Back"), shell.Back))
	g.Compose(shell.Back, func(grid page.Grid) page.Sheet {
		search := &kit.Narrow{Part: kit.Put(g.search), Width: 420}
		return page.Sheet{
			Title: words.T("Games of the club"), Content: grid.Rows(search, kit.Put(g.table)), Actions: []*kit.Button{back, g.open},
		}
	})
	g.Controls.Focus(g.search)
	g.load("")
	return g
}

// load asks for the games after one of the list, or for the newest. While the user types on, it
// asks again only once the club has answered.
func (g *games) load(before string) {
	if g.loading {
		return
	}
	g.loading = true
	name := g.search.Text()
	if before != "" {
		name = g.name
	}
	g.house.query(lobby.GamesOf{Name: name, Before: before, Limit: lobby.MostGames}, func(a lobby.Answer) {
		g.loading = false
		g.take(name, before, a)
		if g.search.Text() != name {
			g.load("")
		}
	})
}

// take shows the games of an answer.
func (g *games) take(name, before string, a lobby.Answer) {
	if before == "" {
		g.list = nil
		g.table.Select(0)
	}
	g.name, g.list, g.more = name, append(g.list, a.Games.List...), a.Games.More
	g.table.Rows, g.open.Disabled = len(g.list), len(g.list) == 0
	switch {
	case a.Note != nil:
		g.table.Empty = words.Sentence(a.Note)
	case name != "":
		g.table.Empty = words.T("No game matches. Search for another name.")
	default:
		g.table.Empty = words.T("No game has been played here yet.")
	}
	g.Recompose()
}

func (g *games) cells(i int) []string {
	if i == len(g.list)-1 && g.more { // the last row is in view
		g.load(g.list[i].ID)
	}
	e := g.list[i]
	names, stores := [2]string{memberName(e.Members[rules.South]), memberName(e.Members[rules.North])}, e.Result.Stores
	return []string{
		words.Day(e.Began.Local()), names[rules.South] + " - " + names[rules.North],
		fmt.Sprintf("%d : %d", stores[rules.South], stores[rules.North]), words.Won(e.Result, names),
		page.ShortVariant(e.Variant), words.RatedWord(e.Rated),
	}
}

// show replays the selected game.
func (g *games) show() {
	if i := g.table.Selected; i < len(g.list) {
		g.house.replay(g.list[i].ID)
	}
}

// Renewed returns the screen in another language.
func (g *games) Renewed() page.Screen {
	renewed := newGames(g.Shell, g.house)
	renewed.search.SetText(g.search.Text())
	return renewed
}
