package netplay

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"

	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/netplay/transport"
	"mancala/rules"
)

// KnownHosts remembers the keys of the hosts that this end has joined, by their addresses as
// host:port. It is safe for concurrent use.
type KnownHosts interface {
	// Known returns the remembered key of the host at an address, or the zero value if none is
	// remembered. It may wait for the disk, until ctx ends.
	Known(ctx context.Context, addr string) (keys.Known, error)
	// Remember remembers the key of the host at an address, in place of an earlier one. It does not
	// wait.
	Remember(addr string, host keys.Known)
}

// approach connects a guest to a host and judges the host's key.
type approach struct {
	transport transport.Transport
	addr      string
	insecure  bool
	code      string           // the secret half of the code of a meeting point; "" if there is none
	random    io.Reader        // for the proof of the code
	invited   keys.Fingerprint // the key that an invite names; zero if there is none
	hosts     KnownHosts       // nil remembers nothing
	announced keys.Fingerprint // the key that the host's announcement names; zero if there is none
	trustNew  bool
	own       []tls.Certificate // of this end, shown to the host; nil shows none
	// pinned is the key that the host of a series has to show, whatever an invite, hosts or
	// trustNew says; zero if the host may have any key.
	pinned keys.Known
	// heard judges the other addresses of the host.
	heard *Hearsay
}

// meeting is a connection to a host that this end is willing to talk to.
type meeting struct {
	nc   net.Conn
	host keys.Known // the host's key, and whether it is verified; zero if not encrypted
	// secret is the secret of the host's invites, which the host tells in exchange for a code; zero
	// if there was no code.
	secret keys.Secret
	news   bool // the host's key is to be remembered once the host has proved to be one
}

// mistrust is the reason why a guest does not talk to the program that answers. Dialling again
// would not help.
type mistrust struct{ *rules.Note }

// Unwrap returns the note.
func (m mistrust) Unwrap() error { return m.Note }

// dial connects to the host. Its error is a mistrust, a note, or that of the transport.
func (a *approach) dial(ctx context.Context) (meeting, error) {
	nc, secret, err := a.reach(ctx)
	if err != nil || a.insecure {
		return meeting{nc: nc}, err
	}
	secure, shown, err := transport.Encrypt(ctx, nc, a.own)
	if err != nil {
		_ = nc.Close()
		return meeting{}, a.notEncrypted(err)
	}
	m, err := a.judge(ctx, shown)
	if err != nil {
		_ = nc.Close()
		return meeting{}, err
	}
	m.nc, m.secret = secure, secret
	return m, nil
}

// reach connects to the host, through its meeting point if it has one, and proves the code there if
// there is one.
func (a *approach) reach(ctx context.Context) (net.Conn, keys.Secret, error) {
	lookup, point := meet.SplitAddress(a.addr)
	if lookup == "" {
		nc, err := a.transport.Dial(ctx, a.addr)
		return nc, keys.Secret{}, err
	}
	nc, err := a.transport.Dial(ctx, point)
	if err != nil {
		return nil, keys.Secret{}, pointError(point, err)
	}
	met, err := meet.Join(ctx, nc, lookup)
	if err != nil {
		_ = nc.Close()
		return nil, keys.Secret{}, notMet(lookup, point, err)
	}
	if a.code == "" || !a.pinned.Fingerprint.IsZero() {
		return met, keys.Secret{}, nil
	}
	fingerprint, secret, err := proveCode(ctx, met, lookup, a.code, a.random)
	if err != nil {
		_ = met.Close()
		return nil, keys.Secret{}, err
	}
	a.invited = fingerprint
	return met, secret, nil
}

// judge decides whether to talk to the program that has shown this key.
func (a *approach) judge(ctx context.Context, shown keys.Fingerprint) (meeting, error) {
	known, remembered := a.pinned, keys.Known{}
	if hosts := a.memory(); hosts != nil {
		var err error
		if remembered, err = hosts.Known(ctx, a.key()); err != nil {
			return meeting{}, note("hosts-unread").Because(err)
		}
	}
	if known.Fingerprint.IsZero() {
		known = remembered
	}
	if known.Fingerprint.IsZero() {
		known.Fingerprint = a.announced // anyone may announce, so it vouches for nothing
	}
	verdict := keys.Judge(shown, a.invited, known)
	switch {
	case verdict == keys.Forged:
		return meeting{}, mistrust{note("forged-invite", a.addr, a.invited.String(), shown.String())}
	case !a.pinned.Fingerprint.IsZero() && shown != a.pinned.Fingerprint: // it would get the token
		return meeting{}, mistrust{note("series-key", a.addr, a.pinned.Fingerprint.String(), shown.String())}
	case verdict == keys.Changed && !a.trustNew:
		return meeting{}, mistrust{note("key-changed", a.addr, known.Fingerprint.String(), shown.String())}
	}
	host := verdict.After(shown, known)
	return meeting{host: host, news: host != remembered}, nil
}

// remember remembers the host of a meeting, which has proved to be one.
func (a *approach) remember(m *meeting) {
	if hosts := a.memory(); m.news && hosts != nil {
		hosts.Remember(a.key(), m.host)
	}
	m.news, a.trustNew = false, false // if the key changes again, ask again
}

// memory returns the memory of hosts' keys. It is nil for a meeting point, where another host may
// have the same lookup tomorrow.
func (a *approach) memory() KnownHosts {
	if address.ByPoint(a.addr) {
		return nil
	}
	return a.hosts
}

// key returns the address under which a host is remembered. Host names ignore case.
func (a *approach) key() string { return strings.ToLower(a.addr) }

// notEncrypted tells why a connection could not be encrypted.
func (a *approach) notEncrypted(err error) error {
	var plain tls.RecordHeaderError
	var op *net.OpError
	switch {
	case errors.As(err, &plain) && string(plain.RecordHeader[:len(frames.Preface)]) == frames.Preface:
		return mistrust{note("no-encryption", a.addr).Because(err)}
	case errors.As(err, &plain):
		return frames.Stranger(string(plain.RecordHeader[:len(frames.Preface)]), a.addr, false)
	case transport.IsTimeout(err):
		return noAnswer(a.addr).Because(err)
	case errors.Is(err, transport.ErrOtherProtocol), errors.As(err, &op) && op.Op == "remote error":
		return note("stranger-encrypted", a.addr).Because(err)
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe),
		errors.As(err, &op) && op.Op != "local error":
		return note("hung-up-encrypting", a.addr).Because(err)
	}
	return note("encryption-failed", a.addr).Because(err)
}
