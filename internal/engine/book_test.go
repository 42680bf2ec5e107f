package engine

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// bookVariants are the variants with an opening book, with the value of the game. The book has the
// boards with more than above seeds.
var bookVariants = []struct {
	rules string
	seeds int
	value int
	above int
}{
	{"kalah", 3, 2, 30},
	{"kalah", 4, 8, 36},
	{"kalah", 5, 10, 42},
	{"empty-capture", 3, 2, 30},
	{"empty-capture", 4, 10, 36},
	{"empty-capture", 5, 12, 43},
	{"mangala", 3, 2, 28},
	{"mangala", 4, 0, 36},
}

func TestBooksBeginWithTheValueOfTheGame(t *testing.T) {
	for _, c := range bookVariants {
		p := startOf(t, c.rules, 6, c.seeds)
		value, best, ok := bookOf(p.Variant()).find(p)
		if !ok || value != c.value || p.Legal(best) != nil {
			t.Errorf("%v: value %d by house %v (found: %v), not %d", p.Variant(), value, best, ok, c.value)
		}
	}
	if bookOf(startOf(t, "bowls", 6, 4).Variant()) != nil {
		t.Error("there is a book for Bowls")
	}
}

// TestBooksAreWhole visits all boards that can arise while one player follows a book. The book must
// have those with many seeds, and no others. Its value of a board must be the least value after a
// reply of the opponent, as far as the book has those boards.
func TestLongBooksAreWhole(t *testing.T) {
	for _, c := range bookVariants {
		start := startOf(t, c.rules, 6, c.seeds)
		r := &bookReader{t: t, book: bookOf(start.Variant()), above: c.above, followed: map[packed]bool{}, answered: map[packed]loot{}}
		r.follow(start)
		r.answer(start)
		if len(r.followed) != len(r.book.entries) {
			t.Errorf("%v: %d boards can arise, the book has %d", start.Variant(), len(r.followed), len(r.book.entries))
		}
	}
}

// bookReader visits the boards of a book.
type bookReader struct {
	t        *testing.T
	book     *book
	above    int
	followed map[packed]bool // boards with the follower to move
	answered map[packed]loot // boards with the opponent to move
}

// loot tells how many more of the seeds in the houses the follower gets: so many, or at most so
// many.
type loot struct {
	most  int
	exact bool
}

// follow returns the worth of a board with the follower to move.
func (r *bookReader) follow(p rules.Position) loot {
	at := pack(p)
	if p.Over() {
		return loot{0, true}
	}
	value, best, known := r.book.find(p)
	if !known {
		if at.seeds() > r.above {
			r.t.Errorf("%v: missing", p)
		}
		return loot{at.seeds(), false}
	}
	value -= p.Lead(p.ToMove())
	if !r.followed[at] {
		r.followed[at] = true
		after := r.step(p, best, p.ToMove())
		if after.most < value || after.exact && after.most > value {
			r.t.Errorf("%v: worth %d, but %+v after house %v", p, value, after, best)
		}
	}
	return loot{value, true}
}

// answer returns the worth of a board with the opponent to move.
func (r *bookReader) answer(p rules.Position) loot {
	at := pack(p)
	if p.Over() {
		return loot{0, true}
	}
	least, met := r.answered[at]
	if !met {
		least = loot{at.seeds(), true}
		for h := range p.Plies() {
			w := r.step(p, h, p.ToMove().Opponent())
			least = loot{min(least.most, w.most), least.exact && w.exact}
		}
		r.answered[at] = least
	}
	return least
}

// step returns the worth of a house.
func (r *bookReader) step(p rules.Position, h rules.House, follower rules.Side) loot {
	next, _, err := p.Sow(h)
	if err != nil {
		r.t.Fatalf("%v, house %v: %v", p, h, err)
	}
	visit := r.answer
	if next.ToMove() == follower {
		visit = r.follow
	}
	w := visit(next)
	w.most += next.Lead(follower) - p.Lead(follower)
	return w
}

