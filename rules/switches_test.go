package rules

import "testing"

// plain has every switch at its zero value: no captures, no extra turns. Each test below sets the
// switches that it tests.
var plain = Variant{}

// CS230, the lecture, CS 340 and COMP110 skip the opponent's store, CS150 sows it.
func TestSwitchSowOpponentStore(t *testing.T) {
	const before = `
		   4  4  4  4  4  4
		 0                     0
		   4  0  4  4  4  8`
	sow := with(plain, func(v *Variant) { v.SowOpponentStore = true })
	checkAll(t, []example{
		{"skip: the lap goes past the opponent's store", plain, South, before, 6, "north to move", `
			   5  5  5  5  5  5
			 0                     1
			   5  0  4  4  4  0`},
		{"sow: the opponent's store gets a seed", sow, South, before, 6, "north to move", `
			   5  5  5  5  5  5
			 1                     1
			   4  0  4  4  4  0`},
		{"sow: a last seed in the opponent's store earns no turn", with(sow, func(v *Variant) { v.ExtraTurn = true }), North, `
			   8  4  4  4  4  4
			 0                     0
			   4  4  4  0  4  4`, 6, "south to move", `
			   0  4  4  4  4  4
			 1                     1
			   5  5  5  1  5  5`},
	})
}

// CS230, the lecture, CS 340 and COMP110 give an extra turn, CS150 only as an extra credit.
func TestSwitchExtraTurn(t *testing.T) {
	const before = `
		   4  4  4  4  4  4
		 0                     0
		   4  4  4  4  4  4`
	const after = `
		   4  4  4  4  4  4
		 0                     1
		   4  4  0  5  5  5`
	extra := with(plain, func(v *Variant) { v.ExtraTurn = true })
	checkAll(t, []example{
		{"no: the turn passes", plain, South, before, 3, "north to move", after},
		{"yes: the mover moves again", extra, South, before, 3, "extra turn, south to move", after},
		{"yes: a whole lap and back into the store", extra, South, `
			   1  1  1  1  1  1
			 8                     9
			   2  3  2  2  2 14`, 6, "extra turn, south to move", `
			   2  2  2  2  2  2
			 8                    11
			   3  4  3  3  3  1`},
		{"yes: but not when the ply ended the game", extra, South, `
			   1  0  0  0  0  0
			 5                     5
			   0  0  0  0  0  1`, 6, "sweeps 0+1, draw 6-6", `
			   0  0  0  0  0  0
			 6                     6
			   0  0  0  0  0  0`},
	})
}

// abroad is a board on which house 5 ends in an empty house of the opponent, opposite a full one.
const abroad = `
	   4  4  4  4  4  0
	 2                     2
	   4  4  4  4  3  5`

// abroadUncaptured is abroad after house 5 without a capture.
const abroadUncaptured = `
	   4  4  4  4  4  1
	 2                     3
	   4  4  4  4  0  6`

// Rule sets that differ from plain in their captures.
var (
	captureOwn     = Variant{Capture: CaptureOwn}
	captureEither  = Variant{Capture: CaptureEither}
	emptyOwn       = Variant{Capture: CaptureOwn, CaptureEmpty: true}
	emptyEither    = Variant{Capture: CaptureEither, CaptureEmpty: true}
	emptyNever     = Variant{Capture: CaptureNever, CaptureEmpty: true}
	oppositeOwn    = Variant{Capture: CaptureOwn, Take: TakeOpposite}
	oppositeEither = Variant{Capture: CaptureEither, Take: TakeOpposite}
	emptyOpposite  = Variant{Capture: CaptureOwn, CaptureEmpty: true, Take: TakeOpposite}
)

