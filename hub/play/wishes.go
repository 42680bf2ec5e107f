package play

import "mancala/match"

// said takes in that a player has said something, or that a line of the other player was passed on.
func (t *Table) said(p int, e match.Said) {
	s := &t.state
	t.dirty = true
	if e.By == match.Host {
		if len(s.Talk[p]) > 0 {
			s.Talk[p] = s.Talk[p][1:]
		}
		return
	}
	to := append(s.Talk[1-p], e.Text)
	s.Talk[1-p] = to[max(len(to)-maxTalk, 0):]
}

// asked takes in that a player asks to take plies back. One request is open at a time, and none at
// tables with clocks or ratings; [Table.Next] refuses the others.
func (t *Table) asked(p int, e match.TakebackAsked) {
	s, l := &t.state, &t.legs[p]
	if e.By != match.Guest || s.Ask.Open || s.Grant.Open || !t.setup.takebacks() || !s.running() || l.number != s.Number {
		return
	}
	if e.Plies < len(s.Game.Plies) && int(t.movers[e.Plies]) == p {
		s.Ask, t.dirty = ask{p, request{true, e.Plies}}, true
	}
}

// answered takes in that a player has answered the request of the other one.
func (t *Table) answered(p int, e match.TakebackAnswered) {
	s := &t.state
	if e.By != match.Guest || !s.Ask.Open || s.Ask.By == p || t.legs[p].number != s.Number {
		return
	}
	t.dirty = true
	granted := s.Ask
	s.Ask = ask{}
	if !e.Granted || !s.running() {
		return
	}
	s.Grant = granted
	s.Game.Plies = s.Game.Plies[:granted.Plies]
	_ = t.replay() // it is the beginning of a legal game
}
