package rules

import (
	"fmt"
	"slices"
	"testing"

	"mancala/tools/need"
)

// frame is one expected step and the board after it, drawn.
type frame struct {
	step  string // kind, pit, seeds
	board string
}

func (k StepKind) word() string {
	return [...]string{"lift", "drop", "capture", "sweep", "bank", "swap"}[k]
}

func stepText(s Step) string {
	where := fmt.Sprintf("%v %v", s.Pit.Side, s.Pit.House)
	if s.Pit.IsStore() {
		where = s.Pit.Side.String() + " store"
	}
	return fmt.Sprintf("%s %s %d", s.Kind.word(), where, s.Seeds)
}

// checkSteps plays a house and compares its steps with the frames.
func checkSteps(t *testing.T, p Position, h House, frames []frame) {
	t.Helper()
	after, s := need.Must2(p.Sow(h))(t)
	steps := slices.Collect(p.Steps(s))
	if len(steps) != len(frames) {
		t.Fatalf("%d steps, not %d: %v", len(steps), len(frames), steps)
	}
	for i, f := range frames {
		if got := stepText(steps[i]); got != f.step {
			t.Errorf("step %d is %q, not %q", i+1, got, f.step)
		}
		checkBoard(t, steps[i].Board, f.board)
	}
	if last := steps[len(steps)-1].Board; last != after.Board() {
		houses := int(p.Variant().Houses)
		t.Errorf("the last step shows%s\nbut the board is%s", drawn(last, houses), drawn(after.Board(), houses))
	}
}

func TestStepsOfCS340(t *testing.T) {
	t.Run(`CS 340: the six steps of "Project Animation"`, func(t *testing.T) {
		checkSteps(t, place(t, preset(t, "kalah"), South, captureCS340), 1, []frame{
			{"lift south 1 3", `
				   1  1  0  5  1  0
				18                    14
				   0  1  0  0  2  2`},
			{"drop south 2 1", `
				   1  1  0  5  1  0
				18                    14
				   0  2  0  0  2  2`},
			{"drop south 3 1", `
				   1  1  0  5  1  0
				18                    14
				   0  2  1  0  2  2`},
			{"drop south 4 1", `
				   1  1  0  5  1  0
				18                    14
				   0  2  1  1  2  2`},
			{"capture south 4 6", `
				   1  1  0  0  1  0
				18                    14
				   0  2  1  0  2  2`},
			{"bank south store 6", `
				   1  1  0  0  1  0
				18                    20
				   0  2  1  0  2  2`},
		})
	})
	t.Run("CS 340: where each of twelve stones from cup 3 goes", func(t *testing.T) {
		p := place(t, preset(t, "kalah"), South, `
			   3  3  3  3  3  3
			 4                     4
			   2  2  2 12  2  2`)
		_, s, _ := p.Sow(4)
		var path []Pit
		for step := range p.Steps(s) {
			path = append(path, step.Pit)
		}
		want := []Pit{
			{South, 4},
			{South, 5},
			{South, 6},
			StoreOf(South),
			{North, 1},
			{North, 2},
			{North, 3},
			{North, 4},
			{North, 5},
			{North, 6},
			{South, 1},
			{South, 2},
			{South, 3},
		}
		if !slices.Equal(path, want) {
			t.Errorf("the stones go to %v, not %v", path, want)
		}
	})
}

func TestStepsOfASweep(t *testing.T) {
	kalah := preset(t, "kalah")
	t.Run("CS 340: stones left in the other player's cups move to his mancala", func(t *testing.T) {
		checkSteps(t, place(t, kalah, South, `
			   3  0  5
			 7           2
			   0  0  1`), 3, []frame{
			{"lift south 3 1", "3 0 5 \n 7 2 \n 0 0 0"},
			{"drop south store 1", "3 0 5 \n 7 3 \n 0 0 0"},
			{"sweep north 1 8", "0 0 0 \n 7 3 \n 0 0 0"},
			{"bank north store 8", "0 0 0 \n 15 3 \n 0 0 0"},
		})
	})
	t.Run("a capture, and then the mover's own seeds", func(t *testing.T) {
		checkSteps(t, place(t, kalah, South, `
			   0  5  0
			 5           5
			   1  0  2`), 1, []frame{
			{"lift south 1 1", "0 5 0 \n 5 5 \n 0 0 2"},
			{"drop south 2 1", "0 5 0 \n 5 5 \n 0 1 2"},
			{"capture south 2 6", "0 0 0 \n 5 5 \n 0 0 2"},
			{"bank south store 6", "0 0 0 \n 5 11 \n 0 0 2"},
			{"sweep south 1 2", "0 0 0 \n 5 11 \n 0 0 0"},
			{"bank south store 2", "0 0 0 \n 5 13 \n 0 0 0"},
		})
	})
}

func TestStepsOfACaptureThatLeavesTheLastSeed(t *testing.T) {
	checkSteps(t, place(t, preset(t, "bowls"), North, `
		   0  2  1
		 5           4
		   0  6  0`), 1, []frame{
		{"lift north 1 1", "0 2 0 \n 5 4 \n 0 6 0"},
		{"drop north 2 1", "0 3 0 \n 5 4 \n 0 6 0"},
	})
	checkSteps(t, place(t, preset(t, "bowls"), North, `
		   0  1  2
		 5           4
		   4  2  0`), 1, []frame{
		{"lift north 1 2", "0 1 0 \n 5 4 \n 4 2 0"},
		{"drop north 2 1", "0 2 0 \n 5 4 \n 4 2 0"},
		{"drop north 3 1", "1 2 0 \n 5 4 \n 4 2 0"},
		{"capture north 3 4", "1 2 0 \n 5 4 \n 0 2 0"},
		{"bank north store 4", "1 2 0 \n 9 4 \n 0 2 0"},
	})
}

func TestStepsOfASwap(t *testing.T) {
	p := play(t, start(t, withPie(preset(t, "kalah")), 2, 2), 2)
	checkSteps(t, p, Swap, []frame{{"swap south store 0", "0 2 \n 1 0 \n 3 2"}})
}

func TestStepsOfAnotherPositionsSowing(t *testing.T) {
	p := start(t, preset(t, "kalah"), 6, 4)
	_, s, _ := play(t, p, 3).Sow(4)
	for step := range p.Steps(s) {
		t.Errorf("a sowing of another position yields %+v", step)
	}
	for step := range p.Steps(Sowing{}) {
		t.Errorf("no sowing yields %+v", step)
	}
}

// TestStepsMayStop leaves the loop after every possible number of steps.
func TestStepsMayStop(t *testing.T) {
	p := place(t, preset(t, "kalah"), South, `
		   0  5  0
		 5           5
		   1  0  2`)
	_, s, _ := p.Sow(1)
	all := slices.Collect(p.Steps(s))
	for stop := 1; stop <= len(all); stop++ {
		var some []Step
		for step := range p.Steps(s) {
			if some = append(some, step); len(some) == stop {
				break
			}
		}
		if !slices.Equal(some, all[:stop]) {
			t.Errorf("the first %d steps are %v", stop, some)
		}
	}
}
