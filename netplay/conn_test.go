package netplay

import (
	"context"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
)

// These tests run inside bubbles: their time is not real, and a goroutine that is left over fails
// them.

// bubbleHost returns a host that listens to pipes.
func bubbleHost(t *testing.T) (match.Link, *pipeListener) {
	t.Helper()
	return narrowHost(t, 0)
}

// narrowHost is bubbleHost for a host that keeps that many connections without a Hello in each
// group; 0 means as many as usual.
func narrowHost(t *testing.T, places int) (match.Link, *pipeListener) {
	t.Helper()
	listener := newPipeListener()
	link := Host(":7000", HostConfig{
		Name: "Hilda", AppVersion: "1.0", Variant: kalah, First: match.FirstHost, Rand: new(counter), Admission: openDoor,
		Transport: listener, Insecure: !overTLS, Crew: crewOf(t), places: places,
	})
	synctest.Wait()
	if got := eventsOf(link); len(got) != 1 || got[0] != "match.Listening" {
		t.Fatalf("the host began with %q", got)
	}
	return link, listener
}

// bubbleGuest returns a guest who is connected to the raw peer.
func bubbleGuest(t *testing.T) (match.Link, *rawPeer) {
	t.Helper()
	here, there := net.Pipe()
	link := Join("host", GuestConfig{
		Name: "Gus", AppVersion: "1.0", Rand: new(counter), Insecure: !overTLS,
		Transport: dialer(func(context.Context) (net.Conn, error) { return there, nil }),
	})
	peer := newRawPeer(t, rawHostSide(t, here))
	synctest.Wait()
	if got := eventsOf(link); len(got) != 1 || got[0] != "match.Connecting" {
		t.Fatalf("the guest began with %q", got)
	}
	return link, peer
}

// seatedHost returns a host in a game with the raw peer.
func seatedHost(t *testing.T) (match.Link, *rawPeer) {
	t.Helper()
	link, listener := bubbleHost(t)
	peer := newRawPeer(t, listener.dial())
	peer.greet()
	synctest.Wait()
	if got := eventsOf(link); len(got) != 2 || !strings.HasPrefix(got[1], "GameStarted") {
		t.Fatalf("the game began with %q", got)
	}
	return link, peer
}

// wantEvents compares the beginnings of the events since the last call.
func wantEvents(t *testing.T, l match.Link, want ...string) {
	t.Helper()
	synctest.Wait()
	got := eventsOf(l)
	same := len(got) == len(want)
	for i := range want {
		same = same && strings.HasPrefix(got[i], want[i])
	}
	if !same {
		t.Fatalf("the events were\n%s\ninstead of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestKeepAliveForADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		guest := Join("host", GuestConfig{
			Name:      "Gus",
			Transport: listener, Insecure: !overTLS,
		})
		wantEvents(t, host, "Connected", "GameStarted")
		wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted")
		time.Sleep(24 * time.Hour)
		wantEvents(t, host)
		wantEvents(t, guest)
		if err := host.Play(3); err != nil {
			t.Fatal(err)
		}
		wantEvents(t, guest, "Played 1 south house 3")
		_ = guest.Close()
		wantEvents(t, host, "Played 1", `Paused reason 2, wait 60: netplay.closed-for-now "Gus"`)
		wantEvents(t, guest)
		_ = host.Close()
		_ = host.Close()
		_ = guest.Close()
	})
}

func TestSilentGuestIsLetGo(t *testing.T) {
	for _, first := range []string{"", "MN", frames.Preface, frames.Preface + "\x20"} {
		synctest.Test(t, func(t *testing.T) {
			host, listener := bubbleHost(t)
			began := time.Now()
			peer := newRawPeer(t, listener.dial())
			peer.sendBytes([]byte(first))
			peer.drain()
			if waited := time.Since(began); waited != handshakeWait {
				t.Errorf("after %q the connection lasted %v", first, waited)
			}
			wantEvents(t, host)
			_ = host.Close()
		})
	}
}

