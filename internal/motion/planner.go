package motion

import (
	"time"

	"mancala/rules"
)

// planner builds a timeline from the steps of a ply.
type planner struct {
	pace   pace
	sowing rules.Sowing
	now    time.Duration
	drops  int // seeds dropped so far
	// captures is the number of steps that capture, and marks the number that make a tuzdik.
	captures, marks int
	taken           int // seeds captured so far
	line            Timeline
}

// hurry shortens the pace if the ply would exceed its limit.
func (p *planner) hurry() {
	s := p.sowing
	tails := 2*p.captures + p.marks
	if s.Ends() {
		tails++ // before the sweep, or before the end is announced
	}
	p.pace.tail = min(p.pace.tail, p.pace.limit/2/time.Duration(max(1, tails))) // a chain of captures
	left := p.pace.limit - p.first() - time.Duration(tails)*p.pace.tail - p.pace.hold
	if s.Seeds > 1 {
		p.pace.step = min(p.pace.step, max(0, left)/time.Duration(s.Seeds-1))
	}
}

// first returns the time from the lift to the first landing.
func (p *planner) first() time.Duration {
	return max(p.pace.flight, paceOf(Fast).flight) + 10*time.Millisecond
}

func (p *planner) add(e event) {
	e.at = p.now
	p.line.events = append(p.line.events, e)
}

func (p *planner) beat(b Beat) { p.line.beats = append(p.line.beats, timedBeat{p.now, b}) }

// say announces a gain of a store.
func (p *planner) say(c Caption, store rules.Pit) {
	p.line.sayings = append(p.line.sayings, saying{p.now, c, store, true})
}

// board returns the counts shown so far.
func (p *planner) board() rules.Board { return p.line.events[len(p.line.events)-1].board }

// step plans one step of the ply, starting at the time of the step before it.
func (p *planner) step(s rules.Step) {
	switch s.Kind {
	case rules.StepLift:
		p.lift(s)
	case rules.StepDrop:
		p.drop(s)
	case rules.StepCapture:
		p.now += p.pace.tail
		p.beat(Beat{Kind: BeatCapture, Pit: s.Pit, Seeds: int(s.Seeds)})
		p.capture(s)
	case rules.StepSweep:
		p.now += p.pace.tail
		p.beat(Beat{Kind: BeatSweep, Pit: s.Pit, Seeds: int(s.Seeds)})
		p.sweep(s)
	case rules.StepBank:
		if s.Board == p.board() {
			return // swept seeds have been counted one by one
		}
		p.now += p.pace.tail
		p.beat(Beat{Kind: BeatBank, Pit: s.Pit, Into: s.Board.Seeds(s.Pit) - int(s.Seeds), Seeds: int(s.Seeds)})
		p.add(event{board: s.Board, hot: s.Pit, hasHot: true})
	case rules.StepMark:
		p.now += p.pace.tail
		p.beat(Beat{Kind: BeatTuzdik, Pit: s.Pit})
		p.say(Caption{Kind: CaptionTuzdik}, rules.StoreOf(s.To))
		p.add(event{board: s.Board, hot: s.Pit, hasHot: true})
	case rules.StepSwap:
		p.now += p.pace.tail
		p.line.sayings = append(p.line.sayings, saying{at: p.now, caption: Caption{Kind: CaptionSwapped}})
		p.add(event{board: s.Board})
	}
}

// lift takes the seeds of the source house into the hand. The one on top leaves it first.
func (p *planner) lift(s rules.Step) {
	n := int(s.Seeds)
	for i := range n {
		p.line.flights = append(p.line.flights, flight{
			Flight: Flight{From: s.Pit, FromSlot: n - 1 - i, FromCount: n},
			lifted: p.now,
		})
	}
	p.beat(Beat{Kind: BeatLift, Pit: s.Pit, Seeds: n})
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
	p.beat(Beat{Kind: BeatDrop, Pit: s.Pit, Into: f.ToSlot, Seeds: 1})
	p.add(event{board: s.Board, hot: s.Pit, hasHot: true})
	if p.drops == int(p.sowing.Seeds) && p.sowing.ExtraTurn {
		p.beat(Beat{Kind: BeatExtraTurn, Pit: s.Pit})
		p.say(Caption{Kind: CaptionExtraTurn}, s.Pit)
	}
}

