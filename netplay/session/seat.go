package session

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/netplay/admission"
)

// Seat gives the seat to a guest who has accepted, while it is free. At any other time it does
// nothing. The first game begins with it or, with a coin toss, with the guest's nonce.
func (c *Conn) Seat(now time.Time) {
	if c.phase != accepted || c.server.current != nil {
		return
	}
	if c.toss.on && bytes.Equal(c.toss.bound, commitment(c.series, table.A, c.toss.nonce)) {
		c.fail(fmt.Errorf("%w: %w", ErrToss, errTossCopied), nil)
		return
	}
	cfg := &c.server.cfg
	o, err := c.server.begin(Record{
		Terms: table.Terms{Series: c.series, Variant: cfg.Variant}, Self: table.A, Key: c.key, Tossed: c.toss.on,
		Peer: c.hello.Name, Computer: c.hello.Computer,
	}, c, now)
	if err != nil {
		c.fail(err, nil)
		return
	}
	c.owned, o.newest = o, c
	seated := &wire.Seated{Seat: uint32(table.B)}
	if c.toss.on {
		seated.Nonce = c.toss.nonce
	}
	c.send(&wire.Frame{Body: &wire.Frame_Seated{Seated: seated}})
	c.enter(tossing, now, tossWait)
	if !c.toss.on {
		c.begin(now, table.SeatOf(cfg.First.Party()))
	}
	c.server.wake(c)
}

// onToss checks the guest's part of the coin toss.
func (c *Conn) onToss(now time.Time, t *wire.Toss) error {
	if c.phase != tossing {
		return unexpected("Toss")
	}
	if !c.toss.opens(c.series, table.B, t.GetNonce()) {
		return fmt.Errorf("%w: %w", ErrToss, errTossForged)
	}
	c.begin(now, c.toss.starter(t.GetNonce()))
	return nil
}

// begin begins the first game. The guest has to acknowledge it.
func (c *Conn) begin(now time.Time, starter table.Seat) {
	o := c.owned
	c.enter(playing, now, tossWait)
	c.followN = 1
	c.server.notice(o, Joined{})
	if err := o.t.Rule(table.KindBegin, c.toss.begin(starter), "", now); err != nil { // it is the first event
		c.fail(err, nil)
		return
	}
	o.send()
}

// onFollow continues the series of a seat's owner.
func (c *Conn) onFollow(now time.Time, m *wire.Follow) error {
	if c.phase != greeting {
		return unexpected("Follow")
	}
	h, err := chainFrom(m.GetH())
	switch {
	case err != nil:
		return err
	case len(m.GetSeries()) != len(c.series):
		return garbled("a series of %d bytes", len(m.GetSeries()))
	}
	c.series = [16]byte(m.GetSeries())
	if no := version(m.GetMinProtocol(), m.GetMaxProtocol()); no.Code != 0 {
		c.Reject(no)
		return nil
	}
	o := c.server.owned[c.series]
	if o == nil || !o.hasBegun() || !proves(o.kept.Key, m.GetKey(), c.binding.Signed(c.series, m.GetN(), h), m.GetSignature()) {
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES})
		return nil
	}
	if m.GetAsks() && !o.Closing() {
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE})
		return nil
	}
	if wait := o.t.Outrun(table.B, m.GetAttempt(), now); wait > 0 {
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait})
		return nil
	}
	no := c.server.cfg.Admission.Follow(c, o, now)
	if no.Code == 0 {
		if c.server.Resume(o); o != c.server.current && !o.Closing() {
			no.Code = wire.RejectCode_REJECT_CODE_SET_ASIDE
		}
	}
	if no.Code != 0 {
		c.Reject(no)
		return nil
	}
	c.enter(following, now, followWait)
	if err := o.attach(c, m.GetAttempt(), m.GetN(), h, now); err != nil {
		c.Reject(admission.Refusal{Code: rejectCode(err)})
	}
	return nil
}

