package netplay

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/dial"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/tools/need"
)

// switchboard is a transport that dials a listener by its address, or answers nothing.
type switchboard map[string]*pipeListener

func (s switchboard) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

func (s switchboard) Dial(ctx context.Context, addr string) (net.Conn, error) {
	if l, ok := s[addr]; ok && l != nil {
		return l.Dial(ctx, addr)
	} else if ok {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return nil, io.ErrUnexpectedEOF
}

// alsoWait is the longest time that one of several addresses is tried.
const alsoWait = 3 * time.Second

// TestDialAny looks for a host at several addresses: one does not exist, one does not answer, one
// has another key.
func TestDialAny(t *testing.T) {
	id, other := newIdentity(t), newIdentity(t)
	with := func(id *keys.Identity) listen.Config {
		return listen.Config{Identity: func() (*keys.Identity, error) { return id, nil }}
	}
	for addrs, want := range map[string]struct {
		at, code string
		wait     time.Duration
	}{
		"good:1":                    {at: "good:1"},
		"none:1 good:1":             {at: "good:1"},
		"dead:1 good:1":             {at: "good:1", wait: alsoWait},
		"bad:1 none:1 good:1":       {at: "good:1"},
		"none:1 bad:1":              {code: io.ErrUnexpectedEOF.Error()},
		"bad:1 none:1":              {code: io.ErrUnexpectedEOF.Error()},
		"bad:1 bad:1":               {code: "netplay.forged-invite"},
		"none:1 dead:1 dead:1":      {code: io.ErrUnexpectedEOF.Error(), wait: 2 * alsoWait},
		"dead:1 none:1 bad:1":       {code: context.DeadlineExceeded.Error(), wait: alsoWait},
		"none:1 none:1 bad:1 bad:1": {code: io.ErrUnexpectedEOF.Error()},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, good, _ := listenerOf(t, with(id))
			_, bad, _ := listenerOf(t, with(other))
			list, book := strings.Split(addrs, " "), newHostsBook()
			d := dial.Dialer{
				Transport: switchboard{"good:1": good, "bad:1": bad, "dead:1": nil},
				Addr:      list[0], Invited: id.Fingerprint(), Hosts: book,
			}
			began := time.Now()
			m, at, err := d.Dial(t.Context(), list)
			if at != want.at || (err == nil) != (want.code == "") || err != nil && !strings.HasPrefix(err.Error(), want.code) {
				t.Errorf("%s: %q, %v", addrs, at, err)
			}
			if took := time.Since(began); took != want.wait {
				t.Errorf("%s: it took %v", addrs, took)
			}
			if err == nil {
				if d.Remember(&m); book.known(at).Fingerprint.IsZero() != (at != list[0]) {
					t.Errorf("%s: another address than the one asked for is remembered", addrs)
				}
				_ = m.Conn.Close()
			}
			if d.Addr != list[0] {
				t.Errorf("%s: the address has become %s", addrs, d.Addr)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		_, good, _ := listenerOf(t, with(id))
		d := dial.Dialer{Transport: switchboard{"good:1": good}, Addr: "none:1", Announced: id.Fingerprint()}
		m, at, err := d.Dial(t.Context(), []string{"none:1", "good:1"})
		if err != nil || at != "good:1" {
			t.Fatalf("with the key that the lobby has told: %q, %v", at, err)
		}
		_ = m.Conn.Close()
	})
	if _, _, err := (&dial.Dialer{Transport: switchboard{}, Addr: "none:1"}).Dial(t.Context(), []string{"none:1", "good:1"}); err == nil {
		t.Error("a host without a known key is looked for elsewhere")
	}
}

// TestAnotherNodeGoesOn ends one of two nodes of a club in the middle of a game: the guest goes on
// at the other one. Then the guest's program is started anew, and still knows both.
func TestAnotherNodeGoesOn(t *testing.T) {
	id := newIdentity(t)
	nodes := [2]*house{newHouse(t, "127.0.0.1:0", id), newHouse(t, "127.0.0.1:0", id)}
	first := nodes[0].take(t, HostConfig{})
	first.atOnce = true
	var kept disk
	guest := newPlayer(t, Join(
		keys.Invite{Addr: nodes[0].front.Addr(), Fingerprint: id.Fingerprint(), Secret: first.ticket}.String(),
		GuestConfig{Name: "Gus", Also: []string{nodes[0].front.Addr(), nodes[1].front.Addr()}, Keep: kept.keep},
	))
	expect[match.Connecting](guest)
	expect[match.Connected](guest)
	expect[match.GameStarted](guest)
	if err := first.Play(1); err != nil {
		t.Fatal(err)
	}
	expect[match.Played](guest)
	if err := guest.link.Play(1); err != nil {
		t.Fatal(err)
	}
	expect[match.Played](guest)
	moveOn := func(from, to *house, last *leg) *leg {
		t.Helper()
		b := last.bookmark(t, 2)
		last.handed.Drop()
		_ = from.front.Close()
		next := to.take(t, HostConfig{Resume: &b})
		next.atOnce = true
		return next
	}
	second := moveOn(nodes[0], nodes[1], first)
	expect[match.Paused](guest)
	expect[match.Resumed](guest)
	err := second.Play(2)
	for end := time.Now().Add(need.Patience); errors.Is(err, match.ErrPaused) && time.Now().Before(end); err = second.Play(2) {
		time.Sleep(time.Millisecond) // the guest knows that it is back a moment before the host does
	}
	if err != nil {
		t.Fatal(err)
	}
	expect[match.Played](guest)

	guest.link.(*guestLink).kill()
	again := newHouse(t, nodes[0].front.Addr(), id)
	moveOn(nodes[1], again, second)
	guest = newPlayer(t, Join(nodes[1].front.Addr(), GuestConfig{Resume: kept.bookmark(t)}))
	expect[match.Connecting](guest)
	expect[match.Connected](guest)
	expect[match.GameStarted](guest)
	expect[match.Paused](guest)
	expect[match.Resumed](guest)
}

// bookmark returns the last state with that many plies or more.
func (l *leg) bookmark(t *testing.T, plies int) match.Bookmark {
	t.Helper()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		l.mu.Lock()
		b := l.writes[len(l.writes)-1]
		l.mu.Unlock()
		if len(b.Game.Plies) >= plies {
			return b
		}
	}
	t.Fatal("nothing is stored")
	panic("unreachable")
}
