package match_test

import (
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// noon is the starting moment of the clocks in these tests.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// after returns the moment that many seconds after noon.
func after(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

// blitz returns clocks of one minute and two seconds a ply, with South's running since noon.
func blitz() match.Clocks {
	c := match.NewClocks(match.TimeControl{Base: time.Minute, Increment: 2 * time.Second})
	c.Running, c.Side, c.At = true, rules.South, noon
	return c
}

// left fails the test unless the sides have that many seconds left at a moment.
func left(t *testing.T, c match.Clocks, now time.Time, south, north float64) {
	t.Helper()
	for side, want := range [...]float64{south, north} {
		if got := c.LeftAt(rules.Side(side), now).Seconds(); got != want {
			t.Errorf("%v has %g s left, not %g", rules.Side(side), got, want)
		}
	}
}

func TestFlagFalls(t *testing.T) {
	c := blitz()
	if at, running := c.Falls(); !running || at != after(60) {
		t.Errorf("the flag falls at %v, %v", at, running)
	}
	left(t, c, after(10), 50, 60)
	if _, fallen := c.Fallen(after(59.999)); fallen {
		t.Error("a millisecond early")
	}
	if side, fallen := c.Fallen(after(60)); !fallen || side != rules.South {
		t.Errorf("at the end: %v, %v", side, fallen)
	}
	left(t, c, after(100), 0, 60)
	c.Running = false
	left(t, c, after(200), 60, 60)
	if _, fallen := c.Fallen(after(200)); fallen {
		t.Error("the flag of a stopped clock falls")
	}
}

// A clock set back costs and gives no time; an outage costs and gives none either.
func TestClocksResume(t *testing.T) {
	c := blitz()
	left(t, c, after(-100), 60, 60)
	c.Resume(after(500))
	left(t, c, after(501), 59, 60)
}

func TestNoClocks(t *testing.T) {
	c := match.NewClocks(match.TimeControl{})
	if _, fallen := c.Fallen(after(1e6)); fallen {
		t.Error("a game without clocks ends on time")
	}
}
