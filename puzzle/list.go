package puzzle

import (
	"bufio"
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"strings"

	"mancala/rules"
)

// A list of puzzles is a line that names the format, then columns, compressed together (RFC 1951).
// South solves each of its puzzles. The columns are, each for all puzzles:
//
//   - the rules, as numbers in a table before them
//   - the kind, whether South may swap, and the level, in a byte
//   - South's store
//   - the houses, South's first, in the order of sowing
//   - the values of all legal plies
//   - the themes, low bytes and then high ones
//   - the length of the line, and then the plies of the line
//   - the right plies at each ply that is asked for, without the ply of the line
const listTitle = "mancala puzzles 1\n"

// mostListed is the largest number of puzzles in a list.
const mostListed = 1 << 16

// WriteList returns the list of some puzzles for South to solve. No pit may have more than 255
// seeds.
func WriteList(list []Puzzle) []byte {
	w := listWriter{columns: make([][]byte, columns)}
	for _, p := range list {
		w.add(p)
	}
	head := binary.AppendUvarint(nil, uint64(len(list)))
	head = binary.AppendUvarint(head, uint64(len(w.variants)))
	for _, v := range w.variants {
		head = append(binary.AppendUvarint(head, uint64(len(v))), v...)
	}
	out := bytes.NewBufferString(listTitle)
	packed, _ := flate.NewWriter(out, flate.BestCompression) // the level is valid
	for _, column := range append([][]byte{head}, w.columns...) {
		_, _ = packed.Write(column) // a buffer takes all
	}
	_ = packed.Close()
	return out.Bytes()
}

// The columns of a list.
const (
	columnRules = iota
	columnFlags
	columnStore
	columnHouses
	columnValues
	columnThemesLow
	columnThemesHigh
	columnLength
	columnLine
	columnRight
	columns
)

// The flags of a puzzle in a list; the level is in the bits above them.
const (
	flagSeeds = 1 << iota
	flagSwap
	flagLevel = iota
)

type listWriter struct {
	variants []string
	columns  [][]byte
}

func (w *listWriter) add(p Puzzle) {
	put := func(column int, values ...byte) { w.columns[column] = append(w.columns[column], values...) }
	v := p.Position.Variant().String()
	n := slices.Index(w.variants, v)
	if n < 0 {
		n, w.variants = len(w.variants), append(w.variants, v)
	}
	put(columnRules, byte(n))
	flags := byte(p.Kind) | byte(p.Level)<<flagLevel
	if p.Position.CanSwap() {
		flags |= flagSwap
	}
	put(columnFlags, flags)
	put(columnStore, byte(p.Position.Store(rules.South)))
	board, m := p.Position.Board(), p.Position.Variant().Houses
	put(columnHouses, board.House[rules.South][:m]...)
	put(columnHouses, board.House[rules.North][:m]...)
	for _, v := range p.Values {
		put(columnValues, byte(int8(v.Seeds)))
	}
	put(columnThemesLow, byte(p.Themes))
	put(columnThemesHigh, byte(p.Themes>>8))
	put(columnLength, byte(len(p.Line)))
	for i, h := range p.Line {
		put(columnLine, byte(h))
		if p.Right[i] != 0 {
			w.columns[columnRight] = binary.AppendUvarint(w.columns[columnRight], uint64(p.Right[i]&^bitOf(h)))
		}
	}
}

// errList means that bytes are no list of puzzles.
var errList = rules.Refuse("puzzle.no-list", "the list of puzzles is damaged")

// ReadList reads the result of [WriteList]. It checks every puzzle as [Puzzle.Check] does.
func ReadList(data []byte) ([]Puzzle, error) {
	packed, ours := bytes.CutPrefix(data, []byte(listTitle))
	if !ours {
		return nil, errList
	}
	r := &listReader{r: bufio.NewReader(flate.NewReader(bytes.NewReader(packed)))}
	variants, n := r.head()
	list := make([]Puzzle, n)
	r.positions(list, variants)
	for i := range list {
		r.values(&list[i])
	}
	r.themes(list)
	r.lines(list)
	if _, err := r.r.ReadByte(); err != io.EOF {
		r.failed = true
	}
	for _, p := range list {
		if r.failed || p.Check() != nil {
			return nil, errList
		}
	}
	if r.failed {
		return nil, errList
	}
	return list, nil
}

