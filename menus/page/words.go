package page

import (
	"fmt"
	"strconv"
	"strings"

	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// Sentence returns text with a capital letter at its start and a full stop at its end.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// Plural counts something: "1 seed", "2 seeds".
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// DescribeVariant names a rule set with its size: "Kalah, 6 houses, 4 seeds".
func DescribeVariant(v rules.Variant) string {
	return RuleTitle(v) + ", " + DescribeSize(v)
}

// DescribeSize says how large a board is: "6 houses, 4 seeds".
func DescribeSize(v rules.Variant) string {
	return Plural(int(v.Houses), "house") + ", " + Plural(int(v.Seeds), "seed")
}

// RuleTitle names the rules of v without their size.
func RuleTitle(v rules.Variant) string {
	if v.Pie {
		return words.RulesTitle(v) + " with pie rule"
	}
	return words.RulesTitle(v)
}

// ShortVariant names a rule set with its size, as short as it can be said: "Kalah 6x4".
func ShortVariant(v rules.Variant) string {
	words := fmt.Sprintf("%s %dx%d", words.RulesTitle(v), v.Houses, v.Seeds)
	if v.Pie {
		words += ", pie"
	}
	return words
}

// PlyName names a ply in a few letters.
func PlyName(h rules.House) string {
	if h == rules.Swap {
		return "swaps sides"
	}
	return "house " + h.String()
}

// DateForm is how screens write a day, for [time.Time.Format].
const DateForm = "2 Jan 2006"

// WithWords puts the words for its codes into a view.
func WithWords(v render.View) render.View {
	v.CaptionWords = captionWords(v.Moment.Caption)
	if v.Preview != nil {
		v.PreviewWords = consequenceWords(v.Preview.Consequence, v.Preview.From.Side)
	}
	return v
}

func captionWords(c motion.Caption) string {
	switch c.Kind {
	case motion.CaptionCaptures:
		return "Captures " + strconv.Itoa(c.N)
	case motion.CaptionExtraTurn:
		return "Extra turn!"
	case motion.CaptionGameOver:
		return "Game over"
	case motion.CaptionSwapped:
		return "Sides swapped"
	}
	return ""
}

// consequenceWords says what follows from a ply of a side. A final score names that side's store first.
func consequenceWords(c motion.Consequence, mover rules.Side) string {
	words := ""
	if c.Captures > 0 {
		words = "captures " + strconv.Itoa(c.Captures)
	}
	if c.Ends {
		score := strconv.Itoa(c.Score[mover]) + " : " + strconv.Itoa(c.Score[mover.Opponent()])
		return strings.TrimPrefix(words+", ends the game "+score, ", ")
	}
	if c.ExtraTurn {
		words = "extra turn"
	}
	return words
}
