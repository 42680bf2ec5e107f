package table

import (
	"errors"
	"slices"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

// pair is an owner and its followers; the test delivers their messages. Between friends the player
// with seat A is in the owner's program, and only B has a follower.
type pair struct {
	t       *testing.T
	o       *Owner
	cfg     OwnerConfig
	f       [3]*Follower
	up      [3][]message // from each follower to the owner
	down    [3][]message
	from    [3]uint32
	live    [3]bool
	changes [3][]Change
	now     time.Time
	err     error // of the last message that was read
}

// friends returns two friends in the first game, which a seat begins. On this board house 2 of 3
// gives South another turn.
func friends(t *testing.T, starter Seat) *pair {
	return newPair(t, Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(t, 3, 2)}, starter)
}

// short is friends on a board on which the starter wins with houses 2 and 1, at once.
func short(t *testing.T, starter Seat) *pair {
	return newPair(t, Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(t, 2, 1)}, starter)
}

// club returns two members in the first game of a table.
func club(t *testing.T, starter Seat, timed bool) *pair {
	terms := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(t, 3, 2), Club: true}
	if timed {
		terms.Time.Base, terms.Time.Increment = time.Minute, time.Second
	}
	p := newPair(t, terms, starter)
	p.rule(KindClock, uint32(starter), "")
	p.settle()
	return p
}

func newPair(t *testing.T, terms Terms, starter Seat) *pair {
	p := &pair{t: t, cfg: OwnerConfig{Terms: terms, Secret: [SecretSize]byte{1}, Local: [2]bool{!terms.Club}}, now: noon}
	var err error
	if p.o, err = NewOwner(p.cfg); err != nil {
		t.Fatal(err)
	}
	for _, by := range p.seats() {
		if p.f[by], err = NewFollower(p.follower(by)); err != nil {
			t.Fatal(err)
		}
		need.NoError(t, p.o.Join(by))
		p.live[by] = true
	}
	p.rule(KindBegin, uint32(starter), "")
	p.settle()
	return p
}

func (p *pair) seats() []Seat {
	if p.cfg.Terms.Club {
		return []Seat{A, B}
	}
	return []Seat{B}
}

func (p *pair) follower(by Seat) FollowerConfig {
	return FollowerConfig{Terms: p.cfg.Terms, Self: by, Secret: [SecretSize]byte{9, byte(by)}}
}

// send puts the owner's messages on their way.
func (p *pair) send(outs []Out, err error) {
	p.err = err
	for _, out := range outs {
		switch to := out.To; {
		case out.Following != nil:
			p.down[to] = append(p.down[to], message{following: out.Following})
			if p.from[to] <= out.Following.N {
				p.live[to] = true
				for _, e := range p.o.Since(p.from[to])[:out.Following.N-p.from[to]] {
					p.down[to] = append(p.down[to], message{event: &e, tag: p.o.Tag(e.N)})
				}
			}
		case out.Refused != nil:
			p.down[to] = append(p.down[to], message{refused: out.Refused})
		case out.Change.Event.N != 0:
			for _, by := range p.seats() {
				if p.live[by] {
					p.down[by] = append(p.down[by], message{event: &out.Change.Event, tag: out.Tag})
				}
			}
		}
	}
	p.o.Emitted(p.now)
}

// rule makes the owner decide, and host makes the player in its program wish. Guest makes another
// player wish, and puts the wish on its way.
func (p *pair) rule(k Kind, arg uint32, text string) { p.send(p.o.Rule(k, arg, text, p.now)) }

func (p *pair) host(k Kind, arg uint32) { p.send(p.o.Local(A, k, arg, text(k), p.now)) }

func (p *pair) guest(by Seat, k Kind, arg uint32) {
	send, changes, err := p.f[by].Wish(k, arg, text(k))
	p.err = err
	p.changes[by] = append(p.changes[by], changes...)
	if send != nil {
		p.up[by] = append(p.up[by], message{wish: send})
	}
}

func text(k Kind) string {
	if k == KindSay || k == KindName {
		return "Ida"
	}
	return ""
}

// hear delivers a seat's message to the owner.
func (p *pair) hear(by Seat) {
	m := p.up[by][0]
	p.up[by] = p.up[by][1:]
	switch {
	case m.follow != nil:
		p.from[by], p.live[by] = m.follow.N, false
		p.send(p.o.Attach(by, m.follow.N, m.follow.H, p.now))
	case m.wish != nil:
		p.send(p.o.Wish(by, *m.wish, p.now))
	case m.ack != nil:
		p.send(p.o.Acked(by, *m.ack, p.now))
	case m.back != nil:
		p.send(p.o.HandBack(by, m.back.events, m.back.tag, p.now))
	}
}

