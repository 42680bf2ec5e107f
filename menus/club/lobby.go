package club

import (
	"cmp"
	"strings"

	"mancala/internal/match/lobby"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// lobbyScreen is the lobby of a club: the list of tables, and the ways to games and other screens.
type lobbyScreen struct {
	page.Page
	house    *house
	insecure bool
	filter   filter
	shown    []lobby.Table
	whole    bool // the list was complete when it was last shown
	state    *kit.Choice
	rules    *page.RulesFilter
	kind     *kit.Choice
	table    *kit.Table
	links    []*kit.Button
	who      *kit.Button // shows who is there
	open     *kit.Button // takes a seat at the chosen table, or watches it
	make     *kit.Button
	quick    *kit.Button
	back     *kit.Button
	strip    strip
	game     *scene.Scene // the game that has begun here, or nil
	at       lobby.Seat   // its seat
	stage    table.Stage  // the last one seen
	given    kit.Widget   // focused for lack of a better one, or nil
	terms    *kit.Words   // describes the chosen table
}

func newLobby(shell page.Shell, h *house, insecure bool) *lobbyScreen {
	l := &lobbyScreen{Page: page.New(shell, "lobby"), house: h, insecure: insecure}
	h.sit = l.sit
	button := func(id, label string, do func()) *kit.Button {
		return kit.WithID("lobby."+id, kit.NewButton(label, do))
	}
	l.addFilters()
	l.addTable()
	l.links = []*kit.Button{
		kit.WithID("lobby.me", kit.NewLink(words.T("My record"), func() { shell.Push(newMember(shell, h, h.in.Me.ID)) })),
		kit.WithID("lobby.standings", kit.NewLink(words.T("Standings"), func() { shell.Push(newStandings(shell, h)) })),
		kit.WithID("lobby.devices", kit.NewLink(words.T("Devices"), func() { shell.Push(newDevices(shell, h)) })),
	}
	l.who = kit.WithID("lobby.who", kit.NewLink("", func() { shell.Push(newRoom(shell, h)) }))
	l.open = button("open", words.T("Sit down"), l.choose)
	l.make = button("make", words.T("Make a table..."), func() { shell.Push(newTable(shell, h, false)) })
	l.quick = button("quick", words.T("Quick match..."), func() { shell.Push(newTable(shell, h, true)) })
	l.back = button("back", words.T("Leave the club"), l.askLeave)
	l.strip.button = button("strip", "", nil)
	l.Compose(l.askLeave, l.sheet)
	l.show()
	l.rest()
	return l
}

func (l *lobbyScreen) addFilters() {
	changed := func(int) { l.show() }
	pick := func(id, label string, options ...string) *kit.Choice {
		return page.NewPick(l.Shell, id, label, options, 0, changed)
	}
	l.state = pick("lobby.state", words.T("Tables"), words.C("tables", "All"), words.C("tables", "Free"), words.C("tables", "Playing"))
	l.rules = page.NewRulesFilter(l.Shell, "lobby.rules", changed)
	l.kind = pick("lobby.kind", words.T("Games"), words.C("games", "Any"), words.C("games", "Rated"), words.C("games", "Casual"))
}

func (l *lobbyScreen) addTable() {
	l.table = kit.WithID("lobby.table", &kit.Table{
		Columns: []kit.TableColumn{
			{Title: words.T("Players")},
			{Title: words.T("Rules"), Width: 136, Needs: 480},
			{Title: words.T("Clock"), Width: 96, Needs: 560},
			{Title: words.C("a column", "Game"), Width: 124, Needs: 700},
			{Title: words.C("a column", "Table"), Width: 160},
		},
		Cells: l.cells,
	})
	l.table.OnOpen = func(int) { l.choose() }
	l.table.OnSelect = func(int) {
		l.showChosen()
		l.Shell.Relayout()
	}
}

// cells returns the cells of a row of the table.
func (l *lobbyScreen) cells(i int) []string {
	t := l.shown[i]
	var names []string
	for _, m := range t.Members {
		names = append(names, ratedName(m))
	}
	return []string{
		strings.Join(names, " - "), page.ShortVariant(t.Settings.Variant), words.ClockWord(t.Settings.Time), words.RatedWord(t.Settings.Rated), l.house.stateWord(t),
	}
}

// show updates the list. The chosen table stays chosen while it exists. Until the list is complete,
// that is the first one.
func (l *lobbyScreen) show() {
	chosen := ""
	if t := l.chosen(); t != nil && l.whole {
		chosen = t.ID
	}
	for _, t := range l.house.tables {
		l.rules.Offer(t.Settings.Variant)
	}
	l.filter = filter{state: l.state.Selected, variant: l.rules.At(l.rules.Selected), kind: l.kind.Selected}
	l.shown = l.house.list(l.filter)
	l.table.Rows = len(l.shown)
	at := l.table.Selected
	if !l.whole {
		at = 0
	}
	l.whole = l.house.listed
	for i, t := range l.shown {
		if t.ID == chosen {
			at = i
		}
	}
	was := l.Controls.Focused()
	l.table.Select(at)
	switch {
	case !l.house.listed:
		l.table.Empty = words.T("Looking...")
	case len(l.house.tables) == 0:
		l.table.Empty = words.T("No one waits and no one plays at the moment. Make a table, and the next member to come can sit down.")
	default:
		l.table.Empty = words.T("No table is like that. Choose other filters.")
	}
	l.showChosen()
	l.showStrip()
	l.Recompose()
	if now := l.Controls.Focused(); now != was || l.given != nil && was == l.given {
		l.rest()
	}
}

// rest focuses a control on which Enter is harmless and never leaves the club: the list, or a new
// table if there is none. Once the list is complete, it does not move the focus from the new table
// to a just opened one, which Enter would then take.
func (l *lobbyScreen) rest() {
	for _, w := range []kit.Widget{l.table, l.make, l.links[0]} {
		if !w.Focusable() {
			continue
		}
		if l.Controls.Focus(w); w != l.table { // the gold is for what helps
			l.Controls.Rest(w)
		}
		if l.given = w; w == l.table || w == l.make && l.whole {
			l.given = nil
		}
		return
	}
}

// chosen returns the selected table, or nil.
func (l *lobbyScreen) chosen() *lobby.Table {
	if i := l.table.Selected; i >= 0 && i < len(l.shown) {
		return &l.shown[i]
	}
	return nil
}

// showChosen names the actions on the selected table.
func (l *lobbyScreen) showChosen() {
	t := l.chosen()
	l.open.Label, l.open.Disabled, l.open.Tip = words.T("Sit down"), t == nil, ""
	if t != nil { // a press of the button says it, too
		l.open.Tip = l.hindrance(*t)
	}
	l.open.Primary = t != nil && l.open.Tip == ""
	if t != nil && t.Playing() {
		l.open.Label = words.C("a game of others", "Watch")
	}
	busy := l.busy()
	l.make.Primary = busy == "" && len(l.house.tables) == 0
	l.make.Disabled, l.quick.Disabled, l.make.Tip = busy != "", busy != "", busy
	l.quick.Tip = cmp.Or(busy, words.T("The club looks for an opponent of your strength."))
	l.Controls.Invalidate()
}

// busy says why the user can begin no other game, or returns "".
func (l *lobbyScreen) busy() string {
	switch {
	case l.house.failed != nil:
		return words.Sentence(l.house.failed)
	case l.house.down != nil:
		return words.Sentence(rules.NewNote("club.not-connected"))
	case l.house.waits():
		return words.T("You wait for an opponent already. Stop that first.")
	}
	return ""
}

// hindrance says why the user can neither play nor watch at a table, or returns "".
func (l *lobbyScreen) hindrance(t lobby.Table) string {
	switch {
	case l.house.failed != nil, l.house.down != nil:
		return l.busy()
	case t.Has(l.house.in.Me.ID) && t.Playing():
		return words.T("You play at this table.")
	case t.Has(l.house.in.Me.ID):
		return words.T("This is your table. Wait until someone sits down.")
	case t.Playing() && t.Settings.NoWatchers:
		return words.T("The two at this table want to be alone.")
	case t.Playing():
		return ""
	case l.house.waits():
		return l.busy()
	case !l.house.fits(t):
		return words.Sentence(rules.NewNote("club.rating"))
	}
	return ""
}

// choose takes a seat at the selected table, or watches it, or says why not.
func (l *lobbyScreen) choose() {
	t := l.chosen()
	if t == nil {
		return
	}
	if why := l.hindrance(*t); why != "" {
		l.Shell.Say(why)
		return
	}
	var call lobby.Call = lobby.Sit{Table: t.ID}
	if t.Playing() {
		call = lobby.Watch{Table: t.ID}
	}
	l.house.ask(call, func(a lobby.Answer) { l.sit(a.Seat) })
}

// sheet returns the links, the filters and the tables.
func (l *lobbyScreen) sheet(g page.Grid) page.Sheet {
	sheet := page.Sheet{
		Title: cmp.Or(l.house.in.Club, words.T("Club")), Before: []*kit.Button{l.back}, Actions: []*kit.Button{l.make, l.quick, l.open},
	}
	links := &kit.Beside{Parts: kit.Puts(l.links...)}
	others := l.house.others()
	if l.who.Label = words.T("Here: %d", l.house.room.Here); others != "" && !g.Upright {
		links.Parts = append(kit.Puts(l.who), links.Parts...)
	}
	list, me := g.Listed(l.table, l.board(g)), words.T("You are %s", ratedName(l.house.in.Me.Member))
	if here := l.house.present(); here != "" {
		me = words.T("%[1]s - %[2]s", me, here)
	}
	l.terms = kit.Say("", render.Note)
	if t := l.chosen(); t != nil {
		l.terms.Text = tableLine(*t)
	}
	filters, rows := kit.Puts(l.filters()...), []kit.Part{kit.Say(me, render.Caption), list, l.terms}
	switch {
	case g.Tight && l.strip.text != "": // only the most important
		const twoRows = kit.TableHeader + 84
		rows = []kit.Part{kit.Sized(twoRows, kit.Endless, list)}
	case g.Low && (others == "" || !g.Upright): // one line less
		rows = []kit.Part{kit.Split(2, rows[0], 3, l.terms), list}
	case others != "" && g.Upright: // the row of links is full
		rows[0] = kit.Line(rows[0], stripButton, kit.Puts(l.who)...)
	case others != "":
		rows[0] = kit.Split(2, rows[0], 3, kit.Say(others, render.Caption))
	}
	if len(filters) > 0 {
		row := kit.Tiles(230, kit.Gap, filters...)
		if g.Low && !g.Upright {
			row = kit.Across(filters...)
		}
		rows = append([]kit.Part{row}, rows...)
	}
	parts := l.strip.above(rows...)
	if g.Columns < 8 {
		parts = append([]kit.Part{links}, parts...)
	} else {
		sheet.Aside = links
	}
	sheet.Content = g.Rows(parts...)
	return sheet
}

// filters returns the filters that tell the tables of the club apart, and those in use.
func (l *lobbyScreen) filters() (list []kit.Widget) {
	playing, rated, variants := 0, 0, map[rules.Variant]bool{}
	for _, t := range l.house.tables {
		if t.Playing() {
			playing++
		}
		if t.Settings.Rated {
			rated++
		}
		variants[t.Settings.Variant.Canonical()] = true
	}
	add := func(ch *kit.Choice, useful bool) {
		if useful || ch.Selected > 0 {
			list = append(list, ch)
		}
	}
	differ := func(n int) bool { return 0 < n && n < len(l.house.tables) }
	add(l.state, differ(playing))
	add(l.rules.Choice, len(variants) > 1)
	add(l.kind, differ(rated))
	return list
}

// board returns the board of the chosen table with its two seats or, without one, of the user's
// possible table.
func (l *lobbyScreen) board(g page.Grid) kit.Part {
	v, below, above := l.Ports.Variant, seat(l.house.in.Me.Member), nextSeat()
	switch t := l.chosen(); {
	case t == nil:
	case t.Playing():
		v, above, below = t.Settings.Variant, seat(t.Members[1]), seat(t.Members[0])
	case t.Has(l.house.in.Me.ID):
		v = t.Settings.Variant
	default:
		v, above, below = t.Settings.Variant, seat(t.Members[0]), page.YourSeat()
	}
	return page.SeatsBoard(g, l.Art, page.Start(v), above, below)
}

// seat returns the seat of a member, and nextSeat the seat waiting for one.
func seat(m lobby.Member) page.BoardSeat { return page.BoardSeat{Name: m.Name, Line: memberName(m)} }

func nextSeat() page.BoardSeat {
	return page.BoardSeat{Line: words.C("a seat", "The next member"), Waits: true, Wave: 0.7}
}

// askLeave leaves the club. It asks first if the user waits for an opponent.
func (l *lobbyScreen) askLeave() {
	if !l.house.waits() {
		l.Shell.Back()
		return
	}
	l.Shell.Push(page.NewQuestion(l.Shell, words.T("Leave the club?"), words.T("You wait for an opponent. If you leave, you no longer do."),
		words.T("Leave"), words.T("Stay"), l.Shell.Back))
}

// Close leaves the club.
func (l *lobbyScreen) Close() { _ = l.house.link.Close() }

// Returned shows the list after another screen.
func (l *lobbyScreen) Returned() { l.show() }

// Renewed returns the screen in another language.
func (l *lobbyScreen) Renewed() page.Screen {
	again := newLobby(l.Shell, l.house, l.insecure)
	again.game, again.at, again.stage = l.game, l.at, l.stage
	again.state.Selected, again.kind.Selected = l.state.Selected, l.kind.Selected
	again.show()
	return again
}
