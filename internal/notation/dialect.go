package notation

import (
	"slices"
	"strings"

	"mancala/rules"
)

// dialect is a way to write plies and boards as words.
type dialect struct {
	like string                   // an example of a ply
	fits func(rules.Variant) bool // nil for all rules, and those of plain Kalah if none are named
	// plies appends the plies of a word on a board of m houses a side, or returns false.
	plies func(list []ply, t *token, m rules.House) ([]ply, bool)
	// board reads the board at the start of some words, and returns how many it has. It is nil if
	// there are no boards.
	board func(words []token) (b board, n int, ok bool)
}

// dialects are all dialects; the first that fits the first word counts.
var dialects = [...]dialect{
	{"76 or 22x", isTogyz, federationPly, nil},
	{"e1f2", isRing, squaresPly, squaresBoard},
	{"F or f", isOware, letterPlies, lineBoard},
	{"3", nil, housePly, ownBoard},
}

// own is the dialect of this program.
var own = &dialects[len(dialects)-1]

// looksLike reports whether a word looks like plies. It uses room for them.
func (d *dialect) looksLike(room []ply, t *token) bool {
	_, ok := d.plies(room, t, rules.MaxHouses)
	return ok
}

func isTogyz(v rules.Variant) bool { return v.Family == rules.TogyzFamily && v.Houses < 10 && !v.Pie }

func isOware(v rules.Variant) bool { return v.Family == rules.OwareFamily && v.Houses == 6 && !v.Pie }
func isRing(v rules.Variant) bool  { return isTogyz(v) || isOware(v) }

// ply is a ply as a text writes it. Zero values, and none, are what the text does not say.
type ply struct {
	at          *token
	from, last  rules.Pit
	sides       int  // how many of both sides the text says
	marks, won  bool // the text marks tuzdiks, and this one
	turn, total int  // the number before it, and the mover's store after it
}

// board is a board in a text.
type board struct {
	houses, stores []string // counts, x for a tuzdik; South's first, from their owners' left
	side           string   // to move, and more that [rules.ParsePosition] reads
	left           bool     // seeds may be left in the houses of a game that is over, and be in the stores, too
}

// federationPly reads a ply as the federations of Togyz Kumalaq and PlayOK write it, as in "22x"
// or "76(10)": the house sown, the house of the last seed, an x if that becomes a tuzdik, and the
// seeds in the mover's store after a capture. Houses are numbers from their owner's left.
func federationPly(list []ply, t *token, _ rules.House) ([]ply, bool) {
	word, won := t.word, len(t.word) == 3 && t.word[2]|0x20 == 'x'
	if won {
		word = word[:2]
	}
	if len(word) != 2 || word[0] < '1' || word[1] < '1' || word[0] > '9' || word[1] > '9' {
		return list, false
	}
	from, last := rules.Pit{House: rules.House(word[0] - '0')}, rules.Pit{House: rules.House(word[1] - '0')}
	return append(list, ply{at: t, from: from, last: last, marks: true, won: won, total: t.total}), true
}

// squaresPly reads a ply as PlayStrategy writes it, as in "e1f2": the house sown and the house of
// the last seed. Each is its column as South sees it, and its row, 1 for South.
func squaresPly(list []ply, t *token, m rules.House) ([]ply, bool) {
	var pits [2]rules.Pit
	for i := range pits {
		if len(t.word) != 4 || t.total != none || t.word[2*i] < 'a' || t.word[2*i] > 'j' || t.word[2*i+1] != '1' && t.word[2*i+1] != '2' {
			return list, false
		}
		p := rules.Pit{Side: rules.Side(t.word[2*i+1] - '1'), House: rules.House(t.word[2*i]-'a') + 1}
		if p.House > m {
			p = rules.Pit{}
		} else if p.Side == rules.North {
			p.House = m + 1 - p.House
		}
		pits[i] = p
	}
	return append(list, ply{at: t, from: pits[0], last: pits[1], sides: 2, total: none}), true
}

