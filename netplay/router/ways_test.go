//go:build !js

package router

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// startPMP starts a router on a loopback address that no other test uses.
func startPMP(t *testing.T, r *pmpRouter) NATPMP {
	t.Helper()
	at := net.IPv4(127, byte(1+rand.IntN(250)), byte(rand.IntN(250)), 1)
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: at, Port: 5351})
	need.Met(t, "port 5351 on loopback", err)
	t.Cleanup(func() { _ = conn.Close() })
	go r.serve(conn)
	return NATPMP{Gateway: func() (net.IP, error) { return at, nil }}
}

func TestNATPMP(t *testing.T) {
	private := (*PrivateError)(nil)
	refused := func(err error) bool { return errors.Is(err, ErrRefused) }
	for _, c := range []struct {
		name   string
		router *pmpRouter
		public string
		failed func(error) bool
	}{
		{name: "opens", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}}, public: "203.0.113.5:7000"},
		{name: "gives another port", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, other: 40000}, public: "203.0.113.5:40000"},
		{name: "refuses", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, result: 2}, failed: refused},
		{name: "carrier", router: &pmpRouter{outer: [4]byte{100, 64, 1, 2}}, failed: func(err error) bool { return errors.As(err, &private) }},
		{name: "port 0", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, noPort: true}, failed: refused},
		{name: "for no time", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, life: new(uint32(0))}, failed: refused},
		{name: "for a moment", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, life: new(uint32(59))}, failed: refused},
		{name: "for a century", router: &pmpRouter{outer: [4]byte{203, 0, 113, 5}, life: new(uint32(math.MaxUint32))}, public: "203.0.113.5:7000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := startPMP(t, c.router).Open(t.Context(), 7000)
			if c.failed != nil {
				if open := c.router.open(); !c.failed(err) || c.router.result == 0 && open != "map[]" {
					t.Errorf("opened %+v, %v; the router has %s", m, err, open)
				}
				return
			}
			if err != nil || m.Public.String() != c.public || m.Lifetime != lease || c.router.open() != "map[7000:3600]" {
				t.Fatalf("opened %+v, %v; the router has %s", m, err, c.router.open())
			}
			if err := m.Close(t.Context()); err != nil || c.router.open() != "map[]" {
				t.Errorf("closed: %v; the router has %s", err, c.router.open())
			}
		})
	}
	none := NATPMP{Gateway: func() (net.IP, error) { return nil, errors.New("no route") }}
	if _, err := none.Open(t.Context(), 7000); !errors.Is(err, ErrNoNetwork) {
		t.Errorf("without a router: %v", err)
	}
}

// A silent router is asked for two seconds, and not waited for when the host leaves.
func TestSilentPMP(t *testing.T) {
	at := net.IPv4(127, byte(1+rand.IntN(250)), byte(rand.IntN(250)), 1)
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: at, Port: 5351})
	need.Met(t, "port 5351 on loopback", err)
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	silent := NATPMP{Gateway: func() (net.IP, error) { return at, nil }}
	if _, err := silent.Open(ctx, 7000); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("left: %v", err)
	}
	if testing.Short() {
		return
	}
	if _, err := silent.Open(t.Context(), 7000); err == nil || errors.Is(err, ErrRefused) || errors.Is(err, ErrNoNetwork) {
		t.Errorf("silent: %v", err)
	}
}

// at returns a way that finds routers at these addresses.
func at(t *testing.T, addrs ...string) UPnP {
	t.Helper()
	var list []*url.URL
	for _, addr := range addrs {
		u := need.Must(url.Parse(addr))(t)
		list = append(list, u)
	}
	return UPnP{Search: func(context.Context) ([]*url.URL, error) { return list, nil }}
}

