package transport

import (
	"context"
	"errors"
	"io"
	"net"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/rules"
)

// DialLobby connects to the lobby of a club at an address, as host:port, and returns the key that
// the club has shown; it is zero without encryption. D sets how: its Addr is ignored, and no
// Transport means TCP. With Own, it shows the certificate of the member's key; otherwise a club
// asks for another proof. The key is remembered once the first bytes that the club sends are
// [frames.LobbyPreface]. Both ends have yet to send theirs. An error is a note, or ctx's.
func DialLobby(ctx context.Context, addr string, d Dialer) (net.Conn, keys.Known, error) {
	if d.Addr = addr; d.Transport == nil {
		d.Transport = TCP{}
	}
	m, err := d.dial(ctx)
	var doubt Mistrust
	switch {
	case err == nil:
		return &lobbyConn{Over: Over{Conn: m.Conn}, heard: func() { d.Remember(&m) }}, m.Host, nil
	case ctx.Err() != nil:
		return nil, keys.Known{}, ctx.Err()
	case errors.As(err, &doubt):
		return nil, keys.Known{}, doubt.Note
	}
	return nil, keys.Known{}, DialError(addr, err)
}

// lobbyConn is a connection to a lobby. It looks at the first bytes that the other end sends.
type lobbyConn struct {
	Over
	first []byte
	heard func() // is called when they belong to a club; nil afterwards
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

// proveCode proves the code of a host at the guest. It returns the host's key and the secret of its
// invites. An error is a [rules.Note] or ctx's.
func proveCode(ctx context.Context, nc net.Conn, lookup, secret string, random io.Reader) (keys.Fingerprint, keys.Secret, error) {
	_ = nc.SetDeadline(time.Now().Add(HandshakeWait))
	defer context.AfterFunc(ctx, func() { _ = nc.Close() })()
	f, s, err := talkCode(nc, lookup, secret, random)
	told := (*rules.Note)(nil)
	switch {
	case err == nil:
		_ = nc.SetDeadline(time.Time{})
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.As(err, &told):
	case errors.Is(err, keys.ErrWrongCode):
		err = note("other-code").Because(err)
	default:
		err = note("code-cut").Because(err)
	}
	return f, s, err
}

// talkCode is the guest's side of the proof.
func talkCode(nc net.Conn, lookup, secret string, random io.Reader) (f keys.Fingerprint, s keys.Secret, err error) {
	guest, err := keys.NewCodeGuest(lookup, secret, random)
	if err != nil {
		return f, s, err
	}
	answer, err := askCode(nc, append([]byte(frames.CodePreface), guest.Opening()...), keys.AnswerSize)
	if err != nil {
		return f, s, err
	}
	proof, err := guest.Prove(answer)
	if err != nil {
		return f, s, err
	}
	grant, err := askCode(nc, proof, keys.GrantSize)
	if err != nil {
		return f, s, err
	}
	return guest.Open(grant)
}

// askCode sends a message of the proof, and returns the answer, of size bytes after the first.
func askCode(nc net.Conn, message []byte, size int) ([]byte, error) {
	if _, err := nc.Write(message); err != nil {
		return nil, err
	}
	answer := make([]byte, 1+size)
	if _, err := io.ReadFull(nc, answer[:1]); err != nil {
		return nil, err
	}
	switch answer[0] {
	case frames.CodeContinues:
		_, err := io.ReadFull(nc, answer[1:])
		return answer[1:], err
	case frames.CodeWrong:
		return nil, note("wrong-code")
	case frames.CodeOver:
		return nil, note("code-over")
	}
	return nil, keys.ErrExchange
}

// PointError returns the note for a meeting point that could not be called.
func PointError(point string, err error) error {
	told := DialError(point, err)
	switch told.Code {
	case "netplay.no-such-computer", "netplay.no-lookup", "netplay.loopback-alone":
		return told
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return note("no-point", point).Because(err)
}

// notMet returns the note for a meeting point that does not lead to the host.
func notMet(lookup, point string, err error) error {
	no := (*meet.Refusal)(nil)
	if !errors.As(err, &no) {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return note("not-a-point", point).Because(err)
	}
	code := "point-refuses"
	switch no.Reason {
	case meet.NoneSuch:
		return note("no-such-code", lookup, point).Because(err)
	case meet.Away:
		code = "host-away"
	case meet.Busy:
		code = "host-busy"
	case meet.Late:
		code = "host-late"
	case meet.Often:
		code = "asked-often"
	case meet.Full:
		code = "point-full"
	case meet.BadVersion:
		code = "point-version"
	}
	return note(code, point).Because(err)
}
