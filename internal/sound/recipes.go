package sound

import (
	"math/rand/v2"
	"time"
)

// The sounding bodies, invented rather than measured. Wood is a bowl with few, deep modes. Glass
// rings higher and shorter above the dull sound of its bowl. The melodies use a small bell and a
// mallet instrument; the second and third modes of the latter are two and slightly more than three
// octaves above the first.
var (
	wood = body{
		modes:  []mode{{410, 38, 1}, {930, 24, .5}, {1630, 15, .28}, {2750, 8, .14}},
		burst:  burst{600, 4200, .5},
		attack: .4,
	}
	glass = body{
		modes:  []mode{{1850, 22, .5}, {3140, 26, .32}, {4720, 18, .2}, {7350, 11, .1}, {480, 26, .3}},
		burst:  burst{600, 9000, .35},
		attack: .4,
	}
	mallet = body{
		modes:  []mode{{1, 240, 1}, {2, 120, .06}, {4, 60, .16}, {9.6, 18, .05}},
		attack: 2,
	}
	bell = body{
		modes:  []mode{{1, 300, 1}, {2, 170, .22}, {3.01, 90, .12}, {4.17, 45, .06}},
		attack: 4,
	}
)

// The notes of the melodies, in Hz: G major without its fourth and seventh, so that they never
// clash.
const (
	noteD4 = 293.66
	noteE4 = 329.63
	noteG4 = 392.00
	noteA4 = 440.00
	noteB4 = 493.88
	noteD5 = 587.33
	noteE5 = 659.26
	noteG5 = 783.99
)

// melody is one or more notes on one body, a fixed time apart.
type melody struct {
	on    body
	apart time.Duration
	hz    []float64
	peak  float64 // level of the loudest sample
}

// melodies are the cues except the noises of seeds. They are softer than a seed, since they last
// longer.
var melodies = map[Cue]melody{
	ExtraTurn: {mallet, 95 * time.Millisecond, []float64{noteD5, noteG5}, .32},
	YourTurn:  {bell, 0, []float64{noteE5}, .24},
	Won:       {mallet, 120 * time.Millisecond, []float64{noteG4, noteB4, noteD5, noteG5}, .40},
	Lost:      {mallet, 190 * time.Millisecond, []float64{noteB4, noteG4, noteE4}, .30},
	Drawn:     {mallet, 25 * time.Millisecond, []float64{noteG4, noteD5}, .34},
	Joined:    {mallet, 130 * time.Millisecond, []float64{noteD4, noteA4}, .32},
	Left:      {mallet, 130 * time.Millisecond, []float64{noteA4, noteD4}, .30},
}

// seedPeak is the level of a seed's loudest sample, before variation.
const seedPeak = .5

// Synthesize returns the sound of a cue: one channel, Rate samples a second, between -1 and 1. It
// is deterministic. Takes are numbered from 0: a variant of a seed, or the size of a capture less
// one. For an unknown cue or take it returns nil.
func Synthesize(cue Cue, take int) []float32 {
	if take < 0 || take >= cue.Takes() {
		return nil
	}
	t := newTape(uint64(cue)<<8 | uint64(take))
	switch cue {
	case Wood:
		return t.seed(wood)
	case Glass:
		return t.seed(glass)
	case Capture:
		return t.capture(take + 1)
	case Message:
		t.glide(0, 55*time.Millisecond, 420, 980, 1)
		t.strike(wood, blow{at: 30 * time.Millisecond, pitch: 1.9, level: .25, decay: .6})
		return t.finish(.3)
	}
	m := melodies[cue]
	for i, hz := range m.hz {
		t.strike(m.on, blow{at: time.Duration(i) * m.apart, pitch: hz, level: .5, decay: 1})
	}
	return t.finish(m.peak)
}

// around returns a random factor between 1-share and 1+share.
func around(chance *rand.Rand, share float64) float64 {
	return 1 + share*(2*chance.Float64()-1)
}

// varied returns a body as another seed would sound it: a little higher or lower, and with each
// mode slightly out of tune.
func varied(b body, chance *rand.Rand) body {
	pitch := around(chance, .055)
	modes := make([]mode, len(b.modes))
	for i, m := range b.modes {
		modes[i] = mode{
			hz:    m.hz * pitch * around(chance, .012),
			decay: m.decay * around(chance, .1),
			level: m.level * around(chance, .15),
		}
	}
	b.modes = modes
	return b
}

// seed returns the sound of one seed that lands.
func (t *tape) seed(on body) []float32 {
	t.strike(varied(on, t.noise), blow{pitch: 1, level: 1, decay: 1})
	return t.finish(seedPeak * around(t.noise, .15))
}

// capture returns the sound of a handful of seeds poured into a store: glass on glass, ever faster
// and a little higher, and then the wood under them. More seeds take longer and are louder.
func (t *tape) capture(size int) []float32 {
	at := time.Duration(0)
	gap := 62 * time.Millisecond
	for i := range size + 1 {
		rise := 1 + .015*float64(i)
		t.strike(varied(glass, t.noise), blow{at: at, pitch: rise, level: .55 * around(t.noise, .2), decay: .9})
		at += time.Duration(float64(gap) * around(t.noise, .12))
		gap = max(gap*88/100, 26*time.Millisecond)
	}
	t.strike(wood, blow{at: at, pitch: .72, level: .75, decay: 1.5})
	return t.finish(.5 + .25*float64(size-1)/(MaxCapture-1))
}