func TestUPnP(t *testing.T) {
	const ip1, ip2, ppp = "WANIPConnection:1", "WANIPConnection:2", "WANPPPConnection:1"
	private := (*PrivateError)(nil)
	refused := func(err error) bool { return errors.Is(err, ErrRefused) }
	for _, c := range []struct {
		name          string
		router        *upnpRouter
		public, ports string
		failed        func(error) bool
	}{
		{name: "opens", router: &upnpRouter{outer: "203.0.113.5", service: ip1}, public: "203.0.113.5:7000", ports: "map[7000:127.0.0.1:7000 3600]"},
		{name: "second version", router: &upnpRouter{outer: "203.0.113.5", service: ip2}, public: "203.0.113.5:7000", ports: "map[7000:127.0.0.1:7000 3600]"},
		{name: "PPP", router: &upnpRouter{outer: " 203.0.113.5", service: ppp}, public: "203.0.113.5:7000", ports: "map[7000:127.0.0.1:7000 3600]"},
		{
			name: "for good", router: &upnpRouter{outer: "203.0.113.5", service: ip1, permanent: true},
			public: "203.0.113.5:7000", ports: "map[7000:127.0.0.1:7000 0]",
		},
		{
			name: "taken", router: &upnpRouter{outer: "203.0.113.5", service: ip1, taken: map[string]int{"7000": 718, "7001": 718}},
			public: "203.0.113.5:7002", ports: "map[7002:127.0.0.1:7000 3600]",
		},
		{
			name: "all taken", failed: refused,
			router: &upnpRouter{outer: "203.0.113.5", service: ip1, taken: map[string]int{"7000": 718, "7001": 718, "7002": 718, "7003": 718}},
		},
		{name: "refuses", router: &upnpRouter{outer: "203.0.113.5", service: ip1, taken: map[string]int{"7000": 606}}, failed: refused},
		{name: "carrier", router: &upnpRouter{outer: "100.99.1.2", service: ip1}, failed: func(err error) bool { return errors.As(err, &private) }},
		{name: "offline", router: &upnpRouter{outer: "0.0.0.0", service: ip1}, failed: func(err error) bool { return errors.As(err, &private) }},
		{name: "no address", router: &upnpRouter{outer: "soon", service: ip1}, failed: func(err error) bool { return err != nil }},
		{name: "no gateway", router: &upnpRouter{service: "Printer:1"}, failed: func(err error) bool { return err != nil }},
		{
			name: "has others asked", failed: func(err error) bool { return err != nil },
			router: &upnpRouter{outer: "203.0.113.5", service: ip1, control: "http://127.0.0.1:9"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(c.router)
			defer server.Close()
			m, err := at(t, server.URL+"/root.xml").Open(t.Context(), 7000)
			if c.failed != nil {
				if !c.failed(err) || c.router.open() != "map[]" {
					t.Errorf("opened %+v, %v; the router has %s", m, err, c.router.open())
				}
				return
			}
			if err != nil || m.Public.String() != c.public || c.router.open() != c.ports {
				t.Fatalf("opened %+v, %v; the router has %s", m, err, c.router.open())
			}
			if err := m.Close(t.Context()); err != nil || c.router.open() != "map[]" {
				t.Errorf("closed: %v; the router has %s", err, c.router.open())
			}
		})
	}
}

// Anything may answer a search.
func TestHostileUPnP(t *testing.T) {
	asked := make(chan string, 10)
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) { asked <- q.URL.Path }))
	defer elsewhere.Close()
	for name, answer := range map[string]http.HandlerFunc{
		"garbage": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<<<>&\x00") },
		"nothing": func(http.ResponseWriter, *http.Request) {},
		"endless": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(bytes.Repeat([]byte("<root>"), 2*maxReply))
		},
		"redirect": func(w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, elsewhere.URL+"/secret", http.StatusFound)
		},
	} {
		server := httptest.NewServer(answer)
		begin := time.Now()
		if m, err := at(t, server.URL).Open(t.Context(), 7000); err == nil {
			t.Errorf("%s: opened %+v", name, m)
		}
		if took := time.Since(begin); took > 4*patience {
			t.Errorf("%s: it took %s", name, took)
		}
		server.Close()
	}
	for _, addr := range []string{
		"http://203.0.113.5/root.xml", "http://ada.example/root.xml", "https://127.0.0.1/root.xml", "file:///etc/passwd", "http://[::1]/root.xml",
	} {
		if _, err := at(t, addr).Open(t.Context(), 7000); err == nil || !strings.Contains(err.Error(), "a router is at") {
			t.Errorf("%s: %v", addr, err)
		}
	}
	many := make([]string, 50)
	for i := range many {
		many[i] = elsewhere.URL
	}
	if _, err := at(t, many...).Open(t.Context(), 7000); err == nil {
		t.Error("many routers, and one opened")
	}
	if n := len(asked); n != maxRouters {
		t.Errorf("%d of many routers were asked", n)
	}
	if _, err := at(t).Open(t.Context(), 7000); err == nil {
		t.Error("no router opened the port")
	}
}
