package uci

import (
	"fmt"
	"strings"

	"mancala/rules"
)

const swap = '='

// FormatMove returns the letter of a ply of a side.
func FormatMove(side rules.Side, h rules.House) string {
	switch {
	case h == rules.Swap:
		return string(swap)
	case side == rules.South:
		return string(rune('A' + h - 1))
	}
	return string(rune('a' + h - 1))
}

// errBadMove means that a text is no move of the side to move.
func errBadMove(word string, p rules.Position) error {
	return rules.Refuse("uci.bad-move", "%.20q is no legal move of %s", word, p.ToMove())
}

// ParseMove returns the ply that a letter means, and an error if that is not legal in p.
func ParseMove(p rules.Position, word string) (rules.House, error) {
	first := 'A'
	if p.ToMove() == rules.North {
		first = 'a'
	}
	letters := []rune(word)
	if len(letters) != 1 {
		return 0, errBadMove(word, p)
	}
	h := rules.Swap
	if letters[0] != swap {
		if letters[0] < first || letters[0] >= first+rules.MaxHouses {
			return 0, errBadMove(word, p)
		}
		h = rules.House(letters[0]-first) + 1
	}
	if p.Legal(h) != nil {
		return 0, errBadMove(word, p)
	}
	return h, nil
}

// FormatBoard returns the text of a position before the end of a game.
func FormatBoard(p rules.Position) string {
	board := p.Board()
	var b strings.Builder
	for side := range board.House {
		for h := range int(p.Variant().Houses) {
			if board.Tuzdik[rules.Side(side).Opponent()] == rules.House(h+1) {
				b.WriteString("x-")
			} else {
				fmt.Fprintf(&b, "%d-", board.House[side][h])
			}
		}
	}
	fmt.Fprintf(&b, "%d-%d-%c", board.Store[rules.South], board.Store[rules.North], "SN"[p.ToMove()])
	return b.String()
}

// ParseBoard parses the text of a position under the rules of v.
func ParseBoard(v rules.Variant, text string) (rules.Position, error) {
	parts := strings.Split(text, "-")
	pits := 2*int(v.Houses) + 2
	side := map[string]string{"S": "south", "N": "north"}[parts[len(parts)-1]]
	if len(parts) != pits+1 || side == "" {
		return rules.Position{}, rules.Refuse("uci.bad-board", "%.60q is no board of %d houses a side", text, v.Houses)
	}
	houses, stores := strings.Join(parts[:pits-2], ","), strings.Join(parts[pits-2:pits], ",")
	return rules.ParsePosition(fmt.Sprintf("%v <%d,%s,%s> %s", v, v.Houses, stores, houses, side))
}

// line holds a game in the protocol's form: positions from a board on, the present one last, and
// the plies between them.
type line struct {
	from  string // "startpos" or "fen" and a board
	past  []rules.Position
	moves strings.Builder
}

// play adds a ply.
func (l *line) play(h rules.House) error {
	p := l.past[len(l.past)-1]
	next, _, err := rules.Play(l.past, h)
	if err == nil {
		l.moves.WriteString(FormatMove(p.ToMove(), h))
		l.past = append(l.past, next)
	}
	return err
}

// String returns the command that sends the game.
func (l *line) String() string {
	text := "position " + l.from
	if l.moves.Len() > 0 {
		text += " moves " + l.moves.String()
	}
	return text
}
