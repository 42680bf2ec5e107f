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
	seating
	current
	peer
	callers

	link   Link
	stage  Stage
	note   *rules.Note // why the game does not go on
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

// Stage returns how far the table has come.
func (t *Table) Stage() Stage { return t.stage }

// SideName returns the name of the player who has a side.
func (t *Table) SideName(s rules.Side) string { return t.names[t.Party(s)] }

// Follow registers f, which is called with every event as soon as the table has applied it.
func (t *Table) Follow(f func(Event)) { t.follow = append(t.follow, f) }

// Note returns why the game does not go on: how the link ended or failed, or, in [StageGame], why
// the computer player to move gave no ply. It is nil as long as nothing is wrong.
func (t *Table) Note() *rules.Note { return t.note }

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
