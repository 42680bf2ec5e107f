package session

import (
	"errors"
	"fmt"
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
)

// changed passes changes of the series on, and asks that they are stored.
func (p *Player) changed(changes []table.Change) {
	p.output.Store = true
	for _, c := range changes {
		if c.Remembered {
			p.remembered++
		}
		p.output.Sync = p.output.Sync || c.Event.N != 0 && c.Event.Final()
		p.notice(Changed{&c})
	}
}

// onFollowing takes the owner's answer, and hands back the owner's lost events.
func (p *Player) onFollowing(now time.Time, m *wire.Following) error {
	if p.phase != following {
		return unexpected("Following")
	}
	if m.GetProtocol() != Version {
		return garbled("version %d", m.GetProtocol())
	}
	h, err := chainFrom(m.GetH())
	if err != nil {
		return err
	}
	back, tag, err := p.series.f.Following(table.Following{N: m.GetN(), H: h})
	switch {
	case err != nil:
		return err
	case back != nil:
		p.handBack(back, tag)
		return nil
	}
	p.upTo, p.emitted = m.GetN(), now.Add(-duration(m.GetAgoMs()))
	p.enter(playing, now, followWait)
	p.catchUp()
	return nil
}

// handBack sends events in as many frames as they need; the last one has the tag.
func (p *Player) handBack(events []table.Event, tag table.Tag) {
	const room = frames.MaxLarge - 64
	m, size := new(wire.HandBack), 0
	for i := range events {
		e := &wire.Event{Wish: &wire.Wish{}}
		fillEvent(e, &events[i], new(table.Tag))
		n := eventBytes(e)
		if size+n > room {
			p.send(&wire.Frame{Body: &wire.Frame_HandBack{HandBack: m}})
			m, size = new(wire.HandBack), 0
		}
		m.Events, size = append(m.Events, e), size+n
	}
	m.Tag = tag[:]
	p.send(&wire.Frame{Body: &wire.Frame_HandBack{HandBack: m}})
}

// eventBytes returns how many bytes an event needs within a HandBack.
func eventBytes(e *wire.Event) int { return wire.Size(e) + 4 }

// onEvent applies the next event.
func (p *Player) onEvent(now time.Time, m *wire.Event) error {
	if p.phase != playing && p.phase != beginning {
		return unexpected("Event")
	}
	e, tag, err := eventFromWire(m)
	switch {
	case err != nil:
		return err
	case tag == table.Tag{}:
		return garbled("an event without a tag")
	}
	changes, err := p.series.f.Apply(e, tag, now)
	if err != nil {
		return err
	}
	if p.phase == beginning {
		p.enter(playing, now, 0)
		p.notice(Joined{})
	}
	p.changed(changes)
	if e.N > p.upTo && e.By != p.series.kept.Self && e.Kind != table.KindPly {
		p.spend(&p.events, now)
	}
	if !p.deadline.IsZero() {
		p.deadline = now.Add(followWait) // for the next of those that were promised
	}
	p.catchUp()
	p.owe(now, changes)
	p.finish()
	return nil
}

// owe acknowledges events: at once after 16, or after an event from which a series may continue;
// otherwise soon. Before the last missed event it acknowledges only every 16.
func (p *Player) owe(now time.Time, changes []table.Change) {
	n, _ := p.series.f.Position()
	atOnce := n-p.told >= ackEvents
	for i := range changes {
		c := &changes[i]
		atOnce = atOnce || n >= p.upTo && (c.Began || c.Over || c.Event.N != 0 && c.Event.Final())
	}
	switch {
	case n == p.told:
	case atOnce:
		p.ack()
	case p.ackAt.IsZero() && n >= p.upTo:
		p.ackAt = now.Add(ackWait)
	}
}

// ack acknowledges all events.
func (p *Player) ack() {
	p.told, _ = p.series.f.Position()
	p.ackAt = time.Time{}
	p.sendAck(p.told)
}

