package puzzle

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
)

// A list of puzzles is a line that names the format, a line with the number of puzzles and their
// rules, and then the puzzles as a [coder] writes them. South solves each of its puzzles.
const listTitle = "mancala puzzles 2\n"

// mostListed is the largest number of puzzles in a list.
const mostListed = 1 << 16

// WriteList returns the list of some puzzles for South to solve that pass [Puzzle.Check], with
// their replies.
func WriteList(list []Puzzle) []byte {
	c := listCoder{coder: newWriter()}
	head := fmt.Sprint(len(list))
	for _, p := range list {
		if v := p.Position.Variant(); !slices.Contains(c.variants, v) {
			c.variants = append(c.variants, v)
			head += " " + v.String()
		}
	}
	for _, p := range list {
		c.puzzle(&p)
	}
	return append([]byte(listTitle+head+"\n"), c.end()...)
}

// errList means that bytes are no list of puzzles.
var errList = rules.Refuse("puzzle.no-list", "the list of puzzles is damaged")

// ReadList reads the result of [WriteList]. It checks every puzzle as [Puzzle.Check] does, and
// refuses illegal replies.
func ReadList(data []byte) ([]Puzzle, error) {
	data, ours := bytes.CutPrefix(data, []byte(listTitle))
	head, data, _ := bytes.Cut(data, []byte("\n"))
	var n int
	names := strings.Fields(string(head))
	if _, err := fmt.Sscan(string(head), &n); !ours || err != nil || n < 0 || n > mostListed || len(names) > maxText {
		return nil, errList
	}
	c := listCoder{coder: newReader(data)}
	for _, name := range names[1:] {
		v, err := rules.ParseVariant(name)
		if err != nil {
			return nil, errList
		}
		c.variants = append(c.variants, v)
	}
	list := make([]Puzzle, n)
	for i := range list {
		if c.puzzle(&list[i]); c.failed || list[i].Check() != nil {
			return nil, errList
		}
	}
	if c.end(); c.failed {
		return nil, errList
	}
	return list, nil
}

// The columns of a list.
const (
	columnRules = iota
	columnSwap
	columnLevel
	columnKind
	columnStore
	columnHouses
	columnFirst
	columnBest
	columnValues
	columnThemes
	columnLine
	columnRight
	columnEnd
	columnReplied
	columnStop
	columnReplies
)

// listCoder writes or reads the puzzles of a list.
type listCoder struct {
	*coder
	variants []rules.Variant
}

// puzzle writes or reads a puzzle: all of it that the rest does not tell.
func (c listCoder) puzzle(p *Puzzle) {
	c.position(p)
	if c.failed {
		return
	}
	p.Level = c.number(context{columnLevel, 0}, p.Level, MostLevel)
	p.Kind = Kind(c.number(context{columnKind, p.Level}, int(p.Kind), 1))
	c.values(p)
	c.themes(p)
	c.line(p)
	c.replies(p)
}

// position writes or reads the rules and the seeds.
func (c listCoder) position(p *Puzzle) {
	at := slices.Index(c.variants, p.Position.Variant())
	at = c.number(context{columnRules, 0}, at, len(c.variants)-1)
	if c.failed = c.failed || at < 0; c.failed {
		return
	}
	v, board := c.variants[at], p.Position.Board()
	rest := v.Total()
	take := func(in context, n int) int {
		n = c.number(in, n, rest)
		rest -= n
		return n
	}
	swap := c.flag(context{columnSwap, at}, p.Position.CanSwap())
	south, houses := take(context{columnStore, at}, int(board.Store[rules.South])), ""
	for side, row := range board.House {
		for h, n := range row[:v.Houses] {
			houses += "," + strconv.Itoa(take(context{columnHouses, (side*rules.MaxHouses+h)*rules.MaxHouses + int(v.Houses)}, int(n)))
		}
	}
	if !c.reads {
		return
	}
	text := fmt.Sprintf("%v <%d,%d,%d%s> south", v, v.Houses, south, rest, houses)
	if swap {
		text += " swap"
	}
	var err error
	p.Position, err = rules.ParsePosition(text)
	c.failed = c.failed || err != nil || p.Position.Over()
}

