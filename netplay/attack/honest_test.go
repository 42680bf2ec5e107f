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

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/attack"
	"mancala/netplay/link"
	"mancala/rules"
	"mancala/tools/need"
)

func TestMain(m *testing.M) {
	_ = os.Setenv("MANCALA_LOOPBACK", "1")
	os.Exit(m.Run())
}

// kalah is the game that is played here.
var kalah = rules.Presets()[0].Variant

// serve starts a host at a free port.
func serve(t testing.TB, cfg link.HostConfig) (host *tabletest.End, addr string) {
	t.Helper()
	cfg.Name, cfg.AppVersion, cfg.Variant = "Hilda", "test", kalah
	host = &tabletest.End{T: t, Link: link.Host("127.0.0.1:0", cfg)}
	t.Cleanup(func() { _ = host.Link.Close() })
	return host, tabletest.Must[table.Listening](host).Addr
}

// lateDial is a transport that delays a guest's first write.
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

// join joins as an honest guest with a late first byte, and returns the guest once a game has
// begun.
func join(t testing.TB, addr string, late time.Duration) (*tabletest.End, error) {
	return joinWhile(t, addr, late, func() {})
}

// joinWhile is join, and calls also again and again until then.
func joinWhile(t testing.TB, addr string, late time.Duration, also func()) (*tabletest.End, error) {
	return begun(t, link.Join(addr, link.GuestConfig{
		Common: link.Common{Name: "Gus", AppVersion: "test"}, Transport: lateDial{late},
	}), also)
}

// begun waits until a guest is in a game, and calls also again and again until then.
func begun(t testing.TB, l table.Link, also func()) (*tabletest.End, error) {
	guest := &tabletest.End{T: t, Link: l}
	for stop := time.Now().Add(need.Patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		also()
		guest.Poll()
		for _, e := range guest.Heard {
			switch e := e.(type) {
			case table.GameStarted:
				return guest, nil
			case table.Failed:
				return nil, errors.Join(fmt.Errorf("failed: %s", e.Note), guest.Link.Close())
			case table.PeerLeft:
				return nil, errors.Join(fmt.Errorf("left: %s", e.Note), guest.Link.Close())
			}
		}
	}
	return nil, errors.Join(errNothing, guest.Link.Close())
}

// dialled waits until the callers of a swarm have connected that many times more.
func dialled(t testing.TB, s *attack.Swarm, more int) {
	t.Helper()
	before := s.Count().Dialled
	need.Until(t, fmt.Sprintf("strangers connect %d times", more), func() bool { return s.Count().Dialled >= before+more })
}

// letIn has a number of guests come; each tries until they are let in. Few need a second try: a
// busy machine may be too slow for one.
func letIn(t testing.TB, guests int, visit func() error) {
	t.Helper()
	failed := 0
	for range guests {
		for err := visit(); err != nil; err = visit() {
			t.Log(err)
			if failed++; failed > guests {
				t.Fatalf("%d times guests were not let in", failed)
			}
		}
	}
	t.Logf("%d guests were let in, after %d failures", guests, failed)
}

// visit joins as an honest guest, plays one ply if it is theirs, and leaves; the host waits for the
// next one.
func visit(host *tabletest.End, addr string, late time.Duration) error {
	guest, err := join(host.T, addr, late)
	if err != nil {
		return err
	}
	tabletest.Must[table.GameStarted](host)
	playOne(host, guest)
	guest.Link.Leave(table.ReasonQuit)
	tabletest.Must[table.PeerLeft](host)
	err = guest.Link.Close()
	host.Link.WaitAgain()
	return err
}

// playOne plays the first ply of a game, and the guest's first: then the guest has not wasted the
// seat.
func playOne(host, guest *tabletest.End) {
	p, _ := rules.Start(kalah)
	began := tabletest.Must[table.GameStarted](guest)
	for {
		mover := host
		if p.ToMove() == began.Self {
			mover = guest
		}
		for h := range p.Plies() {
			_ = mover.Play(h)
			break
		}
		tabletest.Must[table.Played](host)
		p = tabletest.Must[table.Played](guest).Series.Match().Position()
		if mover == guest {
			return
		}
	}
}
