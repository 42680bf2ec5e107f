package meet

import (
	"errors"
	"io"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/faults"
	"mancala/netplay/limit"
	"mancala/tools/need"
)

// TestWeb: connections that speak HTTP are handed on with their first bytes, but not the streams
// that come back.
func TestWeb(t *testing.T) {
	got := make(chan string, 1)
	s := NewServer(Config{Web: func(nc net.Conn) time.Duration {
		b := make([]byte, 9)
		_, _ = io.ReadFull(nc, b)
		got <- string(b)
		_ = nc.Close()
		return 0
	}})
	near, far := net.Pipe()
	s.Answer(far)
	_, _ = near.Write([]byte("GET /page"))
	if first := <-got; first != "GET /page" {
		t.Errorf("the page is asked for by %q", first)
	}
	near, far = net.Pipe()
	s.Enter(far)
	_, _ = near.Write([]byte("GET "))
	if b, err := io.ReadAll(near); len(b) > 0 || err != nil {
		t.Errorf("a stream that speaks HTTP gets %q, %v", b, err)
	}
	select {
	case first := <-got:
		t.Errorf("a stream asks for the page by %q", first)
	default:
	}
}

// TestPendingBrowsers: connections without a place yet are tried again, count as silent ones, and
// are closed after five seconds.
func TestPendingBrowsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tries atomic.Int32
		taken := make(chan net.Conn, 1)
		s := NewServer(Config{Web: func(nc net.Conn) time.Duration {
			if tries.Add(1) != 3 {
				return time.Second
			}
			taken <- nc
			return 0
		}})
		s.pending = limit.NewPending(2)
		browser := func() net.Conn {
			near, far := net.Pipe()
			s.Answer(far)
			_, _ = near.Write([]byte("GET "))
			synctest.Wait()
			return near
		}
		waiting := func() int {
			s.mu.Lock()
			defer s.mu.Unlock()
			return s.pending.Len()
		}
		browser()
		if time.Sleep(3 * browserPause); waiting() != 0 || len(taken) != 1 {
			t.Errorf("after %d tries %d are pending, and %d are taken", tries.Load(), waiting(), len(taken))
		}
		for _, nc := range []net.Conn{browser(), browser(), browser()} {
			began := time.Now()
			if b, err := io.ReadAll(nc); len(b) > 0 || err != nil || time.Since(began) > lineWait {
				t.Errorf("without a place it gets %q, %v after %v", b, err, time.Since(began))
			}
		}
		if waiting() != 0 {
			t.Errorf("%d are pending", waiting())
		}
		_ = (<-taken).Close()
	})
}

// brittle is a stream that loses the part of a message that it has read if a read exceeds its
// deadline.
type brittle struct {
	net.Conn
	broken bool
}

func (b *brittle) Read(p []byte) (int, error) {
	if b.broken {
		return 0, errors.New("the stream is broken")
	}
	n, err := b.Conn.Read(p)
	b.broken = isTimeout(err)
	return n, err
}

// TestStreamsAreNotBroken: bytes from a browser may come in pieces, at any time, and the pair still
// ends if nothing comes.
func TestStreamsAreNotBroken(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		hosts := make(chan net.Conn)
		go comeFor(t, line, p, hosts)
		near, far := net.Pipe()
		s.Enter(&brittle{Conn: far})
		guest := need.Must(Join(t.Context(), near, line.Lookup))(t)
		host := <-hosts
		go func() { _, _ = io.Copy(host, host) }()
		for range 5 {
			for _, wait := range []time.Duration{0, 2 * busyWait, time.Second, idleWait - time.Second} {
				time.Sleep(wait)
				echoed(t, guest, 2*idleBytes)
			}
		}
		time.Sleep(idleWait + time.Second)
		synctest.Wait()
		if c := s.Counts(); c.Pairs != 0 {
			t.Errorf("there is %+v", c)
		}
	})
}
