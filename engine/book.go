package engine

import (
	"encoding/binary"
	"sort"
	"strings"
	"sync"

	"mancala/rules"
)

// An opening book holds the exact value and one best house of every early board that can arise
// while one player, of either side, follows the book, whatever the opponent plays. Its file is a
// line that names the variant, followed by a word of eight bytes for each board, in ascending
// order:
//
//	bits 0-7    the value of the board for the side to move, in seeds, as a signed byte
//	bits 8-15   the house, counted from 1
//	bits 16-63  the number of the board in the ranking
//
// Command tools/book writes these files, into folder books. A part of a book serves for the boards
// that it has.
type book struct {
	rank  *ranking
	words []byte
}

// bookTitle returns the first line of a book's file.
func bookTitle(v rules.Variant) string { return "mancala opening book 1 " + v.String() + "\n" }

// FileName returns the text form of a variant as a file name, such as "kalah-6-4".
func FileName(v rules.Variant) string {
	return strings.NewReplacer("(", "-", ")", "", ",", "-", "=", "-").Replace(v.String())
}

// BookName returns the file name of the opening book for a variant, such as "kalah-6-4.book".
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

// newBook parses the file of a book; nil if it is not one for v.
func newBook(v rules.Variant, data []byte) *book {
	title := bookTitle(v)
	if !packable(v) || len(data) < len(title) || string(data[:len(title)]) != title || (len(data)-len(title))%8 != 0 {
		return nil
	}
	return &book{newRanking(int(v.Houses), v.Total()), data[len(title):]}
}

// word returns the i-th entry.
func (b *book) word(i int) uint64 { return binary.LittleEndian.Uint64(b.words[8*i:]) }

// size returns the number of entries, zero for no book.
func (b *book) size() int {
	if b == nil {
		return 0
	}
	return len(b.words) / 8
}

// find looks a position up: its value for the side to move, as the final store minus the other's,
// and a best house.
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
