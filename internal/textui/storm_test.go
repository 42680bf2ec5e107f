package textui

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/puzzle"
	"mancala/tools/need"
)

// storming lets a typist play a storm, whose clock advances by a step with each look.
func storming(t *testing.T, who *typist, step time.Duration) (*puzzle.Storm, bool, error) {
	t.Helper()
	now := time.Date(2026, time.November, 24, 12, 0, 0, 0, time.UTC)
	in, s := NewLines(who.keys()), puzzle.NewStorm(now, func(int) int { return 0 })
	defer in.Close()
	up, err := Storm(need.Soon(t), s, in, who, Solving{}, func() time.Time {
		now = now.Add(step)
		return now
	})
	checkSpaces(t, who.echo.String())
	return s, up, err
}

func TestStorm(t *testing.T) {
	s := puzzle.NewStorm(time.Time{}, func(int) int { return 0 })
	var script []string
	for range 3 { // three are solved, and one is not
		for a := s.Attempt(); a == s.Attempt(); {
			h := a.Rest()[0]
			script = append(script, strconv.Itoa(int(h)))
			if _, _, err := s.Answer(h, time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	p := s.Attempt().Puzzle()
	for _, v := range p.Values {
		if !p.Right[0].Has(v.Ply) {
			script = append(script, "seven", "board", "help", strconv.Itoa(int(v.Ply)), "quit")
			break
		}
	}
	who := newTypist(script...)
	s, up, err := storming(t, who, 0)
	if solved, wrong := s.Score(); err != nil || up || solved != 3 || wrong != 1 {
		t.Errorf("%d solved and %d wrong, %v", solved, wrong, err)
	}
	for _, want := range []string{"Puzzle 1. Time left: 3:00", "Puzzle 4. Time left: 2:50", "That is wrong, and costs 10 seconds."} {
		if !strings.Contains(who.echo.String(), want) {
			t.Errorf("%q is missing in\n%s", want, who.echo.String())
		}
	}
}

// A storm ends when its time is up, with or without typing.
func TestStormEnds(t *testing.T) {
	who := newTypist("board", "board", "board", "board", "board", "board", "board")
	if _, up, err := storming(t, who, 20*time.Second); err != nil || !up || !strings.Contains(who.echo.String(), "Time is up.") {
		t.Errorf("a storm that is over: %v, %v\n%s", up, err, who.echo.String())
	}
	var trouble *Trouble
	if _, up, err := storming(t, newTypist(), 0); !errors.As(err, &trouble) || up {
		t.Errorf("an input that ends is no trouble: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := NewLines(newTypist().keys())
	defer in.Close()
	s := puzzle.NewStorm(time.Now(), func(int) int { return 0 })
	if _, err := Storm(ctx, s, in, new(strings.Builder), Solving{}, time.Now); !errors.Is(err, context.Canceled) && !errors.As(err, &trouble) {
		t.Errorf("a storm that is interrupted ends with %v", err)
	}
}
