package table

import (
	"errors"
	"fmt"

	"mancala/internal/match"
	"mancala/rules"
)

// Code is the reason why an owner refuses a wish, or a State an event. It is an error that unwraps
// to a sentence for a person, if there is one. Compare with errors.Is.
type Code uint8

// The codes; the zero value is none.
const (
	Late         Code = iota + 1 // something that the wisher had not seen came first
	NotLegal                     // the rules of the game, or of these wishes, do not allow it
	Mismatch                     // a ply leads to another position than its hash says
	Ended                        // the game, or the series, has ended
	Running                      // the game has not ended
	Asked                        // a request is open
	NothingAsked                 // there is no such request
	NoSuchPly                    // there is no ply of the asker's to take back there
	Often                        // this was asked back too often
	Timed                        // no takeback in a game with clocks
	Rated                        // no takeback in a rated game
	NotWinner                    // this seat did not win the last game, or has been named
	TooFast                      // too many wishes of a seat in that time
	NotClean                     // the text has characters that are not shown
	Away                         // the other seat is missing; only at the wisher, never sent
	Full                         // too many wishes are undecided; only at the wisher, never sent
	ClubOnly                     // only a club can decide that
	BadClock                     // the times contradict those before
	Replayed                     // the wish has been counted, or numbers were left out
	Gap                          // an event is missing
)

// codes are the words of the codes for the log, and the reasons for a person.
var codes = [...]struct {
	word string
	err  error
}{
	Late: {"late", nil}, NotLegal: {"not legal", nil}, Mismatch: {"mismatch", nil}, Ended: {"ended", match.ErrEnded},
	Running:      {"running", match.ErrRunning},
	Asked:        {"asked", rules.Refuse("match.asked", "a request is waiting for its answer; withdraw it first")},
	NothingAsked: {"nothing asked", rules.Refuse("match.nothing-asked", "nothing has been asked")},
	NoSuchPly:    {"no such ply", match.ErrNothingToUndo},
	Often:        {"refused often", rules.Refuse("match.refused-often", "this move was asked back three times already")},
	Timed:        {"timed", rules.Refuse("match.timed", "no move is taken back in a game with clocks")},
	Rated:        {"rated", rules.Refuse("match.rated", "no move is taken back in a game that counts for ratings")},
	NotWinner:    {"not the winner", nil},
	TooFast:      {"too fast", rules.Refuse("match.too-fast", "one line a second; wait a moment")},
	NotClean:     {"not clean", rules.Refuse("match.nothing-said", "there is nothing to say in that")},
	Away:         {"paused", rules.Refuse("match.paused", "the connection is down; the game goes on when it is back")},
	Full:         {"full", Away},
	ClubOnly:     {"only for clubs", nil}, BadClock: {"bad clock", nil}, Replayed: {"replayed", nil}, Gap: {"gap", nil},
}

// Error returns a few words for the log.
func (c Code) Error() string {
	if c == 0 || int(c) >= len(codes) {
		return fmt.Sprintf("code %d", uint8(c))
	}
	return codes[c].word
}

// Unwrap returns the reason for a person, or nil.
func (c Code) Unwrap() error {
	if int(c) >= len(codes) {
		return nil
	}
	return codes[c].err
}

// ErrElsewhere says that an event is a wish of this player from another program: a copy of its
// folder plays, or has played. Load the state from disk again. Compare with errors.Is.
var ErrElsewhere = errors.New("another program plays with this seat")

// Accusation is a lie that one end accuses the other of.
type Accusation uint8

// The accusations.
const (
	Illegal   Accusation = iota + 1 // an event that the rules do not allow
	Desync                          // the two programs do not agree about the board
	Forged                          // a wish that this player did not make
	Replay                          // a wish of this player that was counted before
	Toss                            // another starter than was agreed or tossed
	NotClub                         // a decision that only a club may make
	WrongTime                       // times that contradict those before
	Missing                         // an event was left out
	History                         // another history of the same series
	Unfair                          // a legal wish was refused
)

var accusations = [...]string{
	Illegal: "illegal", Desync: "desync", Forged: "forged", Replay: "replay", Toss: "toss", NotClub: "notclub",
	WrongTime: "clock", Missing: "gap", History: "history", Unfair: "unfair",
}

// String returns the accusation as one word for the log and the wire.
func (a Accusation) String() string {
	if a == 0 || int(a) >= len(accusations) {
		return fmt.Sprintf("accusation %d", uint8(a))
	}
	return accusations[a]
}

// Lie is an error that ends a series: no honest program acts like the other end. The window of
// events and the other end's bytes are the evidence.
type Lie struct {
	What Accusation
	// N and H are the last event that this end believes, and the chain after it.
	N uint32
	H Chain
}

// Error returns a sentence for the log.
func (l *Lie) Error() string {
	return fmt.Sprintf("after event %d the other end lies: %v", l.N, l.What)
}

func (s *State) lie(what Accusation) *Lie { return &Lie{what, s.N, s.H} }

// lieOf returns the lie in an event that State refuses with a code.
func (s *State) lieOf(err error) *Lie {
	what := Illegal
	if code := Code(0); errors.As(err, &code) {
		switch code {
		case Mismatch:
			what = Desync
		case ClubOnly:
			what = NotClub
		case BadClock:
			what = WrongTime
		case Gap:
			what = Missing
		case Replayed:
			what = Replay
		}
	}
	return s.lie(what)
}
