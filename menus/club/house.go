package club

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/rules"
)

// house is the screens' state of a club: the link, and all news of the club.
type house struct {
	shell page.Shell
	link  lobby.Link
	in    lobby.Entered // the last one
	tell  string        // an announcement by the people who run the club, or ""
	down  *rules.Note   // why there is no connection at the moment, or nil
	// failed is the reason for the end of the link, or nil.
	failed *rules.Note
	// deleted says that the club has deleted the user at their request.
	deleted bool
	tables  map[string]lobby.Table
	listed  bool
	more    int        // the number of tables beyond the club's list
	room    lobby.Room // who is here; zero if the club has not said it
	rooms   int        // how many such lists have come
	// wanted is the requested quick match, or nil.
	wanted *lobby.Settings
	// begins is the user's table after another member has taken a seat there, until the user's seat
	// comes: the list may be faster. "" means none.
	begins string
	// missed is a table whose opponent has not come, until the user has heard of it.
	missed lobby.Table
	sat    string // the table whose seat was taken automatically; the list may show it later
	// seats are the seats of unfinished games that the user has not resumed.
	seats []lobby.Seat
	asked map[int]func(lobby.Answer)
	// rates are the ratings after games, by the name of the game. fresh are the ones not announced
	// yet.
	rates map[string]lobby.Rated
	fresh []lobby.Rated
	// goOn continues the user's running game as soon as the club reports it.
	goOn bool
	// sit is called with a seat for the user.
	sit func(lobby.Seat)
}

func newHouse(shell page.Shell, link lobby.Link) *house {
	return &house{shell: shell, link: link, tables: map[string]lobby.Table{}, asked: map[int]func(lobby.Answer){}, rates: map[string]lobby.Rated{}}
}

// ask sends a call, and calls done with the answer during a later poll. For a refusal it says the
// reason instead. done may be nil.
func (h *house) ask(c lobby.Call, done func(lobby.Answer)) {
	h.query(c, func(a lobby.Answer) {
		switch {
		case a.Note != nil:
			h.shell.Say(words.Sentence(a.Note))
		case done != nil:
			done(a)
		}
	})
}

// query is ask for a caller that handles refusals.
func (h *house) query(c lobby.Call, done func(lobby.Answer)) { h.asked[h.link.Ask(c)] = done }

// poll handles the club's news, and reports whether there was any.
func (h *house) poll() bool {
	events := h.link.Events()
	for _, e := range events {
		h.take(e)
	}
	return len(events) > 0
}

func (h *house) take(e lobby.Event) {
	switch e := e.(type) {
	case lobby.Entered:
		h.enter(e)
	case lobby.Told:
		if own := h.own(); own != nil && own.ID == e.Table.ID && e.Table.Playing() && own.ID != h.sat {
			h.begins = e.Table.ID
		}
		h.tables[e.Table.ID] = e.Table
	case lobby.Gone:
		delete(h.tables, e.Table)
	case lobby.Listed:
		h.listed, h.more = true, e.More
	case lobby.Room:
		h.room, h.rooms = e, h.rooms+1
	case lobby.Seated:
		h.seated(e.Seat)
	case lobby.Waiting:
		if h.sat == e.Table.ID { // and not another device of the user's
			h.wanted, h.missed = &e.Table.Settings, e.Table
		}
	case lobby.Rated:
		h.in.Me, h.rates[e.Game], h.fresh = e.Me, e, append(h.fresh, e)
	case lobby.Announced:
		h.tell = e.Text
		h.shell.Say(words.T("The club says: %s", e.Text))
	case lobby.Lost:
		h.down, h.listed, h.wanted = e.Note, false, nil
		h.room, h.rooms = lobby.Room{}, h.rooms+1
	case lobby.Failed:
		h.failed = e.Note
		if h.in.Me.ID != "" && !h.deleted { // on any screen above the lobby
			h.shell.Say(words.Sentence(e.Note))
		}
	case lobby.Answer:
		if done := h.asked[e.Number]; done != nil {
			delete(h.asked, e.Number)
			done(e)
		}
	}
}

// enter begins with an empty list, and asks for the running games.
func (h *house) enter(e lobby.Entered) {
	h.in, h.tell, h.down, h.listed, h.begins, h.seats = e, e.Announcement, nil, false, "", nil
	clear(h.tables)
	h.query(lobby.Mine{}, func(lobby.Answer) { h.goOn = false })
}

// seated takes a seat at once if it is at the user's own table, from a quick match, or in the game
// to continue. Others wait until the user continues their game.
func (h *house) seated(s lobby.Seat) {
	if h.own() != nil && h.own().ID == s.Table.ID || h.begins == s.Table.ID || h.wanted != nil || h.goOn {
		h.begins, h.wanted, h.goOn, h.sat = "", nil, false, s.Table.ID
		h.sit(s)
		return
	}
	if i := slices.IndexFunc(h.seats, func(o lobby.Seat) bool { return o.Table.ID == s.Table.ID }); i >= 0 {
		h.seats[i] = s
		return
	}
	h.seats = append(h.seats, s)
}

