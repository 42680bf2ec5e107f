package tables

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/rules"
)

// simLine is a line between a member and a node. It keeps the order, and may end at any moment.
type simLine struct {
	node *simNode
	m    *simMember
	in   []simInput
	out  []func()
}

// simInput is something that a member has sent, and when it came.
type simInput struct {
	do func(*Table, time.Time)
	at time.Time
}

// Tell puts a message on its way. It checks that a successor would load a sent event, and that no
// attempt that the program has given up displaces its last one.
func (l *simLine) Tell(m *table.Message, _ time.Duration) {
	s, said := l.node.s, *m
	var hear func()
	switch m.Topic {
	case table.TellFollowing:
		hear = func() { l.m.following(said.Following) }
	case table.TellEvent:
		if s.journal.events[m.Event.N] != string(m.Event.Append(nil)) {
			s.failf("event %d was sent, and is not stored", m.Event.N)
		}
		hear = func() { l.m.event(*said.Event, said.Tag) }
	case table.TellRefused:
		hear = func() { l.m.refused(said.Refused) }
	case table.TellSnapshot:
		hear = func() { l.m.joined(said.Snapshot) }
	case table.TellLeave:
		if l.m.line == l && errors.Is(m.Why, table.ErrReplaced) {
			s.failf("member %d is displaced by its own earlier attempt", l.m.by)
		}
		hear = func() { l.m.left(said.Why) }
	}
	if hear != nil && l.m.line == l {
		l.out = append(l.out, hear)
	}
}

// simMember is a member's program at one device.
type simMember struct {
	s       *sim
	by      table.Seat
	device  [16]byte
	secret  [table.SecretSize]byte
	f       *table.Follower
	disk    [][]byte // what was written, the newest last
	line    *simLine
	ticket  bool // it comes by ticket next
	live    bool
	attempt uint64
	archive map[int]lobby.Game
	shown   []rules.House
}

func newSimMember(s *sim, by table.Seat) *simMember {
	m := &simMember{s: s, by: by, archive: map[int]lobby.Game{}}
	m.newDevice()
	return m
}

// newDevice gives the member another device, which knows nothing.
func (m *simMember) newDevice() {
	m.cut()
	for _, n := range m.s.nodes {
		if n != nil { // attempts of two devices have no order
			n.late = nil
		}
	}
	m.device = [16]byte{byte(m.by), byte(m.s.IntN(256)), byte(m.s.IntN(256))}
	for i := range m.secret {
		m.secret[i] = byte(m.s.IntN(256))
	}
	f, err := table.NewFollower(m.config())
	if err != nil {
		m.s.failf("%v", err)
	}
	f.Cut()
	m.f, m.ticket, m.disk, m.archive = f, true, nil, map[int]lobby.Game{}
}

func (m *simMember) config() table.FollowerConfig {
	return table.FollowerConfig{Terms: termsOf(&m.s.setup), Self: m.by, Secret: m.secret}
}

// cut ends the line without a word.
func (m *simMember) cut() {
	if m.line == nil {
		return
	}
	l := m.line
	m.line, m.live = nil, false
	m.f.Cut()
	if n := l.node; n.seating != nil {
		n.seating.table.Cut(m.by, l, m.s.now())
	}
}

func (m *simMember) step() {
	s := m.s
	switch {
	case s.chance(40):
		s.seen["cut"]++
		m.cut()
	case s.chance(100):
		m.crash()
	case s.chance(150):
		s.seen["new device"]++
		m.newDevice()
	case m.line == nil:
		if s.calm || s.IntN(10) == 0 {
			m.connect()
		}
	case s.chance(50): // it dials although its old line seems to live
		s.seen["replaced"]++
		old := m.line
		if n := old.node; n.seating != nil && len(old.in) > 0 { // it may come yet
			n.late = append(n.late, old.in[0])
		}
		m.line, m.live = nil, false
		m.f.Cut()
		m.connect()
		if m.line == nil {
			m.line = old
			m.cut()
		}
	default:
		m.read()
		if m.line != nil && m.live && !s.calm {
			m.act()
		}
	}
}

