package netplay

import (
	"context"
	"net"
	"sync"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/rules"
)

// breakable is a transport over TCP whose connections a test can cut.
type breakable struct {
	transport.TCP
	mu    sync.Mutex
	conns []net.Conn
}

func (b *breakable) Dial(ctx context.Context, addr string) (net.Conn, error) {
	nc, err := b.TCP.Dial(ctx, addr)
	if err == nil {
		b.mu.Lock()
		b.conns = append(b.conns, nc)
		b.mu.Unlock()
	}
	return nc, err
}

// cut breaks every connection, and loses the bytes on their way.
func (b *breakable) cut() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, nc := range b.conns {
		_ = nc.(*net.TCPConn).SetLinger(0)
		_ = nc.Close()
	}
	b.conns = nil
}

// disk holds the last bookmark that was kept.
type disk struct {
	mu sync.Mutex
	b  *match.Bookmark
}

func (d *disk) keep(b match.Bookmark) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.b = &b
	if b.Over() {
		d.b = nil
	}
}

func (d *disk) bookmark(t testing.TB) *match.Bookmark {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.b == nil {
		t.Fatal("nothing is kept")
	}
	return d.b
}

// TestResumeOverLoopback cuts the line or kills either process, and resumes.
func TestResumeOverLoopback(t *testing.T) {
	var line breakable
	var hostDisk, guestDisk disk
	id := newIdentity(t)
	identity := func() (*keys.Identity, error) { return id, nil }
	hostCfg := HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstHost, Keep: hostDisk.keep, Identity: identity,
	}
	guestCfg := GuestConfig{Name: "Gus", Transport: &line, Keep: guestDisk.keep}
	host := newPlayer(t, Host("127.0.0.1:0", hostCfg))
	addr := expect[match.Listening](host).Addr
	guest := newPlayer(t, Join(addr, guestCfg))
	expect[match.Connecting](guest)
	expect[match.Connected](host)
	expect[match.Connected](guest)
	game := expect[match.GameStarted](host).ID
	expect[match.GameStarted](guest)
	play := func(mover, other *player, h rules.House) {
		t.Helper()
		if err := mover.link.Play(h); err != nil {
			t.Fatal(err)
		}
		expect[match.Played](mover)
		expect[match.Played](other)
	}
	play(host, guest, 1)

	line.cut()
	for _, p := range []*player{host, guest} {
		if paused := expect[match.Paused](p); paused.Wait != pauseWait || paused.Note == nil {
			t.Errorf("%+v", paused)
		}
	}
	if err := guest.link.Rematch(); err != match.ErrPaused {
		t.Errorf("a paused link: %v", err)
	}
	expect[match.Resumed](host)
	expect[match.Resumed](guest)
	play(guest, host, 2)

	// The guest's process crashes and is started again.
	guest.link.(*guestLink).kill()
	guest = newPlayer(t, Join(addr, GuestConfig{
		Name: "Gus", Transport: &line, Keep: guestDisk.keep, Resume: guestDisk.bookmark(t),
	}))
	expect[match.Connecting](guest)
	if c := expect[match.Connected](guest); c.Peer != "Hilda" || c.Self != match.Guest {
		t.Errorf("%+v", c)
	}
	if g := expect[match.GameStarted](guest); g.ID != game || len(g.Plies) != 2 {
		t.Errorf("%+v", g)
	}
	expect[match.Paused](guest)
	expect[match.Resumed](guest)
	expect[match.Paused](host)
	expect[match.Resumed](host)
	play(host, guest, 3)

	// So does the host's.
	host.link.(*hostLink).kill()
	host = newPlayer(t, Host(addr, HostConfig{Name: "Hilda", Keep: hostDisk.keep, Resume: hostDisk.bookmark(t), Identity: identity}))
	expect[match.Listening](host)
	expect[match.Connected](host)
	if g := expect[match.GameStarted](host); g.ID != game || len(g.Plies) != 3 {
		t.Errorf("%+v", g)
	}
	expect[match.Paused](host)
	expect[match.Paused](guest)
	expect[match.Resumed](host)
	expect[match.Resumed](guest)
	play(guest, host, 5)
	guest.link.Leave(match.ReasonQuit)
	for _, p := range []*player{host, guest} {
		expect[match.GameOver](p)
		expect[match.PeerLeft](p)
	}
	if hostDisk.b != nil || guestDisk.b != nil {
		t.Error("a series that has ended is still kept")
	}
}

// kill ends a link as the end of its process does: without a goodbye, and without writing to the
// disk.
func (l *link) kill() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed, l.store = true, func(match.Bookmark, func()) {}
	if l.conn != nil {
		_ = l.conn.nc.Close()
	}
}

func (g *guestLink) kill() {
	g.cancel()
	g.link.kill()
}

func (h *hostLink) kill() {
	h.cancel()
	h.link.kill()
	h.acceptor.Close()
}

// BenchmarkResume measures the time from a cut of the line over loopback to the next ply at the
// other end.
func BenchmarkResume(b *testing.B) {
	var line breakable
	host := Host("127.0.0.1:0", HostConfig{Variant: kalah, First: match.FirstHost})
	defer func() { _ = host.Close() }()
	addr := ""
	for addr == "" {
		for _, e := range host.Events() {
			addr = e.(match.Listening).Addr
		}
	}
	guest := Join(addr, GuestConfig{Transport: &line})
	defer func() { _ = guest.Close() }()
	links := []match.Link{host, guest}
	wait := func(done func(match.Event) bool) {
		for {
			for _, link := range links {
				for _, e := range link.Events() {
					if _, over := e.(match.GameOver); over {
						_ = link.Rematch()
					}
					if done(e) {
						return
					}
				}
			}
			time.Sleep(50 * time.Microsecond)
		}
	}
	count := func(n int, is func(match.Event) bool) func(match.Event) bool {
		return func(e match.Event) bool {
			if is(e) {
				n--
			}
			return n == 0
		}
	}
	started := func(e match.Event) bool { _, ok := e.(match.GameStarted); return ok }
	paused := func(e match.Event) bool { _, ok := e.(match.Paused); return ok }
	resumed := func(e match.Event) bool { _, ok := e.(match.Resumed); return ok }
	played := func(e match.Event) bool { _, ok := e.(match.Played); return ok }
	wait(count(2, started))
	for b.Loop() {
		line.cut()
		wait(count(2, paused))
		wait(count(2, resumed))
		mover := 0
		for h := rules.House(1); links[mover].Play(h) != nil; mover = 1 - mover {
			if mover == 1 {
				h++
			}
			if h > 6 { // the game is over, and the next one begins
				h = 1
				_, _ = host.Rematch(), guest.Rematch()
			}
		}
		wait(count(2, played))
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/resume")
}
