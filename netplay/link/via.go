package link

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"time"

	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
	"mancala/rules"
)

// via is a host's connection to its meeting point. The lock of the host guards it.
type via struct {
	point   string
	ctx     context.Context // of the host
	current *station        // the station with the shown code
	// former is a station whose code was burned during a series: its guest knows no other way back.
	// It is nil if there is none.
	former  *station
	burned  int           // the number of burned codes
	arrives chan struct{} // limits the guests that the host dials for at the same time
}

// station is a name that a host has, or wants, at its meeting point.
type station struct {
	name   meet.Code // its Secret is "" while there is no code
	ticket string
	wrong  int // wrong guesses at the code
	used   bool
	line   *meet.HostLine // nil while it is down
	leave  context.CancelFunc
}

// anotherNameWait is the delay before a host asks for another name after it has lost one.
const anotherNameWait = time.Second

// maxArrivals is the number of guests that the host dials for at the same time.
const maxArrivals = 16

// meetGuests starts calling the meeting point, with mu held.
func (h *hostLink) meetGuests(ctx context.Context) {
	if h.cfg.Via == "" {
		return
	}
	point, err := address.ParsePoint(h.cfg.Via)
	told := (*rules.Note)(nil)
	switch {
	case errors.As(err, &told):
	case h.identity == nil:
		told = note("via-encrypts")
	default:
		h.via = &via{point: point, arrives: make(chan struct{}, maxArrivals)}
		h.anotherName(ctx)
		return
	}
	h.emit(table.Meeting{State: table.MeetingRefused, Point: h.cfg.Via, Note: told})
}

// anotherName asks for another name, and shows its code from now on.
func (h *hostLink) anotherName(ctx context.Context) {
	of, leave := context.WithCancel(ctx)
	st := &station{leave: leave}
	if o := h.server.Current(); o != nil && h.via.former == nil { // resumed; its guest looks for it there
		st.name.Lookup, st.ticket = h.routes[o].lookup, h.routes[o].ticket
	}
	h.via.ctx, h.via.current = ctx, st
	h.tellMeeting(st, table.Meeting{State: table.MeetingCalling})
	wait := time.Duration(0)
	if again := h.via.burned - 2; again >= 0 {
		wait = transport.Backoff(again, h.rand)
	}
	go h.stay(of, st, wait)
}

// tellMeeting reports the state of the meeting point, unless it is about a former name.
func (h *hostLink) tellMeeting(st *station, m table.Meeting) {
	if h.via.current == st {
		m.Point = h.via.point
		h.emit(m)
	}
}

// burn invalidates the code of a name, and asks for another name. The old name is kept for the
// guest of a series. Strangers do not know the next name. If that is burned too, the meeting point
// itself may be guessing, so each further name takes longer.
func (h *hostLink) burn(st *station) {
	h.log.Warn("a code was guessed wrong too often")
	st.name.Secret, st.wrong = "", 0
	h.via.burned++
	h.tellMeeting(st, table.Meeting{State: table.MeetingLost, Note: note("code-burned")})
	if h.server.Current() != nil && h.via.former == nil {
		h.via.former = st
	} else {
		st.leave()
	}
	h.anotherName(h.via.ctx)
}

// tidyVia gives up the name that was kept for the guest of a series, once that is over.
func (h *hostLink) tidyVia() {
	if h.via.former != nil && h.server.Current() == nil {
		h.via.former.leave()
		h.via.former = nil
	}
}

// proved records that a guest has proved the code; the name now lives as long as the line.
func (st *station) proved() {
	st.used = true
	if line := st.line; line != nil {
		go func() { _ = line.Keep() }() // it may wait for the network
	}
}

