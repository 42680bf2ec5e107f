// Package notation reads and writes games and boards as others write them: the federations of Togyz
// Kumalaq, players of Oware (OGN, and the lines of Aualé and Aalina), and the site PlayStrategy.
//
// The look of a text decides its notation. Its rules are those that allow all plies, and end them
// where the text says. If two rule sets do, the name of one before the plies decides. Package rules
// has this program's notation.
package notation

import (
	"errors"
	"slices"
	"strings"

	"mancala/rules"
)

// maxText limits the texts that Read accepts, in bytes.
const maxText = 64 << 10

// Notation is a way to write games.
type Notation struct {
	// Name identifies the notation in flags.
	Name  string
	plays func(rules.Variant) bool
	write func(rules.Game, []rules.Sowing) string
	board func(rules.Position) string // nil if it has no boards
}

// notations are all notations that can be written.
var notations = []Notation{
	{"federation", isTogyz, writeFederation, nil},
	{"ogn", isOware, writeOGN, writeOGNBoard},
	{"oware", isOware, writeLine, writeLineBoard},
	{"playstrategy", isRing, writePlayStrategy, writeFEN},
}

// theirNames maps others' names of rule sets to this program's, if they differ.
var theirNames = map[string]string{"togyzkumalak": "togyz"}

func isTogyz(v rules.Variant) bool { return v.Family == rules.TogyzFamily && v.Houses < 10 && !v.Pie }

func isOware(v rules.Variant) bool { return v.Family == rules.OwareFamily && v.Houses == 6 && !v.Pie }

// Names returns the names of the notations that [Write] knows.
func Names() []string {
	var names []string
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
	past, sowings := []rules.Position{start}, make([]rules.Sowing, 0, len(g.Plies))
	for n, h := range g.Plies {
		next, s, err := rules.Play(past, h)
		if err != nil {
			return "", &rules.PlyError{Ply: n + 1, House: h, Err: err}
		}
		past, sowings = append(past, next), append(sowings, s)
	}
	return n.write(g, sowings), nil
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

// Reading is the content of a text.
type Reading struct {
	// Game is the game, if HasGame is set: the text begins at the start of one.
	Game    rules.Game
	HasGame bool
	// Last is the position after the last ply.
	Last rules.Position
}

// Read reads a text in a notation other than this program's. It returns false if the text looks
// like none, and an error if it looks like one but does not parse.
func Read(text string) (r Reading, known bool, err error) {
	if len(text) > maxText {
		return r, false, nil
	}
	tags, text := tagsOf(text)
	tokens, whole := words(text)
	named, tokens := ruleSet(tokens)
	if named == nil {
		named = tags.variant()
	}
	tokens = append(strings.Fields(tags["FEN"]), tokens...)
	for _, read := range [...]func([]rules.Variant, []string) (Reading, bool, error){readLine, readFEN, readFederation, readPlayStrategy, readLetters} {
		r, known, err = read(named, tokens)
		if known && err == nil && !whole {
			r, err = Reading{}, rules.Refuse("notation.open", "a bracket of that text is never closed")
		}
		if known {
			return r, true, err
		}
	}
	return r, false, nil
}

// ruleSet returns the rule set that the first word names, if it does, and the words after it.
func ruleSet(tokens []string) ([]rules.Variant, []string) {
	if len(tokens) == 0 {
		return nil, nil
	}
	if v, err := rules.ParseRuleSet(tokens[0]); err == nil {
		return []rules.Variant{v}, tokens[1:]
	}
	return nil, tokens
}

// ply is a ply as a text writes it.
type ply struct {
	text  string
	house rules.House
	// check reports whether the text agrees with a sowing; nil if the text has only the house.
	check func(rules.Sowing) bool
}

// follow plays plies from a position.
func follow(start rules.Position, plies []ply) (rules.Game, rules.Position, error) {
	past, g := []rules.Position{start}, rules.Game{Variant: start.Variant()}
	for n, p := range plies {
		next, s, err := rules.Play(past, p.house)
		if err != nil {
			return g, past[n], &rules.PlyError{Ply: n + 1, House: p.house, Err: err}
		}
		if p.check != nil && !p.check(s) {
			return g, past[n], &rules.PlyError{Ply: n + 1, House: p.house, Err: rules.Refuse("notation.disagrees",
				"%.10q does something else by the rules of %s", p.text, g.Variant.Name())}
		}
		past, g.Plies = append(past, next), append(g.Plies, p.house)
	}
	return g, past[len(plies)], nil
}

// judge reads plies from the start by the only rule set that allows them all. It returns an error
// if none or several do.
func judge(list []rules.Variant, plies func(rules.Variant) []ply) (Reading, error) {
	var fits []Reading
	var first error
	for _, v := range list {
		start, err := rules.Start(v)
		if err != nil {
			return Reading{}, err
		}
		g, last, err := follow(start, plies(v))
		switch {
		case err == nil:
			fits = append(fits, Reading{Game: g, HasGame: true, Last: last})
		case first == nil:
			first = err
		}
	}
	switch len(fits) {
	case 0:
		return Reading{}, first
	case 1:
		return fits[0], nil
	}
	return Reading{}, rules.Refuse("notation.two", "those plies are possible in %s and in %s; write the name of the game before them",
		fits[0].Game.Variant.Name(), fits[1].Game.Variant.Name())
}

// candidates returns the possible rule sets of a text: the one that it names, or else all presets
// of its kind.
func candidates(named []rules.Variant, kind func(rules.Variant) bool) (list []rules.Variant) {
	if len(named) == 0 {
		for _, p := range rules.Presets() {
			named = append(named, p.Variant)
		}
	}
	for _, v := range named {
		if kind(v) {
			list = append(list, v)
		}
	}
	return list
}

// isRing reports whether a game has squares for PlayStrategy.
func isRing(v rules.Variant) bool { return isTogyz(v) || isOware(v) }

// ErrBoard says that a text has a board and not the plies that led to it.
var ErrBoard error = rules.Refuse("notation.board", "that is a board without the plies that led to it; mancala show can print it")

// ReadGame reads a game in another notation, as [Read] does. Own is the error of reading it in this
// program's notation. ReadGame returns own if the text looks like no other notation, or if both
// refuse the first ply by the rules.
func ReadGame(text string, own error) (rules.Game, error) {
	r, err := read(text, own)
	if err == nil && !r.HasGame {
		return rules.Game{}, ErrBoard
	}
	return r.Game, err
}

// ReadPosition is [ReadGame] for the last position, which may also be one on a board.
func ReadPosition(text string, own error) (rules.Position, error) {
	r, err := read(text, own)
	return r.Last, err
}

func read(text string, own error) (Reading, error) {
	r, known, err := Read(text)
	var ours, theirs *rules.PlyError // both have read all of the text except the rules
	if !known || errors.As(own, &ours) && errors.As(err, &theirs) && theirs.Ply == 1 {
		return Reading{}, own
	}
	return r, err
}
