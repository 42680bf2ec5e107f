package match

import "mancala/rules"

// Stage is how far a table has come.
type Stage uint8

// The stages. A host's table goes back from StageEnded to StageListening when the next guest may
// come.
const (
	StageConnecting Stage = iota // the guest is dialling, or the host is opening its port
	StageListening               // the host waits for a guest
	StageOffered                 // the guest is shown the rules
	StageGame                    // a game is running
	StageOver                    // a game has ended; the two may play another
	StageEnded                   // the other one, or this one, has left
	StageFailed                  // there is no connection and there will be none
)

// DefaultName returns the name of a party that gave none, in English. Both ends of a connection use
// the same.
func DefaultName(p Party) string { return [...]string{Host: "Host", Guest: "Guest"}[p&1] }

// Table is one end of a link with the seats that are at this end. It follows the link from its
// first event to its last, keeps its own copy of the game, plays for the persons here, and asks the
// computer players here. Plies come from the link with all that follows from them, and are not sown
// again. A front end shows a table; who sits at it, and whether the other party is
// in the next chair or on another continent, is all the same to it.
//
// A table has no clock. Time passes for it when Poll is called. Its methods are for one goroutine.
type Table struct {
	link     Link
	seats    [2]Seat // by party; nil sits at the other end
	stage    Stage
	self     Party
	names    [2]string
	variant  rules.Variant
	series   *Series
	gameID   string
	number   int
	wanted   [2]bool     // who has asked for the next game
	asks     [2]takeback // by party: who asks to take plies back
	paused   *Paused     // the connection is down
	opened   bool        // the current game began with plies that were not played here
	wentBack bool        // plies of the current game have been taken back
	watching bool        // no party is at this end
	follow   []func(Event)
	quiet    bool
	absent   bool
	club     bool        // the other end passes the game on
	clocks   Clocks      // as told last, in the current game
	note     *rules.Note // why the game does not go on
	by       Party       // who resigned or ran out of time
	listen   Listening
	meeting  *Meeting // nil if there is no meeting point
	offer    Offered
	callers  callers

	events []Event // taken in, and not returned by Poll yet
	asked  *question
	stuck  bool // the computer player that was asked last gave no ply
	// estimates are those of the current game.
	estimates estimates
	// choosing is full while a seat chooses.
	choosing chan struct{}
}

// takeback is a request to go back to the position after some plies.
type takeback struct {
	open  bool
	plies int
}

// NewTable returns the table of a link. Self is the party at this end, or Host if both are. Names
// are the known names, and seats the players at this end, both by party; a nil seat is at the other
// end.
func NewTable(link Link, self Party, names [2]string, seats [2]Seat) *Table {
	t := &Table{link: link, self: self, names: names, seats: seats, choosing: make(chan struct{}, 1)}
	t.nameAll()
	return t
}

// Link returns the link, for wishes that have no method here.
func (t *Table) Link() Link { return t.link }

// Stage returns how far the table has come.
func (t *Table) Stage() Stage { return t.stage }

// Match returns the current game, or nil before the first. It is to be read only.
func (t *Table) Match() *Match {
	if t.series == nil {
		return nil
	}
	return t.series.Match()
}

// GameID returns the name of the current game, and Number its number in the series, from 1.
func (t *Table) GameID() string { return t.gameID }

// Number returns the number of the current game in its series, counted from 1.
func (t *Table) Number() int { return t.number }

// Self returns the party at this end; if both are, Host.
func (t *Table) Self() Party { return t.self }

// Side returns the side that a party has in the current game.
func (t *Table) Side(p Party) rules.Side {
	if t.series == nil {
		return rules.South
	}
	return t.series.Side(p)
}

// Party returns who has a side in the current game.
func (t *Table) Party(s rules.Side) Party {
	if t.series == nil {
		return Host
	}
	return t.series.Party(s)
}

// Starter returns who made, or makes, the first ply of the current game.
func (t *Table) Starter() Party { return t.Party(rules.South) }

// Name returns a party's name.
func (t *Table) Name(p Party) string { return t.names[p&1] }

// SideName returns the name of the player who has a side.
func (t *Table) SideName(s rules.Side) string { return t.names[t.Party(s)] }

// Wanted reports whether a party has asked for the next game.
func (t *Table) Wanted(p Party) bool { return t.wanted[p&1] }

// Tally returns how the games of the series ended so far, the current one included once it has
// ended.
func (t *Table) Tally() Tally {
	if t.series == nil {
		return Tally{}
	}
	return t.series.Tally()
}

// Opened reports that the current game began with plies that were not played at this table.
func (t *Table) Opened() bool { return t.opened }

// Paused returns why and for how long the connection is down, and whether it is. A paused table
// plays nothing.
func (t *Table) Paused() (Paused, bool) {
	if t.paused == nil {
		return Paused{}, false
	}
	return *t.paused, true
}

// Asks returns the position that a party asks to go back to, as the number of plies left, and
// whether it asks.
func (t *Table) Asks(p Party) (plies int, ok bool) { return t.asks[p&1].plies, t.asks[p&1].open }

// Follow registers f, which is called with every event as soon as the table has applied it.
func (t *Table) Follow(f func(Event)) { t.follow = append(t.follow, f) }

// Quiet reports that nothing has been heard of the other end for a while.
func (t *Table) Quiet() bool { return t.quiet }

// Note returns why the game does not go on: how the link ended or failed, or, in [StageGame], why
// the computer player to move gave no ply. It is nil as long as nothing is wrong.
func (t *Table) Note() *rules.Note { return t.note }

// Loser returns the party that resigned or ran out of time, if the game ended so.
func (t *Table) Loser() Party { return t.by }

// Listening returns the last event of that name, with the addresses of a host.
func (t *Table) Listening() Listening { return t.listen }

// Meeting returns the last event of that name, or nil if the host has no meeting point.
func (t *Table) Meeting() *Meeting { return t.meeting }

// Offer returns the rules that a guest is asked to agree to.
func (t *Table) Offer() Offered { return t.offer }

// Here reports whether a party sits at this end.
func (t *Table) Here(p Party) bool { return t.seats[p&1] != nil }

// Person reports whether a party is a person at this end.
func (t *Table) Person(p Party) bool {
	_, ok := t.seats[p&1].(*Person)
	return ok
}

// Persons returns how many persons sit at this end: 0, 1 or 2.
func (t *Table) Persons() int {
	n := 0
	for _, p := range [...]Party{Host, Guest} {
		if t.Person(p) {
			n++
		}
	}
	return n
}

// ToMove returns the party to move. In a game that is over it is the one whose turn it would have
// been.
func (t *Table) ToMove() Party {
	if m := t.Match(); m != nil {
		return t.Party(m.Position().ToMove())
	}
	return Host
}

// PersonToMove reports whether a game is running and the one to move is a person at this end.
func (t *Table) PersonToMove() bool { return t.running() && t.Person(t.ToMove()) }

// running reports whether a game is running and its connection is up. A last ply may be on the
// board before the game has ended: the other end has to agree.
func (t *Table) running() bool {
	return t.stage == StageGame && t.paused == nil && t.series.Match().Running()
}

// ComputerToMove reports whether Ask has a seat to ask, or is asking: a game is running, and the
// one to move sits at this end, is no person, and has not just failed to choose a ply in this
// position.
func (t *Table) ComputerToMove() bool {
	return t.running() && !t.stuck && t.Here(t.ToMove()) && !t.Person(t.ToMove())
}

// Thinking reports whether a computer player at this end is being asked.
func (t *Table) Thinking() bool { return t.asked != nil && t.ComputerToMove() }
