//go:build unix

package main

import (
	"bufio"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestWithoutIPv4 finds, joins and meets on networks with IPv6 only, by the addresses that the
// programs themselves show.
func TestWithoutIPv4(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		kinds need.Kinds
		shown string   // by the host, for a guest
		found string   // by mancala find
		join  []string // further addresses that lead there
	}{
		{"site", need.IPv6 | need.LinkLocal, "[fd00:4d::1]:7000", "[fd00:4d::1]:7000", []string{"fd00:4d::1", "fe80::4d:1", "http://[fd00:4d::1]:7000/"}},
		{"link", need.LinkLocal, "[fe80::4d:1]:7000", "[fe80::4d:1%lan0]:7000", []string{"fe80::4d:1%lan0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := need.NewLANOf(t, c.kinds)
			program := buildProgram(t)
			host := l.Command(0, program, "--text", "--serve", ":7000", "--no-web", "--name", "Ann", "--admit", "all", "--data-dir", t.TempDir())
			_, out := startPiped(t, host)
			lines := bufio.NewReader(out)
			for _, want := range []string{"Listening on [::]:7000\n", "Others join with mancala --join " + c.shown + "\n"} {
				if line, err := lines.ReadString('\n'); err != nil || line != want {
					t.Fatalf("the host says %q, %v, not %q", line, err, want)
				}
			}
			if stdout, _ := findsNear(t, l, program); stdout != "Host Rules      Seat Address\nAnn  kalah(6,4) free "+c.found+"\n" {
				t.Errorf("found %q", stdout)
			}
			for _, addr := range append([]string{c.shown, c.found}, c.join...) {
				watches(t, l, program, addr)
			}
			joins(t, l, program, c.shown)
		})
	}
}

// watches starts a watcher, who has to reach the host.
func watches(t *testing.T, l *need.LAN, program, addr string) {
	t.Helper()
	watcher := l.Command(1, program, "--text", "--watch", addr, "--data-dir", t.TempDir())
	stdin, out := startPiped(t, watcher)
	readUntil(t, bufio.NewReader(out), "Ann waits for a guest.")
	_ = stdin.Close()
	_ = watcher.Process.Kill()
}

// joins starts a guest, who has to get to the game.
func joins(t *testing.T, l *need.LAN, program, addr string) {
	t.Helper()
	guest := l.Command(1, program, "--text", "--join", addr, "--name", "Bo", "--data-dir", t.TempDir())
	stdin, out := startPiped(t, guest)
	defer stdin.Close()
	readUntil(t, bufio.NewReader(out), "A coin was tossed")
}

// TestMeetWithoutIPv4 brings a host and a guest together at a meeting point on a network with IPv6
// only.
func TestMeetWithoutIPv4(t *testing.T) {
	t.Parallel()
	l := need.NewLANOf(t, need.IPv6)
	program := buildProgram(t)
	_, out := startPiped(t, l.Command(0, program, "meet", "--no-web"))
	readUntil(t, bufio.NewReader(out), "This is a meeting point")
	host := l.Command(0, program, "--text", "--serve", "127.0.0.1:7000", "--via", "fd00:4d::1", "--no-web", "--name", "Ann", "--admit", "all", "--data-dir", t.TempDir())
	_, out = startPiped(t, host)
	lines := bufio.NewScanner(out)
	code := ""
	for code == "" && lines.Scan() {
		_, code, _ = strings.Cut(lines.Text(), "--join ")
		if !strings.Contains(code, "@") {
			code = ""
		}
	}
	if code == "" {
		t.Fatal("the host shows no code")
	}
	joins(t, l, program, code)
}

// TestFindWithoutNeighbours looks for games without neighbours to ask: on no network, and on one
// that leads only to a single computer.
func TestFindWithoutNeighbours(t *testing.T) {
	t.Parallel()
	program := buildProgram(t)
	for _, c := range []struct{ set, want string }{
		{"true", "mancala: This computer is on no network, so there is nowhere to look for games.\n"},
		{
			"ip link set lan0 multicast off && ip addr add 10.9.9.1/24 dev lan0",
			"mancala: None of this computer's networks can be searched for games: so it is with a VPN. Ask the host for the address.\n",
		},
	} {
		l := need.NewLANOf(t, 0)
		if out, err := l.Command(1, "sh", "-c", c.set).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		if code, stdout, stderr := findNear(t, l, program); code != exitFailed || stdout != "" || stderr != c.want {
			t.Errorf("%s: exit %d, %q, %q", c.set, code, stdout, stderr)
		}
	}
}
