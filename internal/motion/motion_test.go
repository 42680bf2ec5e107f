package motion

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

const ms = time.Millisecond

// shown returns the distinct boards that a timeline shows, in order, sampled every 10 ms.
func shown(line Timeline) (boards []rules.Board) {
	for at := time.Duration(0); at <= line.Duration(); at += 10 * ms {
		boards = append(boards, line.At(at).Board)
	}
	boards = append(boards, line.At(line.Duration()).Board)
	return slices.Compact(boards)
}

// drawn formats a board as CS 340 draws it: the upper row from the left, then the lower row.
func drawn(b rules.Board) string {
	n, s := b.House[rules.North], b.House[rules.South]
	upper := []uint8{n[5], n[4], n[3], n[2], n[1], n[0]}
	return fmt.Sprintf("%d %v / %v %d", b.Store[rules.North], upper, s[:6], b.Store[rules.South])
}

// The example of CS 340, "Project Animation": all six steps and no others, a quarter second apart.
func TestTimelineOfCS340(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	line := NewTimeline(before, s, Normal, false)
	steps := []string{
		"18 [1 1 0 5 1 0] / [0 1 0 0 2 2] 14", // 1. cup #6 changes to 0
		"18 [1 1 0 5 1 0] / [0 2 0 0 2 2] 14", // 2. cup #5 increments by 1
		"18 [1 1 0 5 1 0] / [0 2 1 0 2 2] 14", // 3. cup #4 increments by 1
		"18 [1 1 0 5 1 0] / [0 2 1 1 2 2] 14", // 4. cup #3 increments by 1
		"18 [1 1 0 0 1 0] / [0 2 1 0 2 2] 14", // 5. cup #3 and the other's cup #4 are both changed to 0
		"18 [1 1 0 0 1 0] / [0 2 1 0 2 2] 20", // 6. the mancala increments by 6
	}
	var got []string
	for _, b := range shown(line) {
		got = append(got, drawn(b))
	}
	if !slices.Equal(got, steps) {
		t.Errorf("shown:\n%q\nwant:\n%q", got, steps)
	}
	for i, want := range steps {
		for _, at := range []time.Duration{0, 249 * ms} {
			if got := drawn(line.At(time.Duration(i)*250*ms + at).Board); got != want {
				t.Errorf("%v after the beginning: %s, want %s", time.Duration(i)*250*ms+at, got, want)
			}
		}
	}
	if m := line.At(4*250*ms - 1); m.Caption != (Caption{}) {
		t.Errorf("before the capture the caption is %+v", m.Caption)
	}
	for _, at := range []time.Duration{1000 * ms, line.Duration() - 1} {
		if m := line.At(at); m.Caption != (Caption{CaptionCaptures, 6}) || m.Gains != rules.StoreOf(rules.South) || !m.HasGains || m.Weight <= 0 {
			t.Errorf("at %v the caption is %+v", at, m.Caption)
		}
	}
}

func TestTimelineAnnouncesAnExtraTurn(t *testing.T) {
	before := rulestest.Position(t, "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south")
	_, s := rulestest.Sow(t, before, 3)
	line := NewTimeline(before, s, Normal, false)
	if m := line.At(999 * ms); m.Caption != (Caption{}) {
		t.Errorf("before the last seed lands the caption is %+v", m.Caption)
	}
	m := line.At(1000 * ms)
	if m.Caption.Kind != CaptionExtraTurn || !m.HasHot || m.Hot != rules.StoreOf(rules.South) {
		t.Errorf("as the last seed lands: %+v", m)
	}
	if shown := line.At(1300 * ms).CaptionShown; shown != 1 {
		t.Errorf("later the caption has appeared by %g", shown)
	}
	if m := line.At(line.Duration()); m.Caption != (Caption{}) || m.HasHot {
		t.Errorf("at the end: %+v", m)
	}
}

func TestTimelineLightsAnOpponentsHouseFirst(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	line, plain := NewTimeline(before, s, Normal, true), NewTimeline(before, s, Normal, false)
	source := rules.Pit{Side: rules.South, House: 1}
	for _, at := range []time.Duration{0, 150 * ms, 299 * ms} {
		m := line.At(at)
		if m.Board != before.Board() || len(m.Flights) != 0 || !m.HasHot || m.Hot != source || m.Glow <= 0 {
			t.Errorf("at %v: %+v", at, m)
		}
	}
	if got := line.Duration() - plain.Duration(); got != 300*ms {
		t.Errorf("the announcement takes %v", got)
	}
	if a, b := line.At(777*ms), plain.At(477*ms); a.Board != b.Board || len(a.Flights) != len(b.Flights) {
		t.Error("the announced ply does not go on like the other")
	}
}

