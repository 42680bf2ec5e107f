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
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/rules"
)

// knocked is a connection that a front has handed out.
type knocked struct {
	nc    net.Conn
	knock Knock
}

// frontOf returns a front in a bubble that listens to pipes, and what it hands out.
func frontOf(t *testing.T, cfg FrontConfig) (*Front, *pipeListener, chan knocked) {
	t.Helper()
	listener, out := newPipeListener(), make(chan knocked, 100)
	cfg.Transport = listener
	front, err := Listen(t.Context(), ":7000", cfg, func(nc net.Conn, k Knock) { out <- knocked{nc, k} })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = front.Close() })
	return front, listener, out
}

// certificatesOf returns the certificates that show a key; none for nil.
func certificatesOf(own *keys.Identity) []tls.Certificate {
	if own == nil {
		return nil
	}
	return own.Certificates()
}

// clientOf encrypts a connection to a front, showing a key unless that is nil.
func clientOf(t *testing.T, nc net.Conn, own *keys.Identity) net.Conn {
	t.Helper()
	secure, _, err := transport.Encrypt(t.Context(), nc, certificatesOf(own))
	if err != nil {
		t.Fatal(err)
	}
	return secure
}

func resumeFrame(id []byte) *wire.Frame {
	return &wire.Frame{Seq: 1, Body: &wire.Frame_Resume{Resume: &wire.Resume{
		MinProtocol: 2, MaxProtocol: 2, SeriesId: id, ResumeToken: make([]byte, tokenSize),
	}}}
}

// TestFrontHandsOut sends all kinds of first frames: each is handed out with what it asks for, and
// with all its bytes.
func TestFrontHandsOut(t *testing.T) {
	secret, err := keys.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	watch := helloToWatchFrame()
	watch.GetHello().Invite = secret.Bytes()
	own := newIdentity(t)
	game := func(f *wire.Frame) string { return frames.Preface + string(mustMarshal(t, f)) }
	for name, test := range map[string]struct {
		bytes string
		key   *keys.Identity
		want  Knock
	}{
		"guest":   {game(withTicket(secret.Bytes())), nil, Knock{Kind: KnockGuest, Invite: secret}},
		"no one":  {game(withTicket([]byte("short"))), nil, Knock{Kind: KnockGuest}},
		"watcher": {game(watch), nil, Knock{Kind: KnockWatcher, Invite: secret}},
		"resume":  {game(resumeFrame([]byte("0123456789abcdef"))), nil, Knock{Kind: KnockResume, Series: "30313233343536373839616263646566"}},
		"club":    {frames.LobbyPreface, own, Knock{Kind: KnockClub, Key: own.Fingerprint()}},
		"more":    {frames.LobbyPreface + "\x05hello", nil, Knock{Kind: KnockClub}},
		"large":   {game(&wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: &wire.Hello{Name: strings.Repeat("x", 4000)}}}), nil, Knock{}},
	} {
		for _, insecure := range []bool{true, false} {
			if insecure && test.key != nil {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				front, listener, out := frontOf(t, FrontConfig{Insecure: insecure})
				nc := listener.dialFrom("198.51.100.7:1")
				if !insecure {
					nc = clientOf(t, nc, test.key)
				}
				go func() { _, _ = io.WriteString(nc, test.bytes+"then") }()
				got := <-out
				got.knock.turnstile = nil
				test.want.Addr = "198.51.100.7:1"
				if got.knock != test.want {
					t.Errorf("%s: %+v", name, got.knock)
				}
				all := make([]byte, len(test.bytes)+4)
				if _, err := io.ReadFull(got.nc, all); err != nil || string(all) != test.bytes+"then" {
					t.Errorf("%s: %q, %v", name, all, err)
				}
				if n := len(front.entrance.doorway.conns); n > 0 {
					t.Errorf("%s: %d stand in the doorway", name, n)
				}
				if front.Key().Fingerprint.IsZero() != insecure {
					t.Errorf("%s: the key is %v", name, front.Key())
				}
				time.Sleep(time.Minute) // no deadline is left
				go func() { _, _ = io.WriteString(nc, "end") }()
				if _, err := io.ReadFull(got.nc, all[:3]); err != nil {
					t.Errorf("%s: a minute later: %v", name, err)
				}
				_, _ = got.nc.Close(), nc.Close()
			})
		}
	}
}

