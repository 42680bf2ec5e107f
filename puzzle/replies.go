package puzzle

import (
	"bufio"
	"bytes"
	"compress/flate"
	"errors"
	"io"

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
	for answered := false; !at.Over() && len(line) < mostReplied; {
		if answered && at.ToMove() == solver {
			break
		}
		answered = answered || at.ToMove() != solver
		values, err := oracle.Values(at)
		if errors.Is(err, ErrUnknown) {
			break
		}
		if err != nil {
			return nil, err
		}
		h := best(values).Ply
		line = append(line, h)
		at, _, _ = at.Sow(h) // an oracle values legal plies
	}
	return line, nil
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

// Replies to the puzzles of a list are in a file beside it: a line that names the format, then two
// columns, compressed together like the list's. For all wrong answers, in the order of
// [Puzzle.Line] and [rules.Position.Plies], they have the number of plies, and the plies.
const repliesTitle = "mancala replies 1\n"

// WriteReplies returns the replies of some puzzles.
func WriteReplies(list []Puzzle) []byte {
	var lengths, plies []byte
	for _, p := range list {
		for _, at := range p.Replies {
			for _, r := range at {
				lengths = append(lengths, byte(len(r.Line)))
				for _, h := range r.Line {
					plies = append(plies, byte(h))
				}
			}
		}
	}
	out := bytes.NewBufferString(repliesTitle)
	packed, _ := flate.NewWriter(out, flate.BestCompression) // the level is valid
	_, _ = packed.Write(lengths)                             // a buffer takes all
	_, _ = packed.Write(plies)
	_ = packed.Close()
	return out.Bytes()
}

// ReadReplies sets the replies of some puzzles to those that [WriteReplies] wrote for them. It
// refuses illegal replies.
func ReadReplies(list []Puzzle, data []byte) error {
	packed, ours := bytes.CutPrefix(data, []byte(repliesTitle))
	if !ours {
		return errList
	}
	r := &listReader{r: bufio.NewReader(flate.NewReader(bytes.NewReader(packed)))}
	for n := range list {
		p := &list[n]
		p.Replies = make([][]Reply, len(p.Line))
		_ = p.eachQuestion(func(i int, at rules.Position) error { // it returns none
			for _, wrong := range wrongPlies(at, p.Right[i]) {
				p.Replies[i] = append(p.Replies[i], Reply{wrong, make([]rules.House, min(r.byte(), mostReplied))})
			}
			return nil
		})
	}
	for _, p := range list {
		if p.eachQuestion(func(i int, at rules.Position) error { return r.replies(at, p.Replies[i]) }) != nil {
			return errList
		}
	}
	if _, err := r.r.ReadByte(); err != io.EOF || r.failed {
		return errList
	}
	return nil
}

// replies reads the plies of the replies to the wrong answers in a position.
func (r *listReader) replies(at rules.Position, list []Reply) error {
	for _, reply := range list {
		p, _, err := at.Sow(reply.Wrong)
		for i := range reply.Line {
			reply.Line[i] = rules.House(r.byte())
			if err == nil {
				p, _, err = p.Sow(reply.Line[i])
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
