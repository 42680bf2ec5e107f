package rules

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxText is the longest text that the parsers of this package look at.
const maxText = 400

// Notation returns the board as <houses,south store,north store,south's houses,north's houses>, each side from its
// owner's left.
func (p Position) Notation() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<%d,%d,%d", p.variant.Houses, p.board.Store[South], p.board.Store[North])
	for _, side := range [...]Side{South, North} {
		for i := range int(p.variant.Houses) {
			b.WriteByte(',')
			b.WriteString(strconv.Itoa(int(p.board.House[side][i])))
		}
	}
	b.WriteByte('>')
	return b.String()
}

// Status says in a few words who moves or who won: "south to move", "north to move", "south wins 27-21", "north wins
// 23-25" or "draw 24-24". The first number is South's store.
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

// String returns the complete text form of a position, which [ParsePosition] reads: the variant, the board, the side to
// move, and, under the pie rule, the word "first" during the first turn or "swap" while the swap is on offer.
func (p Position) String() string {
	text := p.variant.String() + " " + p.Notation() + " " + p.toMove.String()
	switch p.pie {
	case pieFirstTurn:
		return text + " first"
	case pieOffered:
		return text + " swap"
	}
	return text
}

// MarshalText returns [Position.String].
func (p Position) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to what [ParsePosition] reads; on an error p is unchanged.
func (p *Position) UnmarshalText(text []byte) error {
	q, err := ParsePosition(string(text))
	if err == nil {
		*p = q
	}
	return err
}

// ParsePosition reads what [Position.String] writes. The board must hold all the variant's seeds, and a board on which
// the game is over must already be swept. Whether the position can arise in a game is not asked.
func ParsePosition(text string) (Position, error) {
	fields := strings.Fields(text[:min(len(text), maxText)])
	if len(fields) < 3 || len(fields) > 4 || len(text) > maxText {
		return Position{over: true}, errors.New(`a position is a rule set, a board and a side, as in "kalah(1,1) <1,0,0,1,1> south"`)
	}
	v, err := ParseVariant(fields[0])
	if err != nil {
		return Position{over: true}, err
	}
	p := Position{variant: v}
	if p.board, err = parseBoard(v, fields[1]); err != nil {
		return Position{over: true}, err
	}
	if err := p.parseTurn(fields[2:]); err != nil {
		return Position{over: true}, err
	}
	return p, nil
}

// parseTurn reads the side to move and the state of the pie rule, and works out whether the game is over.
func (p *Position) parseTurn(fields []string) error {
	switch fields[0] {
	case "south":
		p.toMove = South
	case "north":
		p.toMove = North
	default:
		return fmt.Errorf("%q is no side; write south or north", fields[0])
	}
	board := p.board
	p.finish()
	if p.board != board {
		return errors.New("the game on that board is over, but its seeds are not swept")
	}
	if len(fields) == 1 {
		return nil
	}
	switch {
	case !p.variant.Pie || p.over:
	case fields[1] == "first" && p.toMove == South:
		p.pie = pieFirstTurn
		return nil
	case fields[1] == "swap" && p.toMove == North:
		p.pie = pieOffered
		return nil
	}
	return fmt.Errorf("%q cannot be said of that position", fields[1])
}

func parseBoard(v Variant, text string) (Board, error) {
	var b Board
	numbers, ok := strings.CutPrefix(text, "<")
	numbers, ok2 := strings.CutSuffix(numbers, ">")
	parts := strings.Split(numbers, ",")
	m := int(v.Houses)
	if !ok || !ok2 || len(parts) != 3+2*m || parts[0] != strconv.Itoa(m) {
		return b, fmt.Errorf("a board of %d houses is written <%d,south store,north store, then %d counts>", m, m, 2*m)
	}
	total := 0
	for i, part := range parts[1:] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || strconv.FormatUint(n, 10) != part {
			return b, fmt.Errorf("%q is not a number of seeds", part)
		}
		total += int(n)
		if i < 2 {
			b.Store[i] = uint8(n)
		} else {
			b.House[(i-2)/m][(i-2)%m] = uint8(n)
		}
	}
	if total != v.Total() {
		return b, fmt.Errorf("that board holds %d seeds instead of %d", total, v.Total())
	}
	return b, nil
}

// The words of a custom variant's text form.
var (
	yesNo        = []string{"no", "yes"}
	storeWords   = []string{"skip", "sow"}
	captureWords = []string{"never", "own", "either"}
	takeWords    = []string{"both", "opposite"}
	endWords     = []string{"either", "mover"}
	sweepWords   = []string{"owner", "none"}
)

// variantSwitch is one switch in the text form: its name, its words by value, and how to read and write it.
type variantSwitch struct {
	name  string
	words []string
	get   func(Variant) uint8
	set   func(*Variant, uint8)
}

