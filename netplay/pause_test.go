package netplay

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
)

// These tests run inside bubbles, too.

// deadLine is a connection that a test can make lose everything, in both directions, without a
// word.
type deadLine struct {
	net.Conn
	mu   sync.Mutex
	dead bool
}

func (d *deadLine) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return len(p), nil
	}
	return d.Conn.Write(p)
}

func (d *deadLine) die() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
}

// lines is a transport for a guest that remembers its connections and the times of its calls. When
// the guest's end of a connection dies, so does the host's.
type lines struct {
	mu       sync.Mutex
	listener *pipeListener
	refuse   bool
	dialled  []time.Time
	ends     []*deadLine
}

func (l *lines) Listen(context.Context, string) (net.Listener, error) { return l.listener, nil }

func (l *lines) Dial(context.Context, string) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dialled = append(l.dialled, time.Now())
	if l.refuse {
		return nil, errors.New("nobody listens")
	}
	here, there := net.Pipe()
	guest, host := &deadLine{Conn: here}, &deadLine{Conn: there}
	l.ends = append(l.ends, guest, host)
	l.listener.conns <- host
	return guest, nil
}

// refuses makes the host's address refuse connections, or accept them again.
func (l *lines) refuses(refuse bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuse = refuse
}

// dials returns the times at which the guest has dialled since the last call.
func (l *lines) dials() []time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	dialled := l.dialled
	l.dialled = nil
	return dialled
}

// die makes every connection so far lose everything.
func (l *lines) die() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends {
		end.die()
	}
}

// cut breaks every connection so far.
func (l *lines) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends {
		_ = end.Conn.Close()
	}
}

// together returns a host and a guest in their first game.
func together(t *testing.T, hostDisk, guestDisk *disk) (host, guest match.Link, line *lines) {
	t.Helper()
	return togetherBy(t, keys.Secret{}, hostDisk, guestDisk)
}

// togetherBy is together for a guest with a ticket.
func togetherBy(t *testing.T, ticket keys.Secret, hostDisk, guestDisk *disk) (host, guest match.Link, line *lines) {
	t.Helper()
	line = &lines{listener: newPipeListener()}
	host = Host(":7000", HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstHost, Transport: line, Keep: hostDisk.keep, Insecure: !overTLS, Ticket: ticket,
	})
	wantEvents(t, host, "match.Listening")
	guest = Join("host", GuestConfig{Name: "Gus", Transport: line, Keep: guestDisk.keep, Insecure: !overTLS, Ticket: ticket})
	wantEvents(t, host, "Connected", "GameStarted")
	wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted")
	return host, guest, line
}

