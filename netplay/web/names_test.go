//go:build !js

package web_test

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"mancala/netplay/web"
)

// TestNamesOfStrangers asks under names that lead here but are not ours, as the browser of someone
// does who has opened a stranger's page: it reads nothing, and opens no stream.
func TestNamesOfStrangers(t *testing.T) {
	addr := answer(t, web.NewServer(web.Config{
		Page: smallPage, Names: web.NamesOf("Ada.example:7000", "b.example", "[2001:db8::1]:7000"), NotOurs: "Not ours.",
		Info:  func() web.Info { return web.Info{Kind: "host", Name: "Ada"} },
		Enter: func(nc net.Conn, _ bool) { _ = nc.Close() },
	}))
	for host, ours := range map[string]bool{
		"127.0.0.1": true, "127.0.0.1:7000": true, "[::1]:7000": true, "203.0.113.9:1": true, "localhost:7000": true, "ada-pc": true,
		"ada-pc.local": true, "ada.example:7000": true, "ADA.EXAMPLE.": true, "ada.example:1": true, "b.example": true, "": true,
		"evil.example": false, "evil.example:7000": false, "ada.example.evil.example": false, "x.ada.example": false,
		"127.0.0.1.evil.example:7000": false, "[evil.example]": false, "evil.example:1:2": false,
	} {
		for path, status := range map[string]int{"/": 200, "/host.json": 200, "/page.js": 200, "/nothing": 404, "/ws": 101} {
			if !ours {
				status = http.StatusMisdirectedRequest
			}
			got, text := ask(t, addr, "GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\nOrigin: http://"+host+"\r\nConnection: Upgrade\r\n"+
				"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
			if host == "" && path == "/ws" {
				continue // no browser asks so
			}
			if got == nil || got.StatusCode != status {
				t.Errorf("%s at %q is answered by %v", path, host, got)
			} else if !ours && (text != "Not ours.\n" || got.Header.Get("Cache-Control") != "no-store") {
				t.Errorf("%s at %q: %q, %v", path, host, text, got.Header)
			}
		}
	}
	if got, _ := ask(t, addr, "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); got.StatusCode != http.StatusMisdirectedRequest {
		t.Errorf("the host of a full address is not looked at: %v", got.Status)
	}
}

// TestNamesAreAdded asks under a name before and after it is ours.
func TestNamesAreAdded(t *testing.T) {
	var names web.Names
	addr := answer(t, web.NewServer(web.Config{
		Page: smallPage, Names: &names, NotOurs: "Not ours.", Info: func() web.Info { return web.Info{} },
	}))
	const request = "GET / HTTP/1.1\r\nHost: ada.example:7000\r\n\r\n"
	if _, text := ask(t, addr, request); text != "Not ours.\n" {
		t.Errorf("before: %q", text)
	}
	names.Add("ada.example:7001")
	if _, text := ask(t, addr, request); !strings.Contains(text, "Mancala") {
		t.Errorf("afterwards: %q", text)
	}
}
