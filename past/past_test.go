package past

import (
	"testing"
	"time"
)

func TestTimesAreBelievedNoMoreThanNow(t *testing.T) {
	now := time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC)
	const span = 10 * time.Second
	for _, tt := range []struct {
		ahead  time.Duration
		age    time.Duration
		recent bool
	}{
		{-24 * time.Hour, 24 * time.Hour, false},
		{-span, span, false},
		{-span + 1, span - 1, true},
		{0, 0, true},
		{time.Second, 0, true}, // another computer's clock
		{span, 0, false},
		{200 * 24 * time.Hour, 0, false},
	} {
		stored := now.Add(tt.ahead)
		if got := Believed(stored, now); got.After(now) || tt.ahead <= 0 && !got.Equal(stored) {
			t.Errorf("%v from now is believed as %v", tt.ahead, got)
		}
		if age, recent := Age(stored, now), Recent(stored, now, span); age != tt.age || recent != tt.recent {
			t.Errorf("%v from now is %v ago, recent: %t", tt.ahead, age, recent)
		}
	}
	// Spans of centuries do not overflow.
	if far := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC); Recent(far, now, span) || Recent(time.Time{}, now, span) {
		t.Error("a time centuries away is recent")
	}
}
