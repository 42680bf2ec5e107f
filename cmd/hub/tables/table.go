package tables

import (
	"errors"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/past"
	"mancala/internal/table"
	"mancala/netplay/limit"
)

// seat is a player's seat, as far as only clubs need it.
type seat struct {
	away  time.Time // since when the player is away, if they are
	joins limit.Allowance
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
	setup  lobby.Setup
	server *table.Server
	seats  [2]seat

	unstored []byte // events that were decided and not stored
	count    int    // how many events were decided since the last snapshot
	decided  bool   // events are among them
	snapshot bool   // the next record has a snapshot
	look     bool   // nothing is sent before it is certain that this node owns the table
	asked    time.Time

	audience Audience      // nil if no one watches
	shown    []table.Event // plies that watchers are to be shown
	changed  bool          // there is something else to be shown

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
	t := &Table{setup: s, seats: awaySeats(now), extra: extra{Setup: s, Since: now}, alone: -1}
	t.server = table.NewServer(owner, t.event)
	return t, t.server.Rule(table.KindBegin, uint32(table.A)+uint32(s.First), "", now)
}

// Setup returns the agreement.
func (t *Table) Setup() lobby.Setup { return t.setup }

// State returns the state of the series. It is for reading.
func (t *Table) State() *table.State { return t.server.State() }

// event takes in an event.
func (t *Table) event(c *table.Change, now time.Time) {
	t.unstored, t.decided = appendEvent(t.unstored, &c.Event), true
	if t.count++; t.count >= snapshotEvery || c.Began {
		t.snapshot = true
	}
	t.watched(c)
	t.observe(c, now)
}

// here reports whether a player is at the table.
func (t *Table) here(player int) bool { return t.server.Here(table.A + table.Seat(player)) }

// Join seats a device that has come with a ticket, in place of any other one of the player. It gets
// a snapshot. The caller has verified that the device is the player's.
func (t *Table) Join(by table.Seat, l table.Line, device [16]byte, attempt uint64, now time.Time) {
	s, has := &t.seats[by-table.A], t.State().Device[by-table.A]
	if s.joins.Wait(now) > 0 || has == device && t.server.Outrun(by, attempt, now) > 0 {
		t.server.End(l, table.ErrLater)
		return
	}
	s.joins.Spend(now)
	if has != device && t.State().Closed.N == 0 {
		t.rule(table.KindDevice, uint32(by), string(device[:]), now)
	}
	t.look = true
	if err := t.server.Join(by, l, attempt, now); err != nil {
		t.server.End(l, err)
	}
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

// Follow seats a device that has been at the table before, and has n events with the chain h. It
// may know more than this node if another one has the table by now. So two claims are answered only
// once it is certain that this node has it: more events than there are, and the seat
// [table.Nobody], of a device that is new here.
func (t *Table) Follow(by table.Seat, l table.Line, device [16]byte, attempt uint64, n uint32, h table.Chain, now time.Time) {
	err := table.ErrNoSeries
	if by != table.Nobody && t.State().Device[by-table.A] == device {
		err = t.server.Follow(by, l, attempt, n, h, now)
	}
	t.look = t.look || !errors.Is(err, table.ErrLater)
	if err != nil {
		t.server.End(l, err)
		return
	}
	t.arrange(now)
}

// Wish takes in a wish of a player.
func (t *Table) Wish(by table.Seat, l table.Line, w table.Wish, now time.Time) {
	if t.server.Has(by, l) {
		t.from(by, t.server.Wish(by, w, now), now)
	}
}

// Acked takes in that a player's program has applied the events up to the n-th.
func (t *Table) Acked(by table.Seat, l table.Line, n uint32, now time.Time) {
	if t.server.Has(by, l) {
		t.from(by, t.server.Acked(by, n, now), now)
	}
}

// from has heard a line, and ends it if it violates the protocol.
func (t *Table) from(by table.Seat, err error, now time.Time) {
	if err != nil && t.server.Leave(by, err) {
		t.seats[by-table.A].away = now
	}
	t.arrange(now)
}

// Cut takes in that a line has ended.
func (t *Table) Cut(by table.Seat, l table.Line, now time.Time) {
	if t.server.Cut(by, l) {
		t.seats[by-table.A].away = now
	}
}

// rule decides something for the club.
func (t *Table) rule(k table.Kind, arg uint32, text string, now time.Time) {
	_ = t.server.Rule(k, arg, text, now) // what the state refuses is not decided
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
	out, decided := t.server.Stored(), t.decided
	if t.snapshot {
		t.count = 0
	}
	t.unstored, t.decided, t.look, t.snapshot = nil, false, false, false
	if decided {
		t.server.Emitted(now)
	}
	show := t.publish()
	if !decided && now.Sub(t.asked) >= delayWait && t.State().Clocks.Running {
		// The time in which nothing could be stored counts for no one.
		t.rule(table.KindClock, uint32(t.State().Seat(t.State().Clocks.Side)), "", t.asked)
	}
	ago := t.ran(now)
	if len(out) > 0 {
		effects = append(effects, func() {
			for i := range out {
				out[i].Send(ago)
			}
		})
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

// Trimmed returns the first event that the records must keep.
func (t *Table) Trimmed() (keep uint32) { return t.server.Record().Base.N }

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
	for by := table.A; by <= table.B; by++ {
		if l := t.server.Line(by); l != nil {
			effects = append(effects, func() { l.Tell(&table.Message{Topic: table.TellLeave, Why: table.ErrMoved}, 0) })
		}
	}
	if t.audience != nil {
		effects = append(effects, t.audience.Leave)
	}
	return effects
}
