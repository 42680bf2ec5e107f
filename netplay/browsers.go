package netplay

import (
	"net"

	"mancala/match"
	"mancala/netplay/listen"
)

// site describes the host to the server for browsers.
func (h *hostLink) site(enter func(nc net.Conn, far bool)) listen.Site {
	return listen.Site{
		Name: match.NameOr(h.cfg.Name, match.Host), Encrypted: !h.cfg.Insecure, Places: listen.BrowserPlaces(), Enter: enter,
		Watchers: func() bool {
			h.mu.Lock()
			defer h.mu.Unlock()
			return !h.room.desk.Policy.NoWatchers
		},
	}
}