// TestBooksNeverLoseValue lets the book play against a random player, from both sides. The value of
// a position in the book must not be below the value of the one before.
func TestBooksNeverLoseValue(t *testing.T) {
	for _, c := range bookVariants {
		v := startOf(t, c.rules, 6, c.seeds).Variant()
		b, rng, met := bookOf(v), rand.New(rand.NewPCG(1, 2)), 0
		for game := range 2000 {
			follower := rules.Side(game % 2)
			worth := -c.value
			if follower == rules.South {
				worth = c.value
			}
			for p := startOf(t, c.rules, 6, c.seeds); !p.Over(); {
				if p.ToMove() != follower {
					p = play(p, randomHouse(p, rng))
					continue
				}
				value, best, ok := b.find(p)
				if !ok {
					break
				}
				if met++; value < worth {
					t.Fatalf("%v: worth %d after a position worth %d", p, value, worth)
				}
				worth = value
				p = play(p, best)
			}
		}
		if met < 3000 {
			t.Errorf("%v: the book was asked with success only %d times", v, met)
		}
	}
}

// TestBooksSpareTime bounds the average time of Perfect's plies in games from the start. A ply in
// the book takes no time, and a proof on a board of up to 36 seeds a fraction of a second. Any
// other ply counts as the whole default patience.
func TestBooksSpareTime(t *testing.T) {
	const most = 2 * time.Second
	for _, c := range bookVariants {
		for _, opponent := range []string{"random", "greedy", "casual"} {
			start := startOf(t, c.rules, 6, c.seeds)
			slow, plies := slowPlies(t, start, opponent)
			if DefaultPatience*time.Duration(slow) > most*time.Duration(plies) {
				t.Errorf("%v, against %s: %d of %d plies may take %v", start.Variant(), opponent, slow, plies, DefaultPatience)
			}
		}
	}
}

// slowPlies counts the plies of a follower of the book in 40 games against an opponent. It also
// counts those plies that are not in the book and on boards of more than 36 seeds: there Sharp
// plays instead of Perfect.
func slowPlies(t *testing.T, start rules.Position, opponent string) (slow, plies int) {
	b := bookOf(start.Variant())
	stand, other := player(t, "sharp", 1), player(t, opponent, 2)
	for game := range 40 {
		follower := rules.Side(game % 2)
		for p := start; !p.Over(); {
			if p.ToMove() != follower {
				p = play(p, choose(t, other, p))
				continue
			}
			plies++
			_, best, ok := b.find(p)
			if !ok {
				best = choose(t, stand, p)
				if pack(p).seeds() > 36 {
					slow++
				}
			}
			p = play(p, best)
		}
	}
	return slow, plies
}

// TestBookAgreesWithSolver solves some positions of the smaller books.
func TestBookAgreesWithSolver(t *testing.T) {
	for _, name := range []string{"kalah", "empty-capture"} {
		rng := rand.New(rand.NewPCG(3, 4))
		v := startOf(t, name, 6, 3).Variant()
		s := solver(t, v, SolverConfig{Memory: 128 << 20, Threads: 2})
		for range 2 {
			p := startOf(t, name, 6, 3)
			for p.ToMove() == rules.South {
				p = play(p, randomHouse(p, rng))
			}
			value, best, ok := bookOf(v).find(p)
			if !ok {
				t.Fatalf("%v is not in the book", p)
			}
			next := play(p, best)
			after, err := s.Value(context.Background(), next)
			if next.ToMove() != p.ToMove() {
				after.Value = -after.Value
			}
			whole, err2 := s.Value(context.Background(), p)
			if err != nil || err2 != nil || whole.Value != value || after.Value != value {
				t.Errorf("%v: the book says %d by house %v, the solver %d and %d", p, value, best, whole.Value, after.Value)
			}
		}
	}
}

