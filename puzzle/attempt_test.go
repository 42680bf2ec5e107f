package puzzle

import (
	"errors"
	"slices"
	"testing"

	"mancala/rules"
)

// solve answers every question with the last of its right plies, and returns the attempt.
func solve(t *testing.T, p Puzzle) *Attempt {
	t.Helper()
	a, played := p.Attempt(), []rules.House(nil)
	for !a.Solved() {
		right := p.Right[len(played)].Plies()
		h, want := right[len(right)-1], Right
		if h != p.Line[len(played)] {
			want = AlsoRight
		}
		v, more, err := a.Answer(h)
		if v != want || err != nil || len(more) == 0 {
			t.Fatalf("%v: %v is %v, %v", p, h, v, err)
		}
		played = append(played, more...)
	}
	if !slices.Equal(played, p.Line) {
		t.Fatalf("%v was played as %v", p, played)
	}
	return a
}

// Every embedded puzzle is solved by its right plies, and every other legal first ply is wrong.
func TestEveryPuzzleIsSolved(t *testing.T) {
	for _, p := range All() {
		if a := solve(t, p); a.Score() != 1 || a.Wrong() != 0 {
			t.Errorf("%v has the score %v", p, a.Score())
		}
		a, wrong := p.Attempt(), 0
		for h := range p.Position.Plies() {
			if h == p.Line[0] {
				continue
			}
			v, played, err := a.Answer(h)
			if wrong++; v != Wrong || len(played) > 0 || err != nil || a.Wrong() != wrong || a.Position() != p.Position {
				t.Errorf("%v: %v is %v, %v", p, h, v, err)
			}
			if reply, seeds, ok := a.Punishment(h); ok && (seeds < 0 || reply == 0) {
				t.Errorf("%v: after %v comes %v for %d", p, h, reply, seeds)
			}
		}
	}
}

// A ply that is not legal counts for nothing, and a solved puzzle takes none.
func TestAnswerRefuses(t *testing.T) {
	for _, p := range All()[:50] {
		a := p.Attempt()
		for h := range rules.House(12) {
			if legal := p.Position.Legal(h); legal != nil {
				if _, _, err := a.Answer(h); !errors.Is(err, legal) || a.Wrong() > 0 {
					t.Errorf("%v: %v is refused with %v", p, h, err)
				}
			}
		}
		a = solve(t, p)
		if _, _, err := a.Answer(1); !errors.Is(err, rules.ErrGameOver) {
			t.Errorf("a solved puzzle takes an answer: %v", err)
		}
		if _, err := a.Hint(); !errors.Is(err, rules.ErrGameOver) {
			t.Errorf("a solved puzzle gives a hint: %v", err)
		}
	}
}

func TestScore(t *testing.T) {
	p := All()[0]
	a := p.Attempt()
	if h, err := a.Hint(); h != p.Line[0] || err != nil || a.Hints() != 1 || a.Score() != 0 {
		t.Errorf("the hint is %v, %v", h, err)
	}
	for !a.Solved() {
		h, _ := a.Hint()
		if _, _, err := a.Answer(h); err != nil {
			t.Fatal(err)
		}
	}
	if a.Score() != 0.5 {
		t.Errorf("the score with hints is %v", a.Score())
	}
}

func TestStreak(t *testing.T) {
	var s Streak
	for _, tt := range []struct {
		day                   Day
		days, longest, solved int
	}{{5, 1, 1, 1}, {6, 2, 2, 2}, {6, 2, 2, 2}, {4, 2, 2, 2}, {7, 3, 3, 3}, {9, 1, 3, 4}, {10, 2, 3, 5}} {
		s = s.With(tt.day)
		if s.Days != tt.days || s.Longest != tt.longest || s.Solved != tt.solved {
			t.Errorf("after day %d: %+v", tt.day, s)
		}
		if again := ParseStreak(s.String()); again != s {
			t.Errorf("%v becomes %+v", s, again)
		}
	}
	if s.On(10) != 2 || s.On(11) != 2 || s.On(12) != 0 || (Streak{}).On(0) != 0 {
		t.Errorf("%+v is a run of %d, %d and %d days", s, s.On(10), s.On(11), s.On(12))
	}
	for _, text := range []string{"", "x", "2026-01-09 0 1 1", "2026-01-09 2 1 3", "2026-01-09 1 3 2", "2026-01-05 1 1 2", "1999-01-05 1 1 1"} {
		if got := ParseStreak(text); got != (Streak{}) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
