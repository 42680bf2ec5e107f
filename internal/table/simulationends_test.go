package table

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"mancala/rules"
)

// archive is the games that an end has kept, and how often each was listed as won.
type archive struct {
	games  map[uint32]string
	scores map[uint32]int
	names  map[uint32]string
	said   []string
	plies  []rules.House // of the current game
}

func (a archive) clone() archive {
	return archive{maps.Clone(a.games), maps.Clone(a.scores), maps.Clone(a.names), slices.Clone(a.said), slices.Clone(a.plies)}
}

func newArchive() archive {
	return archive{games: map[uint32]string{}, scores: map[uint32]int{}, names: map[uint32]string{}}
}

// note records a change.
func (a *archive) note(c *Change) {
	switch {
	case c.Began:
		a.plies = nil
	case c.Event.Kind == KindPly:
		a.plies = append(a.plies, c.Event.house())
	case c.Event.Kind == KindGrant:
		a.plies = a.plies[:c.Plies]
	case c.Event.Kind == KindName:
		a.names[c.Event.Game] = c.Event.Text
	case c.Event.Kind == KindSay:
		a.said = append(a.said, c.Event.Text)
	}
	if c.Over {
		game, r := uint32(c.Series.Number()), c.Series.Match().Result()
		a.games[game] = fmt.Sprint(r.Ending, r, a.plies)
		if _, won := r.Winner(); won {
			a.scores[game]++
		}
	}
}

// ownerProgram is the program with the owner; o is nil while it does not run.
type ownerProgram struct {
	*simulation
	cfg     OwnerConfig
	o       *Owner
	disk    disk
	archive archive
	lines   [2]*line
	left    bool      // the player here has ended the series
	front   *frontEnd // of the player here; at a club there is none
	heard   []Wish    // all wishes of the other player
}

func newOwnerProgram(s *simulation, terms Terms) *ownerProgram {
	p := &ownerProgram{simulation: s, cfg: OwnerConfig{Terms: terms, Secret: [SecretSize]byte{1}}, archive: newArchive()}
	p.cfg.Local[0] = !terms.Club
	o, err := NewOwner(p.cfg)
	s.check(err)
	p.o = o
	p.seat()
	s.shorten(&o.log)
	return p
}

// seat shows the series to the player here.
func (p *ownerProgram) seat() {
	if !p.club {
		p.front = newFrontEnd(p.cfg.Terms, A, p.o.State())
	}
}

// shorten cuts a log to the previous game, in some simulations.
func (s *simulation) shorten(l *Log) {
	if s.short {
		l.least = 1
	}
}

// send stores and sends the owner's decisions: at a club in this order.
func (p *ownerProgram) send(outs []Out) {
	if p.club && !p.calm && p.chance(40) && len(p.disk.writes) > 0 {
		p.crash(false) // before it is stored
		return
	}
	final := false
	for _, out := range outs {
		if c := out.Change; c != nil && c.Event.N != 0 {
			p.archive.note(c)
			if p.front != nil {
				p.front.changed(c)
			}
			p.logf("owner: event %d by %d, kind %d, id %d, arg %d", c.Event.N, c.Event.By, c.Event.Kind, c.Event.ID, c.Event.Arg)
			final = final || c.Event.Final()
		}
	}
	p.store()
	if final || p.club {
		p.disk.sync()
	}
	if p.club && !p.calm && p.chance(40) {
		p.crash(false) // before it is sent
		return
	}
	p.o.Emitted(p.now)
	for _, out := range outs {
		p.sendOne(out)
	}
}

func (p *ownerProgram) store() {
	p.disk.write(p.o.Record(), p.archive)
	for _, e := range p.o.pending {
		p.disk.writes[len(p.disk.writes)-1].open = append(p.disk.last().open, core(e.Wish))
	}
}

func (p *ownerProgram) sendOne(out Out) {
	switch {
	case out.Following != nil:
		l := p.lines[out.To-A]
		l.toFollower = append(l.toFollower, message{following: out.Following})
		if l.from <= out.Following.N {
			l.live = true
			for _, e := range p.o.Since(l.from)[:out.Following.N-l.from] {
				l.toFollower = append(l.toFollower, message{event: &e, tag: p.o.Tag(e.N)})
			}
		}
	case out.Refused != nil:
		p.tally["refused"]++
		p.logf("owner: refuses %d of %d: %v", out.Refused.ID, out.To, out.Refused.Code)
		p.lines[out.To-A].toFollower = append(p.lines[out.To-A].toFollower, message{refused: out.Refused})
	case out.Change.Event.N != 0:
		for _, l := range p.lines {
			if l != nil && l.live {
				l.toFollower = append(l.toFollower, message{event: &out.Change.Event, tag: out.Tag})
			}
		}
	}
}