// CS230, the lecture, CS 340 and COMP110 capture in the mover's own houses, CS150 in any.
func TestSwitchCapture(t *testing.T) {
	const captured = `
		   1  1  0  0  1  0
		18                    20
		   0  2  1  0  2  2`
	checkAll(t, []example{
		{"never: not in the own house", plain, South, captureCS340, 1, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   0  2  1  1  2  2`},
		{"never: not even with empty captures", emptyNever, South, captureCS340, 2, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   3  0  1  0  2  2`},
		{"never: not in the opponent's house", plain, South, abroad, 5, "north to move", abroadUncaptured},
		{"own: in the own house", captureOwn, South, captureCS340, 1, "captures 6, north to move", captured},
		{"own: not in the opponent's house", captureOwn, South, abroad, 5, "north to move", abroadUncaptured},
		{"either: in the own house", captureEither, South, captureCS340, 1, "captures 6, north to move", captured},
		{"either: in the opponent's house", captureEither, South, abroad, 5, "captures 7, north to move", `
			   4  4  4  4  4  0
			 2                    10
			   4  4  4  4  0  0`},
	})
}

// The lecture and CS 340 want seeds opposite, CS230 and COMP110 do not.
func TestSwitchCaptureEmpty(t *testing.T) {
	const uncaptured = `
		   1  1  0  5  1  0
		18                    14
		   3  0  1  0  2  2`
	const emptyAbroad = `
		   4  4  4  4  4  0
		 2                     4
		   4  4  4  4  4  2`
	checkAll(t, []example{
		{"no: nothing opposite, nothing captured", captureOwn, South, captureCS340, 2, "north to move", uncaptured},
		{"yes: the capturing seed alone", emptyOwn, South, captureCS340, 2, "captures 1, north to move", `
			   1  1  0  5  1  0
			18                    15
			   3  0  0  0  2  2`},
		{"opposite: without effect", emptyOpposite, South, captureCS340, 2, "north to move", uncaptured},
		{"no: nor in the opponent's house", captureEither, South, emptyAbroad, 6, "north to move", `
			   4  4  4  4  4  1
			 2                     5
			   4  4  4  4  4  0`},
		{"yes: also from the opponent's house", emptyEither, South, emptyAbroad, 6, "captures 1, north to move", `
			   4  4  4  4  4  0
			 2                     6
			   4  4  4  4  4  0`},
	})
}

// CS230, the lecture, CS 340 and COMP110 take the last seed too, CS150 only the opposite seeds.
func TestSwitchTake(t *testing.T) {
	checkAll(t, []example{
		{"both: the opposite seeds and the last one", captureOwn, South, captureCS340, 1, "captures 6, north to move", `
			   1  1  0  0  1  0
			18                    20
			   0  2  1  0  2  2`},
		{"opposite: the last one stays", oppositeOwn, South, captureCS340, 1, "captures 5, north to move", `
			   1  1  0  0  1  0
			18                    19
			   0  2  1  1  2  2`},
		{"opposite: also in the opponent's house", oppositeEither, South, abroad, 5, "captures 6, north to move", `
			   4  4  4  4  4  1
			 2                     9
			   4  4  4  4  0  0`},
	})
}

// TestLaps plays sowings that return to their own house.
func TestLaps(t *testing.T) {
	sow := with(captureOwn, func(v *Variant) { v.SowOpponentStore = true })
	checkAll(t, []example{
		{"thirteen seeds end in the emptied house and capture", captureOwn, South, `
			   2  2  2  2  2  2
			 9                     9
			  13  1  1  1  1  1`, 1, "captures 4, north to move", `
			   0  3  3  3  3  3
			 9                    14
			   0  2  2  2  2  2`},
		{"twenty-six seeds end there too, but not in an empty house", captureOwn, South, `
			   2  2  2  2  2  2
			 2                     3
			  26  1  1  1  1  1`, 1, "north to move", `
			   4  4  4  4  4  4
			 2                     5
			   2  3  3  3  3  3`},
		{"fourteen seeds where the opponent's store is sown", sow, South, `
			   2  2  2  2  2  2
			 8                     9
			  14  1  1  1  1  1`, 1, "captures 4, north to move", `
			   0  3  3  3  3  3
			 9                    14
			   0  2  2  2  2  2`},
		{"thirteen seeds where the opponent's store is sown end in it", sow, South, `
			   2  2  2  2  2  2
			 9                     9
			  13  1  1  1  1  1`, 1, "north to move", `
			   3  3  3  3  3  3
			10                    10
			   0  2  2  2  2  2`},
	})
}

