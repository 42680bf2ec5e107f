package rules_test

import (
	"errors"
	"fmt"

	"mancala/rules"
)

func ExampleStart() {
	kalah, err := rules.Preset("kalah")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := rules.Start(kalah)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Notation())
	fmt.Println(p.Status())
	// Output:
	// <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>
	// south to move
}

func ExamplePosition_Sow() {
	p, err := rules.ParsePosition("kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south")
	if err != nil {
		fmt.Println(err)
		return
	}
	next, sowing, err := p.Sow(1)
	fmt.Println(next.Notation(), next.Status(), err)
	fmt.Println("captured:", sowing.Captured)

	_, _, err = next.Sow(4)
	fmt.Println(err, errors.Is(err, rules.ErrEmptyHouse))
	// Output:
	// <6,20,18,0,2,1,0,2,2,0,1,0,0,1,1> north to move <nil>
	// captured: 6
	// that house is empty true
}

func ExamplePosition_Steps() {
	p, _ := rules.ParsePosition("kalah(3,2) <3,1,2,1,0,2,1,3,2> south")
	_, sowing, _ := p.Sow(1)
	for step := range p.Steps(sowing) {
		fmt.Println(step.Board.House[rules.South][:3], step.Board.Store[rules.South])
	}
	// Output:
	// [0 0 2] 1
	// [0 1 2] 1
	// [0 0 2] 1
	// [0 0 2] 5
}

func ExampleReplay() {
	kalah, _ := rules.Preset("kalah")
	small, _ := kalah.WithSize(3, 2)
	p, err := rules.Replay(small, 2, 1, 1)
	fmt.Println(p.Notation(), p.Status(), err)
	_, err = rules.Replay(small, 2, 1, 1, 1)
	fmt.Println(err)
	// Output:
	// <3,1,0,0,1,4,0,3,3> south to move <nil>
	// ply 4: house 1 is empty
}

// A game is one line of text: its rules and its plies.
func ExampleParseGame() {
	game, err := rules.ParseGame("kalah(6,4)+pie 3 6 swap")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := game.Replay()
	fmt.Println(p.Notation(), p.Status(), err)
	fmt.Println(game)
	// Output:
	// <6,0,2,5,5,5,5,4,4,4,4,0,5,5,0> south to move <nil>
	// kalah(6,4)+pie 3 6 swap
}

func ExampleParseRuleSet() {
	for _, text := range []string{"kalah", "bowls+pie", "custom(4,3,extra=yes,capture=own,empty=yes)", "kalah(11,4)"} {
		v, err := rules.ParseRuleSet(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(v, v.Total(), "seeds")
	}
	// Output:
	// kalah(6,4) 48 seeds
	// bowls(6,4)+pie 48 seeds
	// empty-capture(4,3) 24 seeds
	// 11 houses a side is not possible; choose 1 to 10
}

func ExamplePosition_Plies() {
	p, _ := rules.ParsePosition("kalah(3,2) <3,1,2,1,0,2,1,3,2> south")
	for h := range p.Plies() {
		next, _, _ := p.Sow(h)
		fmt.Println(h, next.Notation())
	}
	// Output:
	// 1 <3,5,2,0,0,2,1,0,2>
	// 3 <3,2,2,1,0,0,2,3,2>
}
