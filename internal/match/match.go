// Package match holds one game between two sides, and the series of games between the same two
// players.
//
// A [Match] is a pure state machine: it tracks the turn, enforces the rules, and reports the winner
// and the ending. It knows neither the players nor the time; [Clocks] count the time of timed
// games, by moments that the caller passes. A [Series] gives sides to two parties, who take turns
// at starting a game. A [Seat] decides for one of them: a person, a computer player, a script.
package match

import (
	"fmt"
	"slices"

	"mancala/rules"
)

// Why a match refuses something. Compare with errors.Is.
var (
	// ErrOutOfTurn says that it is the other side's turn.
	ErrOutOfTurn error = rules.Refuse("match.out-of-turn", "it is not that side's turn")
	// ErrEnded says that the match has ended, by any ending.
	ErrEnded error = rules.Refuse("match.ended", "the game has ended")
	// ErrRunning says that the match has not ended yet.
	ErrRunning error = rules.Refuse("match.running", "the game is still running")
	// ErrNothingToUndo says that no ply can be taken back.
	ErrNothingToUndo error = rules.Refuse("match.nothing-to-undo", "there is nothing to undo")
	// ErrNothingToRedo says that there is no ply to play again.
	ErrNothingToRedo error = rules.Refuse("match.nothing-to-redo", "there is nothing to redo")
)

// Ending is how a match ended; it does not name the winner.
type Ending uint8

// The endings.
const (
	// Running means that the match has not ended.
	Running Ending = iota
	// Finished means that the game was played to its end.
	Finished
	// Resigned means that one side resigned; the other won.
	Resigned
	// Abandoned means that a player left. There is no winner.
	Abandoned
	// Desynced means that the two ends of a connection disagreed about the game. There is no
	// winner.
	Desynced
	// TimedOut means that one side's clock ran down; the other won.
	TimedOut
)

// endingWords are the words for the endings. Files and messages have them, so they never change.
var endingWords = []string{"running", "finished", "resigned", "abandoned", "desynced", "timed-out"}

// String returns the ending as one word for logs, files and messages, for example "finished".
func (e Ending) String() string {
	if int(e) < len(endingWords) {
		return endingWords[e]
	}
	return "unknown"
}

// ParseEnding parses the result of [Ending.String], or returns false for another word.
func ParseEnding(word string) (e Ending, ok bool) {
	i := slices.Index(endingWords, word)
	return Ending(max(i, 0)), i >= 0
}

// PlyError is a refused ply. It unwraps to [ErrOutOfTurn], [ErrEnded] or one of the errors of
// package rules.
type PlyError struct {
	// Side is the side that wanted to play.
	Side rules.Side
	// House is the house it wanted to play.
	House rules.House
	// Err is the reason.
	Err error
}

// Error returns the ply and the reason.
func (e *PlyError) Error() string { return fmt.Sprintf("%v, house %v: %v", e.Side, e.House, e.Err) }

// Unwrap returns the reason.
func (e *PlyError) Unwrap() error { return e.Err }

// Match is one game. Make one with [New]. It is not safe for concurrent use.
type Match struct {
	positions []rules.Position // before each ply, and the current one last
	sowings   []rules.Sowing
	ending    Ending
	loser     rules.Side // who lost, if ending is Resigned or TimedOut
}

// usualPlies is the number of plies for which a match has room from the start.
const usualPlies = 32

// New returns a match before its first ply, or the error of [rules.Start].
func New(v rules.Variant) (*Match, error) {
	p, err := rules.Start(v)
	if err != nil {
		return nil, err
	}
	m := &Match{positions: make([]rules.Position, 1, usualPlies), sowings: make([]rules.Sowing, 0, usualPlies)}
	m.positions[0] = p
	return m, nil
}

// Position returns the current position.
func (m *Match) Position() rules.Position { return m.positions[len(m.positions)-1] }

// Past returns the positions from the start to the current one. The caller must not change them;
// plies played or taken back later do not change them.
func (m *Match) Past() []rules.Position { return m.positions }

// Plies returns the number of plies played.
func (m *Match) Plies() int { return len(m.sowings) }

// Ply returns the n-th ply, counted from 1, with the position before it. It panics when n is not in
// 1..Plies, as an index out of range does.
func (m *Match) Ply(n int) (before rules.Position, s rules.Sowing) {
	return m.positions[n-1], m.sowings[n-1]
}

// Last returns the ply played last. It panics before the first one.
func (m *Match) Last() rules.Sowing { return m.sowings[len(m.sowings)-1] }

// Game returns the game so far as an independent value.
func (m *Match) Game() rules.Game {
	g := rules.Game{Variant: m.positions[0].Variant(), Plies: make([]rules.House, len(m.sowings))}
	for i, s := range m.sowings {
		g.Plies[i] = s.From
	}
	return g
}

// Turns returns how many turns a side has taken; plies that an extra turn joins count once.
func (m *Match) Turns(side rules.Side) int {
	turns := 0
	for i, s := range m.sowings {
		if s.Mover == side && (i == 0 || m.sowings[i-1].Mover != side) {
			turns++
		}
	}
	return turns
}

