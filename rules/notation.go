package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// maxText limits the texts that the parsers of this package accept, in bytes.
const maxText = 400

// Notation returns the board as <houses,south store,north store,south's houses,north's houses>,
// each side from its owner's left. A tuzdik of the other side is an x.
func (p Position) Notation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%d,%d,%d", p.variant.Houses, p.board.Store[South], p.board.Store[North])
	for _, side := range [...]Side{South, North} {
		for i := range int(p.variant.Houses) {
			b.WriteByte(',')
			if p.board.Tuzdik[side.Opponent()] == House(i+1) {
				b.WriteByte('x')
			} else {
				b.WriteString(strconv.Itoa(int(p.board.House[side][i])))
			}
		}
	}
	b.WriteByte('>')
	return b.String()
}

// Status returns a few words on who moves or who won: "south to move", "north to move", "south wins
// 27-21", "north wins 23-25" or "draw 24-24". The first number is South's store.
func (p Position) Status() string {
	south, north := p.board.Store[South], p.board.Store[North]
	switch p.Outcome() {
	case SouthWins:
		return fmt.Sprintf("south wins %d-%d", south, north)
	case NorthWins:
		return fmt.Sprintf("north wins %d-%d", south, north)
	case Draw:
		return fmt.Sprintf("draw %d-%d", south, north)
	}
	return p.toMove.String() + " to move"
}

// String returns the complete text form of a position, for [ParsePosition]: the variant, the board,
// the side to move, and, under the pie rule, the word "first" during the first turn or "swap" while
// the swap is on offer. A game that a repetition has drawn ends with the word "drawn".
func (p Position) String() string {
	text := p.variant.String() + " " + p.Notation() + " " + p.toMove.String()
	switch p.pie {
	case pieFirstTurn:
		return text + " first"
	case pieOffered:
		return text + " swap"
	}
	if p.end == tied {
		return text + " drawn"
	}
	return text
}

// MarshalText returns [Position.String].
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p as [ParsePosition] does; on an error p is unchanged.
func (p *Position) UnmarshalText(text []byte) error {
	q, err := ParsePosition(string(text))
	if err == nil {
		*p = q
	}
	return err
}

// ParsePosition parses the result of [Position.String]. The board must hold all seeds of the
// variant, and must already be swept if the game is over on it. The position need not be reachable.
func ParsePosition(text string) (Position, error) {
	fields := strings.Fields(text[:min(len(text), maxText)])
	if len(fields) < 3 || len(fields) > 4 || len(text) > maxText {
		return Position{}, Refuse("rules.no-position",
			`a position is a rule set, a board and a side, as in "kalah(1,1) <1,0,0,1,1> south"`)
	}
	v, err := ParseVariant(fields[0])
	if err != nil {
		return Position{}, err
	}
	p := Position{variant: v}
	if p.board, err = parseBoard(v, fields[1]); err != nil {
		return Position{}, err
	}
	if err := p.parseTurn(fields[2:]); err != nil {
		return Position{}, err
	}
	return p, nil
}

// parseTurn parses the side to move and the state of the pie rule, and determines whether the game
// is over.
func (p *Position) parseTurn(fields []string) error {
	switch fields[0] {
	case "south":
		p.toMove = South
	case "north":
		p.toMove = North
	default:
		return Refuse("rules.no-side", "%q is no side; write south or north", fields[0])
	}
	board := p.board
	p.finish(p.toMove)
	if p.board != board {
		return Refuse("rules.not-swept", "the game on that board is over, but its seeds are not swept")
	}
	if len(fields) == 1 {
		return nil
	}
	switch {
	case p.end != running:
	case fields[1] == "drawn" && p.variant.Repeat == RepeatDraw:
		p.end = tied
		return nil
	case !p.variant.Pie:
	case fields[1] == "first":
		p.pie = pieFirstTurn
		return nil
	case fields[1] == "swap":
		p.pie = pieOffered
		return nil
	}
	return Refuse("rules.not-said", "%q cannot be said of that position", fields[1])
}

func parseBoard(v Variant, text string) (Board, error) {
	var b Board
	numbers, ok := strings.CutPrefix(text, "<")
	numbers, ok2 := strings.CutSuffix(numbers, ">")
	parts := strings.Split(numbers, ",")
	m := int(v.Houses)
	if !ok || !ok2 || len(parts) != 3+2*m || parts[0] != strconv.Itoa(m) {
		return b, Refuse("rules.no-board",
			"a board of %d houses is written <%[1]d,south store,north store, then %d counts>", m, 2*m)
	}
	total := 0
	for i, part := range parts[1:] {
		pit := StoreOf(Side(i & 1))
		if i >= 2 {
			pit = Pit{Side((i - 2) / m), House((i-2)%m + 1)}
		}
		n, err := b.parsePit(v, pit, part)
		if err != nil {
			return Board{}, err
		}
		total += n
	}
	if total != v.Total() {
		return b, Refuse("rules.wrong-total", "that board holds %d seeds instead of %d", total, v.Total())
	}
	return b, nil
}

// parsePit sets a pit to the count in a text, or makes it a tuzdik of the other side, and returns
// its seeds.
func (b *Board) parsePit(v Variant, pit Pit, text string) (int, error) {
	if text == "x" && v.Tuzdik && !pit.IsStore() {
		owner := &b.Tuzdik[pit.Side.Opponent()]
		if *owner != 0 || b.Tuzdik[pit.Side] == pit.House || pit.House == House(v.Houses) {
			return 0, Refuse("rules.no-tuzdik", "house %d of %s cannot be a tuzdik", int(pit.House), pit.Side.String())
		}
		*owner = pit.House
		return 0, nil
	}
	n, ok := parseCount(text)
	if !ok || n > v.Total() {
		return 0, Refuse("rules.no-seeds", "%q is not a number of seeds", text)
	}
	*b.at(pit) = uint8(n)
	return n, nil
}

// parseCount parses a number as strconv.Itoa formats it, without a sign or leading zeros.
func parseCount(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}
