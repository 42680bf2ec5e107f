package netplay

import (
	"errors"
	"io"
	"net"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// A connection is greeted in a goroutine of its own before a session uses it: its first bytes show
// the protocol that it speaks. Greeting and Hello together may take handshakeWait.

// greetBytes is the number of bytes that tell the kinds of connections apart. Every kind of guest
// sends more than that at once.
const greetBytes = len(frames.Preface)

// tongue is the protocol that a connection speaks, as its first bytes show.
type tongue uint8

const (
	foreign   tongue = iota // something other than a guest
	bare                    // a guest who does not encrypt
	encrypted               // TLS
	coded                   // a guest who proves a code first
	inLobby                 // a member of a club, in the lobby, who does not encrypt
	browsing                // HTTP
)

// tongueOf returns the protocol of a connection that begins with these bytes.
func tongueOf(first [greetBytes]byte) tongue {
	switch {
	case string(first[:]) == frames.Preface:
		return bare
	case first[0] == 0x16 && first[1] == 3:
		return encrypted
	case string(first[:]) == frames.CodePreface:
		return coded
	case string(first[:]) == frames.LobbyPreface:
		return inLobby
	case string(first[:]) == "GET ", string(first[:]) == "HEAD":
		return browsing
	}
	return foreign
}

var (
	errNotEncrypted = errors.New("the guest does not encrypt")
	errEncrypted    = errors.New("the guest encrypts, and this host does not")
)

// greet finds out which protocol a new peer speaks, and hands a guest over to the owner.
func (e *entrance) greet(nc net.Conn, at place, from origin) {
	began := e.now()
	opened, at, err := e.open(nc, at, from)
	switch {
	case err != nil:
		e.turnOut(greeted{nc: nc, at: at}, err)
	case opened != nil: // otherwise the server for browsers has it
		e.admit(greeted{opened, at, from, began})
	}
}

// open reads the first bytes of a connection. It returns a connection for a session, encrypted
// unless the host leaves that out, and its new place; or nil if it is a browser's and has been
// handed over.
func (e *entrance) open(nc net.Conn, at place, from origin) (net.Conn, place, error) {
	_ = nc.SetDeadline(time.Now().Add(handshakeWait))
	first, err := readFirst(nc)
	if err != nil {
		return nil, at, err
	}
	speaks := tongueOf(first)
	switch {
	case speaks == browsing && !from.within:
		return nil, at, e.browse(transport.Again(nc, first[:]), first, at)
	case speaks == browsing, speaks == foreign, speaks == coded && e.prove == nil, speaks == inLobby && !e.lobby:
		return nil, at, frames.Stranger(string(first[:]), nc.RemoteAddr().String(), true)
	}
	at = e.advance(at)
	if speaks == coded {
		if err := e.prove(nc, from.at); err != nil {
			return nil, at, err
		}
		if first, err = readFirst(nc); err != nil {
			return nil, at, err
		}
		speaks = tongueOf(first)
	}
	switch {
	case speaks == bare && e.tls != nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_ENCRYPTION_NEEDED)
		return nil, at, errNotEncrypted
	case speaks == inLobby && e.tls != nil:
		return nil, at, errNotEncrypted
	case speaks == encrypted && e.tls == nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_UNSPECIFIED) // the preface tells the guest who is here
		return nil, at, errEncrypted
	}
	opened := transport.Again(nc, first[:])
	if e.tls == nil {
		_ = nc.SetDeadline(time.Time{})
		return opened, at, nil
	}
	secure, err := transport.Accept(opened, e.tls, e.certificates != nil)
	if err != nil {
		return nil, at, err
	}
	_ = nc.SetDeadline(time.Time{})
	if secure.ConnectionState().NegotiatedProtocol == webProtocol {
		if from.within {
			return nil, at, transport.ErrOtherProtocol
		}
		return nil, at, e.browse(secure, [greetBytes]byte{}, at)
	}
	return secure, at, nil
}

// readFirst reads the bytes that tell the kinds of connections apart.
func readFirst(nc net.Conn) (first [greetBytes]byte, err error) {
	_, err = io.ReadFull(nc, first[:])
	return first, err
}

// advance waits until a connection has its place among those whose first bytes may be a guest's, or
// has lost the one it had.
func (e *entrance) advance(at place) place {
	for {
		e.mu.Lock()
		next, wait := e.doorway.advance(at, e.now())
		e.mu.Unlock()
		if wait == 0 {
			return next
		}
		time.Sleep(wait)
	}
}

// turnAway tells a guest, unencrypted, why the host does not talk to them.
func turnAway(nc net.Conn, code wire.RejectCode) {
	f := refusal{code: code}.frame()
	f.Seq = 1
	b, err := appendFrame([]byte(frames.Preface), f)
	if err != nil {
		return
	}
	// The guest may not read until all its own bytes are read, and closing with bytes unread would
	// lose the answer.
	go func() {
		if _, err := nc.Write(b); err == nil {
			_ = transport.CloseWrite(nc)
		}
	}()
	_ = nc.SetReadDeadline(time.Now().Add(transport.LingerWait))
	_, _ = io.CopyN(io.Discard, nc, frames.Max)
}
