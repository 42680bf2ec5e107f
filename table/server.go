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
)

// lateAttempt is for how long a line protects its seat against earlier attempts of its own program.
// Attempts are late by seconds; after that, a number says only that a clock was wrong.
const lateAttempt = 30 * time.Second

// Line is the connection of a player at another program. A [Server] only compares lines; its caller
// calls them. They must be comparable, and their methods must not wait.
type Line interface {
	// Following answers a Follow. The events behind the follower's own come next, if there are any;
	// between friends the follower may have to hand back events first. The last event was sent that
	// long ago, if a clock has run since.
	Following(f Following, ago time.Duration)
	// Event hands on an event with its tag.
	Event(*Event, Tag)
	Refused(Refused)
	// Snapshot is how a device begins that has come with a ticket.
	Snapshot(s *Snapshot, ago time.Duration)
	// Presence says whether the other player is there. A new line takes them to be.
	Presence(absent bool)
	// Watched sends the number of watchers. A new line assumes none.
	Watched(n int)
	// Leave ends the connection.
	Leave(why error)
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
// later connection replace an earlier one. It is pure: what is to be sent are functions, which the
// caller calls once all that was decided before is stored. Make one with [NewServer].
type Server struct {
	*Owner
	decided  func(c *Change, now time.Time)
	seats    [2]place
	watchers int
	out      []func(ago time.Duration)
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

// Tell sends something, once all that was decided before is stored. Its argument is how long ago
// the last event was sent, if a clock has run since.
func (s *Server) Tell(send func(ago time.Duration)) { s.out = append(s.out, send) }

// End ends a line that has no seat.
func (s *Server) End(l Line, why error) { s.Tell(func(time.Duration) { l.Leave(why) }) }

// take passes the owner's decisions on.
func (s *Server) take(outs []Out, now time.Time) {
	for i := range outs {
		switch out := &outs[i]; {
		case out.Change != nil:
			s.event(out, now)
		case out.Following != nil:
			s.following(out.To, *out.Following)
		case out.Refused != nil:
			if l, r := s.seats[out.To-A].line, *out.Refused; l != nil {
				s.Tell(func(time.Duration) { l.Refused(r) })
			}
		}
	}
}

func (s *Server) event(out *Out, now time.Time) {
	e, tag := &out.Change.Event, out.Tag
	for i := range s.seats {
		if l := s.seats[i].line; l != nil && s.seats[i].live && e.N != 0 {
			s.Tell(func(time.Duration) { l.Event(e, tag) })
		}
	}
	s.decided(out.Change, now)
}

// following answers a line that follows, or has handed back events. It gets the events that it
// lacks.
func (s *Server) following(by Seat, f Following) {
	p := &s.seats[by-A]
	l := p.line
	s.Tell(func(ago time.Duration) { l.Following(f, ago) })
	if p.live = f.N >= p.n; !p.live {
		return
	}
	for _, e := range s.Since(p.n) {
		tag := s.Tag(e.N)
		s.Tell(func(time.Duration) { l.Event(&e, tag) })
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
		s.Tell(func(ago time.Duration) { l.Snapshot(&snap, ago) })
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

// Stored says that all decisions are stored, and returns the messages to send now.
func (s *Server) Stored() []func(ago time.Duration) {
	s.tellOthers()
	out := s.out
	s.out = nil
	return out
}

// tellOthers tells the players whether the other one is there, and how many people watch.
func (s *Server) tellOthers() {
	for i := range s.seats {
		p, absent, watchers := &s.seats[i], !s.Here(A+Seat(1-i)), s.watchers
		l := p.line
		if l == nil || !p.live || s.State().N == 0 {
			continue
		}
		if p.alone != absent {
			p.alone = absent
			s.Tell(func(time.Duration) { l.Presence(absent) })
		}
		if p.watched != watchers {
			p.watched = watchers
			s.Tell(func(time.Duration) { l.Watched(watchers) })
		}
	}
}