// catchUp sends undecided wishes once no event is missing.
func (p *Player) catchUp() {
	send, changes, ok := p.series.f.CaughtUp()
	if !ok {
		return
	}
	p.deadline = time.Time{}
	if n, _ := p.series.f.Position(); n == p.upTo {
		p.series.f.RunsSince(p.emitted)
	}
	p.changed(changes)
	for i := range send {
		p.bring(&send[i])
	}
	p.ack()
	p.notice(CaughtUp{p.remembered})
	p.remembered = 0
	p.finish()
}

// bring sends a wish, which acknowledges the events that its player has seen.
func (p *Player) bring(w *table.Wish) {
	p.sendWish(w)
	if w.Seen >= p.told {
		p.told, p.ackAt = w.Seen, time.Time{}
	}
}

// finish ends the connection if the series has ended and nothing is undecided.
func (p *Player) finish() {
	if p.phase == playing && p.series.f.Over() {
		p.leave(wire.LeaveReason_LEAVE_REASON_QUIT, "")
		p.end(Ended{Fate: Over})
	}
}

// onRefused takes a refusal.
func (p *Player) onRefused(m *wire.Refused) (bool, error) {
	if p.phase != playing {
		return false, unexpected("Refused")
	}
	if m.GetCode() < 1 || m.GetCode() > math.MaxUint8 {
		return false, garbled("refusal %d", m.GetCode())
	}
	pending := p.series.f.Pending()
	changes, err := p.series.f.Refused(table.Refused{ID: m.GetId(), Code: table.Code(m.GetCode()), N: m.GetN()})
	if err != nil {
		return false, err
	}
	p.changed(changes)
	p.finish()
	return p.series.f.Pending() < pending, nil
}

// Wish makes a wish of this end's person; a ply is shown at once. The error is a [table.Code]. At a
// host, the first ply waits for the disk: a guest who has played can always come back, and one who
// has not makes room.
func (p *Player) Wish(k table.Kind, arg uint32, text string) error {
	if p.series == nil || p.phase == ended || p.phase == beginning {
		return table.Away
	}
	w, changes, err := p.series.f.Wish(k, arg, text)
	if err != nil {
		return err
	}
	p.changed(changes)
	if k == table.KindPly && !p.played && p.cfg.Series == nil && !p.terms.Club {
		p.played, p.output.Sync = true, true
	}
	if w != nil {
		p.bring(w)
	}
	return nil
}

// Leave says goodbye. If a game runs, a reason that keeps it ends the connection at once. Any other
// reason wishes the end of the series: the connection ends when that is decided.
func (p *Player) Leave(reason wire.LeaveReason) {
	switch {
	case p.phase == ended:
		return
	case p.series == nil || p.phase == beginning:
		p.leave(reason, "")
		p.end(Ended{Leave: reason})
		return
	case keeps(reason) && runs(p.series.f.State()):
		p.leave(reason, "")
		p.end(Ended{Fate: Kept, Leave: reason})
		return
	}
	// An end that is wished already, or has come, is as good.
	_ = p.Wish(table.KindEnd, uint32(reason), "")
}

// keeps reports whether a game left for this reason is kept.
func keeps(r wire.LeaveReason) bool {
	return r == wire.LeaveReason_LEAVE_REASON_CLOSED || r == wire.LeaveReason_LEAVE_REASON_LATER
}

// runs reports whether a game of a series runs.
func runs(s *table.State) bool {
	return s.Series != nil && s.Closed.N == 0 && s.Series.Match().Running()
}

// fail ends the connection because of the peer's action.
func (p *Player) fail(err error, payload []byte) {
	lie := (*table.Lie)(nil)
	switch {
	case errors.As(err, &lie):
		p.send(disagree(lie))
		p.end(Ended{Fate: Desynced, Lie: lie, Frame: append([]byte(nil), payload...), Err: err})
	case errors.Is(err, table.ErrElsewhere):
		p.leave(wire.LeaveReason_LEAVE_REASON_REPLACED, "")
		p.end(Ended{Fate: Elsewhere, Err: err})
	case errors.Is(err, table.ErrStale):
		p.leave(wire.LeaveReason_LEAVE_REASON_UNSPECIFIED, err.Error())
		p.end(Ended{Fate: GivenUp, Reject: wire.RejectCode_REJECT_CODE_STALE, Err: err})
	case errors.Is(err, ErrSilence), errors.Is(err, ErrTime):
		p.leave(faultReason(err), err.Error())
		p.end(Ended{Fate: Cut, Err: err})
	default:
		p.leave(faultReason(err), err.Error())
		p.end(Ended{Fate: Kept, Err: err})
	}
}

