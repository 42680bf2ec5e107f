package words

import (
	"slices"

	"mancala/rules"
)

// Story says in one sentence what a ply does and why: how the game ends, or a tuzdik, a capture or
// an extra turn comes about. The ply may have been played, or be one that could be. names are the
// displayed names of South and North; "" means the reader.
func Story(before rules.Position, s rules.Sowing, after rules.Position, names [2]string) string {
	gathered := int(s.Gathered[0]) + int(s.Gathered[1])
	switch last := storyPit(s.Mover, s.Last, names); {
	case s.Ends():
		return Why(before, s, after, names)
	case s.From == rules.Swap:
		return T("The sides are exchanged: each player takes over the seeds of the other one.")
	case s.Won != 0 && names[s.Mover] == "":
		return T("The last seed makes 3 in %s: now it is your tuzdik, and its seeds are yours.", last)
	case s.Won != 0:
		return T("The last seed makes 3 in %[1]s: now it is a tuzdik of %[2]s, who gets its seeds.", last, names[s.Mover])
	case s.Captured > 0:
		return storyCapture(s, after, names)
	case s.ExtraTurn && names[s.Mover] == "":
		return T("The last seed falls into your store: you move again.")
	case s.ExtraTurn:
		return T("The last seed falls into the store of %s, who moves again.", names[s.Mover])
	case s.Last.IsStore():
		return T("The last seed falls into a store, and the turn is over.")
	case gathered > 0:
		return N("%d seed falls into a tuzdik, and goes to the store of its owner.",
			"%d seeds fall into a tuzdik, and go to the store of its owner.", gathered, gathered)
	default:
		return T("The last seed captures nothing in %s.", last)
	}
}

// storyCapture says why a ply captures.
func storyCapture(s rules.Sowing, after rules.Position, names [2]string) string {
	last, n, v := storyPit(s.Mover, s.Last, names), int(s.Captured), after.Variant()
	switch opposite := s.Taken.Has(after.Opposite(s.Last)); {
	case !opposite && n > 1 && v.Family != rules.OwareFamily:
		return T("The last seed makes %[1]d in %[2]s, and an even number is captured.", n, last)
	case !opposite && n > 1 && len(slices.Collect(s.Taken.All())) > 1:
		return T("2 or 3 seeds in %[2]s and in the houses before it: all %[1]d are captured.", n, last)
	case !opposite && n > 1:
		return T("The last seed makes %[1]d in %[2]s, and 2 or 3 are captured.", n, last)
	case v.Take == rules.TakeOpposite:
		return N("The last seed falls into %[2]s, which was empty, and captures the %[1]d seed opposite.",
			"The last seed falls into %[2]s, which was empty, and captures the %[1]d seeds opposite.", n, n, last)
	case n == 1:
		return T("The last seed falls into %s, which was empty, and captures itself.", last)
	}
	return N("The last seed falls into %[2]s, which was empty, and captures itself and the %[1]d seed opposite.",
		"The last seed falls into %[2]s, which was empty, and captures itself and the %[1]d seeds opposite.", n-1, n-1, last)
}

// storyPit names a house in which seeds lie, in a sentence about a mover's ply: "house 3", "your
// house 3", "house 3 of Ann".
func storyPit(mover rules.Side, pit rules.Pit, names [2]string) string {
	switch {
	case names[pit.Side] == "":
		return C("in it seeds lie", "your house %s", pit.House.String())
	case pit.Side == mover && names[mover.Opponent()] == "":
		return C("in it seeds lie", "their own house %s", pit.House.String())
	}
	return T("house %[1]s of %[2]s", pit.House.String(), names[pit.Side])
}
