package table

import (
	"errors"
	"fmt"
)

// ErrElsewhere says that an event is a wish of this player that this program did not make: a copy
// of its folder plays, or has played. What is on disk is to be loaded again. Compare with
// errors.Is.
var ErrElsewhere = errors.New("another program plays with this seat")

// Accusation is the lie of which an end accuses the other one.
type Accusation uint8

// The accusations.
const (
	Illegal   Accusation = iota + 1 // an event that the rules do not allow
	Desync                          // the two programs do not agree about the board
	Forged                          // a wish that this player did not make
	Replay                          // a wish of this player that was counted before
	Toss                            // another starter than was agreed or tossed
	Court                           // a decision that only a club may make
	WrongTime                       // times that contradict those before
	Missing                         // an event was left out
	History                         // another history of the same series
	Unfair                          // a legal wish was refused
)

var accusations = [...]string{
	Illegal: "illegal", Desync: "desync", Forged: "forged", Replay: "replay", Toss: "toss", Court: "nocourt",
	WrongTime: "clock", Missing: "gap", History: "history", Unfair: "unfair",
}

// String returns the accusation as one word for the log and the wire.
func (a Accusation) String() string {
	if a == 0 || int(a) >= len(accusations) {
		return fmt.Sprintf("accusation %d", uint8(a))
	}
	return accusations[a]
}

// Lie is an error that ends a series: the other end has done what no honest program does. The
// window of events, and what the other end sent, are the evidence.
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

// lieOf returns the lie that an event is which State refuses with a code.
func (s *State) lieOf(err error) *Lie {
	what := Illegal
	if code := Code(0); errors.As(err, &code) {
		switch code {
		case Mismatch:
			what = Desync
		case NoCourt:
			what = Court
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
