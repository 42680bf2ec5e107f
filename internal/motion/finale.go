package motion

import (
	"math"
	"math/rand/v2"
	"time"

	"mancala/rules"
)

// The durations of a finale: the store begins to glow, its seeds hop in a wave, and seeds rain.
const (
	glowTime  = 400 * time.Millisecond
	waveTime  = 900 * time.Millisecond
	hopTime   = 450 * time.Millisecond
	rainTime  = 1400 * time.Millisecond // between the first and the last of them
	fallTime  = 1100 * time.Millisecond
	rainCount = 12
	// restGlow is the glow of the store after the finale.
	restGlow = 0.6
)

// Finale is the celebration of a won game on the board: the winner's store glows, its seeds hop
// once in a wave, and after a special win a dozen seeds rain. It is deterministic. Make one with
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
	// X and Y are its place as fractions of the area's width and height. It falls from top to
	// bottom.
	X, Y float64
	// Size is relative to a seed on the board, 1..2; nearer seeds are larger.
	Size float64
	// Number is the seed's number, from 0; its colour depends on it.
	Number int
}

// FinaleMoment is one instant of a finale. The zero value celebrates nothing.
type FinaleMoment struct {
	// Store is the winner's store.
	Store rules.Pit
	// Glow is the intensity of the store's light, 0..1.
	Glow float64
	// Rain are the seeds in the air, the nearest last. They are valid until the next call of
	// [Finale.At].
	Rain []RainSeed

	waved time.Duration // since the wave began
}

// NewFinale plans the celebration of a win by a side, with or without rain.
func NewFinale(winner rules.Side, rain bool) Finale {
	f := Finale{store: rules.StoreOf(winner)}
	if !rain {
		return f
	}
	r := rand.New(rand.NewPCG(40, 8))
	f.drops, f.air = make([]drop, rainCount), make([]RainSeed, 0, rainCount)
	lanes, turns := r.Perm(rainCount), r.Perm(rainCount) // spread evenly over width and time
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

// At returns the finale at a time after its beginning. From Duration on the store only glows and
// nothing moves. A skipped or motionless finale looks like that from the start.
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

// Hop returns the height of a seed of the store, 0..1. Place is the seed's place along the store,
// 0..1.
func (m *FinaleMoment) Hop(place float64) float64 {
	begins := time.Duration(max(0, min(1, place)) * float64(waveTime))
	u := share(m.waved-begins, hopTime)
	return math.Sin(math.Pi*u) * (1 - 0.3*u)
}
