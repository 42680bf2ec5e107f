package motion

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mancala/rules"
	"mancala/rules/rulestest"
)

// heard returns the beats for a caller that advances by random steps.
func heard(line Timeline, r *rand.Rand, step time.Duration) (beats []Beat) {
	for last := Begin; last < line.Duration(); {
		next := last + time.Duration(r.Int64N(int64(step)))
		beats = slices.AppendSeq(beats, line.Beats(last, next))
		last = next
	}
	return beats
}

// Time steps of any size neither lose nor repeat a beat.
func TestBeatsDoNotDependOnTheStepsOfTime(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	speed := Off
	games(t, func(before, _ rules.Position, s rules.Sowing) {
		line := NewTimeline(before, s, speed, speed == Slow)
		speed = (speed + 1) % (Slow + 1)
		all := slices.Collect(line.Beats(Begin, line.Duration()))
		for _, step := range []time.Duration{2 * ms, 17 * ms, 100 * ms, 3 * time.Second} {
			if got := heard(line, r, step); !slices.Equal(got, all) {
				t.Fatalf("%v, house %v: in steps up to %v: %v, want %v", before, s.From, step, got, all)
			}
		}
		if rest := slices.Collect(line.Beats(line.Duration(), time.Hour)); rest != nil {
			t.Fatalf("%v, house %v: after the end there is %v", before, s.From, rest)
		}
	})
}

// The beats agree with the boards: the counts grow by the seeds that land.
func TestBeatsTellTheBoards(t *testing.T) {
	games(t, func(before, after rules.Position, s rules.Sowing) {
		if s.From == rules.Swap {
			return
		}
		line := NewTimeline(before, s, Normal, false)
		hand, board := 0, map[rules.Pit]int{}
		for _, side := range []rules.Side{rules.South, rules.North} {
			for h := rules.House(0); h <= rules.House(before.Variant().Houses); h++ {
				pit := rules.Pit{Side: side, House: h}
				board[pit] = before.Seeds(pit)
			}
		}
		ends := 0
		for b := range line.Beats(Begin, line.Duration()) {
			switch b.Kind {
			case BeatLift:
				hand += b.Seeds
				board[b.Pit] = 0
			case BeatDrop, BeatBank:
				if b.Into != board[b.Pit] {
					t.Fatalf("%v, house %v: %+v into %d seeds", before, s.From, b, board[b.Pit])
				}
				hand -= b.Seeds
				board[b.Pit] += b.Seeds
			case BeatCapture, BeatSweep:
				hand += b.Seeds
			case BeatEnd:
				ends++
			}
		}
		if hand != 0 || board[rules.StoreOf(rules.South)] != after.Store(rules.South) || board[rules.StoreOf(rules.North)] != after.Store(rules.North) {
			t.Fatalf("%v, house %v: %d seeds stay in the hand, the stores are %v", before, s.From, hand, board)
		}
		if (ends == 1) != s.Ends() {
			t.Fatalf("%v, house %v: %d ends", before, s.From, ends)
		}
	})
}

func TestBeatsOfACapture(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	south := func(h rules.House) rules.Pit { return rules.Pit{House: h} }
	want := []Beat{
		{Kind: BeatLift, Pit: south(1), Seeds: 3},
		{Kind: BeatDrop, Pit: south(2), Into: 1, Seeds: 1},
		{Kind: BeatDrop, Pit: south(3), Into: 0, Seeds: 1},
		{Kind: BeatDrop, Pit: south(4), Into: 0, Seeds: 1},
		{Kind: BeatCapture, Pit: south(4), Seeds: 6},
		{Kind: BeatBank, Pit: south(0), Into: 14, Seeds: 6},
	}
	line := NewTimeline(before, s, Normal, false)
	if got := slices.Collect(line.Beats(Begin, line.Duration())); !slices.Equal(got, want) {
		t.Errorf("beats %+v, want %+v", got, want)
	}
	if got := slices.Collect(line.Beats(250*ms, 750*ms)); !slices.Equal(got, want[2:4]) {
		t.Errorf("after the first landing, up to the last: %+v, want %+v", got, want[2:4])
	}
}

func TestBeatsOfAnExtraTurnAndTheEnd(t *testing.T) {
	for position, want := range map[string]BeatKind{
		"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south": BeatExtraTurn,
		"kalah(2,4) <2,10,3,0,1,2,0> south":                BeatEnd,
		"custom(2,4,store=skip,extra=yes,capture=own,empty=no,take=both,end=either,majority=yes,sweep=owner) <2,8,1,1,1,2,3> south": BeatEnd,
	} {
		before := rulestest.Position(t, position)
		h := rules.House(2)
		if want == BeatExtraTurn {
			h = 3
		}
		_, s := rulestest.Sow(t, before, h)
		for speed := Off; speed <= Slow; speed++ {
			line := NewTimeline(before, s, speed, false)
			beats := slices.Collect(line.Beats(Begin, line.Duration()))
			if last := beats[len(beats)-1]; last.Kind != want {
				t.Errorf("%s at speed %v ends with %+v, want %v", position, speed, last, want)
			}
		}
	}
}

func TestBeatsDoNotAllocate(t *testing.T) {
	before := rulestest.Position(t, rulestest.CS340)
	_, s := rulestest.Sow(t, before, 1)
	line := NewTimeline(before, s, Normal, true)
	n := 0
	if allocs := testing.AllocsPerRun(200, func() {
		for range line.Beats(100*ms, 900*ms) {
			n++
		}
	}); allocs != 0 || n == 0 {
		t.Errorf("%d beats allocate %g times", n, allocs)
	}
}
