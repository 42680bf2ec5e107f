package rules

import (
	"errors"
	"testing"
)

// The examples and rules of the five papers that rules.md names, each under its paper's name.

const captureCS340 = `
	   1  1  0  5  1  0
	18                    14
	   3  1  0  0  2  2`

func TestCS340(t *testing.T) {
	kalah := preset(t, "kalah")
	checkBoard(t, start(t, kalah, 6, 4).Board(), `
		   4  4  4  4  4  4
		0                    0
		   4  4  4  4  4  4`)
	checkAll(t, []example{
		{"CS 340: capture of five and the capturing seed", kalah, South, captureCS340, 1, "captures 6, north to move", `
			   1  1  0  0  1  0
			18                    20
			   0  2  1  0  2  2`},
		{"CS 340: no capture opposite an empty cup", kalah, South, captureCS340, 2, "north to move", `
			   1  1  0  5  1  0
			18                    14
			   3  0  1  0  2  2`},
		{"CS 340: no capture in the opponent's empty cup", kalah, South, captureCS340, 6, "north to move", `
			   1  1  0  5  1  1
			18                    15
			   3  1  0  0  2  0`},
		{"CS 340: twelve stones skip the other player's mancala", kalah, South, `
			   3  3  3  3  3  3
			 4                     4
			   2  2  2 12  2  2`, 4, "north to move", `
			   4  4  4  4  4  4
			 4                     5
			   3  3  3  0  3  3`},
		{"CS 340: last stone in the own mancala, another turn", kalah, South, `
			   4  4  4  4  4  4
			 0                     0
			   4  4  4  4  4  4`, 3, "extra turn, south to move", `
			   4  4  4  4  4  4
			 0                     1
			   4  4  0  5  5  5`},
		{"CS 340: stones left in the other player's cups go to his mancala", kalah, South, `
			   0  0  0  1  2  0
			24                    20
			   0  0  0  0  0  1`, 6, "sweeps 0+3, north wins 21-27", `
			   0  0  0  0  0  0
			27                    21
			   0  0  0  0  0  0`},
		{"CS 340: a tie has 24 stones in both mancalas", kalah, North, `
			   1  0  0  0  0  0
			23                    20
			   0  4  0  0  0  0`, 6, "sweeps 4+0, draw 24-24", `
			   0  0  0  0  0  0
			24                    24
			   0  0  0  0  0  0`},
		{"CS 340: the game ends when the mover empties the other player's cups", kalah, South, `
			   0  0  0  5  0  0
			18                    14
			   3  2  0  0  4  2`, 1, "captures 6, sweeps 10+0, south wins 30-18", `
			   0  0  0  0  0  0
			18                    30
			   0  0  0  0  0  0`},
	})
}

func TestLecture(t *testing.T) {
	kalah := preset(t, "kalah")
	checkAll(t, []example{
		{"the lecture: no capture in a house that is not empty", kalah, South, `
			   4  4  4  4  4  4
			 0                     0
			   2  4  6  4  4  4`, 1, "north to move", `
			   4  4  4  4  4  4
			 0                     0
			   0  5  7  4  4  4`},
		{"the lecture: capture of both houses", kalah, North, `
			   4  4  4  0  4  2
			 2                     2
			   4  4  4  6  4  4`, 1, "captures 7, south to move", `
			   4  4  4  0  5  0
			 9                     2
			   4  4  4  0  4  4`},
		{"the lecture: the score is the store plus the houses of the own side", kalah, North, `
			   1  0  0  0  0  0
			16                    13
			   1  2  3  4  5  3`, 6, "sweeps 18+0, south wins 31-17", `
			   0  0  0  0  0  0
			17                    31
			   0  0  0  0  0  0`},
	})
}

func TestCOMP110(t *testing.T) {
	v := preset(t, "empty-capture")
	checkAll(t, []example{
		{"COMP110: the last stone in an empty bucket alone", v, South, captureCS340, 2, "captures 1, north to move", `
			   1  1  0  5  1  0
			18                    15
			   3  0  0  0  2  2`},
		{"COMP110: and with the stones across", v, South, captureCS340, 1, "captures 6, north to move", `
			   1  1  0  0  1  0
			18                    20
			   0  2  1  0  2  2`},
		{"COMP110: the store of the other player is skipped", v, North, `
			  10  3  3  3  3  3
			 1                     1
			   4  4  4  4  4  1`, 6, "south to move", `
			   0  3  3  4  4  4
			 2                     1
			   5  5  5  5  5  2`},
		{"COMP110: the last stone in the own store, go again", v, North, `
			   4  4  4  4  4  4
			 0                     0
			   4  4  4  4  4  4`, 3, "extra turn, north to move", `
			   5  5  5  0  4  4
			 1                     0
			   4  4  4  4  4  4`},
	})
	t.Run("COMP110: an empty bucket is refused and nothing changes", func(t *testing.T) {
		p := place(t, v, South, captureCS340)
		next, s, err := p.Sow(3)
		if !errors.Is(err, ErrEmptyHouse) || next != p || s != (Sowing{}) {
			t.Errorf("Sow gives %v, %+v, %v", next, s, err)
		}
	})
}

