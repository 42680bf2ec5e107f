package notation

import (
	"slices"
	"strings"

	"mancala/rules"
)

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
