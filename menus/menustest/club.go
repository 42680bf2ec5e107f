package menustest

import (
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
)

// Club is a club with a script, in memory. It answers at once.
type Club struct {
	// Asked are the calls so far, and Closed says that the user has left.
	Asked  []lobby.Call
	Closed bool
	// Refuse, if not nil, is the answer to every call but Mine.
	Refuse *rules.Note
	// Me is the user, and Tables are the tables in the lobby at first.
	Me     lobby.Profile
	Tables []lobby.Table
	// Seats are the seats of running games.
	Seats  []lobby.Seat
	events []lobby.Event
	failed *rules.Note // the note of Failed, once pushed
}

// Members of the club.
var (
	clubAnn = lobby.Member{ID: "ann", Name: "Ann", Rating: 1512, Deviation: 62}
	clubBo  = lobby.Member{ID: "bo", Name: "Bo", Rating: 1624, Deviation: 48}
	clubCy  = lobby.Member{ID: "cy", Name: "Ann Bo", Rating: 1388, Deviation: 210}
	clubLow = lobby.Member{ID: "low", Name: "Bo", Rating: 1200, Deviation: 80, Computer: true}
)

// NewClub returns a club with some members and tables, in which the user is Ann.
func NewClub() *Club {
	kalah := rules.Presets()[0].Variant
	blitz := match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}
	long := match.TimeControl{Base: 30 * time.Minute}
	return &Club{
		Me: lobby.Profile{
			Member: clubAnn, RatedGames: 9, Won: 7, Drawn: 1, Lost: 4, Since: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC),
			Devices: []lobby.MemberDevice{
				{Key: "abcdefghijklmnopqrstuvwxya", Added: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Seen: time.Date(2026, 9, 28, 0, 0, 0, 0, time.UTC)},
				{Key: "zbcdefghijklmnopqrstuvwxya"},
			}, Blocked: []lobby.Member{clubCy}, Ratings: []lobby.Rating{
				{Discipline: rules.Disciplines()[0], Rating: clubAnn.Rating, Deviation: clubAnn.Deviation, RatedGames: 8, Won: 7, Drawn: 1, Lost: 3},
				{Discipline: rules.Disciplines()[1], Rating: 1500, Deviation: 350},
				{Discipline: rules.Disciplines()[2], Rating: 1338, Deviation: 290, RatedGames: 1, Lost: 1},
			},
		},
		Tables: []lobby.Table{
			{ID: "t1", Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true, MinRating: 1400}, Members: []lobby.Member{clubBo}},
			{ID: "t2", Settings: lobby.Settings{Variant: rules.Presets()[3].Variant, Time: long}, Members: []lobby.Member{clubCy}},
			{ID: "t3", Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true}, Members: []lobby.Member{clubBo, clubCy}, Number: 2},
			{ID: "t4", Settings: lobby.Settings{Variant: kalah, NoWatchers: true}, Members: []lobby.Member{clubLow, clubCy}, Number: 1},
			{ID: "t5", Settings: lobby.Settings{Variant: kalah, Time: blitz, MaxRating: 1300}, Members: []lobby.Member{clubLow}},
		},
	}
}

// Enter lets the user in.
func (c *Club) Enter() *Club {
	c.failed = nil
	c.Push(lobby.Entered{Club: "Mancala", Me: c.Me, Device: c.Me.Devices[0].Key})
	for _, t := range c.Tables {
		c.Push(lobby.Told{Table: t})
	}
	c.Push(lobby.Listed{})
	c.Push(lobby.Room{Members: []lobby.Member{clubBo, c.Me.Member, clubLow}, Here: 3})
	return c
}

// Seat returns a seat of the user at the first table.
func (c *Club) Seat() lobby.Seat {
	t := c.Tables[0]
	t.Members, t.Number = []lobby.Member{clubBo, c.Me.Member}, 1
	return lobby.Seat{Table: t, Addrs: []string{"club.example:7000"}, Ticket: lobby.Ticket{1}, Host: c.Me.Devices[0].Key}
}

// Push adds an event.
func (c *Club) Push(e lobby.Event) {
	c.events = append(c.events, e)
	if e, failed := e.(lobby.Failed); failed {
		c.failed = e.Note
	}
}

