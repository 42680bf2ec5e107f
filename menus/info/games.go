package info

import (
	"fmt"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
)

// Games lists the archived games, newest first, and shows the user's statistics.
type Games struct {
	page.Page
	pages    gamePages
	figures  figuresList
	growth   development
	tabs     *kit.Choice
	search   *kit.TextField
	opponent *kit.Choice
	rules    *page.RulesFilter
	result   *kit.Choice
	kinds    []string // by index in opponent
	table    *kit.Table
	open     *kit.Button
	delete   *kit.Button
	begin    *kit.Button // a way to a game, while there is none
	none     bool        // no game has been played
}

// standings are the options of the filter by result.
var standings = [...]struct {
	word     words.Msg
	standing match.Standing
}{
	{words.Msg("Any result"), match.StandingAny},
	{words.Msg("Unfinished"), match.StandingRunning},
	{words.Msg("Won"), match.StandingWon},
	{words.Msg("Lost"), match.StandingLost},
	{words.Msg("Drawn"), match.StandingDrawn},
}

// NewGames returns the list of all games.
func NewGames(shell page.Shell) *Games {
	s := &Games{Page: page.New(shell, "my games")}
	s.pages = gamePages{archive: shell.Shared().Ports.Archive, changed: s.loaded}
	s.figures, s.growth = newFiguresList(s), newDevelopment(s)
	s.tabs = kit.WithID("tabs", kit.NewChoice("", []string{words.T("Games"), words.T("Statistics")}, 0, func(int) { s.turn() }))
	s.search = kit.WithID("search", kit.NewTextField(words.T("Search"), "", shell.Shared().Ports.Clipboard))
	s.search.Placeholder, s.search.MaxRunes = words.T("A player's name"), match.MaxNameLetters
	s.search.OnChange = func(string) { s.ask() }
	s.addFilters()
	s.table = kit.WithID("table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Last move"), Width: 152, Needs: 660},
			{Title: words.T("Players")},
			{Title: words.T("Seeds"), Width: 104, Align: render.Center, Needs: 760},
			{Title: words.T("Result"), Width: 156},
			{Title: words.T("Rules"), Width: 150},
		},
		Cells: s.cells, Empty: words.T("Looking..."),
	})
	s.table.OnOpen = func(int) { s.show() }
	s.table.Words = func(int) string { return words.N("games, %d row", "games, %d rows", s.table.Rows, s.table.Rows) }
	s.open = kit.WithID("open", kit.NewPrimary(words.T("Open"), s.show))
	s.delete = kit.WithID("delete", kit.NewButton(words.T("Delete..."), s.askDelete))
	fromText := kit.WithID("games.from-text", kit.NewButton(words.T("From a text..."), func() { shell.Go(page.ToOpenGame{}) }))
	back := page.NewBack(shell, "back")
	s.begin = playButton(shell, "games.play")
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		sheet := page.Sheet{Title: words.T("My games"), Aside: kit.Put(s.tabs), Actions: []*kit.Button{back, s.open}}
		if s.tabs.Selected == 0 {
			sheet.Content, sheet.Before = s.content(g), []*kit.Button{fromText, s.delete}
		} else {
			sheet.Content, sheet.Actions = s.statistics(g), sheet.Actions[:1]
		}
		if why := s.empty(); why != "" {
			sheet.Content, sheet.Actions = firstGame(g, &s.Page, why), []*kit.Button{back, s.begin}
		}
		return sheet
	})
	s.Controls.Rest(back)
	s.open.Disabled, s.delete.Disabled = true, true // until a game is there
	s.ask()
	return s
}

// levelKinds is the index of the first computer player among the opponents.
const levelKinds = 3