// letterPlies reads plies of Oware as letters of houses, A to F for South and a to f for North,
// from their owner's left, with or without spaces between, as in OGN. Aualé writes the seeds of a
// capture behind one, as in F+2. At the end of a game that number has swept seeds in it, so it is
// not compared.
func letterPlies(list []ply, t *token, _ rules.House) ([]ply, bool) {
	word, captured, counted := strings.Cut(t.word, "+")
	for i := range len(word) {
		house, side := word[i]&0x1f, word[i]>>5-2
		if house < 1 || house > 6 || side > 1 {
			return list, false
		}
		from := rules.Pit{Side: rules.Side(side), House: rules.House(house)}
		list = append(list, ply{at: t, from: from, sides: 1, turn: none, total: none})
	}
	return list, word != "" && t.total == none && (!counted || len(word) == 1 && number(captured) >= 0)
}

// housePly reads a house by its number, swap, or S for it, the key in a window. The rules refuse
// impossible numbers later.
func housePly(list []ply, t *token, _ rules.House) ([]ply, bool) {
	house := rules.Swap
	if !strings.EqualFold(t.word, "s") && t.word != rules.Swap.String() {
		n := number(t.word)
		if house = rules.House(n); n < 0 || n >= int(rules.Swap) {
			return list, false
		}
	}
	return append(list, ply{at: t, from: rules.Pit{House: house}, total: none}), t.total == none
}

// movers are the words for the letters of the side to move.
var movers = map[string]string{"S": rules.South.String(), "N": rules.North.String()}

// squaresBoard reads a board as PlayStrategy writes it. First come the rows of North and South as
// South sees them: for each house its seeds and an S, or a number of empty houses. Then come the
// stores of South and North, the side to move, and perhaps the number of the turn.
func squaresBoard(words []token) (b board, n int, ok bool) {
	if len(words) < 4 || movers[words[3].word] == "" {
		return b, 0, false
	}
	upper, lower, ok := strings.Cut(words[0].word, "/")
	north, south := row(upper), row(lower)
	slices.Reverse(north)
	b = board{append(south, north...), []string{words[1].word, words[2].word}, movers[words[3].word], true}
	if n = 4; len(words) > 4 && number(words[4].word) >= 0 {
		n = 5
	}
	return b, n, ok && len(north) == len(south) && len(south) > 0
}

// row reads a row of a board, from the left. It is empty if that is impossible.
func row(text string) (counts []string) {
	for part := range strings.SplitSeq(strings.ToUpper(text), ",") {
		seeds, many := strings.CutSuffix(part, "S")
		switch n := number(seeds); {
		case part == "T":
			counts = append(counts, "x")
		case n < 0 || len(counts) > rules.MaxHouses || !many && n > rules.MaxHouses:
			return nil
		case many:
			counts = append(counts, seeds)
		default:
			counts = append(counts, slices.Repeat([]string{"0"}, n)...)
		}
	}
	return counts
}

// lineBoard reads a board of Oware as Aalina and Aualé's programs write it: the houses of South and
// of North, the stores and the side to move, with hyphens between.
func lineBoard(words []token) (b board, n int, ok bool) {
	parts := strings.Split(words[0].word, "-")
	if len(parts) != 15 || movers[parts[14]] == "" {
		return b, 0, false
	}
	return board{houses: parts[:12], stores: parts[12:14], side: movers[parts[14]]}, 1, true
}

// ownBoard reads a board as [rules.Position.Notation] and the Kalah Game Protocol write it, and the
// status as [rules.Position.Status] does. Without a status South is to move.
func ownBoard(words []token) (b board, n int, ok bool) {
	if !strings.HasPrefix(words[0].word, "<") {
		return b, 0, false
	}
	var said []string
	for _, t := range words[1:] {
		said = append(said, t.word)
	}
	if len(said) > 1 && said[1] == "wins" || len(said) == 1 && said[0] == "draw" || len(said) == 0 {
		said = []string{rules.South.String()}
	}
	b.side = strings.Replace(strings.Join(said, " "), " to move", "", 1)
	counts := strings.Split(strings.Trim(words[0].word, "<>"), ",")
	if m := number(counts[0]); m > 0 && len(counts) == 3+2*m && strings.HasSuffix(words[0].word, ">") {
		b.stores, b.houses = counts[1:3], counts[3:]
	}
	return b, len(words), true
}
