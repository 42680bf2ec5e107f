package transport

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"net"
	"time"

	"mancala/internal/table"
	wire "mancala/proto/mancala/v1"

	"mancala/internal/match/lobby"
	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/session"
)

// Listener serves many games: it listens at one address, greets connections within a host's limits
// and deadlines, and hands them out with their purpose. Make one with [Listen].
type Listener struct {
	acceptor    *Acceptor
	addr        string
	fingerprint keys.Fingerprint
	receive     func(nc net.Conn, r Request)
	forget      func() bool // forgets the context
}

// Purpose is the purpose of a connection.
type Purpose uint8

// The kinds.
const (
	ToPlay   Purpose = iota // to play
	ToWatch                 // to watch
	ToResume                // to continue a series
	ToLobby                 // the lobby of a club
)

// Request is the beginning of a connection.
type Request struct {
	Purpose Purpose
	// Ticket is the ticket of a guest or a watcher; otherwise zero.
	Ticket lobby.Ticket
	// Series is the ticket's series, or the series that a guest continues.
	Series [16]byte
	// Key is a key that the other end has proved to have: in a lobby by its certificate, and at a
	// table by a signature over the connection. It is zero if it has proved none.
	Key keys.Fingerprint
	// Addr is the other end's address.
	Addr string
	// Far says that a stranger may control the other end, so the address is no reason to trust it.
	Far bool

	of *Acceptor // nil in tests
}

// ErrNoAddress says that no address was given to listen at.
var ErrNoAddress = errors.New("no address to host at")

// spareFiles is the number of files left to the rest of the program, if the system allows at least
// four times as many.
const spareFiles = 128

// Listen opens an address and hands connections out until ctx ends or the listener is closed.
// Receive is called on a goroutine of the connection's own, once the connection has shown its
// purpose: by its first frame, or by [frames.LobbyPreface]. The connection yields all of its bytes,
// from the preface on, and belongs to receive. An error is a note.
func Listen(ctx context.Context, addr string, cfg ListenConfig, receive func(nc net.Conn, r Request)) (*Listener, error) {
	if addr == "" { // the system would choose a port, which was not asked for
		return nil, BadListen(addr).Because(ErrNoAddress)
	}
	l := &Listener{receive: receive}
	l.acceptor = NewAcceptor(cfg, l.admit, func() bool { return false })
	l.acceptor.club = true
	if files := OpenFiles(); files < math.MaxInt32 {
		l.acceptor.files = files - min(files/4, spareFiles)
	}
	at, id, refused := l.acceptor.Open(ctx, addr)
	if refused != nil {
		return nil, refused
	}
	if l.addr = at; id != nil {
		l.fingerprint = id.Fingerprint()
	}
	l.forget = context.AfterFunc(ctx, l.acceptor.Close)
	go l.acceptor.Serve(ctx)
	return l, nil
}

// Addr returns the address that it listens at, with the real port.
func (l *Listener) Addr() string { return l.addr }

// Reachable returns its possible addresses for others, as host:port, the most likely first. An
// address that only this computer reaches is last.
func (l *Listener) Reachable() []string { return address.Reachable(l.addr) }

// Key returns the key that others are shown; zero without encryption.
func (l *Listener) Key() keys.Known { return keys.Known{Fingerprint: l.fingerprint} }

// Close stops listening, and closes the connections that have not been handed out. It is
// idempotent.
func (l *Listener) Close() error {
	l.forget()
	l.acceptor.Close()
	return nil
}

// admit makes another goroutine, with a small stack, wait for the request of a connection.
func (l *Listener) admit(g Greeted) { go l.await(g) }

// await reads the request of a connection, and hands the connection out.
func (l *Listener) await(g Greeted) {
	_ = g.Conn.SetDeadline(time.Now().Add(HandshakeWait - l.acceptor.cfg.Now().Sub(g.Began)))
	r, proof, read, err := readRequest(g.Conn)
	if err != nil {
		l.acceptor.TurnOut(g, err)
		return
	}
	_ = g.Conn.SetDeadline(time.Time{})
	l.acceptor.Leave(g.At)
	if r.Key = keyOf(g.Conn); r.Purpose == ToPlay || r.Purpose == ToResume {
		r.Key = proof.check(Bind(g.Conn, l.fingerprint), r.Series)
	}
	r.Addr, r.Far, r.of = g.Conn.RemoteAddr().String(), g.Far, l.acceptor
	l.receive(Again(g.Conn, read), r)
}

