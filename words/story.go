package words

import (
	"slices"

	"mancala/rules"
)

// Story says in one sentence what a ply did and why: how the game ended, or a tuzdik, a capture or
// an extra turn came about. names are the displayed names of South and North; "" means the reader.
func Story(before rules.Position, s rules.Sowing, after rules.Position, names [2]string) string {
	gathered := int(s.Gathered[0]) + int(s.Gathered[1])
	switch last := storyPit(s.Mover, s.Last, names); {
	case s.Ends():
		return Why(before, s, after, names)
	case s.From == rules.Swap:
		return T("The sides are exchanged: each player takes over the seeds of the other one.")
	case s.Won != 0:
		return T("The last seed made three in %s: it is a tuzdik now, and every seed that falls there goes to the store of its owner.", last)
	case s.Captured > 0:
		return storyCapture(s, after, names)
	case s.ExtraTurn && names[s.Mover] == "":
		return T("The last seed fell into your store, so you move again.")
	case s.ExtraTurn:
		return T("The last seed fell into the store of %[1]s, so %[1]s moves again.", names[s.Mover])
	case s.Last.IsStore():
		return T("The last seed fell into a store, and the turn is over.")
	case gathered > 0:
		return N("%d seed fell into a tuzdik, and went to the store of its owner.",
			"%d seeds fell into a tuzdik, and went to the store of its owner.", gathered, gathered)
	default:
		return T("The last seed captures nothing in %s.", last)
	}
}

// storyCapture says why a ply captured.
func storyCapture(s rules.Sowing, after rules.Position, names [2]string) string {
	last, n := storyPit(s.Mover, s.Last, names), int(s.Captured)
	across := after.Opposite(s.Last)
	other := storyPit(s.Mover, across, names)
	switch opposite, houses := s.Taken.Has(across), slices.Collect(s.Taken.All()); {
	case !opposite && n > 1 && len(houses) > 1:
		return N("The last seed captured %[2]s, and the houses before it, which hold such a number, too: %[1]d seed in all.",
			"The last seed captured %[2]s, and the houses before it, which hold such a number, too: %[1]d seeds in all.", n, n, last)
	case !opposite && n > 1:
		return N("With the last seed there was %[1]d in %[2]s, a number that is captured.",
			"With the last seed there were %[1]d in %[2]s, a number that is captured.", n, n, last)
	case after.Variant().Take == rules.TakeOpposite:
		return N("The last seed fell into %[2]s, which was empty, so it captures the %[1]d seed opposite, in %[3]s.",
			"The last seed fell into %[2]s, which was empty, so it captures the %[1]d seeds opposite, in %[3]s.", n, n, last, other)
	case n == 1:
		return T("The last seed fell into %s, which was empty, so it captures itself.", last)
	}
	return N("The last seed fell into %[2]s, which was empty, so it captures itself and the %[1]d seed opposite, in %[3]s.",
		"The last seed fell into %[2]s, which was empty, so it captures itself and the %[1]d seeds opposite, in %[3]s.",
		n-1, n-1, last, other)
}

// storyPit names a house in a sentence about a mover's ply: "house 3", "your house 3", "house 3 of
// Ann".
func storyPit(mover rules.Side, pit rules.Pit, names [2]string) string {
	switch {
	case names[pit.Side] == "":
		return T("your house %s", pit.House.String())
	case pit.Side == mover && names[mover.Opponent()] == "":
		return T("their own house %s", pit.House.String())
	}
	return T("house %[1]s of %[2]s", pit.House.String(), names[pit.Side])
}
