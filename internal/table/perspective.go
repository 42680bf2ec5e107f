package table

import (
	"errors"

	"mancala/internal/match"
	"mancala/rules"
)

// Perspective turns the changes of a series into the events of a [Link], as one end sees
// them. It has no state, so make one whenever needed. A link uses it so:
//
//   - When a series begins or resumes, the link itself sends Connected, because only it knows
//     the names and addresses, and then the events of [Perspective.Open]. At the beginning of a
//     series Open returns none: the game comes with the change of its first event.
//   - Each [Change] of [Owner] (in an [Out]), of [Follower] or of [State.Watch] goes through
//     [Perspective.Events], in order of arrival.
//   - Link.Wish makes its wish with [Follower.Wish] or [Owner.Local], and returns the error through
//     [Perspective.Refusal].
//   - [Perspective.Abort] ends the game only at this end, as after a [Lie].
//
// The link itself adds the events of the connection: Paused, Resumed (counting the
// changes with Remembered and Withdrawn for its note), PeerAbsent, Watchers, and
// PeerLeft after the events of KindEnd. Dropped wishes have no events: their shown effects
// are taken back, or the change shows their replacement.
//
// At a club each player sees themselves as the guest, and the other player as the host. That is the
// only difference between the perspectives of two ends, and this type makes it.
type Perspective struct {
	// Terms are the terms of the series.
	Terms Terms
	// Self is the seat at this end: A if both are, and Nobody if this end watches.
	Self Seat
	// Both says that both seats are at this end, so neither asks the other for the next game.
	Both bool
	// Name names the series, if its name differs from the terms.
	Name string
}

// Party returns the party that a seat is in the events.
func (p Perspective) Party(s Seat) match.Party {
	if p.flipped() {
		return s.Other().Party()
	}
	return s.Party()
}

// Seat returns the seat of a party.
func (p Perspective) Seat(party match.Party) Seat {
	if p.flipped() {
		return SeatOf(party.Other())
	}
	return SeatOf(party)
}

func (p Perspective) flipped() bool { return p.Terms.Club && p.Self == A }

// GameID returns the name of a game.
func (p Perspective) GameID(number uint32) string {
	name := p.Name
	if name == "" {
		name = p.Terms.Name()
	}
	return match.GameID(name, int(number))
}

// Events appends the events of a change.
func (p Perspective) Events(to []News, c *Change) []News {
	e := &c.Event
	if c.Rewound && e.Kind != KindGrant {
		to = append(to, p.rewound(c))
	}
	switch {
	case c.Predicted:
		return append(to, Played{p.seen(&c.Series)})
	case e.N == 0:
		return to
	case e.Kind == KindPly:
		to = p.ply(to, c)
	default:
		to = p.decided(to, c)
	}
	if c.Over {
		to = append(to, GameOver{Series: p.seen(&c.Series), By: p.ender(c)})
	}
	if c.Began {
		to = append(to, p.game(&c.Series, c.Event.Kind == KindBegin && c.Event.Arg&Tossed != 0))
	}
	if p.Terms.Time.Timed() {
		to = append(to, Clocked{Clocks: c.Clocks})
	}
	return to
}

// ply appends the events of a ply that has become an event.
func (p Perspective) ply(to []News, c *Change) []News {
	if c.Denied {
		to = append(to, TakebackAnswered{By: p.Party(c.Event.By)})
	}
	if !c.Confirmed {
		to = append(to, Played{p.seen(&c.Series)})
	}
	return to
}

// decided appends the events of a wish other than a ply, except the end and the beginning of a
// game.
func (p Perspective) decided(to []News, c *Change) []News {
	e := &c.Event
	if e.By == Nobody {
		return to
	}
	by := p.Party(e.By)
	switch e.Kind {
	case KindAsk:
		return append(to, TakebackAsked{By: by, Plies: int(e.Arg)})
	case KindUnask:
		return append(to, TakebackWithdrawn{By: by})
	case KindGrant:
		return append(to, TakebackAnswered{By: by, Granted: true}, p.rewound(c))
	case KindDeny:
		return append(to, TakebackAnswered{By: by})
	case KindWant:
		if !p.Both {
			to = append(to, RematchWanted{By: by})
		}
	case KindUnwant:
		return append(to, RematchWithdrawn{By: by})
	case KindName:
		if e.By != p.Self && !p.Both {
			return append(to, WinnerNamed{GameID: p.GameID(e.Game), Name: match.NameOr(e.Text, by)})
		}
	case KindSay:
		if text := match.CleanTalk(e.Text); text != "" {
			return append(to, Said{By: by, Text: text})
		}
	}
	return to
}

