package match_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

// noon is the moment at which the clocks of these tests start.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// after returns the moment that many seconds after noon.
func after(seconds float64) time.Time { return noon.Add(time.Duration(seconds * float64(time.Second))) }

// blitz returns clocks of one minute and two seconds a ply, on which South's runs since noon.
func blitz() match.Clocks {
	c := match.NewClocks(match.TimeControl{Base: time.Minute, Increment: 2 * time.Second})
	c.Start(rules.South, noon)
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

func TestClocksRun(t *testing.T) {
	c := blitz()
	left(t, c, after(10), 50, 60)
	if !c.Played(rules.North, after(10)) {
		t.Fatal("a ply in time came too late")
	}
	left(t, c, after(15), 52, 55)
	if !c.Played(rules.North, after(15)) { // an extra turn: the same clock runs on, with its increment
		t.Fatal("a ply in time came too late")
	}
	left(t, c, after(16), 52, 56)
	c.Stop(after(20))
	left(t, c, after(1000), 52, 52)
	if c.Running {
		t.Error("a stopped clock runs")
	}
}

func TestFlagFalls(t *testing.T) {
	c := blitz()
	if at, running := c.Falls(); !running || at != after(60) {
		t.Errorf("the flag falls at %v, %v", at, running)
	}
	if _, fallen := c.Fallen(after(59.999)); fallen {
		t.Error("a millisecond early")
	}
	if side, fallen := c.Fallen(after(60)); !fallen || side != rules.South {
		t.Errorf("at the end: %v, %v", side, fallen)
	}
	before := c
	if c.Played(rules.North, after(60)) || c != before {
		t.Error("a ply after the end of the time counts")
	}
	left(t, c, after(100), 0, 60)
	c.Stop(after(100))
	if _, fallen := c.Fallen(after(200)); fallen {
		t.Error("the flag of a stopped clock falls")
	}
}

// A clock that is set back takes and gives no time.
func TestClocksGoNoWayBack(t *testing.T) {
	c := blitz()
	left(t, c, after(-100), 60, 60)
	if !c.Played(rules.North, after(-5)) {
		t.Error("too late")
	}
	left(t, c, after(10), 62, 50)
}

func TestClocksResume(t *testing.T) {
	c := blitz()
	c.Played(rules.North, after(10))
	c.Resume(after(500))
	left(t, c, after(501), 52, 59)
}

func TestNoClocks(t *testing.T) {
	c := match.NewClocks(match.TimeControl{})
	c.Start(rules.South, noon)
	if _, fallen := c.Fallen(after(1e6)); fallen || c.Running {
		t.Error("a game without clocks ends on time")
	}
	if !c.Played(rules.North, after(1e6)) {
		t.Error("a ply came too late without clocks")
	}
}

// The clocks of any game add up: what both have left, and what has passed, is what they were given.
func TestClocksAddUp(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		c, now, plies := blitz(), noon, 0
		for range 100 {
			now = now.Add(time.Duration(r.IntN(3000)) * time.Millisecond)
			if !c.Played(rules.Side(r.IntN(2)), now) {
				break
			}
			plies++
		}
		given := 2*time.Minute + time.Duration(plies)*2*time.Second
		fall, _ := c.Falls()
		if now.After(fall) {
			now = fall
		}
		if sum := c.LeftAt(rules.South, now) + c.LeftAt(rules.North, now) + now.Sub(noon); sum != given {
			t.Fatalf("seed %d: %v after %d plies, not %v", seed, sum, plies, given)
		}
	}
}
