package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/netip"
	"os/exec"
	"strings"
	"testing"
	"time"

	"mancala/cmd/wiring"
	"mancala/menus/ports"
	"mancala/netplay/address"
	"mancala/netplay/nearby"
	"mancala/rules"
	"mancala/tools/need"
)

// findNear runs mancala find on a computer and returns its exit code and output.
func findNear(t *testing.T, l *need.LAN, program string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var said strings.Builder
	cmd := l.Command(1, program, append([]string{"find", "--language", "en", "--time", "2"}, args...)...)
	cmd.Stderr = &said
	out, err := cmd.Output()
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out), said.String()
}

// findsNear repeats findNear until it finds something: on a busy machine an answer may take longer
// than the search.
func findsNear(t *testing.T, l *need.LAN, program string, args ...string) (stdout, stderr string) {
	t.Helper()
	need.Until(t, "a game is found", func() (found bool) {
		var code int
		code, stdout, stderr = findNear(t, l, program, args...)
		return code == exitOK
	})
	return stdout, stderr
}

// A game that a terminal hosts on one computer is found on another one, with its state.
func TestFind(t *testing.T) {
	t.Parallel()
	l := need.NewLAN(t)
	program := buildProgram(t)
	code, stdout, stderr := findNear(t, l, program)
	if code != exitFailed || stdout != "" || !strings.HasPrefix(stderr, "mancala: No game is announced") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("none: exit %d, output %q, error %q", code, stdout, stderr)
	}

	host := l.Command(0, program, "--text", "--serve", ":7000", "--name", "Ann", "--rules", "bowls", "--data-dir", t.TempDir())
	in, out := startPiped(t, host)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.Contains(line, "7000") {
		t.Fatalf("the host says %q, %v", line, err)
	}

	stdout, stderr = findsNear(t, l, program)
	want := "Host Rules      Seat Address\nAnn  bowls(6,4) free 192.168.77.1:7000\n"
	if stdout != want || stderr != "" {
		t.Errorf("output %q, error %q", stdout, stderr)
	}
	stdout, stderr = findsNear(t, l, program, "--json")
	var list []foundObject
	if err := json.Unmarshal([]byte(stdout), &list); err != nil || stderr != "" {
		t.Fatalf("output %q, error %q, %v", stdout, stderr, err)
	}
	if len(list) != 1 || list[0].Name != "Ann" || list[0].Addr != "192.168.77.1:7000" || list[0].Rules != "bowls(6,4)" || list[0].Full || !list[0].Fits || len(list[0].Fingerprint) != 26 {
		t.Errorf("found %+v", list)
	}

	guest := l.Command(1, program, "--text", "--join", "192.168.77.1", "--name", "Bo", "--data-dir", t.TempDir())
	talk, _ := startPiped(t, guest)
	_, _ = talk.Write([]byte("yes\n")) // to the rules
	want = "Host Rules      Seat  Address\nAnn  bowls(6,4) taken 192.168.77.1:7000\n"
	need.Until(t, "a guest plays", func() bool {
		_, stdout, _ = findNear(t, l, program)
		return stdout == want
	})

	_, _ = in.Write([]byte("quit\n"))
	_ = in.Close()
	_ = host.Wait()
	if code, stdout, _ = findNear(t, l, program, "--json"); code != exitFailed || stdout != "[]\n" {
		t.Errorf("after the end: exit %d, output %q", code, stdout)
	}
}

// A hidden game, and one that only invited guests may join, are not found.
func TestFindHidden(t *testing.T) {
	t.Parallel()
	l := need.NewLAN(t)
	program := buildProgram(t)
	for i, flag := range []string{"--no-announce", "--invite"} {
		host := l.Command(0, program, "--text", "--serve", "192.168.77.1:700"+string(rune('0'+i)), flag, "--data-dir", t.TempDir())
		_, out := startPiped(t, host)
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
			t.Fatalf("the host says %q, %v", line, err)
		}
	}
	if code, stdout, stderr := findNear(t, l, program); code != exitFailed {
		t.Errorf("exit %d, output %q, error %q", code, stdout, stderr)
	}
}

