package link

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// GuestConfig describes a guest or a watcher.
type GuestConfig struct {
	Common
	// Also are other addresses of the same host, as host:port, to try if the first one does not
	// answer. They need a known key of the host, from an invite, the series or Announced, and are
	// kept with the series. With Resume, none means the kept ones.
	Also []string
	// Before is called before a new series is asked for, and may wait; nil does nothing.
	Before func(ctx context.Context)
	// Wait says that the guest wants to wait if the seat is taken.
	Wait bool
	// Transport makes the connections; nil means TCP.
	Transport transport.Transport
	// KnownHosts remembers the keys of hosts; nil remembers nothing.
	KnownHosts transport.KnownHosts
	// Announced is the key that the host has announced on the local network, or zero. If KnownHosts
	// does not know the host, it has to show this key.
	Announced keys.Fingerprint
	// TrustNewKey trusts the host even if it shows another key than the remembered one, and
	// remembers the new one. The host of a resumed series has to show the old one.
	TrustNewKey bool
	// Resume is a series to resume; nil begins a new one.
	Resume *match.Bookmark
	// Seat is a seat at a club, or a place to watch from there; nil at any other host.
	Seat *lobby.Seat
	// Device returns the key of this installation, which identifies the member to a club. It may
	// wait for the disk.
	Device func(context.Context) (*keys.Identity, error)
}

// dialing is the common part of guests' and watchers' links: the ways to the host.
type dialing struct {
	base
	cfg      GuestConfig
	ctx      context.Context
	cancel   context.CancelFunc
	dialer   transport.Dialer
	also     []string          // other addresses of the host
	answered string            // the address at which the host answered last; "" if at none
	moved    string            // where the club has said that the table is now; "" if it was not there
	told     string            // the last such address since the connection was lost
	reached  transport.Reached // the last one
	redial   *time.Timer       // dials again, while the connection is down
	attempts int               // since the connection was lost
	hurries  limit.Allowance   // of attempts without a wait: a club may lie
	invite   keys.Invite       // the zero value if there is none
	conn     *transport.Conn   // nil while the connection is down
	parting  *transport.Conn   // the last one ended or ending: Close waits for its goodbye
	done     bool              // the link has ended
}

func (d *dialing) begin(cfg GuestConfig) {
	d.ctx, d.cancel = context.WithCancel(context.Background())
	d.base = newBase(&cfg.Common)
	d.hurries = limit.NewAllowance(20, 0.2, d.now())
	if d.cfg = cfg; cfg.Transport == nil {
		d.cfg.Transport = transport.TCP{}
	}
}

// aim sets the address, the invite and how the host is dialled. It returns the reason why the host
// cannot be joined by them, or nil.
func (d *dialing) aim(addr string) *rules.Note {
	full, invite, err := address.Parse(addr)
	refused := (*rules.Note)(nil)
	switch {
	case errors.As(err, &refused):
		return refused
	case d.cfg.Insecure && !invite.IsZero():
		return note("invite-encrypts")
	case invite.IsZero() && d.cfg.Resume == nil && address.ByPoint(full):
		return note("code-needed")
	}
	d.addr, d.invite, d.also = full, invite, address.Others(full, d.cfg.Also)
	d.dialer = transport.Dialer{
		Transport: d.cfg.Transport, Addr: full, Insecure: d.cfg.Insecure, Invited: invite.Fingerprint, Code: invite.Code,
		Hosts: d.cfg.KnownHosts, Announced: d.cfg.Announced, TrustNew: d.cfg.TrustNewKey, History: new(transport.History),
	}
	return nil
}

// connect dials and hands the connection over to start. Ready is called before, with mu held, to
// set the dialer up.
func (d *dialing) connect(ready func(*transport.Dialer), start func(transport.Reached, error)) {
	d.mu.Lock()
	dialer := d.dialer
	ready(&dialer)
	if dialer.Code != "" {
		dialer.Random = d.forCode()
	}
	addrs := d.addrs()
	d.mu.Unlock()
	met, at, err := dialer.Dial(d.ctx, addrs)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.done {
		if err == nil {
			_ = met.Conn.Close()
		}
		return
	}
	if err == nil {
		if d.answered, d.reached = at, met; at != d.moved {
			d.moved = ""
		}
		if !met.Secret.IsZero() {
			d.invite.Secret = met.Secret
		}
	}
	start(met, err)
}

// addrs returns the possible addresses of the host, first where the table has moved to, then the
// last one that answered.
func (d *dialing) addrs() []string {
	all := append([]string{d.addr}, d.also...)
	last := max(slices.Index(all, d.answered), 0)
	all = append(all[last:], all[:last]...)
	if d.moved == "" {
		return all
	}
	return append([]string{d.moved}, slices.DeleteFunc(all, func(a string) bool { return a == d.moved })...)
}

// forCode returns random bytes for the proof of a code, which runs without mu.
func (d *dialing) forCode() io.Reader {
	b := make([]byte, keys.OpeningSize)
	n, _ := io.ReadFull(d.rand, b) // the proof fails if there are too few
	return bytes.NewReader(b[:n])
}

// shut closes the link once the goodbye is written; it releases mu meanwhile.
func (d *dialing) shut() error {
	d.closed, d.events = true, nil
	d.stopRedial()
	parting := d.parting
	d.mu.Unlock()
	if parting != nil {
		await([]*transport.Conn{parting})
	}
	d.cancel()
	return nil
}

// movedWait is the wait until the table is dialled that is at another node.
const movedWait = 20 * time.Millisecond

// again calls a function that dials, after a wait that the host wants or a longer one.
func (d *dialing) again(after time.Duration, club bool, call func()) {
	wait := movedWait
	switch {
	case d.attempts < 0:
	case club:
		wait = transport.ClubBackoff(d.attempts, d.rand)
	default:
		wait = transport.Backoff(d.attempts, d.rand)
	}
	d.attempts++
	d.redial = time.AfterFunc(max(wait, after), call)
}

// hurry has a table that is at another node dialled at once: there, if the club says where, and
// otherwise at its next address. A node that the club names again has not answered: it may have
// died, and another one takes the table over soon.
func (d *dialing) hurry(e *session.Ended) {
	if e.Leave != wire.LeaveReason_LEAVE_REASON_MOVED || !d.hurries.Spend(d.now()) {
		return
	}
	if to := address.Others("", []string{e.Address}); len(to) > 0 {
		d.moved = to[0]
		if d.told == d.moved {
			return
		}
		d.told, d.attempts = d.moved, -1
		return
	}
	all := d.addrs()
	d.attempts, d.answered, d.moved = -1, all[1%len(all)], ""
}

// settled says that the host has let this end in.
func (d *dialing) settled() { d.attempts, d.told = 0, "" }

func (d *dialing) stopRedial() {
	if d.redial != nil {
		d.redial.Stop()
	}
}

// end ends the link: nothing is dialled any more.
func (d *dialing) end() {
	d.done = true
	d.stopRedial()
	d.cancel()
}

// fail ends the link with the reason.
func (d *dialing) fail(n *rules.Note) {
	d.end()
	d.log.Info("guest failed", "reason", n.Error())
	d.emit(table.Failed{Note: n})
}
