package table

import (
	"maps"
	"slices"
)

// invariants checks the invariants after every step.
func (s *simulation) invariants() {
	s.check(s.owner.front.same(s.owner.o.State()))
	p := s.guest
	p.sameHistory()
	p.ownEvents()
	p.sameGame()
	p.undecided(p.open)
	s.check(p.front.same(p.f.State()))
}

// sameHistory checks that no two events share a number, and that no follower is ahead of an owner
// that gives numbers.
func (p *followerProgram) sameHistory() {
	o := p.owner.o
	if p.liar || p.gone {
		return
	}
	n := min(o.State().N, p.f.State().N)
	own, ok := o.log.chain(n)
	follows, ok2 := p.f.log.chain(n)
	if ok && ok2 && own != follows {
		p.failf("event %d differs between the owner and %d", n, p.self)
	}
	if p.f.State().N > o.State().N && o.open() {
		p.failf("%d has event %d, and the owner is open with %d", p.self, p.f.State().N, o.State().N)
	}
}

// ownEvents checks that a log has only events of its player that they wished, each once.
func (p *followerProgram) ownEvents() {
	id := p.f.log.base.LastID[p.self-A]
	for _, e := range p.f.log.events {
		if e.By != p.self {
			continue
		}
		if !p.made[e.Wish] {
			p.failf("event %d of %d was never wished: %+v", e.N, p.self, e)
		}
		if e.ID <= id {
			p.failf("event %d of %d has ID %d after %d", e.N, p.self, e.ID, id)
		}
		id = e.ID
	}
}

// sameGame checks that the board follows from the plies and the predictions from the queue, and
// that the changes reported everything.
func (p *followerProgram) sameGame() {
	st := p.f.State()
	g := st.Series.Match().Game()
	if pos, err := g.Replay(); err != nil || pos != st.Series.Match().Position() {
		p.failf("the game of %d is no game: %v", p.self, err)
	}
	shown := 0
	for i, w := range p.f.queue {
		shown += bitInt(w.Kind == KindPly && !w.hidden)
		if i > 0 && w.sent() && w.ID <= p.f.queue[i-1].ID {
			p.failf("the queue of %d has ID %d after %d", p.self, w.ID, p.f.queue[i-1].ID)
		}
	}
	if shown != st.ahead || len(st.hashes) != len(g.Plies)+1 {
		p.failf("%d predicts %d plies of %d", p.self, st.ahead, shown)
	}
	if !slices.Equal(p.shown, g.Plies) {
		p.failf("%d was told %v, and has %v", p.self, p.shown, g.Plies)
	}
}

// healed checks that all ends have the same at the end of a simulation.
func (s *simulation) healed() {
	o, p := s.owner, s.guest
	if p.rejected || p.gone && s.tally["owner restored"] > 0 {
		return
	}
	want, got := o.o.State().Snapshot(), p.f.State().Snapshot()
	want.Left, want.Runs, got.Left, got.Runs = [2]uint32{}, Nobody, [2]uint32{}, Nobody
	if p.gone { // the owner may have successors by now
		got.N, got.H = want.N, want.H
	}
	if string(got.Append(nil)) != string(want.Append(nil)) {
		s.failf("%d has %+v, the owner %+v", p.self, got, want)
	}
	if p.f.Pending() > 0 || len(o.o.pending) > 0 {
		s.failf("wishes of %d are undecided: %+v, %+v", p.self, p.f.queue, o.o.pending)
	}
	s.sameArchives(p.archive, o.archive)
	if o.o.State().Closed.N != 0 && !o.o.Over() && !s.guest.gone {
		s.failf("the series has ended, and the owner waits")
	}
	if o.left && o.o.State().Closed.N == 0 && !s.lostEnd() {
		s.failf("the player has left, and the series goes on")
	}
}

// sameArchives checks that two ends have kept the same games, and each win once.
func (s *simulation) sameArchives(a, b archive) {
	if !maps.Equal(a.games, b.games) || !maps.Equal(a.names, b.names) || !slices.Equal(a.said, b.said) {
		s.failf("the archives differ: %+v, %+v", a, b)
	}
	for _, archive := range []archive{a, b} {
		for game, n := range archive.scores {
			if n != 1 {
				s.failf("game %d was won %d times", game, n)
			}
		}
	}
}

// lostEnd reports whether a disk may have lost the end of the series.
func (s *simulation) lostEnd() bool { return s.tally["owner crashed"] > 0 }
