package netplay

import (
	"mancala/match"
	"mancala/netplay/keys"
)

// Door returns the link itself.
func (h *hostLink) Door() match.Door { return h }

// Answer lets a guest who has knocked in, or turns them away.
func (h *hostLink) Answer(knock int, a match.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.room.answer(knock, a, h.now())
	h.attend()
}

// Admit changes who is let in.
func (h *hostLink) Admit(a match.Admission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.room.admission = a
	h.audience.forbid(a.NoWatchers)
	h.attend()
}

// Invite returns an invite, the same for the same address as long as the link is open, and lets in
// only those who have one from now on.
func (h *hostLink) Invite(addr string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.identity == nil {
		return ""
	}
	if err := h.inviteSecret(); err != nil {
		h.log.Warn("no invite", "reason", err.Error())
		return ""
	}
	h.room.admission.InviteOnly = true
	h.attend()
	return keys.Invite{Addr: addr, Fingerprint: h.identity.Fingerprint(), Secret: h.room.secret}.String()
}

// Remove says goodbye to the guest in the seat, who may come back to a game that runs if the host's
// person takes it up again and their address is not barred.
func (h *hostLink) Remove(bar bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.room.dismiss(bar)
	if h.conn != nil {
		h.conn.flush()
	}
	h.attend()
}
