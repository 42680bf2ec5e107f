package play

import (
	"slices"
	"time"

	"mancala/match"
	"mancala/rules"
)

// Do is an act on a leg, as the leg's host.
type Do uint8

// The acts.
const (
	Nothing     Do = iota
	Play           // play Step.House
	Resign         // resign the game
	TimeOut        // say that Step.Party has run out of time
	Rematch        // want the next game
	Unwish         // no longer want it
	Ask            // ask to go back to the position after Step.Plies plies
	WithdrawAsk    // no longer ask it
	Grant          // grant the guest's request
	Refuse         // refuse it
	Say            // say Step.Text
	NameWinner     // name the winner of the last game Step.Text
	TellClocks     // tell the guest the clocks
	TellAbsence    // tell the guest whether the other player is connected
	Rule           // set the leg to Step.Ruling
	WaitAgain      // let the player take the seat again
	Leave          // say goodbye
)

// Step is something to do on a leg.
type Step struct {
	Do     Do
	House  rules.House
	Party  match.Party
	Plies  int
	Text   string
	Absent bool
	Ruling match.Ruling
}

// Next returns the next thing to do on a leg. It is to be done once everything that was heard is
// stored; then its events are heard, and [Table.Refused] if it was refused.
func (t *Table) Next(p int, now time.Time) Step {
	l := &t.legs[p]
	l.absenceWaits = false
	switch {
	case l.reopen:
		l.reopen = false
		return Step{Do: WaitAgain}
	case l.over || !l.seated && !t.state.Closed, now.Before(l.retry):
		return Step{}
	case t.state.Closed && (!l.seated || l.online && (t.state.Ending == match.Abandoned || t.agrees(p))):
		l.over = true
		return Step{Do: Leave}
	}
	l.retry = time.Time{}
	step := t.bring(p)
	switch step.Do {
	case Nothing:
		if l.tries = 0; l.online {
			step = t.tell(p, now)
		}
	case wait:
		step = Step{}
		if l.online {
			step = t.talk(p)
		}
	case Rule:
		step.Ruling, l.asks = t.state.ruling(p), [2]request{} // they are void
	}
	return step
}

// Refused says that a step on a leg was refused. After a while it is tried again; in the end the
// leg is ruled to have it.
func (t *Table) Refused(p int, step Step, now time.Time) {
	l := &t.legs[p]
	l.resigning, l.withdrawing, l.withdrawingAsk = false, false, false
	switch step.Do {
	case Ask: // the player has refused too often
		t.state.Ask, t.dirty = ask{}, true
		return
	case Say:
		l.retry = now.Add(sayWait)
		return
	case NameWinner, TellClocks, TellAbsence, Leave, WaitAgain:
		return
	}
	l.tries++
	l.retry = now.Add(time.Duration(l.tries) * 100 * time.Millisecond)
}

// wait means that the leg's player has to confirm something before it can go on.
const wait Do = 255

// maxTries is how often a step is tried that is refused.
const maxTries = 5

// agrees reports whether a leg has the game of the table and its ending.
func (t *Table) agrees(p int) bool {
	l, s := &t.legs[p], &t.state
	return l.number == s.Number && slices.Equal(l.plies, s.Game.Plies) && l.ending == s.Ending &&
		(s.running() || s.Ending == match.Finished || l.by == party(p, s.Loser))
}

// bring returns the next step that brings a leg's game to that of the table.
func (t *Table) bring(p int) Step {
	l, s := &t.legs[p], &t.state
	switch {
	case s.Ending == match.Abandoned:
		return Step{}
	case l.number == s.Number+1 && !s.running(): // the player has agreed to a wish that is no longer there
		return Step{}
	case !l.online:
		if t.agrees(p) {
			return Step{}
		}
		return Step{Do: Rule}
	case l.tries > maxTries:
		return Step{Do: Rule}
	case l.number == s.Number-1 && l.ending != match.Running && l.wants[match.Guest] && !l.wants[match.Host]:
		return Step{Do: Rematch}
	case l.number != s.Number:
		return Step{Do: Rule}
	case !slices.Equal(l.plies, s.Game.Plies):
		return t.bringPlies(p)
	case s.running():
		return t.bringAsks(p)
	case l.ending == match.Running:
		return t.bringEnd(p)
	case !t.agrees(p):
		return Step{Do: Rule}
	}
	return t.bringWishes(p)
}

