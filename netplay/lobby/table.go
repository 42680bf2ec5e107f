package lobby

import (
	"errors"
	"net"
	"strconv"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// Errors in messages of the other end.
var (
	errMember = errors.New("a member is damaged")
	errTable  = errors.New("a table is damaged")
	errSeat   = errors.New("a seat is damaged")
)

func openToWire(s lobby.Settings) *wire.ClubOpen {
	return &wire.ClubOpen{
		Variant: frames.VariantToWire(s.Variant), Time: timeToWire(s.Time), Rated: s.Rated,
		MinRating: uint32(s.MinRating), MaxRating: uint32(s.MaxRating), NoWatchers: s.NoWatchers,
	}
}

// openFromWire returns the settings of a table that a member wants to open, or a [lobby.Refusal] if
// there can be no such table.
func openFromWire(w *wire.ClubOpen) (lobby.Settings, error) {
	return settingsFromWire(w, lobby.Settings{Rated: w.GetRated(), NoWatchers: w.GetNoWatchers()}, w.GetMinRating(), w.GetMaxRating())
}

func quickToWire(s lobby.Settings) *wire.ClubQuick {
	return &wire.ClubQuick{Variant: frames.VariantToWire(s.Variant), Time: timeToWire(s.Time), Rated: s.Rated}
}

// quickFromWire returns the settings of a table for a member's quick match, or a [lobby.Refusal] if
// they are impossible.
func quickFromWire(w *wire.ClubQuick) (lobby.Settings, error) {
	return settingsFromWire(w, lobby.Settings{Rated: w.GetRated()}, 0, 0)
}

// settingsFromWire completes settings from a message that has rules and a clock.
func settingsFromWire(w interface {
	GetVariant() *wire.Variant
	GetTime() *wire.ClubTime
}, s lobby.Settings, low, high uint32,
) (lobby.Settings, error) {
	var err error
	if s.Variant, err = frames.VariantFromWire(w.GetVariant()); err != nil {
		return lobby.Settings{}, lobby.Refuse(lobby.ReasonRules)
	}
	s.Variant = s.Variant.Canonical()
	s.Time, _ = timeFromWire(w.GetTime()) // Check refuses it
	s.MinRating, s.MaxRating = int(min(low, lobby.MaxRating+1)), int(min(high, lobby.MaxRating+1))
	return s, s.Check()
}

func timeToWire(c match.TimeControl) *wire.ClubTime {
	return &wire.ClubTime{BaseMs: uint32(c.Base.Milliseconds()), IncrementMs: uint32(c.Increment.Milliseconds())}
}

func timeFromWire(w *wire.ClubTime) (match.TimeControl, error) {
	c := match.TimeControl{
		Base:      time.Duration(w.GetBaseMs()) * time.Millisecond,
		Increment: time.Duration(w.GetIncrementMs()) * time.Millisecond,
	}
	return c, c.Check()
}

// memberToWire returns a member as a message.
func memberToWire(m lobby.Member) *wire.ClubMember {
	return &wire.ClubMember{
		Id: m.ID, Name: m.Name, Rating: uint32(m.Rating), Deviation: uint32(m.Deviation), Computer: m.Computer,
	}
}

// memberFromWire returns a member from the club's message.
func memberFromWire(w *wire.ClubMember) (lobby.Member, error) {
	if !lobby.IsID(w.GetId()) {
		return lobby.Member{}, errMember
	}
	return lobby.Member{
		ID: w.GetId(), Name: match.CleanName(w.GetName()), Computer: w.GetComputer(),
		Rating: ratingFromWire(w.GetRating()), Deviation: ratingFromWire(w.GetDeviation()),
	}, nil
}

// each returns the results of f for the values of a list.
func each[A, B any](list []A, f func(A) B) (made []B) {
	for _, v := range list {
		made = append(made, f(v))
	}
	return made
}

func membersToWire(members []lobby.Member) []*wire.ClubMember { return each(members, memberToWire) }

// membersFromWire returns at most that many members; more are an error.
func membersFromWire(list []*wire.ClubMember, most int) ([]lobby.Member, error) {
	if len(list) > most {
		return nil, errMember
	}
	members := make([]lobby.Member, 0, len(list))
	for _, w := range list {
		m, err := memberFromWire(w)
		if err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	return members, nil
}

func tableState(t lobby.Table) wire.ClubTableState {
	if t.Playing() {
		return wire.ClubTableState_CLUB_TABLE_STATE_PLAYING
	}
	return wire.ClubTableState_CLUB_TABLE_STATE_OPEN
}

// tableToWire returns a table as a message.
func tableToWire(t lobby.Table) *wire.ClubTable {
	return &wire.ClubTable{
		Id: t.ID, Members: membersToWire(t.Members), Variant: frames.VariantToWire(t.Settings.Variant), Time: timeToWire(t.Settings.Time),
		Rated: t.Settings.Rated, MinRating: uint32(t.Settings.MinRating), MaxRating: uint32(t.Settings.MaxRating), State: tableState(t),
		Number: uint32(t.Number), Watchers: !t.Settings.NoWatchers,
	}
}

// TableFromWire returns a table from the club's message.
func TableFromWire(w *wire.ClubTable) (lobby.Table, error) {
	if !lobby.IsID(w.GetId()) || w.GetNumber() > lobby.MaxNumber {
		return lobby.Table{}, errTable
	}
	s, err := settingsFromWire(w, lobby.Settings{Rated: w.GetRated(), NoWatchers: !w.GetWatchers()}, w.GetMinRating(), w.GetMaxRating())
	if err != nil {
		return lobby.Table{}, err
	}
	t := lobby.Table{ID: w.GetId(), Settings: s, Number: int(w.GetNumber())}
	if t.Members, err = membersFromWire(w.GetMembers(), 2); err != nil {
		return lobby.Table{}, err
	}
	if len(t.Members) == 0 || w.GetState() != tableState(t) {
		return lobby.Table{}, errTable
	}
	return t, nil
}

// seatToWire returns a seat as a message. Without addresses it is at the lobby's.
func seatToWire(s lobby.Seat) *wire.ClubSeat {
	return &wire.ClubSeat{
		Table: tableToWire(s.Table), Ticket: s.Ticket[:], Addresses: addressesToWire(s.Addrs), Watch: s.Watch,
	}
}

// SeatFromWire returns the seat that the club gives. It may lack addresses, and always lacks Host:
// the caller knows the lobby's address and the club's key.
func SeatFromWire(w *wire.ClubSeat) (lobby.Seat, error) {
	t, err := TableFromWire(w.GetTable())
	if err != nil {
		return lobby.Seat{}, err
	}
	s := lobby.Seat{Table: t, Addrs: addressesFromWire(w.GetAddresses()), Watch: w.GetWatch()}
	if len(w.GetTicket()) != len(s.Ticket) {
		return lobby.Seat{}, errSeat
	}
	if copy(s.Ticket[:], w.GetTicket()); s.Ticket.IsZero() {
		return lobby.Seat{}, errSeat
	}
	return s, nil
}

// maxAddresses is the largest number of addresses that are read, and maxAddress the most bytes of
// one.
const (
	maxAddresses = 16
	maxAddress   = 300
)

func addressesToWire(addresses []string) []*wire.ClubAddress {
	return each(addresses, func(a string) *wire.ClubAddress { return &wire.ClubAddress{Addr: a} })
}

// addressesFromWire returns the addresses that have the form host:port; others are left out.
func addressesFromWire(list []*wire.ClubAddress) (addresses []string) {
	for _, w := range list[:min(len(list), maxAddresses)] {
		if a := w.GetAddr(); isAddress(a) {
			addresses = append(addresses, a)
		}
	}
	return addresses
}

func isAddress(a string) bool {
	host, port, err := net.SplitHostPort(a)
	n, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || bad != nil || n == 0 || host == "" || len(a) > maxAddress {
		return false
	}
	for _, c := range []byte(a) {
		if c <= ' ' || c > '~' || c == '@' || c == '/' {
			return false
		}
	}
	return true
}

var errGame = errors.New("a game is damaged")

// gameEntryToWire returns a game of a list as a message.
func gameEntryToWire(g lobby.GameEntry) *wire.ClubGameEntry {
	return &wire.ClubGameEntry{
		Id: g.ID, Members: membersToWire(g.Members[:]), Rules: g.Variant.String(), Time: timeToWire(g.Time), Rated: g.Rated,
		Ending: g.Result.Ending.String(), Winner: uint32(g.Result.WinnerNumber()), SouthStore: uint32(g.Result.Stores[0]),
		NorthStore: uint32(g.Result.Stores[1]), Began: momentToWire(g.Began), Plies: uint32(g.Plies),
	}
}

// gameEntryFromWire returns the entry that the club has sent.
func gameEntryFromWire(w *wire.ClubGameEntry) (g lobby.GameEntry, err error) {
	if len(w.GetMembers()) != 2 || !lobby.IsGameID(w.GetId()) || w.GetWinner() > 2 {
		return lobby.GameEntry{}, errGame
	}
	for i, m := range w.GetMembers() {
		if g.Members[i], err = playerFromWire(m); err != nil {
			return lobby.GameEntry{}, errGame
		}
	}
	if g.Variant, err = rules.ParseRuleSet(w.GetRules()); err != nil {
		return lobby.GameEntry{}, err
	}
	if g.Time, err = timeFromWire(w.GetTime()); err != nil {
		return lobby.GameEntry{}, err
	}
	ending, known := match.ParseEnding(w.GetEnding())
	if !known || ending == match.Running {
		return lobby.GameEntry{}, errGame
	}
	stores := [2]int{Count(w.GetSouthStore()), Count(w.GetNorthStore())}
	g.ID, g.Rated, g.Result = w.GetId(), w.GetRated(), match.ResultOf(ending, int(w.GetWinner()), stores)
	g.Began, g.Plies = moment(w.GetBegan()), Count(w.GetPlies())
	return g, nil
}

// playerFromWire returns a player of a game, who may have left the club.
func playerFromWire(w *wire.ClubMember) (lobby.Member, error) {
	if w.GetId() != "" {
		return memberFromWire(w)
	}
	return lobby.Member{Rating: int(min(w.GetRating(), lobby.MaxRating)), Deviation: int(min(w.GetDeviation(), lobby.MaxRating))}, nil
}

func gamesToWire(l lobby.Games) *wire.ClubGames {
	return &wire.ClubGames{More: l.More, Games: each(l.List, gameEntryToWire)}
}

// GamesFromWire returns the list that the club has sent.
func GamesFromWire(w *wire.ClubGames) (lobby.Games, error) {
	if len(w.GetGames()) > lobby.MostGames {
		return lobby.Games{}, errGame
	}
	l := lobby.Games{More: w.GetMore()}
	for _, w := range w.GetGames() {
		g, err := gameEntryFromWire(w)
		if err != nil {
			return lobby.Games{}, err
		}
		l.List = append(l.List, g)
	}
	return l, nil
}

func gameToWire(g lobby.Game) *wire.ClubGame {
	return &wire.ClubGame{Entry: gameEntryToWire(g.Entry), Text: g.Game.String()}
}

// GameFromWire returns the game that the club has sent. Its plies are legal, and as many as the
// entry says.
func GameFromWire(w *wire.ClubGame) (lobby.Game, error) {
	entry, err := gameEntryFromWire(w.GetEntry())
	if err != nil {
		return lobby.Game{}, err
	}
	game, err := rules.ParseGame(w.GetText())
	if err != nil {
		return lobby.Game{}, err
	}
	if _, err := game.Replay(); err != nil {
		return lobby.Game{}, err
	}
	if game.Variant != entry.Variant || len(game.Plies) != entry.Plies {
		return lobby.Game{}, errGame
	}
	return lobby.Game{Entry: entry, Game: game}, nil
}
