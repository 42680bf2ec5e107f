//go:build !js

package web

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// Names is a set of names on the internet that lead to a program. The zero value is empty. It is
// safe for concurrent use.
type Names struct {
	mu  sync.Mutex
	set map[string]bool
}

// NamesOf returns the set of the hosts of some addresses, each with or without a port.
func NamesOf(addrs ...string) *Names {
	n := new(Names)
	n.Add(addrs...)
	return n
}

// Add adds the hosts of addresses, each with or without a port.
func (n *Names) Add(addrs ...string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.set == nil {
		n.set = map[string]bool{}
	}
	for _, addr := range addrs {
		if host := hostOf(addr); host != "" {
			n.set[host] = true
		}
	}
}

// Has reports whether the host of an address, with or without a port, is in the set.
func (n *Names) Has(addr string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.set[hostOf(addr)]
}

// hostOf returns the host of an address with or without a port: in small letters, without brackets,
// and without the dot that may end a name.
func hostOf(addr string) string {
	host := addr
	if h, _, err := net.SplitHostPort(addr); err == nil {
		host = h
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

// local reports whether a browser that has requested this host and port cannot have been led here
// by a DNS name. A stranger who owns such a name can make it resolve to this computer after the
// browser has loaded the stranger's page from it, so that the page has our origin (DNS rebinding).
func local(hostport string) bool {
	host := hostOf(hostport)
	if _, err := netip.ParseAddr(host); err == nil {
		return true
	}
	if !strings.Contains(host, ".") {
		return host != ""
	}
	for _, ending := range []string{".local", ".localhost", ".lan", ".internal", ".home.arpa"} {
		if strings.HasSuffix(host, ending) {
			return true
		}
	}
	return false
}

// ours answers only requests to our names and to hosts that no DNS name leads to. A request without
// a host is not a browser's.
func (s *Server) ours(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.cfg.Names == nil || r.Host == "" || local(r.Host) || s.cfg.Names.Has(r.Host) {
			next.ServeHTTP(w, r)
			return
		}
		guard(w.Header(), s.trust.policy())
		w.Header().Set("Cache-Control", "no-store") // the name may be ours tomorrow
		http.Error(w, s.cfg.NotOurs, http.StatusMisdirectedRequest)
	})
}