// TestFrontTurnsOut sends what asks for nothing: it is closed, at the latest after 5 s.
func TestFrontTurnsOut(t *testing.T) {
	for name, sends := range map[string]string{
		"silent":           "",
		"foreign":          "SSH-2.0",
		"browser":          "GET / HTTP/1.1",
		"half a preface":   "MC",
		"no frame":         frames.Preface,
		"half a frame":     frames.Preface + "\x20\x08",
		"a ping":           frames.Preface + string(mustMarshal(t, pingFrame())),
		"an oversized one": frames.Preface + "\xff\xff\x7f",
		"garbled":          frames.Preface + "\x04\xff\xff\xff\xff",
		"a bad series":     frames.Preface + string(mustMarshal(t, resumeFrame([]byte("short")))),
	} {
		synctest.Test(t, func(t *testing.T) {
			front, listener, out := frontOf(t, FrontConfig{Insecure: true})
			nc := listener.dialFrom("198.51.100.7:1")
			began := time.Now()
			go func() { _, _ = io.WriteString(nc, sends) }()
			if b, err := io.ReadAll(nc); len(b) > 0 || err != nil {
				t.Errorf("%s: %q, %v", name, b, err)
			}
			if took := time.Since(began); took > handshakeWait {
				t.Errorf("%s: it lasts %v", name, took)
			}
			synctest.Wait()
			if n := len(out) + len(front.entrance.doorway.conns); n > 0 {
				t.Errorf("%s: it is handed out, or kept", name)
			}
		})
	}
}

// TestFrontEncrypts: a front that encrypts tells a guest who does not, and the other way round.
func TestFrontEncrypts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, _ := frontOf(t, FrontConfig{})
		peer := newRawPeer(t, listener.dial())
		peer.sendBytes([]byte(frames.Preface))
		peer.expectPreface()
		peer.expect("1/0 Reject code:REJECT_CODE_ENCRYPTION_NEEDED")
		lobby := listener.dial()
		go func() { _, _ = io.WriteString(lobby, frames.LobbyPreface) }()
		if b, err := io.ReadAll(lobby); len(b) > 0 || err != nil {
			t.Errorf("%q, %v", b, err)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		_, listener, _ := frontOf(t, FrontConfig{Insecure: true})
		_, _, err := DialClub(t.Context(), "club:7000", ClubDial{Transport: listener})
		noteIs(t, err, "netplay.no-encryption")
	})
}

func noteIs(t *testing.T, err error, code string) {
	t.Helper()
	if told := (*rules.Note)(nil); !errors.As(err, &told) || !strings.HasPrefix(told.String(), code) {
		t.Errorf("%v instead of %s", err, code)
	}
}

// TestKnockTurnedAway: a player learns why there is no game; the 21st in a second a little later.
func TestKnockTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, out := frontOf(t, FrontConfig{Insecure: true})
		began := time.Now()
		for i := range promptRefusals + 1 {
			f, want := helloFrame(), "1/0 Reject code:REJECT_CODE_INVITE_NEEDED"
			if i%2 == 1 {
				f, want = resumeFrame(make([]byte, idSize)), "1/0 Reject code:REJECT_CODE_NO_SUCH_SERIES"
			}
			peer := newRawPeer(t, listener.dial())
			peer.sendBytes([]byte(frames.Preface))
			peer.send(f)
			k := <-out
			go k.knock.TurnAway(k.nc)
			peer.expectPreface()
			peer.expect(want)
			_ = peer.nc.Close()
		}
		if took := time.Since(began); took != refusalWait {
			t.Errorf("it took %v", took)
		}
	})
}

// TestFrontClosesWithItsContext: then nothing is accepted, and those who have not knocked are gone.
func TestFrontClosesWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		listener := newPipeListener()
		front, err := Listen(ctx, ":7000", FrontConfig{Insecure: true, Transport: listener}, func(net.Conn, Knock) {})
		if err != nil {
			t.Fatal(err)
		}
		silent := listener.dial()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !closedByHost(silent) {
			t.Error("a silent connection is kept")
		}
		select {
		case <-listener.closed:
		default:
			t.Error("it still listens")
		}
		_ = front.Close()
	})
	for addr, code := range map[string]string{"": "netplay.bad-listen", "127.0.0.1": "netplay.bad-listen"} {
		_, err := Listen(t.Context(), addr, FrontConfig{Insecure: true}, nil)
		noteIs(t, err, code)
	}
	_, err := Listen(t.Context(), ":0", FrontConfig{Identity: func() (*keys.Identity, error) { return nil, io.EOF }}, nil)
	noteIs(t, err, "netplay.no-key")
}

