package newgame

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// hosting is a game that waits for guests, or is being played with one.
type hosting struct {
	ports     *ports.Ports
	scene     *scene.Scene
	admission match.Admission // the present admission
	route     bool            // ask the router to open the port
	port      ports.OpenedPort
	opening   ports.Opening // the progress of the router, if it was asked
	shown     int           // the newest knock shown to the user
	answered  map[int]bool  // knocks
}

// newHosting returns the hosting of a scene, configured from the settings.
func newHosting(shell page.Shell, sc *scene.Scene) *hosting {
	now := shell.Shared().Settings.Now()
	return &hosting{ports: shell.Shared().Ports, scene: sc, admission: now.Admission, route: now.OpenPort, shown: -1, answered: map[int]bool{}}
}

// invite returns an invite for an address. From then on, guests need an invite. It returns "" if
// invites are impossible.
func (h *hosting) invite(addr string) string {
	guests := h.scene.Link().Guests()
	if guests == nil {
		return ""
	}
	text := guests.Invite(addr)
	if text != "" {
		h.admission.InviteOnly = true
	}
	return text
}

// admit sets whether guests need an invite.
func (h *hosting) admit(inviteOnly bool) {
	h.admission.InviteOnly = inviteOnly
	if guests := h.scene.Link().Guests(); guests != nil {
		guests.Admit(h.admission)
	}
}

// knocks returns the guests waiting for an answer.
func (h *hosting) knocks() []table.Knocked {
	return slices.DeleteFunc(slices.Clone(h.scene.Door().Knocks()), func(k table.Knocked) bool { return h.answered[k.Knock] })
}

// answer answers a knock. If the last guest has gone, admitting one also waits for guests again.
func (h *hosting) answer(knock int, a match.Answer) {
	h.answered[knock] = true
	if a == match.LetIn {
		h.scene.WaitAgain()
	}
	if guests := h.scene.Link().Guests(); guests != nil {
		guests.Answer(knock, a)
	}
}

// follow asks the router to open the port as soon as the host is listening, and reports whether
// there is news from the router.
func (h *hosting) follow() bool {
	if !h.route || h.ports.OpenPort == nil {
		return false
	}
	if addr := h.scene.Door().Listening().Addr; h.port == nil && addr != "" {
		h.port = h.ports.OpenPort(addr)
	}
	if h.port == nil {
		return false
	}
	o, changed := h.port.Opening()
	h.opening = o
	return changed
}

// asksRouter reports whether the router was asked.
func (h *hosting) asksRouter() bool { return h.port != nil }

// addresses returns the addresses at which guests can reach this host, best first: the public one
// precedes the others.
func (h *hosting) addresses() []string {
	list := h.scene.Door().Listening().Reachable
	if h.opening.State == ports.PortOpen && h.opening.Public != "" {
		return append([]string{h.opening.Public}, list...)
	}
	return list
}

// close asks the router to close the port.
func (h *hosting) close() {
	if h.port != nil {
		h.port.Close()
	}
	h.port, h.route = nil, false
}
