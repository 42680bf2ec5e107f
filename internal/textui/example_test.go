package textui_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/textui"
	"mancala/rules"
)

// A script plays a game of two persons at one keyboard, on the smallest board. In a terminal the
// lines come from os.Stdin.
func ExamplePlay() {
	kalah, _ := rules.Preset("kalah")
	small, err := kalah.WithSize(2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	local, err := table.NewLocal(match.LocalConfig{Variant: small})
	if err != nil {
		fmt.Println(err)
		return
	}
	tbl := table.NewTable(local, match.Host, [2]string{"Ann", "Bo"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	sc := scene.New(tbl, [2]string{match.KindPerson, match.KindPerson})
	defer sc.Close()
	in := textui.NewLines(strings.NewReader("2\n1\n"))
	defer in.Close()
	if err := textui.Play(context.Background(), sc, in, os.Stdout, textui.Config{Names: [2]string{"Ann", "Bo"}}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// -----
	// Current board:
	//     1  1
	//  0        0
	//     1  1
	// -----
	//
	// Select a move:
	//     -  -
	//  -        -
	//     1  2
	//
	// Ann -- from 1 to 2: -----
	// Current board:
	//     1  1
	//  0        1
	//     1  0
	// -----
	//
	// Select a move:
	//     -  -
	//  -        -
	//     1  -
	//
	// Ann -- from 1 to 2: -----
	// Current board:
	//     0  0
	//  1        3
	//     0  0
	// -----
	//
	// Ann wins!
	// Ann: 3
	// Bo: 1
}
