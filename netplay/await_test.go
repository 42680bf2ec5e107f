package netplay

import (
	"bytes"
	"net"
	"testing"
	"testing/synctest"
)

// gatherer is a connection whose writes wait until they are sent together.
type gatherer struct {
	net.Conn
	gathers bool
	waiting bytes.Buffer
}

func (g *gatherer) Write(p []byte) (int, error) {
	if g.gathers {
		return g.waiting.Write(p)
	}
	return g.Conn.Write(p)
}

// send sends all that waits with one write.
func (g *gatherer) send() error {
	g.gathers = false
	_, err := g.Conn.Write(g.waiting.Next(g.waiting.Len()))
	return err
}

// TestFramesTogether has frames arrive together, and one in pieces behind them: with encryption,
// the layer above the socket reads some of them ahead.
func TestFramesTogether(t *testing.T) {
	defer func() { byCrew, overTLS = false, false }()
	for _, overTLS = range []bool{false, true} {
		for _, byCrew = range []bool{false, true} {
			synctest.Test(t, framesTogether)
		}
	}
}

func framesTogether(t *testing.T) {
	link, listener := bubbleHost(t)
	defer link.Close()
	here, err := listener.Dial(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	below := &gatherer{Conn: here}
	peer := newRawPeer(t, rawGuestSide(below))
	peer.greet()
	for range 3 {
		below.gathers = true
		for range 4 {
			peer.send(pingFrame())
		}
		rest := below.waiting.Len() - 3
		last := bytes.Clone(below.waiting.Bytes()[rest:])
		below.waiting.Truncate(rest)
		if err := below.send(); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			peer.expect("0/2 Pong")
		}
		if _, err := below.Conn.Write(last); err != nil {
			t.Fatal(err)
		}
		peer.expect("0/2 Pong")
	}
	_ = peer.nc.Close()
}