// values writes or reads the first ply of the line, its value, and how much worse the others are.
func (c listCoder) values(p *Puzzle) {
	total, known := p.Position.Variant().Total(), p.Values
	first := c.ply(columnFirst, p.Position, ply(p.Line, 0))
	top := 0
	if !c.reads {
		top = p.Best()
	}
	top = c.number(context{columnBest, int(p.Kind)}, top+total, 2*total) - total
	p.Values = nil
	for h := range p.Position.Plies() {
		worse := 0
		if len(known) > 0 {
			worse = top - known[len(p.Values)].Seeds
		}
		if h != first {
			worse = c.number(context{columnValues, 4*int(p.Kind) + min(max(top, 0), 3)}, worse, 2*total)
		}
		p.Values = append(p.Values, Value{h, top - worse})
	}
}

// ply returns ply i of a line, or 0 behind its end.
func ply(line []rules.House, i int) rules.House {
	if i < len(line) {
		return line[i]
	}
	return 0
}

func (c listCoder) themes(p *Puzzle) {
	t := Themes(0)
	for i := range themes {
		state := (i*4+int(t&3))*4 + p.Level/2 // chain and capture tell most about the others
		if c.flag(context{columnThemes, state}, p.Themes>>i&1 == 1) {
			t |= 1 << i
		}
	}
	p.Themes = t
}

// mostLine is the largest number of plies of a line in a list.
const mostLine = 255

// line writes or reads the line and its right plies. It may end after each only right ply.
func (c listCoder) line(p *Puzzle) {
	at, known, old := p.Position, p.Line, p.Right
	p.Line, p.Right = nil, nil
	for i := 0; i < mostLine && !c.failed && !at.Over(); i++ {
		right, h := PlySet(0), rules.House(0)
		switch asked := at.ToMove() == p.Solver() && several(at); {
		case i == 0:
			h, right = best(p.Values).Ply, p.Kind.rightOf(p.Values)
		case !asked:
			h = c.ply(columnLine, at, ply(known, i))
		default:
			h = c.ply(columnLine, at, ply(known, i))
			right = bitOf(h)
			for other := range at.Plies() {
				if other != h && c.flag(context{columnRight, int(p.Kind)}, i < len(old) && old[i].Has(other)) {
					right |= bitOf(other)
				}
			}
		}
		p.Line, p.Right = append(p.Line, h), append(p.Right, right)
		if right.size() == 1 && c.flag(context{columnEnd, p.Answers()}, i == len(known)-1) {
			return
		}
		at, _, _ = at.Sow(h) // it is legal
	}
	c.failed = true
}

// replies writes or reads whether there are replies, and then those to all wrong answers.
func (c listCoder) replies(p *Puzzle) {
	known := p.Replies
	if !c.flag(context{columnReplied, 0}, known != nil) {
		return
	}
	p.Replies = make([][]Reply, len(p.Line))
	_ = p.eachQuestion(func(i int, at rules.Position) error { // it returns none
		for _, wrong := range wrongPlies(at, p.Right[i]) {
			after, _, _ := at.Sow(wrong) // it is legal
			var line []rules.House
			if !c.reads {
				line = known[i][len(p.Replies[i])].Line
			}
			p.Replies[i] = append(p.Replies[i], Reply{wrong, c.reply(after, p.Solver(), line)})
		}
		return nil
	})
}

// reply writes or reads a reply from the position after a wrong answer on. It goes as far as
// [follow] does, or ends before.
func (c listCoder) reply(at rules.Position, solver rules.Side, known []rules.House) []rules.House {
	n := 0
	return follow(at, solver, func(at rules.Position) (rules.House, bool) {
		if c.flag(context{columnStop, 0}, n == len(known)) || c.failed {
			return 0, false
		}
		n++
		return c.ply(columnReplies, at, ply(known, n-1)), true
	})
}

// ply writes or reads a legal ply of a position. It asks about one after the other, the last house
// first; the column learns how good a house with so many seeds is.
func (c listCoder) ply(column int, at rules.Position, h rules.House) rules.House {
	plies := make([]rules.House, 0, rules.MaxHouses+1)
	for other := range at.Plies() {
		plies = append(plies, other)
	}
	for i := len(plies) - 1; i > 0; i-- {
		away, seeds := 0, 0
		if plies[i] != rules.Swap {
			away, seeds = int(at.Variant().Houses)-int(plies[i]), at.Seeds(rules.Pit{Side: at.ToMove(), House: plies[i]})
		}
		if c.flag(context{column, away*32 + min(seeds, 31)}, h == plies[i]) {
			return plies[i]
		}
	}
	return plies[0]
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
