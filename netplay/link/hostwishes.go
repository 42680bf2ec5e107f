package link

import (
	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/table"
)

// wish makes a wish of the host's person.
func (h *hostLink) wish(k table.Kind, arg uint32, text string) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := h.server.Current()
	if h.closed || o == nil || h.front == nil {
		return ErrNoGame
	}
	f := h.front
	err := h.server.Wish(k, arg, text, h.now())
	h.attend()
	return f.refusal(k, arg, err)
}

// Accept returns [ErrNoOffer]: a host offers the rules.
func (h *hostLink) Accept() error { return ErrNoOffer }

// Guests returns the link itself.
func (h *hostLink) Guests() match.Guests { return h }

// Answer lets a guest who has knocked in, or turns them away.
func (h *hostLink) Answer(knock int, a match.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed && h.server != nil {
		h.desk.Answer(knock, a, h.now())
		h.attend()
	}
}

// Admit changes which guests are let in.
func (h *hostLink) Admit(a match.Admission) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.desk.Policy = a
	if h.closed || h.server == nil {
		return
	}
	for s, c := range h.conns {
		if c.watches && a.NoWatchers {
			s.Leave(wire.LeaveReason_LEAVE_REASON_QUIT)
		}
	}
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
	h.desk.Policy.InviteOnly = true
	h.attend()
	return keys.Invite{Addr: addr, Fingerprint: h.identity.Fingerprint(), Secret: h.secret}.String()
}
