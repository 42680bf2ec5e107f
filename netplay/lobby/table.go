package lobby

import (
	"errors"
	"net"
	"strconv"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
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

// quickFromWire returns the settings of the table that a member wants to be matched for, or a
// [lobby.Refusal] if there can be no such table.
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

// memberFromWire returns the member that the club has told of.
func memberFromWire(w *wire.ClubMember) (lobby.Member, error) {
	if !lobby.IsID(w.GetId()) {
		return lobby.Member{}, errMember
	}
	return lobby.Member{
		ID: w.GetId(), Name: match.CleanName(w.GetName()), Computer: w.GetComputer(),
		Rating: ratingFromWire(w.GetRating()), Deviation: ratingFromWire(w.GetDeviation()),
	}, nil
}

func membersToWire(members []lobby.Member) (list []*wire.ClubMember) {
	for _, m := range members {
		list = append(list, memberToWire(m))
	}
	return list
}

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

// tableToWire returns a table as a message.
func tableToWire(t lobby.Table) *wire.ClubTable {
	state := wire.ClubTableState_CLUB_TABLE_STATE_OPEN
	if t.Playing {
		state = wire.ClubTableState_CLUB_TABLE_STATE_PLAYING
	}
	return &wire.ClubTable{
		Id: t.ID, Members: membersToWire(t.Members), Variant: frames.VariantToWire(t.Variant), Time: timeToWire(t.Time),
		Rated: t.Rated, MinRating: uint32(t.MinRating), MaxRating: uint32(t.MaxRating), State: state,
		Number: uint32(t.Number), Watchers: !t.NoWatchers,
	}
}

// TableFromWire returns the table that the club has told of.
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
	want := 1
	switch w.GetState() {
	case wire.ClubTableState_CLUB_TABLE_STATE_OPEN:
	case wire.ClubTableState_CLUB_TABLE_STATE_PLAYING:
		t.Playing, want = true, 2
	default:
		return lobby.Table{}, errTable
	}
	if len(t.Members) != want {
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

// SeatFromWire returns the seat that the club gives. It may be without addresses, and always is
// without Host: the caller knows where the lobby is, and the key that the club has shown there.
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

// maxAddresses is the number of addresses that are looked at, and maxAddress the bytes of one.
const (
	maxAddresses = 16
	maxAddress   = 300
)

func addressesToWire(addresses []string) (list []*wire.ClubAddress) {
	for _, a := range addresses {
		list = append(list, &wire.ClubAddress{Addr: a})
	}
	return list
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
