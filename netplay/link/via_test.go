package link

import (
	"context"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/tools/need"
)

// point is a meeting point of a test, which can be ended and started again at its address.
type point struct {
	t      *testing.T
	addr   string
	stop   func()
	server *meet.Server
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
	need.Until(p.t, p.addr+" is free", func() bool {
		var err error
		listener, err = net.Listen("tcp", p.addr)
		return err == nil
	})
	p.addr = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	p.server = meet.NewServer(meet.Config{})
	go func() { ended <- p.server.Serve(ctx, listener) }()
	p.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Error(err)
		}
		p.stop = func() {}
	}
}

// hostAt returns a host at a meeting point, and its code.
func hostAt(t *testing.T, point string, cfg HostConfig) (*end, string) {
	t.Helper()
	cfg.Via, cfg.Variant, cfg.Name = point, kalah64, "Hilda"
	host := endOf(t, Host("127.0.0.1:0", cfg))
	expect[table.Listening](host)
	meetingIs(t, host, table.MeetingCalling)
	return host, meetingIs(t, host, table.MeetingOpen).Code
}

// meetingIs returns the next event, which has to be about the meeting point.
func meetingIs(t *testing.T, host *end, want table.MeetingState) table.Meeting {
	t.Helper()
	m := expect[table.Meeting](host)
	if m.State != want || (m.Code != "") != (want == table.MeetingOpen) || (m.Note != nil) != (want >= table.MeetingLost) {
		t.Fatalf("the meeting point is %+v, want state %d", m, want)
	}
	return m
}

func guestAt(t *testing.T, code, point string) *end {
	t.Helper()
	return joins(t, code+"@"+point)
}

// begun waits until both ends are connected.
func begun(t *testing.T, host, guest *end) {
	t.Helper()
	if c := expect[table.Connected](host); c.Security != match.ByCode || c.Peer != "Gus" {
		t.Fatalf("the host hears %+v", c)
	}
	if c := expect[table.Connected](guest); c.Security != match.ByCode || strings.Count(c.Addr, "@") != 1 || strings.Contains(c.Addr, "-") {
		t.Fatalf("the guest hears %+v", c)
	}
}

// playing returns a host and a guest who have begun a game by a code.
func playing(t *testing.T, p *point, cfg HostConfig) (host, guest *end, code string) {
	t.Helper()
	host, code = hostAt(t, p.addr, cfg)
	guest = guestAt(t, code, p.addr)
	begun(t, host, guest)
	expect[table.GameStarted](host)
	expect[table.GameStarted](guest)
	return host, guest, code
}

// TestGameByMeetingPoint plays a game, with a watcher.
func TestGameByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{First: match.FirstHost})
	guest := guestAt(t, strings.ToUpper(strings.ReplaceAll(code, "-", " ")), p.addr)
	begun(t, host, guest)
	watcher := endOf(t, Watch(code+"@"+p.addr, GuestConfig{Common: Common{Name: "Wim"}}))
	expect[table.Connecting](watcher)
	if w := expect[table.Watched](watcher); w.Names != [2]string{"Hilda", "Gus"} || w.Security != match.ByCode {
		t.Errorf("the watcher sees %+v", w)
	}
	playSeated(t, host, guest)
}

// playSeated plays the current game to its end, past events about watchers.
func playSeated(t *testing.T, host, guest *end) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for deadline := time.Now().Add(need.Patience); ; time.Sleep(50 * time.Microsecond) {
		ends := 0
		for _, p := range []*end{host, guest} {
			p.Poll()
			for _, e := range p.Heard[p.Read:] {
				switch e := e.(type) {
				case table.GameOver:
					if r := e.Series.Match().Result(); r.Ending != match.Finished {
						t.Fatalf("the game ended: %v", r)
					}
					ends++
				case table.PeerLeft, table.Failed:
					t.Fatal(eventText(e))
				}
			}
			_ = p.Play(1 + housesOf(random))
		}
		if ends == 2 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the game does not end; the host heard%s\nthe guest heard%s", host, guest)
		}
	}
}

// TestMeetingPointRestarts: the game pauses and continues, and the code is the same.
func TestMeetingPointRestarts(t *testing.T) {
	p := newPoint(t)
	host, guest, code := playing(t, p, HostConfig{First: match.FirstHost})
	need.NoError(t, host.Play(1))
	for _, end := range []*end{host, guest} {
		expect[table.Played](end)
	}
	p.stop()
	expect[table.Paused](guest)
	p.start()
	expect[table.Resumed](guest)
	var again []string
	resumed := false
	for deadline := time.Now().Add(need.Patience); time.Now().Before(deadline) && (!resumed || len(again) == 0); time.Sleep(time.Millisecond) {
		host.Poll()
		for ; host.Read < len(host.Heard); host.Read++ {
			switch e := host.Heard[host.Read].(type) {
			case table.Meeting:
				if e.State == table.MeetingOpen {
					again = append(again, e.Code)
				}
			case table.Resumed:
				resumed = true
			}
		}
	}
	if !resumed || len(again) != 1 || again[0] != code {
		t.Fatalf("resumed: %v, codes %q, want %q; the host heard%s", resumed, again, code, host)
	}
	playSeated(t, host, guest)
}