// stay keeps a name at the meeting point, after a wait and until ctx ends, and dials for the guests
// who ask for it.
func (h *hostLink) stay(ctx context.Context, st *station, wait time.Duration) {
	workers.Pause(ctx, wait)
	for attempt := 0; ctx.Err() == nil; attempt++ {
		line, err := h.callPoint(ctx, st)
		if err == nil {
			attempt = 0
			err = h.hostAt(ctx, st, line)
		}
		switch told, lasting := h.lostPoint(st, err); {
		case ctx.Err() != nil:
			return
		case lasting:
			h.mu.Lock()
			st.name.Secret = ""
			h.tellMeeting(st, table.Meeting{State: table.MeetingRefused, Note: told})
			h.mu.Unlock()
			return
		case told == nil: // needs another name
			workers.Pause(ctx, anotherNameWait)
		default:
			h.mu.Lock()
			h.log.Info("the meeting point is lost", "reason", told.Error())
			h.tellMeeting(st, table.Meeting{State: table.MeetingLost, Note: told})
			wait := transport.Backoff(attempt, h.rand)
			h.mu.Unlock()
			workers.Pause(ctx, wait)
		}
	}
}

// callPoint opens a line to the meeting point and registers the name.
func (h *hostLink) callPoint(ctx context.Context, st *station) (*meet.HostLine, error) {
	h.mu.Lock()
	lookup, ticket := st.name.Lookup, st.ticket
	h.mu.Unlock()
	nc, err := h.cfg.Transport.Dial(ctx, h.via.point)
	if err != nil {
		return nil, transport.PointError(h.via.point, err)
	}
	line, err := meet.Open(ctx, nc, lookup, ticket)
	if err != nil {
		_ = nc.Close()
	}
	return line, err
}

// hostAt dials for the guests who ask for a name, until its line ends. The error is nil if the name
// has expired.
func (h *hostLink) hostAt(ctx context.Context, st *station, line *meet.HostLine) error {
	defer context.AfterFunc(ctx, func() { _ = line.Close() })()
	defer line.Close()
	if err := h.openedAt(st, line); err != nil {
		return err
	}
	defer func() {
		h.mu.Lock()
		st.line = nil
		h.mu.Unlock()
	}()
	for {
		guest, err := line.Next()
		if err != nil {
			return err
		}
		if guest == nil {
			h.mu.Lock()
			st.name, st.ticket, st.used = meet.Code{}, "", false
			h.mu.Unlock()
			return nil
		}
		select {
		case h.via.arrives <- struct{}{}:
			go h.comeFor(ctx, st, guest)
		default: // tells the guest that the host does not come
		}
	}
}

// openedAt stores the name of a line, and shows its code.
func (h *hostLink) openedAt(st *station, line *meet.HostLine) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if st.name.Lookup != line.Lookup || st.name.Secret == "" && st == h.via.current {
		secret, err := meet.NewSecret(h.rand)
		if err != nil {
			return err
		}
		st.name, st.wrong, st.used = meet.Code{Lookup: line.Lookup, Secret: secret}, 0, false
	}
	st.line, st.ticket = line, line.Ticket
	if o := h.server.Current(); st.used || o != nil && h.routes[o].lookup == line.Lookup {
		st.proved()
	}
	if st.name.Secret != "" {
		h.tellMeeting(st, table.Meeting{State: table.MeetingOpen, Code: st.name.String()})
	}
	return nil
}

// lostPoint returns the note about a line to the meeting point that ended or could not be opened;
// lasting says not to call again. The note is nil if the host calls again at once, for another
// name.
func (h *hostLink) lostPoint(st *station, err error) (told *rules.Note, lasting bool) {
	no := (*meet.Refusal)(nil)
	switch {
	case err == nil:
		return nil, false
	case errors.As(err, &told):
		return told, false
	case !errors.As(err, &no):
		if errors.Is(err, meet.ErrLine) || errors.Is(err, meet.ErrVersion) {
			return note("not-a-point", h.via.point).Because(err), true
		}
		return note("point-lost", h.via.point).Because(err), false
	}
	switch no.Reason {
	case meet.Taken:
		h.mu.Lock()
		st.name, st.ticket, st.used = meet.Code{}, "", false
		h.mu.Unlock()
		return nil, false
	case meet.Full:
		return note("point-full", h.via.point).Because(err), false
	case meet.Busy:
		return note("point-busy", h.via.point).Because(err), false
	case meet.BadVersion:
		return note("point-version", h.via.point).Because(err), true
	}
	return note("point-refuses", h.via.point).Because(err), true
}