// CS230 ends when the player to move has no seeds, the others when one side is empty.
func TestSwitchEnd(t *testing.T) {
	mover := Variant{End: EndToMove}
	extra := Variant{End: EndToMove, ExtraTurn: true}
	const ownSideOut = `
		   0  2  0  1  0  2
		15                    14
		   0  0  0  0  0  2`
	const lastSeed = `
		   0  2  0  1  0  2
		15                    15
		   0  0  0  0  0  1`
	checkAll(t, []example{
		{"either: the mover's side is empty", plain, South, ownSideOut, 6, "sweeps 0+6, north wins 15-21", `
			   0  0  0  0  0  0
			21                    15
			   0  0  0  0  0  0`},
		{"mover: the opponent still moves", mover, South, ownSideOut, 6, "north to move", `
			   0  2  0  1  0  3
			15                    15
			   0  0  0  0  0  0`},
		{"either: not while both sides have seeds", plain, North, `
			   0  2  0  1  0  2
			15                    15
			   0  0  0  0  0  1`, 5, "south to move", `
			   1  0  0  1  0  2
			16                    15
			   0  0  0  0  0  1`},
		{"mover: he feeds the empty side", mover, North, `
			   2  2  0  1  0  1
			15                    15
			   0  0  0  0  0  0`, 6, "south to move", `
			   0  2  0  1  0  1
			16                    15
			   1  0  0  0  0  0`},
		{"mover: he does not feed the empty side", mover, North, `
			   0  2  0  1  0  3
			15                    15
			   0  0  0  0  0  0`, 1, "sweeps 0+6, north wins 15-21", `
			   0  0  0  0  0  0
			21                    15
			   0  0  0  0  0  0`},
		{"mover: an extra turn that he cannot use", extra, South, lastSeed, 6, "sweeps 0+5, north wins 16-20", `
			   0  0  0  0  0  0
			20                    16
			   0  0  0  0  0  0`},
		{"mover: without extra turns the opponent moves", mover, South, lastSeed, 6, "north to move", `
			   0  2  0  1  0  2
			15                    16
			   0  0  0  0  0  0`},
	})
}

// Only CS230 ends on a majority.
func TestSwitchMajority(t *testing.T) {
	majority := with(plain, func(v *Variant) { v.Majority = true })
	const before = `
		   0  2  0  3  0  1
		10                    18
		   0  0  0  0  1  1`
	const after = `
		   0  2  0  3  0  1
		10                    19
		   0  0  0  0  1  0`
	checkAll(t, []example{
		{"no: the game goes on", plain, South, before, 6, "north to move", after},
		{"yes: the game stops where it stands", majority, South, before, 6, "south wins 19-10", after},
		{"yes: exactly half is too little", majority, South, `
			   0  2  0  3  0  2
			10                    17
			   0  0  0  0  1  1`, 6, "north to move", `
			   0  2  0  3  0  2
			10                    18
			   0  0  0  0  1  0`},
		{"yes: nothing is swept even when a side is empty", majority, South, `
			   0  2  0  3  0  1
			11                    18
			   0  0  0  0  0  1`, 6, "south wins 19-11", `
			   0  2  0  3  0  1
			11                    19
			   0  0  0  0  0  0`},
		{"yes: the mover may give it to the opponent", with(majority, func(v *Variant) { v.SowOpponentStore = true }), North, `
			   8  1  1  1  1  1
			 3                    18
			   0  0  0  1  0  1`, 6, "south wins 19-4", `
			   0  1  1  1  1  1
			 4                    19
			   1  1  1  2  1  2`},
	})
}