func flag(field func(*Variant) *bool) (func(Variant) uint8, func(*Variant, uint8)) {
	return func(v Variant) uint8 {
		if *field(&v) {
			return 1
		}
		return 0
	}, func(v *Variant, n uint8) { *field(v) = n == 1 }
}

func variantSwitches() []variantSwitch {
	list := []variantSwitch{
		{name: "store", words: storeWords},
		{name: "extra", words: yesNo},
		{
			"capture", captureWords,
			func(v Variant) uint8 { return uint8(v.Capture) },
			func(v *Variant, n uint8) { v.Capture = CaptureRule(n) },
		},
		{name: "empty", words: yesNo},
		{"take", takeWords, func(v Variant) uint8 { return uint8(v.Take) }, func(v *Variant, n uint8) { v.Take = TakeRule(n) }},
		{"end", endWords, func(v Variant) uint8 { return uint8(v.End) }, func(v *Variant, n uint8) { v.End = EndRule(n) }},
		{name: "majority", words: yesNo},
		{"sweep", sweepWords, func(v Variant) uint8 { return uint8(v.Sweep) }, func(v *Variant, n uint8) { v.Sweep = SweepRule(n) }},
	}
	list[0].get, list[0].set = flag(func(v *Variant) *bool { return &v.SowOpponentStore })
	list[1].get, list[1].set = flag(func(v *Variant) *bool { return &v.ExtraTurn })
	list[3].get, list[3].set = flag(func(v *Variant) *bool { return &v.CaptureEmpty })
	list[6].get, list[6].set = flag(func(v *Variant) *bool { return &v.Majority })
	return list
}

// String returns the text form of a valid variant: a preset's name with its size, as in "kalah(6,4)", or the word custom
// with every switch, as in "custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=both,end=either,majority=no,
// sweep=owner)"; followed by "+pie" under the pie rule. [ParseVariant] reads it.
func (v Variant) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s(%d,%d", v.Name(), v.Houses, v.Seeds)
	if v.Name() == "custom" {
		for _, s := range variantSwitches() {
			word := "?"
			if n := int(s.get(v)); n < len(s.words) {
				word = s.words[n]
			}
			fmt.Fprintf(&b, ",%s=%s", s.name, word)
		}
	}
	b.WriteByte(')')
	if v.Pie {
		b.WriteString("+pie")
	}
	return b.String()
}

// MarshalText returns [Variant.String].
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v to what [ParseVariant] reads; on an error v is unchanged.
func (v *Variant) UnmarshalText(text []byte) error {
	w, err := ParseVariant(string(text))
	if err == nil {
		*v = w
	}
	return err
}

// ParseVariant reads what [Variant.String] writes. In a custom variant each switch may stand at most once, in any order;
// one that is missing keeps its zero value.
func ParseVariant(text string) (Variant, error) {
	if len(text) > maxText {
		return Variant{}, errors.New("that is too long for a rule set")
	}
	body, pie := strings.CutSuffix(text, "+pie")
	name, rest, ok := strings.Cut(body, "(")
	inside, ok2 := strings.CutSuffix(rest, ")")
	parts := strings.Split(inside, ",")
	if !ok || !ok2 || len(parts) < 2 || name != "custom" && len(parts) > 2 {
		return Variant{}, fmt.Errorf("%q is no rule set; write it as in \"kalah(6,4)\"", text)
	}
	v := Variant{}
	var err error
	if name == "custom" {
		err = v.parseSwitches(parts[2:])
	} else {
		v, err = Preset(name)
	}
	if err != nil {
		return Variant{}, err
	}
	houses, errH := strconv.Atoi(parts[0])
	seeds, errS := strconv.Atoi(parts[1])
	if errH != nil || errS != nil {
		return Variant{}, fmt.Errorf("%q is no board size; write houses and seeds, as in 6,4", parts[0]+","+parts[1])
	}
	v.Pie = pie
	if v, err = v.WithSize(houses, seeds); err != nil {
		return Variant{}, err
	}
	return v, nil
}

// parseSwitches reads name=word pairs into v.
func (v *Variant) parseSwitches(pairs []string) error {
	known := variantSwitches()
	for _, pair := range pairs {
		name, word, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(known, func(s variantSwitch) bool { return s.name == name })
		if i < 0 {
			return fmt.Errorf("%q is no switch of a rule set, or stands there twice", name)
		}
		n := slices.IndexFunc(known[i].words, func(w string) bool { return w == word })
		if n < 0 {
			return fmt.Errorf("%q is not possible for %s; choose one of %s", word, name, strings.Join(known[i].words, ", "))
		}
		known[i].set(v, uint8(n))
		known[i].name = ""
	}
	return nil
}