// capture lifts the captured seeds and throws them into their store; the next step counts them.
func (p *planner) capture(s rules.Step) {
	store := rules.StoreOf(s.To)
	first := p.collect(s, store)
	for i := first; i < len(p.line.flights); i++ {
		f := &p.line.flights[i]
		f.thrown = p.now + p.pace.tail/3*time.Duration(f.FromSlot)/time.Duration(f.FromCount)
		f.landed, f.counted = p.now+p.pace.tail, p.now+p.pace.tail
	}
	p.say(p.gain(s), store)
	p.add(event{board: s.Board, hot: s.Pit, hasHot: true})
}

// gain returns the caption of a step that captures: the seeds captured by the ply so far, or the
// seeds that a tuzdik gives to its owner.
func (p *planner) gain(s rules.Step) Caption {
	if owner, owned := s.Board.Owner(s.Pit); owned && owner == s.To {
		return Caption{CaptionGathers, int(s.Seeds)}
	}
	p.taken += int(s.Seeds)
	return Caption{CaptionCaptures, p.taken}
}

// sweep lifts all seeds of a row at once and throws them into its store, one after another, nearest
// first. The store counts each as it lands.
func (p *planner) sweep(s rules.Step) {
	store := rules.StoreOf(s.To)
	first := p.collect(s, store)
	p.say(Caption{CaptionGameOver, int(s.Seeds)}, store)
	p.add(event{board: s.Board})
	flight := p.pace.sweep / 3
	begin, board := p.now, s.Board
	for i := range int(s.Seeds) {
		f := &p.line.flights[first+i]
		wait := (p.pace.sweep - flight) * time.Duration(i) / time.Duration(max(1, s.Seeds-1))
		p.now = begin + flight + wait
		f.thrown, f.landed, f.counted = begin+wait, p.now, p.now
		board.Store[store.Side]++
		p.beat(Beat{Kind: BeatBank, Pit: store, Into: f.ToSlot, Seeds: 1})
		p.add(event{board: board, hot: store, hasHot: true})
	}
}

// collect lifts all seeds that the step moves from houses to a store, and returns the index of
// their first flight. Houses nearest to their own store come first.
func (p *planner) collect(s rules.Step, store rules.Pit) (first int) {
	before := p.board()
	filled := before.Seeds(store)
	total := filled + int(s.Seeds)
	first = len(p.line.flights)
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		for h := rules.House(rules.MaxHouses); h >= 1; h-- {
			pit := rules.Pit{Side: side, House: h}
			n := before.Seeds(pit)
			for i := range n - s.Board.Seeds(pit) {
				p.line.flights = append(p.line.flights, flight{
					Flight: Flight{
						From: pit, FromSlot: n - 1 - i, FromCount: n,
						To: store, ToSlot: filled, ToCount: total,
					},
					lifted: p.now,
				})
				filled++
			}
		}
	}
	return first
}

// finish completes the timeline after the last step.
func (p *planner) finish() Timeline {
	if len(p.line.events) == 1 {
		return p.line // nothing happens
	}
	if p.sowing.Ends() {
		p.end()
	}
	p.line.duration = p.now
	if len(p.line.sayings) > 0 {
		p.line.duration += p.pace.hold
	}
	p.line.air = make([]Flight, 0, len(p.line.flights))
	return p.line
}

// end announces the end of the game, unless a sweep already has.
func (p *planner) end() {
	if p.sowing.Swept == [2]uint8{} {
		if len(p.line.sayings) > 0 {
			p.now += p.pace.tail // leave time to read the capture
		}
		p.line.sayings = append(p.line.sayings, saying{at: p.now, caption: Caption{Kind: CaptionGameOver}})
	}
	p.beat(Beat{Kind: BeatEnd})
}
