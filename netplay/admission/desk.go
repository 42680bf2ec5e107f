package admission

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"mancala/internal/table"
	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/netplay/limit"
)

// Limits on the guests besides the one in the seat. With an invite, twice as many
// are let in.
const (
	MaxReaders = 32 // guests who read the rules
	MaxQueue   = 32 // guests who have accepted the rules and wait
)

// askWait is the longest wait of a guest for the decision of the host's person. speakEvery is the
// shortest time between two events that show guests to that person. seatPause is how long the seat
// stays closed to strangers after one has wasted it: that person gets a moment between two guests
// who do not play.
const (
	askWait    = 5 * time.Minute
	speakEvery = time.Second
	seatPause  = time.Second
)

// Desk decides which of a host's guests gets the seat, and tells the host's person about them. Make
// one with [NewDesk]. It is not safe for concurrent use.
type Desk struct {
	// Policy says which guests are let in.
	Policy match.Admission
	// Strangers counts the callers and who wastes the seat. The desk's owner may count other kinds
	// there.
	Strangers limit.Strangers
	// Draw draws a lot for a guest in the queue.
	Draw func() uint64

	seat    Seat
	stall   stall
	barred  map[limit.Address]bool
	wasted  time.Time       // when the seat was wasted last, or became free after it
	debts   []limit.Address // of guests who have just wasted the seat
	readers []*Guest        // have the rules before them, oldest first
	queue   []*Guest        // have accepted and wait for the seat, the best first
	knocks  int             // so far
	spoke   time.Time       // when the host's person last heard of a guest
	shown   []string        // the names in the last Deciding
	events  []table.News
}

// NewDesk returns a desk for a seat, with no guests.
func NewDesk(seat Seat, policy match.Admission) *Desk {
	return &Desk{Policy: policy, barred: map[limit.Address]bool{}, Draw: rand.Uint64, seat: seat}
}

// Refuses returns the reason why a guest who has just said Hello may not read the rules.
func (d *Desk) Refuses(g *Guest, now time.Time) Refusal {
	if no := d.KeepsOut(g, now); no.Code != 0 {
		return no
	}
	factor := 1
	if g.Invited {
		factor = 2
	}
	switch many, _ := d.Strangers.Full(limit.Callers, g.Addr); {
	case d.seat.Full() && !d.yields() && !g.Patient:
		return Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL}
	case d.seat.Full() && len(d.queue) >= factor*MaxQueue && !d.outranks(g, now),
		g.Reads && len(d.readers) >= factor*MaxReaders, many:
		return Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY}
	}
	return Refusal{}
}

// KeepsOut returns the reason why a guest may not come in, whether or not the seat is free.
func (d *Desk) KeepsOut(g *Guest, now time.Time) Refusal {
	switch wait := d.Strangers.Wait(limit.Wastes, g.Addr, now); {
	case d.barred[g.Addr]:
		return Refusal{Code: wire.RejectCode_REJECT_CODE_BARRED}
	case g.trusted():
	case d.Policy.InviteOnly:
		return Refusal{Code: wire.RejectCode_REJECT_CODE_INVITE_NEEDED}
	case wait > 0:
		return Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	}
	return Refusal{}
}

// Bar keeps an address out from now on, and Barred reports whether it is kept out.
func (d *Desk) Bar(a limit.Address)         { d.barred[a] = true }
func (d *Desk) Barred(a limit.Address) bool { return d.barred[a] }

// Read adds a guest who starts to read the rules.
func (d *Desk) Read(g *Guest, now time.Time) {
	d.readers = append(d.readers, g)
	d.Strangers.Add(limit.Callers, g.Addr, 1)
	d.tell(now)
}

// Ask adds a guest who has read the rules to the queue for the seat.
func (d *Desk) Ask(g *Guest, now time.Time) {
	d.Forget(g)
	g.waiting, g.belated, g.lot = true, !d.seat.Full(), d.Draw()
	d.queue = append(d.queue, g)
	d.Strangers.Add(limit.Callers, g.Addr, 1)
	d.Tick(now)
	if len(d.queue) <= MaxQueue {
		return
	}
	last := g // among equals the newest
	for _, other := range d.queue {
		if d.prefers(last, other, now) {
			last = other
		}
	}
	if !last.trusted() {
		d.turnAway(last, Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY})
	}
}