// TestFrontServesBrowsers hands browsers over, whether they encrypt by themselves or not, and takes
// their streams in.
func TestFrontServesBrowsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keeper := &gatekeeper{places: 2}
		web := newIdentity(t)
		asked := ""
		_, listener, out := frontOf(t, FrontConfig{
			Browsers: func(s Site) Browsers { keeper.site = s; return keeper },
			Certificates: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
				asked = hello.ServerName
				certificate := web.Certificate()
				return &certificate, nil
			},
		})
		plain := listener.dialFrom("198.51.100.7:1")
		go func() { _, _ = io.WriteString(plain, "GET / HTTP/1.1") }()
		secure := tls.Client(listener.dialFrom("198.51.100.7:2"), &tls.Config{
			ServerName: "club.example.org", NextProtos: []string{"h2", "http/1.1"}, InsecureSkipVerify: true,
		})
		if err := secure.Handshake(); err != nil {
			t.Fatal(err)
		}
		if shown := keys.FingerprintOf(secure.ConnectionState().PeerCertificates[0]); shown != web.Fingerprint() || asked != "club.example.org" {
			t.Errorf("the certificate is %v, for %q", shown, asked)
		}
		go func() { _, _ = io.WriteString(secure, "GET /ws HTTP/1.1") }()
		synctest.Wait()
		if len(keeper.taken) != 2 {
			t.Fatalf("%d are handed over", len(keeper.taken))
		}
		all := make([]byte, 16)
		if _, err := io.ReadFull(keeper.taken[1], all); err != nil || string(all) != "GET /ws HTTP/1.1" {
			t.Errorf("%q, %v", all, err)
		}
		if s := keeper.site; s.Name != "Host" || !s.Encrypted || !s.Watchers() {
			t.Errorf("%+v", s)
		}
		inner := clientOf(t, keeper.stream("198.51.100.7:2", true), nil)
		go func() { _, _ = io.WriteString(inner, frames.LobbyPreface) }()
		if k := (<-out).knock; k.Kind != KnockClub || !k.Far || k.Addr != "198.51.100.7:2" {
			t.Errorf("%+v", k)
		}
		_, _, _ = plain.Close(), secure.NetConn().Close(), inner.Close()
	})
}

// FuzzKnock reads first bytes that may be anything: it neither panics nor loses a byte.
func FuzzKnock(f *testing.F) {
	for _, frame := range []*wire.Frame{helloFrame(), helloToWatchFrame(), resumeFrame(make([]byte, idSize)), pingFrame()} {
		f.Add([]byte(frames.Preface + string(mustMarshal(f, frame)) + "more"))
	}
	f.Add([]byte(frames.LobbyPreface + "\x00"))
	f.Add([]byte(frames.Preface + "\xff\x7f"))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, _, read, err := readKnock(strings.NewReader(string(b)))
		switch {
		case err != nil && read != nil && len(read) > len(frames.Preface)+frames.Max+knockBuffer:
			t.Errorf("%d bytes are read", len(read))
		case err == nil && !strings.HasPrefix(string(b), string(read)):
			t.Errorf("%x is read from %x", read, b)
		case err == nil && (k.Series != "") != (k.Kind == KnockResume):
			t.Errorf("%+v", k)
		}
	})
}