// disagree returns the frame that accuses the peer.
func disagree(l *table.Lie) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Disagree{Disagree: &wire.Disagree{
		Code: wire.Accusation(l.What), N: l.N, H: l.H[:],
	}}}
}

// end ends the connection. It reports the fate of a series only if there is one.
func (p *Player) end(e Ended) {
	if p.series == nil || p.phase == beginning {
		e.Fate = None
		p.series = nil
	} else {
		p.series.f.Cut()
		p.output.Store = p.output.Store || e.Fate != Elsewhere && !p.cfg.Asks // the other state is newer
	}
	p.phase = ended
	p.notice(e)
}

// onReject ends the connection. It gives up a series that the host no longer has, unless it has
// ended here.
func (p *Player) onReject(r *wire.Reject) error {
	if p.phase != greeting && p.phase != accepted && p.phase != following {
		return unexpected("Reject")
	}
	e := Ended{
		Fate: Kept, Reject: r.GetCode(), After: time.Duration(min(r.GetSeconds(), 3600)) * time.Second, Note: admission.TurnedAway(r),
		Err: turnedAway(r.GetCode()),
	}
	switch r.GetCode() {
	case wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES, wire.RejectCode_REJECT_CODE_STALE, wire.RejectCode_REJECT_CODE_HISTORY:
		e.Fate = GivenUp
		if p.series != nil && p.series.f.State().Closed.N != 0 {
			e.Fate = Over
		}
	}
	p.end(e)
	return nil
}

// onLeave ends the connection. Only an event ends the series.
func (p *Player) onLeave(l *wire.Leave) {
	e := Ended{Fate: Cut, Leave: l.GetReason(), Address: l.GetAddress(), Err: fmt.Errorf("the peer left: %s %q", l.GetReason(), match.CleanText(l.GetDetail()))}
	switch l.GetReason() {
	case wire.LeaveReason_LEAVE_REASON_TIMEOUT, wire.LeaveReason_LEAVE_REASON_MOVED:
	case wire.LeaveReason_LEAVE_REASON_REPLACED:
		e.Fate = Elsewhere
	case wire.LeaveReason_LEAVE_REASON_CLOSED, wire.LeaveReason_LEAVE_REASON_LATER:
		// The host comes back: its guest dials again, as after a cut.
	default:
		e.Fate = Kept
	}
	p.end(e)
}

// onDisagree ends the series: the other end accuses this one.
func (p *Player) onDisagree(d *wire.Disagree) error {
	if p.series == nil || p.phase == beginning {
		return unexpected("Disagree")
	}
	lie, err := lieFrom(d)
	if err != nil {
		return err
	}
	p.end(Ended{Fate: Desynced, Lie: lie, Err: fmt.Errorf("the owner says: %w", lie)})
	return nil
}

// lieFrom returns the lie that the peer accuses this end of.
func lieFrom(d *wire.Disagree) (*table.Lie, error) {
	h, err := chainFrom(d.GetH())
	if err != nil {
		return nil, err
	}
	what := d.GetCode()
	if what < 0 || what > math.MaxUint8 {
		what = 0
	}
	return &table.Lie{What: table.Accusation(what), N: d.GetN(), H: h}, nil
}

// NextTick returns the moment of the next call of Tick if nothing else happens before.
func (p *Player) NextTick() time.Time {
	next := p.line.NextTick()
	if !p.ackAt.IsZero() {
		next = earlier(next, p.ackAt)
	}
	return next
}

// Tick is as for the other ends.
func (p *Player) Tick(now time.Time) {
	if p.phase != ended && !p.ackAt.IsZero() && !now.Before(p.ackAt) {
		p.ack()
	}
	err := p.tick(now)
	if err != nil && p.phase == beginning {
		err = fmt.Errorf("%w: the first event is missing", err)
	}
	if err != nil {
		p.fail(err, nil)
	}
}

func (p *Player) lost(err error) { p.end(Ended{Fate: Cut, Err: err}) }
