package attack_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay"
	"mancala/rules"
)

// patience is how long a test waits for an end to do what it has to.
const patience = 20 * time.Second

func TestMain(m *testing.M) {
	_ = os.Setenv("MANCALA_LOOPBACK", "1")
	os.Exit(m.Run())
}

// kalah is the game that is played here.
var kalah = rules.Presets()[0].Variant

// end is one end of a link with the events it has had.
type end struct {
	t     testing.TB
	link  match.Link
	heard []match.Event
	read  int // how many of heard have been asked for
}

func (e *end) poll() { e.heard = append(e.heard, e.link.Events()...) }

// next returns the next event of a kind, passing over others, or nil if none comes.
func next[E match.Event](e *end) *E {
	for stop := time.Now().Add(patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		e.poll()
		for e.read < len(e.heard) {
			e.read++
			if event, ok := e.heard[e.read-1].(E); ok {
				return &event
			}
		}
	}
	return nil
}

// must is next, and fails the test if nothing comes.
func must[E match.Event](e *end) E {
	e.t.Helper()
	event := next[E](e)
	if event == nil {
		e.t.Fatalf("no %T; there were %v", *new(E), e.heard)
	}
	return *event
}

// serve has a host listen at a free port.
func serve(t testing.TB, cfg netplay.HostConfig) (host *end, addr string) {
	t.Helper()
	cfg.Name, cfg.AppVersion, cfg.Variant = "Hilda", "test", kalah
	host = &end{t: t, link: netplay.Host("127.0.0.1:0", cfg)}
	t.Cleanup(func() { _ = host.link.Close() })
	return host, must[match.Listening](host).Addr
}

// lateDial is a transport whose guest says nothing at first.
type lateDial struct{ late time.Duration }

// Listen is not for guests.
func (lateDial) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

// Dial connects by TCP.
func (d lateDial) Dial(ctx context.Context, addr string) (net.Conn, error) {
	var dialer net.Dialer
	nc, err := dialer.DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return &lateConn{TCPConn: nc.(*net.TCPConn), late: d.late}, nil
}

// lateConn waits before its first write.
type lateConn struct {
	*net.TCPConn
	once sync.Once
	late time.Duration
}

func (c *lateConn) Write(b []byte) (int, error) {
	c.once.Do(func() { time.Sleep(c.late) })
	return c.TCPConn.Write(b)
}

var errNothing = errors.New("nothing came of it")

// join has an honest guest come, whose first byte is late, and returns the guest once a game has
// begun.
func join(t testing.TB, addr string, late time.Duration) (*end, error) {
	return joinWhile(t, addr, late, func() {})
}

// joinWhile is join, and does something else again and again until then.
func joinWhile(t testing.TB, addr string, late time.Duration, also func()) (*end, error) {
	guest := &end{t: t, link: netplay.Join(addr, netplay.GuestConfig{Name: "Gus", AppVersion: "test", Transport: lateDial{late}})}
	for stop := time.Now().Add(patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		also()
		guest.poll()
		for _, e := range guest.heard {
			switch e := e.(type) {
			case match.GameStarted:
				return guest, nil
			case match.Failed:
				return nil, errors.Join(fmt.Errorf("failed: %s", e.Note), guest.link.Close())
			case match.PeerLeft:
				return nil, errors.Join(fmt.Errorf("left: %s", e.Note), guest.link.Close())
			}
		}
	}
	return nil, errors.Join(errNothing, guest.link.Close())
}

// visit has an honest guest come, play one ply if it is theirs, and leave; the host waits for the
// next one.
func visit(host *end, addr string, late time.Duration) error {
	guest, err := join(host.t, addr, late)
	if err != nil {
		return err
	}
	must[match.GameStarted](host)
	playOne(host, guest)
	guest.link.Leave(match.ReasonQuit)
	must[match.PeerLeft](host)
	err = guest.link.Close()
	host.link.WaitAgain()
	return err
}

// playOne plays the first ply of a game, and the guest's first: a guest who has played one has not
// wasted the seat.
func playOne(host, guest *end) {
	p, _ := rules.Start(kalah)
	began := must[match.GameStarted](guest)
	for {
		mover := host
		if p.ToMove() == began.Self {
			mover = guest
		}
		for h := range p.Plies() {
			_ = mover.link.Play(h)
			break
		}
		must[match.Played](host)
		p = must[match.Played](guest).After
		if mover == guest {
			return
		}
	}
}
