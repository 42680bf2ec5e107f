package table

import (
	"errors"
	"maps"
	"slices"

	"mancala/rules"
)

// followerProgram is the program of a player with a follower.
type followerProgram struct {
	*simulation
	cfg     FollowerConfig
	self    Seat
	f       *Follower
	disk    disk
	archive archive
	line    *line
	made    map[Wish]bool // all wishes that were ever sent
	shown   []rules.House // the game as the changes tell it
	// restarted says that the program has not caught up since it started, and grace up to which
	// event it may be told its own wishes.
	restarted bool
	grace     uint32
}

func newFollowerProgram(s *simulation, terms Terms, self Seat) *followerProgram {
	p := &followerProgram{
		simulation: s, self: self, cfg: FollowerConfig{Terms: terms, Self: self, Secret: [SecretSize]byte{2, byte(self)}},
		archive: newArchive(), made: map[Wish]bool{},
	}
	f, err := NewFollower(p.cfg)
	s.check(err)
	p.f = f
	p.shorten(&f.log)
	return p
}

func (p *followerProgram) store() { p.disk.write(p.f.Record(), p.archive) }

// sendWish sends a wish if there is a connection.
func (p *followerProgram) sendWish(w *Wish) {
	p.made[*w] = true
	p.logf("%d: wish %d, kind %d, arg %d, ply %d", p.self, w.ID, w.Kind, w.Arg, w.Ply)
	if !p.line.cut {
		p.line.toOwner = append(p.line.toOwner, message{wish: w})
	}
}

// cut breaks the line: the owner may not notice, and what is on its way may still arrive or not.
func (p *followerProgram) cut() {
	if p.line == nil {
		return
	}
	p.tally["cut"]++
	p.line.cut = true
	p.line.toFollower = nil
	if p.chance(2) {
		p.line.toOwner = nil
		if p.owner.o != nil && p.owner.lines[p.self-A] == p.line {
			p.owner.o.Detach(p.self)
			p.owner.lines[p.self-A] = nil
		}
	}
	p.line = nil
	p.f.Cut()
}

// connect makes a new line, which replaces the old one at the owner.
func (p *followerProgram) connect() {
	if p.owner.o == nil {
		return
	}
	if p.line != nil && p.owner.lines[p.self-A] == p.line && !p.chance(8) {
		return
	}
	if p.owner.lines[p.self-A] != nil {
		p.tally["replaced"]++
	}
	p.f.Cut()
	p.line = &line{}
	p.owner.lines[p.self-A] = p.line
	n, h := p.f.Position()
	p.line.toOwner = append(p.line.toOwner, message{follow: &Following{n, h}})
	p.owner.read(p.self)
}

