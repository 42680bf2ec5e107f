package engine

import (
	"context"
	"embed"
	"encoding/binary"
	"errors"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"mancala/rules"
)

// An opening book holds the exact value and one best house of the boards early in a game that a
// player who follows it can come to, whatever the other one plays, from either side. A file of one
// is a line that says of which variant, and for each board a word of eight bytes, in rising order:
//
//	bits 0-7    the value of the board for the side to move, in seeds, as a signed byte
//	bits 8-15   the house, counted from 1
//	bits 16-63  the number of the board in the ranking
//
// The command tools/book writes such files.

//go:embed books
var bookFiles embed.FS

// book is one opening book.
type book struct {
	rank  *ranking
	words []byte
}

// bookTitle is the first line of the file of a variant.
func bookTitle(v rules.Variant) string { return "mancala opening book 1 " + v.String() + "\n" }

// FileName returns the text form of a variant as a name that files can have, such as "kalah-6-4".
func FileName(v rules.Variant) string {
	return strings.NewReplacer("(", "-", ")", "", ",", "-", "=", "-").Replace(v.String())
}

// BookName returns the name of the file of the opening book for a variant, such as
// "kalah-6-4.book".
func BookName(v rules.Variant) string { return FileName(v) + ".book" }

var books = struct {
	sync.Mutex
	open map[rules.Variant]*book
}{open: map[rules.Variant]*book{}}

// bookOf returns the opening book for a variant, or nil if there is none.
func bookOf(v rules.Variant) *book {
	books.Lock()
	defer books.Unlock()
	b, known := books.open[v]
	if !known {
		if data, err := bookFiles.ReadFile("books/" + BookName(v)); err == nil {
			b = newBook(v, data)
		}
		books.open[v] = b
	}
	return b
}

// newBook returns the book in a file, or nil if the file is not one for v.
func newBook(v rules.Variant, data []byte) *book {
	title := bookTitle(v)
	if !packable(v) || len(data) < len(title) || string(data[:len(title)]) != title || (len(data)-len(title))%8 != 0 {
		return nil
	}
	return &book{newRanking(int(v.Houses), v.Total()), data[len(title):]}
}

// word returns the i-th entry.
func (b *book) word(i int) uint64 { return binary.LittleEndian.Uint64(b.words[8*i:]) }

// size returns the number of entries; no book has none.
func (b *book) size() int {
	if b == nil {
		return 0
	}
	return len(b.words) / 8
}

// find returns what the book says of a position: its value for the side to move as the final store
// minus the other's, and a best house.
func (b *book) find(p rules.Position) (value int, best rules.House, ok bool) {
	if b == nil || p.Over() {
		return 0, 0, false
	}
	at := pack(p)
	n := b.rank.index(at.own, at.opp)
	i := sort.Search(b.size(), func(i int) bool { return b.word(i)>>16 >= n })
	if i == b.size() || b.word(i)>>16 != n {
		return 0, 0, false
	}
	w := b.word(i)
	return p.Lead(p.ToMove()) + int(int8(w)), rules.House(w >> 8 & 0xff), true
}

// errNoBook says that a rule set has no opening book.
var errNoBook = errors.New("there can be no opening book for these rules")

// errOtherBook says that an earlier part belongs to another book.
var errOtherBook = errors.New("the book to go on with is none of these rules")

// BookConfig says how [BuildBook] works.
type BookConfig struct {
	// Above is the number of seeds: boards with more of them are in the book.
	Above int
	// Solver proves the values.
	Solver SolverConfig
	// Keep, if not "", is the file that keeps the solver's progress at the start position, as in
	// [Solver.Keep].
	Keep string
	// Known is an earlier part of the same book, or nil. Its boards are not proved again.
	Known []byte
	// Progress, if not nil, is told about each board that was proved: how many boards are done, and
	// a function that returns the book so far.
	Progress func(boards int, book func() []byte)
}

// BuildBook works out the opening book of v: all boards of more than so many seeds that a player
// who follows the book can come to. When ctx ends it returns the boards done by then, a smaller
// book, with ctx's error.
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

// bookWriter walks through the games of a player who follows the book.
type bookWriter struct {
	ctx      context.Context
	solver   *Solver
	rank     *ranking
	above    int
	progress func(int, func() []byte)
	title    string
	known    *book             // an earlier part, or nil
	mine     map[packed]uint64 // boards on which that player is to move, with their entries
	theirs   map[packed]bool   // boards on which the other one is to move
}

// far reports whether a position is none of the book's.
func (w *bookWriter) far(p rules.Position) bool {
	b := pack(p)
	return p.Over() || seeds(b.own)+seeds(b.opp) <= w.above
}

// follow takes in a position in which the player who follows the book is to move, and what comes
// after.
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

// book returns the boards done so far, and those of the earlier part, as a file.
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

// answer takes in a position in which the other player is to move, who may play anything.
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

// step plays a house and goes on with the side to move then.
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
