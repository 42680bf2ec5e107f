package motion

import (
	"fmt"
	"math"
	"time"

	"mancala/rules"
)

// Speed is how fast plies are shown.
type Speed uint8

// The speeds.
const (
	Off    Speed = iota // no motion: the board after the ply at once
	Fast                // a seed every 110 ms
	Normal              // a seed every 250 ms
	Slow                // a seed every 450 ms
)

// String returns the word for a speed on a screen: "Off", "Fast", "Normal" or "Slow".
func (s Speed) String() string {
	return [...]string{"Off", "Fast", "Normal", "Slow"}[min(s, Slow)]
}

// pace is the timing of a speed.
type pace struct {
	step   time.Duration // from one seed's landing to the next one's
	flight time.Duration // how long a sown seed is in the air
	tail   time.Duration // from one step of a capture or a sweep to the next
	hold   time.Duration // how long the last caption stays
	limit  time.Duration // the most that all of it may take; long sowings are hurried
}

// paceOf returns the timing of a speed other than Off.
func paceOf(s Speed) pace {
	const ms = time.Millisecond
	switch s {
	case Fast:
		return pace{step: 110 * ms, flight: 240 * ms, tail: 200 * ms, hold: 300 * ms, limit: 1800 * ms}
	case Slow:
		return pace{step: 450 * ms, flight: 400 * ms, tail: 450 * ms, hold: 900 * ms, limit: 7000 * ms}
	default:
		return pace{step: 250 * ms, flight: 240 * ms, tail: 250 * ms, hold: 600 * ms, limit: 4000 * ms}
	}
}

// How long the house of an announced ply is lit before its seeds are lifted, how long seeds take to rise into the hand,
// and how long the light on a pit takes to fade.
const (
	announceTime = 300 * time.Millisecond
	riseTime     = 140 * time.Millisecond
	fadeTime     = 450 * time.Millisecond
	captionTime  = 160 * time.Millisecond
)

// Flight is one seed that is in no pit: in the hand, or on its way.
type Flight struct {
	// From and To are the pits it left and is bound for.
	From, To rules.Pit
	// FromSlot and ToSlot are its places there, and FromCount and ToCount the counts of
	// these pits there; see [Slot].
	FromSlot, ToSlot   int
	FromCount, ToCount int
	// Progress is how much of the way is done, from 0 to 1, already eased.
	Progress float64
	// Height is how high above the board the seed is, from 0 (lying) to about 1.
	Height float64
}

// Moment is one instant of a board: what lies in its pits and what is in the air. A seed is always in exactly one of them.
type Moment struct {
	// Board is the counts to show.
	Board rules.Board
	// Flights are the seeds in no pit. They are valid until the next call of [Timeline.At].
	Flights []Flight
	// Hot is the pit that something happens to, where HasHot is set: the one being emptied, or the one that has just received.
	Hot    rules.Pit
	HasHot bool
	// Glow is how strongly the hot pit is lit, from 0 to 1.
	Glow float64
	// Caption announces what has just happened, for example "Extra turn!" or "Captures 6".
	Caption string
	// CaptionShown is how much of the caption has appeared, from 0 to 1.
	CaptionShown float64
}

// Still returns the moment of a board on which nothing moves.
func Still(b rules.Board) Moment { return Moment{Board: b} }

// Timeline is how one ply looks, moment by moment. It is a plan: making it and asking it changes no game. Make one with
// [NewTimeline]; the zero value shows an empty board and is over at once. Copies share a buffer: see [Moment.Flights].
type Timeline struct {
	events   []event
	flights  []flight
	air      []Flight
	duration time.Duration
}

// event is one visible change of the counts.
type event struct {
	at      time.Duration
	board   rules.Board
	hot     rules.Pit
	hasHot  bool
	caption string
	said    time.Duration // since when the caption is shown
}

// flight is the whole way of one seed: lifted, thrown, landed. Until counted it is in no pit.
type flight struct {
	Flight
	lifted, thrown, landed, counted time.Duration
}

// NewTimeline plans how a ply is shown, in the order of CS 340: the source house to zero, each
// receiving pit plus one as its seed lands, captured houses to zero together, the store plus the
// captured seeds, then the sweep. The sowing must be the one that before.Sow returned; for any
// other the timeline shows the board before and is over at once. With announce the source house is
// lit for 300 ms first, so that an opponent's ply does not come out of nowhere; that time comes on
// top. Without it a ply takes at most 1.8 s (Fast), 4 s (Normal) or 7 s (Slow).
func NewTimeline(before rules.Position, s rules.Sowing, speed Speed, announce bool) Timeline {
	if speed == Off {
		return settled(before, s)
	}
	p := planner{mover: s.Mover, pace: paceOf(speed), extra: s.ExtraTurn}
	p.hurry(s)
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

// settled is the timeline that is over at once.
func settled(before rules.Position, s rules.Sowing) Timeline {
	board := before.Board()
	for step := range before.Steps(s) {
		board = step.Board
	}
	return Timeline{events: []event{{board: board}}}
}

// Duration returns how long the ply takes to show.
func (t Timeline) Duration() time.Duration { return t.duration }

// At returns what the ply looks like some time after its beginning. Before zero it is the board before the ply, from
// Duration on it is [Still] of the board after it. The Flights of the moment are overwritten by the next call.
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
	m := Moment{Board: now.board, Hot: now.hot, HasHot: now.hasHot, Caption: now.caption}
	m.Glow = 1 - 0.6*share(elapsed-now.at, fadeTime)
	if m.Caption != "" {
		m.CaptionShown = easeOut(share(elapsed-now.said, captionTime))
	}
	m.Flights = t.air[:0]
	for i := range t.flights {
		if f := &t.flights[i]; f.lifted <= elapsed && elapsed < f.counted {
			m.Flights = append(m.Flights, f.at(elapsed))
		}
	}
	return m
}

