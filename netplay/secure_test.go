package netplay

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/keys"
)

// hostsBook remembers hosts in a test.
type hostsBook struct {
	mu    sync.Mutex
	hosts map[string]keys.Known
	err   error
}

func newHostsBook() *hostsBook { return &hostsBook{hosts: map[string]keys.Known{}} }

func (b *hostsBook) Known(_ context.Context, addr string) (keys.Known, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.hosts[addr], b.err
}

func (b *hostsBook) Remember(addr string, host keys.Known) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hosts[addr] = host
}

func (b *hostsBook) known(addr string) keys.Known {
	known, _ := b.Known(context.Background(), addr)
	return known
}

// keyed is a host in a bubble with a key.
type keyed struct {
	match.Link
	listener *pipeListener
	id       *keys.Identity
}

func keyedHost(t *testing.T, cfg HostConfig) keyed {
	t.Helper()
	k := keyed{listener: newPipeListener(), id: newIdentity(t)}
	cfg.Name, cfg.Variant, cfg.First, cfg.Transport, cfg.Admission = "Hilda", kalah, match.FirstHost, k.listener, openDoor
	cfg.Identity = func() (*keys.Identity, error) { return k.id, nil }
	k.Link = Host(":7000", cfg)
	wantEvents(t, k, "match.Listening")
	return k
}

func (k keyed) join(addr string, cfg GuestConfig) match.Link {
	cfg.Name, cfg.Transport = "Gus", k.listener
	return Join(addr, cfg)
}

// securityIs takes the events up to Connected and compares the security that it tells.
func securityIs(t *testing.T, l match.Link, want match.Security) {
	t.Helper()
	synctest.Wait()
	for _, e := range l.Events() {
		switch e := e.(type) {
		case match.Connected:
			if e.Security != want {
				t.Errorf("the connection is %v, not %v", e.Security, want)
			}
			return
		case match.Failed, match.PeerLeft:
			t.Fatal(eventText(e))
		}
	}
	t.Fatal("no connection")
}

// leaves ends a series and has the host wait again.
func (k keyed) leaves(guest match.Link) {
	guest.Leave(match.ReasonQuit)
	_ = guest.Close()
	time.Sleep(2 * time.Hour) // a guest who has left before the first ply waits before the next game
	k.WaitAgain()
	k.Events()
}

// TestFirstUseIsTrustedAndRemembered joins a host by its address, then by an invite, and by the
// address in capital letters.
func TestFirstUseIsTrustedAndRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		guest := host.join("ada.example", GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Encrypted)
		securityIs(t, host, match.Encrypted)
		if got, want := book.known("ada.example:7000"), (keys.Known{Fingerprint: host.id.Fingerprint()}); got != want {
			t.Errorf("remembered as %+v", got)
		}
		host.leaves(guest)

		invite := host.Door().Invite("Ada.example:7000")
		guest = host.join(invite, GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Verified)
		if !book.known("ada.example:7000").Verified {
			t.Error("the host is not remembered as verified")
		}
		host.leaves(guest)
		host.Door().Admit(openDoor)
		guest = host.join("ADA.EXAMPLE", GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Verified)
		_, _ = guest.Close(), host.Close()
	})
}

// TestInviteGivesTheSeat asks for an invite: from then on its holder gets in and no one else.
func TestInviteGivesTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		text := host.Door().Invite("ada:7000")
		if again := host.Door().Invite("ada:7000"); again != text {
			t.Error("the second invite is another one")
		}
		guest := host.join("ada", GuestConfig{})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.invite-needed")
		wrong, err := keys.ParseInvite(text)
		if err != nil {
			t.Fatal(err)
		}
		wrong.Secret[3] ^= 1
		guest = host.join(wrong.String(), GuestConfig{})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.invite-needed")
		guest = host.join(text, GuestConfig{})
		securityIs(t, guest, match.Verified)
		_, _ = guest.Close(), host.Close()
	})
}

