package netplay

import (
	"crypto/rand"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/limit"
)

// These tests run inside bubbles: a host's link with several connections.

// knock plays a guest up to the host's first answer to the Accept.
func (p *rawPeer) knock(hello *wire.Frame, answer string) {
	p.t.Helper()
	p.sendBytes([]byte(frames.Preface))
	p.expectPreface()
	p.send(hello)
	p.expect("1/1 Welcome")
	p.send(acceptFrame())
	p.expect(answer)
}

// TestAKnockIsAnswered lets strangers knock at an otherwise idle host: the person hears of the
// second one a second later, and answers both.
func TestAKnockIsAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		door := host.Door()
		door.Admit(match.Admission{})
		var peers []*rawPeer
		for _, addr := range []string{"203.0.113.1:1", "203.0.113.2:1", "203.0.113.3:1"} {
			peers = append(peers, newRawPeer(t, rawGuestSide(listener.dialFrom(addr))))
			peers[len(peers)-1].knock(helloFrame(), "2/2 Waiting reason:WAIT_REASON_ASKED")
		}
		wantEvents(t, host, `Knocked 1: "Raw" from 203.0.113.1`)
		door.Answer(1, match.NotNow)
		peers[0].expect("3/2 Reject code:REJECT_CODE_NOT_NOW")
		go peers[0].drain()
		time.Sleep(time.Second)
		wantEvents(t, host, "KnockEnded 1", `Knocked 2: "Raw" from 203.0.113.2`)
		door.Answer(2, match.LetIn)
		peers[1].expect("3/2 Seated")
		peers[1].send(ackFrame(3))
		peers[2].expect("3/2 Reject code:REJECT_CODE_GAME_FULL")
		go peers[2].drain()
		wantEvents(t, host, "KnockEnded 2", `Connected "Raw" at 203.0.113.2:1`, "GameStarted")
		door.Answer(3, match.LetIn)
		wantEvents(t, host)
		_ = host.Close()
	})
}

// TestThoseWhoWaitAreToldGoodbye closes a host: guests who read, knock or wait are told.
func TestThoseWhoWaitAreToldGoodbye(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		first := newRawPeer(t, listener.dial())
		first.greet()
		patient := helloFrame()
		patient.GetHello().Wait = true
		second := newRawPeer(t, listener.dial())
		second.knock(patient, "2/2 Waiting reason:WAIT_REASON_FULL")
		go func() { _ = host.Close() }()
		first.expect("3/2 Leave reason:LEAVE_REASON_CLOSED")
		second.expect("3/2 Leave reason:LEAVE_REASON_CLOSED")
		first.drain()
		second.drain()
	})
}

// TestAGuestIsRemoved removes the guest from the seat, and lets in the one who waits for it, whose
// address has wasted the seat before: otherwise the first one would give way by themselves.
func TestAGuestIsRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		h := host.(*hostLink)
		h.mu.Lock()
		h.room.desk.Ledger.Waste(limit.AddressOf("203.0.113.2:1"), h.now())
		h.mu.Unlock()
		time.Sleep(time.Second)
		first := newRawPeer(t, rawGuestSide(listener.dialFrom("203.0.113.1:1")))
		first.greet()
		wantEvents(t, host, "Connected", "GameStarted")
		if err := host.Play(1); err != nil {
			t.Fatal(err)
		}
		first.expect("3/2 Move")
		patient := helloFrame()
		patient.GetHello().Wait = true
		second := newRawPeer(t, rawGuestSide(listener.dialFrom("203.0.113.2:1")))
		second.knock(patient, "2/2 Waiting reason:WAIT_REASON_FULL")
		keep := func(p *rawPeer, until time.Duration) { // keeps the connection alive in silence
			for range until / time.Second {
				p.send(pingFrame())
				time.Sleep(time.Second)
			}
		}
		go first.drain()
		go keep(first, admission.IdleAfter-2*time.Second)
		go second.drain()
		keep(second, admission.IdleAfter)
		wantEvents(t, host, "Played", `SeatWanted by "Raw"`)
		host.Door().Remove(true)
		wantEvents(t, host, `PeerLeft reason 4 local true kept: netplay.you-removed-for-now "Raw"`)
		host.WaitAgain()
		time.Sleep(time.Second)
		wantEvents(t, host, "match.Listening", `Connected "Raw" at 203.0.113.2:1`, "GameStarted")
		barred := newRawPeer(t, rawGuestSide(listener.dialFrom("203.0.113.1:2")))
		barred.sendBytes([]byte(frames.Preface))
		barred.expectPreface()
		barred.send(helloFrame())
		barred.expect("1/1 Reject code:REJECT_CODE_BARRED")
		barred.drain()
		_ = host.Close()
	})
}

// TestManyTosses uses real random numbers: both ends agree, and each begins now and then.
func TestManyTosses(t *testing.T) {
	starters := map[match.Party]int{}
	for range 64 {
		p := newPair(t, kalah, match.FirstToss)
		p.random = rand.Reader
		p.connect()
		p.deliverAll()
		a, b := p.series[match.Host], p.series[match.Guest]
		if a.Starter() != b.Starter() || a.name() != b.name() {
			t.Fatalf("the ends begin %s and %s, with %v and %v", a.name(), b.name(), a.Starter(), b.Starter())
		}
		starters[a.Starter()]++
	}
	if len(starters) != 2 {
		t.Errorf("in 64 tosses began: %v", starters)
	}
}
