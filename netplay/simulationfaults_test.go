package netplay

import (
	"time"

	"mancala/match"
	"mancala/netplay/frames"
)

// part records the state of both when they lose each other.
func (s *simulation) part() {
	a, b := s.series[0], s.series[1]
	if s.had != nil || a.Number() != b.Number() || a.era != b.era {
		return
	}
	both := a.history()
	both.plies = both.plies[:commonPlies(both.plies, b.history().plies)]
	s.had, s.hadGame = &both, a.Number()
}

// again delivers a frame of this connection a second time.
func (s *simulation) again(from match.Party) {
	to := s.session[from.Other()]
	if len(s.old[from]) == 0 || to.Ended() {
		return
	}
	s.tally["again"]++
	if s.sabotage != nil && s.sabotage.again != nil {
		s.sabotage.again(to)
	}
	to.Step(s.now, s.old[from][s.random.IntN(len(s.old[from]))])
	s.collect(from.Other())
}

// severe breaks the connection. Some of the frames on their way still arrive; the host may not
// notice that the guest is gone.
func (s *simulation) severe() {
	if !s.together() {
		return
	}
	s.someArrive()
	s.part()
	if s.random.IntN(3) == 0 {
		s.tally["half cut"]++
		s.sent = [2][][]byte{}
		s.session[match.Guest].Lost(frames.ErrTruncated)
		s.collect(match.Guest)
		return
	}
	s.tally["cut"]++
	s.cut()
}

func (s *simulation) someArrive() {
	for _, from := range [...]match.Party{match.Host, match.Guest} {
		for n := s.random.IntN(len(s.sent[from]) + 1); n > 0 && len(s.sent[from]) > 0; n-- {
			if s.session[from.Other()].Ended() {
				return
			}
			s.deliver(from)
		}
	}
}

// crash ends a process and starts it again. Its disk may have lost the last write.
func (s *simulation) crash(self match.Party) {
	s.someArrive()
	s.part()
	lost := 0
	if s.storing && self == match.Host {
		s.loseUnstored()
	} else if s.random.IntN(3) == 0 && len(s.disk[self]) > 1 {
		lost = 1
		s.tally["lost writes"]++
		if s.series[self.Other()].restored { // then both may have lost the same
			s.had = nil
		}
	}
	s.tally[self.String()+" restarted"]++
	s.collect(self)
	s.record()
	s.restart(self, lost)
	if self == match.Host {
		s.zombie = nil
		s.checkPromises()
	}
	if s.sabotage != nil && s.sabotage.restarted != nil {
		s.sabotage.restarted(s, self)
	}
	if s.random.IntN(2) == 0 && !s.session[self.Other()].Ended() {
		s.session[self.Other()].Lost(frames.ErrTruncated)
		s.collect(self.Other())
	}
}

// jump advances the clock, as when a laptop sleeps.
func (s *simulation) jump() {
	s.tally["clock jumped"]++
	s.part()
	s.now = s.now.Add(time.Duration(s.random.IntN(3600)) * time.Second)
	for p, session := range s.session {
		session.Tick(s.now)
		s.collect(match.Party(p))
	}
}

// dial makes the guest come back. The host's old session stays as it is.
func (s *simulation) dial() {
	if guest := s.session[match.Guest]; !guest.Ended() {
		guest.Lost(frames.ErrTruncated)
		s.collect(match.Guest)
	}
	s.record()
	if host := s.session[match.Host]; !host.Ended() {
		s.tally["replaced"]++
		s.zombie = host
	}
	s.old, s.lazy = [2][][]byte{}, [2]bool{}
	s.connect()
}