// at returns the seed as it is at a time.
func (f *flight) at(elapsed time.Duration) Flight {
	const hand = 0.42 // how high the hand holds seeds
	seed := f.Flight
	way := share(elapsed-f.thrown, f.landed-f.thrown)
	seed.Progress = easeInOut(way)
	rise := easeOut(share(elapsed-f.lifted, min(riseTime, max(1, f.thrown-f.lifted))))
	seed.Height = hand*rise*(1-way*way) + 0.58*math.Sin(math.Pi*way)
	return seed
}

// share returns how much of a span has passed, from 0 to 1. An empty span has passed from its beginning on.
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

// planner builds a timeline from the steps of a ply.
type planner struct {
	pace  pace
	mover rules.Side
	extra bool
	now   time.Duration
	drops int // how many seeds have been dropped
	sown  int // how many seeds the sowing has
	line  Timeline
}

// hurry shortens the pace where the ply would otherwise take longer than its limit.
func (p *planner) hurry(s rules.Sowing) {
	tails := 0
	for _, n := range [...]uint8{s.Captured, s.Swept[rules.South], s.Swept[rules.North]} {
		if n > 0 {
			tails += 2
		}
	}
	left := p.pace.limit - p.first() - time.Duration(tails)*p.pace.tail - p.pace.hold
	if s.Seeds > 1 {
		p.pace.step = min(p.pace.step, max(0, left)/time.Duration(s.Seeds-1))
	}
}

// first returns the time from the lifting to the first landing.
func (p *planner) first() time.Duration {
	return max(p.pace.flight, paceOf(Fast).flight) + 10*time.Millisecond
}

func (p *planner) add(e event) {
	e.at = p.now
	p.line.events = append(p.line.events, e)
}

// board returns the counts shown so far.
func (p *planner) board() rules.Board { return p.line.events[len(p.line.events)-1].board }

// caption returns the caption shown so far.
func (p *planner) caption() (string, time.Duration) {
	last := p.line.events[len(p.line.events)-1]
	return last.caption, last.said
}

// step plans one step of the ply. The current time is that of the step before it.
func (p *planner) step(s rules.Step) {
	switch s.Kind {
	case rules.StepLift:
		p.lift(s)
	case rules.StepDrop:
		p.drop(s)
	case rules.StepCapture:
		p.now += p.pace.tail
		p.collect(s, rules.StoreOf(p.mover), fmt.Sprintf("Captures %d", s.Seeds))
	case rules.StepSweep:
		p.now += p.pace.tail
		p.collect(s, rules.StoreOf(s.Pit.Side), "Game over")
	case rules.StepBank:
		p.now += p.pace.tail
		caption, said := p.caption()
		p.add(event{board: s.Board, hot: s.Pit, hasHot: true, caption: caption, said: said})
	case rules.StepSwap:
		p.now += p.pace.tail
		p.add(event{board: s.Board, caption: "Sides swapped", said: p.now})
	}
}

// lift takes the seeds of the source house into the hand. The one on top leaves it first.
func (p *planner) lift(s rules.Step) {
	p.sown = int(s.Seeds)
	for i := range p.sown {
		p.line.flights = append(p.line.flights, flight{
			Flight: Flight{From: s.Pit, FromSlot: p.sown - 1 - i, FromCount: p.sown},
			lifted: p.now,
		})
	}
	p.add(event{board: s.Board, hot: s.Pit, hasHot: true})
}

// drop lands the next seed of the hand.
func (p *planner) drop(s rules.Step) {
	if p.drops == 0 {
		p.now += p.first()
	} else {
		p.now += p.pace.step
	}
	f := &p.line.flights[p.drops]
	p.drops++
	f.To, f.ToCount = s.Pit, s.Board.Seeds(s.Pit)
	f.ToSlot = f.ToCount - 1
	f.thrown, f.landed, f.counted = max(f.lifted, p.now-p.pace.flight), p.now, p.now
	e := event{board: s.Board, hot: s.Pit, hasHot: true}
	if p.drops == p.sown && p.extra {
		e.caption, e.said = "Extra turn!", p.now
	}
	p.add(e)
}

// collect lifts all seeds that the step took out of houses, and throws them into a store, where the next step counts them.
func (p *planner) collect(s rules.Step, store rules.Pit, caption string) {
	before := p.board()
	filled := before.Seeds(store)
	total := filled + int(s.Seeds)
	wait := p.pace.tail / 3
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for h := rules.House(1); h <= rules.MaxHouses; h++ {
			pit := rules.Pit{Side: side, House: h}
			n := before.Seeds(pit)
			for i := range n - s.Board.Seeds(pit) {
				delay := wait * time.Duration(i) / time.Duration(n)
				p.line.flights = append(p.line.flights, flight{
					Flight: Flight{
						From: pit, FromSlot: i, FromCount: n,
						To: store, ToSlot: filled, ToCount: total,
					},
					lifted: p.now, thrown: p.now + delay, landed: p.now + p.pace.tail, counted: p.now + p.pace.tail,
				})
				filled++
			}
		}
	}
	p.add(event{board: s.Board, hot: s.Pit, hasHot: s.Kind == rules.StepCapture, caption: caption, said: p.now})
}

// finish closes the timeline behind its last step.
func (p *planner) finish() Timeline {
	if len(p.line.events) == 1 {
		return p.line // nothing happens
	}
	if caption, _ := p.caption(); caption != "" {
		p.now += p.pace.hold
	}
	p.line.duration = p.now
	p.line.air = make([]Flight, 0, len(p.line.flights))
	return p.line
}
