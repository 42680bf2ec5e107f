package sound

import (
	"math"
	"slices"
	"testing"
	"time"
)

// everyTake calls a test with every take of every cue.
func everyTake(t *testing.T, test func(t *testing.T, cue Cue, take int, samples []float32)) {
	t.Helper()
	for _, cue := range Cues() {
		t.Run(cue.String(), func(t *testing.T) {
			for take := range cue.Takes() {
				test(t, cue, take, Synthesize(cue, take))
			}
		})
	}
}

// strength returns the amplitude of a frequency in samples, by Goertzel's algorithm without a
// window, since a window would hide the blow.
func strength(samples []float32, hz float64) float64 {
	turn := 2 * math.Cos(2*math.Pi*hz/Rate)
	var s1, s2 float64
	for _, x := range samples {
		s1, s2 = float64(x)+turn*s1-s2, s1
	}
	return 2 * math.Sqrt(max(0, s1*s1+s2*s2-turn*s1*s2)) / float64(len(samples))
}

// strongest returns the largest strength of the frequencies within a share of one.
func strongest(samples []float32, hz, share float64) float64 {
	most := 0.0
	for f := hz * (1 - share); f <= hz*(1+share); f += 5 {
		most = max(most, strength(samples, f))
	}
	return most
}

// energy returns the sum of the squares.
func energy(samples []float32) float64 {
	sum := 0.0
	for _, x := range samples {
		sum += float64(x) * float64(x)
	}
	return sum
}

// loudest returns the largest absolute sample.
func loudest(samples []float32) float64 {
	most := 0.0
	for _, x := range samples {
		most = max(most, math.Abs(float64(x)))
	}
	return most
}

// brightness returns the spectral centroid in Hz: the mean frequency, weighted by energy.
func brightness(samples []float32) float64 {
	var sum, weighted float64
	for hz := 100.0; hz < 12000; hz += 50 {
		power := strength(samples, hz)
		power *= power
		sum += power
		weighted += power * hz
	}
	return weighted / sum
}

func TestSameSamplesTwice(t *testing.T) {
	everyTake(t, func(t *testing.T, cue Cue, take int, samples []float32) {
		if !slices.Equal(samples, Synthesize(cue, take)) {
			t.Errorf("take %d sounds different the second time", take)
		}
		for other := range take {
			if slices.Equal(samples, Synthesize(cue, other)) {
				t.Errorf("takes %d and %d are the same", other, take)
			}
		}
	})
}

func TestUnknownCuesAreSilent(t *testing.T) {
	for _, c := range []struct {
		cue  Cue
		take int
	}{{cues, 0}, {255, 0}, {Wood, variants}, {Wood, -1}, {Capture, MaxCapture}, {Won, 1}} {
		if s := Synthesize(c.cue, c.take); s != nil {
			t.Errorf("%v, take %d, has %d samples", c.cue, c.take, len(s))
		}
	}
	if got := Cue(200).String(); got != "cue-200" {
		t.Errorf("an unknown cue is called %q", got)
	}
}

func TestLengths(t *testing.T) {
	short := [2]time.Duration{100 * time.Millisecond, 300 * time.Millisecond}
	long := [2]time.Duration{1500 * time.Millisecond, 2200 * time.Millisecond}
	limits := map[Cue][2]time.Duration{
		Wood: short, Glass: short, Message: short,
		Capture: {400 * time.Millisecond, 900 * time.Millisecond},
	}
	everyTake(t, func(t *testing.T, cue Cue, take int, samples []float32) {
		limit, special := limits[cue]
		if !special {
			limit = long
		}
		if n := len(samples); n < frames(limit[0]) || n > frames(limit[1]) {
			t.Errorf("take %d has %d samples", take, n)
		}
	})
}

func TestSoundsBeginAndEndInSilence(t *testing.T) {
	everyTake(t, func(t *testing.T, _ Cue, take int, samples []float32) {
		if samples[0] != 0 || samples[len(samples)-1] != 0 {
			t.Errorf("take %d begins with %v and ends with %v", take, samples[0], samples[len(samples)-1])
		}
		if head := loudest(samples[:5]); head > .3*loudest(samples) {
			t.Errorf("take %d jumps to %v", take, head)
		}
		if tail := loudest(samples[len(samples)-frames(fadeOut):]); tail > .01 {
			t.Errorf("take %d is still at %v when it fades", take, tail)
		}
		if early := energy(samples[:len(samples)/2]) / energy(samples); early < .4 {
			t.Errorf("take %d has only %.2f of its energy in its first half", take, early)
		}
	})
}

