package match

import (
	"slices"

	"mancala/rules"
)

// current is the current game of a table; the zero value is none.
type current struct {
	variant   rules.Variant
	series    *Series
	gameID    string
	number    int
	wanted    [2]bool     // who has asked for the next game
	asks      [2]takeback // by party: who asks to take plies back
	opened    bool        // it began with plies that were not played here
	wentBack  bool        // plies of it have been taken back
	clocks    Clocks      // as told last
	by        Party       // who resigned or ran out of time
	estimates estimates
}

// takeback is a request to go back to the position after some plies.
type takeback struct {
	open  bool
	plies int
}

// Match returns the current game, or nil before the first. Only read it.
func (c *current) Match() *Match {
	if c.series == nil {
		return nil
	}
	return c.series.Match()
}

// GameID returns the name of the current game.
func (c *current) GameID() string { return c.gameID }

// Number returns the number of the current game in its series, counted from 1.
func (c *current) Number() int { return c.number }

// Side returns the side that a party has in the current game.
func (c *current) Side(p Party) rules.Side {
	if c.series == nil {
		return rules.South
	}
	return c.series.Side(p)
}

// Party returns who has a side in the current game.
func (c *current) Party(s rules.Side) Party {
	if c.series == nil {
		return Host
	}
	return c.series.Party(s)
}

// Starter returns who made, or makes, the first ply of the current game.
func (c *current) Starter() Party { return c.Party(rules.South) }

// Tally returns how the games of the series ended so far, the current one included once it has
// ended.
func (c *current) Tally() Tally {
	if c.series == nil {
		return Tally{}
	}
	return c.series.Tally()
}

// Opened reports that the current game began with plies that were not played at this table.
func (c *current) Opened() bool { return c.opened }

// Loser returns the party that resigned or ran out of time, if the game ended so.
func (c *current) Loser() Party { return c.by }

// Wanted reports whether a party has asked for the next game.
func (c *current) Wanted(p Party) bool { return c.wanted[p&1] }

// Asks returns the position that a party asks to go back to, as the number of plies left, and
// whether it asks.
func (c *current) Asks(p Party) (plies int, ok bool) { return c.asks[p&1].plies, c.asks[p&1].open }

// Clocks returns the last reported clocks of the current game; the zero value if it has none.
func (c *current) Clocks() Clocks { return c.clocks }

// Estimate returns the verdict of a computer player on the position before its n-th ply of the
// current game, counted from 1. It returns false if the value was proved, the player gives none, or
// a person or the other end chose the ply.
func (c *current) Estimate(n int) (v Verdict, ok bool) {
	at, ok := c.estimates[n]
	if m := c.Match(); !ok || n > m.Plies() {
		return Verdict{}, false
	} else if before, s := m.Ply(n); before != at.in || s.From != at.house {
		return Verdict{}, false
	}
	return at.verdict, true
}

// Stage is the progress of a table.
type Stage uint8

// The stages. A host's table goes back from StageEnded to StageListening when the next guest may
// come.
const (
	StageConnecting Stage = iota // the guest is dialling, or the host is opening its port
	StageListening               // the host waits for a guest
	StageOffered                 // the guest is shown the rules
	StageGame                    // a game is running
	StageOver                    // a game has ended; the two may play another
	StageEnded                   // either end has left
	StageFailed                  // there is no connection, for good
)

// The names, in English, of players who gave none in games at one machine.
var (
	// Unnamed are those of people, by party.
	Unnamed = [2]string{"Player 1", "Player 2"}
	// SideNames are those in games from a text, by side.
	SideNames = [2]string{"South", "North"}
)

// DefaultName returns the name of a party that gave none, in English. Both ends of a connection use
// the same.
func DefaultName(p Party) string { return [...]string{Host: "Host", Guest: "Guest"}[p&1] }