// TestAHostThatOnlyLooksLikeOneIsNotRemembered joins something that encrypts and is no host, and a
// host that turns the guest away.
func TestAHostThatOnlyLooksLikeOneIsNotRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		book := newHostsBook()
		host := keyedHost(t, HostConfig{})
		host.Door().Invite("ada:7000")
		guest := host.join("ada", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.invite-needed")
		_ = host.Close()
		guest = joinTLS(t, hostTLS(newIdentity(t)), GuestConfig{KnownHosts: book}, func(nc net.Conn) {
			_, _ = io.WriteString(nc, "hello, world")
			time.Sleep(time.Second)
		})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.stranger")
		time.Sleep(time.Minute)
		if len(book.hosts) > 0 {
			t.Errorf("remembered: %v", book.hosts)
		}
	})
}

// joinTLS has a guest join a TLS server in the hands of the test, which then acts.
func joinTLS(t *testing.T, config *tls.Config, cfg GuestConfig, act func(net.Conn)) match.Link {
	t.Helper()
	here, there := net.Pipe()
	cfg.Transport = dialer(func(context.Context) (net.Conn, error) { return there, nil })
	guest := Join("host", cfg)
	go func() {
		defer func() { _ = here.Close() }()
		server := tls.Server(here, config)
		if server.Handshake() != nil {
			return
		}
		go func() { _, _ = io.Copy(io.Discard, server) }()
		if act != nil {
			act(server)
		}
	}()
	return guest
}

// TestChangedKey joins a host that shows another key than before, and trusts it when told to.
func TestChangedKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		old := keys.Known{Fingerprint: keys.Fingerprint{1}, Verified: true}
		book.Remember("host:7000", old)
		guest := host.join("host", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "match.Connecting",
			`Failed: netplay.key-changed "host:7000" "`+old.Fingerprint.String()+`" "`+host.id.Fingerprint().String()+`"`)
		if book.known("host:7000") != old {
			t.Error("the new key is remembered unasked")
		}
		guest = host.join("host", GuestConfig{KnownHosts: book, TrustNewKey: true})
		securityIs(t, guest, match.Encrypted)
		if got := book.known("host:7000"); got != (keys.Known{Fingerprint: host.id.Fingerprint()}) {
			t.Errorf("remembered as %+v", got)
		}
		host.leaves(guest)
		guest = host.join("host", GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Encrypted)
		_, _ = guest.Close(), host.Close()
	})
}

// TestAnnouncedKey joins hosts that were announced on the local network. The announcement has a new
// host show its key, and neither vouches for it nor takes the place of what is remembered.
func TestAnnouncedKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		key, other := host.id.Fingerprint(), keys.Fingerprint{1}
		guest := host.join("host", GuestConfig{KnownHosts: book, Announced: other})
		wantEvents(t, guest, "match.Connecting", `Failed: netplay.key-changed "host:7000" "`+other.String()+`" "`+key.String()+`"`)
		guest = host.join("host", GuestConfig{KnownHosts: book, Announced: key})
		securityIs(t, guest, match.Encrypted)
		if got := book.known("host:7000"); got != (keys.Known{Fingerprint: key}) {
			t.Errorf("remembered as %+v", got)
		}
		host.leaves(guest)
		book.Remember("host:7000", keys.Known{Fingerprint: other})
		guest = host.join("host", GuestConfig{KnownHosts: book, Announced: key})
		wantEvents(t, guest, "match.Connecting", `Failed: netplay.key-changed "host:7000" "`+other.String()+`" "`+key.String()+`"`)
		_, _ = guest.Close(), host.Close()
	})
}

