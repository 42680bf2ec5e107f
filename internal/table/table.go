package table

import (
	"mancala/internal/match"
	"mancala/rules"
)

// current is the current game of a table; the zero value is none.
type current struct {
	series    *match.Series // as the last news of the game had it
	gameID    string
	wanted    [2]bool      // who has asked for the next game
	asks      [2]takeback  // by party: who asks to take plies back
	opened    bool         // it began with plies that were not played here
	wentBack  bool         // plies of it have been taken back
	clocks    match.Clocks // as told last
	by        match.Party  // who resigned or ran out of time
	estimates estimates
}

// estimate is the verdict of a seat at this end on a position in which it chose a house.
type estimate struct {
	in      rules.Position
	house   rules.House
	verdict match.Verdict
}

// estimates are the estimates of a game, by ply number from 1. A ply that is taken back keeps its
// estimate in case it is played again.
type estimates map[int]estimate

// takeback is a request to go back to the position after some plies.
type takeback struct {
	open  bool
	plies int
}

// Match returns the current game, or nil before the first. Only read it.
func (t *Table) Match() *match.Match {
	if t.game.series == nil {
		return nil
	}
	return t.game.series.Match()
}

// GameID returns the name of the current game.
func (t *Table) GameID() string { return t.game.gameID }

// Number returns the number of the current game in its series, counted from 1; 0 before the first.
func (t *Table) Number() int {
	if t.game.series == nil {
		return 0
	}
	return t.game.series.Number()
}

// Side returns the side that a party has in the current game.
func (t *Table) Side(p match.Party) rules.Side {
	if t.game.series == nil {
		return rules.South
	}
	return t.game.series.Side(p)
}

// Party returns who has a side in the current game.
func (t *Table) Party(s rules.Side) match.Party {
	if t.game.series == nil {
		return match.Host
	}
	return t.game.series.Party(s)
}

// Starter returns who made, or makes, the first ply of the current game.
func (t *Table) Starter() match.Party { return t.Party(rules.South) }

// Tally returns how the games of the series ended so far, the current one included once it has
// ended.
func (t *Table) Tally() match.Tally {
	if t.game.series == nil {
		return match.Tally{}
	}
	return t.game.series.Tally()
}

// Opened reports that the current game began with plies that were not played at this table.
func (t *Table) Opened() bool { return t.game.opened }

// Loser returns the party that resigned or ran out of time, if the game ended so.
func (t *Table) Loser() match.Party { return t.game.by }

// Wanted reports whether a party has asked for the next game.
func (t *Table) Wanted(p match.Party) bool { return t.game.wanted[p&1] }

// Asks returns the position that a party asks to go back to, as the number of plies left, and
// whether it asks.
func (t *Table) Asks(p match.Party) (plies int, ok bool) {
	return t.game.asks[p&1].plies, t.game.asks[p&1].open
}

// Clocks returns the last reported clocks of the current game; the zero value if it has none.
func (t *Table) Clocks() match.Clocks { return t.game.clocks }

// Estimate returns the verdict of a computer player on the position before its n-th ply of the
// current game, counted from 1. It returns false if the value was proved, the player gives none, or
// a person or the other end chose the ply.
func (t *Table) Estimate(n int) (v match.Verdict, ok bool) {
	at, ok := t.game.estimates[n]
	if m := t.Match(); !ok || n > m.Plies() {
		return match.Verdict{}, false
	} else if before, s := m.Ply(n); before != at.in || s.From != at.house {
		return match.Verdict{}, false
	}
	return at.verdict, true
}

