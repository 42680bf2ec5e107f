package engine

import (
	"cmp"
	"context"
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
	// Progress, if not nil, is called after each board that has been proved.
	Progress func(BookProgress)
}

// BookProgress is the progress of [BuildBook].
type BookProgress struct {
	// Boards is the number of boards in the book so far. Waiting is the number of boards known to
	// be missing; each may reveal more.
	Boards, Waiting int
	// Seeds is the number of seeds on the board just proved. Boards with many seeds come first.
	Seeds int
	// Book returns the book so far. Call it only before Progress returns.
	Book func() []byte
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
		variant: v, above: config.Above, progress: config.Progress,
		rank: newRanking(int(v.Houses), v.Total()), mine: map[packed]uint64{}, theirs: map[packed]bool{},
		missing: make([][]rules.Position, v.Total()+1),
	}
	if config.Known != nil {
		if w.known = newBook(v, config.Known); w.known == nil {
			return nil, errOtherBook
		}
	}
	solver, err := NewSolver(v, config.Solver)
	if err != nil {
		return nil, err
	}
	if config.Keep != "" {
		if err := solver.Keep(config.Keep, start); err != nil {
			return nil, err
		}
	}
	return w.write(ctx, solver, start)
}

// bookWriter traverses the games of a player who follows the book.
type bookWriter struct {
	rank     *ranking
	above    int
	progress func(BookProgress)
	variant  rules.Variant
	known    *book              // an earlier part, or nil
	mine     map[packed]uint64  // boards with the follower to move, with their entries; 0 if not proved
	theirs   map[packed]bool    // boards with the opponent to move
	proved   int                // boards of mine
	missing  [][]rules.Position // boards of mine to prove, by the number of their seeds
	err      error              // an entry of known that is no ply
}

// write returns the book of all games from the start.
func (w *bookWriter) write(ctx context.Context, solver *Solver, start rules.Position) ([]byte, error) {
	w.follow(start)
	err := w.prove(ctx, solver)
	if err == nil {
		w.answer(start)
		err = w.prove(ctx, solver)
	}
	return w.book(), cmp.Or(w.err, err)
}

// prove proves the boards that are missing and those that turn up after them: first those with the
// most seeds; of several, the latest, as it has most in common with the boards just searched.
func (w *bookWriter) prove(ctx context.Context, solver *Solver) error {
	for n := len(w.missing) - 1; n >= 0 && w.err == nil && ctx.Err() == nil; {
		last := len(w.missing[n]) - 1
		if last < 0 {
			n--
			continue
		}
		p := w.missing[n][last]
		s, err := solver.Value(ctx, p)
		if err != nil {
			return err
		}
		w.missing[n] = w.missing[n][:last]
		w.enter(p, s.Value, s.Best) // no board after it has more seeds
		if w.progress != nil {
			w.progress(BookProgress{Boards: w.proved, Waiting: len(w.mine) - w.proved, Seeds: n, Book: w.book})
		}
	}
	return ctx.Err()
}

// far reports whether a position has too few seeds for the book.
func (w *bookWriter) far(p rules.Position) bool {
	return p.Over() || pack(p).seeds() <= w.above
}

// enter enters a position with the follower to move, and visits those after its best ply.
func (w *bookWriter) enter(p rules.Position, value int, best rules.House) {
	at, worth := pack(p), uint64(uint8(int8(value-p.Lead(p.ToMove()))))
	w.mine[at] = w.rank.index(at.own, at.opp)<<16 | uint64(best)<<8 | worth
	w.proved++
	w.step(p, best, w.follow, w.answer)
}

// book returns the boards done so far, merged with the earlier part, as a file.
func (w *bookWriter) book() []byte {
	all := slices.DeleteFunc(slices.Collect(maps.Values(w.mine)), func(entry uint64) bool { return entry == 0 })
	if w.known != nil {
		all = append(all, w.known.entries...)
	}
	slices.Sort(all)
	return (&book{w.rank, slices.Compact(all)}).file(w.variant)
}

// follow visits a position with the follower to move: everything after it if the earlier part of
// the book has it, otherwise it is missing.
func (w *bookWriter) follow(p rules.Position) {
	at := pack(p)
	if _, met := w.mine[at]; met || w.far(p) {
		return
	}
	if value, best, known := w.known.find(p); known {
		w.enter(p, value, best)
		return
	}
	w.mine[at] = 0
	n := at.seeds()
	w.missing[n] = append(w.missing[n], p)
}

// answer visits a position with the opponent to move, who may play anything.
func (w *bookWriter) answer(p rules.Position) {
	at := pack(p)
	if w.theirs[at] || w.far(p) {
		return
	}
	w.theirs[at] = true
	for h := range p.Plies() {
		w.step(p, h, w.answer, w.follow)
	}
}

// step plays a house and visits the position after it.
func (w *bookWriter) step(p rules.Position, h rules.House, same, other func(rules.Position)) {
	next, s, err := p.Sow(h)
	switch {
	case err != nil:
		w.err = err
	case s.ExtraTurn:
		same(next)
	default:
		other(next)
	}
}
