package puzzle

import (
	"fmt"
	"io"
	"testing"

	"mancala/rules"
)

// proveReplies proves with a plain solver that every ply of the replies to wrong first answers is
// best play: the value of the wrong ply, which was proved itself, stays until the end of the reply.
func proveReplies(s judge, p Puzzle) error {
	for _, r := range p.Replies[0] {
		at, _, _ := p.Position.Sow(r.Wrong)
		value, _ := p.Value(r.Wrong) // for the solver
		for _, h := range r.Line {
			worth := value
			if at.ToMove() != p.Solver() {
				worth = -value
			}
			if n := s.worth(at, h, worth); n != 0 {
				return fmt.Errorf("after %v, %v of %v is worth more or less than %d: %d", r.Wrong, h, r.Line, worth, n)
			}
			at, _, _ = at.Sow(h)
		}
	}
	return nil
}

func TestRepliesAreBest(t *testing.T) {
	known, proved := judges{}, 0
	for _, game := range Games() {
		for i, p := range few(Of(game)) {
			if i%101 != 0 {
				continue
			}
			j := known.of(p.Position.Variant())
			if err := proveReplies(j, p); err != nil {
				t.Errorf("puzzle %d of %s: %v", i, game, err)
			}
			proved++
			for _, r := range p.Replies[0] { // a wrong claim is found
				if value, _ := p.Value(r.Wrong); len(r.Line) > 0 {
					at, _, _ := p.Position.Sow(r.Wrong)
					if at.ToMove() == p.Solver() {
						value = -value
					}
					if j.worth(at, r.Line[0], -value+2) == 0 {
						t.Errorf("puzzle %d of %s: %v is worth two values", i, game, r.Line[0])
					}
				}
			}
		}
	}
	if proved < 18 {
		t.Errorf("only %d puzzles were proved", proved)
	}
}

// Every wrong answer to every question has a reply, and the replies are frozen as the puzzles are.
func TestRepliesAreWhole(t *testing.T) {
	n := 0
	for i, p := range Daily() {
		_ = p.eachQuestion(func(at int, position rules.Position) error {
			if wrong := wrongPlies(position, p.Right[at]); len(p.Replies[at]) != len(wrong) {
				t.Errorf("puzzle %d has %d replies to %v", i, len(p.Replies[at]), wrong)
			}
			n += len(p.Replies[at])
			return nil
		})
	}
	if n < 10000 {
		t.Errorf("there are %d replies", n)
	}
	got := digest(func(w io.Writer) {
		for _, p := range Daily()[:1820] {
			fmt.Fprintln(w, p.Replies)
		}
	})
	if want := "4aa9517a9597ddff8fe3654c8c14d0092c02fb55c8905a9d8bd7dbf3660aed29"; got != want {
		t.Errorf("the replies to the first 1820 puzzles have the hash %s", got)
	}
}
