package engine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"mancala/internal/engine"
	"mancala/rules"
)

// Two computer players play a game. The same seed gives the same game.
func ExamplePlayer() {
	rng := rand.New(rand.NewPCG(1, 2))
	var seats [2]*engine.Player
	for side, name := range [2]string{rules.South: "greedy", rules.North: "random"} {
		player, err := engine.NewPlayer(name, rng, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		seats[side] = player
	}
	kalah, _ := rules.Preset("kalah")
	p, _ := rules.Start(kalah)
	for !p.Over() {
		h, err := seats[p.ToMove()].Choose(context.Background(), p)
		if err != nil {
			fmt.Println(err)
			return
		}
		p, _, _ = p.Sow(h)
	}
	fmt.Println(p.Status())
	// Output: south wins 38-10
}

// An analysis without limits runs until it proves the value or its context ends.
func ExampleAnalyst() {
	p, err := rules.ParsePosition("kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south")
	if err != nil {
		fmt.Println(err)
		return
	}
	analyst, err := engine.NewAnalyst(p.Variant(), engine.SolverConfig{Memory: engine.MinMemory})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	found, err := analyst.Analyze(ctx, p, engine.Limits{}, nil)
	fmt.Println(found.Value, found.Exact, found.Line[0], err)
	// Output: 4 true 1 <nil>
}