// keyOf returns the key of the certificate that the other end of a connection has shown, or zero.
func keyOf(nc net.Conn) keys.Fingerprint {
	if secure, ok := nc.(*Secure); ok {
		return secure.PeerKey()
	}
	return keys.Fingerprint{}
}

// requestBuffer holds a usual first frame.
const requestBuffer = 256

var errNoRequest = errors.New("the first frame asks for nothing")

// proof is a player's proof of the device and of its events in the series.
type proof struct {
	key, signature []byte
	n              uint32
	h              table.Chain
}

// check returns the fingerprint of the key that signed a connection; zero if none did.
func (p *proof) check(bound session.Binding, series [16]byte) keys.Fingerprint {
	key, _ := keys.Verify(p.key, bound.Signed(series, p.n, p.h), p.signature) // zero with an error
	return key
}

// readRequest reads the preface and, in a game, the first frame, and returns the proof there and
// all bytes that it has read.
func readRequest(nc io.Reader) (r Request, p proof, read []byte, err error) {
	var seen bytes.Buffer
	in := bufio.NewReaderSize(io.TeeReader(nc, &seen), requestBuffer)
	first := make([]byte, len(frames.Preface))
	if _, err := io.ReadFull(in, first); err != nil {
		return r, p, nil, err
	}
	switch string(first) {
	case frames.LobbyPreface:
		r.Purpose = ToLobby
		return r, p, seen.Bytes(), nil
	case frames.Preface:
	default:
		return r, p, nil, errNoRequest
	}
	payload, err := frames.Read(in, nil, frames.Max)
	if err != nil {
		return r, p, nil, err
	}
	f := new(wire.Frame)
	if err := frames.Unmarshal(payload, f, frames.Max); err != nil {
		return r, p, nil, err
	}
	r, p, err = requestOf(f)
	return r, p, seen.Bytes(), err
}

// requestOf returns the request in a first frame.
func requestOf(f *wire.Frame) (r Request, p proof, err error) {
	switch hello, follow := f.GetHello(), f.GetFollow(); {
	case hello != nil:
		if hello.GetRole() == wire.Role_ROLE_WATCHER {
			r.Purpose = ToWatch
		}
		if len(hello.GetInvite()) == len(r.Ticket) {
			r.Ticket = lobby.Ticket(hello.GetInvite())
			copy(r.Series[:], r.Ticket[1:])
		}
		p.key, p.signature = hello.GetKey(), hello.GetSignature()
	case follow != nil:
		if len(follow.GetSeries()) != len(r.Series) || len(follow.GetH()) != len(p.h) {
			return r, p, errNoRequest
		}
		r.Purpose, r.Series = ToResume, [16]byte(follow.GetSeries())
		p = proof{follow.GetKey(), follow.GetSignature(), follow.GetN(), table.Chain(follow.GetH())}
	default:
		return r, p, errNoRequest
	}
	return r, p, nil
}

// Moved tells a player or a watcher that another node serves their table, at that address, "" if it
// is not known, and closes the connection. It may block for a second.
func (r Request) Moved(nc net.Conn, address string) {
	answer(nc, &wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: wire.LeaveReason_LEAVE_REASON_MOVED, Address: address}}})
	_ = nc.Close()
}

// TurnAway tells a player or a watcher that there is no game for them here, and closes the
// connection. It may block for a second.
func (r Request) TurnAway(nc net.Conn) {
	if r.of != nil {
		time.Sleep(r.of.RefusalWait())
	}
	switch r.Purpose {
	case ToPlay, ToWatch:
		turnAway(nc, wire.RejectCode_REJECT_CODE_INVITE_NEEDED)
	case ToResume:
		turnAway(nc, wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES)
	}
	_ = nc.Close()
}
