//go:build !js

package web

import (
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strings"
	"sync"
)

// trust is the set of the other programs that serve the same page: their addresses, host:port.
type trust []string

// hostName matches the names and IPv4 addresses that a policy can name.
var hostName = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)

// trustIn trusts the programs at those addresses that a policy can name: it has no form for IPv6.
func trustIn(addrs []string) (t trust) {
	for _, addr := range addrs {
		host, port, err := net.SplitHostPort(addr)
		if err == nil && hostName.MatchString(host) && hostName.MatchString(port) {
			t = append(t, strings.ToLower(addr))
		}
	}
	return t
}

// policy returns the Content-Security-Policy of the page: it may run its own scripts and
// WebAssembly, and connect to the program that it came from and to the others. Sound needs a
// script that it makes itself, a blob.
func (t trust) policy() string {
	connect := "'self'"
	for _, addr := range t {
		connect += " ws://" + addr + " wss://" + addr
	}
	return "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; style-src 'self'; " +
		"img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' blob:; connect-src " + connect + "; manifest-src 'self'; " +
		"form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
}

// origins returns patterns of the origins of pages that may open streams besides our own. A browser
// leaves out the usual port.
func (t trust) origins() (patterns []string) {
	for _, addr := range t {
		patterns = append(patterns, addr)
		if host, plain := strings.CutSuffix(addr, ":80"); plain {
			patterns = append(patterns, "http://"+host)
		}
		if host, secure := strings.CutSuffix(addr, ":443"); secure {
			patterns = append(patterns, "https://"+host)
		}
	}
	return patterns
}

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
