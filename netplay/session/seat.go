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
	c.upTo = 1
	c.server.notice(o, Joined{})
	if err := o.t.Rule(table.KindBegin, c.toss.begin(starter), "", now); err != nil { // it is the first event
		c.fail(err, nil)
		return
	}
	o.send()
}

// resume gives a guest their seat back who proves that it is theirs.
func (c *Conn) resume(f *wire.Follow, h table.Chain, now time.Time) error {
	if len(f.GetSeries()) != len(c.series) {
		return garbled("a series of %d bytes", len(f.GetSeries()))
	}
	c.series = [16]byte(f.GetSeries())
	o := c.server.owned[c.series]
	if o == nil || !o.hasBegun() || !proves(o.kept.Key, f.GetKey(), c.binding.Signed(c.series, f.GetN(), h), f.GetSignature()) {
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES})
		return nil
	}
	no := c.away(o, f, now)
	if no.Code == 0 {
		if err := o.attach(c, f.GetAttempt(), c.has, h, now); err != nil {
			no.Code = rejectCode(err)
		}
	}
	if no.Code != 0 {
		c.Reject(no)
	}
	return nil
}

// away returns why a guest does not get their seat back now.
func (c *Conn) away(o *Owned, f *wire.Follow, now time.Time) admission.Refusal {
	if f.GetAsks() && !o.Closing() {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE}
	}
	if wait := o.t.Outrun(table.B, f.GetAttempt(), now); wait > 0 {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	}
	if no := c.server.cfg.Admission.Follow(c, o, now); no.Code != 0 {
		return no
	}
	if c.server.Resume(o); o != c.server.current && !o.Closing() {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE}
	}
	return admission.Refusal{}
}

// followed passes the owner's answer on, just after the guest's frame. From then on events are
// sent, or the guest hands back.
func (c *Conn) followed(f table.Following, ago time.Duration) {
	c.following(f, ago)
	if f.N < c.has {
		c.back, c.missing = nil, c.has-f.N
		c.enter(handing, c.heard, followWait)
		return
	}
	c.upTo = f.N
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
		c.end(Ended{Fate: Cut, Err: err})
		return nil
	}
	if err != nil {
		return err
	}
	c.adopted = len(back)
	o.send()
	return nil
}
