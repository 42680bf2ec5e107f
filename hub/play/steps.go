package play

import (
	"context"

	"mancala/match"
)

// step does the next thing on one of the legs, and reports whether there was one.
func (t *seating) step() bool {
	now := t.hall.cfg.Now()
	for leg := range t.links {
		step := t.table.Next(leg, now)
		if step.Do == Nothing {
			continue
		}
		if err := t.do(leg, step); err != nil {
			t.hall.cfg.Log.Debug("a leg refuses a step", "table", t.id, "leg", leg, "step", int(step.Do), "error", err)
			t.table.Refused(leg, step, now)
		}
		return true
	}
	return false
}

// do does a step on a leg.
func (t *seating) do(leg int, s Step) error {
	link := t.links[leg]
	switch s.Do {
	case Play:
		return link.Play(s.House)
	case Resign:
		return link.Resign(match.Host)
	case TimeOut:
		return link.Timekeeper().TimeOut(s.Party)
	case Rematch:
		return link.Rematch()
	case Unwish:
		return link.WithdrawRematch()
	case Ask:
		return link.AskTakeback(s.Plies)
	case WithdrawAsk:
		return link.WithdrawTakeback()
	case Grant, Refuse:
		return link.AnswerTakeback(s.Do == Grant)
	case Say:
		return link.Say(s.Text)
	case NameWinner:
		return link.NameWinner(s.Text)
	case TellClocks:
		return link.Timekeeper().Tell(t.table.state.Clocks)
	case TellAbsence:
		return link.Timekeeper().Absent(s.Absent)
	case Rule:
		t.hall.cfg.Log.Debug("a leg is set to the game of its table", "table", t.id, "leg", leg)
		return link.(match.Referee).Rule(s.Ruling)
	case WaitAgain:
		link.WaitAgain()
	case Leave:
		link.Leave(match.ReasonQuit)
	}
	return nil
}

// report tells the club of a game that has ended, and reports whether there was one.
func (t *seating) report() bool {
	if len(t.table.state.Done) == 0 || t.retry {
		return false
	}
	o := t.table.state.Done[0]
	ctx, cancel := context.WithTimeout(t.hall.ctx, busWait)
	defer cancel()
	if t.hall.cfg.Ended != nil {
		t.stuck = t.hall.cfg.Now() // the next game may have begun
		defer t.setClocks()
		if err := t.hall.cfg.Ended(ctx, o.result(t.table.setup)); err != nil {
			t.hall.cfg.Log.Warn("a result cannot be kept", "table", t.id, "game", o.Number, "error", err)
			t.retry = true
			return false
		}
	}
	t.table.Reported(o.Number)
	return true
}