// ratingNews returns the total changes of the ratings by the games since the last call, except the
// game but, whose screen says it. It returns "" for no change.
func (h *house) ratingNews(but string) string {
	fresh := slices.DeleteFunc(h.fresh, func(r lobby.Rated) bool { return r.Game == but })
	if h.fresh = nil; len(fresh) == 0 {
		return ""
	}
	first, last := map[string]lobby.Rated{}, map[string]lobby.Rated{}
	for _, r := range fresh {
		if _, known := first[r.Discipline]; !known {
			first[r.Discipline] = r
		}
		last[r.Discipline] = r
	}
	var news []string
	for _, name := range slices.Sorted(maps.Keys(first)) {
		news = append(news, words.RatingChange(name, first[name].Before, last[name].After()))
	}
	return strings.Join(news, " ")
}

// own returns the user's table, or nil.
func (h *house) own() *lobby.Table {
	for _, t := range h.tables {
		if !t.Playing() && t.Has(h.in.Me.ID) {
			return &t
		}
	}
	return nil
}

// present says how many members are at the tables, or returns "" while the list is incomplete or
// empty.
func (h *house) present() string {
	waiting, playing := 0, 0
	for _, t := range h.tables {
		if t.Playing() {
			playing += len(t.Members)
		} else {
			waiting++
		}
	}
	if !h.listed || h.more > 0 || waiting+playing == 0 {
		return ""
	}
	return words.N("%[1]d waiting, %[2]d playing", "%[1]d waiting, %[2]d playing", waiting, waiting, playing)
}

// filter selects the tables to show.
type filter struct {
	state   int           // one of the constants below
	variant rules.Variant // the zero value means any
	kind    int
}

const (
	allTables = iota
	openTables
	playedTables
)

const (
	anyKind = iota
	ratedKind
	casualKind
)

func (f filter) shows(t lobby.Table) bool {
	switch {
	case f.state == openTables && t.Playing(), f.state == playedTables && !t.Playing():
		return false
	case f.variant.Houses > 0 && t.Settings.Variant.Canonical() != f.variant:
		return false
	case f.kind == ratedKind && !t.Settings.Rated, f.kind == casualKind && t.Settings.Rated:
		return false
	}
	return true
}

// list returns the tables of a filter: the user's own one, the tables with a seat for the user,
// with the nearest ratings first, the other open ones, and the tables with games.
func (h *house) list(f filter) []lobby.Table {
	var list []lobby.Table
	for _, t := range h.tables {
		if f.shows(t) {
			list = append(list, t)
		}
	}
	rank := func(t lobby.Table) int {
		switch {
		case t.Has(h.in.Me.ID):
			return 0
		case t.Playing():
			return 3
		case !h.fits(t):
			return 2
		}
		return 1
	}
	away := func(t lobby.Table) int {
		if t.Playing() { // the strongest players first
			return -max(t.Members[0].Rating, t.Members[1].Rating)
		}
		return abs(t.Members[0].Rating - h.in.Me.At(t.Settings.Variant).Rating)
	}
	slices.SortFunc(list, func(a, b lobby.Table) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(away(a), away(b)), strings.Compare(a.ID, b.ID))
	})
	return list
}

func abs(n int) int { return max(n, -n) }

// memberName returns the name of a member for display.
func memberName(m lobby.Member) string { return words.Member(m.Name, m.Computer) }

// ratedName returns the name of a member with their rating, as in "Ann (1500?)".
func ratedName(m lobby.Member) string {
	return words.T("%[1]s (%[2]s)", memberName(m), m.RatingWord())
}

// wantedWord names the ratings that a table wants.
func wantedWord(s lobby.Settings) string {
	switch {
	case s.MinRating == 0 && s.MaxRating == 0:
		return words.C("ratings", "any")
	case s.MaxRating == 0:
		return words.T("%d and more", s.MinRating)
	case s.MinRating == 0:
		return words.T("up to %d", s.MaxRating)
	}
	return words.T("%[1]d to %[2]d", s.MinRating, s.MaxRating)
}

// fits reports whether a table admits the user's rating in its game.
func (h *house) fits(t lobby.Table) bool {
	return t.Settings.Admits(h.in.Me.At(t.Settings.Variant).Rating)
}

// stateWord says whether the user may sit down at a table.
func (h *house) stateWord(t lobby.Table) string {
	switch {
	case t.Playing():
		return words.C("a table", "playing")
	case t.Has(h.in.Me.ID):
		return words.T("your table")
	case !h.fits(t):
		return words.C("a table", "other ratings")
	}
	return words.C("a table", "free")
}

// settingsLine describes a table: "Kalah 6x4, 5+3, rated".
func settingsLine(s lobby.Settings) string { return words.TableTerms(s.Variant, s.Time, s.Rated) }

// tableLine describes a table, and who may sit down: "Kalah 6x4, 5+3, rated. Rating wanted: any"
func tableLine(t lobby.Table) string {
	if t.Playing() { // and no one is wanted
		return settingsLine(t.Settings)
	}
	return words.T("%[1]s. Rating wanted: %[2]s", settingsLine(t.Settings), wantedWord(t.Settings))
}
