package match_test

import (
	"errors"
	"testing"
	"time"

	"mancala/internal/match"
)

func TestTimeControlText(t *testing.T) {
	for _, tt := range []struct {
		text    string
		control match.TimeControl
		again   string // "" means the text
	}{
		{"5+3", match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, ""},
		{"90s+2", match.TimeControl{Base: 90 * time.Second, Increment: 2 * time.Second}, ""},
		{"120s+2", match.TimeControl{Base: 2 * time.Minute, Increment: 2 * time.Second}, "2+2"},
		{"3", match.TimeControl{Base: 3 * time.Minute}, "3+0"},
		{" 10 + 0 ", match.TimeControl{Base: 10 * time.Minute}, "10+0"},
		{"1s", match.TimeControl{Base: match.MinBase}, "1s+0"},
		{"180+180", match.TimeControl{Base: match.MaxBase, Increment: match.MaxIncrement}, ""},
		{"none", match.TimeControl{}, ""},
	} {
		c, err := match.ParseTimeControl(tt.text)
		if err != nil || c != tt.control {
			t.Errorf("%q is %+v, %v", tt.text, c, err)
		}
		if tt.again == "" {
			tt.again = tt.text
		}
		if got := tt.control.String(); got != tt.again {
			t.Errorf("%+v is written %q, not %q", tt.control, got, tt.again)
		}
	}
	for _, text := range []string{
		"", "+", "5+", "+3", "0", "0+0", "0+3", "0s+1", "-5+3", "5+-3", "5++3", "5+3+1", "5m+3", "5.5+1", "181+0", "10801s", "5+181", "s+1",
		"99999999999+1", "five", "٥+٣",
	} {
		if c, err := match.ParseTimeControl(text); !errors.Is(err, match.ErrBadTime) {
			t.Errorf("%q is %v, %v", text, c, err)
		}
	}
}

func TestTimeControlCheck(t *testing.T) {
	for _, c := range []match.TimeControl{
		{Base: 1500 * time.Millisecond},
		{Base: time.Minute, Increment: time.Millisecond},
		{Increment: time.Second},
		{Base: -time.Minute},
		{Base: time.Minute, Increment: -time.Second},
		{Base: match.MaxBase + time.Second},
		{Base: time.Minute, Increment: match.MaxIncrement + time.Second},
	} {
		if !errors.Is(c.Check(), match.ErrBadTime) {
			t.Errorf("%+v passes", c)
		}
	}
	if err := (match.TimeControl{}).Check(); err != nil {
		t.Errorf("no clocks: %v", err)
	}
}

// Every text that is read is written as one that reads the same.
func FuzzTimeControl(f *testing.F) {
	for _, text := range []string{"5+3", "90s+2", "none", "1 + 1", "0+0", "5+"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := match.ParseTimeControl(text)
		if err != nil {
			return
		}
		if again, err := match.ParseTimeControl(c.String()); err != nil || again != c || c.Check() != nil {
			t.Errorf("%q is %+v, written %q, which is %+v, %v", text, c, c.String(), again, err)
		}
	})
}
