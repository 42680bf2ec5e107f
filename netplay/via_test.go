package netplay

import (
	"context"
	"crypto/tls"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
)

// point is a meeting point of a test, which can be ended and started again at its address.
type point struct {
	t    *testing.T
	addr string
	stop func()
}

func newPoint(t *testing.T) *point {
	p := &point{t: t, addr: "127.0.0.1:0"}
	p.start()
	t.Cleanup(func() { p.stop() })
	return p
}

func (p *point) start() {
	p.t.Helper()
	var listener net.Listener
	var err error
	for range 100 { // the port may not be free yet
		if listener, err = net.Listen("tcp", p.addr); err == nil {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err != nil {
		p.t.Fatal(err)
	}
	p.addr = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- meet.NewServer(meet.Config{}).Serve(ctx, listener) }()
	p.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Error(err)
		}
		p.stop = func() {}
	}
}

// hostAt returns a host by way of a meeting point, and its code.
func hostAt(t *testing.T, point string, cfg HostConfig) (*player, string) {
	t.Helper()
	cfg.Via, cfg.Variant, cfg.Name = point, kalah, "Hilda"
	host := newPlayer(t, Host("127.0.0.1:0", cfg))
	expect[match.Listening](host)
	meetingIs(t, host, match.MeetingCalling)
	return host, meetingIs(t, host, match.MeetingOpen).Code
}

// meetingIs returns the next event, which has to be about the meeting point.
func meetingIs(t *testing.T, host *player, want match.MeetingState) match.Meeting {
	t.Helper()
	m := expect[match.Meeting](host)
	if m.State != want || (m.Code != "") != (want == match.MeetingOpen) || (m.Note != nil) != (want >= match.MeetingLost) {
		t.Fatalf("the meeting point is %+v, want state %d", m, want)
	}
	return m
}

func guestAt(t *testing.T, code, point string) *player {
	t.Helper()
	return join(t, code+"@"+point)
}

// begun has both ends begin a game.
func begun(t *testing.T, host, guest *player) {
	t.Helper()
	if c := expect[match.Connected](host); c.Security != match.ByCode || c.Peer != "Gus" {
		t.Fatalf("the host hears %+v", c)
	}
	if c := expect[match.Connected](guest); c.Security != match.ByCode || strings.Count(c.Addr, "@") != 1 || strings.Contains(c.Addr, "-") {
		t.Fatalf("the guest hears %+v", c)
	}
}

// TestGameByMeetingPoint plays a game, and has another one watch.
func TestGameByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{First: match.FirstHost})
	guest := guestAt(t, strings.ToUpper(strings.ReplaceAll(code, "-", " ")), p.addr)
	begun(t, host, guest)
	watcher := newPlayer(t, Watch(code+"@"+p.addr, GuestConfig{Name: "Wim"}))
	expect[match.Connecting](watcher)
	if w := expect[match.Watched](watcher); w.Names != [2]string{"Hilda", "Gus"} || w.Security != match.ByCode {
		t.Errorf("the watcher sees %+v", w)
	}
	playSeated(t, host, guest)
}

// playSeated plays the current game to its end, past events about watchers.
func playSeated(t *testing.T, host, guest *player) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for deadline := time.Now().Add(3 * patience); ; time.Sleep(50 * time.Microsecond) {
		ends := 0
		for _, p := range []*player{host, guest} {
			p.poll()
			for _, e := range p.all[p.read:] {
				switch e := e.(type) {
				case match.GameOver:
					if e.Result.Ending != match.Finished {
						t.Fatalf("the game ended: %v", e.Result.Ending)
					}
					ends++
				case match.PeerLeft, match.Failed:
					t.Fatal(eventText(e))
				}
			}
			_ = p.link.Play(1 + housesOf(random))
		}
		if ends == 2 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the game does not end; the host heard%s\nthe guest heard%s", host.latest(), guest.latest())
		}
	}
}