// TestForgedInvite joins by an invite that names another key. Nothing makes that good.
func TestForgedInvite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		book.Remember("host:7000", keys.Known{Fingerprint: host.id.Fingerprint()})
		forged := keys.Invite{Addr: "host:7000", Fingerprint: keys.Fingerprint{1}, Secret: keys.Secret{2}}
		for _, trust := range []bool{false, true} {
			guest := host.join(forged.String(), GuestConfig{KnownHosts: book, TrustNewKey: trust})
			wantEvents(t, guest, "match.Connecting", `Failed: netplay.forged-invite "host:7000" "`+forged.Fingerprint.String())
		}
		guest := host.join(forged.String(), GuestConfig{Insecure: true})
		wantEvents(t, guest, "Failed: netplay.invite-encrypts")
		_ = host.Close()
	})
}

func TestKnownHostsThatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		book.err = errors.New("no disk")
		guest := host.join("host", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.hosts-unread")
		_ = host.Close()
	})
}

// certificateOf returns a certificate of a host's key made otherwise than the program makes it.
func certificateOf(t *testing.T, id *keys.Identity, change func(*x509.Certificate)) tls.Certificate {
	t.Helper()
	own := id.Certificate()
	template := &x509.Certificate{SerialNumber: big.NewInt(7), NotBefore: epoch.AddDate(-2, 0, 0), NotAfter: epoch.AddDate(50, 0, 0)}
	change(template)
	der, err := x509.CreateCertificate(rand.Reader, template, template, own.Leaf.PublicKey, own.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: own.PrivateKey}
}

// TestCertificates shows a guest who knows the host certificates of all kinds. The key alone counts.
func TestCertificates(t *testing.T) {
	known, other := newIdentity(t), newIdentity(t)
	ec, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := x509.CreateCertificate(rand.Reader, certTemplate, certTemplate, ec.Public(), ec)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		certificate tls.Certificate
		want        string
	}{
		"its own":    {known.Certificate(), "netplay.hung-up"}, // the test hangs up when it is trusted
		"expired":    {certificateOf(t, known, func(c *x509.Certificate) { c.NotAfter = epoch.AddDate(-1, 0, 0) }), "netplay.hung-up"},
		"not yet":    {certificateOf(t, known, func(c *x509.Certificate) { c.NotBefore = epoch.AddDate(40, 0, 0) }), "netplay.hung-up"},
		"other name": {certificateOf(t, known, func(c *x509.Certificate) { c.DNSNames = []string{"bank.example"} }), "netplay.hung-up"},
		"swapped":    {other.Certificate(), "netplay.key-changed"},
		"other kind": {tls.Certificate{Certificate: [][]byte{foreign}, PrivateKey: ec}, "netplay.key-changed"},
		"replayed": {tls.Certificate{
			Certificate: known.Certificate().Certificate, PrivateKey: other.Certificate().PrivateKey,
		}, "netplay.encryption-failed"},
		"followed by the right one": {tls.Certificate{
			Certificate: append(other.Certificate().Certificate, known.Certificate().Certificate...), PrivateKey: other.Certificate().PrivateKey,
		}, "netplay.key-changed"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				book := newHostsBook()
				book.Remember("host:7000", keys.Known{Fingerprint: known.Fingerprint()})
				config := hostTLS(known)
				config.Certificates = []tls.Certificate{test.certificate}
				guest := joinTLS(t, config, GuestConfig{KnownHosts: book}, func(nc net.Conn) { time.Sleep(time.Second) })
				time.Sleep(2 * time.Second)
				wantEvents(t, guest, "match.Connecting", "Failed: "+test.want+` "host:7000"`)
				if book.known("host:7000").Fingerprint != known.Fingerprint() {
					t.Error("another key is remembered")
				}
			})
		})
	}
}

var certTemplate = &x509.Certificate{
	SerialNumber: big.NewInt(1), NotBefore: epoch.AddDate(-1, 0, 0), NotAfter: epoch.AddDate(1, 0, 0),
}