// bringPlies returns the step for a leg with other plies.
func (t *Table) bringPlies(p int) Step {
	l, plies := &t.legs[p], t.state.Game.Plies
	n := len(l.plies)
	switch g := t.state.Grant; {
	case g.Open && g.By == p && l.asks[match.Guest] == g.request:
		return Step{Do: Grant}
	case n > len(plies) || !slices.Equal(l.plies, plies[:n]) || l.ending != match.Running || l.resigning || int(t.movers[n]) == p:
		return Step{Do: Rule}
	case l.asks[match.Host].Open: // this end plays nothing while it asks
		return t.withdrawAsk(l)
	}
	return Step{Do: Play, House: plies[n]}
}

func (t *Table) withdrawAsk(l *leg) Step {
	if l.withdrawingAsk {
		return Step{Do: wait}
	}
	l.withdrawingAsk = true
	return Step{Do: WithdrawAsk}
}

// bringEnd returns the step for a leg whose game runs, although that of the table has ended.
func (t *Table) bringEnd(p int) Step {
	l, s := &t.legs[p], &t.state
	switch {
	case s.Ending == match.TimedOut:
		return Step{Do: TimeOut, Party: party(p, s.Loser)}
	case s.Ending != match.Resigned || s.Loser == p:
		return Step{Do: Rule}
	case l.resigning:
		return Step{Do: wait}
	}
	l.resigning = true
	return Step{Do: Resign}
}

// bringAsks returns the step for the requests of a game that runs.
func (t *Table) bringAsks(p int) Step {
	l, s := &t.legs[p], &t.state
	other, own := s.Ask.Open && s.Ask.By != p, s.Ask.Open && s.Ask.By == p
	switch {
	case l.ending != match.Running:
		return Step{Do: Rule}
	case l.asks[match.Guest].Open && !(own && l.asks[match.Guest] == s.Ask.request):
		return Step{Do: Refuse}
	case l.asks[match.Host].Open && !(other && l.asks[match.Host] == s.Ask.request):
		return t.withdrawAsk(l)
	case other && !l.asks[match.Host].Open:
		return Step{Do: Ask, Plies: s.Ask.Plies}
	}
	return Step{}
}

// bringWishes returns the step for the wishes after a game.
func (t *Table) bringWishes(p int) Step {
	l, s := &t.legs[p], &t.state
	wants := s.Wants[1-p]
	switch {
	case wants && (!l.wants[match.Host] || l.withdrawing):
		l.withdrawing = false
		return Step{Do: Rematch}
	case !wants && l.wants[match.Host] && !l.withdrawing:
		l.withdrawing = true
		return Step{Do: Unwish}
	case s.NamedBy == 1-p && s.Name != "" && !l.renamed:
		l.renamed = true
		return Step{Do: NameWinner, Text: s.Name}
	}
	return Step{}
}

// absent reports whether the other player than that of a leg is away.
func (t *Table) absent(p int) bool { return !t.legs[1-p].online || t.legs[1-p].quiet }

// absenceEvery is the shortest time between two messages to a player about the absence of the other
// one. Without it, one who comes and goes all the time would flood the other one's program, which
// would then leave the game, and lose it.
const absenceEvery = time.Second

// tell returns the next thing to tell the player of a leg in step with the table.
func (t *Table) tell(p int, now time.Time) Step {
	l := &t.legs[p]
	absent := t.absent(p)
	switch news := absent != l.toldAbsent; {
	case news && now.Before(l.tellsAbsence):
		l.absenceWaits = true
	case news:
		l.toldAbsent, l.tellsAbsence = absent, now.Add(absenceEvery)
		return Step{Do: TellAbsence, Absent: absent}
	}
	if c := t.clocks(); t.setup.Time.Timed() && l.number == t.state.Number && c != l.told {
		l.told = c
		return Step{Do: TellClocks}
	}
	return t.talk(p)
}

// talk returns the next line to say to the player of a leg.
func (t *Table) talk(p int) Step {
	if lines := t.state.Talk[p]; len(lines) > 0 {
		return Step{Do: Say, Text: lines[0]}
	}
	return Step{}
}

// clocks returns the clocks, to compare with those that a player was told.
func (t *Table) clocks() clocks {
	c := &t.state.Clocks
	return clocks{t.state.Number, len(t.state.Game.Plies), c.Running, c.Side, c.Left}
}
