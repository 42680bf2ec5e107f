//go:build !js

package web

import (
	"net"
	"regexp"
	"strings"
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