// TestDialClub dials the lobby of a club: each end learns the other's key, and the club's is
// remembered once it has proved to be a club.
func TestDialClub(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		club, member, book := newIdentity(t), newIdentity(t), newHostsBook()
		front, listener, out := frontOf(t, FrontConfig{Identity: func() (*keys.Identity, error) { return club, nil }})
		cfg := ClubDial{Transport: listener, KnownHosts: book, Own: member.Certificates()}
		nc, key, err := DialClub(t.Context(), "Club:7000", cfg)
		if err != nil || key != front.Key() {
			t.Fatalf("%v, %v", key, err)
		}
		go func() { _, _ = io.WriteString(nc, frames.LobbyPreface) }()
		k := <-out
		if k.knock.Key != member.Fingerprint() {
			t.Errorf("the member's key is %v", k.knock.Key)
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
				if nc, _, err = DialClub(t.Context(), "Club:7000", cfg); err != nil {
					t.Fatal(err)
				}
				go func() { _, _ = io.WriteString(nc, frames.LobbyPreface) }()
				k = <-out
			}
		}
		_ = nc.Close()
		cfg.Expected = member.Fingerprint()
		_, _, err = DialClub(t.Context(), "Club:7000", cfg)
		noteIs(t, err, "netplay.forged-invite")
		cfg.Expected = keys.Fingerprint{}
		book.Remember("club:7000", keys.Known{Fingerprint: member.Fingerprint()})
		_, _, err = DialClub(t.Context(), "Club:7000", cfg)
		noteIs(t, err, "netplay.key-changed")
		cfg.TrustNewKey = true
		if nc, _, err = DialClub(t.Context(), "Club:7000", cfg); err != nil {
			t.Fatal(err)
		}
		_ = nc.Close()
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := DialClub(ctx, "127.0.0.1:1", ClubDial{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_, _, err := DialClub(t.Context(), "127.0.0.1:1", ClubDial{})
	noteIs(t, err, "netplay.refused")
}

// house is a hub as small as it can be: a front, and legs that it finds by their tickets and their
// series.
type house struct {
	front *Front
	mu    sync.Mutex
	legs  []*leg
}

func newHouse(t *testing.T, addr string, id *keys.Identity) *house {
	t.Helper()
	h := &house{}
	var err error
	h.front, err = Listen(t.Context(), addr, FrontConfig{Identity: func() (*keys.Identity, error) { return id, nil }}, h.receive)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.front.Close() })
	return h
}

func (h *house) receive(nc net.Conn, k Knock) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, l := range h.legs {
		if k.Kind == KnockResume && k.Series == l.series() || k.Kind != KnockResume && k.Invite == l.ticket {
			l.handed.Hand(nc, k.Far)
			return
		}
	}
	go k.TurnAway(nc)
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

// TestFrontChecksSeats: a guest's key is known if it has signed this very connection.
func TestFrontChecksSeats(t *testing.T) {
	me, other := newIdentity(t), newIdentity(t)
	secret, err := keys.NewSecret(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var before seatProof // over another connection
	for _, test := range []struct {
		name string
		want keys.Fingerprint
		make func(proof seatProof) seatProof
	}{
		{"the member's", me.Fingerprint(), func(p seatProof) seatProof { before = p; return p }},
		{"none", keys.Fingerprint{}, func(seatProof) seatProof { return seatProof{} }},
		{"without a signature", keys.Fingerprint{}, func(p seatProof) seatProof { return seatProof{key: p.key} }},
		{"with another key", keys.Fingerprint{}, func(p seatProof) seatProof { return seatProof{other.Public(), p.signature} }},
		{"of another connection", keys.Fingerprint{}, func(seatProof) seatProof { return before }},
		{"too short", keys.Fingerprint{}, func(p seatProof) seatProof { return seatProof{p.key[:31], p.signature[:63]} }},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, listener, out := frontOf(t, FrontConfig{})
			nc, _, err := transport.Encrypt(t.Context(), listener.dialFrom("198.51.100.7:1"), nil)
			if err != nil {
				t.Fatal(err)
			}
			cfg := GuestConfig{Ticket: secret, Member: func(context.Context) (*keys.Identity, error) { return me, nil }}
			proof, err := cfg.proveSeat(t.Context(), nc)
			if err != nil {
				t.Fatal(err)
			}
			proof = test.make(proof)
			hello := withTicket(secret.Bytes())
			hello.GetHello().Key, hello.GetHello().Signature = proof.key, proof.signature
			go func() { _, _ = io.WriteString(nc, frames.Preface+string(mustMarshal(t, hello))) }()
			got := <-out
			if got.knock.Key != test.want || got.knock.Invite != secret {
				t.Errorf("a proof %s: the key is %v, want %v", test.name, got.knock.Key, test.want)
			}
			_, _ = got.nc.Close(), nc.Close()
		})
	}
}
