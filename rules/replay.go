package rules

import (
	"errors"
	"fmt"
)

// PlyError is the error of the first ply in a list that cannot be played. It unwraps to Err.
type PlyError struct {
	// Ply is the number of the ply in the game, counted from 1.
	Ply int
	// House is the house to be played.
	House House
	// Err is the reason: an error of [Position.Legal], or of a caller that knows more about the
	// game, such as the turn.
	Err error
}

// Error returns one phrase, for example "ply 7: house 3 is empty".
func (e *PlyError) Error() string {
	switch {
	case errors.Is(e.Err, ErrEmptyHouse):
		return fmt.Sprintf("ply %d: house %v is empty", e.Ply, e.House)
	case errors.Is(e.Err, ErrNoSuchHouse) && e.House == Swap:
		return fmt.Sprintf("ply %d: there is nothing to swap", e.Ply)
	case errors.Is(e.Err, ErrNoSuchHouse):
		return fmt.Sprintf("ply %d: there is no house %v", e.Ply, e.House)
	}
	return fmt.Sprintf("ply %d: %v", e.Ply, e.Err)
}

// Unwrap returns the reason.
func (e *PlyError) Unwrap() error { return e.Err }

// Replay plays a list of plies from the start of a game and returns the last position. For a ply
// that cannot be played it returns a [*PlyError] and the position before that ply.
func Replay(v Variant, plies ...House) (Position, error) {
	p, err := Start(v)
	if err != nil {
		return p, err
	}
	past := []Position{p}
	for i, h := range plies {
		next, _, err := Play(past, h)
		if err != nil {
			return p, &PlyError{i + 1, h, err}
		}
		p, past = next, Extend(past, next)
	}
	return p, nil
}

// Perft counts the sequences of exactly depth plies from p. An extra turn keeps the player and
// counts as a ply; a finished game has no continuation; a position reached at exactly that depth
// counts whether finished or not. Depth zero or less counts one. It is the standard test of a move
// generator.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var n uint64
	for h := range p.Plies() {
		next, _, _ := p.Sow(h) // a ply of Plies is legal
		n += Perft(next, depth-1)
	}
	return n
}