// crash ends the program, and starts it again from its disk, or from an old copy.
func (p *followerProgram) crash(old bool) {
	p.cut()
	p.tally["follower crashed"]++
	p.logf("%d: crash", p.self)
	if p.disk.lose(p.simulation) {
		p.tally["follower lost writes"]++
	}
	if old {
		p.tally["follower restored"]++
		p.disk.restore(p.simulation)
	}
	r, a, err := p.disk.load()
	p.check(err)
	p.archive = a
	f, err := RestoreFollower(p.cfg, &r, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.f, p.restarted = f, true
	p.shorten(&f.log)
	p.shown = f.State().Series.Match().Game().Plies
	p.logf("%d: starts with %d events", p.self, f.State().N)
}

// act lets the player wish something.
func (p *followerProgram) act() {
	k, arg, text := p.pick(p.f.shown(), p.self)
	live := p.line != nil && p.f.stage == live
	w, changes, err := p.f.Wish(k, arg, text)
	if err != nil {
		if code := Code(0); !errors.As(err, &code) {
			p.check(err)
		}
		return
	}
	if !live {
		p.tally["told later"]++
	}
	p.changed(changes)
	p.store()
	if w != nil {
		p.sendWish(w)
	}
}

// changed shows changes, and keeps what they say.
func (p *followerProgram) changed(changes []Change) {
	for i := range changes {
		c := &changes[i]
		p.shown = p.shown[:len(p.shown)-c.Withdrawn]
		p.tally["withdrawn"] += c.Withdrawn
		p.tally["remembered"] += bitInt(c.Remembered)
		p.tally["over"] += bitInt(c.Over)
		p.tally["rematch"] += bitInt(c.Began)
		switch {
		case c.Began:
			p.shown = nil
		case c.Predicted, c.Event.Kind == KindPly && !c.Confirmed:
			p.shown = append(slices.Clone(p.shown), c.Sowing.From)
		case c.Event.Kind == KindGrant:
			p.shown = p.shown[:c.Plies]
		}
		p.count(c)
		p.archive.note(c)
	}
}

func (p *followerProgram) count(c *Change) {
	for what, kind := range map[string]Kind{"granted": KindGrant, "denied": KindDeny, "closed": KindEnd, "named": KindName} {
		if c.Event.Kind == kind {
			p.tally[what]++
		}
	}
}

// read lets the follower read one message, and reports whether there was one.
func (p *followerProgram) read() bool {
	l := p.line
	if l == nil || len(l.toFollower) == 0 {
		return false
	}
	m := l.toFollower[0]
	l.toFollower = l.toFollower[1:]
	switch {
	case m.following != nil:
		back, tag, err := p.f.Following(*m.following)
		p.check(err)
		if p.grace = 0; p.restarted {
			p.grace = m.following.N
		}
		if back != nil {
			l.toOwner = append(l.toOwner, message{back: &handBack{slices.Clone(back), tag}})
		}
	case m.event != nil:
		pending := p.isPending(m.event)
		changes, err := p.f.Apply(*m.event, m.tag, p.now)
		if err != nil {
			p.check(err)
			return true
		}
		p.believed(m.event, pending)
		p.changed(changes)
		p.store()
		if m.event.Final() {
			p.disk.sync()
		}
		if p.f.stage == live && (m.event.Final() || p.calm || p.chance(4)) {
			p.ack()
		}
	case m.refused != nil:
		changes, err := p.f.Refused(*m.refused)
		p.check(err)
		p.changed(changes)
		p.store()
	}
	p.catchUp()
	return true
}

func (p *followerProgram) ack() {
	n := p.f.State().N
	p.line.toOwner = append(p.line.toOwner, message{ack: &n})
}

// catchUp sends the wishes again once everything that was missed has come.
func (p *followerProgram) catchUp() {
	send, changes, ok := p.f.CaughtUp()
	if !ok {
		return
	}
	p.restarted, p.grace = false, 0
	p.changed(changes)
	p.store()
	for i := range send {
		p.sendWish(&send[i])
	}
	p.ack()
}

// invariants checks what must hold after every step.
func (s *simulation) invariants() {
	for _, p := range s.ends {
		p.sameHistory()
		p.ownEvents()
		p.sameGame()
	}
}

// sameHistory checks that no number stands for two events, and that a follower is never ahead of an
// owner that gives numbers.
func (p *followerProgram) sameHistory() {
	o := p.owner.o
	if o == nil || p.liar {
		return
	}
	n := min(o.State().N, p.f.State().N)
	own, ok := o.log.chain(n)
	follows, ok2 := p.f.log.chain(n)
	if ok && ok2 && own != follows {
		p.failf("event %d differs between the owner and %d", n, p.self)
	}
	if p.f.State().N > o.State().N && !o.waiting() && !p.club {
		p.failf("%d has event %d, and the owner is open with %d", p.self, p.f.State().N, o.State().N)
	}
}

// ownEvents checks that a log has no event of its player that they did not wish, and none twice.
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

// sameGame checks that the board is that of the plies, that predictions are those of the queue, and
// that the changes told it all.
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
	o := s.owner
	want := o.o.State().Snapshot()
	want.Left, want.Runs = [2]uint32{}, Nobody
	for _, p := range s.ends {
		got := p.f.State().Snapshot()
		got.Left, got.Runs = [2]uint32{}, Nobody
		if string(got.Append(nil)) != string(want.Append(nil)) {
			s.failf("%d has %+v, the owner %+v", p.self, got, want)
		}
		if p.f.Pending() > 0 || len(o.o.pending) > 0 {
			s.failf("wishes of %d are undecided: %+v, %+v", p.self, p.f.queue, o.o.pending)
		}
		a, b := p.archive, o.archive
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
	if want.Closed.N != 0 && !o.o.Over() {
		s.failf("the series has ended, and the owner waits")
	}
	if o.left && want.Closed.N == 0 && !s.lostEnd() {
		s.failf("the player has left, and the series goes on")
	}
}

// lostEnd reports whether the end of the series may be lost with a disk.
func (s *simulation) lostEnd() bool { return s.tally["owner crashed"] > 0 }
