package link

import (
	"context"
	"errors"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// guestLink is the link of a player.
type guestLink struct {
	dialing
	wishes
	route      route
	device     session.Signer    // at a club, once it is known
	series     *session.Followed // nil before there is a seat
	player     *session.Player   // nil while the connection is down
	peer       string            // the host's name, once it is known
	joinsAgain bool              // at a club, by the ticket: the club lacks events of this end
	quiet      bool              // only delivers or asks how a series has ended: no front end, and one try
	local      table.Reason      // why this end's person has left, before a series began
	parts      bool              // they have
	attempt    uint64            // the number of the last one to follow
	gaveUp     time.Time         // when this end has given a connection up last; zero if the loss was used up
}

// Join connects to the host at an address, or of an invite, written as for [address.Parse], and
// returns at once. The outcome is an event of the link: Connecting, then Connected or Offered; or
// Failed, with the reason.
func Join(addr string, cfg GuestConfig) table.Link {
	g := &guestLink{}
	g.join(addr, cfg)
	return g
}

// Deliver tells the host, in one attempt, of a series that has ended here, or asks whether another
// one has ended there. It returns after that attempt or at the end of ctx. It reports the state to
// keep like a guest's link.
func Deliver(ctx context.Context, b match.Bookmark, cfg GuestConfig) {
	cfg.Resume, cfg.Notify = &b, nil
	r, _, err := parseRoute(b.Addr, b.State)
	cfg.Insecure = err == nil && r.host.Fingerprint.IsZero()
	g := &guestLink{quiet: true}
	g.join(b.Addr, cfg)
	select {
	case <-g.ctx.Done():
	case <-ctx.Done():
	}
	_ = g.Close()
}

func (g *guestLink) join(addr string, cfg GuestConfig) {
	g.wishes = wishes{g.wish, match.Guest}
	g.begin(cfg)
	if refused := g.prepare(addr); refused != nil {
		g.fail(refused)
		return
	}
	g.emit(table.Connecting{Addr: g.addr})
	if g.series != nil {
		g.reopen()
	}
	go g.call()
}

// prepare takes the series of the bookmark up. It returns the reason why the guest cannot join, or
// nil.
func (g *guestLink) prepare(addr string) *rules.Note {
	if refused := g.aim(addr); refused != nil {
		return refused
	}
	if g.cfg.Resume == nil {
		g.route.also, g.route.byCode = g.also, address.ByPoint(g.addr)
		return nil
	}
	f, r, err := restoreFollowed(*g.cfg.Resume, g.now())
	if err != nil {
		return g.badBookmark(*g.cfg.Resume, err)
	}
	if g.cfg.Insecure && !r.host.Fingerprint.IsZero() {
		return note("series-encrypts", f.Peer())
	}
	if len(g.also) == 0 && len(r.also) > 0 {
		g.also = address.Others(g.addr, append([]string{g.cfg.Resume.Addr}, r.also...))
	}
	r.also = g.also
	g.series, g.route = f, r
	return nil
}

// reopen shows a resumed series.
func (g *guestLink) reopen() {
	f := newFront(&g.series.Series, &g.route)
	if g.quiet || f.state.Closed.N != 0 {
		f.left, f.asks = true, f.state.Closed.N == 0 && !g.ends()
		g.front = f
		return
	}
	g.opened(f, g.addr)
}

// reach sets up how the host of a series is dialled.
func (g *guestLink) reach(d *transport.Dialer) {
	if g.series != nil {
		d.Pinned = g.route.host
	}
}

// start begins a session across a connection, with mu held.
func (g *guestLink) start(met transport.Reached, err error) {
	var doubt transport.Mistrust
	switch {
	case err == nil:
	case g.series == nil && g.attempts > 0 && g.attempts < firstAttempts && !errors.As(err, &doubt):
		g.dialAgain(0)
		return
	case g.series == nil:
		g.fail(transport.DialError(g.addr, err))
		return
	case errors.As(err, &doubt):
		g.log.Warn("the host is not trusted", "reason", err.Error())
		g.part(table.PeerLeft{Note: doubt.Note, Kept: true}, match.Abandoned)
		g.end()
		return
	default:
		g.log.Info("dialling again failed", "reason", err.Error())
		g.dialAgain(0)
		return
	}
	if g.series == nil {
		g.route.host = met.Host
	}
	// It grows across restarts of this program, too, unless the clock is set back.
	g.attempt = max(g.attempt+1, uint64(max(g.now().UnixMilli(), 0)))
	player, err := session.NewPlayer(session.PlayerConfig{
		Attempt: g.attempt,
		Name:    g.cfg.Name, AppVersion: g.cfg.AppVersion, Invite: g.invite.Secret.Bytes(), Wait: g.cfg.Wait, Computer: g.cfg.Computer,
		Binding: transport.Bind(met.Conn, met.Host.Fingerprint), Series: g.series, Asks: g.front != nil && g.front.asks,
		Rand: g.rand, Club: g.clubSeat(), Device: g.device,
	}, g.now())
	if err != nil {
		_ = met.Conn.Close()
		g.fail(note("no-chance").Because(err))
		return
	}
	g.player = player
	g.conn = transport.NewConn(met.Conn, transport.ConnConfig{Mu: &g.mu, Now: g.now, Machine: player, Changed: g.changed})
	g.conn.Start()
}

// dialAgain schedules the next attempt to dial, after a wait that the host wants or a longer one.
func (g *guestLink) dialAgain(after time.Duration) {
	if g.quiet || g.closed {
		g.end()
		return
	}
	g.again(after, g.atClub(), g.call)
}

// changed takes the output of the session.
func (g *guestLink) changed(c *transport.Conn) {
	if g.conn != c {
		c.Flush()
		return
	}
	out := c.Flush()
	if now := g.player.Series(); now != nil && now != g.series {
		g.taken(now)
	}
	if out.Store && g.series != nil {
		var stored func()
		if out.Sync {
			stored = c.Release
		}
		g.store(stored)
	}
	for _, n := range out.Notices {
		g.take(n)
	}
}

// store hands the record over.
func (g *guestLink) store(stored func()) {
	state := g.series.State()
	if state.Series == nil {
		if stored != nil {
			go stored()
		}
		return
	}
	mark := g.bookmark(&g.series.Series)
	mark.State, mark.First, mark.Log = g.series.Stored(g.route.append())
	mark.Closing = state.Closed.N != 0 || g.front != nil && g.front.left && g.ends()
	g.save(mark, stored)
}

// ends reports whether this end's person has wished the end of the series.
func (g *guestLink) ends() bool {
	return slices.ContainsFunc(g.series.Record().Record.Pending, func(e table.Event) bool { return e.Kind == table.KindEnd })
}

// drop says to keep nothing of the series any more.
func (g *guestLink) drop() {
	if g.series.State().Series != nil {
		g.save(g.bookmark(&g.series.Series), nil)
	}
}

// take shows a notice of the session.
func (g *guestLink) take(n session.Notice) {
	switch n := n.(type) {
	case session.Offered:
		g.peer = n.Host
		g.dialer.Remember(&g.reached)
		g.emit(table.Offered{Host: n.Host, Variant: n.Terms.Variant, First: n.First, Security: transport.SecurityOf(g.route.host, g.route.byCode)})
	case session.HeldUp:
		by := table.HeldUpByGame
		if n.Reason == wire.WaitReason_WAIT_REASON_ASKED {
			by = table.HeldUpByPerson
		}
		g.emit(table.HeldUp{By: by})
	case session.Joined:
		g.joined()
	case session.Changed:
		g.change(g.front, n.Change)
	case session.Absent:
		g.emit(table.PeerAbsent{Absent: n.Absent})
	case session.CaughtUp:
		g.settled()
		g.rejoined()
		g.dialer.Remember(&g.reached)
		if g.route.host.Fingerprint.IsZero() && !g.reached.Host.Fingerprint.IsZero() { // from now on it is encrypted
			g.route.host = g.reached.Host
			g.front.safety = transport.SecurityOf(g.route.host, g.route.byCode)
			g.store(nil)
		}
		if n.Remembered > 0 {
			g.resume(note("remembered", n.Remembered, g.front.peer))
		} else {
			g.resume(nil)
		}
	case session.Audience:
		g.emit(table.Watchers{N: n.Count})
	case session.Quiet:
		g.emit(table.PeerQuiet{Quiet: n.Quiet})
	case session.Ended:
		g.ended(&n)
	}
}

// atClub reports whether the series is, or will be, one at a club.
func (g *guestLink) atClub() bool {
	return g.cfg.Seat != nil || g.series != nil && g.series.State().Terms.Club
}

// joined shows the series that this end has the seat of.
func (g *guestLink) joined() {
	g.dialer.Remember(&g.reached)
	if !g.invite.IsZero() && !g.route.host.Fingerprint.IsZero() { // an invite proves the host's key
		g.route.host.Verified = true
	}
	if g.front != nil { // it was taken up again by ticket
		return
	}
	g.front = newFront(&g.series.Series, &g.route)
	g.connected(g.front, g.addr)
	if g.atClub() {
		g.emit(g.front.view.Open(nil, g.front.state)...)
	}
}

// wish makes a wish of the guest's person.
func (g *guestLink) wish(k table.Kind, arg uint32, text string) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	f := g.front
	if g.closed || g.done || f == nil || f.left {
		return ErrNoGame
	}
	var err error
	if g.player == nil {
		if err = g.series.Wish(k, arg, text); err == nil {
			g.store(nil)
		}
	} else {
		err = g.player.Wish(k, arg, text)
		g.changed(g.conn)
	}
	return f.refusal(k, arg, err)
}

// Accept agrees to the rules of an Offered event and asks for the seat.
func (g *guestLink) Accept() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.player == nil || g.closed {
		return ErrNoOffer
	}
	err := g.player.Accept()
	g.changed(g.conn)
	return err
}

// WaitAgain does nothing: only hosts wait for peers.
func (g *guestLink) WaitAgain() {}

// Guests returns nil: only hosts have one.
func (g *guestLink) Guests() table.Guests { return nil }
