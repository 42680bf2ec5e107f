package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
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

// Dialer connects a guest to a host and judges the host's key. Transport and Addr are needed. A
// Dialer is not safe for concurrent use.
type Dialer struct {
	Transport Transport
	// Addr is the host's address, as [address.Parse] returns it.
	Addr string
	// Insecure leaves encryption out.
	Insecure bool
	// Code is the secret half of the code of a meeting point; "" if there is none. Random is the
	// source of random bytes for its proof.
	Code   string
	Random io.Reader
	// Invited is the key that an invite names; zero if there is none.
	Invited keys.Fingerprint
	// Hosts remembers keys; nil remembers nothing.
	Hosts KnownHosts
	// Announced is the key that the host's announcement names; zero if there is none.
	Announced keys.Fingerprint
	// TrustNew trusts the host even if it shows another key than the remembered one.
	TrustNew bool
	// Own are the certificates of this end, shown to the host; nil shows none.
	Own []tls.Certificate
	// Pinned is the key that the host of a series must show; it overrides an invite, Hosts and
	// TrustNew. Zero allows any key.
	Pinned keys.Known
	// History judges the other addresses of the host; nil means a new one.
	History *History
}

// Reached is a connection to a host that this end is willing to talk to.
type Reached struct {
	Conn net.Conn
	// Host is the host's key, and whether it is verified; zero if the connection is not encrypted.
	Host keys.Known
	// Secret is the secret of the host's invites, which the host tells in exchange for a code; zero
	// if there was no code.
	Secret keys.Secret

	news bool // remember the key once the other end has proved to be a host
}

// Mistrust is a guest's reason for not talking to the answering program. Dialling again would not
// help.
type Mistrust struct{ *rules.Note }

// Unwrap returns the note.
func (m Mistrust) Unwrap() error { return m.Note }

// dial connects to the host. Its error is a [Mistrust], a note, or the transport's.
func (d *Dialer) dial(ctx context.Context) (Reached, error) {
	nc, secret, err := d.reach(ctx)
	if err != nil || d.Insecure {
		return Reached{Conn: nc}, err
	}
	secure, shown, err := Encrypt(ctx, nc, d.Own)
	if err != nil {
		_ = nc.Close()
		return Reached{}, d.notEncrypted(err)
	}
	m, err := d.judge(ctx, shown)
	if err != nil {
		_ = nc.Close()
		return Reached{}, err
	}
	m.Conn, m.Secret = secure, secret
	return m, nil
}

// reach connects to the host, through its meeting point if there is one, and proves the code if
// there is one.
func (d *Dialer) reach(ctx context.Context) (net.Conn, keys.Secret, error) {
	lookup, point := meet.SplitAddress(d.Addr)
	if lookup == "" {
		nc, err := d.Transport.Dial(ctx, d.Addr)
		return nc, keys.Secret{}, err
	}
	nc, err := d.Transport.Dial(ctx, point)
	if err != nil {
		return nil, keys.Secret{}, PointError(point, err)
	}
	met, err := meet.Join(ctx, nc, lookup)
	if err != nil {
		_ = nc.Close()
		return nil, keys.Secret{}, notMet(lookup, point, err)
	}
	if d.Code == "" || !d.Pinned.Fingerprint.IsZero() {
		return met, keys.Secret{}, nil
	}
	fingerprint, secret, err := proveCode(ctx, met, lookup, d.Code, d.Random)
	if err != nil {
		_ = met.Close()
		return nil, keys.Secret{}, err
	}
	d.Invited = fingerprint
	return met, secret, nil
}

// judge decides whether to talk to the program that has shown this key.
func (d *Dialer) judge(ctx context.Context, shown keys.Fingerprint) (Reached, error) {
	known, remembered := d.Pinned, keys.Known{}
	if hosts := d.memory(); hosts != nil {
		var err error
		if remembered, err = hosts.Known(ctx, d.key()); err != nil {
			return Reached{}, note("hosts-unread").Because(err)
		}
	}
	if known.Fingerprint.IsZero() {
		known = remembered
	}
	if known.Fingerprint.IsZero() {
		known.Fingerprint = d.Announced // anyone may announce, so it vouches for nothing
	}
	verdict := keys.Judge(shown, d.Invited, known)
	switch {
	case verdict == keys.Forged:
		return Reached{}, Mistrust{note("forged-invite", d.Addr, d.Invited.String(), shown.String())}
	case !d.Pinned.Fingerprint.IsZero() && shown != d.Pinned.Fingerprint: // it would get the token
		return Reached{}, Mistrust{note("series-key", d.Addr, d.Pinned.Fingerprint.String(), shown.String())}
	case verdict == keys.Changed && !d.TrustNew:
		return Reached{}, Mistrust{note("key-changed", d.Addr, known.Fingerprint.String(), shown.String())}
	}
	host := verdict.After(shown, known)
	return Reached{Host: host, news: host != remembered}, nil
}

// Remember remembers the host of a connection, after it has proved to be one.
func (d *Dialer) Remember(m *Reached) {
	if hosts := d.memory(); m.news && hosts != nil {
		hosts.Remember(d.key(), m.Host)
	}
	m.news, d.TrustNew = false, false // if the key changes again, ask again
}

// memory returns the memory of hosts' keys. It is nil for a meeting point, since another host may
// have the same lookup tomorrow.
func (d *Dialer) memory() KnownHosts {
	if address.ByPoint(d.Addr) {
		return nil
	}
	return d.Hosts
}