// TestMeetingPointRestarts: the game pauses and goes on, and the code is the same.
func TestMeetingPointRestarts(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{First: match.FirstHost})
	guest := guestAt(t, code, p.addr)
	begun(t, host, guest)
	for _, end := range []*player{host, guest} {
		expect[match.GameStarted](end)
	}
	if err := host.link.Play(1); err != nil {
		t.Fatal(err)
	}
	for _, end := range []*player{host, guest} {
		expect[match.Played](end)
	}
	p.stop()
	expect[match.Paused](guest)
	p.start()
	expect[match.Resumed](guest)
	var again []string
	resumed := false
	for deadline := time.Now().Add(patience); time.Now().Before(deadline) && (!resumed || len(again) == 0); time.Sleep(time.Millisecond) {
		host.poll()
		for ; host.read < len(host.all); host.read++ {
			switch e := host.all[host.read].(type) {
			case match.Meeting:
				if e.State == match.MeetingOpen {
					again = append(again, e.Code)
				}
			case match.Resumed:
				resumed = true
			}
		}
	}
	if !resumed || len(again) != 1 || again[0] != code {
		t.Fatalf("resumed: %v, codes %q, want %q; the host heard%s", resumed, again, code, host.latest())
	}
	playSeated(t, host, guest)
}

// TestHostRestarts: a host that is started again, and takes its series up, gets its old name, so
// that the guest finds it, and has another code.
func TestHostRestarts(t *testing.T) {
	p, id := newPoint(t), newIdentity(t)
	var mu sync.Mutex
	var kept match.Bookmark
	cfg := HostConfig{
		First: match.FirstHost, Identity: func() (*keys.Identity, error) { return id, nil },
		Keep: func(b match.Bookmark) {
			mu.Lock()
			defer mu.Unlock()
			kept = b
		},
	}
	host, code := hostAt(t, p.addr, cfg)
	guest := guestAt(t, code, p.addr)
	begun(t, host, guest)
	expect[match.GameStarted](host)
	expect[match.GameStarted](guest)
	if err := host.link.Play(1); err != nil {
		t.Fatal(err)
	}
	expect[match.Played](guest)
	_ = host.link.Close()
	expect[match.Paused](guest)
	mu.Lock()
	cfg.Resume = &kept
	mu.Unlock()
	cfg.Name, cfg.Via = "Hilda", p.addr
	host = newPlayer(t, Host("127.0.0.1:0", cfg))
	expect[match.Resumed](guest)
	fresh := ""
	for deadline := time.Now().Add(patience); fresh == "" && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		host.poll()
		for _, e := range host.all {
			if m, ok := e.(match.Meeting); ok && m.Code != "" {
				fresh = m.Code
			}
		}
	}
	lookup, _, _ := strings.Cut(code, "-")
	if l, _, _ := strings.Cut(fresh, "-"); l != lookup || fresh == code {
		t.Errorf("after %s the code is %q", code, fresh)
	}
	playSeated(t, host, guest)
}

// TestWrongCodes: three wrong guesses burn a code, and the host has another one under another name.
func TestWrongCodes(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	lookup, _, _ := strings.Cut(code, "-")
	wrong := lookup + "-zebra-99"
	if wrong == code {
		wrong = lookup + "-zebra-98"
	}
	for range maxWrongCodes {
		if text := failure(t, guestAt(t, wrong, p.addr)); text != "netplay.wrong-code" {
			t.Errorf("the wrong code fails with %s", text)
		}
	}
	if m := meetingIs(t, host, match.MeetingLost); m.Note.Code != "netplay.code-burned" {
		t.Errorf("the host hears %v", m.Note)
	}
	meetingIs(t, host, match.MeetingCalling)
	fresh := meetingIs(t, host, match.MeetingOpen).Code
	if l, _, _ := strings.Cut(fresh, "-"); l == lookup || fresh == code {
		t.Errorf("after %s the code is %s", code, fresh)
	}
	if text := failure(t, guestAt(t, code, p.addr)); !strings.HasPrefix(text, "netplay.host-away") && text != "netplay.code-over" {
		t.Errorf("the burned code fails with %s", text)
	}
	begun(t, host, guestAt(t, fresh, p.addr))
}