// Play plays a house for a side. A refused ply is a [*PlyError] and changes nothing.
func (m *Match) Play(side rules.Side, h rules.House) (rules.Sowing, error) {
	p := m.Position()
	switch {
	case m.ending != Running:
		return rules.Sowing{}, &PlyError{side, h, ErrEnded}
	case p.ToMove() != side:
		return rules.Sowing{}, &PlyError{side, h, ErrOutOfTurn}
	}
	next, s, err := rules.Play(m.positions, h)
	if err != nil {
		return rules.Sowing{}, &PlyError{side, h, err}
	}
	m.positions, m.sowings = append(m.positions, next), append(m.sowings, s)
	if next.Over() {
		m.ending = Finished
	}
	return s, nil
}

// cut leaves the first n plies. The next ply does not overwrite what a copy of the match still has.
func (m *Match) cut(n int) {
	m.positions, m.sowings = m.positions[:n+1:n+1], m.sowings[:n:n]
}

// brokenOff reports that the match ended without a last ply.
func (m *Match) brokenOff() bool { return m.ending != Running && m.ending != Finished }

// Rewind takes plies back until n are left, and an ending that came without a ply. If that changes
// nothing, or there are fewer plies, it returns [ErrNothingToUndo].
func (m *Match) Rewind(n int) error {
	if n < 0 || n > m.Plies() || n == m.Plies() && !m.brokenOff() {
		return ErrNothingToUndo
	}
	m.ending = Running
	m.cut(n)
	return nil
}

// Resign ends the match; the other side wins. In a match that has ended it returns [ErrEnded].
func (m *Match) Resign(side rules.Side) error {
	if m.ending != Running {
		return ErrEnded
	}
	m.ending, m.loser = Resigned, side
	return nil
}

// TimeOut ends the match because a side's clock has run down; the other side wins. In a match that
// has ended it returns [ErrEnded].
func (m *Match) TimeOut(side rules.Side) error {
	if m.ending != Running {
		return ErrEnded
	}
	m.ending, m.loser = TimedOut, side
	return nil
}

// Abort ends the match without a winner: as [Desynced] for that cause, otherwise as [Abandoned]. It
// returns [ErrEnded] if the match has ended.
func (m *Match) Abort(cause Ending) error {
	if m.ending != Running {
		return ErrEnded
	}
	if cause != Desynced {
		cause = Abandoned
	}
	m.ending = cause
	return nil
}

// Result is the state of a match, or how it ended.
type Result struct {
	// Ending is how the match ended, or Running.
	Ending Ending
	// Outcome is who won; Undecided while it runs and if there is no winner.
	Outcome rules.Outcome
	// Stores holds the seeds in the two stores.
	Stores [2]int
}

// ResultOf returns the result of a match that is over, from how it ended and the stores. Winner is
// 1 for South, 2 for North, and 0 if there is none.
func ResultOf(ending Ending, winner int, stores [2]int) Result {
	r := Result{Ending: ending, Stores: stores}
	switch {
	case winner > 0:
		r.Outcome = rules.Winner(rules.Side(winner - 1))
	case ending == Finished:
		r.Outcome = rules.Draw
	}
	return r
}

// WinnerNumber returns the winner as the number that [ResultOf] takes.
func (r Result) WinnerNumber() int {
	if side, won := r.Winner(); won {
		return int(side) + 1
	}
	return 0
}

// Result returns the current result.
func (m *Match) Result() Result {
	p := m.Position()
	r := Result{Ending: m.ending, Stores: [2]int{p.Store(rules.South), p.Store(rules.North)}}
	switch m.ending {
	case Finished:
		r.Outcome = p.Outcome()
	case Resigned, TimedOut:
		r.Outcome = rules.Winner(m.loser.Opponent())
	}
	return r
}

// Running reports whether the game has not ended.
func (m *Match) Running() bool { return m.ending == Running }

// Win is the result of a won game for the top scores.
type Win struct {
	// Side is the side that won.
	Side rules.Side
	// Seeds is the number of seeds in the winner's store, and Margin how many more they are than
	// the loser's.
	Seeds, Margin int
	// Turns is the number of turns that the winner took.
	Turns int
}

// Win returns the win of a match played to its end, and whether there is one. Resignations and wins
// on time do not count.
func (m *Match) Win() (Win, bool) {
	r := m.Result()
	side, won := r.Winner()
	if !won || r.Ending != Finished {
		return Win{}, false
	}
	seeds := r.Stores[side]
	return Win{side, seeds, seeds - r.Stores[side.Opponent()], m.Turns(side)}, true
}

// Winner returns the side that won, and whether one did.
func (r Result) Winner() (rules.Side, bool) {
	switch r.Outcome {
	case rules.SouthWins:
		return rules.South, true
	case rules.NorthWins:
		return rules.North, true
	}
	return rules.South, false
}

// String returns the result in the words of [rules.Position.Status]: "south wins 27-21", "north
// wins 12-3", "draw 24-24", or "undecided 3-5" if there is no winner. The first number is South's
// store, whichever side won.
func (r Result) String() string {
	word := "undecided"
	switch r.Outcome {
	case rules.SouthWins:
		word = "south wins"
	case rules.NorthWins:
		word = "north wins"
	case rules.Draw:
		word = "draw"
	}
	return fmt.Sprintf("%s %d-%d", word, r.Stores[rules.South], r.Stores[rules.North])
}