func TestSilentHost(t *testing.T) {
	for _, first := range []string{"", "M", frames.Preface} {
		synctest.Test(t, func(t *testing.T) {
			guest, peer := bubbleGuest(t)
			go peer.drain()
			if first != "" {
				peer.sendBytes([]byte(first))
			}
			time.Sleep(handshakeWait - time.Millisecond)
			wantEvents(t, guest)
			time.Sleep(time.Millisecond)
			wantEvents(t, guest, `Failed: netplay.no-answer "host:7000"`)
			_ = guest.Close()
		})
	}
}

// TestSlowDrip sends a frame byte by byte: the time for a frame counts from its first byte, not
// from its last.
func TestSlowDrip(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		go peer.drain()
		go func() {
			for _, err := peer.nc.Write([]byte{100}); err == nil; _, err = peer.nc.Write([]byte{0}) {
				time.Sleep(700 * time.Millisecond)
			}
		}()
		time.Sleep(frameWait - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host,
			"Paused reason 0, wait 60: netplay.goes-on (",
		)
		_ = host.Close()
		time.Sleep(time.Second) // for the drip to notice
	})
}

// TestFrameInPieces sends frames that take nearly as long as they may, again and again.
func TestFrameInPieces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		go peer.drain()
		ping, err := marshalFrame(pingFrame())
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			peer.sendBytes(ping[:1])
			time.Sleep(frameWait - time.Millisecond)
			peer.sendBytes(append(ping[1:], ping...))
			time.Sleep(4 * time.Second)
		}
		wantEvents(t, host)
		_ = host.Close()
	})
}

func TestVanishedPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		go peer.drain()
		time.Sleep(quietAfter - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host, "PeerQuiet true")
		peer.send(pingFrame())
		wantEvents(t, host, "PeerQuiet false")
		time.Sleep(quietAfter)
		wantEvents(t, host, "PeerQuiet true")
		time.Sleep(giveUpAfter - quietAfter - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host,
			`Paused reason 0, wait 60: netplay.vanished "Raw"`,
		)
		_ = host.Close()
	})
}

// TestPeerThatDoesNotRead does not read the host's Ping: a write that is not read ends the
// connection.
func TestPeerThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		time.Sleep(hostPings + writeWait - time.Millisecond)
		wantEvents(t, host)
		time.Sleep(time.Millisecond)
		wantEvents(t, host,
			"Paused reason 0, wait 60: netplay.goes-on (",
		)
		_ = host.Close()
		_ = peer
	})
}

// TestQueueIsBounded lets frames pile up for a peer that does not read.
func TestQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		const unread = floodBurst - 10
		for range unread { // each is answered, and no answer is read
			peer.send(pingFrame())
		}
		wantEvents(t, host)
		h := host.(*hostLink)
		h.mu.Lock()
		c := h.conn
		for range maxUnwritten / 2 {
			c.session.send(&wire.Frame{})
		}
		c.flush()
		h.mu.Unlock()
		wantEvents(t, host,
			"Paused reason 0, wait 60: netplay.goes-on (",
		)
		_ = host.Close()
	})
}

func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		ping, err := marshalFrame(pingFrame())
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for err == nil {
				_, err = peer.nc.Write(ping)
			}
		}()
		answered := 0
		for {
			payload, err := frames.Read(peer.r, nil, frames.Max)
			if err != nil {
				t.Fatalf("after %d answers: %v", answered, err)
			}
			if text := frameText(payload); strings.HasSuffix(text, "Leave reason:LEAVE_REASON_FLOOD detail:\"too many frames at once\"") {
				break
			}
			answered++
		}
		if answered > floodBurst {
			t.Errorf("%d frames at once were answered", answered)
		}
		wantEvents(t, host,
			"GameOver abandoned", `PeerLeft reason 0 local false: netplay.flood "Raw"`,
		)
		_ = host.Close()
	})
}