// CS230, the lecture, CS 340 and COMP110 give the seeds left to their owner, CS150 counts the
// stores as they are.
func TestSwitchSweep(t *testing.T) {
	const before = `
		   0  0  0  1  2  0
		20                    24
		   0  0  0  0  0  1`
	none := with(plain, func(v *Variant) { v.Sweep = SweepNone })
	checkAll(t, []example{
		{"owner: the seeds left go to their owner", plain, South, before, 6, "sweeps 0+3, south wins 25-23", `
			   0  0  0  0  0  0
			23                    25
			   0  0  0  0  0  0`},
		{"none: they stay and count for nobody", none, South, before, 6, "south wins 25-20", `
			   0  0  0  1  2  0
			20                    25
			   0  0  0  0  0  0`},
		{"none: also where the player to move has none", with(none, func(v *Variant) { v.End = EndToMove }), South, `
			   0  0  0  0  0  0
			20                    24
			   0  0  2  0  1  1`, 5, "south wins 24-20", `
			   0  0  0  0  0  0
			20                    24
			   0  0  2  0  0  2`},
	})
}

func TestSmallestBoards(t *testing.T) {
	kalah, video, bowls := preset(t, "kalah"), preset(t, "video"), preset(t, "bowls")
	checkAll(t, []example{
		{"kalah(1,1)", kalah, South, "1\n0 0\n1", 1, "sweeps 0+1, draw 1-1", "0\n1 1\n0"},
		{"kalah(1,2)", kalah, South, "2\n0 0\n2", 1, "sweeps 0+3, north wins 1-3", "0\n3 1\n0"},
		{"kalah(1,3)", kalah, South, "3\n0 0\n3", 1, "captures 5, south wins 6-0", "0\n0 6\n0"},
		{"kalah(1,10)", kalah, South, "10\n0 0\n10", 1, "extra turn, south to move", "13\n0 4\n3"},
		{"video(1,1)", video, South, "1\n0 0\n1", 1, "sweeps 0+1, draw 1-1", "0\n1 1\n0"},
		{"video(1,2)", video, South, "2\n0 0\n2", 1, "north to move", "3\n0 1\n0"},
		{"video(1,2) answered", video, North, "3\n0 1\n0", 1, "captures 2, north wins 1-3", "0\n3 1\n0"},
		{"bowls(1,1)", bowls, South, "1\n0 0\n1", 1, "south wins 1-0", "1\n0 1\n0"},
		{"bowls(1,3)", bowls, South, "3\n0 0\n3", 1, "draw 1-1", "4\n1 1\n0"},
		{"bowls(1,4)", bowls, South, "4\n0 0\n4", 1, "captures 5, south wins 6-1", "0\n1 6\n1"},
	})
}

func TestLargestBoards(t *testing.T) {
	kalah, bowls := preset(t, "kalah"), preset(t, "bowls")
	const opening = `
		  10 10 10 10 10 10 10 10 10 10
		 0                               0
		  10 10 10 10 10 10 10 10 10 10`
	const heap = `
		   0  0  0  0  0  0  0  0  0  1
		 0                               0
		 199  0  0  0  0  0  0  0  0  0`
	checkAll(t, []example{
		{"kalah(10,10): house 1 reaches the store", kalah, South, opening, 1, "extra turn, south to move", `
			  10 10 10 10 10 10 10 10 10 10
			 0                               1
			   0 11 11 11 11 11 11 11 11 11`},
		{"kalah(10,10): house 10 goes round the corner", kalah, North, opening, 10, "south to move", `
			   0 10 10 10 10 10 10 10 10 10
			 1                               0
			  11 11 11 11 11 11 11 11 11 10`},
		{"kalah: 199 seeds in one house", kalah, South, heap, 1, "extra turn, south to move", `
			   9  9  9  9  9  9  9  9  9 10
			 0                              10
			   9 10 10 10 10 10 10 10 10 10`},
		{"bowls: 199 seeds in one house", bowls, South, heap, 1, "north to move", `
			   9  9  9  9  9  9  9  9  9 10
			 9                               9
			   9 10  9  9  9  9  9  9  9  9`},
		{"kalah: 199 seeds are swept", kalah, South, `
			   0  0  0  0  0  0  0 199 0  0
			 0                               0
			   0  0  0  0  0  0  0  0  0  1`, 10, "sweeps 0+199, north wins 1-199", `
			   0  0  0  0  0  0  0  0  0  0
			199                              1
			   0  0  0  0  0  0  0  0  0  0`},
	})
}
