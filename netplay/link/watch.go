package link

import (
	"errors"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	"mancala/rules"
)

// watchLink is a watcher's link.
type watchLink struct {
	dialing
	table.Spectator
	watcher *session.Watcher // nil while the connection is down
	host    keys.Known       // the key that the host has shown
	seen    seen
	apart   bool // the players are not connected
	down    bool // the connection to the host is down
}

// seen is the state that the front end has seen.
type seen struct {
	known  bool // the host has shown the state of the game
	names  [2]string
	terms  table.Terms
	series *match.Series // with the game on the board; nil if there is none
	over   bool
	absent [2]bool
}

// Watch connects to the host at an address, written as for [address.Parse], to watch the games
// there, and returns at once. Keep and Resume of the configuration have no effect.
//
// The link is for a table of [table.NewWatchTable]. Its events are Connecting, then Watched, or
// Failed, with the reason; if there is a guest, GameStarted, Played and so on, as at the players'
// ends, and Watchers. Every ply is checked as a player's end checks it. Paused says that the game
// is paused or that the connection to the host is down; in the second case the link dials again.
// PeerLeft is the last event.
func Watch(addr string, cfg GuestConfig) table.Link {
	cfg.Keep, cfg.Resume = nil, nil
	w := &watchLink{}
	w.begin(cfg)
	if refused := w.aim(addr); refused != nil {
		w.fail(refused)
		return w
	}
	w.emit(table.Connecting{Addr: w.addr})
	go w.connect(w.reach, w.start)
	return w
}

func (w *watchLink) reach(d *transport.Dialer) {
	if w.seen.known {
		d.Pinned = w.host
	}
}

// start begins a session across a connection, with mu held.
func (w *watchLink) start(met transport.Reached, err error) {
	var doubt transport.Mistrust
	switch {
	case err == nil:
	case !w.seen.known && w.attempts > 0 && w.attempts < firstAttempts && !errors.As(err, &doubt):
		w.dialAgain()
		return
	case !w.seen.known:
		w.fail(transport.DialError(w.addr, err))
		return
	case errors.As(err, &doubt):
		w.leaves(table.PeerLeft{Note: doubt.Note})
		return
	default:
		w.log.Info("dialling again failed", "reason", err.Error())
		w.dialAgain()
		return
	}
	if !w.seen.known {
		w.host = met.Host
	}
	w.watcher = session.NewWatcher(session.WatcherConfig{
		Name: w.cfg.Name, AppVersion: w.cfg.AppVersion, Invite: w.secret(),
	}, w.now())
	w.conn = transport.NewConn(met.Conn, transport.ConnConfig{Mu: &w.mu, Now: w.now, Machine: w.watcher, Changed: w.changed})
	w.conn.Start()
}

// secret returns the secret for the host: an invite's secret, or a club's ticket.
func (w *watchLink) secret() []byte {
	if s := w.cfg.Seat; s != nil {
		return s.Ticket[:]
	}
	return w.invite.Secret.Bytes()
}

func (w *watchLink) dialAgain() {
	w.again(0, w.cfg.Seat != nil, func() { w.connect(w.reach, w.start) })
}

// changed takes the output of the session.
func (w *watchLink) changed(c *transport.Conn) {
	out := c.Flush()
	if w.conn != c {
		return
	}
	for _, n := range out.Notices {
		switch n := n.(type) {
		case session.Shown:
			w.settled()
			w.shown(&n)
		case session.Changed:
			w.played(n.Change)
		case session.Audience:
			w.emit(table.Watchers{N: n.Count})
		case session.Quiet:
			w.emit(table.PeerQuiet{Quiet: n.Quiet})
		case session.Ended:
			w.ended(&n)
		}
	}
}

func (w *watchLink) view() table.Perspective { return table.Perspective{Terms: w.seen.terms} }

// played shows a ply.
func (w *watchLink) played(c *table.Change) {
	w.emit(w.view().Events(nil, c)...)
	w.seen.series = c.Series.Copy()
	w.seen.over = w.seen.over || c.Over
}

// shown shows the changes.
func (w *watchLink) shown(n *session.Shown) {
	w.dialer.Remember(&w.reached)
	apart := n.State == wire.WatchState_WATCH_STATE_PAUSED
	safety := transport.SecurityOf(w.host, address.ByPoint(w.addr))
	if w.down || w.apart && !apart {
		w.emit(table.Resumed{Security: safety})
		w.down, w.apart = false, false
	}
	old, s := w.seen, n.Series
	again := old.known && old.names == n.Names && old.terms == s.Terms
	w.seen.known, w.seen.names, w.seen.terms, w.seen.absent = true, n.Names, s.Terms, n.Absent
	if !again {
		w.emit(table.Watched{Names: n.Names, Variant: s.Terms.Variant, Security: safety})
	}
	if s.Series == nil {
		w.seen.series, w.seen.over = nil, false
		return
	}
	w.game(n, again && old.series != nil && old.series.Number() == s.Series.Number())
	if apart && (!w.apart || old.absent != n.Absent) {
		w.apart = true
		w.emit(table.Paused{Note: apartNote(n)})
	}
}

