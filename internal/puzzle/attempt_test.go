package puzzle

import (
	"errors"
	"reflect"
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
	for _, p := range Daily() {
		if a := solve(t, p); a.Score() != 1 || a.Wrong() != 0 {
			t.Errorf("%v has the score %v", p, a.Score())
		}
		a, wrong := p.Attempt(), 0
		for h := range p.Position.Plies() {
			if h == p.Line[0] {
				continue
			}
			v, played, err := a.Answer(h)
			if wrong++; v != Wrong || err != nil || a.Wrong() != wrong || a.Question() != p.Position || a.State() != Punished {
				t.Errorf("%v: %v is %v, %v", p, h, v, err)
			}
			checkPunishment(t, a, played)
		}
	}
}

// checkPunishment checks that the board shows a wrong answer and the opponent's whole turn after
// it.
func checkPunishment(t *testing.T, a *Attempt, played []rules.House) {
	t.Helper()
	at, answered := a.Question(), false
	for _, h := range played {
		answered = answered || at.ToMove() != a.Puzzle().Solver()
		var err error
		if at, _, err = at.Sow(h); err != nil {
			t.Fatalf("%v: %v after %v", a.Puzzle(), err, played)
		}
	}
	if at != a.Position() || !at.Over() && (!answered || at.ToMove() != a.Puzzle().Solver()) {
		t.Errorf("%v: %v leads to %v, and the board shows %v", a.Puzzle(), played, at, a.Position())
	}
}

// A wrong answer is punished on the board, and taken back by hand or by the next answer. It counts
// at once, and the second try counts nothing.
func TestPunishment(t *testing.T) {
	p := Daily()[0]
	for _, byHand := range []bool{true, false} {
		a := p.Attempt()
		if a.Counts() || a.State() != Asking {
			t.Error("an attempt counts before the first answer")
		}
		wrong := wrongPlies(p.Position, p.Right[0])
		_, played, err := a.Answer(wrong[0])
		if err != nil || len(played) < 2 || !a.Counts() || a.Over() || a.Position() == p.Position {
			t.Fatalf("%v is answered by %v, %v", wrong[0], played, err)
		}
		if byHand {
			a.TakeBack()
			if a.State() != Asking || a.Position() != p.Position {
				t.Errorf("after it is taken back, the board shows %v", a.Position())
			}
		}
		for !a.Solved() {
			if v, _, err := a.Answer(a.Rest()[0]); v != Right || err != nil {
				t.Fatalf("the second try is %v, %v", v, err)
			}
		}
		if a.Score() != 0 || a.Position() != a.Question() {
			t.Errorf("the second try has the score %v", a.Score())
		}
	}
}

// After giving up, a person sees the rest of the line. An attempt that is over does not change.
func TestGiveUp(t *testing.T) {
	p := Daily()[5]
	a := p.Attempt()
	rest := a.GiveUp()
	if !slices.Equal(rest, p.Line) || a.State() != GivenUp || !a.Counts() || a.Score() != 0 || a.Position() == p.Position {
		t.Errorf("giving up shows %v", rest)
	}
	if again := a.GiveUp(); again != nil || a.Position() != a.Question() {
		t.Errorf("giving up again shows %v", again)
	}
	if _, _, err := a.Answer(p.Line[0]); !errors.Is(err, rules.ErrGameOver) {
		t.Errorf("an attempt that was given up takes an answer: %v", err)
	}
}

// The first hint is the half of the row with the right ply, the second one the ply itself, and each
// question begins again.
func TestHints(t *testing.T) {
	halves := 0
	for _, p := range Daily() {
		a := p.Attempt()
		for a.State() != Solved {
			right := a.Rest()[0]
			half, err := a.Hint()
			if err != nil || !half.Has(right) {
				t.Fatalf("%v: the hint is %v, %v", p, half, err)
			}
			for _, h := range half.Plies() {
				if middle := (p.Position.Variant().Houses + 1) / 2; a.Question().Legal(h) != nil || h != rules.Swap && (h <= rules.House(middle)) != (right <= rules.House(middle)) {
					t.Errorf("%v: the hint %v is not of one half", p, half)
				}
			}
			if half.size() > 1 {
				halves++
			}
			if one, err := a.Hint(); one != bitOf(right) || err != nil {
				t.Fatalf("%v: the second hint is %v, %v", p, one, err)
			}
			if _, _, err := a.Answer(right); err != nil {
				t.Fatal(err)
			}
		}
		if a.Score() != 0.5 || a.Hints() < 2 {
			t.Errorf("%d hints give the score %v", a.Hints(), a.Score())
		}
	}
	if halves < 1000 {
		t.Errorf("only %d hints are halves", halves)
	}
}

