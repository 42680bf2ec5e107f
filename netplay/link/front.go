// Package link plays a series of games across a network. [Host] waits for a guest, and [Join] is
// one; [Watch] only watches. Each returns a [table.Link], through which a front end states its
// wishes and receives events.
//
// Package session is the protocol, package table makes the decisions, and package admission admits
// guests: all are pure. This package is the shell around them: it owns the connections, goroutines
// and timers, and hands over the state to store.
package link

import (
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/session"
	"mancala/netplay/transport"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// partingWait is the longest time that Close waits for the other end to have taken the goodbye.
const partingWait = 2 * time.Second

// pauseWait is the time, in seconds, that a front end waits for a connection before it asks its
// person how to continue.
const pauseWait = 60

// maxMissed is how many events wait for Resumed, about as many as one connection may bring. An
// owner can break off before the last one that it has promised, and promise more on the next
// connection.
const maxMissed = 8192

// base is the common part of all links: a lock, the events, and the series that the front end
// shows.
type base struct {
	mu     sync.Mutex
	now    func() time.Time
	rand   io.Reader
	log    *slog.Logger
	keep   func(b match.Bookmark, stored func()) // nil keeps nothing
	amends func(id string, g rules.Game, r match.Result)
	proves func(text string) (where string) // nil keeps no evidence
	name   string                           // of this end's person
	addr   string                           // the address that the host listens at or the guest dials
	events []table.News
	woken  func() // called when there are events; may be nil
	front  *front // nil while no series is shown
	closed bool
}

// Common is the part of a configuration that all links have.
type Common struct {
	// Name is this person's name as shown to the others; [match.CleanName] is applied.
	Name string
	// AppVersion is the version of the program, for the other end's log.
	AppVersion string
	// Computer says that a computer plays at this end. A series keeps that from its beginning.
	Computer bool
	// Now is the clock; nil means the real one.
	Now func() time.Time
	// Rand is the source of random bytes; nil means crypto/rand.
	Rand io.Reader
	// Log receives details that are not for the player; nil means nowhere.
	Log *slog.Logger
	// Keep is called after every change with the state to store, so that the series can be resumed
	// after a restart. A bookmark that is over leaves nothing to resume. If stored is not nil, call
	// it from another goroutine once the bookmark is on the disk: only then does the other end
	// learn of the change. Keep must not block or call the link; nil keeps nothing.
	Keep func(b match.Bookmark, stored func())
	// Amend is called if the other end shows that a game left by this end's person has ended, or
	// has ended otherwise. It must not block or call the link; nil ignores that.
	Amend func(id string, g rules.Game, r match.Result)
	// Evidence is called with a proof, at most 64 KiB of text, if the other end has lied in a
	// series. It returns the name of the proof's file for the person, or "" if there is none. It
	// must not block or call the link; nil keeps no evidence.
	Evidence func(text string) (where string)
	// Notify is called when there are new events, with a lock of the link held: it must not block
	// or call the link. With nil, the caller polls for events.
	Notify func()
	// Insecure leaves encryption out. Both ends have to do so.
	Insecure bool
}

func newBase(c *Common) base {
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Rand == nil {
		c.Rand = rand.Reader
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return base{now: c.Now, rand: c.Rand, log: c.Log, keep: c.Keep, amends: c.Amend, proves: c.Evidence, name: c.Name, woken: c.Notify}
}

// emit adds events, with mu held. A closed link drops them.
func (b *base) emit(events ...table.News) {
	if !b.closed && len(events) > 0 {
		b.events = append(b.events, events...)
		if b.woken != nil {
			b.woken()
		}
	}
}

// Events returns the events since the last call.
func (b *base) Events() []table.News {
	b.mu.Lock()
	defer b.mu.Unlock()
	events := b.events
	b.events = nil
	return events
}

// save hands over the state to store, and calls stored at once if nothing is kept.
func (b *base) save(mark match.Bookmark, stored func()) {
	switch {
	case b.keep != nil:
		b.keep(mark, stored)
	case stored != nil:
		go stored()
	}
}

// front is the part of a series that the front end has seen.
type front struct {
	view     table.Perspective
	state    *table.State
	peer     string
	computer bool // the peer is a computer
	safety   match.Security
	paused   bool
	away     bool         // while it is paused: the other end has said goodbye
	missed   []table.News // that came while the series was paused, and are shown behind Resumed
	left     bool         // PeerLeft was the last event
	asks     bool         // shows nothing, and only asks whether the series has ended
}

func newFront(s *session.Series, r *route) *front {
	return &front{view: s.View(), state: s.State(), peer: s.Peer(), computer: s.Computer(), safety: transport.SecurityOf(r.host, r.byCode)}
}

// refusal returns the error of a wish that this end's person has made; nil stays nil.
func (f *front) refusal(k table.Kind, arg uint32, err error) error {
	switch {
	case err == nil:
		return nil
	case f.paused:
		return table.Away
	}
	return f.view.Refusal(f.state, k, arg, err)
}

// opened shows a resumed series.
func (b *base) opened(f *front, addr string) {
	b.front = f
	b.connected(f, addr)
	b.emit(f.view.Open(nil, f.state)...)
	b.pause(note("kept", f.peer), table.ReasonUnspecified)
}

// connected shows who plays.
func (b *base) connected(f *front, addr string) {
	b.emit(table.Connected{
		Peer: f.peer, Computer: f.computer, Addr: addr, Self: f.view.Party(f.view.Self), Variant: f.view.Terms.Variant, Security: f.safety, Club: f.view.Terms.Club,
	})
}

// pause shows that the connection is gone.
func (b *base) pause(n *rules.Note, reason table.Reason) {
	if f := b.front; f != nil && !f.paused && !f.left {
		f.paused = true
		b.emit(table.Paused{Note: n, Reason: reason, Wait: pauseWait})
	}
}

// resume shows that the connection is back, and the missed changes.
func (b *base) resume(n *rules.Note) {
	if f := b.front; f != nil && f.paused && !f.left {
		f.paused, f.away = false, false
		b.emit(table.Resumed{Note: n, Security: f.safety})
		b.emit(f.missed...)
		f.missed = nil
	}
}

// catchUp shows the missed changes, if any.
func (b *base) catchUp() {
	if f := b.front; f != nil && len(f.missed) > 0 {
		b.resume(nil)
	}
}

// change shows a change of a series.
func (b *base) change(f *front, c *table.Change) {
	if f.left {
		b.amend(f, c)
		return
	}
	events := f.view.Events(nil, c)
	ends := c.Event.N != 0 && c.Event.Final()
	if ends {
		events = append(events, f.partsFor(c))
	}
	if f.paused { // a prediction, too: each piece of news has the whole series, and comes in turn
		f.missed = append(f.missed, events...)
		if events = nil; len(f.missed) > maxMissed {
			events, f.missed = f.missed, nil
		}
	}
	b.emit(events...)
	if ends {
		b.catchUp()
		f.left = true
	}
}

// amend reports another ending of a game that its person had left.
func (b *base) amend(f *front, c *table.Change) {
	if !c.Over || b.amends == nil {
		return
	}
	if m := c.Series.Match(); m.Result().Ending != match.Abandoned || f.asks {
		b.amends(f.view.GameID(uint32(c.Series.Number())), m.Game(), m.Result())
	}
}

// partsFor returns the last event of a series that an event has ended.
func (f *front) partsFor(c *table.Change) table.PeerLeft {
	reason := wire.LeaveReason(c.Event.Arg)
	left := table.PeerLeft{Reason: reasonFromWire(reason), Local: c.Event.By == f.view.Self}
	switch {
	case f.view.Terms.Club && !left.Local:
		left.Reason, left.Note = table.ReasonQuit, f.endedAtClub(c)
	case left.Local && reason == wire.LeaveReason_LEAVE_REASON_REMOVED:
		left.Reason, left.Note = table.ReasonLater, note("you-removed", f.peer)
	case left.Local:
		left.Note = leftHere(left.Reason, false)
	case reason == wire.LeaveReason_LEAVE_REASON_REMOVED:
		left.Reason, left.Note = table.ReasonLater, note("removed", f.peer)
	case c.Over && f.view.Self == table.A:
		left.Note = note("guest-ended", f.peer)
	case c.Over:
		left.Note = note("host-ended", f.peer)
	default:
		left.Note = leftFor(f.peer, reason)
	}
	return left
}

// part shows that a series does not continue here. Unless it is kept, a running game ends as how
// says.
func (b *base) part(left table.PeerLeft, how match.Ending) {
	f := b.front
	if f == nil || f.left {
		return
	}
	b.catchUp()
	if !left.Kept {
		by := f.view.Party(f.view.Self)
		if !left.Local {
			by = by.Other()
		}
		b.emit(f.view.Abort(nil, f.state, how, by)...)
	}
	b.emit(left)
	f.left = true
}

// desynced shows that one end accuses the other. If this end accuses, it keeps the evidence: the
// other end's frame and this end's record.
func (b *base) desynced(e *session.Ended, r *table.Record) {
	f := b.front
	if f == nil {
		return
	}
	b.log.Warn("the series has ended desynced", "reason", e.Err, "evidence", e.Frame)
	accused := e.Frame == nil
	said := lieNote(f.peer, e.Lie, accused).Because(e.Err)
	if !accused && !f.left && b.proves != nil {
		if where := b.proves(b.evidence(f, e, r)); where != "" {
			said = note("lie-kept", said, where).Because(e.Err)
		}
	}
	b.part(table.PeerLeft{Note: said}, match.Desynced)
}

// running reports whether a game of a series runs, as far as it is decided.
func running(s *table.State) bool {
	if s.Series == nil || s.Closed.N != 0 {
		return false
	}
	m := s.Series.Match()
	return m.Running() || m.Plies() > s.Plies() // the last ply may be predicted
}

// played reports whether a seat has made a ply in a series.
func played(s *table.State, seat table.Seat) bool {
	if s.Series == nil {
		return false
	}
	m := s.Series.Match()
	for n := 1; n <= s.Plies(); n++ {
		if _, sowing := m.Ply(n); s.Seat(sowing.Mover) == seat {
			return true
		}
	}
	return s.Series.Number() > 1
}

// Reasons why a link refuses its person's wish, besides the errors of package table. Compare with
// errors.Is.
var (
	// ErrNoOffer says that there are no rules to agree to.
	ErrNoOffer = errors.New("no rules are waiting to be accepted")
	// ErrNoGame says that there is no peer to play with.
	ErrNoGame = errors.New("there is no game")
	// ErrNotWinner says that this end has not won the last game, or has named its winner before.
	ErrNotWinner = errors.New("this side has not won a game that still needs a name")
)

// wishes are the methods of a player's link for its person's wishes.
type wishes struct {
	// make makes a wish. Only a ply and a request to take plies back have an arg.
	make func(k table.Kind, arg uint32, text string) error
	self match.Party
}

// Wish makes a wish of this end's person. While the series is paused, the name of a winner waits
// for the resume.
func (w wishes) Wish(by match.Party, k table.Kind, arg int, text string) error {
	if by != w.self { // only this end's own party is here
		return match.ErrOutOfTurn
	}
	switch k {
	case table.KindPly:
		err := w.make(k, uint32(arg), "")
		switch {
		case errors.Is(err, ErrNoGame):
			err = &match.PlyError{House: rules.House(arg), Err: match.ErrEnded}
		case errors.Is(err, table.Away) && !errors.As(err, new(*match.PlyError)):
			err = &match.PlyError{House: rules.House(arg), Err: table.Away}
		}
		return err
	case table.KindSay:
		if text = match.CleanTalk(text); text == "" {
			return table.NotClean
		}
	case table.KindName:
		if w.make(k, 0, match.NameOr(text, w.self)) != nil {
			return ErrNotWinner
		}
		return nil
	}
	return w.make(k, uint32(arg), text)
}
