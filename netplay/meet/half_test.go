package meet

import (
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/faults"
	"mancala/tools/need"
)

// halves is a connection without sockets, with halves that end one by one: it reads from one pipe,
// and writes to another.
type halves struct {
	net.Conn // read from
	out      net.Conn
}

// newHalves returns the two ends of such a connection.
func newHalves() (near, far *halves) {
	a, b := net.Pipe()
	c, d := net.Pipe()
	return &halves{a, d}, &halves{c, b}
}

func (h *halves) Write(p []byte) (int, error)        { return h.out.Write(p) }
func (h *halves) SetWriteDeadline(t time.Time) error { return h.out.SetWriteDeadline(t) }
func (h *halves) CloseWrite() error                  { return h.out.Close() }

func (h *halves) SetDeadline(t time.Time) error {
	_ = h.out.SetWriteDeadline(t)
	return h.SetReadDeadline(t)
}

func (h *halves) Close() error {
	_ = h.out.Close()
	return h.Conn.Close()
}

// TestHalfClosedPair: if one end has closed its half, the other end cannot keep the pair by
// sending.
func TestHalfClosedPair(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		dial := func() net.Conn {
			near, far := newHalves()
			_ = p.Pass(far)
			return near
		}
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		defer line.Close()
		var wg sync.WaitGroup
		wg.Go(func() {
			guest, err := line.Next()
			if err != nil {
				t.Error(err)
				return
			}
			host, err := Take(t.Context(), dial(), guest.ID)
			if err != nil {
				t.Error(err)
				return
			}
			for err == nil { // does not heed the end of the other half
				time.Sleep(partWait / 4)
				_, err = host.Write([]byte("go on"))
			}
		})
		guest := need.Must(Join(t.Context(), dial(), line.Lookup))(t)
		go func() { _, _ = io.Copy(io.Discard, guest) }()
		_ = closeWrite(guest)
		ended := time.Now()
		wg.Wait()
		synctest.Wait()
		if took, c := time.Since(ended), s.Counts(); took < partWait || took > 2*partWait || c.Pairs != 0 {
			t.Errorf("%v after the end of one half there is %+v", took, c)
		}
	})
}
