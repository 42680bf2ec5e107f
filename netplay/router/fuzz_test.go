//go:build !js

package router

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"mancala/tools/need"
)

// Whatever a router answers, asking it ends: with a public address, or with an error. The first
// answer describes it, and the others are to commands.
func FuzzUPnP(f *testing.F) {
	var replies [][]byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(replies[0])
		replies = replies[min(1, len(replies)-1):]
	}))
	defer server.Close()
	f.Fuzz(func(t *testing.T, describes, outer, mapped []byte) {
		replies = [][]byte{describes, outer, mapped}
		m, err := at(t, server.URL).Open(t.Context(), 7000)
		if err == nil && !public(m.Public.Addr()) {
			t.Errorf("opened %s", m.Public)
		}
	})
}

// The same for NAT-PMP.
func FuzzNATPMP(f *testing.F) {
	router := net.IPv4(127, 77, 51, 1)
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: router, Port: 5351})
	need.Met(f, "port 5351 on loopback", err)
	defer conn.Close()
	answers := make(chan [][]byte, 1)
	go func() {
		buffer := make([]byte, 64)
		for {
			_, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			list := <-answers
			_, _ = conn.WriteTo(list[0], from)
			answers <- list[min(1, len(list)-1):]
		}
	}()
	answers <- [][]byte{nil}
	f.Fuzz(func(t *testing.T, outer, mapped []byte) {
		if len(outer) < 2 || len(mapped) < 2 || outer[1] != 128 || mapped[1] != 130 {
			return // the library waits for another reply to its question
		}
		<-answers
		answers <- [][]byte{outer, mapped}
		m, err := NATPMP{Gateway: func() (net.IP, error) { return router, nil }}.Open(t.Context(), 7000)
		if err == nil && (!public(m.Public.Addr()) || m.Public.Port() == 0 || m.Lifetime < shortest || m.Lifetime > lease) {
			t.Errorf("opened %+v", m)
		}
	})
}

// A system that does not say where the router is is not waited for.
func TestSilentSystem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		said := make(chan struct{})
		defer close(said)
		silent := NATPMP{Gateway: func() (net.IP, error) { <-said; return nil, errors.New("too late") }}
		if _, err := silent.Open(t.Context(), 7000); err == nil {
			t.Error("a router was found")
		}
	})
}
