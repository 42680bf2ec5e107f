package netplay

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"math"
	"net"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// FrontConfig sets how a [Front] greets.
type FrontConfig struct {
	// Name is the name of the host or club, for browsers.
	Name string
	// Identity returns the key by which guests recognise the host. It is called once; nil means a
	// new key.
	Identity func() (*keys.Identity, error)
	// Insecure leaves encryption out.
	Insecure bool
	// Transport makes the listener; nil means TCP.
	Transport transport.Transport
	// Browsers makes the server for browsers; nil means that browsers are disconnected.
	Browsers func(Site) Browsers
	// Certificates returns the certificates for browsers that encrypt by themselves, by the name
	// that they ask for. Nil means that such browsers are disconnected.
	Certificates func(*tls.ClientHelloInfo) (*tls.Certificate, error)
	// Full is told of each connection that is closed because too many files are open; nil tells no
	// one.
	Full func()
	// Log receives details that are not for the player; nil means nowhere.
	Log *slog.Logger
	// Now is the clock; nil means the real one.
	Now func() time.Time
}

// Front is where many games are reached: it listens at one address, greets connections with the
// limits and in the time of a host, and hands them out with their purpose. Make one with
// [Listen].
type Front struct {
	entrance    *entrance
	addr        string
	fingerprint keys.Fingerprint
	receive     func(nc net.Conn, k Knock)
	turnstile   turnstile
	forget      func() bool // forgets the context
}

// KnockKind is the purpose of a connection.
type KnockKind uint8

// The kinds.
const (
	KnockGuest   KnockKind = iota // to play
	KnockWatcher                  // to watch
	KnockResume                   // to go on with a series
	KnockClub                     // the lobby of a club
)

// Knock is the request with which a connection begins.
type Knock struct {
	Kind KnockKind
	// Invite is the secret that a guest or a watcher shows; zero if none.
	Invite keys.Secret
	// Series is the name of the series that a guest resumes.
	Series string
	// Key is a key that the other end has proved to have: in a lobby by its certificate, and with
	// an invite by a signature over the connection. It is zero if it has proved none.
	Key keys.Fingerprint
	// Addr is the other end's address.
	Addr string
	// Far says that a stranger may control the other end, so the address is no reason to trust it.
	Far bool

	turnstile *turnstile
}

// spareFiles is the number of files that a front leaves to the rest of the program, as long as the
// system allows four times as many.
const spareFiles = 128

// Listen opens an address and hands connections out until ctx ends or the front is closed. Receive
// is called on a goroutine of the connection's own, once the connection has shown its purpose: by
// its first frame, or by [frames.LobbyPreface]. The connection yields all of its bytes, from the
// preface on, and belongs to receive. An error is a note.
func Listen(ctx context.Context, addr string, cfg FrontConfig, receive func(nc net.Conn, k Knock)) (*Front, error) {
	if addr == "" { // the system would choose a port, which was not asked for
		return nil, transport.BadListen(addr).Because(errNoAddress)
	}
	log, network := cfg.Log, cfg.Transport
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if network == nil {
		network = transport.TCP{}
	}
	now := cfg.Now
	if now == nil {
		now = time.Now
	}
	f := &Front{receive: receive, turnstile: newTurnstile(now)}
	f.entrance = &entrance{
		now: now, transport: network, strangers: newStrangersLog(log), doorway: newDoorway(),
		shut: func() bool { return false }, admit: f.admit, lobby: true, askKey: true, certificates: cfg.Certificates,
		full: cfg.Full,
	}
	if files := OpenFiles(); files < math.MaxInt32 {
		f.entrance.files = files - min(files/4, spareFiles)
	}
	var id *keys.Identity
	if !cfg.Insecure {
		var err error
		if id, err = identityOf(cfg.Identity); err != nil {
			return nil, note("no-key").Because(err)
		}
		f.fingerprint = id.Fingerprint()
	}
	var err error
	if f.addr, err = f.entrance.listen(ctx, addr, id); err != nil {
		return nil, transport.ListenError(addr, err)
	}
	if cfg.Browsers != nil {
		f.entrance.answerBrowsers(cfg.Browsers(f.site(ctx, cfg)))
	}
	f.forget = context.AfterFunc(ctx, f.entrance.close)
	go f.entrance.serve(ctx)
	return f, nil
}

// Addr returns the address that the front listens at, with the real port.
func (f *Front) Addr() string { return f.addr }

