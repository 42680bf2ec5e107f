package table

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

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

// ownerProgram is the program with the owner.
type ownerProgram struct {
	*simulation
	cfg     OwnerConfig
	o       *Server
	disk    disk
	archive archive
	final   bool      // an end was decided that is not stored
	left    bool      // the player here has ended the series
	front   *frontEnd // of the player here
	heard   []Wish    // all wishes of the other player
}

func newOwnerProgram(s *simulation, terms Terms) *ownerProgram {
	p := &ownerProgram{simulation: s, cfg: OwnerConfig{Terms: terms, Secret: [SecretSize]byte{1}}, archive: newArchive()}
	p.cfg.Local[0] = true
	o, err := NewOwner(p.cfg)
	s.check(err)
	p.o = NewServer(o, p.decided)
	p.front = newFrontEnd(terms, A, o.State())
	s.shorten(&o.log)
	return p
}

// line returns the line of the guest, nil if there is none.
func (p *ownerProgram) line() *line {
	l, _ := p.o.Line(B).(*line)
	return l
}

// shorten cuts a log to the previous game, in some simulations.
func (s *simulation) shorten(l *Log) {
	if s.short {
		l.least = 1
	}
}

// decided takes in a decision.
func (p *ownerProgram) decided(c *Change, _ time.Time) {
	if c.Event.N == 0 {
		return
	}
	p.archive.note(c)
	p.front.changed(c)
	p.logf("owner: event %d by %d, kind %d, id %d, arg %d", c.Event.N, c.Event.By, c.Event.Kind, c.Event.ID, c.Event.Arg)
	p.final = p.final || c.Event.Final()
}

// send stores and sends the owner's decisions.
func (p *ownerProgram) send() {
	p.store()
	if p.final {
		p.disk.sync()
	}
	p.final = false
	for out := p.o.Stored(); len(out) > 0; out = out[1:] {
		out[0].Send(0)
	}
}

func (p *ownerProgram) store() {
	p.disk.write(p.o.Record(), p.archive)
	for _, e := range p.o.pending {
		p.disk.writes[len(p.disk.writes)-1].open = append(p.disk.last().open, core(e.Wish))
	}
}

// Tell puts a message of the owner on its way.
func (l *line) Tell(m *Message, _ time.Duration) {
	switch m.Topic {
	case TellFollowing:
		l.toFollower = append(l.toFollower, message{following: &Following{m.Following.N, m.Following.H}})
	case TellRefused:
		l.toFollower = append(l.toFollower, message{refused: &Refused{m.Refused.ID, m.Refused.Code, m.Refused.N}})
	case TellEvent:
		l.toFollower = append(l.toFollower, message{event: m.Event, tag: m.Tag})
	}
}

// read delivers one message of a line to the owner, and reports whether there was one.
func (p *ownerProgram) read(l *line) bool {
	if l == nil || len(l.toOwner) == 0 {
		return false
	}
	m := l.toOwner[0]
	l.toOwner = l.toOwner[1:]
	var err error
	switch {
	case m.follow != nil && p.o.Over() && p.chance(2):
		p.tally["forgotten by the owner"]++
		l.toFollower = append(l.toFollower, message{reject: ErrNoSeries})
		return true
	case m.follow != nil:
		err = p.o.Follow(B, l, 0, m.follow.N, m.follow.H, p.now)
	case m.wish != nil:
		p.heard = append(p.heard, *m.wish)
		err = p.o.Wish(B, *m.wish, p.now)
	case m.ack != nil:
		err = p.o.Acked(B, *m.ack, p.now)
	case m.back != nil:
		p.tally["handed back"]++
		err = p.o.HandBack(B, m.back.events, m.back.tag, p.now)
	}
	p.check(err)
	p.send()
	return true
}

// crash ends the program, and starts it again from its disk, or from an old copy, unless the guest
// has forgotten the series: the copy would be of a past one.
func (p *ownerProgram) crash(old bool) {
	old = old && !p.guest.gone
	p.tally["owner crashed"]++
	p.logf("owner: crash")
	if p.disk.lose(p.simulation) {
		p.tally["owner lost writes"]++
	}
	if old {
		p.tally["owner restored"]++
		p.disk.restore(p.simulation)
	}
	if l := p.line(); l != nil {
		l.cut = true
	}
	p.start()
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
	p.o = NewServer(o, p.decided)
	p.front = newFrontEnd(p.cfg.Terms, A, o.State())
	if len(o.pending) != len(p.disk.last().open) {
		p.failf("the owner has lost what it had kept for later: %d of %d", len(o.pending), len(p.disk.last().open))
	}
	p.shorten(&o.log)
	p.logf("owner: starts with %d events", o.State().N)
}

// act makes a wish of the player in the owner's program.
func (p *ownerProgram) act() {
	if p.left && p.o.State().Closed.N == 0 && len(p.o.pending) > 0 {
		return
	}
	if p.liar && p.chance(4) {
		p.putIn()
		return
	}
	k, arg, text := p.pick(p.o.State().shown(), A)
	open := p.o.open()
	err := p.o.Local(A, k, arg, text, p.now)
	if code := Code(0); err != nil && !errors.As(err, &code) {
		p.check(err)
	}
	if err == nil && !open {
		p.tally["kept"]++
		p.logf("owner: keeps %d", k)
	}
	p.left = p.left || err == nil && k == KindEnd
	p.send()
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