// TestServersThatAreNoHost has a guest join programs that encrypt otherwise, or not.
func TestServersThatAreNoHost(t *testing.T) {
	change := func(f func(*tls.Config)) *tls.Config {
		config := hostTLS(newIdentity(t))
		f(config)
		return config
	}
	for name, test := range map[string]struct {
		config *tls.Config
		want   string
	}{
		"an old TLS":      {change(func(c *tls.Config) { c.MinVersion, c.MaxVersion = 0, tls.VersionTLS12 }), "netplay.stranger-encrypted"},
		"a web server":    {change(func(c *tls.Config) { c.NextProtos = []string{"h2", "http/1.1"} }), "netplay.stranger-encrypted"},
		"an old server":   {change(func(c *tls.Config) { c.NextProtos = nil }), "netplay.stranger-encrypted"},
		"no certificates": {change(func(c *tls.Config) { c.Certificates = nil }), "netplay.stranger-encrypted"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				guest := joinTLS(t, test.config, GuestConfig{}, nil)
				wantEvents(t, guest, "match.Connecting", "Failed: "+test.want+` "host:7000"`)
			})
		})
	}
	for first, want := range map[string]string{
		"":                                     `netplay.hung-up-encrypting "host:7000"`, // as a host of protocol 1 does
		"MN":                                   `netplay.hung-up-encrypting "host:7000"`,
		preface + "\x00":                       `netplay.no-encryption "host:7000"`,
		"HTTP/1.1 400 Bad Request\r\n":         `netplay.stranger-web "host:7000"`,
		"SSH-2.0-OpenSSH\r\n":                  `netplay.stranger-ssh "host:7000"`,
		"220 mail\r\n":                         `netplay.stranger "host:7000"`,
		"\x16\x03\x03\x00\x04\x02\x00\x00\x00": `netplay.encryption-failed "host:7000"`,
	} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			guest := Join("host", GuestConfig{Transport: dialer(func(context.Context) (net.Conn, error) { return there, nil })})
			go func() {
				_, _ = here.Read(make([]byte, 4096))
				_, _ = io.WriteString(here, first)
				_ = here.Close()
			}()
			wantEvents(t, guest, "match.Connecting", "Failed: "+want)
		})
	}
}

// TestOneEndEncrypts never falls back: whichever end does not encrypt, the guest is told.
func TestOneEndEncrypts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		secure, plain := keyedHost(t, HostConfig{}), keyedHost(t, HostConfig{Insecure: true})
		guest := secure.join("host", GuestConfig{Insecure: true})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.encryption-needed")
		guest = plain.join("host", GuestConfig{})
		wantEvents(t, guest, "match.Connecting", `Failed: netplay.no-encryption "host:7000"`)
		if text := plain.Door().Invite("host:7000"); text != "" {
			t.Errorf("a host that does not encrypt gives the invite %s", text)
		}
		guest = plain.join("host", GuestConfig{Insecure: true})
		securityIs(t, guest, match.Plain)
		securityIs(t, plain, match.Plain)
		wantEvents(t, secure)
		time.Sleep(time.Minute)
		_, _, _ = guest.Close(), plain.Close(), secure.Close()
	})
}

// TestGuestOfProtocolOne is told by an encrypting host what to do, in a sentence that every version
// shows.
func TestGuestOfProtocolOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		peer := newRawPeer(t, host.listener.dial())
		go func() { _, _ = io.WriteString(peer.nc, preface+"\x04\x08\x01\x10\x01") }()
		peer.expectPreface()
		peer.expect(`1/0 Reject code:REJECT_CODE_ENCRYPTION_NEEDED text:"This host encrypts its games. Install`)
		peer.drain()
		wantEvents(t, host)
		_ = host.Close()
	})
}

// secureRaw returns a raw peer that encrypts.
func (k keyed) secureRaw(t *testing.T) *rawPeer {
	nc := k.listener.dial()
	return newRawPeer(t, &secureConn{tls.Client(nc, guestTLS()), nc})
}

