package table

import (
	"errors"
	"time"
)

// Reasons of a [Server] for the end of a line. Compare with errors.Is; an error of an [Owner] is
// also possible.
var (
	// ErrReplaced says that the player has come on another connection, or with another device.
	ErrReplaced = errors.New("the player has come on another connection")
	// ErrLater says that a later attempt of the player's program has the seat.
	ErrLater = errors.New("the player has come with too many devices, or on a later connection")
	// ErrMoved says that another node owns the table; the player's program dials again at once.
	ErrMoved = errors.New("the table is moving to another node")
)

// lateAttempt is for how long a line protects its seat against earlier attempts of its own program.
// Attempts are late by seconds; after that, a number says only that a clock was wrong.
const lateAttempt = 30 * time.Second

// Line is the connection of a player at another program. A [Server] only compares lines; its caller
// sends the messages. They must be comparable.
type Line interface {
	// Tell passes a message on to the player's program, and must not wait. The last event was sent
	// that long ago, if a clock has run since. The message is valid until Tell returns; the event
	// and the snapshot in it are never changed.
	Tell(m *Message, ago time.Duration)
}

// Topic is what a [Message] is about.
type Topic uint8

// The topics, with the fields of a [Message] that belong to them.
const (
	// TellFollowing answers a Follow, with Following. The events behind the follower's own come
	// next, if there are any; between friends the follower may have to hand back events first.
	TellFollowing Topic = iota + 1
	TellEvent           // Event and its Tag
	TellRefused         // Refused
	TellSnapshot        // Snapshot: a device begins that has come with a ticket
	TellPresence        // Absent: the other player is not there; a new line takes them to be
	TellWatched         // Watched, the number of watchers; a new line assumes none
	TellLeave           // Why, the reason for which the connection ends
)

// Message is what a [Server] tells a line.
type Message struct {
	Topic     Topic
	Absent    bool
	Tag       Tag
	Following Following
	Refused   Refused
	Watched   int
	Event     *Event
	Snapshot  *Snapshot
	Why       error

	to Line
	do func() // called in place of a line, if it is not nil
}

// Send passes the message on to its line. The last event was sent that long ago, if a clock has run
// since.
func (m *Message) Send(ago time.Duration) {
	if m.do != nil {
		m.do()
		return
	}
	m.to.Tell(m, ago)
}

// place is the seat of a player at another program.
type place struct {
	line    Line      // nil while the player is away
	live    bool      // it gets events; otherwise it is to hand back the events up to n
	n       uint32    // the last event that the follower had
	alone   bool      // it was told that the other player is not there
	watched int       // it was told that so many watch
	attempt uint64    // of the line's program, when it came; 0 if it has no number
	came    time.Time // when it did
}

// Server is a table with the lines of its players: a friend's, or a club's. It brings decisions of
// an [Owner] to the lines of the seats in other programs, says who sits there, and has a player's
// later connection replace an earlier one. It is pure: the caller sends its messages once all that
// was decided before is stored. Make one with [NewServer].
type Server struct {
	*Owner
	decided  func(c *Change, now time.Time)
	seats    [2]place
	watchers int
	out      []Message
	sent     []Message // the messages of the last Stored, to be used again
}

// NewServer returns the server of an owner without lines. It calls decided with each event, and
// with each wish of this program that does not become one, before anything is sent.
func NewServer(o *Owner, decided func(c *Change, now time.Time)) *Server {
	return &Server{Owner: o, decided: decided}
}

// Line returns the line of a seat, nil while its player is away.
func (s *Server) Line(by Seat) Line { return s.seats[by-A].line }

// Live reports whether the line of a seat gets events.
func (s *Server) Live(by Seat) bool { return s.seats[by-A].line != nil && s.seats[by-A].live }

// Here reports whether a player is there: in this program, or on a line.
func (s *Server) Here(by Seat) bool { return s.local[by-A] || s.seats[by-A].line != nil }

// Has reports whether a line is that of a seat.
func (s *Server) Has(by Seat, l Line) bool { return l != nil && s.seats[by-A].line == l }

// Watched says how many people watch.
func (s *Server) Watched(n int) { s.watchers = n }

// Then calls do once all that was decided before is stored and sent.
func (s *Server) Then(do func()) { s.out = append(s.out, Message{do: do}) }

// tell sends a message to a line, once all that was decided before is stored.
func (s *Server) tell(l Line, m Message) {
	m.to = l
	s.out = append(s.out, m)
}

// End ends a line that has no seat.
func (s *Server) End(l Line, why error) { s.tell(l, Message{Topic: TellLeave, Why: why}) }

// take passes the owner's decisions on.
func (s *Server) take(outs []Out, now time.Time) {
	for i := range outs {
		switch out := &outs[i]; {
		case out.Change != nil:
			s.event(out, now)
		case out.Following != nil:
			s.following(out.To, *out.Following)
		case out.Refused != nil:
			if l := s.seats[out.To-A].line; l != nil {
				s.tell(l, Message{Topic: TellRefused, Refused: *out.Refused})
			}
		}
	}
}

func (s *Server) event(out *Out, now time.Time) {
	e := &out.Change.Event
	for i := range s.seats {
		if l := s.seats[i].line; l != nil && s.seats[i].live && e.N != 0 {
			s.tell(l, Message{Topic: TellEvent, Event: e, Tag: out.Tag})
		}
	}
	s.decided(out.Change, now)
}