// read delivers one message of a seat to the owner, and reports whether there was one.
func (p *ownerProgram) read(by Seat) bool {
	l := p.lines[by-A]
	if p.o == nil || l == nil || len(l.toOwner) == 0 {
		return false
	}
	m := l.toOwner[0]
	l.toOwner = l.toOwner[1:]
	var outs []Out
	var err error
	switch {
	case m.follow != nil && p.o.Over() && p.chance(2):
		p.tally["forgotten by the owner"]++
		l.toFollower = append(l.toFollower, message{reject: ErrNoSeries})
		return true
	case m.follow != nil:
		l.from, l.live = m.follow.N, false
		outs, err = p.o.Attach(by, m.follow.N, m.follow.H, p.now)
	case m.wish != nil:
		p.heard = append(p.heard, *m.wish)
		outs, err = p.o.Wish(by, *m.wish, p.now)
	case m.ack != nil:
		outs, err = p.o.Acked(by, *m.ack, p.now)
	case m.back != nil:
		p.tally["handed back"]++
		outs, err = p.o.HandBack(by, m.back.events, m.back.tag, p.now)
	}
	p.check(err)
	p.send(outs)
	return true
}

// crash ends the program, and starts it again from its disk, or from an old copy. A club's journal
// has none.
func (p *ownerProgram) crash(old bool) {
	old = old && !p.gone() && !p.club
	p.tally["owner crashed"]++
	p.logf("owner: crash")
	if p.disk.lose(p.simulation) {
		p.tally["owner lost writes"]++
	}
	if old {
		p.tally["owner restored"]++
		p.disk.restore(p.simulation)
	}
	for i, l := range p.lines {
		if l != nil {
			l.cut = true
		}
		p.lines[i] = nil
	}
	p.start()
}

// gone reports that a program has forgotten the series, so an old copy of another disk would have a
// past series.
func (s *simulation) gone() bool {
	return slices.ContainsFunc(s.ends, func(e *followerProgram) bool { return e.gone })
}

// start starts the program from its disk.
func (p *ownerProgram) start() {
	r, a, err := p.disk.load()
	p.check(err)
	p.archive = a
	o, err := RestoreOwner(p.cfg, &r, p.now)
	if err != nil {
		p.check(err)
		return
	}
	p.o = o
	p.seat()
	if len(o.pending) != len(p.disk.last().open) {
		p.failf("the owner has lost what it had kept for later: %d of %d", len(o.pending), len(p.disk.last().open))
	}
	p.shorten(&o.log)
	p.logf("owner: starts with %d events", o.State().N)
	if p.club {
		p.tally["taken over"]++
		p.clock()
	}
}

// clock starts the clock of the side to move, as a club does once both have come.
func (s *simulation) clock() {
	st := s.owner.o.State()
	if st.Closed.N != 0 || !st.decided().running() || st.Terms.Time.Timed() && st.Clocks.Running || !st.Terms.Time.Timed() && st.Met {
		return
	}
	outs, err := s.owner.o.Rule(KindClock, uint32(st.Seat(st.decided().position().ToMove())), "", s.now)
	s.check(err)
	s.owner.send(outs)
}

func (p *ownerProgram) tick() {
	if p.o == nil {
		return
	}
	if p.club {
		p.clock()
	}
	outs := p.o.Tick(p.now)
	if len(outs) > 0 {
		p.tally["timed out"]++
		p.send(outs)
	}
}

// act makes a wish of the player in the owner's program.
func (p *ownerProgram) act() {
	if p.o == nil || p.club || p.left && p.o.State().Closed.N == 0 && len(p.o.pending) > 0 {
		return
	}
	if p.liar && p.chance(4) {
		p.putIn()
		return
	}
	k, arg, text := p.pick(p.o.State().shown(), A)
	open := p.o.open()
	outs, err := p.o.Local(A, k, arg, text, p.now)
	if code := Code(0); err != nil && !errors.As(err, &code) {
		p.check(err)
	}
	if err == nil && !open {
		p.tally["kept"]++
		p.logf("owner: keeps %d", k)
	}
	p.left = p.left || err == nil && k == KindEnd
	p.send(outs)
}

// pick chooses a possible wish of a player.
func (s *simulation) pick(v view, by Seat) (k Kind, arg uint32, text string) {
	if s.chance(12) {
		s.tally["said"]++
		return KindSay, 0, "line " + strconv.Itoa(s.tally["said"])
	}
	if !v.running() {
		return s.pickBetween(v, by)
	}
	if v.open.N != 0 {
		kinds := []Kind{KindUnask, KindUnask, KindPly}
		if v.open.By != by {
			kinds = []Kind{KindGrant, KindDeny, KindPly}
		}
		if k := kinds[s.random.IntN(3)]; k != KindPly {
			return k, 0, ""
		}
	}
	switch s.random.IntN(60) {
	case 0:
		return KindResign, 0, ""
	case 1:
		return KindEnd, 0, ""
	case 2, 3, 4, 5, 6, 7:
		return KindAsk, uint32(s.random.IntN(v.plies + 1)), ""
	}
	houses := append(slices.Collect(v.position().Plies()), rules.House(1))
	return KindPly, uint32(houses[s.random.IntN(len(houses))]), ""
}

// pickBetween chooses after the end of a game.
func (s *simulation) pickBetween(v view, by Seat) (k Kind, arg uint32, text string) {
	if v.last().Winner == by && !v.last().Named && s.chance(2) {
		return KindName, 0, "Ida"
	}
	kinds := []Kind{KindWant, KindWant, KindWant, KindWant, KindUnwant, KindSay, KindEnd}
	k = kinds[s.random.IntN(len(kinds)-bitInt(!s.chance(4)))]
	if k == KindSay {
		text = "again?"
	}
	return k, 0, text
}

func bitInt(on bool) int { return int(bit(on)) }