// Events returns the events since the last call.
func (c *Club) Events() []lobby.Event {
	events := c.events
	c.events = nil
	return events
}

// Close records that the user has left.
func (c *Club) Close() error {
	c.Closed = true
	return nil
}

// Ask records a call and answers it.
func (c *Club) Ask(call lobby.Call) int {
	c.Asked = append(c.Asked, call)
	a := lobby.Answer{Number: len(c.Asked)}
	if c.failed != nil {
		a.Note = c.failed
		c.Push(a)
		return a.Number
	}
	if _, mine := call.(lobby.Mine); !mine && c.Refuse != nil {
		a.Note = c.Refuse
		c.Push(a)
		return a.Number
	}
	switch call := call.(type) {
	case lobby.Open:
		c.Push(lobby.Told{Table: lobby.Table{ID: "own", Settings: call.Settings, Members: []lobby.Member{c.Me.Member}}})
	case lobby.Cancel:
		c.Push(lobby.Gone{Table: "own"})
	case lobby.Mine:
		for _, s := range c.Seats {
			c.Push(lobby.Seated{Seat: s})
		}
	case lobby.Sit:
		a.Seat = c.Seat()
	case lobby.Watch:
		a.Seat = c.Seat()
		a.Seat.Watch = true
	case lobby.ProfileOf:
		if a.Profile = c.Me; call.Member != "" && call.Member != c.Me.ID {
			a.Profile = lobby.Profile{Member: clubBo, RatedGames: 31, Won: 20, Drawn: 2, Lost: 14, Since: c.Me.Since}
		}
	case lobby.GamesOf:
		for _, g := range clubGames(c.Me.Since) {
			if _, in := g.Entry.Side(call.Member); in || call.Member == "" {
				a.Games.List = append(a.Games.List, g.Entry)
			}
		}
	case lobby.GameOf:
		list := clubGames(c.Me.Since)
		a.Game = list[slices.IndexFunc(list, func(g lobby.Game) bool { return g.Entry.ID == call.Game })]
	case lobby.StandingsOf:
		a.Standings = lobby.Standings{Members: []lobby.Member{clubBo, clubAnn, clubLow}, First: 1, Total: 3, Unsure: []lobby.Member{clubCy}, UnsureTotal: 1}
		if third := rules.Disciplines()[2]; call.Discipline == third {
			a.Standings = lobby.Standings{First: 1, Unsure: []lobby.Member{c.Me.In(third)}, UnsureTotal: 1}
		}
	case lobby.RemoveDevice:
		c.Me.Devices = slices.DeleteFunc(slices.Clone(c.Me.Devices), func(d lobby.MemberDevice) bool { return d.Key == call.Key })
	case lobby.Device:
		a.Code = lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute}
	}
	c.Push(a)
	if _, forget := call.(lobby.Forget); forget && a.Note == nil { // a club sends the member away
		c.Push(lobby.Failed{Note: rules.NewNote("club.refused")})
	}
	return a.Number
}

// clubGames are the last games of Ann, with the ratings before them.
func clubGames(began time.Time) (list []lobby.Game) {
	before, earlier := clubAnn, clubAnn
	before.Rating, earlier.Rating = 1496, 1524
	for _, g := range [...]struct {
		id      string
		members [2]lobby.Member
		end     rules.Outcome
		rated   bool
		resign  int // the number of plies before the loser resigns, or 0
	}{
		{"t9-1", [2]lobby.Member{before, clubBo}, rules.SouthWins, true, 0},
		{"t8-1", [2]lobby.Member{clubCy, earlier}, rules.SouthWins, true, 20},
		{"t7-2", [2]lobby.Member{earlier, clubBo}, rules.Draw, false, 0},
	} {
		game, result := Played(g.end)
		if g.resign > 0 {
			game.Plies, result.Ending = game.Plies[:g.resign], match.Resigned
			last, _ := game.Replay()
			result.Stores = storesOf(last)
		}
		list = append(list, lobby.Game{Game: game, Entry: lobby.GameEntry{
			ID: g.id, Members: g.members, Variant: game.Variant, Rated: g.rated, Result: result, Began: began, Plies: len(game.Plies),
			Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second},
		}})
	}
	return list
}
