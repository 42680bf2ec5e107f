package netplay

import (
	"crypto/rand"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
)

// leg is a host whose connections are handed to it, and its disk.
type leg struct {
	match.Link
	handed *Handed
	ticket keys.Secret
	atOnce bool   // a state is stored soon after it was written
	resume string // the series that it has from the beginning; "" if none

	mu     sync.Mutex
	writes []match.Bookmark
	stored []func()
}

// keep writes a state.
func (l *leg) keep(b match.Bookmark, stored func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes, l.stored = append(l.writes, b), append(l.stored, stored)
	if l.atOnce {
		go stored()
	}
}

// series returns the name of the series, or "".
func (l *leg) series() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.writes) == 0 {
		return l.resume
	}
	return l.writes[0].Series
}

func newLeg(t *testing.T, cfg HostConfig) *leg {
	t.Helper()
	ticket, err := keys.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	if cfg.Handed == nil {
		cfg.Handed = new(Handed)
	}
	l := &leg{handed: cfg.Handed, ticket: ticket}
	cfg.Name, cfg.Variant, cfg.First, cfg.Admission = "Hilda", kalah, match.FirstHost, openDoor
	if cfg.Resume != nil {
		l.resume = cfg.Resume.Series
	}
	cfg.Ticket = ticket
	cfg.Store = l.keep
	l.Link = Host("table", cfg)
	return l
}

// store finishes all writes. Only the last one needs to be told of.
func (l *leg) store() {
	synctest.Wait()
	if n := len(l.stored); n > 0 {
		l.stored[n-1]()
	}
	l.stored = nil
	synctest.Wait()
}

// hand gives the leg a connection from an address.
func (l *leg) hand(t *testing.T, addr string) *rawPeer {
	here, there := net.Pipe()
	l.handed.Hand(&placedConn{there, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))}, false)
	peer := newRawPeer(t, here)
	peer.sendBytes([]byte(frames.Preface))
	peer.expectPreface()
	return peer
}

func withTicket(ticket []byte) *wire.Frame {
	f := helloFrame()
	f.GetHello().Invite = ticket
	return f
}

// TestLeg plays at a leg: only the ticket gives the seat, and a ply is acknowledged when it is
// stored.
func TestLeg(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLeg(t, HostConfig{})
		wantEvents(t, l, "match.Listening")
		for _, wrong := range [][]byte{nil, make([]byte, 16), l.ticket.Bytes()[:15]} {
			peer := l.hand(t, "192.0.2.7:1")
			peer.send(withTicket(wrong))
			peer.expect("1/1 Reject code:REJECT_CODE_INVITE_NEEDED")
		}
		watcher := l.hand(t, "192.0.2.8:1")
		watcher.send(helloToWatchFrame())
		watcher.expect("0/1")
		watcher.expect("1/1 Watched")
		go watcher.drain()

		peer := l.hand(t, "192.0.2.7:1")
		peer.send(withTicket(l.ticket.Bytes()))
		peer.expect("1/1 Welcome")
		peer.send(acceptFrame())
		synctest.Wait()
		if len(l.writes) != 1 || l.writes[0].Series == "" {
			t.Fatalf("%d bookmarks are stored before the seat is given", len(l.writes))
		}
		l.store()
		peer.expect("2/2 Seated")
		peer.send(ackFrame(2))
		time.Sleep(2 * countEvery)
		peer.expect("3/2 Watchers count:1")
		wantEvents(t, l, "Watchers 1", `Connected "Raw"`, "GameStarted")
		l.handed.Watched(7)
		peer.expect("4/2 Watchers count:7")
		if err := l.Play(1); err != nil { // goes out at once
			t.Fatal(err)
		}
		peer.expect("5/2 Move game:1 ply:1")
		series := l.Link.(*hostLink).series
		ply, err := series.try(series.Match().Position().ToMove(), 1)
		if err != nil {
			t.Fatal(err)
		}
		peer.send(&wire.Frame{Seq: 3, Ack: 5, Body: &wire.Frame_Move{Move: &wire.Move{
			Game: 1, Ply: 2, House: 1, Hash: ply.hash[:hashSize],
		}}})
		wantEvents(t, l, "Played 1", "Played 2")
		peer.send(pingFrame())
		peer.expect("0/2 Pong") // and not 0/3
		l.store()
		peer.expect("0/3")
		if b := l.writes[len(l.writes)-1]; len(b.Game.Plies) != 2 {
			t.Errorf("%v is stored", b.Game)
		}
		_ = l.Close()
	})
}

