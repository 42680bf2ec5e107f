package netplay

import (
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"mancala/match"
	"mancala/netplay/dial"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/rules"
)

// listenerOf returns a listener in a bubble, the pipes to which it listens, and what it hands out.
func listenerOf(t *testing.T, cfg listen.Config) (*listen.Listener, *pipeListener, chan handedOut) {
	t.Helper()
	pipes, out := newPipeListener(), make(chan handedOut, 100)
	cfg.Transport = pipes
	l, err := listen.Open(t.Context(), ":7000", cfg, func(nc net.Conn, r listen.Request) { out <- handedOut{nc, r} })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l, pipes, out
}

// handedOut is a connection that a listener has handed out.
type handedOut struct {
	nc      net.Conn
	request listen.Request
}

// certificatesOf returns the certificates that show a key; none for nil.
func certificatesOf(own *keys.Identity) []tls.Certificate {
	if own == nil {
		return nil
	}
	return own.Certificates()
}

func noteIs(t *testing.T, err error, code string) {
	t.Helper()
	if told := (*rules.Note)(nil); !errors.As(err, &told) || !strings.HasPrefix(told.String(), code) {
		t.Errorf("%v instead of %s", err, code)
	}
}

// TestDialClub dials the lobby of a club: each end learns the other's key, and the club's is
// remembered once it has proved to be a club.
func TestDialClub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		club, member, book := newIdentity(t), newIdentity(t), newHostsBook()
		front, listener, out := listenerOf(t, listen.Config{Identity: func() (*keys.Identity, error) { return club, nil }})
		cfg := dial.LobbyConfig{Transport: listener, KnownHosts: book, Own: member.Certificates()}
		nc, key, err := dial.Lobby(t.Context(), "Club:7000", cfg)
		if err != nil || key != front.Key() {
			t.Fatalf("%v, %v", key, err)
		}
		go func() { _, _ = io.WriteString(nc, frames.LobbyPreface) }()
		k := <-out
		if k.request.Key != member.Fingerprint() {
			t.Errorf("the member's key is %v", k.request.Key)
		}
		for i, answer := range []string{"HTTP", "MCL1more"} {
			go func() { _, _ = io.WriteString(k.nc, answer) }()
			got := make([]byte, len(answer))
			if _, err := io.ReadFull(nc, got); err != nil || string(got) != answer {
				t.Errorf("%q, %v", got, err)
			}
			if known := book.known("club:7000"); known.Fingerprint.IsZero() != (i == 0) {
				t.Errorf("after %q the known key is %v", answer, known)
			}
			if i == 0 {
				_ = nc.Close()
				if nc, _, err = dial.Lobby(t.Context(), "Club:7000", cfg); err != nil {
					t.Fatal(err)
				}
				go func() { _, _ = io.WriteString(nc, frames.LobbyPreface) }()
				k = <-out
			}
		}
		_ = nc.Close()
		cfg.Expected = member.Fingerprint()
		_, _, err = dial.Lobby(t.Context(), "Club:7000", cfg)
		noteIs(t, err, "netplay.forged-invite")
		cfg.Expected = keys.Fingerprint{}
		book.Remember("club:7000", keys.Known{Fingerprint: member.Fingerprint()})
		_, _, err = dial.Lobby(t.Context(), "Club:7000", cfg)
		noteIs(t, err, "netplay.key-changed")
		cfg.TrustNewKey = true
		if nc, _, err = dial.Lobby(t.Context(), "Club:7000", cfg); err != nil {
			t.Fatal(err)
		}
		_ = nc.Close()
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := dial.Lobby(ctx, "127.0.0.1:1", dial.LobbyConfig{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, _, err := dial.Lobby(t.Context(), "127.0.0.1:1", dial.LobbyConfig{})
	noteIs(t, err, "netplay.refused")
}

// house is a hub as small as it can be: a front, and legs that it finds by their tickets and their
// series.
type house struct {
	front *listen.Listener
	mu    sync.Mutex
	legs  []*leg
}

func newHouse(t *testing.T, addr string, id *keys.Identity) *house {
	t.Helper()
	h := &house{}
	var err error
	h.front, err = listen.Open(t.Context(), addr, listen.Config{Identity: func() (*keys.Identity, error) { return id, nil }}, h.receive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.front.Close() })
	return h
}

func (h *house) receive(nc net.Conn, r listen.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.legs {
		if r.Kind == listen.Resume && r.Series == l.series() || r.Kind != listen.Resume && r.Invite == l.ticket {
			l.handed.Hand(nc, r.Far)
			return
		}
	}
	go r.TurnAway(nc)
}

// take adds a leg. Its guest sees the house's key.
func (h *house) take(t *testing.T, cfg HostConfig) *leg {
	cfg.Handed = &Handed{Greeted: h.front.Key()}
	l := newLeg(t, cfg)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.legs = append(h.legs, l)
	return l
}

// TestGuestOfAHouse plays with the game's own guest at a leg behind a front, over loopback.
func TestGuestOfAHouse(t *testing.T) {
	id := newIdentity(t)
	h := newHouse(t, "127.0.0.1:0", id)
	l := h.take(t, HostConfig{})
	l.atOnce = true
	host := newPlayer(t, l)
	invite := func(secret keys.Secret) string {
		return keys.Invite{Addr: h.front.Addr(), Fingerprint: id.Fingerprint(), Secret: secret}.String()
	}
	other, _ := keys.NewSecret(rand.Reader)
	if text := failure(t, join(t, invite(other))); !strings.HasPrefix(text, "netplay.invite-needed") {
		t.Error(text)
	}
	guest := join(t, invite(l.ticket))
	if c := expect[match.Connected](guest); c.Security != match.Verified || c.Peer != "Hilda" {
		t.Errorf("%+v", c)
	}
	watcher := newPlayer(t, Watch(invite(l.ticket), GuestConfig{}))
	expect[match.Connecting](watcher)
	expect[match.Watched](watcher)
	expect[match.GameStarted](watcher)
	expect[match.Listening](host)
	if c := expect[match.Connected](host); c.Security != match.Verified || !strings.HasPrefix(c.Addr, "127.0.0.1:") {
		t.Errorf("%+v", c)
	}
	expect[match.GameStarted](host)
	expect[match.GameStarted](guest)
	for i, p := range []*player{host, guest, host} {
		if err := p.link.Play(rules.House(1 + i/2)); err != nil {
			t.Fatal(err)
		}
		for _, e := range []*player{host, guest} {
			for played := false; !played; {
				switch expect[match.Event](e).(type) {
				case match.Played:
					played = true
				case match.Watchers:
				default:
					t.Fatal(e.latest())
				}
			}
		}
	}
	guest.link.Leave(match.ReasonQuit)
}

// TestDialClubThatDoesNotEncrypt: the member is told, and nothing is sent.
func TestDialClubThatDoesNotEncrypt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, _ := listenerOf(t, listen.Config{Insecure: true})
		_, _, err := dial.Lobby(t.Context(), "club:7000", dial.LobbyConfig{Transport: listener})
		noteIs(t, err, "netplay.no-encryption")
	})
}