// following passes the owner's answer on, just after the guest's frame. From then on events are
// sent, or the guest hands back.
func (c *Conn) following(f table.Following, ago time.Duration) {
	c.line.following(f, ago)
	if f.N < c.followN {
		c.back, c.missing = nil, c.followN-f.N
		c.enter(handing, c.heard, followWait)
		return
	}
	c.followN = f.N
	c.enter(playing, c.heard, followWait)
	c.server.show()
}

// onHandBack takes events that the owner has lost, as a whole or not at all: the last frame has the
// tag.
func (c *Conn) onHandBack(now time.Time, m *wire.HandBack) error {
	if c.phase != handing {
		return unexpected("HandBack")
	}
	n := len(c.back) + len(m.GetEvents())
	if n > int(min(c.missing, maxReplay)) || len(m.GetEvents()) == 0 {
		return garbled("%d events handed back, of %d", n, c.missing)
	}
	for _, w := range m.GetEvents() {
		e, _, err := eventFromWire(w)
		if err != nil {
			return err
		}
		c.back = append(c.back, e)
	}
	if len(m.GetTag()) == 0 {
		return nil
	}
	tag, err := shortFrom("a tag", m.GetTag())
	if err != nil {
		return err
	}
	return c.adopt(tag, now)
}

// adopt gives the owner the events handed back. Foreign events end only the connection.
func (c *Conn) adopt(tag table.Tag, now time.Time) error {
	o, back := c.owned, c.back
	c.back = nil
	err := o.t.HandBack(table.B, back, tag, now)
	if errors.Is(err, table.ErrHistory) {
		st := o.t.State()
		c.send(disagree(&table.Lie{What: table.History, N: st.N, H: st.H}))
		c.gone(Ended{Fate: Cut, Err: err})
		return nil
	}
	if err != nil {
		return err
	}
	c.adopted = len(back)
	o.send()
	return nil
}

// onWish passes a wish on to the owner.
func (c *Conn) onWish(now time.Time, m *wire.Wish) (bool, error) {
	if c.phase != playing {
		return false, unexpected("Wish")
	}
	w, err := wishFromWire(m)
	if err != nil {
		return false, err
	}
	if w.Seen > c.sent {
		return false, garbled("event %d was never sent", w.Seen)
	}
	o := c.owned
	before := o.t.State().N
	err = o.t.Wish(table.B, w, now)
	o.send()
	if err != nil {
		return false, err
	}
	c.acknowledged(w.Seen)
	o.finish()
	return o.t.State().N > before, nil
}

// onAck takes an acknowledgement, and reports whether it is a new one.
func (c *Conn) onAck(now time.Time, m *wire.Ack) (bool, error) {
	n := m.GetN()
	switch {
	case c.phase != playing:
		return false, unexpected("Ack")
	case n > c.sent:
		return false, garbled("event %d was never sent", n)
	}
	progress := n > c.acked
	switch catchesUp := !c.deadline.IsZero(); {
	case catchesUp && n >= c.followN:
		c.deadline, progress = time.Time{}, true
		c.notice(CaughtUp{c.adopted})
	case catchesUp && progress:
		c.deadline = now.Add(followWait)
	}
	c.acknowledged(n)
	o := c.owned
	if err := o.t.Acked(table.B, n, now); err != nil {
		return false, err
	}
	o.send()
	o.finish()
	return progress, nil
}

// acknowledged makes room for further events.
func (c *Conn) acknowledged(n uint32) {
	c.delivery.acknowledged(n)
	if n > 0 {
		c.owned.begun = true
	}
}

// onDisagree ends the series: the guest accuses the owner.
func (c *Conn) onDisagree(m *wire.Disagree) error {
	if c.owned == nil {
		return unexpected("Disagree")
	}
	lie, err := lieFrom(m)
	if err != nil {
		return err
	}
	o := c.owned
	c.close()
	o.desync(Ended{Lie: lie})
	return nil
}

func (c *Conn) pump() {
	if c.phase != playing {
		return
	}
	if err := c.delivery.pump(&c.line); err != nil {
		c.fail(err, nil)
	}
}
