package netplay

import (
	"io"
	"log/slog"
	"sync"
	"time"

	"mancala/match"
	"mancala/rules"
)

// partingWait is how long Close waits for the goodbye to be handed to the system.
const partingWait = 250 * time.Millisecond

// link is what the host's and the guest's end have in common: a lock, the events, and the connection with the session.
type link struct {
	mu     sync.Mutex
	now    func() time.Time
	rand   io.Reader
	log    *slog.Logger
	events []match.Event
	conn   *conn // the one that is played on, or nil
	parted *conn // the last one that was played on, whose goodbye may still be on its way
	closed bool
}

func newLink(now func() time.Time, random io.Reader, log *slog.Logger) link {
	if now == nil {
		now = time.Now
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return link{now: now, rand: random, log: log}
}

// emit adds events, with mu held. A closed link has none.
func (l *link) emit(events ...match.Event) {
	if !l.closed {
		l.events = append(l.events, events...)
	}
}

// Events returns what has happened since the last call and forgets it.
func (l *link) Events() []match.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	events := l.events
	l.events = nil
	return events
}

// with lets f use the session, if there is one.
func (l *link) with(f func(s *Session) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == nil || l.closed {
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
	err := l.with(func(s *Session) error { return s.Play(h) })
	if err == ErrNoGame {
		return &match.PlyError{House: h, Err: match.ErrEnded}
	}
	return err
}

// Resign gives the current game up. Only this end's own party can.
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

// WithdrawRematch, takebacks and talk come with the series that outlives its connection.

// WithdrawRematch returns [match.ErrNothingAsked].
func (l *link) WithdrawRematch() error { return match.ErrNothingAsked }

// AskTakeback returns [match.ErrNothingToUndo].
func (l *link) AskTakeback(int) error { return match.ErrNothingToUndo }

// AnswerTakeback returns [match.ErrNothingAsked].
func (l *link) AnswerTakeback(bool) error { return match.ErrNothingAsked }

// WithdrawTakeback returns [match.ErrNothingAsked].
func (l *link) WithdrawTakeback() error { return match.ErrNothingAsked }

// Say returns [match.ErrNothingSaid].
func (l *link) Say(string) error { return match.ErrNothingSaid }

// WaitAgain does nothing: a host listens again by itself.
func (l *link) WaitAgain() {}

// NameWinner tells the peer under which name this end's win stands in the top scores.
func (l *link) NameWinner(name string) error {
	return l.with(func(s *Session) error { return s.NameWinner(name) })
}

// part says goodbye for good, with mu held, and returns the connection that is to be waited for, if there is one.
func (l *link) part() *conn {
	c := l.conn
	l.closed, l.events, l.conn = true, nil, nil
	if c == nil {
		return l.parted
	}
	c.session.Leave(match.ReasonClosed)
	c.flush()
	return c
}

// await gives the goodbye a moment to get out.
func (c *conn) await() {
	if c == nil {
		return
	}
	timer := time.NewTimer(partingWait)
	defer timer.Stop()
	select {
	case <-c.written:
	case <-timer.C:
	}
}
