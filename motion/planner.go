package motion

import (
	"fmt"
	"time"

	"mancala/rules"
)

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
