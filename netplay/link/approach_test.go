package link

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/tools/need"
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
	table.Link
	listener *faults.Pipes
	id       *keys.Identity
}

func keyedHost(t *testing.T, cfg HostConfig) keyed {
	t.Helper()
	k := keyed{listener: faults.NewPipes(), id: newIdentity(t)}
	cfg.Name, cfg.Variant, cfg.First, cfg.Transport, cfg.Admission = "Hilda", kalah64, match.FirstHost, k.listener, letAllIn
	cfg.Identity = func() (*keys.Identity, error) { return k.id, nil }
	k.Link = Host(":7000", cfg)
	wantEvents(t, k, "table.Listening")
	return k
}

func (k keyed) join(addr string, cfg GuestConfig) table.Link {
	cfg.Name, cfg.Transport = "Gus", k.listener
	return Join(addr, cfg)
}

// securityIs reads the events up to Connected and compares its security.
func securityIs(t *testing.T, l table.Link, want match.Security) {
	t.Helper()
	synctest.Wait()
	for _, e := range l.Events() {
		switch e := e.(type) {
		case table.Connected:
			if e.Security != want {
				t.Errorf("the connection is %v, not %v", e.Security, want)
			}
			return
		case table.Failed, table.PeerLeft:
			t.Fatal(eventText(e))
		}
	}
	t.Fatal("no connection")
}

// leaves ends a series and makes the host wait again.
func (k keyed) leaves(guest table.Link) {
	guest.Leave(table.ReasonQuit)
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

		invite := host.Guests().Invite("Ada.example:7000")
		guest = host.join(invite, GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Verified)
		if !book.known("ada.example:7000").Verified {
			t.Error("the host is not remembered as verified")
		}
		host.leaves(guest)
		host.Guests().Admit(letAllIn)
		guest = host.join("ADA.EXAMPLE", GuestConfig{KnownHosts: book})
		securityIs(t, guest, match.Verified)
		_, _ = guest.Close(), host.Close()
	})
}

// TestInviteGivesTheSeat asks for an invite: from then on its holder gets in and no one else.
func TestInviteGivesTheSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		text := host.Guests().Invite("ada:7000")
		if again := host.Guests().Invite("ada:7000"); again != text {
			t.Error("the second invite is another one")
		}
		guest := host.join("ada", GuestConfig{})
		wantEvents(t, guest, "table.Connecting", "Failed: netplay.invite-needed")
		wrong := need.Must(keys.ParseInvite(text))(t)
		wrong.Secret[3] ^= 1
		guest = host.join(wrong.String(), GuestConfig{})
		wantEvents(t, guest, "table.Connecting", "Failed: netplay.invite-needed")
		guest = host.join(text, GuestConfig{})
		securityIs(t, guest, match.Verified)
		_, _ = guest.Close(), host.Close()
	})
}

// TestAHostThatOnlyLooksLikeOneIsNotRemembered joins a program that encrypts and is not a host, and
// a host that turns the guest away.
func TestAHostThatOnlyLooksLikeOneIsNotRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		book := newHostsBook()
		host := keyedHost(t, HostConfig{})
		host.Guests().Invite("ada:7000")
		guest := host.join("ada", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "table.Connecting", "Failed: netplay.invite-needed")
		_ = host.Close()
		guest = joinTLS(t, transport.HostTLS(newIdentity(t)), GuestConfig{KnownHosts: book}, func(nc net.Conn) {
			_, _ = io.WriteString(nc, "hello, world")
			time.Sleep(time.Second)
		})
		wantEvents(t, guest, "table.Connecting", "Failed: netplay.stranger")
		time.Sleep(time.Minute)
		if len(book.hosts) > 0 {
			t.Errorf("remembered: %v", book.hosts)
		}
	})
}

