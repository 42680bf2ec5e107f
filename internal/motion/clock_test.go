package motion

import (
	"testing"
	"time"
)

func TestClockSteps(t *testing.T) {
	var c Clock
	start := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, look := range []struct{ at, want time.Duration }{
		{0, 0},
		{16 * ms, 16 * ms},
		{16 * ms, 0},
		{96 * ms, 80 * ms},
		{500 * ms, 100 * ms}, // the program was busy
		{510 * ms, 10 * ms},
		{400 * ms, 0}, // the clock was set back
		{420 * ms, 20 * ms},
	} {
		if got := c.Step(start.Add(look.at)); got != look.want {
			t.Errorf("the look at %v gives %v, want %v", look.at, got, look.want)
		}
	}
}

// At six frames a second a motion still takes about as long as it should.
func TestClockKeepsTheTimeOnASlowMachine(t *testing.T) {
	var c Clock
	now, passed := time.Unix(0, 0).Add(time.Hour), time.Duration(0)
	for range 60 {
		passed += c.Step(now)
		now = now.Add(90 * ms)
	}
	if passed != 59*90*ms {
		t.Errorf("59 steps of 90 ms are %v", passed)
	}
}
