package netplay

import (
	"cmp"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/admission"
	"mancala/netplay/limit"
)

// Limits on the guests at a host's door, besides the one in the seat. With an invite, twice as many
// are let in.
const (
	maxReaders = 32 // guests who read the rules
	maxQueue   = 32 // guests who have accepted the rules and wait
	maxCallers = 4  // both of these, from one address
)

// askWait is the longest time that a guest waits for the decision of the host's person, and
// speakEvery the shortest time between two events that tell that person of guests.
const (
	askWait    = 5 * time.Minute
	speakEvery = time.Second
)

// caller is the part of a host's session that the door looks at.
type caller struct {
	addr    limit.Address
	local   func() bool     // the guest is on this computer or in the local network
	invited bool            // has shown the secret of the invite
	patient bool            // wants to wait if the seat is taken
	granted bool            // the host's person has let the guest in
	belated bool            // has come to the queue while the seat was free
	lot     uint64          // decides among equals in the queue
	seated  bool            // has got the seat, not having had it before
	waits   wire.WaitReason // the reason why the guest waits, as last sent to the guest; known at the guest, too
	knock   int             // the number of the open knock, or 0
	shown   bool            // the host's person has heard of the knock
}

// trusted reports whether the host's person has let this guest in, by an invite or by an answer.
func (c *caller) trusted() bool { return c.invited || c.granted }

// refuses returns the reason why a guest who has just said Hello may not read the rules.
func (r *room) refuses(s *Session, now time.Time) admission.Refusal {
	if no := r.keepsOut(s, now); no.Code != 0 {
		return no
	}
	factor := 1
	if s.invited {
		factor = 2
	}
	switch of := r.callersFrom(s.addr); {
	case r.ticketed && !s.invited:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_INVITE_NEEDED}
	case r.full() && !r.yields() && !s.patient:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL}
	case r.full() && len(r.queue) >= factor*maxQueue && !r.outranks(s, now),
		needsConsent(s.cfg.Variant) && len(r.readers) >= factor*maxReaders, of >= maxCallers && !s.addr.Near():
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY}
	}
	return admission.Refusal{}
}

// keepsOut returns the reason why a guest may not come in, whether or not the seat is free.
func (r *room) keepsOut(s *Session, now time.Time) admission.Refusal {
	switch wait := r.ledger.Wait(s.addr, now); {
	case r.ledger.Barred(s.addr):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_BARRED}
	case s.trusted():
	case r.admission.InviteOnly:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_INVITE_NEEDED}
	case wait > 0 && !s.addr.Near():
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	}
	return admission.Refusal{}
}

// callersFrom returns the number of guests from an address who read or wait.
func (r *room) callersFrom(a limit.Address) (n int) {
	for _, s := range slices.Concat(r.readers, r.queue) {
		if s.addr == a {
			n++
		}
	}
	return n
}

// welcome adds a guest who starts to read the rules.
func (r *room) welcome(s *Session, now time.Time) {
	r.readers = append(r.readers, s)
	r.tell(now)
}

// ask adds a guest who has read the rules to the queue for the seat.
func (r *room) ask(s *Session, now time.Time) {
	r.forget(s)
	s.belated, s.lot = !r.full(), r.draw()
	r.queue = append(r.queue, s)
	r.tick(now)
	if len(r.queue) <= maxQueue {
		return
	}
	last := s // among equals the newest
	for _, other := range r.queue {
		if r.prefers(last, other, now) {
			last = other
		}
	}
	if !last.trusted() {
		r.turnAway(last, admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY})
	}
}

// outranks reports whether a full queue makes room for a guest.
func (r *room) outranks(s *Session, now time.Time) bool {
	return slices.ContainsFunc(r.queue, func(other *Session) bool { return r.prefers(s, other, now) })
}

// prefers reports whether a full queue keeps s rather than other: one who ranks higher, or an equal
// whose address would still have fewer guests in the queue than the other's.
func (r *room) prefers(s, other *Session, now time.Time) bool {
	if order := r.rank(s, other, now); order != 0 {
		return order < 0
	}
	from := func(a limit.Address) (n int) {
		for _, q := range r.queue {
			if q != s && q.addr == a {
				n++
			}
		}
		return n
	}
	return s.addr != other.addr && from(other.addr) > from(s.addr)+1
}

// compare orders the queue: by rank; then come those who have waited while the seat was taken, by
// lot, so that those who come first or most often have no advantage. Lots are drawn again each time
// the seat is given: no one waits for good.
func (r *room) compare(a, b *Session, now time.Time) int {
	order := r.rank(a, b, now)
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

// rank compares two guests: first come the trusted, then those whose addresses have wasted the seat
// least.
func (r *room) rank(a, b *Session, now time.Time) int {
	switch {
	case a.trusted() && b.trusted():
		return 0
	case a.trusted():
		return -1
	case b.trusted():
		return 1
	}
	return cmp.Compare(r.ledger.Debt(a.addr, now), r.ledger.Debt(b.addr, now))
}

// forget removes a session from the lists of the door.
func (r *room) forget(s *Session) {
	r.endKnock(s)
	same := func(other *Session) bool { return other == s }
	r.readers, r.queue = slices.DeleteFunc(r.readers, same), slices.DeleteFunc(r.queue, same)
}

// tick decides who gets the seat, and tells the host's person about changes at the door. Call it
// after every event, and at the time that nextTick returns.
func (r *room) tick(now time.Time) {
	for _, a := range r.debts {
		r.ledger.Waste(a, now)
	}
	r.debts = nil
	r.watchSeat(now)
	slices.SortStableFunc(r.queue, func(a, b *Session) int { return r.compare(a, b, now) })
	for _, s := range slices.Clone(r.queue) {
		r.consider(s, now)
	}
	r.tell(now)
}

// consider decides about a guest who wants the seat.
func (r *room) consider(s *Session, now time.Time) {
	no := r.keepsOut(s, now)
	switch {
	case s.phase != accepted: // turned away together with another one
	case no.Code != 0:
		r.turnAway(s, no)
	case r.full() && !s.patient && !s.granted && !r.yields():
		r.turnAway(s, admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL})
	case r.full(), r.ledger.Pause(now) > 0 && !s.trusted():
		r.hold(s, wire.WaitReason_WAIT_REASON_FULL, now)
	case r.asks(s):
		r.hold(s, wire.WaitReason_WAIT_REASON_ASKED, now)
	default:
		r.give(s, now)
	}
}