// pointOfPipes is a transport whose dialled connections a test answers as the meeting point.
type pointOfPipes struct {
	*pipeListener
	dialled chan net.Conn
}

func (p pointOfPipes) Dial(ctx context.Context, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.dialled <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestCodesBurnEverMoreSlowly: a meeting point that guesses at one code after the other, as fast as
// it can, gets at most one in 12 seconds.
func TestCodesBurnEverMoreSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := pointOfPipes{newPipeListener(), make(chan net.Conn)}
		link := Host(":7000", HostConfig{Variant: kalah, Transport: network, Via: "point"})
		defer link.Close()
		h := link.(*hostLink)
		for burned := range 10 {
			began := time.Now()
			nc := <-network.dialled
			defer nc.Close()
			least, most := time.Duration(0), time.Duration(0)
			if burned > 1 {
				wait := min(500*time.Millisecond<<(burned-2), 15*time.Second)
				least, most = wait*4/5, wait*6/5
			}
			if took := time.Since(began); took < least || took > most {
				t.Errorf("after %d codes another name is asked for in %v, want %v to %v", burned, took, least, most)
			}
			go func() { _, _ = io.Copy(io.Discard, nc) }()
			_, _ = io.WriteString(nc, "code amber"+strconv.Itoa(10+burned)+" abcdefghijklmnopqrstuvwxyz\n")
			synctest.Wait()
			h.mu.Lock()
			if h.via.current.name.Secret == "" {
				t.Error("there is no code")
			}
			h.burn(h.via.current)
			h.mu.Unlock()
		}
	})
}

// TestBurnedInAGame: guesses in a game do not part the two, not even if the line breaks after them.
func TestBurnedInAGame(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{First: match.FirstHost})
	guest := guestAt(t, code, p.addr)
	begun(t, host, guest)
	expect[match.GameStarted](guest)
	expect[match.GameStarted](host)
	lookup, _, _ := strings.Cut(code, "-")
	for range maxWrongCodes {
		stranger := guestAt(t, lookup+"-zebra-10", p.addr)
		if text := failure(t, stranger); text != "netplay.wrong-code" {
			t.Fatalf("a guess fails with %s", text)
		}
	}
	meetingIs(t, host, match.MeetingLost)
	meetingIs(t, host, match.MeetingCalling)
	meetingIs(t, host, match.MeetingOpen)
	link := guest.link.(*guestLink)
	link.mu.Lock()
	_ = link.conn.nc.Close()
	link.mu.Unlock()
	expect[match.Paused](guest)
	if r := expect[match.Resumed](guest); r.Security != match.ByCode {
		t.Errorf("the guest is back: %+v", r)
	}
	playSeated(t, host, guest)
}

// TestStrangerByMeetingPoint: a guest without the code is a stranger wherever the meeting point
// says that they are, and the host's person is asked.
func TestStrangerByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	lookup, _, _ := strings.Cut(code, "-")
	guest := newPlayer(t, Join("host:1", GuestConfig{Name: "Gus", Transport: dialer(func(ctx context.Context) (net.Conn, error) {
		nc, err := net.Dial("tcp", p.addr)
		if err != nil {
			return nil, err
		}
		return meet.Join(ctx, nc, lookup)
	})}))
	expect[match.Connecting](guest)
	if k := expect[match.Knocked](host); k.Peer != "Gus" || k.Addr != "127.0.0.1" {
		t.Errorf("the host hears %+v", k)
	}
	if text := failure(t, newPlayer(t, Join(lookup+"@"+p.addr, GuestConfig{}))); text != "netplay.code-needed" {
		t.Errorf("half a code fails with %s", text)
	}
}

