package motion

import (
	"math"
	"time"

	"mancala/rules"
)

// Flight is a seed outside the pits: in the hand or in the air.
type Flight struct {
	// From is the pit that it left, and To the pit where it will land.
	From, To rules.Pit
	// FromSlot and ToSlot are its slots there, and FromCount and ToCount the counts at that time;
	// see [Slot].
	FromSlot, ToSlot   int
	FromCount, ToCount int
	// Progress is the fraction of the way done, 0..1, after easing.
	Progress float64
	// Height is its height above the board, from 0 (lying) to about 1.
	Height float64
}

// Moment is one instant of a board: the seeds in its pits and in the air. Each seed is in exactly
// one place.
type Moment struct {
	// Board holds the counts to show.
	Board rules.Board
	// Flights are the seeds outside the pits. They are valid until the next call of [Timeline.At].
	Flights []Flight
	// Hot is the active pit, if HasHot is set: it is being emptied or has just received a seed.
	Hot    rules.Pit
	HasHot bool
	// Glow is the intensity of the light on the hot pit, 0..1.
	Glow float64
	// Caption announces the latest step.
	Caption Caption
	// CaptionShown is the fraction of the caption that has appeared, 0..1.
	CaptionShown float64
	// Weight is the importance of the caption, 0..1; larger captures weigh more.
	Weight float64
	// Gains is the store that gains by the announced event, if HasGains is set.
	Gains    rules.Pit
	HasGains bool
}

// Still returns the moment of a board on which nothing moves.
func Still(b rules.Board) Moment { return Moment{Board: b} }

// Timeline is the plan of showing one ply; it changes no game. Make one with [NewTimeline]; the
// zero value shows an empty board and is over at once. Copies share a buffer: see [Moment.Flights].
type Timeline struct {
	events   []event
	sayings  []saying
	beats    []timedBeat
	flights  []flight
	air      []Flight
	duration time.Duration
}

// event is one visible change of the counts.
type event struct {
	at     time.Duration
	board  rules.Board
	hot    rules.Pit
	hasHot bool
}

// flight is the whole way of one seed: lifted, thrown, landed. No pit holds it until it is counted.
type flight struct {
	Flight
	lifted, thrown, landed, counted time.Duration
}

// NewTimeline plans a ply in the order of CS 340: the source house to zero, each receiving pit plus
// one as its seed lands, captured houses to zero together, the store plus the captured seeds, then
// the sweep. The sowing must be the one that before.Sow returned; for a ply that is not legal the
// timeline shows the board before and is over at once. With announce the source house is lit for
// 300 ms first, so that an opponent's ply does not come as a surprise; that time is extra. Without
// it a ply takes at most 1.8 s (Fast), 4 s (Normal) or 7 s (Slow), and a final sweep another 0.6 s,
// 1.2 s or 1.8 s.
func NewTimeline(before rules.Position, s rules.Sowing, speed Speed, announce bool) Timeline {
	if speed == Off {
		return settled(before, s)
	}
	p := planner{sowing: s, pace: paceOf(speed)}
	for step := range before.Steps(s) {
		switch step.Kind {
		case rules.StepCapture:
			p.captures++
		case rules.StepMark:
			p.marks++
		}
	}
	p.hurry()
	source := rules.Pit{Side: s.Mover, House: s.From}
	p.add(event{board: before.Board(), hot: source, hasHot: announce && s.From != rules.Swap})
	if announce {
		p.now = announceTime
	}
	for step := range before.Steps(s) {
		p.step(step)
	}
	return p.finish()
}

// settled returns the timeline that is over at once.
func settled(before rules.Position, s rules.Sowing) Timeline {
	line := NewTimeline(before, s, Fast, false)
	line.events, line.flights, line.duration = line.events[len(line.events)-1:], nil, 0
	line.events[0].at = 0
	for i := range line.sayings {
		line.sayings[i].at = 0
	}
	for i := range line.beats {
		line.beats[i].at = 0
	}
	return line
}

// Duration returns the length of the timeline.
func (t Timeline) Duration() time.Duration { return t.duration }

// At returns the moment at a time after the beginning. Before zero it is the board before the ply;
// from Duration on it is [Still] of the board after the ply. The next call overwrites the Flights
// of the moment.
func (t Timeline) At(elapsed time.Duration) Moment {
	if len(t.events) == 0 {
		return Moment{}
	}
	if elapsed >= t.duration {
		return Still(t.events[len(t.events)-1].board)
	}
	now := t.events[0]
	for _, e := range t.events[1:] {
		if e.at > elapsed {
			break
		}
		now = e
	}
	m := Moment{Board: now.board, Hot: now.hot, HasHot: now.hasHot}
	m.Glow = 1 - 0.6*share(elapsed-now.at, fadeTime)
	t.caption(&m, elapsed)
	m.Flights = t.air[:0]
	for i := range t.flights {
		if f := &t.flights[i]; f.lifted <= elapsed && elapsed < f.counted {
			m.Flights = append(m.Flights, f.at(elapsed))
		}
	}
	return m
}

// caption sets the caption of a moment.
func (t *Timeline) caption(m *Moment, elapsed time.Duration) {
	for i := len(t.sayings) - 1; i >= 0; i-- {
		if s := &t.sayings[i]; s.at <= elapsed {
			m.Caption, m.Weight, m.Gains, m.HasGains = s.caption, s.caption.weight(), s.gains, s.about
			m.CaptionShown = easeOut(share(elapsed-s.at, captionTime))
			return
		}
	}
}

// at returns the seed as it is at a time.
func (f *flight) at(elapsed time.Duration) Flight {
	const hand = 0.42 // height of the hand
	seed := f.Flight
	way := share(elapsed-f.thrown, f.landed-f.thrown)
	seed.Progress = easeInOut(way)
	rise := easeOut(share(elapsed-f.lifted, min(riseTime, max(1, f.thrown-f.lifted))))
	seed.Height = hand*rise*(1-way*way) + 0.58*math.Sin(math.Pi*way)
	return seed
}