// game brings the game on the board up to date, or begins another one.
func (w *watchLink) game(n *session.Shown, same bool) {
	m := n.Series.Series.Match()
	ended := !m.Running()
	if same && (!w.seen.over || ended && m.Plies() == w.seen.series.Match().Plies()) {
		w.differs(n.Series.Series)
		if ended && !w.seen.over {
			w.emit(w.view().Open(nil, n.Series)[1]) // behind GameStarted: how it ended
		}
	} else {
		for _, e := range w.view().Open(nil, n.Series) {
			if started, ok := e.(table.GameStarted); ok {
				started.Tossed = n.Tossed && started.Series.Number() == 1
				e = started
			}
			w.emit(e)
		}
	}
	w.seen.series = n.Series.Series.Copy()
	was := w.seen.over && same
	w.seen.over = ended
	how := match.Running
	switch n.State {
	case wire.WatchState_WATCH_STATE_DESYNCED:
		how = match.Desynced
	case wire.WatchState_WATCH_STATE_ENDED:
		how = match.Abandoned
	}
	if !ended && !was && how != match.Running {
		w.emit(w.view().Abort(nil, n.Series, how, match.Host)...)
		w.seen.over = true
	}
}

// differs shows the differences of the same game from its shown state.
func (w *watchLink) differs(s *match.Series) {
	is, was := s.Match().Game().Plies, w.seen.series.Match().Game().Plies
	k := 0
	for k < min(len(is), len(was)) && is[k] == was[k] {
		k++
	}
	if k < len(was) {
		w.emit(table.Rewound{Series: s.Back(k)})
	}
	for k++; k <= len(is); k++ {
		w.emit(table.Played{Series: s.Back(k)})
	}
}

// apartNote says why a game is paused.
func apartNote(n *session.Shown) *rules.Note {
	for i, absent := range n.Absent {
		if absent {
			return note("player-away", n.Names[i])
		}
	}
	return note("players-apart", n.Names[match.Host], n.Names[match.Guest])
}

// ended takes the end of the connection.
func (w *watchLink) ended(e *session.Ended) {
	w.log.Info("connection closed", "addr", w.addr, "reason", e.Err)
	w.parting, w.conn, w.watcher = w.conn, nil, nil
	host := w.seen.names[match.Host]
	closed := e.Leave == wire.LeaveReason_LEAVE_REASON_CLOSED && w.seen.series != nil && !w.seen.over
	switch {
	case !w.seen.known && e.Leave == wire.LeaveReason_LEAVE_REASON_MOVED && w.cfg.Seat != nil && w.attempts < firstAttempts:
		w.hurry(e)
		w.dialAgain()
	case !w.seen.known && e.Note != nil:
		w.fail(w.refusal(e))
	case !w.seen.known:
		w.fail(early(match.DefaultName(match.Host), w.addr, false, e))
	case e.Note != nil:
		w.leaves(table.PeerLeft{Note: w.refusal(e)})
	case e.Fate == session.Cut, e.Leave == wire.LeaveReason_LEAVE_REASON_MOVED, closed, errors.Is(e.Err, session.ErrSilence), errors.Is(e.Err, session.ErrTime):
		why := note("watch-dropped", host)
		switch {
		case w.cfg.Seat != nil:
			why = note("club-watch-dropped")
		case closed:
			why = note("watch-closed", host)
		}
		if !w.down {
			w.down = true
			w.emit(table.Paused{Note: why})
		}
		w.hurry(e)
		w.dialAgain()
	case e.Leave != 0:
		w.leaves(table.PeerLeft{Note: leftFor(host, e.Leave)})
	default:
		w.leaves(table.PeerLeft{Note: note("watch-desync", host).Because(e.Err)})
	}
}

// refusal returns the note that this end may not watch.
func (w *watchLink) refusal(e *session.Ended) *rules.Note {
	switch {
	case e.Reject == wire.RejectCode_REJECT_CODE_TOO_MANY:
		return note("gallery-full")
	case w.cfg.Seat != nil:
		return clubRefusal(e)
	}
	return e.Note
}

// leaves shows the last event.
func (w *watchLink) leaves(left table.PeerLeft) {
	w.emit(left)
	w.end()
}

// Leave stops watching, or connecting.
func (w *watchLink) Leave(reason table.Reason) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done || w.closed {
		return
	}
	code := "stopped-connecting"
	if w.seen.known {
		code = "stopped-watching"
	}
	w.goodbye()
	w.leaves(table.PeerLeft{Reason: reason, Local: true, Note: note(code)})
}

// goodbye ends the connection, if there is one.
func (w *watchLink) goodbye() {
	if c := w.conn; c != nil {
		w.parting, w.conn = c, nil
		w.watcher.Leave(wire.LeaveReason_LEAVE_REASON_QUIT)
		c.Flush()
	}
}

// Close says goodbye and ends the link.
func (w *watchLink) Close() error {
	w.mu.Lock()
	w.goodbye()
	return w.shut()
}
