package notation

import (
	"strconv"
	"strings"

	"mancala/rules"
)

// Asked is the rules that a person wants for a text that names none.
type Asked struct {
	Variant rules.Variant
	// Rules, Houses and Seeds report which parts of the variant the person has chosen. The size
	// that was not chosen is the size of the board in the text.
	Rules, Houses, Seeds bool
}

// Chosen reports whether the person has chosen anything.
func (a Asked) Chosen() bool { return a.Rules || a.Houses || a.Seeds }

// Named returns the text with the rules before it, if the person has chosen any.
func (a Asked) Named(text string) string {
	if !a.Chosen() {
		return text
	}
	return a.Variant.String() + " " + text
}

// Position parses a typed position, in this program's notation or another one:
//
//	3 6 swap                      plies from the start
//	kalah(6,4) 3 6 swap           a game with its rules
//	<6,1,0,...> north [to move]   a board, with what [rules.Position.Status] says of it
//	kalah(6,4) <6,1,0,...> north  a board with its rules
//	76 98 22x, FfAa, e1f2 ...     a game or a board as [Read] reads it
func (a Asked) Position(text string) (rules.Position, error) {
	p, err := a.own(strings.Fields(text))
	if err == nil {
		return p, nil
	}
	return ReadPosition(a.Named(text), err)
}

// own reads a position in this program's own notation.
func (a Asked) own(list []string) (rules.Position, error) {
	named := len(list) > 0 && NamesRules(list[0])
	if named {
		if a.Chosen() {
			return rules.Position{}, rules.Refuse("notation.rules-twice", "%.40q names rules, and others were chosen", list[0])
		}
		v, err := rules.ParseRuleSet(list[0])
		if err != nil {
			return rules.Position{}, err
		}
		a.Variant, list = v, list[1:]
	}
	if len(list) > 0 && strings.HasPrefix(list[0], "<") {
		if !named {
			v, err := a.sized(list[0])
			if err != nil {
				return rules.Position{}, err
			}
			a.Variant = v
		}
		return readBoard(a.Variant, list[0], list[1:])
	}
	plies, err := typedPlies(list)
	if err != nil {
		return rules.Position{}, err
	}
	return rules.Replay(a.Variant, plies...)
}

// NamesRules reports whether a word is a rule set rather than a house or a board.
func NamesRules(word string) bool {
	if strings.EqualFold(word, "s") || word == rules.Swap.String() || strings.HasPrefix(word, "<") {
		return false
	}
	if strings.Contains(word, "(") {
		return true
	}
	_, err := rules.ParseRuleSet(word)
	return err == nil
}

// sized returns the variant at the size of a board, unless another size was chosen.
func (a Asked) sized(board string) (v rules.Variant, err error) {
	parts := strings.Split(strings.Trim(board, "<>"), ",")
	houses, err := strconv.Atoi(parts[0])
	if err != nil || houses < 1 || len(parts) != 3+2*houses {
		return v, rules.Refuse("notation.no-board", "%.60q is not a board", board)
	}
	total := 0
	for _, part := range parts[1:] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil && part != "x" { // a tuzdik
			return v, rules.Refuse("notation.no-seeds", "%.20q is not a number of seeds", part)
		}
		total += int(n)
	}
	if chosen := int(a.Variant.Houses); a.Houses && chosen != houses {
		return v, rules.Refuse("notation.other-houses", "the board has %d houses a side, not %d", houses, chosen)
	}
	seeds := total / (2 * houses)
	if total != 2*houses*seeds {
		return v, rules.Refuse("notation.odd-seeds", "that board holds %d seeds, which no number of seeds a house makes", total)
	}
	if chosen := int(a.Variant.Seeds); a.Seeds && chosen != seeds {
		return v, rules.Refuse("notation.other-seeds", "the board has %d seeds a house, not %d", seeds, chosen)
	}
	return a.Variant.WithSize(houses, seeds)
}

// readBoard reads a board and its status as [rules.Position.Status] writes it; without a status,
// South is to move.
func readBoard(v rules.Variant, board string, status []string) (rules.Position, error) {
	side := rules.South.String()
	switch {
	case len(status) == 0, status[0] == "draw":
	case len(status) > 1 && status[1] == "wins":
	case len(status) == 1, len(status) == 2, strings.Join(status[1:], " ") == "to move":
		side = strings.Join(strings.Fields(strings.Replace(strings.Join(status, " "), "to move", "", 1)), " ")
	default:
		return rules.Position{}, rules.Refuse("notation.no-status", "%.40q cannot be said of a board", strings.Join(status, " "))
	}
	return rules.ParsePosition(v.String() + " " + board + " " + side)
}

// typedPlies reads a house from each word. The rules refuse impossible numbers later. S, the key in
// a window, is a swap.
func typedPlies(list []string) ([]rules.House, error) {
	plies := make([]rules.House, len(list))
	for i, word := range list {
		if strings.EqualFold(word, "s") {
			word = rules.Swap.String()
		}
		h, err := rules.ParseHouse(word)
		if number, wrong := strconv.ParseUint(word, 10, 8); err != nil && wrong == nil && number != uint64(rules.Swap) {
			h, err = rules.House(number), nil
		}
		if err != nil {
			return nil, rules.NoHouse(i+1, word)
		}
		plies[i] = h
	}
	return plies, nil
}