// TestFailuresByMeetingPoint names what can go wrong.
func TestFailuresByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	nobody, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = nobody.Close()
	other, _ := listeningHost(t)
	expectNothing := other.link.Events()
	if len(expectNothing) > 0 {
		t.Errorf("the other host hears %v", expectNothing)
	}
	for at, want := range map[string]string{
		"amber-fox-31@" + p.addr:                 `netplay.no-such-code "amber" "` + p.addr + `"`,
		"amber-fox-31@" + nobody.Addr().String(): `netplay.no-point "` + nobody.Addr().String() + `"`,
		"amber-fox-31@" + hostAddr(t, other):     `netplay.not-a-point "` + hostAddr(t, other) + `"`,
	} {
		if text := failure(t, join(t, at)); text != want {
			t.Errorf("%s fails with %s, want %s", at, text, want)
		}
	}
	if text := failure(t, newPlayer(t, Join("amber-fox-31@"+p.addr, GuestConfig{Insecure: true}))); text != "netplay.invite-encrypts" {
		t.Errorf("without encryption it fails with %s", text)
	}
	host := newPlayer(t, Host("127.0.0.1:0", HostConfig{Variant: kalah, Via: p.addr, Insecure: true}))
	expect[match.Listening](host)
	if m := meetingIs(t, host, match.MeetingRefused); m.Note.Code != "netplay.via-encrypts" {
		t.Errorf("a host without encryption hears %v", m.Note)
	}
	host = newPlayer(t, Host("127.0.0.1:0", HostConfig{Variant: kalah, Via: hostAddr(t, other)}))
	expect[match.Listening](host)
	meetingIs(t, host, match.MeetingCalling)
	if m := expect[match.Meeting](host); m.State < match.MeetingLost {
		t.Errorf("at a host, the meeting point is %+v", m)
	}
}

func hostAddr(t *testing.T, p *player) string {
	t.Helper()
	return p.all[0].(match.Listening).Addr
}

// liar is a meeting point in the hands of an attacker: it gives a guest to act instead of the host.
func liar(t *testing.T, act func(guest net.Conn)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			nc, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer nc.Close()
				line := make([]byte, 64)
				if n, _ := nc.Read(line); !strings.HasPrefix(string(line[:n]), "MEET1 join ") {
					return
				}
				_, _ = nc.Write([]byte("ok\n"))
				act(nc)
			}()
		}
	}()
	return listener.Addr().String()
}

// TestLyingMeetingPoint: a meeting point that pretends to be the host, with a guess of its own, or
// that puts itself between the two after the proof, is found out before anything is told to it.
func TestLyingMeetingPoint(t *testing.T) {
	guessing := liar(t, func(nc net.Conn) {
		opening := make([]byte, len(codePreface)+keys.OpeningSize)
		_, _ = io.ReadFull(nc, opening)
		h, err := keys.NewCodeHost("amber", "fox-32", opening[len(codePreface):], testRand{})
		if err != nil {
			return
		}
		_, _ = nc.Write(append([]byte{codeGoesOn}, h.Answer()...))
		_, _ = io.CopyN(io.Discard, nc, int64(keys.ProofSize))
		_, _ = nc.Write(append([]byte{codeGoesOn}, make([]byte, keys.GrantSize)...))
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, "amber-fox-31", guessing)); text != "netplay.other-code" {
		t.Errorf("a host with a guess fails with %s", text)
	}
	skipping := liar(t, func(nc net.Conn) {
		_, _ = nc.Write([]byte{codeGoesOn})
		_, _ = nc.Write(make([]byte, keys.AnswerSize))
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, "amber-fox-31", skipping)); text != "netplay.code-cut" {
		t.Errorf("a share of low order fails with %s", text)
	}
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	lookup, _, _ := strings.Cut(code, "-")
	own := newIdentity(t)
	between := liar(t, func(nc net.Conn) {
		up, err := net.Dial("tcp", p.addr)
		if err != nil {
			return
		}
		defer up.Close()
		real, err := meet.Join(context.Background(), up, lookup)
		if err != nil {
			return
		}
		passes := func(from, to net.Conn, n int64) { _, _ = io.CopyN(to, from, n) }
		passes(nc, real, int64(len(codePreface)+keys.OpeningSize))
		passes(real, nc, 1+keys.AnswerSize)
		passes(nc, real, keys.ProofSize)
		passes(real, nc, 1+int64(keys.GrantSize))
		_ = tls.Server(nc, hostTLS(own)).Handshake()
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, code, between)); !strings.HasPrefix(text, "netplay.forged-invite") {
		t.Errorf("one in between fails with %s", text)
	}
	host.poll()
	if host.read < len(host.all) {
		t.Errorf("the host heard%s", host.latest())
	}
	other, otherCode := hostAt(t, p.addr, HostConfig{})
	otherLookup, _, _ := strings.Cut(otherCode, "-")
	swapping := liar(t, func(nc net.Conn) { // pairs the guest with another host of its own
		up, err := net.Dial("tcp", p.addr)
		if err != nil {
			return
		}
		defer up.Close()
		if real, err := meet.Join(context.Background(), up, otherLookup); err == nil {
			go func() { _, _ = io.Copy(real, nc) }()
			_, _ = io.Copy(nc, real)
		}
	})
	if text := failure(t, guestAt(t, code, swapping)); text != "netplay.wrong-code" {
		t.Errorf("another host fails with %s", text)
	}
	other.poll()
	if other.read < len(other.all) {
		t.Errorf("the other host heard%s", other.latest())
	}
}

