package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
	"mancala/tools/need"
)

// handedOut is a connection that a listener has handed out.
type handedOut struct {
	nc      net.Conn
	request Request
}

// listenerOf returns a listener in a bubble, its pipes, and the connections that it hands out.
func listenerOf(t *testing.T, cfg ListenConfig) (*Listener, *faults.Pipes, chan handedOut) {
	t.Helper()
	listener, out := faults.NewPipes(), make(chan handedOut, 100)
	cfg.Transport = listener
	front := need.Must(Listen(t.Context(), ":7000", cfg, func(nc net.Conn, r Request) { out <- handedOut{nc, r} }))(t)
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

// clientOf encrypts a connection to a listener, showing a key unless that is nil.
func clientOf(t *testing.T, nc net.Conn, own *keys.Identity) net.Conn {
	t.Helper()
	secure, _ := need.Must2(Encrypt(t.Context(), nc, certificatesOf(own)))(t)
	return secure
}

// TestHandsOut sends all kinds of first frames: each is handed out with its request and all its
// bytes.
func TestHandsOut(t *testing.T) {
	ticket := lobby.Ticket{2}
	copy(ticket[1:], "0123456789abcdefthe rest of it")
	series := [16]byte([]byte("0123456789abcdef"))
	watch := helloToWatchFrame()
	watch.GetHello().Invite = ticket[:]
	own := newIdentity(t)
	game := func(f *wire.Frame) string { return frames.Preface + encoded(t, f) }
	for name, test := range map[string]struct {
		bytes string
		key   *keys.Identity
		want  Request
	}{
		"guest":   {game(withTicket(ticket[:])), nil, Request{Purpose: ToPlay, Ticket: ticket, Series: series}},
		"no one":  {game(withTicket([]byte("short"))), nil, Request{Purpose: ToPlay}},
		"watcher": {game(watch), nil, Request{Purpose: ToWatch, Ticket: ticket, Series: series}},
		"resume":  {game(followFrame([]byte("0123456789abcdef"))), nil, Request{Purpose: ToResume, Series: series}},
		"club":    {frames.LobbyPreface, own, Request{Purpose: ToLobby, Key: own.Fingerprint()}},
		"more":    {frames.LobbyPreface + "\x05hello", nil, Request{Purpose: ToLobby}},
		"large":   {game(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{Name: strings.Repeat("x", 4000)}}}), nil, Request{}},
	} {
		for _, insecure := range []bool{true, false} {
			if insecure && test.key != nil {
				continue
			}
			synctest.Test(t, func(t *testing.T) {
				front, listener, out := listenerOf(t, ListenConfig{Insecure: insecure})
				nc := listener.ConnectFrom("198.51.100.7:1")
				if !insecure {
					nc = clientOf(t, nc, test.key)
				}
				go func() { _, _ = io.WriteString(nc, test.bytes+"then") }()
				got := <-out
				got.request.of = nil
				test.want.Addr = "198.51.100.7:1"
				if got.request != test.want {
					t.Errorf("%s: %+v", name, got.request)
				}
				all := make([]byte, len(test.bytes)+4)
				if _, err := io.ReadFull(got.nc, all); err != nil || string(all) != test.bytes+"then" {
					t.Errorf("%s: %q, %v", name, all, err)
				}
				if n := front.acceptor.pending.silent.Len() + front.acceptor.pending.greeted.Len(); n > 0 {
					t.Errorf("%s: %d are pending", name, n)
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

// TestTurnsOut sends bytes without a request: the connection is closed within 5 s.
func TestTurnsOut(t *testing.T) {
	for name, sends := range map[string]string{
		"silent":           "",
		"foreign":          "SSH-2.0",
		"browser":          "GET / HTTP/1.1",
		"half a preface":   "MC",
		"no frame":         frames.Preface,
		"half a frame":     frames.Preface + "\x20\x08",
		"a ping":           frames.Preface + encoded(t, pingFrame()),
		"an oversized one": frames.Preface + "\xff\xff\x7f",
		"garbled":          frames.Preface + "\x04\xff\xff\xff\xff",
		"a bad series":     frames.Preface + encoded(t, followFrame([]byte("short"))),
	} {
		synctest.Test(t, func(t *testing.T) {
			front, listener, out := listenerOf(t, ListenConfig{Insecure: true})
			nc := listener.ConnectFrom("198.51.100.7:1")
			began := time.Now()
			go func() { _, _ = io.WriteString(nc, sends) }()
			if b, err := io.ReadAll(nc); len(b) > 0 || err != nil {
				t.Errorf("%s: %q, %v", name, b, err)
			}
			if took := time.Since(began); took > HandshakeWait {
				t.Errorf("%s: it lasts %v", name, took)
			}
			synctest.Wait()
			if n := len(out) + front.acceptor.pending.silent.Len() + front.acceptor.pending.greeted.Len(); n > 0 {
				t.Errorf("%s: it is handed out, or kept", name)
			}
		})
	}
}

// TestEncrypts: an encrypting listener tells an unencrypted guest so, and the reverse.
func TestEncrypts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, _ := listenerOf(t, ListenConfig{})
		if code := rejected(t, listener.Connect(), frames.Preface); code != wire.RejectCode_REJECT_CODE_ENCRYPTION_NEEDED {
			t.Errorf("a guest who does not encrypt gets %v", code)
		}
		lobby := listener.Connect()
		go func() { _, _ = io.WriteString(lobby, frames.LobbyPreface) }()
		if b, err := io.ReadAll(lobby); len(b) > 0 || err != nil {
			t.Errorf("%q, %v", b, err)
		}
	})
}

func noteIs(t *testing.T, err error, code string) {
	t.Helper()
	if told := (*rules.Note)(nil); !errors.As(err, &told) || !strings.HasPrefix(told.String(), code) {
		t.Errorf("%v instead of %s", err, code)
	}
}

// TestTurnedAway: a player learns why there is no game; the 21st in a second a little later.
func TestTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, listener, out := listenerOf(t, ListenConfig{Insecure: true})
		began := time.Now()
		for i := range promptRefusals + 1 {
			f, want := helloFrame(), wire.RejectCode_REJECT_CODE_INVITE_NEEDED
			if i%2 == 1 {
				f, want = followFrame(make([]byte, 16)), wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES
			}
			go func() {
				k := <-out
				k.request.TurnAway(k.nc)
			}()
			if code := rejected(t, listener.Connect(), frames.Preface+encoded(t, f)); code != want {
				t.Errorf("guest %d gets %v, want %v", i, code, want)
			}
		}
		if took := time.Since(began); took != refusalWait {
			t.Errorf("it took %v", took)
		}
	})
}

