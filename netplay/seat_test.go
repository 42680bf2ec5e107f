package netplay

import (
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// TestSecondGuest: a second guest is turned away while the first plays, and let in once the first
// has left.
func TestSecondGuest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		early := newRawPeer(t, listener.dial()) // connects before the first and says Hello after it
		first := newRawPeer(t, listener.dial())
		first.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		late := newRawPeer(t, listener.dial())
		for _, peer := range []*rawPeer{early, late} {
			peer.sendBytes([]byte(frames.Preface))
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
		time.Sleep(time.Second) // in which the seat is closed, since the first had made no ply
		next := newRawPeer(t, listener.dial())
		next.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		host.Leave(match.ReasonQuit)
		next.expect("3/2 Leave reason:LEAVE_REASON_QUIT")
		wantEvents(t, host, "GameOver abandoned", "PeerLeft reason 1 local true: netplay.you-left")
		host.Leave(match.ReasonQuit)
		wantEvents(t, host)
		_ = host.Close()
	})
}