// outranks reports whether a full queue makes room for a guest.
func (d *Desk) outranks(g *Guest, now time.Time) bool {
	return slices.ContainsFunc(d.queue, func(other *Guest) bool { return d.prefers(g, other, now) })
}

// prefers reports whether a full queue keeps g rather than other: a guest of higher rank, or an
// equal whose address would still have fewer guests in the queue.
func (d *Desk) prefers(g, other *Guest, now time.Time) bool {
	if order := d.rank(g, other, now); order != 0 {
		return order < 0
	}
	from := func(a limit.Address) (n int) {
		for _, q := range d.queue {
			if q != g && q.Addr == a {
				n++
			}
		}
		return n
	}
	return g.Addr != other.Addr && from(other.Addr) > from(g.Addr)+1
}

// compare orders the queue by rank, then by lot for guests who waited while the seat was taken, so
// coming first or most often is no advantage. Each time the seat is given, new lots are drawn, so
// no one waits for ever.
func (d *Desk) compare(a, b *Guest, now time.Time) int {
	order := d.rank(a, b, now)
	switch {
	case order != 0:
		return order
	case a.belated != b.belated && b.belated:
		return -1
	case a.belated != b.belated:
		return 1
	}
	return cmp.Compare(a.lot, b.lot)
}

// rank compares two guests: first come trusted ones, then guests of addresses that wasted the seat
// least.
func (d *Desk) rank(a, b *Guest, now time.Time) int {
	switch {
	case a.trusted() && b.trusted():
		return 0
	case a.trusted():
		return -1
	case b.trusted():
		return 1
	}
	return cmp.Compare(d.Strangers.Debt(limit.Wastes, a.Addr, now), d.Strangers.Debt(limit.Wastes, b.Addr, now))
}

// Forget removes a guest who does not want the seat any more.
func (d *Desk) Forget(g *Guest) {
	d.endKnock(g)
	g.waiting = false
	same, before := func(other *Guest) bool { return other == g }, len(d.readers)+len(d.queue)
	d.readers, d.queue = slices.DeleteFunc(d.readers, same), slices.DeleteFunc(d.queue, same)
	if len(d.readers)+len(d.queue) < before {
		d.Strangers.Leave(limit.Callers, g.Addr)
	}
}

// Tick decides who gets the seat, and tells the host's person about changes. Call it after every
// event, and at the time that NextTick returns.
func (d *Desk) Tick(now time.Time) {
	for _, a := range d.debts {
		d.Strangers.Waste(limit.Wastes, a, now)
		d.wasted = now
	}
	d.debts = nil
	d.watchSeat(now)
	slices.SortStableFunc(d.queue, func(a, b *Guest) int { return d.compare(a, b, now) })
	for _, g := range slices.Clone(d.queue) {
		d.consider(g, now)
	}
	d.tell(now)
}

// consider decides about a guest who wants the seat.
func (d *Desk) consider(g *Guest, now time.Time) {
	no := d.KeepsOut(g, now)
	switch {
	case !g.waiting: // turned away together with another one
	case no.Code != 0:
		d.turnAway(g, no)
	case d.seat.Full() && !g.Patient && !g.granted && !d.yields():
		d.turnAway(g, Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL})
	case d.seat.Full(), d.pause(now) > 0 && !g.trusted():
		d.hold(g, wire.WaitReason_WAIT_REASON_FULL, now)
	case d.asks(g):
		d.hold(g, wire.WaitReason_WAIT_REASON_ASKED, now)
	default:
		d.give(g, now)
	}
}

// asks reports whether the host's person is asked before a guest comes in.
func (d *Desk) asks(g *Guest) bool {
	switch {
	case g.trusted(), d.Policy.Ask == match.AskNone:
		return false
	case d.Policy.Ask == match.AskAll:
		return true
	}
	return !g.Addr.Near() && !(g.Local != nil && g.Local())
}

