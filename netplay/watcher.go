package netplay

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// watcher is everything that a watcher knows beyond a single connection. A [Session] that has one
// watches instead of playing.
type watcher struct {
	known  bool // the host has shown the state of the game
	shown  shown
	series *Series // the game on the board; nil if there is none
	rest   rest
	host   keys.Known // the key that the host has shown
}

// rest is the reason why a watched game does not go on.
type rest uint8

const (
	goesOn   rest = iota
	apart         // the players are not connected
	lineDown      // the connection to the host is down
)

// newsBurst is how often in a row a host may send the number of watchers, or another reason to
// wait; beyond that, once a second.
const newsBurst = 5

// mostAtClub is the largest number of watchers that a club may tell, which allows more than a host.
const mostAtClub = 10_000

// Watch connects to the host at an address, written as for [address.Parse], to watch the games
// there, and returns at once. Name, Keep and Resume of the configuration have no effect.
//
// The link is for a table of [match.NewWatchTable]. Its events are Connecting, then Watched, or
// Failed, with the reason; if there is a guest, GameStarted, Played and so on, as at the players'
// ends, and Watchers. Every ply is checked as a player's end checks it. Paused says that the game
// is paused or that the connection to the host is down; in the second case the link dials again.
// PeerLeft is the last event.
func Watch(addr string, cfg GuestConfig) match.Link {
	cfg.Keep, cfg.Resume = nil, nil
	return newGuest(addr, cfg, &watcher{})
}

// helloToWatch sends the first frame of a watcher.
func (s *Session) helloToWatch() {
	s.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: minProtocol, MaxProtocol: maxProtocol, AppVersion: s.cfg.AppVersion, Name: s.cfg.Name,
		Role: wire.Role_ROLE_WATCHER, Invite: s.cfg.Invite,
	}}})
}

// applyWatched processes the body of a numbered frame at a watcher.
func (s *Session) applyWatched(now time.Time, f *wire.Frame) (err error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Watched:
		err = s.onWatched(now, body.Watched)
	case *wire.Frame_Move:
		err = s.onWatchedMove(body.Move)
	case *wire.Frame_Watchers:
		err = s.onWatchers(now, body.Watchers)
	case *wire.Frame_Clock:
		err = s.onClock(now, body.Clock)
	case *wire.Frame_Reject:
		s.onTurnedAway(body.Reject)
	case *wire.Frame_Leave:
		s.onHostLeft(body.Leave)
	case *wire.Frame_Ping:
		s.pong()
	case nil:
	default:
		err = errors.New("a message for players came to one who watches")
	}
	s.watcher.series.stopClocks(now)
	s.takeWatched()
	return err
}

// takeWatched handles the events of the game on the board.
func (s *Session) takeWatched() {
	if s.watcher.series != nil {
		events, _ := s.watcher.series.drain()
		s.out.Events = append(s.out.Events, events...)
	}
}

// onWatched brings the board up to date.
func (s *Session) onWatched(now time.Time, w *wire.Watched) error {
	if !s.budget.Spend(now) { // even if it is new: it costs this end more than a ply
		return errFlood
	}
	if s.phase == greeting {
		if err := checkChosen(w.GetProtocol()); err != nil {
			return err
		}
	}
	seen, plies, err := shownFromWire(w)
	if err != nil {
		return err
	}
	if _, err := rules.Replay(seen.variant, plies...); err != nil {
		return err
	}
	s.peer, s.hosted, s.watcher.host = seen.names[match.Host], true, s.cfg.Host
	s.enter(watching, now, 0)
	if err := s.see(seen, plies); err != nil {
		return err
	}
	s.takeWatched()
	s.tellCount(now, w.GetCount())
	return nil
}

// see shows the changes to this end's front end.
func (s *Session) see(seen shown, plies []rules.House) error {
	w := s.watcher
	paused := seen.state == wire.WatchState_WATCH_STATE_PAUSED
	if w.rest == lineDown || w.rest == apart && !paused {
		w.rest = goesOn
		s.emit(match.Resumed{Security: securityOf(s.cfg.Host, s.cfg.byCode)})
	}
	old := w.shown
	again := w.known && seen.names == old.names && seen.series == old.series && seen.variant == old.variant
	w.known, w.shown = true, seen
	if !again {
		s.emit(match.Watched{Names: seen.names, Variant: seen.variant, Security: securityOf(s.cfg.Host, s.cfg.byCode)})
	}
	if seen.state == wire.WatchState_WATCH_STATE_NO_GUEST {
		w.series = nil
		return nil
	}
	if err := s.seeGame(again && seen.number == old.number && seen.starter == old.starter, plies); err != nil {
		return err
	}
	if paused && (w.rest != apart || seen.absent != old.absent) {
		w.rest = apart
		w.series.emit(match.Paused{Note: seen.pauseNote()})
	}
	return nil
}

// pauseNote says why a game is paused.
func (s *shown) pauseNote() *rules.Note {
	if s.absent.known {
		return note("player-away", s.names[s.absent.who])
	}
	return note("players-apart", s.names[match.Host], s.names[match.Guest])
}