// comeFor connects to a guest who waits at the meeting point.
func (h *hostLink) comeFor(ctx context.Context, st *station, guest *meet.Guest) {
	defer func() { <-h.via.arrives }()
	nc, err := h.cfg.Transport.Dial(ctx, h.via.point)
	if err == nil {
		var met net.Conn
		if met, err = meet.Take(ctx, nc, guest.ID); err == nil {
			h.acceptor.Receive(ctx, &metConn{transport.Over{Conn: met}, metAddr(netip.AddrPortFrom(guest.Addr, 0))}, transport.Origin{
				Within: true, Far: true, Prove: func(nc net.Conn) error { return h.checkCode(nc, st) },
				Admit: func(g transport.Greeted) { h.admit(g, st) },
			})
			return
		}
		_ = nc.Close()
	}
	h.acceptor.Strangers.Info(h.now(), "a guest at the meeting point is gone", "reason", err.Error())
}

// metConn is a connection to a guest through a meeting point, with the address that the point has
// sent.
type metConn struct {
	transport.Over
	addr metAddr
}

// metAddr is the address of a guest as sent by a meeting point. Its port is not known.
type metAddr netip.AddrPort

// Network returns the name of no network of the system.
func (metAddr) Network() string { return "met" }

// String returns the address in the form of other connections' addresses, or "?" if the point knows
// none.
func (a metAddr) String() string {
	if at := netip.AddrPort(a); at.Addr().IsValid() {
		return at.String()
	}
	return "?"
}

// RemoteAddr returns the guest's address.
func (c *metConn) RemoteAddr() net.Addr { return c.addr }

// inviteSecret makes the secret of the invites, unless there is one, with mu held.
func (h *hostLink) inviteSecret() (err error) {
	if h.secret.IsZero() {
		h.secret, err = keys.NewSecret(h.rand)
	}
	return err
}

// A guest who has come through a meeting point and does not know the host's key proves the code
// before TLS begins. Each answer of the host begins with a byte that says how it continues.

// maxWrongCodes is the number of wrong guesses that burn a code.
const maxWrongCodes = 3

var (
	errNoCode    = errors.New("a guest without a code of this host")
	errWrongCode = errors.New("the guest guessed the code wrong")
)

// checkCode is the host's side of the proof, for a guest who came through a name of the host at a
// meeting point.
func (h *hostLink) checkCode(nc net.Conn, at *station) error {
	var opening [keys.OpeningSize]byte
	if _, err := io.ReadFull(nc, opening[:]); err != nil {
		return err
	}
	lookup, secret, random := h.codeAt(at)
	if secret == "" {
		_, _ = nc.Write([]byte{frames.CodeOver})
		return errNoCode
	}
	host, err := keys.NewCodeHost(lookup, secret, opening[:], bytes.NewReader(random))
	if err != nil {
		return err
	}
	if _, err := nc.Write(append([]byte{frames.CodeContinues}, host.Answer()...)); err != nil {
		return err
	}
	var proof [keys.ProofSize]byte
	if _, err := io.ReadFull(nc, proof[:]); err != nil {
		return err
	}
	answer, err := h.grantCode(at, secret, host, proof[:])
	_, failed := nc.Write(answer)
	return errors.Join(err, failed)
}

// codeAt returns the code of a name, and random bytes for a proof. The secret half is "" if the
// name no longer has a code.
func (h *hostLink) codeAt(at *station) (lookup, secret string, random []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	random = make([]byte, 32)
	if _, err := io.ReadFull(h.rand, random); err != nil {
		return "", "", nil
	}
	return at.name.Lookup, at.name.Secret, random
}

// grantCode returns the answer to a guest's proof, and notes whether it was a right guess.
func (h *hostLink) grantCode(at *station, secret string, host *keys.CodeHost, proof []byte) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at.name.Secret != secret || h.closed {
		return []byte{frames.CodeOver}, errNoCode // burned in the meantime
	}
	if err := h.inviteSecret(); err != nil {
		return []byte{frames.CodeOver}, err
	}
	grant, err := host.Grant(proof, h.identity.Fingerprint(), h.secret)
	if err != nil {
		if at.wrong++; at.wrong >= maxWrongCodes {
			h.burn(at)
		}
		return []byte{frames.CodeWrong}, errWrongCode
	}
	at.proved()
	return append([]byte{frames.CodeContinues}, grant...), nil
}