// hold makes a guest wait, and tells them the reason.
func (d *Desk) hold(g *Guest, why wire.WaitReason, now time.Time) {
	if g.Waits == why {
		return
	}
	g.Waits = why
	d.endKnock(g)
	limit := time.Duration(0)
	if why == wire.WaitReason_WAIT_REASON_ASKED {
		d.knocks++
		g.knock, limit = d.knocks, askWait
	}
	g.Seeker.Wait(why, limit, now)
}

// turnAway turns a guest away.
func (d *Desk) turnAway(g *Guest, no Refusal) {
	d.Forget(g)
	g.Seeker.Reject(no)
}

// give gives a guest the seat.
func (d *Desk) give(g *Guest, now time.Time) {
	d.Forget(g)
	for _, other := range d.queue {
		other.belated, other.lot = false, d.Draw()
	}
	g.Seeker.Seat(now)
}

// Answer carries out the host's answer to a knock.
func (d *Desk) Answer(knock int, a match.Answer, now time.Time) {
	i := slices.IndexFunc(d.queue, func(g *Guest) bool { return g.knock == knock && knock > 0 })
	if i < 0 {
		return
	}
	switch g := d.queue[i]; a {
	case match.LetIn:
		d.endKnock(g)
		g.granted = true
	case match.Never:
		d.Bar(g.Addr)
	default:
		d.turnAway(g, Refusal{Code: wire.RejectCode_REJECT_CODE_NOT_NOW})
	}
	d.Tick(now)
}

// endKnock notes that a knock no longer needs an answer.
func (d *Desk) endKnock(g *Guest) {
	if g.knock > 0 && g.shown {
		d.events = append(d.events, table.KnockEnded{Knock: g.knock})
	}
	g.knock, g.shown = 0, false
}

// tell tells the host's person about the guests, at most once a second.
func (d *Desk) tell(now time.Time) {
	if d.seat.Full() { // an event of the seat has replaced the view of the guests
		d.shown = nil
	}
	if !d.spoke.IsZero() && now.Sub(d.spoke) < speakEvery {
		return
	}
	if g := d.oldestKnock(); g != nil {
		g.shown, d.spoke = true, now
		d.events = append(d.events, table.Knocked{Knock: g.knock, Peer: g.Name, Addr: g.From})
		return
	}
	if names := d.deciding(); !slices.Equal(names, d.shown) {
		d.shown, d.spoke = names, now
		d.events = append(d.events, table.Deciding{Peers: names})
	}
}

// oldestKnock returns the guest with the oldest knock not yet shown to the host's person; nil if
// there is none.
func (d *Desk) oldestKnock() (oldest *Guest) {
	for _, g := range d.queue {
		if untold(g) && (oldest == nil || g.knock < oldest.knock) {
			oldest = g
		}
	}
	return oldest
}

// untold reports whether a guest knocks and the host's person has not heard of it.
func untold(g *Guest) bool { return g.knock > 0 && !g.shown }

// deciding returns the names of the guests who read the rules while the seat is free.
func (d *Desk) deciding() (names []string) {
	if d.seat.Full() {
		return nil
	}
	for _, g := range d.readers {
		if g.Reads {
			names = append(names, g.Name)
		}
	}
	return names
}

// NextTick returns the time of the next call of Tick if nothing else happens before; the zero time
// means never.
func (d *Desk) NextTick(now time.Time) time.Time {
	var next time.Time
	at := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	if slices.ContainsFunc(d.queue, untold) || !slices.Equal(d.deciding(), d.shown) {
		at(d.spoke.Add(speakEvery))
	}
	if len(d.queue) > 0 {
		if pause := d.pause(now); pause > 0 && !d.seat.Full() {
			at(now.Add(pause))
		}
		if due, acts := d.stall.due(); acts {
			at(due)
		}
	}
	return next
}

// pause returns how long the seat stays closed to strangers because a guest wasted it; zero if it
// is open.
func (d *Desk) pause(now time.Time) time.Duration {
	return min(max(d.wasted.Add(seatPause).Sub(now), 0), seatPause)
}

// Owe records that the guest at an address has wasted the seat, from the next Tick on.
func (d *Desk) Owe(a limit.Address) { d.debts = append(d.debts, a) }

// Events returns the events since the last call, for the host's person.
func (d *Desk) Events() []table.News {
	events := d.events
	d.events = nil
	return events
}