// read handles some of the messages that have come.
func (m *simMember) read() {
	for m.line != nil && len(m.line.out) > 0 && !m.s.chance(4) {
		l := m.line
		f := l.out[0]
		l.out = l.out[1:]
		f()
	}
}

// send sends something to the node.
func (m *simMember) send(do func(t *Table, l table.Line, now time.Time)) {
	l := m.line
	l.in = append(l.in, simInput{func(t *Table, at time.Time) { do(t, l, at) }, m.s.now()})
}

// connect dials some node: the owner, or one that believes to be, or one that claims the table.
func (m *simMember) connect() {
	s := m.s
	n := s.owner()
	if n == nil || s.chance(4) { // or the program does not know of it
		n = s.nodes[s.IntN(len(s.nodes))]
		if s.now().Before(n.paused) {
			return
		}
		n.claim()
	}
	if n.seating == nil {
		return
	}
	m.line = &simLine{node: n, m: m}
	s.logf("member %d dials node %d, by ticket: %v, attempt %d", m.by, n.name, m.ticket, m.attempt+1)
	m.attempt++
	device, attempt := m.device, m.attempt
	if m.ticket {
		m.send(func(t *Table, l table.Line, now time.Time) { t.Join(m.by, l, device, attempt, now) })
		return
	}
	at, h := m.f.Position()
	m.send(func(t *Table, l table.Line, now time.Time) { t.Follow(m.by, l, device, attempt, at, h, now) })
}

// store writes the program's record to its disk.
func (m *simMember) store() {
	r := m.f.Record()
	m.disk = append(m.disk, r.Append(nil))
}

// crash ends the program, with or without its last writes, and starts it again.
func (m *simMember) crash() {
	s := m.s
	if len(m.disk) == 0 {
		return
	}
	m.cut()
	s.seen["crashed"]++
	keep := len(m.disk)
	if s.IntN(2) == 0 {
		keep = max(1, keep-s.IntN(6))
		s.seen["forgot"]++
	}
	m.disk = m.disk[:keep]
	r, err := table.ParseRecord(m.disk[keep-1])
	if err != nil {
		s.failf("%v", err)
	}
	if m.f, err = table.RestoreFollower(m.config(), &r, s.now()); err != nil {
		s.failf("%v", err)
	}
	m.shown = slices.Clone(m.f.State().Snapshot().Plies)
}

// joined begins with the club's snapshot.
func (m *simMember) joined(snap *table.Snapshot) {
	f, err := table.RestoreFollower(m.config(), &table.Record{Base: *snap}, m.s.now())
	if err != nil {
		m.s.failf("%v", err)
	}
	m.f, m.ticket = f, false
	m.s.sameChain(snap.N, snap.H)
	m.shown = slices.Clone(snap.Plies)
	m.following(table.Following{N: snap.N, H: snap.H})
}

func (m *simMember) following(fo table.Following) {
	if back, _, err := m.f.Following(fo); err != nil || back != nil {
		m.s.failf("member %d, to whom %+v is said, has %d events to give back: %v", m.by, fo, len(back), err)
	}
	m.store()
	m.caughtUp()
}

// caughtUp sends the undecided wishes once the program has all events.
func (m *simMember) caughtUp() {
	wishes, _, ok := m.f.CaughtUp()
	if !ok {
		return
	}
	m.live = true
	for _, w := range wishes {
		m.send(func(t *Table, l table.Line, now time.Time) { t.Wish(m.by, l, w, now) })
	}
	m.store()
	m.ack()
}

func (m *simMember) ack() {
	at, _ := m.f.Position()
	m.send(func(t *Table, l table.Line, now time.Time) { t.Acked(m.by, l, at, now) })
}

