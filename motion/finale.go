package motion

import (
	"math"
	"math/rand/v2"
	"time"

	"mancala/rules"
)

// How long the parts of a finale take: the store begins to glow, a wave runs through its seeds,
// each of which hops, and seeds rain.
const (
	glowTime  = 400 * time.Millisecond
	waveTime  = 900 * time.Millisecond
	hopTime   = 450 * time.Millisecond
	rainTime  = 1400 * time.Millisecond // between the first and the last of them
	fallTime  = 1100 * time.Millisecond
	rainCount = 12
	// restGlow is how strongly the store glows when all is over.
	restGlow = 0.6
)

// Finale is how a won game is celebrated on the board: the winner's store glows, its seeds hop once
// in a wave, and for a special win a dozen seeds rain. It is a plan, always the same. Make one with
// [NewFinale].
type Finale struct {
	store rules.Pit
	drops []drop
	air   []RainSeed
}

// drop is one seed of the rain.
type drop struct {
	RainSeed
	begins, falls time.Duration
}

// RainSeed is a seed that falls over the picture.
type RainSeed struct {
	// X and Y are its place as shares of the width and the height of the area it falls over; it
	// comes from above and goes out below.
	X, Y float64
	// Size is how large it is beside a seed on the board: 1 to 2, the larger the nearer.
	Size float64
	// Number is the seed's number, from 0; its colour depends on it.
	Number int
}

// FinaleMoment is one instant of a finale. The zero value celebrates nothing.
type FinaleMoment struct {
	// Store is the winner's store.
	Store rules.Pit
	// Glow is how strongly it is lit, from 0 to 1.
	Glow float64
	// Rain are the seeds in the air, the nearest last. They are valid until the next call of
	// [Finale.At].
	Rain []RainSeed

	waved time.Duration // since the wave began
}

// NewFinale plans how the win of a side is celebrated, with rain or without.
func NewFinale(winner rules.Side, rain bool) Finale {
	f := Finale{store: rules.StoreOf(winner)}
	if !rain {
		return f
	}
	r := rand.New(rand.NewPCG(40, 8))
	f.drops, f.air = make([]drop, rainCount), make([]RainSeed, 0, rainCount)
	lanes, turns := r.Perm(rainCount), r.Perm(rainCount) // spread over the whole width and all the time
	for i := range f.drops {
		size := 1 + float64(i)/(rainCount-1)
		lane := (float64(lanes[i]) + 0.2 + 0.6*r.Float64()) / rainCount
		f.drops[i] = drop{
			RainSeed: RainSeed{X: lane, Size: size, Number: i},
			begins:   time.Duration(float64(rainTime) * float64(turns[i]) / (rainCount - 1)),
			falls:    time.Duration(float64(fallTime) * (1.35 - 0.35*size/2)),
		}
	}
	return f
}

// Duration returns how long the finale takes: at most 3 seconds.
func (f Finale) Duration() time.Duration {
	d := glowTime + waveTime + hopTime
	for i := range f.drops {
		d = max(d, f.drops[i].begins+f.drops[i].falls)
	}
	return d
}

// At returns what the finale looks like some time after its beginning. From Duration on the store
// only glows, and nothing moves: so it looks too if it is skipped, or without motion from the
// beginning.
func (f Finale) At(elapsed time.Duration) FinaleMoment {
	m := FinaleMoment{Store: f.store, waved: elapsed - glowTime}
	m.Glow = easeOut(share(elapsed, glowTime))
	m.Glow -= (1 - restGlow) * easeInOut(share(elapsed-glowTime, waveTime+hopTime))
	m.Rain = f.air[:0]
	for _, d := range f.drops {
		if way := elapsed - d.begins; way > 0 && way < d.falls {
			u := share(way, d.falls)
			d.Y = -0.15 + 1.3*(0.35*u+0.65*u*u)
			m.Rain = append(m.Rain, d.RainSeed)
		}
	}
	return m
}

// Hop returns how high a seed of the store hops, from 0 to 1. Place is where it lies, from 0 at one
// end of the store to 1 at the other.
func (m *FinaleMoment) Hop(place float64) float64 {
	begins := time.Duration(max(0, min(1, place)) * float64(waveTime))
	u := share(m.waved-begins, hopTime)
	return math.Sin(math.Pi*u) * (1 - 0.3*u)
}
