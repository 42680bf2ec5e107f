package nearby

import (
	"bufio"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// hostVariable makes the test program a host that announces a game until its input ends.
const hostVariable = "MANCALA_TEST_ANNOUNCES"

func TestMain(m *testing.M) {
	if listen := os.Getenv(hostVariable); listen != "" {
		announceForTests(listen)
		return
	}
	if os.Getenv(searchVariable) != "" {
		searchForTests()
		return
	}
	os.Exit(m.Run())
}

// searchVariable makes the test program a search that prints what it finds until its input ends.
const searchVariable = "MANCALA_TEST_BROWSES"

// announceForTests announces a game. A line of its input makes it full.
func announceForTests(listen string) {
	a, err := Announce(AnnounceConfig{Game: hilda, Listen: netip.MustParseAddrPort(listen)})
	if err != nil {
		fmt.Println(err)
		return
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		a.Set(true)
	}
	a.Close()
}

func searchForTests() {
	if os.Getenv(searchVariable) == "alone" { // another program keeps the port
		for _, version := range []string{"udp4", "udp6"} {
			if _, err := net.ListenUDP(version, &net.UDPAddr{Port: port}); err != nil {
				fmt.Println(err)
				return
			}
		}
	}
	s, err := Browse(false)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	end := make(chan bool)
	go func() {
		bufio.NewScanner(os.Stdin).Scan()
		close(end)
	}()
	for {
		if list, changed := s.Games(); changed {
			var b strings.Builder
			for _, g := range list {
				fmt.Fprintf(&b, "%s at %s full %t; ", g.Name, g.Addr, g.Full)
			}
			fmt.Println(b.String())
		}
		select {
		case <-end:
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A search uses another port if a program keeps its port, and gets unicast answers.
func TestPortKeptByAnother(t *testing.T) {
	for kinds, want := range map[need.Kinds]string{
		need.IPv4: "192.168.77.1:7000", need.IPv6 | need.LinkLocal: "[fd00:4d::1]:7000",
	} {
		l := need.NewLANOf(t, kinds)
		l.Run(t, 0, hostVariable+"=[::]:7000")
		if got := l.Run(t, 1, searchVariable+"=alone").Line(); got != "Hilda at "+want+" full false; " {
			t.Errorf("%q", got)
		}
	}
}

// A game is found across networks of each kind, by one address of the host, but not if the host
// listens only on loopback.
func TestAcrossNetworks(t *testing.T) {
	for _, c := range []struct {
		name         string
		kinds        need.Kinds
		listen, want string
	}{
		{"IPv4", need.IPv4, "0.0.0.0:7000", "192.168.77.1:7000"},
		{"IPv4 at a host of both", need.IPv4, "[::]:7000", "192.168.77.1:7000"},
		{"IPv6", need.IPv6, "[::]:7000", "[fd00:4d::1]:7000"},
		{"link", need.LinkLocal, "[::]:7000", "[fe80::4d:1%lan0]:7000"},
		{"IPv6 and link", need.IPv6 | need.LinkLocal, "[::]:7000", "[fd00:4d::1]:7000"},
		{"one address", need.IPv6 | need.LinkLocal, "[fe80::4d:1%lan0]:7000", "[fe80::4d:1%lan0]:7000"},
		{"both", need.IPv4 | need.IPv6 | need.LinkLocal, "[::]:7000", "192.168.77.1:7000"},
		{"both at a host of IPv6", need.IPv4 | need.IPv6 | need.LinkLocal, "[fd00:4d::1]:7000", "[fd00:4d::1]:7000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // it waits more than it computes
			across(t, need.NewLANOf(t, c.kinds), c.listen, c.want)
		})
	}
}

func across(t *testing.T, l *need.LAN, listen, at string) {
	search := l.Run(t, 1, searchVariable+"=shared")
	program := need.Must(os.Executable())(t)
	here := l.Command(0, program)
	here.Env = append(here.Env, hostVariable+"=127.0.0.1:7001")
	if said, err := here.CombinedOutput(); err != nil || strings.TrimSpace(string(said)) != ErrUnshared.Error() {
		t.Errorf("a host on loopback: %v, %q", err, said)
	}
	host := l.Run(t, 0, hostVariable+"="+listen)
	for step, want := range []string{
		"Hilda at " + at + " full false; ",
		"Hilda at " + at + " full true; ",
		"",
	} {
		if got := search.Line(); got != want {
			t.Fatalf("step %d: %q", step, got)
		}
		switch step {
		case 0:
			_, _ = host.In.Write([]byte("full\n"))
		case 1:
			_ = host.In.Close() // and it says goodbye
		}
	}
	need.NoError(t, host.End())
}