func (m *simMember) event(e table.Event, tag table.Tag) {
	s := m.s
	changes, err := m.f.Apply(e, tag, s.now())
	if err != nil {
		s.failf("member %d refuses event %d, %+v: %v", m.by, e.N, e, err)
	}
	at, h := m.f.Position()
	s.sameChain(at, h)
	for i := range changes {
		if c := &changes[i]; c.Event.N != 0 {
			m.change(c)
		}
	}
	if got := m.f.State().Snapshot().Plies; !slices.Equal(got, m.shown) {
		s.failf("member %d was told %v, and has %v", m.by, m.shown, got)
	}
	m.store()
	m.caughtUp()
	if m.live {
		m.ack()
	}
}

// change records finished games, and follows the plies.
func (m *simMember) change(c *table.Change) {
	s := m.s
	if c.Remembered {
		s.seen["remembered"]++
	}
	switch c.Event.Kind {
	case table.KindPly:
		m.shown = append(m.shown, rules.House(c.Event.Arg))
	case table.KindGrant:
		s.seen["granted"]++
		m.shown = m.shown[:c.Plies]
	case table.KindTimeOut:
		s.seen["timed out"]++
	}
	if c.Began {
		m.shown = nil
		s.seen["rematch"]++
	}
	if c.Over {
		m.archive[c.Series.Number()] = lobby.Game{Entry: lobby.GameEntry{Result: c.Series.Match().Result()}, Game: rules.Game{Plies: slices.Clone(m.shown)}}
	}
}

func (m *simMember) refused(r table.Refused) {
	m.s.seen["refused"]++
	if _, err := m.f.Refused(r); err != nil {
		m.s.failf("member %d: %v", m.by, err)
	}
	m.store()
}

func (m *simMember) left(why error) {
	if lie := new(table.Lie); errors.As(why, &lie) || errors.Is(why, table.ErrHistory) && !m.s.undone || errors.Is(why, table.ErrProtocol) {
		m.s.failf("the club sends member %d away: %v", m.by, why)
	}
	m.s.logf("member %d leaves: %v", m.by, why)
	m.cut()
	m.ticket = m.ticket || errors.Is(why, table.ErrNoSeries) || errors.Is(why, table.ErrStale) || errors.Is(why, table.ErrHistory)
}

// act wishes something that the rules allow.
func (m *simMember) act() {
	s, st := m.s, m.f.State()
	if s.IntN(3) != 0 {
		return
	}
	kind, arg, text := table.KindPly, uint32(s.IntN(2)), ""
	switch n := s.IntN(40); {
	case st.Series == nil:
		return
	case n == 0:
		kind, arg = table.KindResign, 0
	case n == 1 && st.Plies() > 0:
		kind, arg = table.KindAsk, uint32(s.IntN(st.Plies()))
	case n == 2:
		kind, arg, text = table.KindSay, 0, fmt.Sprint("line ", s.IntN(100))
	case n == 3 && s.IntN(8) == 0 && s.seed%20 != 0:
		kind, arg = table.KindEnd, uint32(table.ReasonQuit)
	case st.Ask.N != 0 && st.Ask.By != m.by && n < 20:
		kind, arg = table.KindGrant+table.Kind(s.IntN(2)), 0
	case !st.Series.Match().Running() && n < 20:
		kind, arg = table.KindWant, 0
	case !st.Series.Match().Running() && n < 24:
		kind, arg, text = table.KindName, 0, "winner"
	}
	w, _, err := m.f.Wish(kind, arg, text)
	for house := range uint32(4) {
		if kind == table.KindPly && err != nil {
			w, _, err = m.f.Wish(kind, house, text)
		}
	}
	if err != nil {
		return
	}
	if m.store(); w != nil {
		wish := *w
		m.send(func(t *Table, l table.Line, now time.Time) { t.Wish(m.by, l, wish, now) })
	}
}