// joinTLS joins a TLS server that the test controls, which then acts.
func joinTLS(t *testing.T, config *tls.Config, cfg GuestConfig, act func(net.Conn)) table.Link {
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

// TestChangedKey joins a host with a changed key, and trusts the new key if asked to.
func TestChangedKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		old := keys.Known{Fingerprint: keys.Fingerprint{1}, Verified: true}
		book.Remember("host:7000", old)
		guest := host.join("host", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "table.Connecting",
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

// TestAnnouncedKey joins hosts that were announced on the local network. An unknown host has to
// show the announced key. The announcement does not vouch for the key, or replace a remembered one.
func TestAnnouncedKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		key, other := host.id.Fingerprint(), keys.Fingerprint{1}
		guest := host.join("host", GuestConfig{KnownHosts: book, Announced: other})
		wantEvents(t, guest, "table.Connecting", `Failed: netplay.key-changed "host:7000" "`+other.String()+`" "`+key.String()+`"`)
		guest = host.join("host", GuestConfig{KnownHosts: book, Announced: key})
		securityIs(t, guest, match.Encrypted)
		if got := book.known("host:7000"); got != (keys.Known{Fingerprint: key}) {
			t.Errorf("remembered as %+v", got)
		}
		host.leaves(guest)
		book.Remember("host:7000", keys.Known{Fingerprint: other})
		guest = host.join("host", GuestConfig{KnownHosts: book, Announced: key})
		wantEvents(t, guest, "table.Connecting", `Failed: netplay.key-changed "host:7000" "`+other.String()+`" "`+key.String()+`"`)
		_, _ = guest.Close(), host.Close()
	})
}

// TestForgedInvite joins by an invite that names another key, which nothing overrides.
func TestForgedInvite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		book.Remember("host:7000", keys.Known{Fingerprint: host.id.Fingerprint()})
		forged := keys.Invite{Addr: "host:7000", Fingerprint: keys.Fingerprint{1}, Secret: keys.Secret{2}}
		for _, trust := range []bool{false, true} {
			guest := host.join(forged.String(), GuestConfig{KnownHosts: book, TrustNewKey: trust})
			wantEvents(t, guest, "table.Connecting", `Failed: netplay.forged-invite "host:7000" "`+forged.Fingerprint.String())
		}
		guest := host.join(forged.String(), GuestConfig{Common: Common{Insecure: true}})
		wantEvents(t, guest, "Failed: netplay.invite-encrypts")
		_ = host.Close()
	})
}

func TestKnownHostsThatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		book.err = errors.New("no disk")
		guest := host.join("host", GuestConfig{KnownHosts: book})
		wantEvents(t, guest, "table.Connecting", "Failed: netplay.hosts-unread")
		_ = host.Close()
	})
}

// TestSeriesPinsTheKey leads the guest of a paused series to another key at the host's address, to
// a host that does not encrypt, and at last to the host.
func TestSeriesPinsTheKey(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept disk
		book := newHostsBook()
		host := keyedHost(t, HostConfig{})
		guest := host.join("host", GuestConfig{Common: Common{Keep: kept.keep}, KnownHosts: book})
		securityIs(t, guest, match.Encrypted)
		_ = guest.Close()
		mark := *kept.bookmark(t)

		eve, plain := keyedHost(t, HostConfig{}), keyedHost(t, HostConfig{Common: Common{Insecure: true}})
		book.Remember("host:7000", keys.Known{Fingerprint: eve.id.Fingerprint()}) // not even if it is remembered
		for _, test := range []struct {
			host keyed
			want string
		}{{eve, "netplay.series-key"}, {plain, "netplay.no-encryption"}} {
			guest = test.host.join("host", GuestConfig{Common: Common{Keep: kept.keep}, KnownHosts: book, Resume: &mark})
			wantEvents(t, guest, "table.Connecting", "Connected", "GameStarted", "Paused",
				"PeerLeft reason 0 local false kept: "+test.want)
			wantEvents(t, test.host)
			_, _ = guest.Close(), test.host.Close()
		}
		guest = host.join("host", GuestConfig{Common: Common{Insecure: true}, Resume: &mark})
		wantEvents(t, guest, `Failed: netplay.series-encrypts "Hilda"`)
		guest = host.join("host", GuestConfig{KnownHosts: book, Resume: &mark})
		wantEvents(t, guest, "table.Connecting", "Connected", "GameStarted", "Paused", "Resumed")
		if book.known("host:7000").Fingerprint != host.id.Fingerprint() {
			t.Error("the host that was met again is not remembered")
		}
		_, _ = guest.Close(), host.Close()
	})
}

