package motion

import (
	"slices"
	"testing"

	"mancala/rules/rulestest"
)

// The captions of a ply follow the motion, and stay.
func TestHappenedFollowsTheMotion(t *testing.T) {
	before := rulestest.Position(t, "kalah(2,4) <2,10,2,1,0,3,0> south")
	_, s := rulestest.Sow(t, before, 1)
	captures, over := Caption{CaptionCaptures, 4}, Caption{Kind: CaptionGameOver}
	line := NewTimeline(before, s, Normal, false)
	at := 250 * ms // the last seed lands
	for _, step := range []struct {
		name string
		want []Caption
	}{
		{"before the capture", nil},
		{"at the capture", []Caption{captures}},
		{"as it lands", []Caption{captures}},
		{"at the end", []Caption{captures, over}},
	} {
		if got := slices.Collect(line.Happened(at)); !slices.Equal(got, step.want) {
			t.Errorf("%s: %v, want %v", step.name, got, step.want)
		}
		at += 250 * ms
	}
	all := []Caption{captures, over}
	if got := slices.Collect(line.Happened(line.Duration() + ms)); !slices.Equal(got, all) {
		t.Errorf("afterwards: %v, want %v", got, all)
	}
	if got := slices.Collect(NewTimeline(before, s, Off, false).Happened(0)); !slices.Equal(got, all) {
		t.Errorf("without a motion: %v, want %v", got, all)
	}
}

func TestCaptionsWeighByTheirNumber(t *testing.T) {
	last := -1.0
	for _, n := range []int{1, 2, 5, 10} {
		w := Caption{CaptionCaptures, n}.weight()
		if w <= last || w > 1 {
			t.Errorf("a capture of %d weighs %g, a smaller one %g", n, w, last)
		}
		last = w
	}
	if w := (Caption{CaptionCaptures, 200}).weight(); w != 1 {
		t.Errorf("the largest capture weighs %g", w)
	}
}
