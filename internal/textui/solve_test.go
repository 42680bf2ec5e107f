package textui

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"

	"mancala/internal/puzzle"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// solvePuzzle lets a typist solve a puzzle and returns the attempt and the error of Solve.
func solvePuzzle(t *testing.T, p puzzle.Puzzle, who *typist, how Solving) (*puzzle.Attempt, error) {
	t.Helper()
	in, a := NewLines(who.keys()), p.Attempt()
	defer in.Close()
	err := Solve(need.Soon(t), a, in, who, how)
	checkSpaces(t, who.echo.String())
	return a, err
}

// small is a puzzle with two answers.
func small(t *testing.T) puzzle.Puzzle {
	t.Helper()
	p := need.Must(puzzle.Parse("kalah(5,1) <5,0,0,0,2,1,1,1,1,0,2,1,1> south | result | 2:-4 3:-4 4:-2 5:2 | 5 4 | 5 4 | counting opening | 1"))(t)
	p.Replies = [][]puzzle.Reply{{{Wrong: 2, Line: []rules.House{1}}, {Wrong: 3, Line: []rules.House{5}}}}
	return p
}

func TestSolve(t *testing.T) {
	who := newTypist("1", "3", "seven", "help", "board", "hint", "hint", "5", "2", "4")
	a, err := solvePuzzle(t, small(t), who, Solving{Title: "A puzzle"})
	if err != nil || !a.Solved() || a.Wrong() != 2 || a.Hints() != 2 {
		t.Errorf("%d wrong answers and %d hints, %v", a.Wrong(), a.Hints(), err)
	}
	golden(t, "solve", who.echo.String())
}

func TestSolveInWords(t *testing.T) {
	who := newTypist("5", "resign")
	a, err := solvePuzzle(t, small(t), who, Solving{Title: "A puzzle", Narrate: true, NoBoard: true})
	if err != nil || a.Solved() {
		t.Errorf("a puzzle that was given up is solved: %v, %v", a.Solved(), err)
	}
	golden(t, "solve-in-words", who.echo.String())
}

func TestSolveIsLeft(t *testing.T) {
	a, err := solvePuzzle(t, small(t), newTypist("quit"), Solving{})
	if err != nil || a.Solved() {
		t.Errorf("a puzzle that was left is solved: %v, %v", a.Solved(), err)
	}
	var trouble *Trouble
	if _, err := solvePuzzle(t, small(t), newTypist("3"), Solving{}); !errors.As(err, &trouble) {
		t.Errorf("an input that ends is no trouble: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := NewLines(newTypist().keys())
	defer in.Close()
	if err := Solve(ctx, small(t).Attempt(), in, new(bytes.Buffer), Solving{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a puzzle that was interrupted ends with %v", err)
	}
}

// Users can type every ply of every line, in each language: many puzzles take the right ones.
func TestSolveEveryDay(t *testing.T) {
	for _, language := range []string{words.English, "de"} {
		need.NoError(t, words.Use(language))
		t.Cleanup(func() { _ = words.Use(words.English) })
		for day := puzzle.Day(0); day < 1820; day += 23 {
			p := day.Puzzle()
			var script []string
			for i, h := range p.Line {
				switch {
				case p.Right[i] == 0:
				case h > 10:
					script = append(script, "swap")
				default:
					script = append(script, strconv.Itoa(int(h)))
				}
			}
			who := newTypist(script...)
			if a, err := solvePuzzle(t, p, who, Solving{}); err != nil || a.Score() != 1 || len(who.script) > 0 {
				t.Fatalf("%v: %v after\n%s", p, err, who.echo.String())
			}
			if language == "de" && strings.Contains(who.echo.String(), "Solved") {
				t.Error("the end is in English")
			}
		}
	}
}
