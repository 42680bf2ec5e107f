package puzzle

import (
	"errors"

	"mancala/rules"
)

// Reply is best play by both after a wrong answer, up to the solver's next choice.
type Reply struct {
	Wrong rules.House
	Line  []rules.House
}

// mostReplied is the largest number of plies of a reply.
const mostReplied = 32

// wrongPlies returns the legal plies of a position that are not right.
func wrongPlies(p rules.Position, right PlySet) (list []rules.House) {
	for h := range p.Plies() {
		if !right.Has(h) {
			list = append(list, h)
		}
	}
	return list
}

// eachQuestion calls f with each question of the puzzle: the number of its ply in the line and the
// position before it. It ends with the first error.
func (p Puzzle) eachQuestion(f func(i int, at rules.Position) error) error {
	at := p.Position
	for i, h := range p.Line {
		if p.Right[i] != 0 {
			if err := f(i, at); err != nil {
				return err
			}
		}
		at, _, _ = at.Sow(h) // the line is legal
	}
	return nil
}

// FindReplies sets the replies to all wrong answers by the oracle's values, and returns its errors.
func (p *Puzzle) FindReplies(oracle Oracle) error {
	p.Replies = make([][]Reply, len(p.Line))
	return p.eachQuestion(func(i int, at rules.Position) error {
		for _, wrong := range wrongPlies(at, p.Right[i]) {
			after, _, _ := at.Sow(wrong) // it is legal
			line, err := punish(after, p.Solver(), oracle)
			if err != nil {
				return err
			}
			p.Replies[i] = append(p.Replies[i], Reply{wrong, line})
		}
		return nil
	})
}

// punish returns best play from a position to the end of the opponent's turn, as far as the oracle
// knows it.
func punish(at rules.Position, solver rules.Side, oracle Oracle) (line []rules.House, err error) {
	line = follow(at, solver, func(at rules.Position) (rules.House, bool) {
		var values []Value
		if values, err = oracle.Values(at); err != nil {
			return 0, false
		}
		return best(values).Ply, true
	})
	if errors.Is(err, ErrUnknown) {
		err = nil
	}
	return line, err
}

// follow returns the legal plies that next returns, from a position to the end of the opponent's
// turn, or until it returns false.
func follow(at rules.Position, solver rules.Side, next func(at rules.Position) (rules.House, bool)) (line []rules.House) {
	for answered := false; !at.Over() && len(line) < mostReplied && !(answered && at.ToMove() == solver); {
		answered = answered || at.ToMove() != solver
		h, ok := next(at)
		if !ok {
			break
		}
		line = append(line, h)
		at, _, _ = at.Sow(h)
	}
	return line
}

// reply returns the reply to a wrong answer at ply i of the line; none if it is not known.
func (p Puzzle) reply(i int, wrong rules.House) []rules.House {
	if i < len(p.Replies) {
		for _, r := range p.Replies[i] {
			if r.Wrong == wrong {
				return r.Line
			}
		}
	}
	return nil
}