func TestTimelineSweepsAtTheEnd(t *testing.T) {
	before := rulestest.Position(t, "kalah(2,4) <2,10,3,0,1,2,0> south")
	after, s := rulestest.Sow(t, before, 2)
	line := NewTimeline(before, s, Normal, false)
	want := stages(before, s)[1:]
	if got := shown(line); !slices.Equal(got, want) || len(want) != 5 {
		t.Errorf("shown %v, want %v", got, want)
	}
	if m := line.At(line.Duration() - 1); m.Caption != (Caption{CaptionGameOver, 2}) {
		t.Errorf("the caption is %+v", m.Caption)
	}
	if line.At(line.Duration()).Board != after.Board() {
		t.Error("the last board is not the one after the ply")
	}
}

// A sweep is shown seed by seed, and the store counts each as it lands.
func TestTimelineCountsASweepSeedBySeed(t *testing.T) {
	before := rulestest.Position(t, "kalah(4,8) <4,20,11,0,0,0,1,9,9,8,6> south")
	_, s := rulestest.Sow(t, before, 4)
	line := NewTimeline(before, s, Normal, false)
	swept := 9 + 9 + 8 + 6
	var landings []time.Duration
	for at, last := 500*ms, 11; at <= line.Duration(); at += ms {
		now := line.At(at).Board.Seeds(rules.StoreOf(rules.North))
		if now == last+1 {
			landings = append(landings, at)
		} else if now != last {
			t.Fatalf("at %v the store goes from %d to %d", at, last, now)
		}
		last = now
	}
	if len(landings) != swept {
		t.Fatalf("%d seeds land, want %d", len(landings), swept)
	}
	if last := landings[swept-1]; last != 250*ms+250*ms+1200*ms {
		t.Errorf("the sweep ends at %v", last)
	}
	for i := range swept - 1 {
		if d := landings[i+1] - landings[i]; d < 20*ms || d > 60*ms {
			t.Errorf("landing %d comes %v after the one before", i+1, d)
		}
	}
}

func TestTimelineOfASwap(t *testing.T) {
	before := rulestest.Position(t, "kalah(2,2)+pie <2,1,0,2,0,3,2> north swap")
	after, s := rulestest.Sow(t, before, rules.Swap)
	line := NewTimeline(before, s, Normal, true)
	if got := shown(line); !slices.Equal(got, []rules.Board{before.Board(), after.Board()}) {
		t.Errorf("shown %v", got)
	}
	if m := line.At(line.Duration() - 1); m.Caption.Kind != CaptionSwapped || m.HasGains || line.At(0).HasHot {
		t.Errorf("the swap is shown as %+v", m)
	}
}

// games plays random games of all presets and some sizes, and calls each for every ply.
func games(t *testing.T, each func(before, after rules.Position, s rules.Sowing)) {
	t.Helper()
	r := rand.New(rand.NewPCG(7, 11))
	for _, preset := range rules.Presets() {
		for _, size := range [][2]uint8{{preset.Houses, preset.Seeds}, {1, 10}, {3, 4}, {10, 10}} {
			v := preset.Variant
			v.Houses, v.Seeds = size[0], size[1]
			p := need.Must(rules.Start(v))(t)
			for range 60 {
				plies := slices.Collect(p.Plies())
				if len(plies) == 0 {
					break
				}
				after, s := rulestest.Sow(t, p, plies[r.IntN(len(plies))])
				each(p, after, s)
				p = after
			}
		}
	}
}

// stages returns the boards that a ply passes through, with a sweep seed by seed.
func stages(before rules.Position, s rules.Sowing) []rules.Board {
	boards := []rules.Board{before.Board()}
	sweeps := false
	for step := range before.Steps(s) {
		if sweeps = sweeps || step.Kind == rules.StepSweep; sweeps && step.Kind == rules.StepBank {
			for range step.Seeds - 1 {
				one := boards[len(boards)-1]
				one.Store[step.Pit.Side]++
				boards = append(boards, one)
			}
		}
		boards = append(boards, step.Board)
	}
	return boards
}

// At every moment each seed is in exactly one place, the boards come in the order of the rules, and
// the last is the board after the ply.
func TestTimelineKeepsSeedsAndOrder(t *testing.T) {
	speed := Fast
	games(t, func(before, after rules.Position, s rules.Sowing) {
		line := NewTimeline(before, s, speed, speed == Slow)
		speed = speed%Slow + 1
		boards := stages(before, s)
		reached := 0
		for at := -10 * ms; at < line.Duration()+20*ms; at += 10 * ms {
			m := line.At(at)
			if got, want := total(m.Board)+len(m.Flights), before.Variant().Total(); got != want {
				t.Fatalf("%v, house %v, %v: %d seeds, want %d", before, s.From, at, got, want)
			}
			checkFlights(t, m)
			now := slices.Index(boards[reached:], m.Board)
			if now < 0 {
				t.Fatalf("%v, house %v, %v: the board %v does not come now", before, s.From, at, m.Board)
			}
			reached += now
		}
		if end := line.At(line.Duration()); end.Board != after.Board() || len(end.Flights) != 0 {
			t.Fatalf("%v, house %v: it ends with %+v", before, s.From, end)
		}
	})
}