// seeGame brings the game on the board up to date, or begins another one.
func (s *Session) seeGame(same bool, plies []rules.House) error {
	w := s.watcher
	h := history{plies: plies, era: w.shown.era, resigned: w.shown.resigned, late: w.shown.late}
	if same {
		_, err := w.series.catchUpGame(h, account{})
		if err != nil {
			same = false
		}
	}
	if !same {
		s.takeWatched()
		series, err := watchedSeries(&w.shown, plies)
		if err != nil {
			return err
		}
		w.series = series
		series.announce()
	}
	switch {
	case !w.series.running():
	case w.shown.state == wire.WatchState_WATCH_STATE_DESYNCED:
		return w.series.breakOff(match.Desynced)
	case w.shown.state == wire.WatchState_WATCH_STATE_ENDED:
		return w.series.breakOff(match.Abandoned)
	}
	return nil
}

// watchedSeries returns the series of a game that others play.
func watchedSeries(v *shown, plies []rules.House) (*Series, error) {
	games, err := match.ResumeSeries(rules.Game{Variant: v.variant, Plies: plies}, v.starter, v.number, v.before)
	if err != nil {
		return nil, err
	}
	s := &Series{
		Series: games, self: match.Host, id: v.series[:], peer: v.names[match.Host], tossed: v.tossed,
		era: v.era, resigned: v.resigned, late: v.late,
	}
	s.rehash()
	return s, nil
}

// announce emits the beginning of a game that others play, and its end if it has one.
func (s *Series) announce() {
	s.tell(s.started())
	switch {
	case !s.running():
		s.end(match.Host)
	case s.late.is:
		_ = s.timeOut(s.late.who, s.Match().Plies()) // it runs
	case s.resigned != [2]bool{}:
		_ = s.resign() // it runs
	}
}

// breakOff ends the current game without a result.
func (s *Series) breakOff(ending match.Ending) error {
	if err := s.Match().Abort(ending); err != nil {
		return err
	}
	s.end(match.Host)
	return nil
}

// onWatchedMove checks a ply as a player's end does, and shows it.
func (s *Session) onWatchedMove(m *wire.Move) error {
	series := s.watcher.series
	if s.phase != watching || series == nil || s.watcher.rest != goesOn {
		return unexpected("Move")
	}
	ply, err := series.read(m, series.Match().Position().ToMove())
	if err != nil {
		return err
	}
	return series.take(ply)
}

// onWatchers passes on the number of watchers.
func (s *Session) onWatchers(now time.Time, w *wire.Watchers) error {
	if s.phase != watching && (s.phase != playing || s.cfg.Self == match.Host) {
		return unexpected("Watchers")
	}
	s.tellCount(now, w.GetCount())
	return nil
}

// mostWatchers returns the largest number of watchers that the host can have.
func (s *Session) mostWatchers() uint32 {
	if s.cfg.Refereed || s.series.atClub() {
		return mostAtClub
	}
	return maxWatchers
}

// tellCount emits the number of watchers, no more than are possible, unless the host exceeds its
// rate limit.
func (s *Session) tellCount(now time.Time, count uint32) {
	n := int(min(count, s.mostWatchers()))
	if n == s.audience || !s.news.Spend(now) {
		return
	}
	s.audience = n
	s.emit(match.Watchers{N: n})
}

// onTurnedAway ends the session: the host does not, or no longer, allow this end to watch.
func (s *Session) onTurnedAway(r *wire.Reject) {
	why := s.turnedAway(r)
	if r.GetCode() == wire.RejectCode_REJECT_CODE_TOO_MANY {
		why = note("gallery-full")
	}
	s.end(goodbye{note: why, err: fmt.Errorf("turned away: %s", r.GetCode())})
}

// stopWatching emits the end of a watcher's session. If only the connection is gone, another
// session continues.
func (s *Session) stopWatching(g goodbye) {
	w := s.watcher
	switch {
	case g.local:
		s.emit(match.PeerLeft{Reason: g.reason, Local: true, Note: note("stopped-watching")})
	case !w.known:
		s.emit(match.Failed{Note: g.note.Because(g.err)})
	case g.pause && w.rest == lineDown:
	case g.pause:
		w.rest = lineDown
		why := note("watch-dropped", s.peer)
		switch {
		case s.cfg.Refereed:
			why = note("club-watch-dropped")
		case g.reason.Keeps():
			why = note("watch-closed", s.peer)
		}
		s.emit(match.Paused{Note: why, Reason: g.reason})
	default:
		w.rest = goesOn
		if errors.Is(g.err, errDesync) {
			g.note = note("watch-desync", s.peer)
		}
		s.emit(match.PeerLeft{Reason: g.reason, Note: g.note})
	}
}

// onHostLeft ends the session. If the host keeps the game, another session may continue.
func (s *Session) onHostLeft(l *wire.Leave) {
	reason := reasonFromWire(l.GetReason())
	series := s.watcher.series
	s.end(goodbye{
		reason: reason, note: leftFor(s.peer, l.GetReason()),
		pause: l.GetReason() == wire.LeaveReason_LEAVE_REASON_TIMEOUT || reason.Keeps() && series != nil && series.running(),
		err:   fmt.Errorf("the host left: %s %q", l.GetReason(), match.CleanText(l.GetDetail())),
	})
}
