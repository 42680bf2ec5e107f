package notation

import (
	"strings"

	"mancala/rules"
)

func isTogyz(v rules.Variant) bool { return v.Family == rules.TogyzFamily && v.Houses < 10 && !v.Pie }

// federationPly reads a ply as the federations of Togyz Kumalaq and PlayOK write it, as in "22x"
// or "76(10)": the house sown, the house of the last seed, an x if that becomes a tuzdik, and the
// seeds in the mover's store after a capture. Houses are numbers from their owner's left.
func federationPly(list []ply, t *token, _ rules.Variant) ([]ply, bool) {
	word, mark := t.word, int8(1)
	if n := len(word) - 1; n == 2 && word[n]|0x20 == 'x' {
		word, mark = word[:n], 2
	}
	if len(word) != 2 || word[0] < '1' || word[1] < '1' || word[0] > '9' || word[1] > '9' {
		return list, false
	}
	return append(list, ply{at: t, house: rules.House(word[0] - '0'), last: rules.House(word[1] - '0'), tuzdik: mark, total: t.total}), true
}

func writeFederation(_ rules.Game, sowings []rules.Sowing) string {
	var plies []string
	for _, s := range sowings {
		text := s.From.String() + s.Last.House.String()
		if s.Won != 0 {
			text += "x"
		}
		plies = append(plies, text)
	}
	return strings.Join(plies, " ")
}
