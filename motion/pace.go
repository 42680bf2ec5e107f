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
	step   time.Duration // from one seed's landing to the next one's
	flight time.Duration // how long a sown seed is in the air
	tail   time.Duration // from one step of a capture to the next
	sweep  time.Duration // from the lifting of the last seeds of a game to the last one's landing
	hold   time.Duration // how long the last caption stays
	limit  time.Duration // the most that all but the sweep may take; long sowings are hurried
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

// How long the house of an announced ply is lit before its seeds are lifted, how long seeds take to
// rise into the hand, and how long the light on a pit takes to fade.
const (
	announceTime = 300 * time.Millisecond
	riseTime     = 140 * time.Millisecond
	fadeTime     = 450 * time.Millisecond
	captionTime  = 160 * time.Millisecond
)

// share returns how much of a span has passed, from 0 to 1. An empty span has passed from its
// beginning on.
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