// key returns the address under which a host is remembered. Host names ignore case.
func (d *Dialer) key() string { return strings.ToLower(d.Addr) }

// notEncrypted tells why a connection could not be encrypted.
func (d *Dialer) notEncrypted(err error) error {
	var plain tls.RecordHeaderError
	var op *net.OpError
	switch {
	case errors.As(err, &plain) && string(plain.RecordHeader[:len(frames.Preface)]) == frames.Preface:
		return Mistrust{note("no-encryption", d.Addr).Because(err)}
	case errors.As(err, &plain):
		return frames.Stranger(string(plain.RecordHeader[:len(frames.Preface)]), d.Addr, false)
	case IsTimeout(err):
		return note("no-answer", d.Addr).Because(err)
	case errors.Is(err, ErrOtherProtocol), errors.As(err, &op) && op.Op == "remote error":
		return note("stranger-encrypted", d.Addr).Because(err)
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.ErrClosedPipe), errors.Is(err, net.ErrClosed),
		errors.As(err, &op) && op.Op != "local error":
		return note("hung-up-encrypting", d.Addr).Because(err)
	}
	return note("encryption-failed", d.Addr).Because(err)
}

// SecurityOf returns the protection of a connection to a host with that key: verified by the code
// of a meeting point, by an invite, or not; without a key there is none.
func SecurityOf(host keys.Known, byCode bool) match.Security {
	switch {
	case host.Fingerprint.IsZero():
		return match.Plain
	case host.Verified && byCode:
		return match.ByCode
	case host.Verified:
		return match.Verified
	}
	return match.Encrypted
}

// alsoWait is the longest time to try one of several addresses.
const alsoWait = 3 * time.Second

// Dial connects to a host at the first of several addresses that answers, and returns that address.
// Dial tries more than one only if it knows the host's key, from an invite, the series, or the
// lobby that has given the seat. It always dials the first address, and the others if they are
// worth it. It returns the error of the first one dialled; a [Mistrust] only if no other address
// has had another error.
func (d *Dialer) Dial(ctx context.Context, addrs []string) (m Reached, at string, err error) {
	if len(addrs) == 1 || d.Pinned.Fingerprint.IsZero() && d.Invited.IsZero() && d.Announced.IsZero() {
		m, err = d.dial(ctx)
		return m, d.Addr, err
	}
	first := d.Addr
	defer func() { d.Addr = first }()
	if d.History == nil {
		d.History = new(History)
	}
	for _, d.Addr = range addrs {
		if d.Addr != first && !d.History.Worth(d.Addr) {
			continue
		}
		soon, cancel := context.WithTimeout(ctx, alsoWait)
		m, failed := d.dial(soon)
		cancel()
		var doubt Mistrust
		switch {
		case failed == nil:
			d.History.Found(d.Addr)
			m.news = m.news && d.Addr == first
			return m, d.Addr, nil
		case errors.As(failed, &doubt):
			d.History.Strange(d.Addr)
		default:
			d.History.Missed(d.Addr)
		}
		if err == nil || errors.As(err, &doubt) && !errors.As(failed, &doubt) {
			err = failed
		}
	}
	return Reached{}, "", err
}

// Backoff returns the backoff before the n-th attempt to dial again, counted from 0: 0.5, 1, 2,
// 4, 8 and then 15 seconds, with a jitter of one fifth so that guests do not all come at once. A
// nil source of random bytes means no jitter.
func Backoff(n int, random io.Reader) time.Duration {
	wait := 15 * time.Second
	if n < 5 {
		wait = 500 * time.Millisecond << n
	}
	b := [1]byte{128}
	if random != nil {
		_, _ = io.ReadFull(random, b[:]) // on an error the wait is as good
	}
	return wait*4/5 + wait*2/5*time.Duration(b[0])/256
}

// soonAttempts is the number of early attempts of a club's player, about every two seconds or
// faster: for half a minute, in which the club recovers from the death of a node.
const soonAttempts = 17

// ClubBackoff is Backoff for a seat in a club: two seconds at most, with the jitter, for the first
// half minute.
func ClubBackoff(n int, random io.Reader) time.Duration {
	if n < soonAttempts {
		n = min(n, 2)
	}
	return Backoff(n, random)
}

// History judges the addresses that a club sends of itself. A lying or broken node could make every
// member's program dial strangers for ever. So an address with another program is not dialled
// again, and a silent one is dialled ever more rarely. The zero value knows no address. It is not
// safe for concurrent use.
type History struct {
	missed map[string]int // attempts since the club was found there, or strange
}

const (
	strange   = -1
	maxMissed = 20 // attempts in a row
	oneOf     = 16 // turns after that
)

// Worth reports whether to dial an address in this turn. Each call is a turn.
func (h *History) Worth(addr string) bool {
	n := h.missed[addr]
	if n >= maxMissed {
		h.Missed(addr)
	}
	return n != strange && (n < maxMissed || n%oneOf == 0)
}

// Missed says that no one has answered at an address.
func (h *History) Missed(addr string) {
	if h.missed[addr] != strange {
		h.set(addr, h.missed[addr]+1)
	}
}

// Strange says that another program than the club's has answered.
func (h *History) Strange(addr string) { h.set(addr, strange) }

// Found says that the club has answered.
func (h *History) Found(addr string) { delete(h.missed, addr) }

func (h *History) set(addr string, n int) {
	if h.missed == nil {
		h.missed = map[string]int{}
	}
	h.missed[addr] = n
}