func TestCS230(t *testing.T) {
	video := preset(t, "video")
	t.Run("CS230: Abby's bins 3 and 6, Georgia's bin 3", func(t *testing.T) {
		p := start(t, video, 6, 3)
		p, s, _ := p.Sow(4) // bin 3 counted from the mancala
		if story(s, p) != "extra turn, south to move" {
			t.Error(story(s, p))
		}
		checkBoard(t, p.Board(), `
			   3  3  3  3  3  3
			 0                     1
			   3  3  3  0  4  4`)
		p, s, _ = p.Sow(1)
		if story(s, p) != "captures 4, north to move" {
			t.Error(story(s, p))
		}
		checkBoard(t, p.Board(), `
			   3  3  3  0  3  3
			 0                     5
			   0  4  4  0  4  4`)
		p, s, _ = p.Sow(4)
		if story(s, p) != "extra turn, north to move" {
			t.Error(story(s, p))
		}
		checkBoard(t, p.Board(), `
			   4  4  0  0  3  3
			 1                     5
			   0  4  4  0  4  4`)
	})
	checkAll(t, []example{
		{"CS230: the last stone in an empty bin is taken even opposite an empty one", video, South, `
			   3  0  2  3  2  2
			 5                     5
			   1  0  4  3  3  3`, 1, "captures 1, north to move", `
			   3  0  2  3  2  2
			 5                     6
			   0  0  4  3  3  3`},
		{"CS230: more than half of all stones in a mancala ends it, nothing is moved", video, South, `
			   0  2  0  3  0  1
			10                    18
			   0  0  0  0  1  1`, 6, "south wins 19-10", `
			   0  2  0  3  0  1
			10                    19
			   0  0  0  0  1  0`},
		{"CS230: exactly half is not more than half", video, South, `
			   0  2  0  3  0  1
			10                    17
			   0  0  0  0  2  1`, 6, "extra turn, south to move", `
			   0  2  0  3  0  1
			10                    18
			   0  0  0  0  2  0`},
		{"CS230: a player who cannot move ends it, the opponent takes his own stones", video, South, `
			   0  0  0  0  0  0
			16                    15
			   0  1  0  2  1  1`, 5, "sweeps 5+0, south wins 20-16", `
			   0  0  0  0  0  0
			16                    20
			   0  0  0  0  0  0`},
		{"CS230: an own empty side alone does not end it", video, South, `
			   0  2  0  1  0  2
			15                    14
			   0  0  0  0  0  2`, 6, "north to move", `
			   0  2  0  1  0  3
			15                    15
			   0  0  0  0  0  0`},
		{"CS230: an extra turn without stones cannot be taken", video, South, `
			   0  2  0  1  0  2
			15                    15
			   0  0  0  0  0  1`, 6, "sweeps 0+5, north wins 16-20", `
			   0  0  0  0  0  0
			20                    16
			   0  0  0  0  0  0`},
	})
}

func TestCS150(t *testing.T) {
	bowls := preset(t, "bowls")
	t.Run("CS150: bowls 3, 13 and 3 again, then 11 is empty", func(t *testing.T) {
		p := play(t, start(t, bowls, 6, 4), 3)
		checkBoard(t, p.Board(), `
			   4  4  4  4  4  4
			 0                     1
			   4  4  0  5  5  5`)
		if p.ToMove() != North {
			t.Error("player 1 moves again; there is no extra turn")
		}
		p = play(t, p, 6)
		checkBoard(t, p.Board(), `
			   0  4  0  4  4  4
			 5                     1
			   5  5  1  5  5  5`)
		p = play(t, p, 3)
		checkBoard(t, p.Board(), `
			   0  4  0  4  4  4
			 5                     1
			   5  5  0  6  5  5`)
		if _, _, err := p.Sow(4); !errors.Is(err, ErrEmptyHouse) {
			t.Errorf("bowl 11 is refused with %v", err)
		}
	})
	ending := `
		   1  0  0  0  0  0
		20                    22
		   0  0  2  0  3  0`
	checkAll(t, []example{
		{"CS150: stones go into both mancalas", bowls, South, `
			   4  4  4  4  4  4
			 0                     0
			   4  0  4  4  4  8`, 6, "north to move", `
			   5  5  5  5  5  5
			 1                     1
			   4  0  4  4  4  0`},
		{"CS150: a capture at home leaves the last stone", bowls, South, captureCS340, 1, "captures 5, north to move", `
			   1  1  0  0  1  0
			18                    19
			   0  2  1  1  2  2`},
		{"CS150: a capture in the other player's bowl", bowls, South, `
			   4  4  4  4  4  0
			 2                     2
			   4  4  4  4  3  5`, 5, "captures 6, north to move", `
			   4  4  4  4  4  1
			 2                     9
			   4  4  4  4  0  0`},
		{"CS150: the extra credit, an extra turn", with(bowls, func(v *Variant) { v.ExtraTurn = true }), South, `
			   4  4  4  4  4  4
			 0                     0
			   4  4  4  4  4  4`, 3, "extra turn, south to move", `
			   4  4  4  4  4  4
			 0                     1
			   4  4  0  5  5  5`},
		{"CS150: only stones in the mancalas count", bowls, North, ending, 6, "south wins 22-21", `
			   0  0  0  0  0  0
			21                    22
			   0  0  2  0  3  0`},
	})
}
