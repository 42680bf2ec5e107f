package netplay

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// wishing reports whether an event is about a wish, or about coming back.
func wishing(e match.Event) bool {
	switch e.(type) {
	case match.TakebackAsked, match.TakebackWithdrawn, match.RematchWanted, match.RematchWithdrawn, match.Resumed:
		return true
	}
	return false
}

// askForFirst asks to take a party's first ply back: that of the host, who begins, or of the guest.
func askForFirst(l match.Link) error {
	if err := l.AskTakeback(0); !errors.Is(err, match.ErrNothingToUndo) {
		return err
	}
	return l.AskTakeback(1)
}

// nag has one end wish without end for half a minute, and returns how many wishes the other end has
// heard of.
func nag(wish func(), other match.Link) (heard int) {
	other.Events()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		wish()
		for _, e := range other.Events() {
			if wishing(e) {
				heard++
			}
		}
	}
	return heard
}

// TestWishesAreLimited has either end ask for takebacks and another game, and withdraw that, as
// fast as it can: the other end hears of ten at once, and then of one a second. None is lost: they
// agree in the end.
func TestWishesAreLimited(t *testing.T) {
	for name, wishes := range map[string][2]func(match.Link) error{
		"takeback": {askForFirst, match.Link.WithdrawTakeback},
		"rematch":  {match.Link.Rematch, match.Link.WithdrawRematch},
	} {
		for _, by := range []match.Party{match.Host, match.Guest} {
			synctest.Test(t, func(t *testing.T) {
				host := keyedHost(t, HostConfig{})
				guest := host.join("host", GuestConfig{})
				securityIs(t, guest, match.Encrypted)
				ends := [2]match.Link{match.Host: host, match.Guest: guest}
				if name == "rematch" {
					mustDo(t, host.Resign(match.Host))
				} else {
					playsFirst(t, ends, by)
				}
				n := nag(func() {
					for _, wish := range wishes {
						_ = wish(ends[by]) // refused while the answer is on its way
						synctest.Wait()
					}
				}, ends[by.Other()])
				if n < wishBurst+25 || n > wishBurst+45 { // pipes have no buffer: some writes fail, and coming back tells more
					t.Errorf("%s by the %v: the other end heard of %d wishes in half a minute", name, by, n)
				}
				_ = wishes[1](ends[by])
				time.Sleep(time.Minute)
				mustDo(t, wishes[0](ends[by]))
				synctest.Wait()
				if other := ends[by.Other()].Events(); len(other) == 0 || !wishing(other[len(other)-1]) {
					t.Errorf("%s by the %v: after a minute the other end hears %v", name, by, other)
				}
				_, _ = guest.Close(), host.Close()
				time.Sleep(wishEvery) // until no connection rests
			})
		}
	}
}

// playsFirst plays until a party can ask for the first ply of its own.
func playsFirst(t *testing.T, ends [2]match.Link, by match.Party) {
	t.Helper()
	mustDo(t, ends[match.Host].Play(1)) // the host begins
	synctest.Wait()
	if by == match.Guest {
		mustDo(t, ends[match.Guest].Play(1))
		synctest.Wait()
	}
}

// TestComingBackIsLimited has a guest's connection break as soon as it is back, again and again: to
// come back counts as a wish.
func TestComingBackIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		line := &lines{listener: host.listener}
		guest := Join("host", GuestConfig{Name: "Gus", Transport: line})
		securityIs(t, guest, match.Encrypted)
		line.cut()
		n := nag(func() {
			for _, e := range guest.Events() {
				if wishing(e) {
					line.cut()
				}
			}
		}, host)
		if n < wishBurst || n > wishBurst+31 {
			t.Errorf("the host heard %d times that the guest is back", n)
		}
		_, _ = guest.Close(), host.Close()
		time.Sleep(wishEvery) // until no connection rests
	})
}

// TestWaitingOnceMore has a host repeat why the guest has to wait, and then change the reason again
// and again: a repetition is a frame that changes nothing, and changes are told at a limited rate.
func TestWaitingOnceMore(t *testing.T) {
	waiting := func(seq uint64, reason wire.WaitReason) *wire.Frame {
		return &wire.Frame{Seq: seq, Ack: 2, Body: &wire.Frame_Waiting{Waiting: &wire.Waiting{Reason: reason}}}
	}
	for _, change := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			guest, peer := bubbleGuest(t)
			peer.expectPreface()
			peer.sendBytes([]byte(frames.Preface))
			peer.expect("1/0 Hello")
			peer.send(welcomeFrame())
			go peer.drain()
			for i := range uint64(2 * floodBurst) {
				reason := wire.WaitReason_WAIT_REASON_FULL
				if change && i%2 == 1 {
					reason = wire.WaitReason_WAIT_REASON_ASKED
				}
				b := mustMarshal(t, waiting(2+i, reason))
				if _, err := peer.nc.Write(b); err != nil {
					break
				}
			}
			synctest.Wait()
			held, left := 0, false
			for _, e := range guest.Events() {
				switch e.(type) {
				case match.HeldUp:
					held++
				case match.PeerLeft:
					left = true
				}
			}
			if most := map[bool]int{false: 1, true: newsBurst}[change]; held != most || !left {
				t.Errorf("with changes %v: held up %d times, left %v", change, held, left)
			}
			_ = guest.Close()
		})
	}
}