// following answers a line that follows, or has handed back events. It gets the events that it
// lacks.
func (s *Server) following(by Seat, f Following) {
	p := &s.seats[by-A]
	s.tell(p.line, Message{Topic: TellFollowing, Following: f})
	if p.live = f.N >= p.n; !p.live {
		return
	}
	for _, e := range s.Since(p.n) {
		s.tell(p.line, Message{Topic: TellEvent, Event: &e, Tag: s.Tag(e.N)})
	}
}

// seat gives a seat to a line, in place of any other.
func (s *Server) seat(by Seat, p place) {
	if old := s.seats[by-A].line; old != nil {
		s.End(old, ErrReplaced)
	}
	s.seats[by-A] = p
}

// Outrun returns the time for which a line keeps its seat against an attempt, because a later one
// has brought it: attempts come in another order than their program has made them, and it has given
// the earlier ones up. It is zero if the attempt may have the seat.
func (s *Server) Outrun(by Seat, attempt uint64, now time.Time) time.Duration {
	p := &s.seats[by-A]
	if p.line == nil || attempt == 0 || attempt >= p.attempt {
		return 0
	}
	return max(p.came.Add(lateAttempt).Sub(now), 0)
}

// Join seats a follower that begins: before the first event, or, at a club, with a snapshot of now.
// An attempt of its program has a larger number than those before; 0 is none. The error is
// [ErrNoSeries]; another line of the seat stays then.
func (s *Server) Join(by Seat, l Line, attempt uint64, now time.Time) error {
	if err := s.Owner.Join(by); err != nil {
		return err
	}
	s.seat(by, place{line: l, live: true, attempt: attempt, came: now})
	if s.State().N > 0 {
		snap := s.State().Snapshot()
		s.tell(l, Message{Topic: TellSnapshot, Snapshot: &snap})
	}
	return nil
}

// Follow seats a follower with n events and the chain h. The error is [ErrLater], or that of
// [Owner.Attach]; another line of the seat stays then.
func (s *Server) Follow(by Seat, l Line, attempt uint64, n uint32, h Chain, now time.Time) error {
	if s.Outrun(by, attempt, now) > 0 {
		return ErrLater
	}
	outs, err := s.Attach(by, n, h, now)
	if err != nil {
		return err
	}
	s.seat(by, place{line: l, n: n, attempt: attempt, came: now})
	s.take(outs, now)
	return nil
}

// HandBack adopts events that a line hands back; see [Owner.HandBack].
func (s *Server) HandBack(by Seat, events []Event, tag Tag, now time.Time) error {
	outs, err := s.Owner.HandBack(by, events, tag, now)
	s.take(outs, now)
	return err
}

// Wish decides a wish from a line; see [Owner.Wish].
func (s *Server) Wish(by Seat, w Wish, now time.Time) error {
	outs, err := s.Owner.Wish(by, w, now)
	s.take(outs, now)
	return err
}

// Acked takes an acknowledgement of a line; see [Owner.Acked].
func (s *Server) Acked(by Seat, n uint32, now time.Time) error {
	outs, err := s.Owner.Acked(by, n, now)
	s.take(outs, now)
	return err
}

// Local decides a wish of a player in this program; see [Owner.Local].
func (s *Server) Local(by Seat, k Kind, arg uint32, text string, now time.Time) error {
	outs, err := s.Owner.Local(by, k, arg, text, now)
	s.take(outs, now)
	return err
}

// Rule decides something for the owner; see [Owner.Rule].
func (s *Server) Rule(k Kind, arg uint32, text string, now time.Time) error {
	outs, err := s.Owner.Rule(k, arg, text, now)
	s.take(outs, now)
	return err
}

// Tick tells the time; see [Owner.Tick].
func (s *Server) Tick(now time.Time) { s.take(s.Owner.Tick(now), now) }

// Leave ends the line of a seat, if there is one, and reports whether there was.
func (s *Server) Leave(by Seat, why error) bool {
	l := s.seats[by-A].line
	if l == nil {
		return false
	}
	s.End(l, why)
	return s.Cut(by, l)
}

// Cut takes in that a line has ended, and reports whether it had the seat.
func (s *Server) Cut(by Seat, l Line) bool {
	if !s.Has(by, l) {
		return false
	}
	s.Detach(by)
	s.seats[by-A] = place{}
	return true
}

// keptMessages is how many messages a server keeps room for. One who has missed much gets more at
// once, which is rare.
const keptMessages = 64

// Stored says that all decisions are stored, and returns the messages to send now, in order. They
// are valid until the next call.
func (s *Server) Stored() []Message {
	s.tellOthers()
	clear(s.sent)
	s.out, s.sent = s.sent[:0], s.out
	if cap(s.out) > keptMessages {
		s.out = nil
	}
	return s.sent
}

// tellOthers tells the players whether the other one is there, and how many people watch.
func (s *Server) tellOthers() {
	for i := range s.seats {
		p, absent := &s.seats[i], !s.Here(A+Seat(1-i))
		if p.line == nil || !p.live || s.State().N == 0 {
			continue
		}
		if p.alone != absent {
			p.alone = absent
			s.tell(p.line, Message{Topic: TellPresence, Absent: absent})
		}
		if p.watched != s.watchers {
			p.watched = s.watchers
			s.tell(p.line, Message{Topic: TellWatched, Watched: p.watched})
		}
	}
}
