package notation

import (
	"strings"

	"mancala/rules"
)

// readFederation reads plies as the federations of Togyz Kumalaq write them, as in "76 22x": the
// house sown, the house of the last seed, and an x if that becomes a tuzdik. Houses are numbers
// from their owner's left.
func readFederation(named []rules.Variant, tokens []string) (r Reading, known bool, err error) {
	plies := make([]ply, len(tokens))
	for i, token := range tokens {
		digits, wins := strings.CutSuffix(token, "x")
		if len(digits) != 2 || strings.Trim(digits, "123456789") != "" {
			return r, false, nil
		}
		last := rules.House(digits[1] - '0')
		plies[i] = ply{token, rules.House(digits[0] - '0'), func(s rules.Sowing) bool {
			return s.Last.House == last && (s.Won != 0) == wins
		}}
	}
	list := candidates(named, isTogyz)
	if len(plies) == 0 || len(list) == 0 {
		return r, false, nil
	}
	r, err = judge(list, func(rules.Variant) []ply { return plies })
	return r, true, err
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