// With the tests' environment variable, a host that would be announced and open its port sends
// nothing, and a search for it sends nothing either.
func TestNothingIsSentOnLoopback(t *testing.T) {
	t.Parallel()
	l := need.NewLAN(t)
	program := buildProgram(t)
	sent := func() string {
		t.Helper()
		out := need.Must(l.Command(0, "cat", "/proc/net/dev").Output())(t)
		_, line, _ := strings.Cut(string(out), "lan0:")
		return strings.Fields(line)[9] // packets
	}
	if out, err := l.Command(0, "ip", "route", "add", "default", "via", l.Addr(1)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	before := sent()
	host := l.Command(0, program, "--text", "--serve", ":7000", "--open-port", "--name", "Ann", "--data-dir", t.TempDir())
	host.Env = append(host.Env, address.LoopbackVariable+"=1")
	startPiped(t, host)
	finds := func(variable string) bool {
		find := l.Command(0, program, "find", "--time", "2")
		find.Env = append(find.Env, address.LoopbackVariable+"="+variable)
		out, err := find.Output()
		return err == nil && strings.Contains(string(out), "127.0.0.1:7000")
	}
	need.Until(t, "the host is found on loopback", func() bool { return finds("1") })
	if now := sent(); now != before {
		t.Errorf("with the variable %s packets were sent, before %s", now, before)
	}
	if found := finds(""); found || sent() == before {
		t.Errorf("without the variable: found %v; sent %s packets, before %s", found, sent(), before)
	}
}

func TestFindInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := run(ctx, []string{"find", "--time", "1m"}, strings.NewReader(""), &strings.Builder{}, &strings.Builder{}); code != exitInterrupted {
		t.Errorf("interrupted: exit %d", code)
	}
}

// A game that this program cannot join is listed with the reason.
func TestFoundRows(t *testing.T) {
	bowls := need.Must(rules.ParseRuleSet("bowls"))(t)
	at := netip.MustParseAddrPort("192.168.1.5:7000")
	for _, c := range []struct {
		game nearby.Game
		want string
	}{
		{nearby.Game{Name: "Ann", Variant: bowls, Oldest: 1, Newest: 9}, "bowls(6,4) free"},
		{nearby.Game{Name: "Ann", Variant: bowls, Oldest: 1, Newest: 9, Full: true}, "bowls(6,4) taken"},
		{nearby.Game{Name: "Ann", Variant: bowls, Oldest: 90, Newest: 99}, "needs a newer mancala free"},
		{nearby.Game{Name: "Ann", Oldest: 1, Newest: 9}, "needs a newer mancala free"},
		{nearby.Game{Name: "Ann", Variant: bowls}, "needs an older mancala free"},
	} {
		g := nearbyGame(nearby.Found{Game: c.game, Addr: at})
		if got := rulesOf(g) + " " + seatOf(g); got != c.want {
			t.Errorf("%+v: %q", c.game, got)
		}
	}
}

// The screens' search finds a game of this computer.
func TestNearbyPort(t *testing.T) {
	t.Parallel()
	name := "Port " + wiring.NewID()[:8]
	a := need.Must(startAnnouncing(netip.MustParseAddrPort("127.0.0.1:7000"), nearby.Game{Name: name, Oldest: 1, Newest: 9}))(t)
	defer a.Close()
	search := beginNearby()
	defer search.Close()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		list, _ := search.Games()
		for _, g := range list {
			if g.Name == name && g == (ports.NearbyGame{ID: g.ID, Name: name, Addr: "127.0.0.1:7000", Newer: true}) {
				return
			}
		}
	}
	list, _ := search.Games()
	t.Errorf("not found: %+v, %v", list, search.Trouble())
}