// TestASeriesBecomesEncrypted restarts both ends of an unencrypted series with encryption.
func TestASeriesBecomesEncrypted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk, guestDisk disk
		host := keyedHost(t, HostConfig{Common: Common{Keep: hostDisk.keep, Insecure: true}})
		guest := host.join("host", GuestConfig{Common: Common{Keep: guestDisk.keep, Insecure: true}})
		securityIs(t, guest, match.Plain)
		_, _ = guest.Close(), host.Close()
		id := newIdentity(t)
		for _, want := range []match.Security{match.Plain, match.Encrypted} { // when it begins to encrypt, and from then on
			host = keyed{listener: faults.NewPipes(), id: id}
			host.Link = Host(":7000", HostConfig{
				Common: Common{Keep: hostDisk.keep}, Transport: host.listener, Resume: hostDisk.bookmark(t), Identity: func() (*keys.Identity, error) { return id, nil },
			})
			guest = host.join("host", GuestConfig{Common: Common{Keep: guestDisk.keep}, Resume: guestDisk.bookmark(t)})
			for _, link := range []table.Link{host, guest} {
				securityIs(t, link, want)
			}
			time.Sleep(time.Second)
			_, _ = guest.Close(), host.Close()
		}
	})
}

// TestChangedKeyWhilePaused replaces the host while its guest dials again, also if a new key was
// trusted at first.
func TestChangedKeyWhilePaused(t *testing.T) {
	for _, trust := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			host, other := keyedHost(t, HostConfig{}), keyedHost(t, HostConfig{})
			var at atomic.Pointer[faults.Pipes]
			at.Store(host.listener)
			guest := Join("host", GuestConfig{
				Common: Common{Name: "Gus"}, TrustNewKey: trust, Transport: dialer(func(ctx context.Context) (net.Conn, error) { return at.Load().Dial(ctx, "") }),
			})
			securityIs(t, guest, match.Encrypted)
			guest.Events()
			at.Store(other.listener)
			h := host.Link.(*hostLink)
			h.mu.Lock()
			c := h.guestOf(h.server.Current())
			h.mu.Unlock()
			c.Close()
			time.Sleep(time.Minute)
			wantEvents(t, guest, "Paused", "PeerLeft reason 0 local false kept: netplay.series-key")
			_, _, _ = guest.Close(), host.Close(), other.Close()
		})
	}
}

// TestAnotherKeyGetsNoToken leads the guest of a paused series to a program with another key,
// trusted by the guest's person or backed by another invite. The guest sends it nothing within TLS.
func TestAnotherKeyGetsNoToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var kept disk
		host := keyedHost(t, HostConfig{})
		guest := host.join("host", GuestConfig{Common: Common{Keep: kept.keep}})
		securityIs(t, guest, match.Encrypted)
		_ = guest.Close()
		eve := newIdentity(t)
		invite := keys.Invite{Addr: "host:7000", Fingerprint: eve.Fingerprint()}
		for addr, cfg := range map[string]GuestConfig{
			"host": {TrustNewKey: true}, invite.String(): {}, "host:7000": {TrustNewKey: true, KnownHosts: newHostsBook()},
		} {
			here, there := net.Pipe()
			cfg.Transport = dialer(func(context.Context) (net.Conn, error) { return there, nil })
			cfg.Resume = kept.bookmark(t)
			guest := Join(addr, cfg)
			server := tls.Server(here, transport.HostTLS(eve))
			if got, err := io.ReadAll(server); len(got) > 0 {
				t.Errorf("%s: the other program was sent %d bytes: %q, %v", addr, len(got), got, err)
			}
			wantEvents(t, guest, "table.Connecting", "Connected", "GameStarted", "Paused",
				"PeerLeft reason 0 local false kept: netplay.series-key")
			_, _ = guest.Close(), here.Close()
		}
		_ = host.Close()
	})
}

// TestHostHangsUpEncrypted ends encrypted connections before a game.
func TestHostHangsUpEncrypted(t *testing.T) {
	for _, first := range []string{"", "MN", frames.Preface} {
		synctest.Test(t, func(t *testing.T) {
			guest := joinTLS(t, transport.HostTLS(newIdentity(t)), GuestConfig{}, func(nc net.Conn) { _, _ = io.WriteString(nc, first) })
			wantEvents(t, guest, "table.Connecting", `Failed: netplay.hung-up "host:7000"`)
		})
	}
}