// rewound returns the event of plies that were taken back. Its note is about plies of this end that
// were shown and did not come true.
func (p Perspective) rewound(c *Change) Rewound {
	e := Rewound{Series: p.seen(c.Series.Back(c.BackTo))}
	if c.Withdrawn > 0 {
		e.Note = rules.NewNote("match.withdrawn", c.Withdrawn)
	}
	return e
}

// ender returns the party that GameOver names.
func (p Perspective) ender(c *Change) match.Party {
	switch e := &c.Event; {
	case e.Kind == KindTimeOut:
		return p.Party(Seat(e.Arg))
	case e.Kind == KindPly || e.By == Nobody:
		return match.Host
	}
	return p.Party(c.Event.By)
}

// seen returns a copy of a series with the parties as this end sees them.
func (p Perspective) seen(s *match.Series) *match.Series {
	if p.flipped() {
		return s.Swapped()
	}
	return s.Copy()
}

// game returns the event of a game that begins, or goes on.
func (p Perspective) game(s *match.Series, tossed bool) GameStarted {
	return GameStarted{
		ID: p.GameID(uint32(s.Number())), Series: p.seen(s), Tossed: tossed, Self: s.Side(max(p.Self, A).Party()),
	}
}

// Open appends the events that show a series as it is now, with the predicted plies.
func (p Perspective) Open(to []News, s *State) []News {
	if s.Series == nil {
		return to
	}
	started := p.game(s.Series, false)
	to = append(to, started)
	if !s.decided().running() {
		to = append(to, GameOver{Series: started.Series, By: p.endedBy(s)})
	}
	for by := A; by <= B; by++ {
		if s.Wants[by-A] {
			to = append(to, RematchWanted{By: p.Party(by)})
		}
	}
	if s.Ask.N != 0 {
		to = append(to, TakebackAsked{By: p.Party(s.Ask.By), Plies: int(s.Ask.Left)})
	}
	if s.Terms.Time.Timed() {
		to = append(to, Clocked{Clocks: s.Clocks})
	}
	return to
}

// endedBy returns the party that GameOver names for a game that has ended.
func (p Perspective) endedBy(s *State) match.Party {
	r := s.Series.Match().Result()
	winner, won := r.Winner()
	switch {
	case won && (r.Ending == match.Resigned || r.Ending == match.TimedOut):
		return p.Party(s.Seat(winner.Opponent()))
	case r.Ending == match.Abandoned && s.Closed.By != Nobody:
		return p.Party(s.Closed.By)
	}
	return match.Host
}

// Abort appends the events of a running game that ends only at this end, because of a party:
// match.Desynced or match.Abandoned. Undecided plies do not count.
func (p Perspective) Abort(to []News, s *State, cause match.Ending, by match.Party) []News {
	v := s.decided()
	if !v.running() {
		return to
	}
	at := s.Series.Back(v.plies)
	if s.ahead > 0 {
		to = append(to, Rewound{Series: p.seen(at)})
	}
	_ = at.Match().Abort(cause) // it runs
	return append(to, GameOver{Series: p.seen(at), By: by})
}

// Refusal returns the result of [Link.Wish] for a wish, with this Arg, that was refused with err at
// an end with this state. A refused ply is a [*match.PlyError]. To want the next game twice is no
// error.
func (p Perspective) Refusal(s *State, k Kind, arg uint32, err error) error {
	code := Code(0)
	switch {
	case !errors.As(err, &code):
		return err
	case k == KindWant && code == Asked:
		return nil
	case k != KindPly:
		return code
	case s.Series == nil:
		return &match.PlyError{House: rules.House(arg), Err: match.ErrEnded}
	}
	refused := &match.PlyError{Side: s.Side(p.Self), House: rules.House(arg), Err: code}
	switch at := s.Series.Match().Position(); {
	case code != NotLegal:
	case at.ToMove() != refused.Side:
		refused.Err = match.ErrOutOfTurn
	default:
		refused.Err = at.Legal(refused.House)
	}
	return refused
}