// TestLateHello lets guests take their time, and lets those go who take too much.
func TestLateHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		for _, late := range []time.Duration{50 * time.Millisecond, handshakeWait - time.Millisecond} {
			peer := host.secureRaw(t)
			time.Sleep(late / 2)
			peer.sendBytes([]byte(preface))
			time.Sleep(late / 2)
			peer.expectPreface()
			peer.send(helloFrame())
			peer.expect("1/1 Welcome")
			_ = peer.nc.Close()
			synctest.Wait()
			host.Events()
		}
		for name, act := range map[string]func(p *rawPeer){
			"nothing":                  func(*rawPeer) {},
			"half a first record":      func(p *rawPeer) { _, _ = p.nc.(*secureConn).below.Write([]byte("\x16\x03\x01\x02\x00\x01")) },
			"a handshake and no Hello": func(p *rawPeer) { _ = p.nc.(*secureConn).Handshake() },
			"the preface alone":        func(p *rawPeer) { p.sendBytes([]byte(preface)) },
		} {
			peer := host.secureRaw(t)
			began := time.Now()
			go func() {
				act(peer)
				time.Sleep(handshakeWait / 2)
			}()
			time.Sleep(time.Second)
			_, _ = io.Copy(io.Discard, peer.nc.(*secureConn).below)
			if took := time.Since(began); took != handshakeWait {
				t.Errorf("%s: the connection lasted %v", name, took)
			}
		}
		wantEvents(t, host)
		_ = host.Close()
		time.Sleep(time.Minute)
	})
}

// TestGreetingIsBounded claims and sends too much before the encryption stands.
func TestGreetingIsBounded(t *testing.T) {
	record := func(n int) string { return "\x16\x03\x01" + string([]byte{byte(n >> 8), byte(n)}) }
	for name, bytes := range map[string]string{
		"a long record":    record(maxFirstRecord + 1),
		"the longest":      record(0xffff),
		"many records":     strings.Repeat(record(1000)+strings.Repeat("\x01", 1000), 20),
		"a long handshake": record(2000) + "\x01\x00\xff\xff" + strings.Repeat("x", 1996) + strings.Repeat(record(1000)+strings.Repeat("x", 1000), 5),
		"a long second":    record(4) + "\x01\x00\xff\xff" + record(maxNextRecord+1),
	} {
		synctest.Test(t, func(t *testing.T) {
			host := keyedHost(t, HostConfig{})
			nc := host.listener.dial()
			began := time.Now()
			go func() { _, _ = io.WriteString(nc, bytes) }()
			_, _ = io.Copy(io.Discard, nc)
			if time.Since(began) != 0 {
				t.Errorf("%s: the host waited for more", name)
			}
			_ = nc.Close()
			wantEvents(t, host)
			_ = host.Close()
		})
	}
}

func FuzzGreetLimit(f *testing.F) {
	f.Add([]byte("\x16\x03\x01\x00\x02ab\x17\x03\x03\x10\x01"), uint8(3))
	f.Fuzz(func(t *testing.T, in []byte, step uint8) {
		whole, pieces := newGreetLimit(), newGreetLimit()
		want := whole.take(in)
		var got error
		for rest := in; len(rest) > 0 && got == nil; {
			n := min(int(step)+1, len(rest))
			got = pieces.take(rest[:n])
			rest = rest[n:]
		}
		if (want == nil) != (got == nil) {
			t.Fatalf("%x at once: %v, in pieces: %v", in, want, got)
		}
		most := maxFirstRecord
		for at := 0; want == nil && at+recordHeader <= len(in); most = maxNextRecord { // no record is too long
			n := int(in[at+3])<<8 | int(in[at+4])
			if n > most {
				t.Fatalf("%x has a record of %d bytes", in, n)
			}
			at += recordHeader + n
		}
	})
}