func TestBuildBook(t *testing.T) {
	v := startOf(t, "kalah", 4, 3).Variant()
	config := BookConfig{Above: 14, Solver: SolverConfig{Memory: MinMemory, Threads: 3}}
	data := need.Must(BuildBook(context.Background(), v, config))(t)
	b := newBook(v, data)
	if b == nil || len(b.entries) < 20 {
		t.Fatalf("a book of %d bytes is none", len(data))
	}
	for _, p := range []rules.Position{startOf(t, "kalah", 4, 3), play(startOf(t, "kalah", 4, 3), 1)} {
		want := solve(t, solver(t, v, SolverConfig{}), p).Value
		if value, _, ok := b.find(p); !ok || value != want {
			t.Errorf("%v: %d (found: %v), not %d", p, value, ok, want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	proved := 0
	config.Progress = func(at BookProgress) {
		if proved++; at.Boards == 10 {
			cancel()
		}
		if got := len(newBook(v, at.Book()).entries); got != at.Boards {
			t.Errorf("the book has %d boards after %d", got, at.Boards)
		}
	}
	part, err := BuildBook(ctx, v, config)
	if !errors.Is(err, context.Canceled) || len(newBook(v, part).entries) != proved || proved > 12 {
		t.Errorf("a book that was interrupted after 10 boards: %d bytes, %d boards proved, %v", len(part), proved, err)
	}
	config.Known = part
	whole, err := BuildBook(context.Background(), v, config)
	again := newBook(v, whole)
	if err != nil || proved != len(again.entries) {
		t.Errorf("gone on with: %d boards proved for a book of %d, %v", proved, len(again.entries), err)
	}
	config.Known, proved = whole, 0
	if same, err := BuildBook(context.Background(), v, config); err != nil || !bytes.Equal(same, whole) || proved != 0 {
		t.Errorf("a whole book, gone on with: %d bytes instead of %d, %d boards proved, %v", len(same), len(whole), proved, err)
	}
	config.Known = []byte("another book")
	if _, err := BuildBook(context.Background(), v, config); !errors.Is(err, errOtherBook) {
		t.Errorf("another book is gone on with: %v", err)
	}
	if _, err := BuildBook(context.Background(), startOf(t, "bowls", 6, 4).Variant(), BookConfig{Above: 14}); err == nil {
		t.Error("a book of Bowls was built")
	}
}

// TestPartOfABook checks that an analyst takes the boards of an unfinished book from it, and
// searches the others.
func TestPartOfABook(t *testing.T) {
	start := startOf(t, "kalah", 4, 3)
	v := start.Variant()
	ctx, cancel := context.WithCancel(context.Background())
	part, err := BuildBook(ctx, v, BookConfig{Above: 14, Progress: func(at BookProgress) {
		if at.Boards == 5 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	b := newBook(v, part)
	books.Lock()
	books.open[v] = b
	books.Unlock()
	defer func() {
		books.Lock()
		delete(books.open, v)
		books.Unlock()
	}()
	a := need.Must(NewAnalyst(v, SolverConfig{Memory: 2 * MinMemory}))(t)
	plain, inBook := solver(t, v, SolverConfig{}), 0
	for _, p := range append(successors(start), start) {
		found, err := a.Analyze(context.Background(), p, Limits{}, nil)
		want := solve(t, plain, p)
		if err != nil || !found.Exact || found.Value != want.Value {
			t.Errorf("%v: %+v, %v, not %d", p, found, err, want.Value)
		}
		_, _, ok := b.find(p)
		if ok {
			inBook++
		}
		if ok != (found.Nodes == 0) {
			t.Errorf("%v: %d boards searched (in the book: %v)", p, found.Nodes, ok)
		}
	}
	if inBook == 0 || inBook == len(successors(start))+1 {
		t.Errorf("%d of the boards are in the book", inBook)
	}
}

// successors returns the positions after each ply of p.
func successors(p rules.Position) (all []rules.Position) {
	for h := range p.Plies() {
		all = append(all, play(p, h))
	}
	return all
}

func TestNoBookInOtherFiles(t *testing.T) {
	v := startOf(t, "kalah", 6, 4).Variant()
	good := need.Must(bookFiles.ReadFile("books/" + BookName(v)))(t)
	for _, bad := range [][]byte{nil, good[:10], good[:len(good)-1], append([]byte("x"), good...)} {
		if newBook(v, bad) != nil {
			t.Errorf("%d bytes are a book", len(bad))
		}
	}
	if newBook(startOf(t, "kalah", 6, 3).Variant(), good) != nil {
		t.Error("the book of another variant serves")
	}
}
