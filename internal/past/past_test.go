package past

import (
	"testing"
	"time"
)

func TestTimesAreBelievedNoMoreThanNow(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	const span = 10 * time.Second
	for _, tt := range []struct {
		ahead, age time.Duration
	}{
		{-24 * time.Hour, 24 * time.Hour},
		{-span, span},
		{-span + 1, span - 1},
		{0, 0},
		{time.Second, 0}, // another computer's clock
		{span, 0},
		{200 * 24 * time.Hour, 0},
	} {
		stored := now.Add(tt.ahead)
		if got := Believed(stored, now); got.After(now) || tt.ahead <= 0 && !got.Equal(stored) {
			t.Errorf("%v from now is believed as %v", tt.ahead, got)
		}
		if age := Age(stored, now); age != tt.age {
			t.Errorf("%v from now is %v ago", tt.ahead, age)
		}
	}
	// Spans of centuries do not overflow.
	if far := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC); Age(far, now) != 0 || Age(time.Time{}, now) < 100*365*24*time.Hour {
		t.Error("a time centuries away is of another age")
	}
}