// An illegal ply does not count, and a solved puzzle takes no ply.
func TestAnswerRefuses(t *testing.T) {
	for _, p := range Daily()[:50] {
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

func TestStreak(t *testing.T) {
	var s Streak
	for _, tt := range []struct {
		day                   Day
		days, longest, solved int
	}{{5, 1, 1, 1}, {6, 2, 2, 2}, {6, 2, 2, 2}, {3, 1, 2, 3}, {7, 3, 3, 4}, {9, 1, 3, 5}, {10, 2, 3, 6}} {
		s = s.With(tt.day)
		if s.On(tt.day) != tt.days || s.Longest != tt.longest || s.Solved != tt.solved {
			t.Errorf("after day %d: %+v", tt.day, s)
		}
		if again := ParseStreak(s.String()); !reflect.DeepEqual(again, s) {
			t.Errorf("%v becomes %+v", s, again)
		}
	}
	for day, want := range map[Day]bool{2: false, 3: true, 4: false, 5: true, 7: true, 8: false, 9: true, 10: true, 11: false} {
		if s.Has(day) != want {
			t.Errorf("day %d was solved: %v", day, s.Has(day))
		}
	}
	if s.On(10) != 2 || s.On(11) != 2 || s.On(12) != 0 || (Streak{}).On(0) != 0 {
		t.Errorf("%+v is a run of %d, %d and %d days", s, s.On(10), s.On(11), s.On(12))
	}
	for _, text := range []string{
		"", "x", "2", "2 1 1", "2 0 1 5-5", "2 2 1 5-6", "2 1 1 5-6", "2 1 2 6-6 5-5", "2 1 2 5-5 6-6", "2 2 2 6-5", "2 1 1 -5-5", "2 1 1 5", "2 1 1 05-5",
		"2 1 1 2912439-2912439", "3 1 1 5-5",
	} {
		if got := ParseStreak(text); !reflect.DeepEqual(got, Streak{}) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// The texts of earlier versions are read: at first without single days, then with 64 of them.
func TestStreaksOfEarlierVersions(t *testing.T) {
	for text, want := range map[string]string{
		"2026-01-15 2 3 5":                        "2 3 5 9-10",
		"2026-01-15 2 3 5 3b":                     "2 3 5 5-7 9-10",
		"2026-01-15 1 1 1 1":                      "2 1 1 10-10",
		"2026-01-15 1 1 1 fffffffffffff7ff":       "2 1 1 0-10",
		"2026-04-24 100 100 100 ffffffffffffffff": "2 100 100 10-109",
	} {
		if got := ParseStreak(text).String(); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"2026-01-09 0 1 1", "2026-01-09 2 1 3", "2026-01-09 1 3 2", "2026-01-05 1 1 2", "1999-01-05 1 1 1"} {
		if got := ParseStreak(text); !reflect.DeepEqual(got, Streak{}) {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

// A day with a clock that was wrong neither ends a run nor keeps one from growing, ahead or behind.
func TestStreakWithAWrongClock(t *testing.T) {
	for _, tt := range []struct {
		days              []Day // of solutions, the last one today
		run, solved, most int
	}{
		{[]Day{200, 0, 1}, 2, 3, 2},
		{[]Day{0, 1, 2, 202, 3}, 4, 5, 4},
		{[]Day{300, 301, 302, 400, 401, 402, 403, 303}, 4, 8, 4},
		{[]Day{10, 11, 9}, 1, 3, 3},     // a day west of the date line; tomorrow the run has 3 days
		{[]Day{50, 51, 0, 52}, 3, 4, 3}, // once far behind
		{[]Day{1, 0}, 1, 2, 2},
	} {
		var s Streak
		for _, d := range tt.days {
			s = ParseStreak(s.With(d).String())
		}
		if today := tt.days[len(tt.days)-1]; s.On(today) != tt.run || s.Solved != tt.solved || s.Longest != tt.most {
			t.Errorf("%v: a run of %d: %+v", tt.days, s.On(today), s)
		}
		for _, d := range tt.days {
			if !s.Has(d) {
				t.Errorf("%v: day %d is lost", tt.days, d)
			}
		}
	}
	s := ParseStreak("2026-07-24 1 1 1 1") // kept by an earlier version whose clock was ahead
	if s = s.With(0).With(1); s.On(1) != 2 {
		t.Errorf("%+v is a run of %d days", s, s.On(1))
	}
}

// However many runs there are, the text stays within a setting's 4,096 bytes.
func TestStreakStaysSmall(t *testing.T) {
	var s Streak
	for d := range Day(1000) {
		s = s.With(2000000 + 2*d)
	}
	if again := ParseStreak(s.String()); len(s.String()) > 4000 || !reflect.DeepEqual(again, s) || s.Solved != 1000 {
		t.Errorf("%d bytes", len(s.String()))
	}
}
