package match_test

import (
	"errors"
	"fmt"

	"mancala/internal/match"
	"mancala/rules"
)

func ExampleMatch() {
	kalah, _ := rules.Preset("kalah")
	m, err := match.New(kalah)
	if err != nil {
		fmt.Println(err)
		return
	}
	s, _ := m.Play(rules.South, 3)
	fmt.Println("extra turn:", s.ExtraTurn)

	_, err = m.Play(rules.North, 1)
	fmt.Println(err, errors.Is(err, match.ErrOutOfTurn))

	_ = m.Resign(rules.South)
	fmt.Println(m.Result(), m.Result().Ending)
	// Output:
	// extra turn: true
	// north, house 1: it is not that side's turn true
	// north wins 1-0 resigned
}

func ExampleSeries() {
	kalah, _ := rules.Preset("kalah")
	s, err := match.NewSeries(kalah, match.Host)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("game", s.Number(), "the host plays", s.Side(match.Host))
	fmt.Println(s.Next())
	_ = s.Match().Resign(s.Side(match.Guest))
	fmt.Println(s.Next())
	fmt.Println("game", s.Number(), "the host plays", s.Side(match.Host))
	// Output:
	// game 1 the host plays south
	// the game is still running
	// <nil>
	// game 2 the host plays north
}