// TestHostRestarts: a host that restarts and resumes its series gets another code but its old name,
// so the guest finds it.
func TestHostRestarts(t *testing.T) {
	p, id := newPoint(t), newIdentity(t)
	var mu sync.Mutex
	var kept match.Bookmark
	cfg := HostConfig{First: match.FirstHost, Identity: func() (*keys.Identity, error) { return id, nil }}
	cfg.Keep = func(b match.Bookmark, stored func()) {
		mu.Lock()
		defer mu.Unlock()
		if kept = b; stored != nil {
			go stored()
		}
	}
	host, guest, code := playing(t, p, cfg)
	need.NoError(t, host.Play(1))
	expect[table.Played](guest)
	_ = host.Link.Close()
	expect[table.Paused](guest)
	mu.Lock()
	cfg.Resume = &kept
	mu.Unlock()
	cfg.Name, cfg.Via = "Hilda", p.addr
	host = endOf(t, Host("127.0.0.1:0", cfg))
	expect[table.Resumed](guest)
	fresh := ""
	for deadline := time.Now().Add(need.Patience); fresh == "" && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		host.Poll()
		for _, e := range host.Heard {
			if m, ok := e.(table.Meeting); ok && m.Code != "" {
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

// TestStrangerByMeetingPoint: a guest without the code is a stranger wherever the meeting point
// says that they are, and the host's person is asked.
func TestStrangerByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	lookup, _, _ := strings.Cut(code, "-")
	guest := endOf(t, Join("host:1", GuestConfig{Common: Common{Name: "Gus"}, Transport: dialer(func(ctx context.Context) (net.Conn, error) {
		nc, err := net.Dial("tcp", p.addr)
		if err != nil {
			return nil, err
		}
		return meet.Join(ctx, nc, lookup)
	})}))
	expect[table.Connecting](guest)
	if k := expect[table.Knocked](host); k.Peer != "Gus" || k.Addr != "127.0.0.1" {
		t.Errorf("the host hears %+v", k)
	}
	if text := failure(t, endOf(t, Join(lookup+"@"+p.addr, GuestConfig{}))); text != "netplay.code-needed" {
		t.Errorf("half a code fails with %s", text)
	}
}

// TestFailuresByMeetingPoint checks the sentences about everything that can go wrong.
func TestFailuresByMeetingPoint(t *testing.T) {
	p := newPoint(t)
	nobody := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	_ = nobody.Close()
	other, _ := listeningHost(t)
	expectNothing := other.Link.Events()
	if len(expectNothing) > 0 {
		t.Errorf("the other host hears %v", expectNothing)
	}
	for at, want := range map[string]string{
		"amber-fox-31@" + p.addr:                 `netplay.no-such-code "amber" "` + p.addr + `"`,
		"amber-fox-31@" + nobody.Addr().String(): `netplay.no-point "` + nobody.Addr().String() + `"`,
		"amber-fox-31@" + hostAddr(t, other):     `netplay.not-a-point "` + hostAddr(t, other) + `"`,
	} {
		if text := failure(t, joins(t, at)); text != want {
			t.Errorf("%s fails with %s, want %s", at, text, want)
		}
	}
	if text := failure(t, endOf(t, Join("amber-fox-31@"+p.addr, GuestConfig{Common: Common{Insecure: true}}))); text != "netplay.invite-encrypts" {
		t.Errorf("without encryption it fails with %s", text)
	}
	host := endOf(t, Host("127.0.0.1:0", HostConfig{Common: Common{Insecure: true}, Variant: kalah64, Via: p.addr}))
	expect[table.Listening](host)
	if m := meetingIs(t, host, table.MeetingRefused); m.Note.Code != "netplay.via-encrypts" {
		t.Errorf("a host without encryption hears %v", m.Note)
	}
	host = endOf(t, Host("127.0.0.1:0", HostConfig{Variant: kalah64, Via: hostAddr(t, other)}))
	expect[table.Listening](host)
	meetingIs(t, host, table.MeetingCalling)
	if m := expect[table.Meeting](host); m.State < table.MeetingLost {
		t.Errorf("at a host, the meeting point is %+v", m)
	}
}

func hostAddr(t *testing.T, p *end) string {
	t.Helper()
	return p.Heard[0].(table.Listening).Addr
}