// Table is one end of a link with the seats that are at this end. It follows the link from its
// first event to its last, keeps its own copy of the game, plays for the persons here, and asks the
// computer players here. Plies come from the link with all their effects, and are not sown again. A
// front end shows any table in the same way, with people or computer players, near or far.
//
// A table has no clock. Time passes for it when Poll is called. Its methods are for one goroutine.
type Table struct {
	seating
	current
	peer
	callers

	link   Link
	stage  Stage
	note   *rules.Note // why the game does not continue
	follow []func(Event)
	events []Event // taken in, and not returned by Poll yet
	asked  *question
	stuck  bool // the computer player that was asked last gave no ply
	// choosing is full while a seat chooses.
	choosing chan struct{}
}

// NewTable returns the table of a link. Self is the party at this end, or Host if both are. Names
// are the known names, and seats the players at this end, both by party; a nil seat is at the other
// end.
func NewTable(link Link, self Party, names [2]string, seats [2]Seat) *Table {
	t := &Table{link: link, seating: seating{self: self, names: names, seats: seats}, choosing: make(chan struct{}, 1)}
	t.nameAll()
	return t
}

// Link returns the link, for wishes that have no method here.
func (t *Table) Link() Link { return t.link }

// Stage returns the progress of the table.
func (t *Table) Stage() Stage { return t.stage }

// SideName returns the name of the player who has a side.
func (t *Table) SideName(s rules.Side) string { return t.names[t.Party(s)] }

// Follow registers f. The table calls it with every event that it has applied.
func (t *Table) Follow(f func(Event)) { t.follow = append(t.follow, f) }

// Note returns why the game does not continue: how the link ended or failed, or, in [StageGame],
// why the computer player to move gave no ply. It is nil if all is well.
func (t *Table) Note() *rules.Note { return t.note }

// ToMove returns the party to move. After the game it is the party whose turn it would be.
func (t *Table) ToMove() Party {
	if m := t.Match(); m != nil {
		return t.Party(m.Position().ToMove())
	}
	return Host
}

// PersonToMove reports whether a game is running and the one to move is a person at this end.
func (t *Table) PersonToMove() bool { return t.running() && t.Person(t.ToMove()) }

// running reports whether a game is running and its connection is up. After the last ply the game
// may still run: the other end has to agree.
func (t *Table) running() bool {
	return t.stage == StageGame && t.paused == nil && t.series.Match().Running()
}

// ComputerToMove reports whether Ask has a seat to ask, or is asking: a game is running, and a
// computer player at this end is to move that has not just failed to choose a ply in this position.
func (t *Table) ComputerToMove() bool {
	return t.running() && !t.stuck && t.Here(t.ToMove()) && !t.Person(t.ToMove())
}

// Thinking reports whether a computer player at this end is being asked.
func (t *Table) Thinking() bool { return t.asked != nil && t.ComputerToMove() }

// seating is who takes part in a series, and who of them sits at this end.
type seating struct {
	self     Party
	names    [2]string
	seats    [2]Seat // by party; nil sits at the other end
	watching bool    // no party is at this end
}

// Self returns the party at this end; if both are, Host.
func (s *seating) Self() Party { return s.self }

// Name returns a party's name.
func (s *seating) Name(p Party) string { return s.names[p&1] }

// Here reports whether a party sits at this end.
func (s *seating) Here(p Party) bool { return s.seats[p&1] != nil }

// Person reports whether a party is a person at this end.
func (s *seating) Person(p Party) bool {
	_, ok := s.seats[p&1].(*Person)
	return ok
}

// Persons returns how many persons sit at this end: 0, 1 or 2.
func (s *seating) Persons() int {
	n := 0
	for _, p := range [...]Party{Host, Guest} {
		if s.Person(p) {
			n++
		}
	}
	return n
}

// Watching reports whether this end only watches.
func (s *seating) Watching() bool { return s.watching }

// nameAll fills in missing names, and makes equal ones distinguishable.
func (s *seating) nameAll() {
	for i, name := range s.names {
		if name == "" {
			s.names[i] = DefaultName(Party(i))
		}
	}
	at := AtGuest
	if s.Here(Host) && s.Here(Guest) {
		at = AtSecond
	}
	s.names = TellApart(s.names, at)
}

