package sound

import (
	"math"
	"math/rand/v2"
	"time"
)

// Rate is the number of samples a second.
const Rate = 48000

// frames returns the number of samples in a time.
func frames(d time.Duration) int { return int(d * Rate / time.Second) }

// milliseconds returns the number of samples in a time, fractions included.
func milliseconds(ms float64) float64 { return ms * Rate / 1000 }

// mode is a mode of vibration of a struck body: a decaying sine.
type mode struct {
	hz    float64
	decay float64 // milliseconds until it has fallen to 1/e
	level float64
}

// burst is the noise of the blow itself: two milliseconds of band-limited noise.
type burst struct {
	low, high float64 // Hz
	level     float64
}

// body is an object that sounds when it is struck.
type body struct {
	modes  []mode
	burst  burst
	attack float64 // attack in milliseconds
}

// blow is one strike on a body.
type blow struct {
	at    time.Duration
	pitch float64 // factor on the frequencies
	level float64
	decay float64 // factor on the decays
}

// inaudible is the level, relative to 1, below which a mode is cut off.
const inaudible = 1e-3

// lasting returns the number of audible samples of a blow on the body.
func (b body) lasting(stroke blow) int {
	longest := 0.0
	for _, m := range b.modes {
		longest = max(longest, m.decay*math.Log(m.level/inaudible))
	}
	return int(milliseconds(longest * stroke.decay))
}

// tape is a sound under construction. It grows with the blows.
type tape struct {
	samples []float64
	noise   *rand.Rand
}

// newTape returns silence. The seed determines all randomness.
func newTape(seed uint64) *tape {
	return &tape{noise: rand.New(rand.NewPCG(seed, 0x6d616e63616c61))}
}

// from returns count samples from a time on.
func (t *tape) from(at time.Duration, count int) []float64 {
	start := frames(at)
	if missing := start + count - len(t.samples); missing > 0 {
		t.samples = append(t.samples, make([]float64, missing)...)
	}
	return t.samples[start : start+count]
}

// strike adds a blow on a body.
func (t *tape) strike(b body, stroke blow) {
	span := t.from(stroke.at, b.lasting(stroke))
	for _, m := range b.modes {
		m.hz, m.level, m.decay = m.hz*stroke.pitch, m.level*stroke.level, m.decay*stroke.decay
		addMode(span, m, milliseconds(b.attack))
	}
	t.addBurst(span, b.burst, stroke.level, milliseconds(b.attack))
}

// addMode adds a mode. It computes the sine by rotating a vector, which is much faster than a sine
// for each sample.
func addMode(span []float64, m mode, attack float64) {
	shrink := math.Exp(-1 / milliseconds(m.decay))
	sin, cos := math.Sincos(2 * math.Pi * m.hz / Rate)
	sin, cos = sin*shrink, cos*shrink
	x, y := m.level, 0.0
	audible := int(milliseconds(m.decay) * math.Log(m.level/inaudible))
	for i := range span[:max(0, min(len(span), audible))] {
		span[i] += y * min(1, float64(i)/attack)
		x, y = x*cos-y*sin, x*sin+y*cos
	}
}

// addBurst adds noise between two frequencies, as the difference of two low-pass filters.
func (t *tape) addBurst(span []float64, b burst, level, attack float64) {
	if b.level == 0 {
		return
	}
	wide, narrow := lowPass(b.high), lowPass(b.low)
	length := frames(2 * time.Millisecond)
	for i := range span[:min(len(span), length)] {
		white := 2*t.noise.Float64() - 1
		shape := min(float64(i)/attack, 1-float64(i)/float64(length))
		span[i] += b.level * level * shape * (wide(white) - narrow(white))
	}
}

// lowPass returns a first-order low-pass filter.
func lowPass(hz float64) func(float64) float64 {
	share := 1 - math.Exp(-2*math.Pi*hz/Rate)
	y := 0.0
	return func(x float64) float64 {
		y += share * (x - y)
		return y
	}
}

// glide adds a sine whose frequency moves linearly, with a half sine as its envelope.
func (t *tape) glide(at, length time.Duration, fromHz, toHz, level float64) {
	span := t.from(at, frames(length))
	phase := 0.0
	for i := range span {
		done := float64(i) / float64(len(span))
		span[i] += level * math.Sin(math.Pi*done) * math.Sin(phase)
		phase += 2 * math.Pi * (fromHz + (toHz-fromHz)*done) / Rate
	}
}

// fadeOut is the time in which the end of each sound fades.
const fadeOut = 5 * time.Millisecond

// finish softens the loudest samples slightly, scales the peak to a level below 1 and fades the
// end.
func (t *tape) finish(peak float64) []float32 {
	loudest := 0.0
	for i, x := range t.samples {
		t.samples[i] = math.Tanh(x)
		loudest = max(loudest, math.Abs(t.samples[i]))
	}
	out := make([]float32, len(t.samples))
	fade := frames(fadeOut)
	for i, x := range t.samples {
		left := min(1, float64(len(out)-1-i)/float64(fade))
		out[i] = float32(x * left * peak / loudest)
	}
	return out
}
