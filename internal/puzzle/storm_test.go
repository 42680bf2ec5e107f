package puzzle

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
)

// A storm gets harder with each solved puzzle, repeats none, and ends on time; a wrong answer costs
// time and brings the next puzzle.
func TestStorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	s, now, seen := NewStorm(noon, rng.IntN), noon, map[rules.Position]bool{}
	first := s.Attempt().Puzzle().Rating()
	for s.Left(now) > 0 {
		p := s.Attempt().Puzzle()
		if a := s.Attempt(); a.First() {
			if seen[p.Position] || p.Answers() > stormAnswers {
				t.Fatalf("%v is asked twice, or is too long", p)
			}
			seen[p.Position] = true
		}
		now = now.Add(time.Second)
		if _, _, err := s.Answer(s.Attempt().Rest()[0], now); err != nil && s.Left(now) > 0 {
			t.Fatal(err)
		}
	}
	solved, wrong := s.Score()
	if last := s.Attempt().Puzzle().Rating(); wrong != 0 || solved < 40 || last < first+20*stormStep || !now.Equal(noon.Add(StormTime)) {
		t.Errorf("%d solved, from %d to %d, until %v", solved, first, last, now)
	}
	if _, _, err := s.Answer(1, now); !errors.Is(err, rules.ErrGameOver) {
		t.Errorf("after the end, an answer is %v", err)
	}

	s = NewStorm(noon, rng.IntN)
	for n := 1; ; n++ {
		a := s.Attempt()
		wrong := wrongPlies(a.Question(), a.Puzzle().Right[0])[0]
		if _, _, err := s.Answer(12, noon); err == nil {
			t.Fatal("an illegal ply is taken")
		}
		v, played, err := s.Answer(wrong, noon)
		if errors.Is(err, rules.ErrGameOver) {
			if _, n := s.Score(); n != int(StormTime/StormPenalty) {
				t.Errorf("%d wrong answers use up the time", n)
			}
			return
		}
		if v != Wrong || err != nil || len(played) == 0 || s.Attempt() == a || s.Left(noon) != StormTime-time.Duration(n)*StormPenalty {
			t.Fatalf("a wrong answer is %v, %v; %v are left", v, err, s.Left(noon))
		}
	}
}

// After the last puzzle the storm starts over.
func TestStormNeverEnds(t *testing.T) {
	s := NewStorm(noon, func(int) int { return 0 })
	for range 2 * len(Daily()) {
		if _, _, err := s.Answer(s.Attempt().Rest()[0], noon); err != nil {
			t.Fatal(err)
		}
	}
}

// Marks describe an attempt, but not the puzzle.
func TestMarks(t *testing.T) {
	var p Puzzle
	for _, p = range Daily() {
		if p.Answers() == 3 {
			break
		}
	}
	a := p.Attempt()
	_, _, _ = a.Answer(wrongPlies(p.Position, p.Right[0])[0])
	_, _ = a.Hint()
	for !a.Solved() {
		_, _, _ = a.Answer(a.Rest()[0])
	}
	want := []Mark{MarkWrong, MarkHint, MarkRight, MarkRight}
	if got := a.Marks(); fmt.Sprint(got) != "[🟥 🟨 🟩 🟩]" || len(got) != 4 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] || got[3] != want[3] {
		t.Errorf("the marks are %v, want %v", got, want)
	}
}
