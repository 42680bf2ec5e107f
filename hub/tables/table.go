package tables

import (
	"time"

	"mancala/match/lobby"
	"mancala/netplay/limit"
	"mancala/past"
	"mancala/rules"
	"mancala/table"
)

// seat is a player's place at a table.
type seat struct {
	line    Line      // nil while the player is away
	alone   bool      // it was told that the other player is not there
	watched int       // it was told that so many watch
	away    time.Time // since when the player is away
	attempt uint64    // of the line's program to follow, when it came; 0 if it has no number
	came    time.Time
	joins   limit.Allowance
}

// awaySeats are the seats of players who are away, each with its allowance of new devices: 20 at
// once, and one in two seconds.
func awaySeats(now time.Time) [2]seat {
	s := seat{away: now, joins: limit.NewAllowance(20, 0.5, now)}
	return [2]seat{s, s}
}

// Table is a table of a club. It is pure: callers pass in the time, and store its decisions before
// sending them. After calls that change it the caller stores [Table.Record]; [Table.Stored] then
// returns the messages to send. [New] and [Restore] make one. It is not safe for concurrent use.
type Table struct {
	setup lobby.Setup
	owner *table.Owner
	seats [2]seat

	unstored []byte // events that were decided and not stored
	count    int    // how many events were decided since the last snapshot
	decided  bool   // events are among them
	snapshot bool   // the next record has a snapshot
	look     bool   // nothing is sent before it is certain that this node owns the table
	asked    time.Time
	out      []func(ago time.Duration)

	audience Audience      // nil if no one watches
	shown    []table.Event // plies that watchers are to be shown
	changed  bool          // there is something else to be shown
	watchers int

	plies []rules.House // of the current game
	extra extra
	done  []lobby.Game // to be reported
	hold  time.Time    // until then the clocks stand still after an outage; zero if there was none
	alone int          // the player who has come to the first game while the other one did not, or -1
}

// New returns a table before the first ply, or the error of [table.Terms.Check].
func New(s lobby.Setup, secret [table.SecretSize]byte, now time.Time) (*Table, error) {
	s.Variant = s.Variant.Canonical()
	terms := termsOf(&s)
	owner, err := table.NewOwner(table.OwnerConfig{Terms: terms, Secret: table.ClubOwnerKey(secret, terms.Series)})
	if err != nil {
		return nil, err
	}
	t := &Table{setup: s, owner: owner, seats: awaySeats(now), extra: extra{Setup: s, Since: now}, alone: -1}
	outs, err := owner.Rule(table.KindBegin, uint32(table.A)+uint32(s.First), "", now)
	t.take(outs, now)
	return t, err
}

// Setup returns the agreement.
func (t *Table) Setup() lobby.Setup { return t.setup }

// State returns the state of the series. It is for reading.
func (t *Table) State() *table.State { return t.owner.State() }

// tell sends something, once all before it is stored.
func (t *Table) tell(send func(ago time.Duration)) { t.out = append(t.out, send) }

// endLine ends a line, once all before is stored.
func (t *Table) endLine(l Line, why error) { t.tell(func(time.Duration) { l.Leave(why) }) }

// line returns the seat, if a line is its player's.
func (t *Table) line(by table.Seat, l Line) *seat {
	if s := &t.seats[by-table.A]; s.line == l && l != nil {
		return s
	}
	return nil
}

// take applies the owner's decisions.
func (t *Table) take(outs []table.Out, now time.Time) {
	for i := range outs {
		switch out := &outs[i]; {
		case out.Change != nil && out.Change.Event.N != 0:
			t.event(out, now)
		case out.Refused != nil && t.seats[out.To-table.A].line != nil:
			l, r := t.seats[out.To-table.A].line, *out.Refused
			t.tell(func(time.Duration) { l.Refused(r) })
		}
	}
}

// event takes in an event.
func (t *Table) event(out *table.Out, now time.Time) {
	e, tag := &out.Change.Event, out.Tag
	t.unstored, t.decided = appendEvent(t.unstored, e), true
	if t.count++; t.count >= snapshotEvery || out.Change.Began {
		t.snapshot = true
	}
	for i := range t.seats {
		if l := t.seats[i].line; l != nil {
			t.tell(func(time.Duration) { l.Event(e, tag) })
		}
	}
	t.watched(out.Change)
	t.observe(out.Change, now)
}

