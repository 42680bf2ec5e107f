package link

import (
	"crypto/subtle"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/admission"
	"mancala/netplay/session"
)

// Hello says why someone does not come in.
func (h *hostLink) Hello(s *session.Conn, now time.Time) admission.Refusal {
	c, hello := h.conns[s], s.Hello()
	c.guest.Seeker, c.guest.Name, c.guest.Patient = s, hello.Name, hello.Wait
	c.guest.Invited = !h.secret.IsZero() && subtle.ConstantTimeCompare(hello.Invite, h.secret.Bytes()) == 1
	c.guest.Reads = session.NeedsConsent(h.cfg.Variant)
	if !hello.Watch {
		no := h.desk.Refuses(&c.guest, now)
		if no.Code == 0 {
			h.desk.Read(&c.guest, now)
		}
		return no
	}
	if no := h.desk.KeepsOut(&c.guest, now); no.Code != 0 {
		return no
	}
	return h.watches(c)
}

// watches gives a watcher a place, or says why there is none.
func (h *hostLink) watches(c *guestConn) admission.Refusal {
	most, all, of := h.cfg.Watchers, 0, 0
	if most == 0 {
		most = maxWatchers
	}
	for _, other := range h.conns {
		if other.watches && !other.Finished() {
			all++
			if other.guest.Addr == c.guest.Addr {
				of++
			}
		}
	}
	switch {
	case h.desk.Policy.NoWatchers:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS}
	case all >= most, of >= max(most/addressShare, 4) && !c.guest.Addr.Near():
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TOO_MANY}
	}
	c.watches = true
	h.strangers.Info(h.now(), "watching", "addr", c.addr)
	return admission.Refusal{}
}

// Accepted adds a guest to those who want the seat.
func (h *hostLink) Accepted(s *session.Conn, now time.Time) { h.desk.Ask(&h.conns[s].guest, now) }

// Follow says why a guest does not get their seat back now. A series that is closing takes no seat.
func (h *hostLink) Follow(s *session.Conn, o *session.Owned, now time.Time) admission.Refusal {
	c := h.conns[s]
	wait := h.resumes.wait(c.guest.Addr, now)
	switch aside, free := o != h.server.Current() && !o.Closing(), h.server.Current() == nil && h.waits; {
	case h.desk.Ledger.Barred(c.guest.Addr):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_BARRED}
	case wait > 0:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_TRY_LATER, Wait: wait}
	case aside && !h.aside.comes(o, free):
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_SET_ASIDE}
	case aside:
		h.reopen(o)
	}
	if !o.Closing() {
		h.seated = c
	}
	return admission.Refusal{}
}