// TestRedial checks when a guest dials again: after 0.5, 1, 2, 4, 8 seconds and then every 15, a
// fifth more or less, as long as the series is paused.
func TestRedial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		line.refuses(true)
		line.dials()
		last := time.Now()
		line.cut()
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.dropped "Gus"`)
		wantEvents(t, guest, `Paused reason 0, wait 60: netplay.dropped "Hilda"`)
		time.Sleep(10 * time.Minute)
		dialled := line.dials()
		for i, at := range dialled {
			want := 15 * time.Second
			if i < 5 {
				want = 500 * time.Millisecond << i
			}
			if wait := at.Sub(last); wait < want*4/5 || wait > want*6/5 {
				t.Errorf("attempt %d came after %v", i, wait)
			}
			last = at
		}
		if n := len(dialled); n < 30 {
			t.Errorf("%d attempts in ten minutes", n)
		}
		line.refuses(false)
		time.Sleep(18 * time.Second)
		wantEvents(t, host, "Resumed")
		wantEvents(t, guest, "Resumed")
		line.cut() // and the backoff begins again with half a second
		time.Sleep(601 * time.Millisecond)
		wantEvents(t, host, "Paused", "Resumed")
		wantEvents(t, guest, "Paused", "Resumed")
		line.cut()
		wantEvents(t, guest, "Paused")
		line.dials()
		_ = guest.Close()
		time.Sleep(time.Minute)
		if len(line.dials()) > 0 {
			t.Error("a closed guest dials")
		}
		_ = host.Close()
	})
}

// TestDeadLine lets a line die silently: after half a minute of silence both ends notice, and the
// guest comes back.
func TestDeadLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		line.die()
		if err := host.Play(1); err != nil {
			t.Fatal(err)
		}
		time.Sleep(giveUpAfter - time.Millisecond)
		wantEvents(t, host, "Played 1", "PeerQuiet true")
		wantEvents(t, guest, "PeerQuiet true")
		time.Sleep(time.Millisecond)
		// One of them notices first and closes its end of the pipe, so the other one's message
		// varies.
		wantEvents(t, host, "Paused reason 0, wait 60:")
		wantEvents(t, guest, "Paused reason 0, wait 60:")
		if err := host.Play(2); !errors.Is(err, match.ErrPaused) {
			t.Errorf("a ply while the line is down: %v", err)
		}
		for what, err := range map[string]error{
			"Resign": guest.Resign(match.Guest), "Rematch": guest.Rematch(), "Say": guest.Say("hello"),
			"AskTakeback": host.AskTakeback(0), "AnswerTakeback": guest.AnswerTakeback(true),
			"WithdrawTakeback": host.WithdrawTakeback(), "WithdrawRematch": host.WithdrawRematch(),
		} {
			if err != match.ErrPaused {
				t.Errorf("%s while the line is down: %v", what, err)
			}
		}
		time.Sleep(time.Second)
		wantEvents(t, host, "Resumed")
		wantEvents(t, guest, "Resumed", "Played 1 south house 1")
		if err := guest.Play(4); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, guest, "Played 2")
		wantEvents(t, host, "Played 2")
		_ = guest.Close()
		_ = host.Close()
	})
}

// TestReplacedConnection lets a guest's process start again while the host believes the old
// connection to be alive.
func TestReplacedConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		if err := host.Play(1); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, host, "Played 1")
		wantEvents(t, guest, "Played 1")
		line.die()
		guest.(*guestLink).kill()
		second := Join("host", GuestConfig{Name: "Gus", Transport: line, Keep: guestDisk.keep, Resume: guestDisk.bookmark(t), Insecure: !overTLS})
		wantEvents(t, second, "match.Connecting", "Connected \"Hilda\"", "GameStarted", "Paused", "Resumed")
		wantEvents(t, host, `Paused reason 0, wait 60: netplay.dropped "Gus"`, "Resumed")
		time.Sleep(time.Minute)
		wantEvents(t, host)
		if err := second.Play(4); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, host, "Played 2")
		_ = second.Close()
		wantEvents(t, host, `Paused reason 2, wait 60: netplay.closed-for-now "Gus"`)
		_ = host.Close()
	})
}

// TestPausedHostIsNotLockedUp sets a series aside, plays with another guest, and resumes it in
// another process.
func TestPausedHostIsNotLockedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk disk
		host, guest, line := together(t, &hostDisk, new(disk))
		playsFirst(t, [2]match.Link{match.Host: host, match.Guest: guest}, match.Guest) // or the guest gives way at once
		_, _ = host.Events(), guest.Events()
		kept := *hostDisk.bookmark(t)
		line.refuses(true)
		line.cut()
		wantEvents(t, guest, "Paused")
		wantEvents(t, host, "Paused")
		stranger := newRawPeer(t, line.listener.dial())
		stranger.sendBytes([]byte(frames.Preface))
		stranger.expectPreface()
		stranger.send(helloFrame())
		stranger.expect("1/1 Reject code:REJECT_CODE_GAME_FULL")
		stranger.drain()
		host.WaitAgain()
		host.WaitAgain()
		wantEvents(t, host, "PeerLeft reason 4 local true kept", "match.Listening")
		second := newRawPeer(t, line.listener.dial())
		second.greet()
		wantEvents(t, host, "Connected \"Raw\"", "GameStarted")
		line.refuses(false)
		time.Sleep(20 * time.Second)
		wantEvents(t, guest, `PeerLeft reason 4 local false kept: netplay.host-set-aside "Hilda"`)
		go second.drain()
		_ = guest.Close()
		_ = host.Close()
		if kept.Over() || kept.Peer != "Gus" || kept.Number != 1 {
			t.Errorf("the host kept %+v", kept)
		}
	})
}

// TestEndedWhilePaused ends a paused series; the guest who comes back is told so.
func TestEndedWhilePaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host, guest, line := together(t, &hostDisk, &guestDisk)
		line.cut()
		wantEvents(t, guest, "Paused")
		wantEvents(t, host, "Paused")
		host.Leave(match.ReasonQuit)
		wantEvents(t, host, "GameOver abandoned", "PeerLeft reason 1 local true")
		time.Sleep(time.Second)
		wantEvents(t, guest, "GameOver abandoned", `PeerLeft reason 1 local false: netplay.host-ended "Hilda"`)
		if hostDisk.b != nil || guestDisk.b != nil {
			t.Error("a series that has ended is still kept")
		}
		host.WaitAgain()
		wantEvents(t, host, "match.Listening")
		_ = guest.Close()
		_ = host.Close()
	})
}

// TestWrongBookmark gives a link bookmarks that it cannot resume.
func TestWrongBookmark(t *testing.T) {
	for _, b := range []match.Bookmark{{}, {State: []byte("nonsense")}, {Self: match.Guest, State: []byte{8, 1}}} {
		for _, link := range []match.Link{
			Host("127.0.0.1:0", HostConfig{Variant: kalah, First: match.FirstHost, Resume: &b}), Join("host", GuestConfig{Resume: &b}),
		} {
			events := link.Events()
			if len(events) != 1 || !strings.HasPrefix(eventText(events[0]), "Failed: netplay.bad-bookmark") {
				t.Errorf("%+v gives %v", b, events)
			}
			_ = link.Close()
		}
	}
}

// TestResumeWithoutEnd dials a host that answers nothing: the guest tries again.
func TestResumeWithoutEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var guestDisk disk
		host, guest, line := together(t, new(disk), &guestDisk)
		_ = host.Close()
		wantEvents(t, guest, "Paused reason 2")
		line.dials()
		silent := newPipeListener()
		line.mu.Lock()
		line.listener = silent
		line.mu.Unlock()
		go func() {
			for {
				nc, err := silent.Accept()
				if err != nil {
					return
				}
				go func() { _, _ = io.Copy(io.Discard, nc) }()
			}
		}()
		time.Sleep(time.Minute)
		if tried := len(line.dials()); tried < 3 || tried > 6 {
			t.Errorf("%d attempts in a minute", tried)
		}
		wantEvents(t, guest)
		_ = guest.Close()
		_ = silent.Close()
	})
}
