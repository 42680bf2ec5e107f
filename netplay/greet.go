package netplay

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// A connection is greeted in a goroutine of its own before a session uses it: its first bytes show
// the protocol that it speaks. Greeting and Hello together may take handshakeWait.

// greetBytes is the number of bytes that tell the kinds of connections apart. Every kind of guest
// sends more than that at once.
const greetBytes = len(preface)

// tongue is the protocol that a connection speaks, as its first bytes show.
type tongue uint8

const (
	foreign   tongue = iota // something other than a guest
	bare                    // a guest who does not encrypt
	encrypted               // TLS
	coded                   // a guest who proves a code first
	browsing                // HTTP
)

// tongueOf returns the protocol of a connection that begins with these bytes.
func tongueOf(first [greetBytes]byte) tongue {
	switch {
	case string(first[:]) == preface:
		return bare
	case first[0] == 0x16 && first[1] == 3:
		return encrypted
	case string(first[:]) == codePreface:
		return coded
	case string(first[:]) == "GET ", string(first[:]) == "HEAD":
		return browsing
	}
	return foreign
}

var (
	errNotEncrypted = errors.New("the guest does not encrypt")
	errEncrypted    = errors.New("the guest encrypts, and this host does not")
)

// greet finds out which protocol a new peer speaks, and starts a session with it.
func (h *hostLink) greet(nc net.Conn, at place, from origin) {
	began := h.now()
	opened, at, err := h.open(nc, at, from)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case err == nil && opened == nil: // the server for browsers has it
		return
	case err == nil && !h.closed:
		h.admit(opened, at, from, began)
		return
	}
	h.doorway.leave(at)
	_ = nc.Close()
	if err != nil {
		h.strangers.info(h.now(), "connection closed", "addr", nc.RemoteAddr().String(), "reason", err)
	}
}

// open reads the first bytes of a connection. It returns a connection for a session, encrypted
// unless the host leaves that out, and its new place; or nil if it is a browser's and has been
// handed over.
func (h *hostLink) open(nc net.Conn, at place, from origin) (net.Conn, place, error) {
	_ = nc.SetDeadline(time.Now().Add(handshakeWait))
	o := &openedConn{Conn: nc, rest: greetBytes}
	if _, err := io.ReadFull(nc, o.first[:]); err != nil {
		return nil, at, err
	}
	speaks := tongueOf(o.first)
	switch {
	case speaks == browsing && !from.within:
		return nil, at, h.browse(o, at)
	case speaks == browsing, speaks == foreign:
		return nil, at, stranger(string(o.first[:]), nc.RemoteAddr().String(), match.Host)
	}
	at = h.advance(at)
	if speaks == coded {
		if err := h.checkCode(nc, from.at); err != nil {
			return nil, at, err
		}
		o = &openedConn{Conn: nc, rest: greetBytes}
		if _, err := io.ReadFull(nc, o.first[:]); err != nil {
			return nil, at, err
		}
		speaks = tongueOf(o.first)
	}
	switch {
	case speaks == bare && h.tls != nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_ENCRYPTION_NEEDED)
		return nil, at, errNotEncrypted
	case speaks == encrypted && h.tls == nil:
		turnAway(nc, wire.RejectCode_REJECT_CODE_UNSPECIFIED) // the preface tells the guest who is here
		return nil, at, errEncrypted
	}
	var opened net.Conn = o
	if h.tls != nil {
		var err error
		if opened, err = accept(o, h.tls); err != nil {
			return nil, at, err
		}
	}
	_ = nc.SetDeadline(time.Time{})
	return opened, at, nil
}

// advance waits until a connection has its place among those whose first bytes may be a guest's, or
// has lost the one it had.
func (h *hostLink) advance(at place) place {
	for {
		h.mu.Lock()
		next, wait := h.doorway.advance(at, h.now())
		h.mu.Unlock()
		if wait == 0 {
			return next
		}
		time.Sleep(wait)
	}
}

// accept encrypts a connection at the host.
func accept(o *openedConn, config *tls.Config) (net.Conn, error) {
	o.limit = newGreetLimit()
	secure := tls.Server(o, config)
	if err := secure.Handshake(); err != nil {
		return nil, err
	}
	o.limit = nil
	return &secureConn{secure, o.Conn}, nil
}

// turnAway tells a guest, unencrypted, why the host does not talk to them.
func turnAway(nc net.Conn, code wire.RejectCode) {
	f := refusal{code: code}.frame()
	f.Seq = 1
	b, err := appendFrame([]byte(preface), f)
	if err != nil {
		return
	}
	// The guest may not read until all its own bytes are read, and closing with bytes unread would
	// lose the answer.
	go func() {
		if _, err := nc.Write(b); err == nil {
			_ = closeWrite(nc)
		}
	}()
	_ = nc.SetReadDeadline(time.Now().Add(lingerWait))
	_, _ = io.CopyN(io.Discard, nc, maxFrame)
}

// openedConn is a connection whose first bytes have been read for a look, and are read again.
type openedConn struct {
	net.Conn
	first [greetBytes]byte
	rest  int         // the number of bytes of first still to be read
	limit *greetLimit // on what the peer sends; nil means none
}

// Read reads the first bytes, then the connection.
func (o *openedConn) Read(p []byte) (n int, err error) {
	if o.rest > 0 {
		n = copy(p, o.first[greetBytes-o.rest:])
		o.rest -= n
	} else {
		n, err = o.Conn.Read(p)
	}
	if o.limit != nil {
		if refused := o.limit.take(p[:n]); refused != nil {
			return 0, refused
		}
	}
	return n, err
}

// NetConn returns the connection itself.
func (o *openedConn) NetConn() net.Conn { return o.Conn }

// CloseWrite ends this end's half of the stream, if the connection has halves.
func (o *openedConn) CloseWrite() error { return closeWrite(o.Conn) }
