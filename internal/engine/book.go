package engine

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"sync"

	"mancala/rules"
)

// An opening book holds the exact value and one best house of early boards. It has every such board
// that can arise while one player, of either side, follows the book. Its file is a line that names
// the variant, then columns, compressed together (RFC 1951):
//
//   - the number of boards, and then the number of each board in the ranking, in ascending order,
//     minus the number of the board before it (unsigned varints)
//   - the values of the boards for the side to move, in seeds (signed bytes)
//   - the houses, counted from 1 (bytes)
//
// Command tools/book writes these files, into folder books. A part of a book serves for the boards
// that it has.
type book struct {
	rank *ranking
	// entries are sorted. Each is a word:
	//
	//	bits 0-7    the value
	//	bits 8-15   the house
	//	bits 16-63  the number of the board
	entries []uint64
}

// bookTitle returns the first line of a book's file.
func bookTitle(v rules.Variant) string { return "mancala opening book 2 " + v.String() + "\n" }

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

// mostBoards is the largest number of boards in a book; they take 16 MiB.
const mostBoards = 1 << 21

// newBook parses the file of a book; nil if it is not one for v.
func newBook(v rules.Variant, data []byte) *book {
	columns, ours := bytes.CutPrefix(data, []byte(bookTitle(v)))
	if !ours || !packable(v) {
		return nil
	}
	b := &book{rank: newRanking(int(v.Houses), v.Total())}
	r := bufio.NewReader(flate.NewReader(bytes.NewReader(columns)))
	if b.read(r, byte(v.Houses)) != nil {
		return nil
	}
	return b
}

// read reads the columns of a file for boards of so many houses a side.
func (b *book) read(r *bufio.Reader, houses byte) error {
	size, err := binary.ReadUvarint(r)
	if err != nil || size > mostBoards {
		return errDamaged
	}
	b.entries = make([]uint64, size)
	last := uint64(0)
	for i := range b.entries {
		more, err := binary.ReadUvarint(r)
		if last += more; err != nil || more >= 1<<48 || last >= 1<<48 || more == 0 && i > 0 {
			return errDamaged
		}
		b.entries[i] = last << 16
	}
	for i := range b.entries {
		value, err := r.ReadByte()
		if err != nil {
			return errDamaged
		}
		b.entries[i] |= uint64(value)
	}
	for i := range b.entries {
		house, err := r.ReadByte()
		if err != nil || house < 1 || house > houses {
			return errDamaged
		}
		b.entries[i] |= uint64(house) << 8
	}
	if _, err = r.ReadByte(); err != io.EOF {
		return errDamaged
	}
	return nil
}

// file returns the book as a file.
func (b *book) file(v rules.Variant) []byte {
	columns, last := binary.AppendUvarint(nil, uint64(len(b.entries))), uint64(0)
	for _, entry := range b.entries {
		columns = binary.AppendUvarint(columns, entry>>16-last)
		last = entry >> 16
	}
	for _, shift := range []int{0, 8} {
		for _, entry := range b.entries {
			columns = append(columns, byte(entry>>shift))
		}
	}
	out := bytes.NewBufferString(bookTitle(v))
	w, _ := flate.NewWriter(out, flate.BestCompression) // the level is valid
	_, _ = w.Write(columns)                             // a buffer takes all
	_ = w.Close()
	return out.Bytes()
}

// find looks a position up: its value for the side to move, as the final store minus the other's,
// and a best house.
func (b *book) find(p rules.Position) (value int, best rules.House, ok bool) {
	if b == nil || p.Over() {
		return 0, 0, false
	}
	at := pack(p)
	i, ok := slices.BinarySearchFunc(b.entries, b.rank.index(at.own, at.opp), func(entry, n uint64) int {
		return cmp.Compare(entry>>16, n)
	})
	if !ok {
		return 0, 0, false
	}
	entry := b.entries[i]
	return p.Lead(p.ToMove()) + int(int8(entry)), rules.House(entry >> 8 & 0xff), true
}