// TestBusyPeerIsNoFlood sends many frames, but never too many at once.
func TestBusyPeerIsNoFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		go peer.drain()
		for range 3000 {
			peer.send(pingFrame())
			time.Sleep(time.Second / floodRate)
		}
		wantEvents(t, host)
		_ = host.Close()
	})
}

// TestCloseWhileDialling gives up at once, and so does Leave; the connection that comes too late is
// closed.
func TestCloseWhileDialling(t *testing.T) {
	for _, leave := range []bool{false, true} {
		for _, late := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				here, there := net.Pipe()
				began := time.Now()
				guest := Join("host", GuestConfig{Transport: dialer(func(ctx context.Context) (net.Conn, error) {
					<-ctx.Done()
					if late {
						return there, nil
					}
					return nil, ctx.Err()
				})})
				wantEvents(t, guest, "match.Connecting")
				if leave {
					guest.Leave(match.ReasonQuit)
					guest.Leave(match.ReasonQuit)
					wantEvents(t, guest, "PeerLeft reason 1 local true: netplay.stopped-connecting")
				}
				_ = guest.Close()
				wantEvents(t, guest)
				if late {
					if _, err := here.Read(make([]byte, 1)); err != io.EOF {
						t.Errorf("the late connection: %v", err)
					}
				}
				_ = here.Close()
				_ = there.Close()
				if time.Since(began) != 0 {
					t.Errorf("it took %v", time.Since(began))
				}
			})
		}
	}
}

// TestGoodbyeAsTheTimerRings fires a session's timer just as its end says goodbye: the goodbye is
// still written.
func TestGoodbyeAsTheTimerRings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		link := host.(*hostLink)
		link.mu.Lock()
		conn := link.conn
		link.mu.Unlock()
		host.Leave(match.ReasonQuit)
		conn.tick()
		peer.expect("3/2 Leave reason:LEAVE_REASON_QUIT")
		_ = host.Close()
	})
}

// TestCloseDoesNotHang closes a link whose peer reads nothing: the goodbye gets a moment, not more.
func TestCloseDoesNotHang(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		began := time.Now()
		if err := host.Close(); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took != partingWait {
			t.Errorf("Close took %v", took)
		}
		time.Sleep(writeWait)
		if _, err := peer.nc.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the connection is still open: %v", err)
		}
		if err := host.Play(1); err == nil {
			t.Error("a closed link plays on")
		}
		wantEvents(t, host)
	})
}

// TestFramesAreWrittenAtOnce checks the pieces in which bytes arrive: all waiting frames are
// written with one call.
func TestFramesAreWrittenAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guest, peer := bubbleGuest(t)
		buf := make([]byte, 5000)
		n, err := peer.nc.Read(buf)
		if err != nil || n != len(frames.Preface)+1+int(buf[len(frames.Preface)]) {
			t.Errorf("the guest's first write has %d bytes, %v: not the preface and the Hello", n, err)
		}
		_ = guest.Close()
	})
	synctest.Test(t, func(t *testing.T) {
		host, peer := seatedHost(t)
		c := host.(*hostLink).conn
		c.update(func(now time.Time) { // an acknowledgement, and the ply that answers
			c.session.Step(now, unframe(mustMarshal(t, &wire.Frame{Seq: 3, Ack: 1, Body: &wire.Frame_Chat{
				Chat: &wire.Chat{Text: "hello", Id: 1},
			}}))[0])
			if err := c.session.Play(1); err != nil {
				t.Error(err)
			}
		})
		buf := make([]byte, 5000)
		n, err := peer.nc.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		if got := unframe(buf[:n]); len(got) != 2 || frameText(got[0]) != "0/3" || !strings.HasPrefix(frameText(got[1]), "3/3 Move") {
			t.Errorf("the host wrote %d frames at once", len(got))
		}
		_ = host.Close()
	})
}