// TestSeriesPinsTheKey has the guest of a paused series find another key at the host's address, one
// that does not encrypt, and at last the host.
func TestSeriesPinsTheKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept disk
		book := newHostsBook()
		host := keyedHost(t, HostConfig{})
		guest := host.join("host", GuestConfig{KnownHosts: book, Keep: kept.keep})
		securityIs(t, guest, match.Encrypted)
		_ = guest.Close()
		mark := *kept.bookmark(t)

		eve, plain := keyedHost(t, HostConfig{}), keyedHost(t, HostConfig{Insecure: true})
		book.Remember("host:7000", keys.Known{Fingerprint: eve.id.Fingerprint()}) // even so
		for _, test := range []struct {
			host keyed
			want string
		}{{eve, "netplay.key-changed"}, {plain, "netplay.no-encryption"}} {
			guest = test.host.join("host", GuestConfig{KnownHosts: book, Keep: kept.keep, Resume: &mark})
			wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted", "Paused",
				"PeerLeft reason 0 local false kept: "+test.want)
			wantEvents(t, test.host)
			_, _ = guest.Close(), test.host.Close()
		}
		guest = host.join("host", GuestConfig{Resume: &mark, Insecure: true})
		wantEvents(t, guest, `Failed: netplay.series-encrypts "Hilda"`)
		guest = host.join("host", GuestConfig{KnownHosts: book, Resume: &mark})
		wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted", "Paused", "Resumed")
		if book.known("host:7000").Fingerprint != host.id.Fingerprint() {
			t.Error("the host that was met again is not remembered")
		}
		_, _ = guest.Close(), host.Close()
	})
}

// TestASeriesBecomesEncrypted restarts both ends of a series without encryption with it.
func TestASeriesBecomesEncrypted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host := keyedHost(t, HostConfig{Insecure: true, Keep: hostDisk.keep})
		guest := host.join("host", GuestConfig{Insecure: true, Keep: guestDisk.keep})
		securityIs(t, guest, match.Plain)
		_, _ = guest.Close(), host.Close()
		for _, want := range []match.Security{match.Plain, match.Encrypted} { // when it begins to encrypt, and from then on
			host = keyed{listener: newPipeListener(), id: newIdentity(t)}
			host.Link = Host(":7000", HostConfig{Transport: host.listener, Keep: hostDisk.keep, Resume: hostDisk.bookmark(t)})
			guest = host.join("host", GuestConfig{Keep: guestDisk.keep, Resume: guestDisk.bookmark(t), TrustNewKey: true})
			for _, link := range []match.Link{host, guest} {
				securityIs(t, link, want)
			}
			time.Sleep(time.Second)
			_, _ = guest.Close(), host.Close()
		}
	})
}

// TestChangedKeyWhilePaused replaces the host while its guest is dialling again.
func TestChangedKeyWhilePaused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		guest := host.join("host", GuestConfig{})
		securityIs(t, guest, match.Encrypted)
		guest.Events()
		h := host.Link.(*hostLink)
		h.mu.Lock()
		h.tls = hostTLS(newIdentity(t))
		c := h.conn
		h.mu.Unlock()
		_ = c.nc.Close()
		time.Sleep(time.Minute)
		wantEvents(t, guest, "Paused", "PeerLeft reason 0 local false kept: netplay.key-changed")
		_, _ = guest.Close(), host.Close()
	})
}

// TestHostHangsUpEncrypted ends encrypted connections before a game.
func TestHostHangsUpEncrypted(t *testing.T) {
	for _, first := range []string{"", "MN", preface} {
		synctest.Test(t, func(t *testing.T) {
			guest := joinTLS(t, hostTLS(newIdentity(t)), GuestConfig{}, func(nc net.Conn) { _, _ = io.WriteString(nc, first) })
			wantEvents(t, guest, "match.Connecting", `Failed: netplay.hung-up "host:7000"`)
		})
	}
}