// connection is how this end is connected to the other one; the zero value is well.
type connection struct {
	paused *Paused // it is down; nil if it is not
	quiet  bool
	absent bool
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

// Table is one end of a link with the seats that are at this end. It follows the link from its
// first event to its last, plays for the persons here, and asks the computer players here. The game
// is the one that came with the last event, and is not sown again. A front end shows any table in
// the same way, with people or computer players, near or far.
//
// A table has no clock. Time passes for it when Poll is called. Its methods are for one goroutine.
type Table struct {
	link   Link
	stage  Stage
	note   *rules.Note // why the game does not continue
	follow []func(News)
	events []News // taken in, and not returned by Poll yet

	self     match.Party
	names    [2]string
	seats    [2]match.Seat // by party; nil sits at the other end
	watching bool          // no party is at this end
	club     bool          // the other end passes the game on
	game     current

	line     connection
	security match.Security
	watchers int
	door     Door
	came     bool // a guest, since the host last wanted to wait

	asked *question
	stuck bool // the computer player that was asked last gave no ply
	// choosing is full while a seat chooses.
	choosing chan struct{}
}

// NewTable returns the table of a link. Self is the party at this end, or Host if both are. Names
// are the known names, and seats the players at this end, both by party; a nil seat is at the other
// end.
func NewTable(link Link, self match.Party, names [2]string, seats [2]match.Seat) *Table {
	t := &Table{link: link, self: self, names: names, seats: seats, choosing: make(chan struct{}, 1)}
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
func (t *Table) Follow(f func(News)) { t.follow = append(t.follow, f) }

// Note returns why the game does not continue: how the link ended or failed, or, in [StageGame],
// why the computer player to move gave no ply. It is nil if all is well.
func (t *Table) Note() *rules.Note { return t.note }

// ToMove returns the party to move. After the game it is the party whose turn it would be.
func (t *Table) ToMove() match.Party {
	if m := t.Match(); m != nil {
		return t.Party(m.Position().ToMove())
	}
	return match.Host
}

// PersonToMove reports whether a game is running and the one to move is a person at this end.
func (t *Table) PersonToMove() bool { return t.running() && t.Person(t.ToMove()) }

// running reports whether a game is running and its connection is up. After the last ply the game
// may still run: the other end has to agree.
func (t *Table) running() bool {
	return t.stage == StageGame && t.line.paused == nil && t.game.series.Match().Running()
}

// ComputerToMove reports whether Ask has a seat to ask, or is asking: a game is running, and a
// computer player at this end is to move that has not just failed to choose a ply in this position.
func (t *Table) ComputerToMove() bool {
	return t.running() && !t.stuck && t.Here(t.ToMove()) && !t.Person(t.ToMove())
}

// Thinking reports whether a computer player at this end is being asked.
func (t *Table) Thinking() bool { return t.asked != nil && t.ComputerToMove() }

// Self returns the party at this end; if both are, Host.
func (t *Table) Self() match.Party { return t.self }

// Name returns a party's name.
func (t *Table) Name(p match.Party) string { return t.names[p&1] }

// Here reports whether a party sits at this end.
func (t *Table) Here(p match.Party) bool { return t.seats[p&1] != nil }

// Person reports whether a party is a person at this end.
func (t *Table) Person(p match.Party) bool {
	_, ok := t.seats[p&1].(*match.Person)
	return ok
}

// Persons returns how many persons sit at this end: 0, 1 or 2.
func (t *Table) Persons() int {
	n := 0
	for _, p := range [...]match.Party{match.Host, match.Guest} {
		if t.Person(p) {
			n++
		}
	}
	return n
}

// Watching reports whether this end only watches.
func (t *Table) Watching() bool { return t.watching }

// nameAll fills in missing names, and makes equal ones distinguishable.
func (t *Table) nameAll() {
	for i, name := range t.names {
		if name == "" {
			t.names[i] = match.DefaultName(match.Party(i))
		}
	}
	at := match.AtGuest
	if t.Here(match.Host) && t.Here(match.Guest) {
		at = match.AtSecond
	}
	t.names = match.TellApart(t.names, at)
}

// Paused returns why and for how long the connection is down, and whether it is. A paused table
// plays nothing.
func (t *Table) Paused() (Paused, bool) {
	if t.line.paused == nil {
		return Paused{}, false
	}
	return *t.line.paused, true
}

// Quiet reports that the other end has been silent for a while.
func (t *Table) Quiet() bool { return t.line.quiet }

// Absent reports that the other player is not connected to the host that passes the game on.
func (t *Table) Absent() bool { return t.line.absent }

// Security returns how the connection to the other end is protected.
func (t *Table) Security() match.Security { return t.security }

// Watchers returns how many watch the game.
func (t *Table) Watchers() int { return t.watchers }

// Door returns who waits for a seat, and how.
func (t *Table) Door() *Door { return &t.door }

// AtClub reports that the other end is a club, which passes the game on between two players. Only
// clubs keep clocks; watchers learn only that.
func (t *Table) AtClub() bool { return t.club || t.game.clocks.Control.Timed() }

// Awaited reports that the other player may not have come to the first game yet: they have played
// nothing.
func (t *Table) Awaited() bool {
	m := t.Match()
	if m == nil || t.Number() > 1 {
		return m == nil
	}
	for n := 1; n <= m.Plies(); n++ {
		if _, sowing := m.Ply(n); t.Party(sowing.Mover) != t.self {
			return false
		}
	}
	return true
}

// Play plays a house for the person at this end whose turn it is. A refused ply is a
// [*match.PlyError] and changes nothing. An accepted one is part of the game at once; its event
// comes with the next Poll.
func (t *Table) Play(h rules.House) error {
	m := t.Match()
	switch {
	case t.watching:
		return &match.PlyError{House: h, Err: ErrWatching}
	case m == nil || t.stage != StageGame:
		return &match.PlyError{House: h, Err: match.ErrEnded}
	case !t.PersonToMove():
		return &match.PlyError{Side: m.Position().ToMove(), House: h, Err: match.ErrOutOfTurn}
	}
	if err := m.Position().Legal(h); err != nil {
		return &match.PlyError{Side: m.Position().ToMove(), House: h, Err: err}
	}
	return t.wish(t.ToMove(), KindPly, int(h), "")
}

// Resign resigns the game for the person at this end; if both parties are persons here, for the one
// to move.
func (t *Table) Resign() error {
	p := t.ToMove()
	if !t.Person(p) && t.Person(p.Other()) || !t.Here(p) {
		p = p.Other()
	}
	return t.wish(p, KindResign, 0, "")
}

// Rematch asks for the next game, or agrees to it.
func (t *Table) Rematch() error {
	defer t.drain()
	err := t.link.Wish(t.self, KindWant, 0, "")
	if err == nil {
		t.game.wanted[t.self] = true
	}
	return err
}

// WithdrawRematch takes the wish for the next game back.
func (t *Table) WithdrawRematch() error {
	return t.wish(t.self, KindUnwant, 0, "")
}

// Say sends a line of talk to the other end.
func (t *Table) Say(text string) error {
	return t.wish(t.self, KindSay, 0, text)
}

// wish makes a wish, and applies its effects.
func (t *Table) wish(by match.Party, k Kind, arg int, text string) error {
	defer t.drain()
	return t.link.Wish(by, k, arg, text)
}

// WaitAgain has a host wait for the next guest if its guest has left or its game is paused. A
// paused game is set aside. The next guest may have come already, and may even have left.
func (t *Table) WaitAgain() {
	if !t.watching && (t.stage == StageEnded || t.line.paused != nil) {
		t.came = false
		t.link.WaitAgain()
		t.drain()
		if !t.came && (t.stage == StageEnded || t.line.paused != nil) {
			t.stage, t.line.paused, t.note = StageListening, nil, nil
		}
	}
}

// Close ends the link and cancels a computer player that is thinking. Nothing can be played after
// it.
func (t *Table) Close() error {
	t.forget()
	t.stage = StageEnded
	for _, seat := range t.seats {
		if c, ok := seat.(match.Closer); ok {
			c.Close()
		}
	}
	return t.link.Close()
}