// peer is the other end of a table, and the connection to it.
type peer struct {
	paused  *Paused // the connection is down
	quiet   bool
	absent  bool
	club    bool // it passes the game on
	listen  Listening
	meeting *Meeting // nil if there is no meeting point
	offer   Offered
}

// Paused returns why and for how long the connection is down, and whether it is. A paused table
// plays nothing.
func (p *peer) Paused() (Paused, bool) {
	if p.paused == nil {
		return Paused{}, false
	}
	return *p.paused, true
}

// Quiet reports that the other end has been silent for a while.
func (p *peer) Quiet() bool { return p.quiet }

// Listening returns the last event of that name, with the addresses of a host.
func (p *peer) Listening() Listening { return p.listen }

// Meeting returns the last event of that name, or nil if the host has no meeting point.
func (p *peer) Meeting() *Meeting { return p.meeting }

// Offer returns the rules that a guest is asked to agree to.
func (p *peer) Offer() Offered { return p.offer }

// Absent reports that the other player is not connected to the host that passes the game on.
func (p *peer) Absent() bool { return p.absent }

// callers are the guests who want to play with a host and the audience, as a table knows them.
type callers struct {
	deciding   []string
	knocks     []Knocked
	seatWanted string
	heldUp     *HeldUp
	watchers   int
	security   Security
}

// take notes an event about them.
func (c *callers) take(e Event) {
	switch e := e.(type) {
	case Deciding:
		c.deciding = e.Peers
	case Knocked:
		c.knocks = append(c.knocks, e)
	case KnockEnded:
		c.knocks = slices.DeleteFunc(c.knocks, func(k Knocked) bool { return k.Knock == e.Knock })
	case SeatWanted:
		c.seatWanted = e.By
	case HeldUp:
		c.heldUp = &e
	case Watchers:
		c.watchers = e.N
	}
}

// seated notes that the seat is taken.
func (c *callers) seated(s Security) {
	c.deciding, c.seatWanted, c.heldUp, c.security = nil, "", nil, s
}

// played notes that the guest does play.
func (c *callers) played() { c.seatWanted = "" }

// left notes that the seat is free again, or that this end is no longer connected.
func (c *callers) left() { c.deciding, c.seatWanted, c.heldUp = nil, "", nil }

// Deciding returns the names of the guests who are reading the rules, longest first.
func (c *callers) Deciding() []string { return c.deciding }

// Knocks returns the guests who wait for an answer of the host, longest first.
func (c *callers) Knocks() []Knocked { return c.knocks }

// SeatWanted returns the name of a guest who waits for the seat while the seated one has not played
// for two minutes, or "".
func (c *callers) SeatWanted() string { return c.seatWanted }

// HeldUp returns why this end, a guest who has agreed to the rules, has to wait, and whether it
// has.
func (c *callers) HeldUp() (HeldUpBy, bool) {
	if c.heldUp == nil {
		return 0, false
	}
	return c.heldUp.By, true
}

// Watchers returns how many watch the game.
func (c *callers) Watchers() int { return c.watchers }

// Security returns how the connection to the other end is protected.
func (c *callers) Security() Security { return c.security }

type (
	// Clocked returns the state of the current game's clocks. Its moment is by this end's clock.
	Clocked struct{ Clocks Clocks }
	// PeerAbsent says whether the other player is connected to the host, which is a third party. It
	// holds only while this end's connection is up: after Resumed it comes again.
	PeerAbsent struct{ Absent bool }
)

func (Clocked) isEvent()    {}
func (PeerAbsent) isEvent() {}

// AtClub reports that the other end is a club, which passes the game on between two players. Only
// clubs keep clocks; watchers learn only that.
func (t *Table) AtClub() bool { return t.club || t.clocks.Control.Timed() }

// Awaited reports that the other player may not have come to the first game yet: they have played
// nothing.
func (t *Table) Awaited() bool {
	m := t.Match()
	if m == nil || t.number > 1 {
		return m == nil
	}
	for n := 1; n <= m.Plies(); n++ {
		if _, sowing := m.Ply(n); t.Party(sowing.Mover) != t.self {
			return false
		}
	}
	return true
}