func total(b rules.Board) int {
	return b.InHouses(rules.South) + b.InHouses(rules.North) + int(b.Store[rules.South]) + int(b.Store[rules.North])
}

// checkFlights checks that the flights are valid.
func checkFlights(t *testing.T, m Moment) {
	t.Helper()
	for _, f := range m.Flights {
		if f.Progress < 0 || f.Progress > 1 || f.Height < 0 || f.Height > 1.2 {
			t.Fatalf("flight %+v", f)
		}
		if f.FromSlot < 0 || f.FromSlot >= f.FromCount || f.ToSlot < 0 || f.ToSlot >= f.ToCount {
			t.Fatalf("flight %+v has no place to leave or to come to", f)
		}
	}
}

// A seed moves only forwards, and leaves and arrives without a jump.
func TestTimelineFlightsAreSmooth(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	line := NewTimeline(before, s, Slow, false)
	for i := range line.flights {
		f := &line.flights[i]
		last := f.at(f.lifted)
		if last.Progress != 0 || last.Height > 0.02 {
			t.Errorf("flight %d begins at %+v", i, last)
		}
		for at := f.lifted; at <= f.landed; at += 5 * ms {
			now := f.at(at)
			if now.Progress < last.Progress || now.Progress-last.Progress > 0.1 {
				t.Errorf("flight %d jumps from %+v to %+v", i, last, now)
			}
			last = now
		}
		if end := f.at(f.landed); end.Progress != 1 || end.Height > 0.02 {
			t.Errorf("flight %d ends at %+v", i, end)
		}
	}
}

func TestTimelineLimits(t *testing.T) {
	limits := map[Speed]time.Duration{Fast: 1800 * ms, Normal: 4000 * ms, Slow: 7000 * ms}
	longest := map[Speed]time.Duration{}
	games(t, func(before, _ rules.Position, s rules.Sowing) {
		for speed, limit := range limits {
			d := NewTimeline(before, s, speed, false).Duration()
			if s.Swept != [2]uint8{} {
				d -= paceOf(speed).sweep
			}
			longest[speed] = max(longest[speed], d)
			if d <= 0 || d > limit {
				t.Fatalf("%v, house %v takes %v at speed %v", before, s.From, d, speed)
			}
		}
	})
	for speed, limit := range limits {
		if longest[speed] < limit/2 {
			t.Errorf("at speed %v the longest ply took %v: the games were too tame to test the limit", speed, longest[speed])
		}
	}
	// Hardly a real game, but a valid position.
	before := rulestest.Position(t, "kalah(10,10) <10,0,0,180,0,0,0,0,0,0,0,0,0,20,0,0,0,0,0,0,0,0,0> south")
	_, s := rulestest.Sow(t, before, 1)
	for speed, limit := range limits {
		if d := NewTimeline(before, s, speed, false).Duration(); d > limit {
			t.Errorf("180 seeds take %v at speed %v", d, speed)
		}
	}
}

func TestTimelineSpeedsDiffer(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 5)
	var last time.Duration
	for speed := Off; speed <= Slow; speed++ {
		d := NewTimeline(before, s, speed, false).Duration()
		if speed > Off && d <= last {
			t.Errorf("speed %v takes %v, the faster one %v", speed, d, last)
		}
		last = d
	}
}

func TestTimelineOff(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	after, s := rulestest.Sow(t, before, 1)
	line := NewTimeline(before, s, Off, true)
	if line.Duration() != 0 {
		t.Errorf("no motion takes %v", line.Duration())
	}
	for _, at := range []time.Duration{-ms, 0, ms} {
		if m := line.At(at); m.Board != after.Board() || len(m.Flights) != 0 || m.Caption != (Caption{}) {
			t.Errorf("at %v: %+v", at, m)
		}
	}
}

func TestTimelineOfNothing(t *testing.T) {
	var zero Timeline
	if m := zero.At(ms); m.Board != (rules.Board{}) || zero.Duration() != 0 {
		t.Errorf("the zero timeline shows %+v", m)
	}
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	s.Seeds = 9 // no such ply
	for _, speed := range []Speed{Off, Normal} {
		line := NewTimeline(before, s, speed, true)
		if m := line.At(0); m.Board != before.Board() || line.Duration() != 0 {
			t.Errorf("a sowing that never was is shown as %+v for %v", m, line.Duration())
		}
	}
}

func TestTimelineAtDoesNotAllocate(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	line := NewTimeline(before, s, Normal, true)
	at := time.Duration(0)
	if n := testing.AllocsPerRun(200, func() {
		at += 10 * ms
		line.At(at)
	}); n != 0 {
		t.Errorf("At allocates %g times", n)
	}
}
