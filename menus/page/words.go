package page

import (
	"fmt"

	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/render"
	"mancala/rules"
)

// DescribeVariant returns the name of a rule set and its size: "Kalah, 6 houses, 4 seeds".
func DescribeVariant(v rules.Variant) string {
	return words.T("%s, %s", RuleTitle(v), DescribeSize(v))
}

// DescribeSize returns the size of a board: "6 houses, 4 seeds".
func DescribeSize(v rules.Variant) string {
	houses, seeds := int(v.Houses), int(v.Seeds)
	return words.T("%s, %s", words.N("%d house", "%d houses", houses, houses), words.N("%d seed", "%d seeds", seeds, seeds))
}

// RuleTitle returns the name of the rules of v without the size.
func RuleTitle(v rules.Variant) string {
	if v.Pie {
		return words.T("%s with pie rule", words.RulesTitle(v))
	}
	return words.RulesTitle(v)
}

// ShortVariant returns the shortest name of a rule set with its size: "Kalah 6x4".
func ShortVariant(v rules.Variant) string {
	size := fmt.Sprintf("%s %dx%d", words.RulesTitle(v), v.Houses, v.Seeds)
	if v.Pie {
		return words.T("%s, pie", size)
	}
	return size
}

// PlyName returns a short name of a ply.
func PlyName(h rules.House) string {
	if h == rules.Swap {
		return words.T("swaps sides")
	}
	return words.T("house %s", h.String())
}

// Speed returns the name of a speed of moves.
func Speed(s motion.Speed) string {
	switch s {
	case motion.Off:
		return words.C("speed of moves", "Off")
	case motion.Fast:
		return words.C("speed of moves", "Fast")
	case motion.Slow:
		return words.C("speed of moves", "Slow")
	}
	return words.C("speed of moves", "Normal")
}

// WithWords fills in the words for the codes in a view.
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
		return words.T("Captures %d", c.N)
	case motion.CaptionExtraTurn:
		return words.T("Extra turn!")
	case motion.CaptionGameOver:
		return words.T("Game over")
	case motion.CaptionSwapped:
		return words.T("Sides swapped")
	case motion.CaptionTuzdik:
		return words.T("A tuzdik!")
	case motion.CaptionGathers:
		return words.T("Tuzdik: +%d", c.N)
	}
	return ""
}

// consequenceWords describes the consequence of a ply by mover. A final score has the mover's store
// first.
func consequenceWords(c motion.Consequence, mover rules.Side) string {
	own, other := c.Score[mover], c.Score[mover.Opponent()]
	switch {
	case c.Repeats && c.Drawn:
		return words.T("the position comes again: a draw")
	case c.Repeats:
		return words.T("the position comes again: the game ends %d : %d", own, other)
	case c.Tuzdik && !c.Ends:
		return words.T("captures %d, wins a tuzdik", c.Captures)
	case c.Captures > 0 && c.Ends:
		return words.T("captures %d, ends the game %d : %d", c.Captures, own, other)
	case c.Captures > 0:
		return words.N("captures %d", "captures %d", c.Captures, c.Captures)
	case c.Ends:
		return words.T("ends the game %d : %d", own, other)
	case c.ExtraTurn:
		return words.T("extra turn")
	}
	return ""
}
