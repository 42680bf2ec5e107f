package notation

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
)

var presets = rules.Presets()

// theirNames maps others' names of rule sets, in lower case, to this program's.
var theirNames = map[string]string{
	"togyzkumalak": "togyz", "togyz kumalak": "togyz", "toguz kumalak": "togyz", "toguzkumalak": "togyz",
	"oware abapa": "oware", "abapa": "oware",
}

// isPreset reports whether a word is the name of a rule set.
func isPreset(word string) bool {
	return slices.ContainsFunc(presets, func(p rules.NamedVariant) bool { return strings.EqualFold(strings.TrimSuffix(word, "+pie"), p.Name) }) ||
		len(word) > 4 && theirNames[strings.ToLower(word)] != ""
}

// ruleSet parses a rule set in any letter case. Its error has the text as it was written.
func ruleSet(text string) (rules.Variant, error) {
	name := strings.ToLower(text)
	if ours, ok := theirNames[name]; ok {
		name = ours
	}
	v, err := rules.ParseRuleSet(name)
	var lower, written *rules.Note
	if _, as := rules.ParseRuleSet(text); errors.As(err, &lower) && errors.As(as, &written) && written.Code == lower.Code {
		err = as
	}
	return v, err
}

// Notation is a way to write games.
type Notation struct {
	// Name identifies the notation in flags.
	Name  string
	plays func(rules.Variant) bool
	ply   func(s rules.Sowing, m rules.House) string
	// game writes a game from all its positions and the words of its plies. It is nil if the words
	// alone are a game.
	game  func(past []rules.Position, words []string) string
	board func(rules.Position) string // nil if it has no boards
}

// notations are all notations that can be written.
var notations = []Notation{
	{"federation", isTogyz, writeFederation, nil, nil},
	{"ogn", isOware, writeLetter, writeOGN, writeOGNBoard},
	{"oware", isOware, writeLetter, writeLine, writeLineBoard},
	{"playstrategy", isRing, writeSquares, nil, writeRows},
}

// Names returns the names of the notations that [Write] knows.
func Names() (names []string) {
	for _, n := range notations {
		names = append(names, n.Name)
	}
	return names
}

// find returns the notation of a name, or an error if none has it or it does not fit rules.
func find(name string, v rules.Variant) (Notation, error) {
	i := slices.IndexFunc(notations, func(n Notation) bool { return n.Name == name })
	switch {
	case i < 0:
		return Notation{}, rules.Refuse("notation.unknown", "there is no notation %.20q; choose one of %s", name, strings.Join(Names(), ", "))
	case !notations[i].plays(v):
		return Notation{}, rules.Refuse("notation.other-game", "the notation %s is not for %s", name, v.String())
	}
	return notations[i], nil
}

// Write returns a game in the named notation. It returns an error if the notation is unknown or
// does not fit the game's rules, or if a ply is illegal.
func Write(name string, g rules.Game) (string, error) {
	n, err := find(name, g.Variant)
	if err != nil {
		return "", err
	}
	start, err := rules.Start(g.Variant)
	if err != nil {
		return "", err
	}
	past, words := []rules.Position{start}, make([]string, len(g.Plies))
	for i, h := range g.Plies {
		next, s, err := rules.Play(past, h)
		if err != nil {
			return "", &rules.PlyError{Ply: i + 1, House: h, Err: err}
		}
		past, words[i] = append(past, next), n.ply(s, rules.House(g.Variant.Houses))
	}
	if n.game == nil {
		return strings.Join(words, " "), nil
	}
	return n.game(past, words), nil
}

// WriteBoard returns the board of a position, with its stores and the side to move, in the notation
// of a name. It is an error if there is none, if it does not fit the rules, or has no boards.
func WriteBoard(name string, p rules.Position) (string, error) {
	n, err := find(name, p.Variant())
	if err == nil && n.board == nil {
		err = rules.Refuse("notation.no-boards", "the notation %s has no boards", name)
	}
	if err != nil {
		return "", err
	}
	return n.board(p), nil
}

func writeFederation(s rules.Sowing, _ rules.House) string {
	word := s.From.String() + s.Last.House.String()
	if s.Won != 0 {
		word += "x"
	}
	return word
}

func writeLetter(s rules.Sowing, _ rules.House) string {
	return string([]byte{"Aa"[s.Mover] + byte(s.From) - 1})
}

func writeSquares(s rules.Sowing, m rules.House) string {
	var word []byte
	for _, p := range [...]rules.Pit{{Side: s.Mover, House: s.From}, s.Last} {
		if p.Side == rules.North {
			p.House = m + 1 - p.House
		}
		word = append(word, 'a'+byte(p.House)-1, '1'+byte(p.Side))
	}
	return string(word)
}

func writeLine(past []rules.Position, words []string) string {
	return strings.TrimSpace(writeLineBoard(past[0]) + " " + strings.Join(words, ""))
}

func writeOGN(past []rules.Position, words []string) string {
	for i := 0; i < len(words); i += 2 {
		words[i] = strconv.Itoa(i/2+1) + ". " + words[i]
	}
	last := past[len(past)-1]
	words = append(words, results[last.Outcome()])
	return "[Variant \"" + last.Variant().Name() + "\"]\n\n" + strings.Join(words, " ")
}

// boardOf returns the board of a position, with a letter for the side to move.
func boardOf(p rules.Position) board {
	counts := strings.Split(strings.Trim(p.Notation(), "<>"), ",")
	return board{stores: counts[1:3], houses: counts[3:], side: "SN"[p.ToMove():][:1]}
}

// writeLineBoard is the inverse of lineBoard.
func writeLineBoard(p rules.Position) string {
	b := boardOf(p)
	return strings.Join(slices.Concat(b.houses, b.stores, []string{b.side}), "-")
}

// writeOGNBoard returns a game that begins with a board and has no plies yet.
func writeOGNBoard(p rules.Position) string {
	return "[Variant \"" + p.Variant().Name() + "\"]\n[FEN \"" + writeLineBoard(p) + "\"]\n\n*"
}

// writeRows is the inverse of squaresBoard. It writes each board as if before a first turn.
func writeRows(p rules.Position) string {
	b, m := boardOf(p), int(p.Variant().Houses)
	slices.Reverse(b.houses[m:])
	return writeRow(b.houses[m:]) + "/" + writeRow(b.houses[:m]) + " " + strings.Join(b.stores, " ") + " " + b.side + " 1"
}

var emptyHouses = regexp.MustCompile(`\b0S(,0S)*`)

// writeRow is the inverse of row.
func writeRow(counts []string) string {
	text := strings.ReplaceAll(strings.Join(counts, "S,")+"S", "xS", "t")
	return emptyHouses.ReplaceAllStringFunc(text, func(run string) string { return strconv.Itoa(strings.Count(run, "S")) })
}