// A guest who sends more than the budget of the leg allows is read later. Pings cost nothing, nor
// do the frames of others.
func TestLegSlowsAGuestDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		budget := limit.NewAllowance(3, 1, time.Now())
		l := newLeg(t, HostConfig{Budget: &budget})
		stranger := l.hand(t, "192.0.2.8:1")
		stranger.send(withTicket(make([]byte, 16)))
		go stranger.drain()
		peer := l.hand(t, "192.0.2.7:1")
		peer.send(withTicket(l.ticket.Bytes()))
		go peer.drain()
		peer.send(acceptFrame())
		l.store()
		began := time.Now()
		for i := range 7 {
			peer.send(&wire.Frame{Seq: uint64(3 + i), Ack: 2, Body: &wire.Frame_WinnerName{WinnerName: &wire.WinnerName{Game: 1}}})
			peer.send(pingFrame())
			synctest.Wait()
			if want := []time.Duration{0, 0, 0, 2, 2, 4, 4}[i] * time.Second; time.Since(began) != want {
				t.Errorf("frame %d is read after %v and not %v", i+1, time.Since(began), want)
			}
		}
		if budget.Empty(time.Now()); budget.Wait(time.Now()) != time.Second {
			t.Errorf("the wait is %v after all tokens are gone", budget.Wait(time.Now()))
		}
		_ = l.Close()
	})
}

// TestLegIsDropped ends a leg without a word: its guest goes on at another one, from its last
// bookmark.
func TestLegIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old := newLeg(t, HostConfig{})
		peer := old.hand(t, "192.0.2.7:1")
		peer.send(withTicket(old.ticket.Bytes()))
		peer.expect("1/1 Welcome")
		peer.send(acceptFrame())
		old.store()
		payload, err := frames.Read(peer.r, nil, frames.Max)
		if err != nil {
			t.Fatal(err)
		}
		seated, err := readAFrame(payload)
		if err != nil || seated.GetSeated() == nil {
			t.Fatalf("%s, %v", frameText(payload), err)
		}
		peer.send(ackFrame(2))
		synctest.Wait()
		old.handed.Drop()
		if _, err := peer.r.ReadByte(); err == nil {
			t.Error("a leg that is dropped says something")
		}
		late := old.handed
		here, there := net.Pipe()
		late.Hand(there, false)
		if !closedByHost(here) {
			t.Error("a leg that was dropped takes a connection")
		}
		if events := old.Events(); len(events) > 0 {
			t.Errorf("%v", events)
		}
		next := newLeg(t, HostConfig{Resume: &old.writes[len(old.writes)-1]})
		peer = next.hand(t, "192.0.2.7:1")
		series := next.Link.(*hostLink).series
		peer.send(&wire.Frame{Seq: 1, Body: &wire.Frame_Resume{Resume: &wire.Resume{
			MinProtocol: 2, MaxProtocol: 2, SeriesId: series.id, ResumeToken: seated.GetSeated().GetResumeToken(),
		}}})
		synctest.Wait()
		if len(next.writes) == 0 {
			t.Error("the next token is told before it is stored that this one was used")
		}
		next.store()
		peer.expect("1/1 Resumed")
		_, _ = next.Close(), old.Close()
	})
}

// TestLegIsReplaced: a guest who is connected hears that they have come with another program, and
// the leg that was replaced stores nothing of it.
func TestLegIsReplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLeg(t, HostConfig{})
		reader := l.hand(t, "192.0.2.7:1")
		reader.send(withTicket(l.ticket.Bytes()))
		reader.expect("1/1 Welcome")
		peer := l.hand(t, "192.0.2.7:2")
		peer.send(withTicket(l.ticket.Bytes()))
		peer.expect("1/1 Welcome")
		peer.send(acceptFrame())
		l.store()
		peer.expect("2/2 Seated")
		peer.send(ackFrame(2))
		synctest.Wait()
		writes := len(l.writes)
		l.handed.Replace()
		peer.expect("3/2 Leave reason:LEAVE_REASON_REPLACED")
		if _, err := peer.r.ReadByte(); err == nil {
			t.Error("more follows the goodbye")
		}
		if _, err := reader.r.ReadByte(); err == nil {
			t.Error("one who has not got the seat hears something")
		}
		synctest.Wait()
		if events := l.Events(); len(events) > 0 || len(l.writes) != writes {
			t.Errorf("%v, and %d bookmarks more", events, len(l.writes)-writes)
		}
		here, there := net.Pipe()
		l.handed.Hand(there, false)
		if !closedByHost(here) {
			t.Error("a leg that was replaced takes a connection")
		}
		_ = l.Close()
	})
}

// TestHandedTooEarly: a connection without a link is closed, and so is one of a link that was
// closed.
func TestHandedTooEarly(t *testing.T) {
	var handed Handed
	handed.Drop()
	for range 2 {
		here, there := net.Pipe()
		handed.Hand(there, false)
		if !closedByHost(here) {
			t.Error("a connection is kept for no one")
		}
		link := Host("table", HostConfig{Variant: kalah, Handed: &handed})
		if events := eventsOf(link); len(events) != 1 || !strings.HasPrefix(events[0], "match.Listening") {
			t.Errorf("%q", events)
		}
		_ = link.Close()
	}
}

// TestLargeGallery lets more people watch a leg than a host, and a sixteenth of them from one
// address.
func TestLargeGallery(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLeg(t, HostConfig{Watchers: 160})
		for i := range 170 {
			peer := l.hand(t, netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(1 + i/11)}), 1).String())
			peer.send(helloToWatchFrame())
			if i%11 == 10 {
				peer.expect("1/1 Reject code:REJECT_CODE_TOO_MANY")
			} else {
				peer.expect("0/1")
				peer.expect("1/1 Watched")
				go peer.drain()
			}
		}
		_ = l.Close()
	})
}