// testRand is bytes that are the same each time.
type testRand struct{}

func (testRand) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(i + 1)
	}
	return len(p), nil
}

// TestCodesAsAddresses reads codes as people write and paste them.
func TestCodesAsAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"amber-fox-31@meet.example.org":              "amber@meet.example.org:7001 fox-31",
		"Amber Fox 31 @ meet.example.org:80":         "amber@meet.example.org:80 fox-31",
		"Amber Fox 31@meet.example.org:80":           "amber@meet.example.org:80 fox-31",
		"amber42-fox-31@192.0.2.1":                   "amber42@192.0.2.1:7001 fox-31",
		"amber-fox-31@[2001:db8::1]:7":               "amber@[2001:db8::1]:7 fox-31",
		"amber@meet.example.org":                     "amber@meet.example.org:7001 ",
		"http://meet.example.org:7001/#amber-fox-31": "amber@meet.example.org:7001 fox-31",
		"HTTP://meet.example.org/#amber-fox-31":      "amber@meet.example.org:80 fox-31",
		"https://meet.example.org/#amber-fox-31":     "amber@meet.example.org:443 fox-31",
		"meet.example.org:7001/#amber-fox-31":        "amber@meet.example.org:7001 fox-31",
		"mancala://amber-fox-31@meet.example.org/":   "amber@meet.example.org:7001 fox-31",
		"amber": "amber:7000 ",
	} {
		addr, invite, err := ParseAddress(text)
		if got := addr + " " + invite.Code; err != nil || got != want {
			t.Errorf("%s is read as %s, %v, want %s", text, got, err, want)
		}
		if err != nil || invite.Code == "" {
			continue
		}
		for _, again := range []string{invite.String(), invite.Link()} {
			if a, i, err := ParseAddress(again); err != nil || a != addr || i != invite {
				t.Errorf("%s is %s, which is read as %s, %v", text, again, a, err)
			}
		}
	}
	for text, want := range map[string]string{
		"amber-foks-31@meet.example.org":       `netplay.code-word "foks"`,
		"ambre-fox-31@meet.example.org":        `netplay.code-word "ambre"`,
		"amber-fox@meet.example.org":           "netplay.bad-code",
		"@meet.example.org":                    "netplay.bad-code",
		"amber-fox-31@":                        `netplay.code-alone "amber-fox-31"`,
		"amber-fox-31":                         `netplay.code-alone "amber-fox-31"`,
		"amber-fox-31@meet example":            `netplay.bad-address "meet example"`,
		"amber-fox-31@meet.example.org:0":      `netplay.bad-port "0"`,
		"amber-fox-31@a@b":                     `netplay.bad-address "a@b"`,
		"http://meet.example.org/#ambr-fox-31": `netplay.code-word "ambr"`,
	} {
		if _, _, err := ParseAddress(text); err == nil || err.Error() != want {
			t.Errorf("%s fails with %v, want %s", text, err, want)
		}
	}
}