// following answers a player's program that has n events. Those that it lacks come behind the
// answer.
func (t *Table) following(l Line, n uint32, f table.Following) {
	t.look = true
	t.tell(func(ago time.Duration) { l.Following(f, ago) })
	for _, e := range t.owner.Since(n) {
		tag := t.owner.Tag(e.N)
		t.tell(func(time.Duration) { l.Event(&e, tag) })
	}
}

// leave ends the line of a seat.
func (t *Table) leave(by table.Seat, why error, now time.Time) {
	s := &t.seats[by-table.A]
	if s.line == nil {
		return
	}
	t.endLine(s.line, why)
	t.owner.Detach(by)
	s.line, s.away = nil, now
}

// lateAttempt is for how long a line protects its seat against earlier attempts of its own program.
// A program whose clock was set back makes such ones, too.
const lateAttempt = 30 * time.Second

// outrun reports whether a later attempt of the program has the seat. Attempts may come here in
// another order than it has made them, and it has given the earlier ones up.
func (t *Table) outrun(by table.Seat, device [16]byte, attempt uint64, now time.Time) bool {
	s := &t.seats[by-table.A]
	return s.line != nil && t.State().Device[by-table.A] == device && attempt != 0 && attempt < s.attempt && now.Sub(s.came) < lateAttempt
}

// Join seats a device that has come with a ticket, in place of any other one of the player. It gets
// a snapshot. It must be certain that the device is the player's.
func (t *Table) Join(by table.Seat, l Line, device [16]byte, attempt uint64, now time.Time) {
	s := &t.seats[by-table.A]
	if s.joins.Wait(now) > 0 || t.outrun(by, device, attempt, now) {
		t.endLine(l, ErrLater)
		return
	}
	s.joins.Spend(now)
	if t.State().Device[by-table.A] != device && t.State().Closed.N == 0 {
		t.rule(table.KindDevice, uint32(by), string(device[:]), now)
	}
	t.leave(by, ErrReplaced, now)
	if err := t.owner.Join(by); err != nil {
		t.endLine(l, err)
		return
	}
	snap := t.State().Snapshot()
	*s = seat{line: l, away: s.away, joins: s.joins, attempt: attempt, came: now}
	t.look = true
	t.tell(func(ago time.Duration) { l.Snapshot(&snap, ago) })
	t.arrange(now)
}

// SeatOf returns the seat of a device, or table.Nobody.
func (t *Table) SeatOf(device [16]byte) table.Seat {
	for i, has := range t.State().Device {
		if has == device && device != [16]byte{} {
			return table.A + table.Seat(i)
		}
	}
	return table.Nobody
}

// Follow seats a device that has been at the table before, and has n events with the chain h. One
// that claims more events than the table has is not believed: nothing is sent before it is stored.
func (t *Table) Follow(by table.Seat, l Line, device [16]byte, attempt uint64, n uint32, h table.Chain, now time.Time) {
	s := &t.seats[by-table.A]
	switch {
	case n > t.State().N:
		t.look = true // or another node has the table, and those events
		t.endLine(l, table.ErrHistory)
		return
	case t.State().Device[by-table.A] != device:
		t.look = true
		t.endLine(l, table.ErrNoSeries)
		return
	case t.outrun(by, device, attempt, now):
		t.endLine(l, ErrLater)
		return
	}
	t.leave(by, ErrReplaced, now)
	*s = seat{line: l, away: s.away, joins: s.joins, attempt: attempt, came: now}
	if outs, err := t.owner.Attach(by, n, h, now); err != nil {
		t.leave(by, err, now)
	} else {
		t.following(l, n, *outs[0].Following)
	}
	t.arrange(now)
}

// Wish takes in a wish of a player.
func (t *Table) Wish(by table.Seat, l Line, w table.Wish, now time.Time) {
	t.from(by, l, now, func() ([]table.Out, error) { return t.owner.Wish(by, w, now) })
}

