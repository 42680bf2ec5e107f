package conductor

import (
	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/rules"
)

// tableState holds the events of a table that have not sounded yet.
type tableState struct {
	ply       *ply // the last ply, until its display is known
	present   bool // the peer is connected
	wasThere  bool // the value of present in the last cue
	addressed bool // the peer has said or asked something
	answered  bool // a move by another player may have passed the turn
	over      bool // the game has ended
}

// ply is a ply and the position before it.
type ply struct {
	before rules.Position
	sowing rules.Sowing
}

// take handles one event.
func (s *tableState) take(e table.News, sc *scene.Scene) {
	switch e := e.(type) {
	case table.Connected, table.Resumed:
		s.present = !sc.Local()
	case table.Paused, table.Failed:
		s.present = false
	case table.PeerLeft:
		if s.present = false; e.Local {
			s.wasThere = false
		}
	case table.GameStarted:
		s.over = false
		s.answered = e.Series.Number() > 1 && !sc.Local()
	case table.Played:
		s.played(e, sc)
	case table.Rewound:
		s.ply, s.over, s.answered = nil, false, false
	case table.GameOver:
		s.over = true
	case table.Said:
		s.addressed = s.addressed || e.By != sc.Self() && !sc.Muted()
	case table.TakebackAsked:
		s.ask(e.By, sc)
	case table.RematchWanted:
		s.ask(e.By, sc)
	}
}

// ask records a request by a party.
func (s *tableState) ask(by match.Party, sc *scene.Scene) {
	s.addressed = s.addressed || !sc.Here(by)
}

func (s *tableState) played(e table.Played, sc *scene.Scene) {
	before, sowing := e.Series.Match().Ply(e.Series.Match().Plies())
	s.answered, s.ply = !sc.Person(sc.Party(sowing.Mover)), &ply{before, sowing}
}

// cues returns and clears the due cues. The turn passes after the previous ply has been shown.
func (s *tableState) cues(sc *scene.Scene) (list []sound.Cue) {
	switch {
	case s.present && !s.wasThere:
		list = append(list, sound.Joined)
	case !s.present && s.wasThere:
		list = append(list, sound.Left)
	}
	if s.wasThere = s.present; s.addressed {
		list = append(list, sound.Message)
	}
	s.addressed = false
	if s.answered && !sc.Moving() {
		if s.answered = false; sc.PersonToMove() {
			list = append(list, sound.YourTurn)
		}
	}
	return list
}

// finale returns the cue for the end of the game, once. With two people here, or only watchers, any
// win sounds like a win. A game that was broken off has no cue.
func (s *tableState) finale(sc *scene.Scene) (sound.Cue, bool) {
	m := sc.Match()
	if !s.over || m == nil {
		return 0, false
	}
	s.over = false
	result := m.Result()
	winner, won := result.Winner()
	me, one := sc.Me()
	switch {
	case won && one && sc.Party(winner) != me:
		return sound.Lost, true
	case won:
		return sound.Won, true
	}
	return sound.Drawn, result.Outcome == rules.Draw
}
