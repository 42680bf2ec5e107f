package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"mancala/rules"
)

// errNoBook means that a rule set has no packed boards, and so no opening book.
var errNoBook = errors.New("there can be no opening book for these rules")

// errOtherBook means that the earlier part is of another book.
var errOtherBook = errors.New("the book to go on with is none of these rules")

// BookConfig configures [BuildBook].
type BookConfig struct {
	// Above limits the book to boards with more seeds than this.
	Above int
	// Solver configures the solver that proves the values.
	Solver SolverConfig
	// Keep is the file that keeps the solver's progress at the start position, as in [Solver.Keep];
	// "" for none.
	Keep string
	// Known is an earlier part of the same book, or nil. Its boards are not proved again.
	Known []byte
	// Progress, if not nil, is called after each board with the number of boards done, and a
	// function that returns the book so far.
	Progress func(boards int, book func() []byte)
}

// BuildBook builds the opening book of v: all boards of more than Above seeds that can arise while
// one player follows the book. If ctx ends it returns the smaller book of the boards done so far,
// and the error of ctx.
func BuildBook(ctx context.Context, v rules.Variant, config BookConfig) ([]byte, error) {
	start, err := rules.Start(v)
	if err != nil {
		return nil, err
	}
	if !packable(v) || v.Pie || boards(int(v.Houses), v.Total()) >= 1<<48 {
		return nil, errNoBook
	}
	w := &bookWriter{
		ctx: ctx, above: config.Above, progress: config.Progress, title: bookTitle(v),
		rank: newRanking(int(v.Houses), v.Total()), mine: map[packed]uint64{}, theirs: map[packed]bool{},
	}
	if config.Known != nil {
		if w.known = newBook(v, config.Known); w.known == nil {
			return nil, errOtherBook
		}
	}
	if w.solver, err = NewSolver(v, config.Solver); err != nil {
		return nil, err
	}
	if config.Keep != "" {
		if err := w.solver.Keep(config.Keep, start); err != nil {
			return nil, err
		}
	}
	err = w.follow(start)
	if err == nil {
		err = w.answer(start)
	}
	return w.book(), err
}

// bookWriter traverses the games of a player who follows the book.
type bookWriter struct {
	ctx      context.Context
	solver   *Solver
	rank     *ranking
	above    int
	progress func(int, func() []byte)
	title    string
	known    *book             // an earlier part, or nil
	mine     map[packed]uint64 // boards with the follower to move, with their entries
	theirs   map[packed]bool   // boards with the opponent to move
}

// far reports whether a position has too few seeds for the book.
func (w *bookWriter) far(p rules.Position) bool {
	b := pack(p)
	return p.Over() || seeds(b.own)+seeds(b.opp) <= w.above
}

// follow adds a position with the follower to move, and everything after it.
func (w *bookWriter) follow(p rules.Position) error {
	at := pack(p)
	if _, known := w.mine[at]; known || w.far(p) {
		return nil
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	value, best, known := w.known.find(p)
	if !known {
		s, err := w.solver.Value(w.ctx, p)
		if err != nil {
			return err
		}
		value, best = s.Value, s.Best
	}
	worth := uint64(uint8(int8(value - p.Lead(p.ToMove()))))
	w.mine[at] = w.rank.index(at.own, at.opp)<<16 | uint64(best)<<8 | worth
	if w.progress != nil && !known {
		w.progress(len(w.mine), w.book)
	}
	return w.step(p, best, w.follow, w.answer)
}

// book returns the boards done so far, merged with the earlier part, as a file.
func (w *bookWriter) book() []byte {
	words := slices.Collect(maps.Values(w.mine))
	for i := range w.known.size() {
		words = append(words, w.known.word(i))
	}
	slices.Sort(words)
	data := []byte(w.title)
	for _, word := range slices.Compact(words) {
		data = binary.LittleEndian.AppendUint64(data, word)
	}
	return data
}

// answer visits a position with the opponent to move, who may play anything.
func (w *bookWriter) answer(p rules.Position) error {
	at := pack(p)
	if w.theirs[at] || w.far(p) {
		return nil
	}
	w.theirs[at] = true
	for h := range p.Plies() {
		if err := w.step(p, h, w.answer, w.follow); err != nil {
			return err
		}
	}
	return nil
}

// step plays a house and visits the position after it.
func (w *bookWriter) step(p rules.Position, h rules.House, same, other func(rules.Position) error) error {
	next, s, err := p.Sow(h)
	switch {
	case err != nil:
		return err
	case s.ExtraTurn:
		return same(next)
	}
	return other(next)
}
