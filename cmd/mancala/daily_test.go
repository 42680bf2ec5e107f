package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"mancala/internal/puzzle"
	"mancala/internal/record"
	"mancala/tools/need"
)

// solveToday solves the puzzle of today, with its records in dir, and returns the day and the
// output. It does so again if midnight comes between.
func solveToday(t *testing.T, dir string) (puzzle.Day, string) {
	t.Helper()
	for {
		today := need.Must(puzzle.DayOf(time.Now()))(t)
		var answers []string
		p := today.Puzzle()
		for i, h := range p.Line {
			if p.Right[i] != 0 {
				answers = append(answers, h.String())
			}
		}
		var out, errs bytes.Buffer
		in := strings.NewReader(strings.Join(answers, "\n") + "\n")
		code := run(context.Background(), []string{"daily", "--data-dir", dir}, in, &out, &errs)
		if again, _ := puzzle.DayOf(time.Now()); again != today {
			continue
		}
		if code != exitOK {
			t.Fatalf("exit %d: %s%s", code, out.String(), errs.String())
		}
		return today, out.String()
	}
}

// keptStreak returns the streak in dir, once it has been changed by a function.
func keptStreak(t *testing.T, dir string, change func(puzzle.Streak) puzzle.Streak) puzzle.Streak {
	t.Helper()
	l := record.Open(t.Context(), record.Config{Dir: dir})
	defer l.Close()
	text := need.Must(l.Setting(t.Context(), puzzle.StreakKey))(t)
	s := change(puzzle.ParseStreak(text))
	need.NoError(t, l.SetSetting(t.Context(), puzzle.StreakKey, s.String()))
	return s
}

// The streak is saved, grows by one a day, and begins anew after a missed day.
func TestDailyStreak(t *testing.T) {
	dir := t.TempDir()
	same := func(s puzzle.Streak) puzzle.Streak { return s }
	for range 2 { // the second time counts for nothing
		today, out := solveToday(t, dir)
		if !strings.Contains(out, ": solved, 1 try, ") || !strings.HasSuffix(out, "\nYour streak: 1 day.\n") {
			t.Errorf("%q", out)
		}
		if s := keptStreak(t, dir, same); !s.Has(today) || s.Solved != 1 {
			t.Errorf("%+v is kept", s)
		}
	}
	for _, tt := range []struct {
		ago  puzzle.Day
		want string
	}{{1, "Your streak: 5 days.\n"}, {2, "Your streak: 1 day.\n"}} {
		keptStreak(t, dir, func(puzzle.Streak) (s puzzle.Streak) {
			today, _ := puzzle.DayOf(time.Now())
			for ago := tt.ago + 3; ago >= tt.ago; ago-- {
				s = s.With(today - ago)
			}
			return s
		})
		if _, out := solveToday(t, dir); !strings.HasSuffix(out, tt.want) {
			t.Errorf("%d days after the last one: %q", tt.ago, out)
		}
	}
}
