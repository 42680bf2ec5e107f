package netplay

import (
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// TestManyConnections opens more silent connections than may wait: the oldest go, and the seat
// stays obtainable.
func TestManyConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		var silent []net.Conn
		for range 3 * maxWaiting {
			silent = append(silent, listener.dial())
		}
		synctest.Wait()
		h := host.(*hostLink)
		h.mu.Lock()
		waiting := len(h.arriving)
		h.mu.Unlock()
		if waiting != maxWaiting {
			t.Errorf("%d connections wait", waiting)
		}
		for i, nc := range silent[:2*maxWaiting] {
			if _, err := nc.Read(make([]byte, 1)); err != io.EOF && err != io.ErrClosedPipe {
				t.Errorf("connection %d is still there: %v", i, err)
			}
		}
		peer := newRawPeer(t, listener.dial())
		peer.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		for range 3 * maxWaiting {
			silent = append(silent, listener.dial())
		}
		go peer.drain()
		time.Sleep(10 * time.Second)
		peer.send(pingFrame())
		wantEvents(t, host)
		if err := host.Play(rules.House(1)); err != nil {
			t.Errorf("the game was disturbed: %v", err)
		}
		_ = host.Close()
		for _, nc := range silent {
			_ = nc.Close()
		}
	})
}

// TestSecondGuest is turned away while the first plays, and let in when the first has left.
func TestSecondGuest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		early := newRawPeer(t, listener.dial()) // connects before the first and says Hello after it
		first := newRawPeer(t, listener.dial())
		first.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		late := newRawPeer(t, listener.dial())
		for _, peer := range []*rawPeer{early, late} {
			peer.sendBytes([]byte(preface))
			peer.expectPreface()
			peer.send(helloFrame())
			peer.expect("1/1 Reject code:REJECT_CODE_GAME_FULL")
			peer.drain()
		}
		wantEvents(t, host)
		first.send(&wire.Frame{Seq: 3, Ack: 1, Body: &wire.Frame_Leave{Leave: &wire.Leave{}}})
		wantEvents(t, host, "GameOver abandoned", `PeerLeft reason 0 local false: netplay.left "Raw"`)
		host.WaitAgain()
		wantEvents(t, host, "match.Listening")
		next := newRawPeer(t, listener.dial())
		next.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		host.Leave(match.ReasonQuit)
		next.expect("2/2 Leave reason:LEAVE_REASON_QUIT")
		wantEvents(t, host, "GameOver abandoned", "PeerLeft reason 1 local true: netplay.you-left")
		host.Leave(match.ReasonQuit)
		wantEvents(t, host)
		_ = host.Close()
	})
}
