package netplay

import (
	"crypto/rand"
	"io"
	"log/slog"
	"sync"
	"time"

	"mancala/match"
	"mancala/rules"
)

// partingWait is the longest time that Close waits for the system to take the goodbye.
const partingWait = 250 * time.Millisecond

// link is the common part of the host's and the guest's end: a lock, the events, the series, and
// the connection that it is played across.
type link struct {
	mu     sync.Mutex
	now    func() time.Time
	rand   io.Reader
	log    *slog.Logger
	store  func(b match.Bookmark, stored func()) // nil stores nothing
	addr   string                                // the address that the host listens at or the guest dials
	events []match.Event
	woken  func()  // called when there are events; may be nil
	news   bool    // there has been an event since news was last set to false
	series *Series // begun; paused, if conn is nil
	conn   *conn   // the one that is played on, or nil
	parted *conn   // the last one that was played on; its goodbye may still be on its way
	closed bool
}

func newLink(now func() time.Time, random io.Reader, log *slog.Logger, keep func(match.Bookmark)) link {
	if now == nil {
		now = time.Now
	}
	if random == nil {
		random = rand.Reader
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	var store func(match.Bookmark, func())
	if keep != nil {
		store = func(b match.Bookmark, _ func()) { keep(b) }
	}
	return link{now: now, rand: random, log: log, store: store}
}

// emit adds events, with mu held. A closed link drops them.
func (l *link) emit(events ...match.Event) {
	if !l.closed && len(events) > 0 {
		l.events, l.news = append(l.events, events...), true
		if l.woken != nil {
			l.woken()
		}
	}
}

// take handles the output of a session, with mu held.
func (l *link) take(c *conn, out Output) {
	stored := func() {}
	if out.Keep && c.session.cfg.StoreFirst {
		stored = func() { c.update(func(time.Time) { c.session.Stored(out.Mark) }) }
	}
	l.takeFrom(c.session.series, out.Events, out.Keep, stored)
}

// takeFrom handles the events of a series, or of the session that plays it, with mu held. Stored is
// called when a changed series is stored.
func (l *link) takeFrom(s *Series, events []match.Event, changed bool, stored func()) {
	l.emit(events...)
	if changed && s != nil && l.store != nil {
		l.store(s.bookmark(l.addr), stored)
	}
}

// takeSeries handles the events of a series that no session plays.
func (l *link) takeSeries() {
	events, changed := l.series.drain()
	l.takeFrom(l.series, events, changed, func() {})
}

// Events returns the events since the last call.
func (l *link) Events() []match.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	events := l.events
	l.events = nil
	return events
}

// with calls f with the session, if there is one.
func (l *link) with(f func(s *Session) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.closed:
		return ErrNoGame
	case l.conn == nil && l.series != nil:
		return match.ErrPaused
	case l.conn == nil:
		return ErrNoGame
	}
	c := l.conn
	err := f(c.session)
	c.flush()
	return err
}

// Accept agrees to the rules of an Offered event and begins the first game.
func (l *link) Accept() error { return l.with((*Session).Accept) }

// Play plays a house for this end.
func (l *link) Play(h rules.House) error {
	err := l.with(func(s *Session) error {
		err := s.Play(h)
		if err == nil {
			s.played(l.now())
		}
		return err
	})
	switch err {
	case ErrNoGame:
		return &match.PlyError{House: h, Err: match.ErrEnded}
	case match.ErrPaused:
		return &match.PlyError{House: h, Err: match.ErrPaused}
	}
	return err
}

// Resign resigns the current game. Only this end's own party can resign.
func (l *link) Resign(p match.Party) error {
	return l.with(func(s *Session) error {
		if p != s.cfg.Self {
			return match.ErrOutOfTurn
		}
		return s.Resign()
	})
}

// Rematch asks for the next game, or agrees to one that the peer has asked for.
func (l *link) Rematch() error { return l.with((*Session).Rematch) }

// WithdrawRematch withdraws a wish for the next game.
func (l *link) WithdrawRematch() error { return l.with((*Session).WithdrawRematch) }

// AskTakeback asks the peer to go back to the position after the first n plies.
func (l *link) AskTakeback(n int) error {
	return l.with(func(s *Session) error { return s.AskTakeback(n) })
}

// AnswerTakeback grants or refuses the peer's request.
func (l *link) AnswerTakeback(grant bool) error {
	return l.with(func(s *Session) error { return s.AnswerTakeback(grant) })
}

// WithdrawTakeback withdraws this end's own request.
func (l *link) WithdrawTakeback() error { return l.with((*Session).WithdrawTakeback) }

// Say sends a line to the peer.
func (l *link) Say(text string) error {
	return l.with(func(s *Session) error { return s.Say(l.now(), text) })
}

// NameWinner tells the peer the name under which this end's win stands in the top scores. While the
// series is paused, it waits for the resume.
func (l *link) NameWinner(name string) error {
	err := l.with(func(s *Session) error { return s.NameWinner(name) })
	if err != match.ErrPaused {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.series == nil || !l.series.nameWinner(l.series.last.number, l.series.self, name) {
		return ErrNotWinner
	}
	l.takeSeries()
	return nil
}

// leave says goodbye with a reason, with mu held, and reports whether there was a peer or a series
// to leave.
func (l *link) leave(reason match.Reason) bool {
	switch {
	case l.closed:
		return false
	case l.conn != nil:
		c := l.conn
		c.session.Leave(reason)
		c.flush()
		return true
	case l.series == nil:
		return false
	case reason.Keeps() && l.series.running():
		l.series.leave(goodbye{reason: reason, note: leftHere(reason, true)})
	default:
		l.series.finish(goodbye{local: true, reason: reason, note: leftHere(reason, false)})
	}
	l.takeSeries()
	return true
}

// part says goodbye for good, with mu held, and returns the connection whose last writes Close has
// to wait for, or nil.
func (l *link) part() *conn {
	c := l.conn
	if c == nil {
		c = l.parted
	}
	if l.conn != nil || l.series != nil && !l.series.running() { // a paused game stays as it is
		l.leave(match.ReasonClosed)
	}
	l.closed, l.events, l.conn = true, nil, nil
	return c
}

// await gives goodbyes a moment to be written. A connection may be nil.
func await(parting []*conn) {
	timer := time.NewTimer(partingWait)
	defer timer.Stop()
	for _, c := range parting {
		if c == nil {
			continue
		}
		select {
		case <-c.written:
		case <-timer.C:
			return
		}
	}
}