// Reachable returns the addresses, host:port, at which others may reach the front, the most likely
// one first; one that only this computer reaches is the last.
func (f *Front) Reachable() []string { return address.Reachable(f.addr) }

// Key returns the key that others are shown; zero without encryption.
func (f *Front) Key() keys.Known { return keys.Known{Fingerprint: f.fingerprint} }

// Close stops listening, and closes the connections that have not been handed out. It is
// idempotent.
func (f *Front) Close() error {
	f.forget()
	f.entrance.close()
	return nil
}

// site describes the front to the server for browsers.
func (f *Front) site(ctx context.Context, cfg FrontConfig) Site {
	return Site{
		Name: nameOr(cfg.Name, match.Host), Encrypted: !cfg.Insecure, Places: browserPlaces(),
		Watchers: func() bool { return true },
		Enter: func(nc net.Conn, far bool) {
			f.entrance.receive(ctx, nc, origin{within: true, far: far})
		},
	}
}

// admit lets another goroutine, with a small stack, wait for the request of a connection.
func (f *Front) admit(g greeted) { go f.await(g) }

// await reads the request of a connection, and hands the connection out.
func (f *Front) await(g greeted) {
	_ = g.nc.SetDeadline(time.Now().Add(handshakeWait - f.entrance.now().Sub(g.began)))
	k, proof, read, err := readKnock(g.nc)
	if err != nil {
		f.entrance.turnOut(g, err)
		return
	}
	_ = g.nc.SetDeadline(time.Time{})
	f.entrance.leave(g.at)
	if k.Key = keyOf(g.nc); k.Kind == KnockGuest {
		k.Key = proof.check(g.nc)
	}
	k.Addr, k.Far, k.turnstile = g.nc.RemoteAddr().String(), g.from.far, &f.turnstile
	f.receive(transport.Again(g.nc, read), k)
}

// keyOf returns the key of the certificate that the other end of a connection has shown, or zero.
func keyOf(nc net.Conn) keys.Fingerprint {
	if secure, ok := nc.(*transport.Secure); ok {
		return secure.PeerKey()
	}
	return keys.Fingerprint{}
}

// knockBuffer holds a usual first frame.
const knockBuffer = 256

var errNoKnock = errors.New("the first frame asks for nothing")

// readKnock reads the preface and, in a game, the first frame, and returns the proof there and all
// bytes that it has read.
func readKnock(r io.Reader) (k Knock, proof seatProof, read []byte, err error) {
	var seen bytes.Buffer
	in := bufio.NewReaderSize(io.TeeReader(r, &seen), knockBuffer)
	first := make([]byte, len(frames.Preface))
	if _, err := io.ReadFull(in, first); err != nil {
		return k, proof, nil, err
	}
	switch string(first) {
	case frames.LobbyPreface:
		k.Kind = KnockClub
		return k, proof, seen.Bytes(), nil
	case frames.Preface:
	default:
		return k, proof, nil, errNoKnock
	}
	payload, err := frames.Read(in, nil, frames.Max)
	if err != nil {
		return k, proof, nil, err
	}
	f := new(wire.Frame)
	if err := frames.Unmarshal(payload, f, frames.Max); err != nil {
		return k, proof, nil, err
	}
	k, err = knockOf(f)
	return k, seatProofOf(f.GetHello()), seen.Bytes(), err
}

// knockOf returns the request in a first frame.
func knockOf(f *wire.Frame) (k Knock, err error) {
	switch hello, resume := f.GetHello(), f.GetResume(); {
	case hello != nil:
		if hello.GetRole() == wire.Role_ROLE_WATCHER {
			k.Kind = KnockWatcher
		}
		if len(hello.GetInvite()) == len(k.Invite) {
			k.Invite = keys.Secret(hello.GetInvite())
		}
	case resume != nil:
		if len(resume.GetSeriesId()) != idSize {
			return k, errNoKnock
		}
		k.Kind, k.Series = KnockResume, hex.EncodeToString(resume.GetSeriesId())
	default:
		return k, errNoKnock
	}
	return k, nil
}

// TurnAway tells a player or a watcher that there is no game for them here, and closes the
// connection. It may wait for a second.
func (k Knock) TurnAway(nc net.Conn) {
	if k.turnstile != nil {
		time.Sleep(k.turnstile.wait())
	}
	switch k.Kind {
	case KnockGuest, KnockWatcher:
		turnAway(nc, wire.RejectCode_REJECT_CODE_INVITE_NEEDED)
	case KnockResume:
		turnAway(nc, wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES)
	}
	_ = nc.Close()
}