// addFilters makes the filters by opponent, rules and result.
func (s *Games) addFilters() {
	opponents := []string{words.T("Anyone"), words.T("A person here"), words.T("Over the network")}
	s.kinds = []string{"", match.KindPerson, match.KindRemote}
	for _, strategy := range s.Ports.Strategies {
		opponents, s.kinds = append(opponents, words.Name(strategy.Title)), append(s.kinds, strategy.Name)
	}
	results := make([]string, len(standings))
	for i, r := range standings {
		results[i] = r.word.T()
	}
	ask := func(int) { s.ask() }
	s.opponent = page.NewPick(s.Shell, "opponent", words.T("Opponent"), opponents, 0, ask)
	s.result = page.NewPick(s.Shell, "result", words.T("Result"), results, 0, ask)
	s.rules = page.NewRulesFilter(s.Shell, "rules", ask)
	s.rules.Offer(s.Settings.Now().Setup.Variant)
	s.Ports.Scores.Variants(func(list []rules.Variant, _ error) {
		for _, v := range list {
			s.rules.Offer(v)
		}
	})
}

// turn shows the games or the statistics.
func (s *Games) turn() {
	if s.tabs.Selected == 1 {
		s.figures.ask()
		s.growth.ask()
	}
	s.Recompose()
}

// statistics returns the statistics.
func (s *Games) statistics(g page.Grid) kit.Part {
	if s.growth.stats.Games == 0 {
		return s.figures.part(g)
	}
	return g.Rows(s.growth.part(g), s.figures.part(g))
}

// empty says why the list is empty, or returns "".
func (s *Games) empty() string {
	switch f := s.figures; {
	case s.tabs.Selected == 0 && s.none:
		return s.table.Empty
	case s.tabs.Selected == 1 && f.counted && f.figures.Total.Played == 0 && s.growth.stats.Games == 0:
		return f.empty
	}
	return ""
}

// firstGame returns the sentence why, beside a board with the user's waiting seat, opposite the
// first computer player.
func firstGame(g page.Grid, p *page.Page, why string) kit.Part {
	var first page.BoardSeat
	if list := p.Ports.Strategies; len(list) > 0 {
		first.Name = words.Name(list[0].Title)
		first.Line = first.Name
	}
	board := page.SeatsBoard(g, p.Art, page.Start(p.Settings.Now().Setup.Variant), first, page.YourSeat())
	return g.Facing(kit.OnPanel(kit.Say(why, render.Body.In(render.InkSoft))), board)
}

// playButton returns the way to a game against the computer.
func playButton(shell page.Shell, id string) *kit.Button {
	return kit.WithID(id, kit.NewPrimary(words.T("Play the computer"), func() { shell.Go(page.ToNewGame{Against: page.PlayComputer}) }))
}

// content returns the games and, above them if there are many, the filters.
func (s *Games) content(g page.Grid) kit.Part {
	const few = 10
	list := g.Above(s.table, page.BoardPart(g, s.paintChosen))
	n := s.table.Rows
	if n < few && s.pages.all() {
		return list
	}
	parts := []kit.Part{kit.Tiles(230, kit.Gap, kit.Put(s.search), kit.Put(s.opponent), kit.Put(s.rules.Choice), kit.Put(s.result))}
	if n > 0 {
		parts = append(parts, kit.Say(words.N("%d game", "%d games", n, n), render.Caption))
	}
	return g.Rows(append(parts, list)...)
}

// paintChosen draws the last position of the selected game.
func (s *Games) paintChosen(c *render.Canvas, r render.Rect) {
	if g := s.pages.game(s.table.Selected); g != nil {
		if last, err := g.Game.Replay(); err == nil {
			page.DrawStill(c, s.Art, last, r)
		}
	}
}

// ask queries the games that match the filters.
func (s *Games) ask() {
	s.table.Select(0)
	s.pages.ask(match.GameQuery{
		Name: match.CleanName(s.search.Text()), Opponent: s.kinds[s.opponent.Selected], Variant: s.rules.At(s.rules.Selected),
		Standing: standings[s.result.Selected].standing,
	})
}

