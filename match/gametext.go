package match

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"mancala/rules"
)

// maxGameText is how much of a text ParseGame looks at, in bytes. The longest game has some hundred plies.
const maxGameText = 64 << 10

// GameText returns a game as text that people can read and that replays it: its first line is a command that shows the
// final position, and the others, each behind a #, tell what happened. Names are those of South and North. [ParseGame]
// reads it back.
func GameText(m *Match, south, north string) string {
	var b strings.Builder
	v := m.Position().Variant()
	b.WriteString("mancala show --rules " + rulesArgument(v))
	fmt.Fprintf(&b, " --houses %d --seeds %d", v.Houses, v.Seeds)
	for _, h := range m.Houses() {
		b.WriteString(" " + h.String())
	}
	fmt.Fprintf(&b, "\n# South: %s\n# North: %s\n", CleanName(south), CleanName(north))
	for n := 1; n <= m.Plies(); n++ {
		_, s := m.Ply(n)
		fmt.Fprintf(&b, "# %d. %s\n", n, tellPly(s))
	}
	if r := m.Result(); r.Ending == Running {
		b.WriteString("# " + m.Position().Status() + "\n")
	} else {
		fmt.Fprintf(&b, "# %v (%v)\n", r, r.Ending)
	}
	return b.String()
}

// rulesArgument returns the variant as a value of --rules, quoted where a shell wants that.
func rulesArgument(v rules.Variant) string {
	if v.Name() != "custom" && !v.Pie {
		return v.Name()
	}
	return "'" + v.String() + "'"
}

// tellPly says what a ply did.
func tellPly(s rules.Sowing) string {
	if s.From == rules.Swap {
		return s.Mover.String() + " swaps sides"
	}
	text := fmt.Sprintf("%v sows %d from house %v", s.Mover, s.Seeds, s.From)
	if s.Captured > 0 {
		text += fmt.Sprintf(", captures %d", s.Captured)
	}
	if s.ExtraTurn {
		text += ", extra turn"
	}
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		if n := s.Swept[side]; n > 0 {
			text += fmt.Sprintf(", %d left go to %v", n, side)
		}
	}
	return text
}

// ParseGame reads what [GameText] writes: the variant and the plies of the first line that is neither empty nor a comment.
// The words before the first option may be missing, and an option that is missing means what it means to the command.
// Whether the plies are legal is for [rules.Replay] to say.
func ParseGame(text string) (rules.Variant, []rules.House, error) {
	if len(text) > maxGameText {
		return rules.Variant{}, nil, errors.New("that is too long for a game")
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") {
			return parseCommand(strings.Fields(line))
		}
	}
	return rules.Variant{}, nil, errors.New(`there is no game in that text; it begins with "mancala show"`)
}

// parseCommand reads the words of the command in a game's text.
func parseCommand(words []string) (rules.Variant, []rules.House, error) {
	if len(words) > 0 && words[0] == "mancala" {
		words = words[1:]
	}
	if len(words) > 0 && words[0] == "show" {
		words = words[1:]
	}
	options := map[string]string{}
	for len(words) > 0 && strings.HasPrefix(words[0], "--") {
		name, value, joined := strings.Cut(words[0][2:], "=")
		words = words[1:]
		if !joined {
			if len(words) == 0 {
				return rules.Variant{}, nil, fmt.Errorf("%.20q needs a value after it", "--"+name)
			}
			value, words = words[0], words[1:]
		}
		options[name] = strings.Trim(value, `'"`)
	}
	v, err := variantOf(options)
	if err != nil {
		return rules.Variant{}, nil, err
	}
	plies := make([]rules.House, len(words))
	for i, word := range words {
		if plies[i], err = rules.ParseHouse(word); err != nil {
			return rules.Variant{}, nil, fmt.Errorf("ply %d: %.20q is no house", i+1, word)
		}
	}
	return v, plies, nil
}

// variantOf returns the variant that options choose, by their names.
func variantOf(options map[string]string) (v rules.Variant, err error) {
	text := rules.Presets()[0].Name
	size := map[string]int{}
	for name, value := range options {
		switch name {
		case "rules":
			text = value
		case "houses", "seeds":
			if size[name], err = strconv.Atoi(value); err != nil {
				return v, fmt.Errorf("%.20q is no number for --%s", value, name)
			}
		default:
			return v, fmt.Errorf("there is no option %.20q in a game", "--"+name)
		}
	}
	if v, err = rules.ParseRuleSet(text); err != nil {
		return v, err
	}
	for name, preset := range map[string]uint8{"houses": v.Houses, "seeds": v.Seeds} {
		if _, given := size[name]; !given {
			size[name] = int(preset)
		}
	}
	return v.WithSize(size["houses"], size["seeds"])
}
