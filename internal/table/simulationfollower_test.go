package table

import (
	"errors"
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
	open    []Wish        // the wishes without an answer, unsealed
	gone    bool          // the series is over here, and its record deleted
	// rejected says that it is over because the owner had forgotten it.
	rejected bool
	shown    []rules.House // the game as the changes tell it
	front    *frontEnd
	// restarted says that the program has not caught up since its start. Grace is the last event
	// for which it may hear of wishes of its player.
	restarted bool
	grace     uint32
}

func newFollowerProgram(s *simulation, terms Terms) *followerProgram {
	p := &followerProgram{
		simulation: s, self: B, cfg: FollowerConfig{Terms: terms, Self: B, Secret: [SecretSize]byte{2}},
		archive: newArchive(), made: map[Wish]bool{},
	}
	f, err := NewFollower(p.cfg)
	s.check(err)
	p.f, p.front = f, newFrontEnd(terms, B, f.State())
	p.shorten(&f.log)
	return p
}

func (p *followerProgram) store() {
	p.disk.write(p.f.Record(), p.archive)
	p.disk.writes[len(p.disk.writes)-1].open = slices.Clone(p.open)
}

// core is the part of a wish that it has from the beginning.
func core(w Wish) Wish {
	w.ID, w.Seen, w.MAC = 0, 0, [16]byte{}
	return w
}

// settled removes a wish from the open ones.
func (p *followerProgram) settled(w Wish) {
	if i := slices.Index(p.open, core(w)); i >= 0 {
		p.open = slices.Delete(p.open, i, i+1)
	}
}

// undecided checks that each wish is in the queue until it is in the log, or its player has learned
// that it was dropped.
func (p *followerProgram) undecided(open []Wish) {
	queue := []Wish{}
	for _, w := range p.f.queue {
		queue = append(queue, core(w.Wish))
	}
	for _, w := range open {
		i := slices.Index(queue, w)
		if i < 0 {
			p.failf("a wish of %d is neither decided, told nor pending: %+v", p.self, w)
			return
		}
		queue = slices.Delete(queue, i, i+1)
	}
}

// sendWish sends a wish if there is a connection.
func (p *followerProgram) sendWish(w *Wish) {
	p.made[*w] = true
	p.logf("%d: wish %d, kind %d, arg %d, ply %d", p.self, w.ID, w.Kind, w.Arg, w.Ply)
	if !p.line.cut {
		p.line.toOwner = append(p.line.toOwner, message{wish: w})
	}
}

// cut breaks the line. The owner may not notice, and messages on their way may still arrive.
func (p *followerProgram) cut() {
	if p.line == nil {
		return
	}
	p.tally["cut"]++
	p.line.cut = true
	p.line.toFollower = nil
	if p.chance(2) {
		p.line.toOwner = nil
		p.owner.o.Cut(B, p.line)
	}
	p.line = nil
	p.f.Cut()
}

// connect makes a new line, which replaces the old one at the owner.
func (p *followerProgram) connect() {
	at := p.owner.line()
	if p.gone || p.line != nil && at == p.line && !p.chance(8) {
		return
	}
	if at != nil {
		p.tally["replaced"]++
	}
	p.f.Cut()
	p.line = &line{}
	n, h := p.f.Position()
	p.line.toOwner = append(p.line.toOwner, message{follow: &Following{n, h}})
	p.owner.read(p.line)
}

// crash ends the program, and starts it again from its disk, or from an old copy.
func (p *followerProgram) crash(old bool) {
	if p.gone {
		return
	}
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
	p.front = newFrontEnd(p.cfg.Terms, p.self, f.State())
	p.undecided(p.disk.last().open)
	p.open = nil
	for _, w := range f.queue {
		if !w.hidden {
			p.open = append(p.open, core(w.Wish))
		}
	}
	p.logf("%d: starts with %d events", p.self, f.State().N)
}

// act makes a wish of the player.
func (p *followerProgram) act() {
	if p.gone {
		return
	}
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
	p.open = append(p.open, core(p.f.queue[len(p.f.queue)-1].Wish))
	p.changed(changes)
	p.store()
	if w != nil {
		p.sendWish(w)
	}
}

// changed shows changes and records them.
func (p *followerProgram) changed(changes []Change) {
	for i := range changes {
		c := &changes[i]
		p.front.changed(c)
		p.shown = p.shown[:len(p.shown)-c.Withdrawn]
		p.tally["withdrawn"] += c.Withdrawn
		p.tally["remembered"] += bitInt(c.Remembered)
		p.tally["over"] += bitInt(c.Over)
		p.tally["rematch"] += bitInt(c.Began)
		switch {
		case c.Began:
			p.shown = nil
		case c.Predicted, c.Event.Kind == KindPly && !c.Confirmed:
			p.shown = append(slices.Clone(p.shown), c.Series.Match().Last().From)
		case c.Event.Kind == KindGrant:
			p.shown = p.shown[:c.Plies]
		}
		if c.Event.By == p.self {
			p.settled(c.Event.Wish)
		}
		if c.Dropped != nil {
			p.settled(*c.Dropped)
			if c.Dropped.Kind == KindEnd && p.f.State().Closed.N == 0 {
				p.failf("the end that %d wished was dropped: %v", p.self, c.Why)
			}
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

// read delivers one message to the follower, and reports whether there was one.
func (p *followerProgram) read() bool {
	l := p.line
	if l == nil || len(l.toFollower) == 0 {
		return false
	}
	m := l.toFollower[0]
	l.toFollower = l.toFollower[1:]
	switch {
	case m.following != nil:
		p.answered(*m.following)
	case m.event != nil && !p.apply(m):
		return true
	case m.refused != nil:
		p.tally["refused"]++
		changes, err := p.f.Refused(*m.refused)
		p.check(err)
		p.changed(changes)
		p.store()
	case m.reject != nil:
		if p.f.State().Closed.N == 0 && p.tally["follower restored"] == 0 && !p.liar {
			p.failf("the owner has forgotten a series that goes on at %d", p.self)
		}
		p.gone, p.rejected = true, true
	}
	p.catchUp()
	if p.f.Over() && p.line != nil && p.chance(2) {
		p.tally["forgotten"]++
		p.gone = true
	}
	return true
}

// answered takes the owner's answer, and hands back the owner's lost events.
func (p *followerProgram) answered(fo Following) {
	back, tag, err := p.f.Following(fo)
	p.check(err)
	if p.grace = 0; p.restarted {
		p.grace = fo.N
	}
	if back != nil {
		p.line.toOwner = append(p.line.toOwner, message{back: &handBack{slices.Clone(back), tag}})
	}
}

// apply applies an event, and reports whether the follower believes it.
func (p *followerProgram) apply(m message) bool {
	pending := p.isPending(m.event)
	changes, err := p.f.Apply(*m.event, m.tag, p.now)
	if err != nil {
		p.check(err)
		return false
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
	return true
}

func (p *followerProgram) ack() {
	n := p.f.State().N
	p.line.toOwner = append(p.line.toOwner, message{ack: &n})
}

// catchUp sends the wishes again once all missed events have come.
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