// loaded shows games that have arrived.
func (s *Games) loaded(err error) {
	s.table.Rows = s.pages.total
	s.table.Select(s.table.Selected)
	s.none = err == nil && s.pages.total == 0 && s.pages.all()
	switch {
	case err != nil:
		s.table.Empty = words.Sentence(err)
	case s.none:
		s.table.Empty = words.T("No game has been played here yet. Every game is saved from its first move on, and can be replayed here.")
	default:
		s.table.Empty = words.T("No game matches. Search for another name, or choose other filters.")
	}
	for i := range min(s.pages.total, gamesAPage) {
		if g := s.pages.peek(i); g != nil {
			s.rules.Offer(g.Game.Variant)
		}
	}
	s.open.Disabled, s.delete.Disabled = s.table.Rows == 0, s.table.Rows == 0
	s.Recompose()
}

// cells returns the cells of a row of the table, from the user's point of view.
func (s *Games) cells(i int) []string {
	g := s.pages.game(i)
	if g == nil {
		return []string{"..."}
	}
	me := rules.South
	if g.Kinds[rules.South] != match.KindPerson && g.Kinds[rules.North] == match.KindPerson {
		me = rules.North
	}
	stores := g.Result.Stores
	return []string{
		words.Day(g.Ended.Local()), words.Name(g.Names[me]) + " - " + words.Name(g.Names[me.Opponent()]),
		fmt.Sprintf("%d : %d", stores[me], stores[me.Opponent()]), standingWord(*g, me), page.ShortVariant(g.Game.Variant),
	}
}

// standingWord describes the result of a game in a word or two, from the user's view if they
// played.
func standingWord(r match.Record, me rules.Side) string {
	switch r.Standing() {
	case match.StandingRunning:
		return words.T("unfinished")
	case match.StandingWon, match.StandingLost, match.StandingDrawn:
		return words.WonBy(r.Result, me)
	}
	return words.Won(r.Result, [2]string{words.Name(r.Names[rules.South]), words.Name(r.Names[rules.North])})
}

// show opens the selected game.
func (s *Games) show() {
	if g := s.pages.game(s.table.Selected); g != nil {
		game := *g
		page.Replay(s.Shell, game, page.ToReplay{Game: &game, Deleted: s.ask})
	}
}

func (s *Games) askDelete() {
	if g := s.pages.game(s.table.Selected); g != nil {
		page.AskDeleteGame(s.Shell, *g, s.ask)
	}
}

// gamesAPage is the number of games in a request, and maxPages the number of pages cached.
const (
	gamesAPage = 100
	maxPages   = 30
)

// gamePages are the games that match a query, loaded in pages as they come into view.
type gamePages struct {
	archive ports.Archive
	changed func(error)
	query   match.GameQuery
	round   int // counts the queries, so that a late answer to an earlier one is dropped
	total   int
	pages   map[int][]match.Record // by number; nil while a page is being loaded
}

// ask starts a query. The old rows stay until its first page has arrived.
func (p *gamePages) ask(q match.GameQuery) {
	p.round++
	q.Limit = gamesAPage
	p.query = q
	p.load(0, true)
}

// all reports whether the query matches every game.
func (p *gamePages) all() bool { return p.query == match.GameQuery{Limit: gamesAPage} }

// load requests a page; the first one of a query replaces all others.
func (p *gamePages) load(page int, first bool) {
	q, round := p.query, p.round
	q.Offset = page * gamesAPage
	p.archive.Games(q, func(list []match.Record, total int, err error) {
		if round != p.round {
			return
		}
		if first || len(p.pages) > maxPages {
			p.pages = map[int][]match.Record{}
		}
		if err != nil {
			list, total = nil, 0
		}
		p.pages[page], p.total = list, total
		p.changed(err)
	})
}

// peek returns game i, or nil if it has not been loaded.
func (p *gamePages) peek(i int) *match.Record {
	if list := p.pages[i/gamesAPage]; i%gamesAPage < len(list) {
		return &list[i%gamesAPage]
	}
	return nil
}

// game returns game i, or nil if it has not been loaded, and then requests it.
func (p *gamePages) game(i int) *match.Record {
	if _, asked := p.pages[i/gamesAPage]; !asked && p.pages != nil {
		p.pages[i/gamesAPage] = nil
		p.load(i/gamesAPage, false)
	}
	return p.peek(i)
}
