package rules

import (
	"strings"
)

// maxGameText limits the text of a game, in bytes. The longest game has some hundred plies.
const maxGameText = 64 << 10

// Game is a game as a value: the rules, and every ply from the start. South moves first, so this is
// enough to replay it. The plies need not be legal; [Game.Replay] checks them.
type Game struct {
	// Variant is the rule set and the size of the board.
	Variant Variant
	// Plies are the houses played, [Swap] included, oldest first. An extra turn gives a player
	// consecutive plies.
	Plies []House
}

// String returns the canonical text of a game: the variant and the plies, with single spaces
// between, as in "kalah(6,4)+pie 3 6 swap". [ParseGame] reads it.
func (g Game) String() string {
	var b strings.Builder
	b.WriteString(g.Variant.String())
	for _, h := range g.Plies {
		b.WriteByte(' ')
		b.WriteString(h.String())
	}
	return b.String()
}

// MarshalText returns [Game.String].
func (g Game) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText sets g to the game that [ParseGame] reads; on an error g is unchanged.
func (g *Game) UnmarshalText(text []byte) error {
	parsed, err := ParseGame(string(text))
	if err == nil {
		*g = parsed
	}
	return err
}

// Replay plays the game from its start; see [Replay].
func (g Game) Replay() (Position, error) { return Replay(g.Variant, g.Plies...) }

// ParseGame parses the text of a game: a rule set as for [ParseRuleSet], then the plies, separated
// by any white space. It refuses a text of more than 64 KiB. It does not check whether the plies
// are legal.
func ParseGame(text string) (Game, error) {
	if len(text) > maxGameText {
		return Game{}, Refuse("rules.long-game", "that is too long for a game")
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return Game{}, Refuse("rules.no-game",
			`there is no game in that text; a game is written as in "kalah(6,4) 3 6"`)
	}
	v, err := ParseRuleSet(words[0])
	if err != nil {
		return Game{}, err
	}
	plies, err := ParsePlies(words[1:])
	if err != nil {
		return Game{}, err
	}
	return Game{v, plies}, nil
}

// ParsePlies parses a house from each word, as [ParseHouse] does. Its error names the ply.
func ParsePlies(words []string) ([]House, error) {
	plies := make([]House, len(words))
	for i, word := range words {
		h, err := ParseHouse(word)
		if err != nil {
			return nil, NoHouse(i+1, word)
		}
		plies[i] = h
	}
	return plies, nil
}

// NoHouse returns the error for ply n if word is no house.
func NoHouse(n int, word string) error {
	return Refuse("rules.no-house", "ply %d: %.20q is no house; houses are numbers from 1", n, word)
}
