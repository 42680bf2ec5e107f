package motion

import "time"

// Speed is how fast plies are shown.
type Speed uint8

// The speeds.
const (
	Off    Speed = iota // no motion: the board after the ply at once
	Fast                // a seed every 110 ms
	Normal              // a seed every 250 ms
	Slow                // a seed every 450 ms
)

// pace is the timing of a speed.
type pace struct {
	step   time.Duration // between landings
	flight time.Duration // flight of a sown seed
	tail   time.Duration // between the steps of a capture
	sweep  time.Duration // from the first lift of a sweep to its last landing
	hold   time.Duration // how long the last caption stays
	limit  time.Duration // limit of everything but the sweep; long sowings speed up
}

// paceOf returns the timing of a speed other than Off.
func paceOf(s Speed) pace {
	const ms = time.Millisecond
	switch s {
	case Fast:
		return pace{step: 110 * ms, flight: 240 * ms, tail: 200 * ms, sweep: 600 * ms, hold: 300 * ms, limit: 1800 * ms}
	case Slow:
		return pace{step: 450 * ms, flight: 400 * ms, tail: 450 * ms, sweep: 1800 * ms, hold: 900 * ms, limit: 7000 * ms}
	default:
		return pace{step: 250 * ms, flight: 240 * ms, tail: 250 * ms, sweep: 1200 * ms, hold: 600 * ms, limit: 4000 * ms}
	}
}

// The durations of the light on an announced house before the lift, of the seeds' rise into the
// hand, and of the fading of a pit's light.
const (
	announceTime = 300 * time.Millisecond
	riseTime     = 140 * time.Millisecond
	fadeTime     = 450 * time.Millisecond
	captionTime  = 160 * time.Millisecond
)

// share returns the fraction of a span that has passed, 0..1. An empty span has always passed.
func share(passed, span time.Duration) float64 {
	if passed < 0 {
		return 0
	}
	if passed >= span {
		return 1
	}
	return float64(passed) / float64(span)
}

func easeOut(t float64) float64   { return 1 - (1-t)*(1-t) }
func easeInOut(t float64) float64 { return t * t * (3 - 2*t) }