// listReader reads the columns of a list. After the first failure all that it reads is zero.
type listReader struct {
	r      *bufio.Reader
	failed bool
}

func (r *listReader) byte() byte {
	b, err := r.r.ReadByte()
	if r.failed = r.failed || err != nil; r.failed {
		return 0
	}
	return b
}

func (r *listReader) uvarint(most uint64) uint64 {
	n, err := binary.ReadUvarint(r.r)
	if r.failed = r.failed || err != nil || n > most; r.failed {
		return 0
	}
	return n
}

// head reads the table of rules and the number of puzzles.
func (r *listReader) head() (variants []rules.Variant, n int) {
	n = int(r.uvarint(mostListed))
	for range r.uvarint(255) {
		text := make([]byte, r.uvarint(maxText))
		for i := range text {
			text[i] = r.byte()
		}
		v, err := rules.ParseVariant(string(text))
		r.failed = r.failed || err != nil
		variants = append(variants, v)
	}
	return variants, n
}

// positions reads the columns up to the houses.
func (r *listReader) positions(list []Puzzle, variants []rules.Variant) {
	read := func() []byte {
		column := make([]byte, len(list))
		for i := range column {
			column[i] = r.byte()
		}
		return column
	}
	which, flags, stores := read(), read(), read()
	for i := range list {
		if r.failed || int(which[i]) >= len(variants) {
			r.failed = true
			return
		}
		p := &list[i]
		p.Kind, p.Level = Kind(flags[i]&flagSeeds), int(flags[i]>>flagLevel)
		p.Position = r.position(variants[which[i]], int(stores[i]), flags[i]&flagSwap != 0)
	}
}

// position reads the houses of a position.
func (r *listReader) position(v rules.Variant, south int, swap bool) rules.Position {
	north, houses := v.Total()-south, ""
	for range 2 * v.Houses {
		n := int(r.byte())
		north -= n
		houses += fmt.Sprintf(",%d", n)
	}
	text := fmt.Sprintf("%v <%d,%d,%d%s> south", v, v.Houses, south, north, houses)
	if swap {
		text += " swap"
	}
	p, err := rules.ParsePosition(text)
	r.failed = r.failed || err != nil
	return p
}

// values reads the values of a puzzle.
func (r *listReader) values(p *Puzzle) {
	for h := range p.Position.Plies() {
		p.Values = append(p.Values, Value{h, int(int8(r.byte()))})
	}
}

func (r *listReader) themes(list []Puzzle) {
	for _, shift := range []int{0, 8} {
		for i := range list {
			list[i].Themes |= Themes(r.byte()) << shift
		}
	}
}

func (r *listReader) lines(list []Puzzle) {
	for i := range list {
		list[i].Line = make([]rules.House, r.byte())
	}
	for i := range list {
		for j := range list[i].Line {
			list[i].Line[j] = rules.House(r.byte())
		}
	}
	for i := range list {
		p := &list[i]
		at := p.Position
		for _, h := range p.Line {
			right := PlySet(0)
			if at.ToMove() == p.Solver() && several(at) {
				right = PlySet(r.uvarint(1<<16-1)) | bitOf(h)
			}
			p.Right = append(p.Right, right)
			next, _, err := at.Sow(h)
			r.failed = r.failed || err != nil
			at = next
		}
	}
}

// ParseList reads puzzles of one line each, as [Puzzle.String] writes them.
func ParseList(text string) ([]Puzzle, error) {
	var list []Puzzle
	for line := range strings.Lines(text) {
		p, err := Parse(strings.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", len(list)+1, err)
		}
		list = append(list, p)
	}
	return list, nil
}