// TestClosesWithItsContext: then nothing is accepted, and connections not handed out are closed.
func TestClosesWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		listener := faults.NewPipes()
		front := need.Must(Listen(ctx, ":7000", ListenConfig{Insecure: true, Transport: listener}, func(net.Conn, Request) {}))(t)
		silent := listener.Connect()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !closedByHost(silent) {
			t.Error("a silent connection is kept")
		}
		if _, err := listener.Dial(t.Context(), ""); !errors.Is(err, net.ErrClosed) {
			t.Errorf("it still listens: %v", err)
		}
		_ = front.Close()
	})
	for addr, code := range map[string]string{"": "netplay.bad-listen", "127.0.0.1": "netplay.bad-listen"} {
		_, err := Listen(t.Context(), addr, ListenConfig{Insecure: true}, nil)
		noteIs(t, err, code)
	}
	_, err := Listen(t.Context(), ":0", ListenConfig{Identity: func() (*keys.Identity, error) { return nil, io.EOF }}, nil)
	noteIs(t, err, "netplay.no-key")
}

// TestAlertsOtherProtocols: a TLS client that does not offer our protocol is refused by the alert
// no_application_protocol, and by nothing else.
func TestAlertsOtherProtocols(t *testing.T) {
	for _, offers := range [][]string{nil, {"h2"}} {
		synctest.Test(t, func(t *testing.T) {
			_, listener, _ := listenerOf(t, ListenConfig{})
			nc := &heard{Conn: listener.ConnectFrom("198.51.100.7:1")}
			err := tls.Client(nc, &tls.Config{InsecureSkipVerify: true, NextProtos: offers}).Handshake()
			if err == nil || !strings.Contains(err.Error(), "no application protocol") {
				t.Errorf("%q: %v", offers, err)
			}
			_, _ = io.Copy(io.Discard, nc)
			if alert := nc.bytes.String(); len(alert) != 7 || alert[0] != 0x15 || alert[3:] != "\x00\x02\x02\x78" {
				t.Errorf("%q: the answer is %x", offers, alert)
			}
			_ = nc.Close()
		})
	}
}

// heard is a connection that keeps what was read.
type heard struct {
	net.Conn
	bytes strings.Builder
}

func (h *heard) Read(p []byte) (int, error) {
	n, err := h.Conn.Read(p)
	h.bytes.Write(p[:n])
	return n, err
}

// TestServesBrowsers hands browsers over, with or without TLS, and takes their streams in.
func TestServesBrowsers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		keeper := &keeper{places: 2}
		web := newIdentity(t)
		asked := ""
		_, listener, out := listenerOf(t, ListenConfig{
			Browsers: func(s Site) Browsers { keeper.site = s; return keeper },
			Certificates: func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
				asked = hello.ServerName
				certificate := web.Certificate()
				return &certificate, nil
			},
		})
		plain := listener.ConnectFrom("198.51.100.7:1")
		go func() { _, _ = io.WriteString(plain, "GET / HTTP/1.1") }()
		synctest.Wait() // so it is the first one handed over
		secure := tls.Client(listener.ConnectFrom("198.51.100.7:2"), &tls.Config{
			ServerName: "club.example.org", NextProtos: []string{"h2", "http/1.1"}, InsecureSkipVerify: true,
		})
		need.NoError(t, secure.Handshake())
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
		if k := (<-out).request; k.Purpose != ToLobby || !k.Far || k.Addr != "198.51.100.7:2" {
			t.Errorf("%+v", k)
		}
		_, _, _ = plain.Close(), secure.NetConn().Close(), inner.Close()
	})
}

