package dial

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// LobbyConfig sets how the lobby of a club is dialled.
type LobbyConfig struct {
	// Transport makes the connection; nil means TCP.
	Transport transport.Transport
	// Insecure leaves encryption out. The club has to do the same.
	Insecure bool
	// KnownHosts remembers the keys of clubs, as those of hosts; nil means that nothing is
	// remembered.
	KnownHosts KnownHosts
	// TrustNewKey trusts the club even if it shows another key than the remembered one.
	TrustNewKey bool
	// Own are the certificates that are shown to the club: that of the key by which it recognises
	// this member, or none. A club that has seen none asks for another proof.
	Own []tls.Certificate
	// Expected is a key that the club has to show, from an invite or an earlier connection; zero
	// means that KnownHosts decides.
	Expected keys.Fingerprint
}

// Lobby connects to the lobby of a club at an address, as host:port, and returns the key that
// the club has shown; it is zero without encryption. The key is remembered once the first bytes
// that the club sends are [frames.LobbyPreface]. Both ends have yet to send theirs. An error is a
// note, or ctx's.
func Lobby(ctx context.Context, addr string, cfg LobbyConfig) (net.Conn, keys.Known, error) {
	d := &Dialer{
		Transport: cfg.Transport, Addr: addr, Insecure: cfg.Insecure, Hosts: cfg.KnownHosts, TrustNew: cfg.TrustNewKey,
		Invited: cfg.Expected, Own: cfg.Own,
	}
	if d.Transport == nil {
		d.Transport = transport.TCP{}
	}
	m, err := d.dial(ctx)
	var doubt Mistrust
	switch {
	case err == nil:
		return &lobbyConn{Conn: m.Conn, heard: func() { d.Remember(&m) }}, m.Host, nil
	case ctx.Err() != nil:
		return nil, keys.Known{}, ctx.Err()
	case errors.As(err, &doubt):
		return nil, keys.Known{}, doubt.Note
	}
	return nil, keys.Known{}, transport.DialError(addr, err)
}

// lobbyConn is a connection to a lobby. It looks at the first bytes that the other end sends.
type lobbyConn struct {
	net.Conn
	first []byte
	heard func() // is called when they are those of a club; nil afterwards
}

// Read reads the connection.
func (c *lobbyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.heard == nil {
		return n, err
	}
	c.first = append(c.first, p[:min(n, len(frames.LobbyPreface)-len(c.first))]...)
	if len(c.first) == len(frames.LobbyPreface) {
		if string(c.first) == frames.LobbyPreface {
			c.heard()
		}
		c.heard, c.first = nil, nil
	}
	return n, err
}

// NetConn returns the connection itself.
func (c *lobbyConn) NetConn() net.Conn { return c.Conn }

// CloseWrite closes this end's half of the stream.
func (c *lobbyConn) CloseWrite() error { return transport.CloseWrite(c.Conn) }
