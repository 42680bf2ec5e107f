package words

import "mancala/rules"

// Why says in one sentence why the ply s, played in before, ended the game, and which side gets the
// seeds that were left: "Your row is empty: Bo takes the 12 seeds that were left." It returns "" if
// the game goes on. names are the displayed names of South and North; "" means the reader.
func Why(before rules.Position, s rules.Sowing, after rules.Position, names [2]string) string {
	w := ending{names: names, sowing: s, after: after, left: left(before, s)}
	cause, rest := w.cause(), w.rest()
	switch {
	case cause == "":
		return ""
	case rest == "":
		return cause + "."
	}
	return T("%[1]s: %[2]s.", cause, rest)
}

// left returns the seeds in the houses of each side before the sweep.
func left(before rules.Position, s rules.Sowing) (seeds [2]int) {
	board := before.Board()
	for step := range before.Steps(s) {
		if step.Kind == rules.StepSweep {
			break
		}
		board = step.Board
	}
	return [2]int{board.InHouses(rules.South), board.InHouses(rules.North)}
}

// ending is the end of a game in words.
type ending struct {
	names  [2]string
	sowing rules.Sowing
	after  rules.Position
	left   [2]int // seeds in the houses of each side before the sweep
}

// cause says why the game is over, without a full stop.
func (w *ending) cause() string {
	mover := w.after.ToMove()
	who, other := w.names[mover], w.names[mover.Opponent()]
	switch w.sowing.End {
	case rules.CauseEmptyRow:
		return w.emptyRow()
	case rules.CauseMajority:
		return w.majority()
	case rules.CauseNoPly:
		if who == "" {
			return T("You cannot move")
		}
		return T("%s cannot move", who)
	case rules.CauseCannotFeed:
		switch {
		case who == "":
			return T("%s has no seeds, and you cannot give any", other)
		case other == "":
			return T("You have no seeds, and %s cannot give you any", who)
		}
		return T("%[1]s has no seeds, and %[2]s cannot give any", other, who)
	case rules.CauseRepeated:
		if w.after.Variant().Repeat == rules.RepeatDraw {
			return T("The position has come again, so the game is drawn")
		}
		return T("The position has come again")
	}
	return ""
}

// emptyRow names the empty row.
func (w *ending) emptyRow() string {
	side := rules.South
	if w.left[side] > 0 {
		side = rules.North
	}
	switch {
	case w.left == [2]int{}:
		return T("Both rows are empty")
	case w.names[side] == "":
		return T("Your row is empty")
	}
	return T("The row of %s is empty", w.names[side])
}

// majority names the winner of more than half of the seeds.
func (w *ending) majority() string {
	side := rules.South
	if w.after.Lead(side) < 0 {
		side = rules.North
	}
	has, all := w.after.Store(side), w.after.Variant().Total()
	if w.names[side] == "" {
		return T("You have more than half of the seeds, %[1]d of %[2]d", has, all)
	}
	return T("%[1]s has more than half of the seeds, %[2]d of %[3]d", w.names[side], has, all)
}

// rest says which side gets the seeds that were left, or "" if there were none or they do not
// matter.
func (w *ending) rest() string {
	swept, n := w.sowing.Swept, w.left[0]+w.left[1]
	drawn := w.sowing.End == rules.CauseRepeated && w.after.Variant().Repeat == rules.RepeatDraw
	switch {
	case n == 0, drawn, w.sowing.End == rules.CauseMajority:
		return ""
	case swept[0] > 0 && swept[1] > 0: // no other sweep gives seeds to both
		return T("both take the seeds on their side")
	case swept == [2]uint8{}:
		return N("the %d seed that was left does not count", "the %d seeds that were left do not count", n, n)
	}
	side := rules.South
	if swept[side] == 0 {
		side = rules.North
	}
	if w.names[side] == "" {
		return N("you take the %d seed that was left", "you take the %d seeds that were left", n, n)
	}
	return N("%[1]s takes the %[2]d seed that was left", "%[1]s takes the %[2]d seeds that were left", n, w.names[side], n)
}
