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
	h.room.desk.Answer(knock, a, h.now())
	h.attend()
}

// Admit changes which guests are let in.
func (h *hostLink) Admit(a match.Admission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.room.desk.Policy = a
	h.audience.forbid(a.NoWatchers)
	h.attend()
}

// Invite returns an invite, the same one for the same address while the link is open. From then on,
// only guests with an invite are let in.
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
	h.room.desk.Policy.InviteOnly = true
	h.attend()
	return keys.Invite{Addr: addr, Fingerprint: h.identity.Fingerprint(), Secret: h.room.secret}.String()
}

// Remove says goodbye to the guest in the seat. They can return to a running game if the host's
// person resumes it and their address is not barred.
func (h *hostLink) Remove(bar bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.room.dismiss(bar)
	if h.conn != nil {
		h.conn.flush()
	}
	h.attend()
}