// Acked takes in that a player's program has applied the events up to the n-th.
func (t *Table) Acked(by table.Seat, l Line, n uint32, now time.Time) {
	t.from(by, l, now, func() ([]table.Out, error) { return t.owner.Acked(by, n, now) })
}

// from does a request of a line that is still the seat's. It ends a line that violates the
// protocol.
func (t *Table) from(by table.Seat, l Line, now time.Time, do func() ([]table.Out, error)) {
	if t.line(by, l) == nil {
		return
	}
	outs, err := do()
	t.take(outs, now)
	if err != nil {
		t.leave(by, err, now)
	}
	t.arrange(now)
}

// Cut takes in that a line has ended.
func (t *Table) Cut(by table.Seat, l Line, now time.Time) {
	if s := t.line(by, l); s != nil {
		t.owner.Detach(by)
		s.line, s.away = nil, now
	}
}

// rule decides something for the club.
func (t *Table) rule(k table.Kind, arg uint32, text string, now time.Time) {
	outs, _ := t.owner.Rule(k, arg, text, now) // what the state refuses is not decided
	t.take(outs, now)
}

// snapshotEvery is after how many events a snapshot is stored.
const snapshotEvery = 128

// Record returns the record to store before anything is sent, and whether there is one. It may be
// empty: storing it only confirms that this node owns the table.
func (t *Table) Record(now time.Time) (r Record, need bool, err error) {
	t.asked = now
	if !t.decided && !t.look && !t.snapshot {
		return r, false, nil
	}
	r = Record{At: now, N: t.State().N, Events: t.unstored}
	if t.snapshot {
		snap := t.State().Snapshot()
		r.Snapshot, err = appendSnapshot(nil, &snap, &t.extra)
	}
	return r, true, err
}

// Stored confirms that the record is stored, and returns the messages to send now.
func (t *Table) Stored(now time.Time) (effects []func()) {
	t.tellOthers()
	out, decided := t.out, t.decided
	if t.snapshot {
		t.count = 0
	}
	t.out, t.unstored, t.decided, t.look, t.snapshot = nil, nil, false, false, false
	if decided {
		t.owner.Emitted(now)
	}
	show := t.publish()
	if !decided && now.Sub(t.asked) >= delayWait && t.State().Clocks.Running {
		// The time in which nothing could be stored counts for no one.
		t.rule(table.KindClock, uint32(t.State().Seat(t.State().Clocks.Side)), "", t.asked)
	}
	ago := t.ran(now)
	for _, send := range out {
		effects = append(effects, func() { send(ago) })
	}
	if show != nil {
		effects = append(effects, show)
	}
	return effects
}

// ran returns how long ago the last event was sent, if a clock has run since.
func (t *Table) ran(now time.Time) time.Duration {
	if c := t.State().Clocks; c.Running {
		return past.Age(c.At, now)
	}
	return 0
}

// tellOthers tells the players whether the other one is there, and how many people watch.
func (t *Table) tellOthers() {
	for i := range t.seats {
		s, l, absent, watchers := &t.seats[i], t.seats[i].line, t.seats[1-i].line == nil, t.watchers
		if l != nil && s.alone != absent {
			s.alone = absent
			t.tell(func(time.Duration) { l.Presence(absent) })
		}
		if l != nil && s.watched != watchers {
			s.watched = watchers
			t.tell(func(time.Duration) { l.Watched(watchers) })
		}
	}
}

// Trimmed returns the first event that the records must keep.
func (t *Table) Trimmed() (keep uint32) { return t.owner.Record().Base.N }

// Reports returns the games that have ended and were not reported. They are stored with the record
// of their end.
func (t *Table) Reports() []lobby.Game { return t.done }

// Reported says that the oldest of them is being stored.
func (t *Table) Reported() {
	t.reportedUpTo(numberOf(t.done[0]))
}

// abandoned has those dial again who are at the table, and those who watch it, since it has left
// this node. Nothing unstored is sent.
func (t *Table) abandoned() (effects []func()) {
	for i := range t.seats {
		if l := t.seats[i].line; l != nil {
			effects = append(effects, func() { l.Leave(ErrMoved) })
		}
	}
	if t.audience != nil {
		effects = append(effects, t.audience.Leave)
	}
	return effects
}