func TestNoSoundClips(t *testing.T) {
	everyTake(t, func(t *testing.T, _ Cue, take int, samples []float32) {
		if most := loudest(samples); most < .2 || most > .8 {
			t.Errorf("take %d is as loud as %v", take, most)
		}
		for i, x := range samples {
			if math.IsNaN(float64(x)) {
				t.Fatalf("sample %d of take %d is no number", i, take)
			}
		}
	})
}

// TestSeedsSoundLikeTheirMaterial looks for the modes of wood and glass, which vary by about 7 %,
// and compares each with the valley above it.
func TestSeedsSoundLikeTheirMaterial(t *testing.T) {
	for cue, c := range map[Cue]struct{ modes, valleys []float64 }{
		Wood:  {[]float64{410, 930, 1630}, []float64{630, 1260}},
		Glass: {[]float64{480, 1850, 3140, 4720}, []float64{1000, 2430, 3870}},
	} {
		for take := range variants {
			samples := Synthesize(cue, take)
			for i, valley := range c.valleys {
				low := strength(samples, valley)
				for _, hz := range c.modes[i : i+2] {
					if high := strongest(samples, hz, .07); high < 4*low {
						t.Errorf("%v %d: %.4f at %.0f Hz, but %.4f at %.0f Hz", cue, take, high, hz, low, valley)
					}
				}
			}
		}
	}
}

func TestGlassIsBrighterThanWood(t *testing.T) {
	brightestWood, dullestGlass := 0.0, math.Inf(1)
	for take := range variants {
		brightestWood = max(brightestWood, brightness(Synthesize(Wood, take)))
		dullestGlass = min(dullestGlass, brightness(Synthesize(Glass, take)))
	}
	if dullestGlass < 2*brightestWood {
		t.Errorf("glass has its centre at %.0f Hz or more, wood at %.0f Hz or less", dullestGlass, brightestWood)
	}
}

// TestMelodies listens to each note of each melody until the next one begins: it must be louder
// than all others of the melody. The notes are in half steps above the A of 440 Hz.
func TestMelodies(t *testing.T) {
	tunes := map[Cue][]int{
		ExtraTurn: {5, 10}, YourTurn: {7}, Won: {-2, 2, 5, 10}, Lost: {2, -2, -5}, Drawn: {-2, 5},
		Joined: {-7, 0}, Left: {0, -7},
	}
	if len(tunes) != len(melodies) {
		t.Errorf("%d of %d melodies are tested", len(tunes), len(melodies))
	}
	for cue, steps := range tunes {
		samples := Synthesize(cue, 0)
		apart := melodies[cue].apart
		hz := func(i int) float64 { return 440 * math.Pow(2, float64(steps[i])/12) }
		for i := range steps {
			begin := time.Duration(i) * apart
			now := samples[frames(begin):frames(begin+max(apart, 80*time.Millisecond))]
			here := strength(now, hz(i))
			if here < .05 || here < 2*strength(now, hz(i)*1.22) {
				t.Errorf("%v: note %d cannot be heard", cue, i)
			}
			for j := range steps {
				// Notes that are struck together have no order.
				if j != i && apart > 50*time.Millisecond && strength(now, hz(j)) > here {
					t.Errorf("%v: note %d is louder than %d when that is struck", cue, j, i)
				}
			}
		}
	}
}

func TestMoreSeedsCapturedAreLongerAndLouder(t *testing.T) {
	for take := 1; take < MaxCapture; take++ {
		less, more := Synthesize(Capture, take-1), Synthesize(Capture, take)
		if len(more) <= len(less) || loudest(more) <= loudest(less) {
			t.Errorf("%d seeds: %d samples, peak %.2f; %d seeds: %d samples, peak %.2f",
				take, len(less), loudest(less), take+1, len(more), loudest(more))
		}
	}
	few, many := energy(Synthesize(Capture, 0)), energy(Synthesize(Capture, MaxCapture-1))
	if many < 3*few {
		t.Errorf("one seed has the energy %.0f, %d seeds %.0f", few, MaxCapture, many)
	}
}