// asks reports whether the host's person is asked before a guest comes in.
func (r *room) asks(s *Session) bool {
	switch {
	case s.trusted(), r.admission.Ask == match.AskNone:
		return false
	case r.admission.Ask == match.AskAll:
		return true
	}
	return !s.addr.Near() && !(s.local != nil && s.local())
}

// hold makes a guest wait, and tells them the reason.
func (r *room) hold(s *Session, why wire.WaitReason, now time.Time) {
	if s.waits == why {
		return
	}
	s.waits = why
	r.endKnock(s)
	limit := time.Duration(0)
	if why == wire.WaitReason_WAIT_REASON_ASKED {
		r.knocks++
		s.knock, limit = r.knocks, askWait
	}
	s.enter(accepted, now, limit)
	s.send(&wire.Frame{Body: &wire.Frame_Waiting{Waiting: &wire.Waiting{Reason: why}}})
	r.changed = append(r.changed, s)
}

// give gives a guest the seat.
func (r *room) give(s *Session, now time.Time) {
	r.forget(s)
	r.session, r.seatAddr, s.seated = s, s.addr, true
	for _, other := range r.queue {
		other.belated, other.lot = false, r.draw()
	}
	s.seat(now)
	r.changed = append(r.changed, s)
}

// turnAway turns a guest away.
func (r *room) turnAway(s *Session, no admission.Refusal) {
	s.reject(no)
	r.changed = append(r.changed, s)
}

// answer carries out the host's answer to a knock.
func (r *room) answer(knock int, a match.Answer, now time.Time) {
	i := slices.IndexFunc(r.queue, func(s *Session) bool { return s.knock == knock && knock > 0 })
	if i < 0 {
		return
	}
	switch s := r.queue[i]; a {
	case match.LetIn:
		r.endKnock(s)
		s.granted = true
	case match.Never:
		r.ledger.Bar(s.addr)
	default:
		r.turnAway(s, admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NOT_NOW})
	}
	r.tick(now)
}

// endKnock notes that a knock no longer needs an answer.
func (r *room) endKnock(s *Session) {
	if s.knock > 0 && s.shown {
		r.events = append(r.events, match.KnockEnded{Knock: s.knock})
	}
	s.knock, s.shown = 0, false
}

// tell tells the host's person about the guests at the door, at most once a second.
func (r *room) tell(now time.Time) {
	if r.full() { // an event of the seat has replaced the view of the door
		r.shown = nil
	}
	if !r.spoke.IsZero() && now.Sub(r.spoke) < speakEvery {
		return
	}
	if s := r.oldestKnock(); s != nil {
		s.shown, r.spoke = true, now
		r.events = append(r.events, match.Knocked{Knock: s.knock, Peer: s.peer, Addr: address.WithoutPort(s.cfg.PeerAddr)})
		return
	}
	if names := r.deciding(); !slices.Equal(names, r.shown) {
		r.shown, r.spoke = names, now
		r.events = append(r.events, match.Deciding{Peers: names})
	}
}

// oldestKnock returns the guest whose knock is the oldest that the host's person has not heard of;
// nil if there is none.
func (r *room) oldestKnock() (oldest *Session) {
	for _, s := range r.queue {
		if untold(s) && (oldest == nil || s.knock < oldest.knock) {
			oldest = s
		}
	}
	return oldest
}

// untold reports whether a guest knocks and the host's person has not heard of it.
func untold(s *Session) bool { return s.knock > 0 && !s.shown }

// deciding returns the names of the guests who read the rules while the seat is free.
func (r *room) deciding() (names []string) {
	if r.full() {
		return nil
	}
	for _, s := range r.readers {
		if needsConsent(s.cfg.Variant) {
			names = append(names, s.peer)
		}
	}
	return names
}

// nextTick returns the time of the next call of tick if nothing else happens before; the zero time
// means never.
func (r *room) nextTick(now time.Time) time.Time {
	var next time.Time
	at := func(t time.Time) {
		if next.IsZero() || t.Before(next) {
			next = t
		}
	}
	if slices.ContainsFunc(r.queue, untold) || !slices.Equal(r.deciding(), r.shown) {
		at(r.spoke.Add(speakEvery))
	}
	if len(r.queue) > 0 {
		if pause := r.ledger.Pause(now); pause > 0 && !r.full() {
			at(now.Add(pause))
		}
		if due, acts := r.stall.due(); acts {
			at(due)
		}
	}
	return next
}

// drain returns the events since the last call, and the sessions that have something to send.
func (r *room) drain() (events []match.Event, changed []*Session) {
	events, changed = r.events, r.changed
	r.events, r.changed = nil, nil
	return events, changed
}