// read delivers a message to a follower.
func (p *pair) read(by Seat) {
	m, f := p.down[by][0], p.f[by]
	p.down[by] = p.down[by][1:]
	var changes []Change
	switch p.err = nil; {
	case m.following != nil:
		var back []Event
		var tag Tag
		if back, tag, p.err = f.Following(*m.following); back != nil {
			p.up[by] = append(p.up[by], message{back: &handBack{slices.Clone(back), tag}})
		}
	case m.event != nil:
		changes, p.err = f.Apply(*m.event, m.tag, p.now)
		if m.event.Final() && f.stage == live {
			p.ack(by)
		}
	case m.refused != nil:
		changes, p.err = f.Refused(*m.refused)
	}
	p.changes[by] = append(p.changes[by], changes...)
	if send, changes, ok := f.CaughtUp(); ok {
		p.changes[by] = append(p.changes[by], changes...)
		for i := range send {
			p.up[by] = append(p.up[by], message{wish: &send[i]})
		}
		p.ack(by)
	}
}

func (p *pair) ack(by Seat) {
	n := p.f[by].State().N
	p.up[by] = append(p.up[by], message{ack: &n})
}

// hearAll and readAll deliver everything to one end, and settle to both.
func (p *pair) hearAll(by Seat) {
	for len(p.up[by]) > 0 && p.err == nil {
		p.hear(by)
	}
}

func (p *pair) readAll(by Seat) {
	for len(p.down[by]) > 0 && p.err == nil {
		p.read(by)
	}
}

func (p *pair) settle() {
	p.t.Helper()
	for busy := true; busy; {
		busy = false
		for _, by := range p.seats() {
			busy = busy || len(p.up[by])+len(p.down[by]) > 0
			p.hearAll(by)
			p.ok()
			p.readAll(by)
			p.ok()
		}
	}
}

func (p *pair) ok() {
	p.t.Helper()
	if p.err != nil {
		p.t.Fatal(p.err)
	}
}

// cut breaks a line and loses all messages on it; the owner notices. resume makes a new one, and
// delivers everything.
func (p *pair) cut(by Seat) {
	p.up[by], p.down[by], p.live[by] = nil, nil, false
	p.f[by].Cut()
	p.o.Detach(by)
}

func (p *pair) dial(by Seat) {
	p.err = nil
	n, h := p.f[by].Position()
	p.up[by], p.down[by] = []message{{follow: &Following{n, h}}}, nil
	p.f[by].Cut()
}

func (p *pair) resume(by Seat) {
	p.t.Helper()
	p.dial(by)
	p.settle()
}

// saved returns a record as a disk keeps it.
func saved(t *testing.T, r Record) *Record {
	t.Helper()
	read := need.Must(ParseRecord(r.Append(nil)))(t)
	return &read
}

func (p *pair) ownerDisk() *Record { return saved(p.t, p.o.Record()) }

func (p *pair) disk(by Seat) *Record { return saved(p.t, p.f[by].Record()) }

// restart starts the owner's program with a record: all lines are gone.
func (p *pair) restart(r *Record) {
	p.t.Helper()
	o, err := RestoreOwner(p.cfg, r, p.now)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, by := range p.seats() {
		p.cut(by)
	}
	p.o = o
}

// reload starts a follower's program with a record.
func (p *pair) reload(by Seat, r *Record) {
	p.t.Helper()
	f, err := RestoreFollower(p.follower(by), r, p.now)
	if err != nil {
		p.t.Fatal(err)
	}
	p.cut(by)
	p.f[by], p.changes[by] = f, nil
}

// same checks that all ends agree, and nothing is undecided.
func (p *pair) same() {
	p.t.Helper()
	want := p.o.State().Snapshot()
	for _, by := range p.seats() {
		got := p.f[by].State().Snapshot()
		if got.H != want.H || !slices.Equal(got.Plies, want.Plies) || got.Ending != want.Ending || p.f[by].Pending() > 0 {
			p.t.Errorf("%d has event %d, %v %v, %d undecided; the owner event %d, %v %v", by, got.N, got.Plies, got.Ending, p.f[by].Pending(), want.N, want.Plies, want.Ending)
		}
	}
	if len(p.o.pending) > 0 {
		p.t.Errorf("the owner keeps %+v", p.o.pending)
	}
}

// game checks the plies and the ending at the owner, and that the followers have the same.
func (p *pair) game(ending string, plies ...rules.House) {
	p.t.Helper()
	p.same()
	p.owns(ending, plies...)
}

// owns checks them at the owner only.
func (p *pair) owns(ending string, plies ...rules.House) {
	p.t.Helper()
	m := p.o.State().Series.Match()
	if !slices.Equal(m.Game().Plies, plies) || m.Result().Ending.String() != ending {
		p.t.Errorf("the game is %v, %v; want %v, %v", m.Game().Plies, m.Result().Ending, plies, ending)
	}
}

// dropped returns why wishes of a seat were dropped.
func (p *pair) dropped(by Seat) (why []Code) {
	for _, c := range p.changes[by] {
		if c.Dropped != nil {
			why = append(why, c.Why)
		}
	}
	return why
}

// lie checks that the last message was detected as a lie.
func (p *pair) lie(what Accusation) {
	p.t.Helper()
	if l := (*Lie)(nil); !errors.As(p.err, &l) || l.What != what {
		p.t.Errorf("%v, want %v", p.err, what)
	}
}
