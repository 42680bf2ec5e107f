package motion

import (
	"math"
	"testing"
	"time"
)

// The coin rises, shows both faces, lies with the winning face up, and disappears.
func TestToss(t *testing.T) {
	var highest, lowestTilt float64
	for at := time.Duration(0); at < spinTime; at += time.Second / 60 {
		now := TossAt(at)
		highest, lowestTilt = max(highest, now.Height), min(lowestTilt, now.Tilt)
		if now.Lies {
			t.Errorf("after %v it lies", at)
		}
	}
	if highest < 0.95 || lowestTilt > -0.8 {
		t.Errorf("it rises to %v and shows its other face at %v", highest, lowestTilt)
	}
	if now := TossAt(spinTime); !now.Lies || now.Height != 0 || math.Abs(now.Tilt-1) > 1e-9 || now.Shown != 1 {
		t.Errorf("it lands as %+v", now)
	}
	if TossAt(0).Shown != 0 || TossAt(TossTime).Shown != 0 {
		t.Error("it is there before or after the toss")
	}
}
