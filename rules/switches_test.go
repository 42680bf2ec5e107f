package rules

import "testing"

// TestSwitches plays what no paper shows: switches one by one, and in pairs that no preset has.
func TestSwitches(t *testing.T) {
	extra, majority := Variant{ExtraTurn: true}, Variant{Majority: true}
	const abroad = `
		   4  4  4  4  4  0
		 2                     4
		   4  4  4  4  4  2`
	checkAll(t, []example{
		{"store=sow: a last seed in the opponent's store earns no turn", Variant{SowOpponentStore: true, ExtraTurn: true}, North, `
			   8  4  4  4  4  4
			 0                     0
			   4  4  4  0  4  4`, 6, "south to move", `
			   0  4  4  4  4  4
			 1                     1
			   5  5  5  1  5  5`},
		{"extra=yes: a whole lap and back into the store", extra, South, `
			   1  1  1  1  1  1
			 8                     9
			   2  3  2  2  2 14`, 6, "extra turn, south to move", `
			   2  2  2  2  2  2
			 8                    11
			   3  4  3  3  3  1`},
		{"extra=yes: but not when the ply ended the game", extra, South, `
			   1  0  0  0  0  0
			 5                     5
			   0  0  0  0  0  1`, 6, "sweeps 0+1, draw 6-6", `
			   0  0  0  0  0  0
			 6                     6
			   0  0  0  0  0  0`},
		{"capture=never: not in the own house", Variant{}, South, captureCS340, 1, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   0  2  1  1  2  2`},
		{"capture=never: not even with empty captures", Variant{CaptureEmpty: true}, South, captureCS340, 2, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   3  0  1  0  2  2`},
		{"capture=either: both houses, from the opponent's", Variant{Capture: CaptureEither}, South, `
			   4  4  4  4  4  0
			 2                     2
			   4  4  4  4  3  5`, 5, "captures 7, north to move", `
			   4  4  4  4  4  0
			 2                    10
			   4  4  4  4  0  0`},
		{"empty=no: nor in the opponent's house", Variant{Capture: CaptureEither}, South, abroad, 6, "north to move", `
			   4  4  4  4  4  1
			 2                     5
			   4  4  4  4  4  0`},
		{"empty=yes: also from the opponent's house", Variant{Capture: CaptureEither, CaptureEmpty: true}, South, abroad, 6, "captures 1, north to move", `
			   4  4  4  4  4  0
			 2                     6
			   4  4  4  4  4  0`},
		{
			"empty=yes: without effect if only the opposite seeds are taken",
			Variant{Capture: CaptureOwn, CaptureEmpty: true, Take: TakeOpposite},
			South, captureCS340, 2, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   3  0  1  0  2  2`,
		},
		{"end=mover: the mover feeds the empty side", Variant{End: EndToMove}, North, `
			   2  2  0  1  0  1
			15                    15
			   0  0  0  0  0  0`, 6, "south to move", `
			   0  2  0  1  0  1
			16                    15
			   1  0  0  0  0  0`},
		{"end=mover: the mover does not feed the empty side", Variant{End: EndToMove}, North, `
			   0  2  0  1  0  3
			15                    15
			   0  0  0  0  0  0`, 1, "sweeps 0+6, north wins 15-21", `
			   0  0  0  0  0  0
			21                    15
			   0  0  0  0  0  0`},
		{"end=mover: without extra turns the opponent moves", Variant{End: EndToMove}, South, `
			   0  2  0  1  0  2
			15                    15
			   0  0  0  0  0  1`, 6, "north to move", `
			   0  2  0  1  0  2
			15                    16
			   0  0  0  0  0  0`},
		{"majority=yes: nothing is swept even when a side is empty", majority, South, `
			   0  2  0  3  0  1
			11                    18
			   0  0  0  0  0  1`, 6, "south wins 19-11", `
			   0  2  0  3  0  1
			11                    19
			   0  0  0  0  0  0`},
		{"majority=yes: the mover may give it to the opponent", with(majority, func(v *Variant) { v.SowOpponentStore = true }), North, `
			   8  1  1  1  1  1
			 3                    18
			   0  0  0  1  0  1`, 6, "south wins 19-4", `
			   0  1  1  1  1  1
			 4                    19
			   1  1  1  2  1  2`},
		{"sweep=none: also where the player to move has none", Variant{Sweep: SweepNone, End: EndToMove}, South, `
			   0  0  0  0  0  0
			20                    24
			   0  0  2  0  1  1`, 5, "south wins 24-20", `
			   0  0  0  0  0  0
			20                    24
			   0  0  2  0  0  2`},
	})
}

// TestLaps plays sowings that return to their own house.
func TestLaps(t *testing.T) {
	captureOwn := Variant{Capture: CaptureOwn}
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
