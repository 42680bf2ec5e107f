//go:build !js

package router

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// The variables that make the test program a router with an address, or a host behind one. Both end
// with their input.
const (
	routerVariable = "MANCALA_TEST_ROUTER"
	hostVariable   = "MANCALA_TEST_BEHIND"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(routerVariable) != "":
		routeForTests(os.Getenv(routerVariable))
	case os.Getenv(hostVariable) != "":
		hostForTests()
	default:
		os.Exit(m.Run())
	}
}

// routeForTests is a router that supports "pmp", "upnp" or neither, and prints the open ports at
// the end.
func routeForTests(knows string) {
	lan0, err := net.InterfaceByName("lan0")
	if err != nil {
		fmt.Println(err)
		return
	}
	pmp, upnp := &pmpRouter{outer: [4]byte{203, 0, 113, 5}}, &upnpRouter{outer: "203.0.113.6", service: "WANIPConnection:1"}
	switch knows {
	case "pmp":
		conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(192, 168, 77, 1), Port: 5351})
		if err != nil {
			fmt.Println(err)
			return
		}
		go pmp.serve(conn)
	case "upnp":
		listener, err := net.Listen("tcp", "192.168.77.1:0")
		if err != nil {
			fmt.Println(err)
			return
		}
		go func() { _ = http.Serve(listener, upnp) }()
		go func() { fmt.Println(answerSearches(lan0, "http://"+listener.Addr().String()+"/root.xml")) }()
	}
	in := bufio.NewScanner(os.Stdin)
	fmt.Println("ready")
	for in.Scan() {
		fmt.Println(pmp.open(), upnp.open())
	}
}

// hostForTests opens a port, prints the result, and closes the port at the end of its input.
func hostForTests() {
	p := Start(Config{Listen: netip.MustParseAddrPort("0.0.0.0:7000")})
	for {
		r, _ := p.Result()
		if r.State != Asking {
			fmt.Println(r.Public, r.Reason.String())
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	p.Close()
}

// A host finds its router across a real network, by the default route and by searching for it.
func TestRouterOnANetwork(t *testing.T) {
	for _, c := range []struct{ knows, told, open string }{
		{"pmp", "203.0.113.5:7000", "map[7000:3600] map[]"},
		{"upnp", "203.0.113.6:7000", "map[] map[7000:192.168.77.2:7000 3600]"},
		{"nothing", `invalid AddrPort netplay.router-silent "7000"`, "map[] map[]"},
	} {
		t.Run(c.knows, func(t *testing.T) {
			t.Parallel()
			l := need.NewLAN(t)
			if out, err := l.Command(1, "ip", "route", "add", "default", "via", l.Addr(0)).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			router := l.Run(t, 0, routerVariable+"="+c.knows)
			if got := router.Line(); got != "ready" {
				t.Fatal(got)
			}
			host := l.Run(t, 1, hostVariable+"=1")
			if got := strings.TrimSuffix(host.Line(), " "); got != c.told {
				t.Errorf("the host is told %q", got)
			}
			ports := func() string {
				_, _ = io.WriteString(router.In, "ports\n")
				return router.Line()
			}
			if got := ports(); got != c.open {
				t.Errorf("the router has %s", got)
			}
			_ = host.End()
			if got := ports(); got != "map[] map[]" {
				t.Errorf("in the end the router has %s", got)
			}
		})
	}
}