// FuzzRequest reads any first bytes: it does not panic or lose a byte.
func FuzzRequest(f *testing.F) {
	for _, frame := range []*wire.Frame{helloFrame(), helloToWatchFrame(), followFrame(make([]byte, 16)), pingFrame()} {
		f.Add([]byte(frames.Preface + encoded(f, frame) + "more"))
	}
	f.Add([]byte(frames.LobbyPreface + "\x00"))
	f.Add([]byte(frames.Preface + "\xff\x7f"))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, _, read, err := readRequest(strings.NewReader(string(b)))
		switch {
		case err != nil && read != nil && len(read) > len(frames.Preface)+frames.Max+requestBuffer:
			t.Errorf("%d bytes are read", len(read))
		case err == nil && !strings.HasPrefix(string(b), string(read)):
			t.Errorf("%x is read from %x", read, b)
		case err == nil && k.Purpose == ToLobby && k.Series != [16]byte{}:
			t.Errorf("%+v", k)
		}
	})
}

// TestChecksSeats: the key of a player is accepted if it has signed this very connection, the
// series, and the player's position in it.
func TestChecksSeats(t *testing.T) {
	me, other := newIdentity(t), newIdentity(t)
	ticket := lobby.Ticket{1}
	copy(ticket[1:], "0123456789abcdefthe rest of it")
	var before []byte // a signature of another connection
	sign := func(nc net.Conn, l *Listener, n uint32) []byte {
		bound := Bind(nc, l.fingerprint)
		return me.Sign(bound.Signed([16]byte(ticket[1:17]), n, table.Chain{}))
	}
	for _, test := range []struct {
		name string
		want keys.Fingerprint
		make func(h *wire.Hello)
	}{
		{"the member's", me.Fingerprint(), func(h *wire.Hello) { before = h.Signature }},
		{"none", keys.Fingerprint{}, func(h *wire.Hello) { h.Key, h.Signature = nil, nil }},
		{"without a signature", keys.Fingerprint{}, func(h *wire.Hello) { h.Signature = nil }},
		{"with another key", keys.Fingerprint{}, func(h *wire.Hello) { h.Key = other.Public() }},
		{"of another connection", keys.Fingerprint{}, func(h *wire.Hello) { h.Signature = before }},
		{"of another table", keys.Fingerprint{}, func(h *wire.Hello) { h.Invite[1]++ }},
		{"too short", keys.Fingerprint{}, func(h *wire.Hello) { h.Key, h.Signature = h.Key[:31], h.Signature[:63] }},
	} {
		synctest.Test(t, func(t *testing.T) {
			l, listener, out := listenerOf(t, ListenConfig{})
			nc, _ := need.Must2(Encrypt(t.Context(), listener.ConnectFrom("198.51.100.7:1"), nil))(t)
			hello := withTicket(append([]byte(nil), ticket[:]...))
			hello.GetHello().Key, hello.GetHello().Signature = me.Public(), sign(nc, l, 0)
			test.make(hello.GetHello())
			go func() { _, _ = io.WriteString(nc, frames.Preface+encoded(t, hello)) }()
			got := <-out
			if got.request.Key != test.want {
				t.Errorf("a proof %s: the key is %v, want %v", test.name, got.request.Key, test.want)
			}
			_, _ = got.nc.Close(), nc.Close()
		})
	}
}

// TestChecksFollowers: the signature of a returning player covers their last event.
func TestChecksFollowers(t *testing.T) {
	me, series := newIdentity(t), [16]byte([]byte("0123456789abcdef"))
	for n, want := range map[uint32]keys.Fingerprint{2: me.Fingerprint(), 3: {}} {
		synctest.Test(t, func(t *testing.T) {
			l, listener, out := listenerOf(t, ListenConfig{})
			nc, _ := need.Must2(Encrypt(t.Context(), listener.ConnectFrom("198.51.100.7:1"), nil))(t)
			follow, bound := followFrame(series[:]), Bind(nc, l.fingerprint)
			follow.GetFollow().Key, follow.GetFollow().Signature = me.Public(), me.Sign(bound.Signed(series, n, table.Chain{}))
			go func() { _, _ = io.WriteString(nc, frames.Preface+encoded(t, follow)) }()
			if got := <-out; got.request.Key != want || got.request.Series != series {
				t.Errorf("signed for event %d: %+v", n, got.request)
			}
			_ = nc.Close()
		})
	}
}
