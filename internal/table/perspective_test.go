package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// queue is a link that only has the events that are pushed.
type queue struct {
	Spectator
	events []News
}

func (q *queue) push(events ...News) { q.events = append(q.events, events...) }

func (q *queue) Events() []News {
	events := q.events
	q.events = nil
	return events
}

func (*queue) Leave(Reason) {}
func (*queue) Close() error { return nil }

// frontEnd is a [Table] that shows one end of a series, with all its events.
type frontEnd struct {
	view  Perspective
	link  *queue
	table *Table
	heard []News
}

// newFrontEnd returns the front end of a seat, with the present state of the series.
func newFrontEnd(terms Terms, self Seat, now *State) *frontEnd {
	e := &frontEnd{view: Perspective{Terms: terms, Self: self}, link: &queue{}}
	party := e.view.Party(self)
	seats := [2]match.Seat{}
	seats[party] = match.NewPerson()
	e.table = NewTable(e.link, party, [2]string{"Ann", "Bob"}, seats)
	e.link.push(Connected{Peer: "Bob", Self: party, Variant: terms.Variant, Club: terms.Club})
	e.tell(e.view.Open(nil, now)...)
	return e
}

func (e *frontEnd) tell(events ...News) {
	e.heard = append(e.heard, events...)
	e.link.push(events...)
	e.table.Poll()
}

// changed describes a change.
func (e *frontEnd) changed(c *Change) { e.tell(e.view.Events(nil, c)...) }

// same returns an error if the front end does not show the series as it is.
func (e *frontEnd) same(s *State) error {
	m := e.table.Match()
	if m == nil {
		return nil
	}
	want, running := s.Series.Match(), s.decided().running()
	switch {
	case e.table.Stage() != StageGame && running || e.table.Stage() != StageOver && !running:
		return fmt.Errorf("stage %d, and running is %v: %v", e.table.Stage(), running, e.table.Note())
	case !slices.Equal(m.Game().Plies, want.Game().Plies) || m.Position() != want.Position():
		return fmt.Errorf("the front end shows %v, of %v", m.Game(), want.Game())
	case e.table.Number() != s.Series.Number() || e.table.GameID() != e.view.GameID(s.game()):
		return fmt.Errorf("it is game %d, %s, of %d", e.table.Number(), e.table.GameID(), s.game())
	case !running && m.Result() != want.Result():
		return fmt.Errorf("the game has ended %v, and not %v", m.Result(), want.Result())
	case running && want.Running() != e.table.PersonToMove() && e.table.ToMove() == e.table.Self():
		return fmt.Errorf("to move is %v, in a game that runs: %v", e.table.ToMove(), want.Running())
	}
	for by := A; by <= B; by++ {
		party := e.view.Party(by)
		left, asks := e.table.Asks(party)
		if e.table.Side(party) != s.Side(by) || e.table.Wanted(party) != s.Wants[by-A] || asks != (s.Ask.By == by) || asks && left != int(s.Ask.Left) {
			return fmt.Errorf("%v has side %v, wants %v, asks %v; want %v, %v, %+v", party, e.table.Side(party), e.table.Wanted(party), asks, s.Side(by), s.Wants, s.Ask)
		}
	}
	if s.Terms.Time.Timed() && s.N > 1 && e.table.Clocks() != s.Clocks {
		return fmt.Errorf("clocks %+v, of %+v", e.table.Clocks(), s.Clocks)
	}
	return nil
}

// word describes an event in a few words.
func word(e News) string {
	switch e := e.(type) {
	case GameStarted:
		return fmt.Sprintf("game %d by %v, self %v, tossed %v, plies %v, before %v", e.Series.Number(), e.Series.Starter(), e.Self, e.Tossed,
			e.Series.Match().Game().Plies, e.Series.Before())
	case Played:
		m := e.Series.Match()
		return fmt.Sprintf("%d: %v %v", m.Plies(), m.Last().Mover, m.Last().From)
	case GameOver:
		r := e.Series.Match().Result()
		return fmt.Sprintf("over: %v, %v by %v", r, r.Ending, e.By)
	case Rewound:
		if e.Note == nil {
			return fmt.Sprintf("back to %d", e.Series.Match().Plies())
		}
		return fmt.Sprintf("back to %d, %v", e.Series.Match().Plies(), e.Note)
	case RematchWanted:
		return fmt.Sprintf("%v wants", e.By)
	case RematchWithdrawn:
		return fmt.Sprintf("%v wants no more", e.By)
	case TakebackAsked:
		return fmt.Sprintf("%v asks for %d", e.By, e.Plies)
	case TakebackAnswered:
		return fmt.Sprintf("%v answers %v", e.By, e.Granted)
	case TakebackWithdrawn:
		return fmt.Sprintf("%v asks no more", e.By)
	case WinnerNamed:
		return fmt.Sprintf("winner of %s: %s", e.GameID, e.Name)
	case Said:
		return fmt.Sprintf("%v: %s", e.By, e.Text)
	case Clocked:
		return fmt.Sprintf("clocks %v %v %v", e.Clocks.Left[0], e.Clocks.Left[1], e.Clocks.Running)
	}
	return fmt.Sprintf("%T", e)
}

// seenBy is a pair as one seat sees it.
type seenBy struct {
	*pair
	view Perspective
	read int
}

// see shows further events to a seat that has a follower.
func (p *pair) see(by Seat) *seenBy {
	return &seenBy{pair: p, view: Perspective{Terms: p.cfg.Terms, Self: by}, read: len(p.changes[by])}
}

// expect checks the events since the last check.
func (s *seenBy) expect(want ...string) {
	s.t.Helper()
	s.settle()
	changes := s.changes[s.view.Self][s.read:]
	s.read += len(changes)
	var events []News
	for i := range changes {
		events = s.view.Events(events, &changes[i])
	}
	s.compare(events, want)
}

func (s *seenBy) compare(events []News, want []string) {
	s.t.Helper()
	var got []string
	for _, e := range events {
		got = append(got, word(e))
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("events\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

const (
	secondGame = "game 2 by guest, self south, tossed false, plies [], before {[0 1] 0}"
	guestWon   = "over: north wins 0-1, resigned by host"
)

func TestEventsOfAGuest(t *testing.T) {
	p := friends(t, A)
	b := p.see(B)
	p.host(KindPly, 1)
	b.expect("1: south 1")
	p.guest(B, KindPly, 3)
	b.expect("2: north 3")
	p.guest(B, KindAsk, 1)
	b.expect("guest asks for 1")
	p.host(KindDeny, 0)
	b.expect("host answers false")
	p.guest(B, KindAsk, 1)
	p.settle()
	p.host(KindGrant, 0)
	b.expect("guest asks for 1", "host answers true", "back to 1")
	p.guest(B, KindPly, 3)
	p.settle()
	p.host(KindAsk, 0)
	p.settle()
	p.host(KindUnask, 0)
	b.expect("2: north 3", "host asks for 0", "host asks no more")
	p.host(KindSay, 0)
	p.host(KindResign, 0)
	b.expect("host: Ida", guestWon)
	p.guest(B, KindName, 0)
	p.host(KindWant, 0)
	p.settle()
	p.host(KindUnwant, 0)
	b.expect("host wants", "host wants no more")
	p.guest(B, KindWant, 0)
	p.settle()
	p.host(KindWant, 0)
	b.expect("guest wants", "host wants", secondGame)
}

func TestEventsOfAPredictedEnd(t *testing.T) {
	p := short(t, B)
	b := p.see(B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindPly, 1)
	changes := p.changes[B][b.read:]
	var early []News
	for i := range changes {
		early = b.view.Events(early, &changes[i])
	}
	b.compare(early, []string{"1: south 2", "2: south 1"})
	b.expect("1: south 2", "2: south 1", "over: south wins 3-1, finished by host")
	p.guest(B, KindName, 0)
	b.expect()
}

// TestEventsOfAWithdrawnPly has a resignation that comes before the ply of the other seat.
func TestEventsOfAWithdrawnPly(t *testing.T) {
	p := short(t, B)
	b := p.see(B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindPly, 1)
	p.host(KindResign, 0)
	b.expect("1: south 2", "2: south 1", "back to 0, match.withdrawn 2", "over: south wins 0-0, resigned by host")
}

// TestEventsOfADenyingPly has a ply of each end that denies the request of the other.
func TestEventsOfADenyingPly(t *testing.T) {
	p := friends(t, A)
	b := p.see(B)
	p.host(KindPly, 1)
	p.settle()
	p.host(KindAsk, 0)
	p.settle()
	p.guest(B, KindPly, 3)
	b.expect("1: south 1", "host asks for 0", "2: north 3", "guest answers false")
	p.guest(B, KindAsk, 1)
	p.settle()
	p.host(KindPly, 2)
	b.expect("guest asks for 1", "host answers false", "3: south 2")
}

// TestEventsAtAClub has both players as guests in their own eyes.
func TestEventsAtAClub(t *testing.T) {
	p := club(t, A, true)
	a, b := p.see(A), p.see(B)
	p.now = p.now.Add(time.Second)
	p.guest(A, KindPly, 1)
	a.expect("1: south 1", "clocks 1m0s 1m0s true")
	b.expect("1: south 1", "clocks 1m0s 1m0s true")
	p.send(p.o.Tick(p.now.Add(time.Hour)), nil)
	a.expect("over: south wins 0-0, timed-out by host", "clocks 1m0s 0s false")
	b.expect("over: south wins 0-0, timed-out by guest", "clocks 1m0s 0s false")
	p.guest(A, KindName, 0)
	a.expect("clocks 1m0s 0s false")
	b.expect("winner of abcdefghijklmnop-1: Ida", "clocks 1m0s 0s false")
	p.guest(A, KindWant, 0)
	p.guest(B, KindWant, 0)
	p.settle()
	p.now = p.now.Add(time.Second)
	a.compare(a.view.Open(nil, p.f[A].State()), []string{"game 2 by host, self north, tossed false, plies [], before {[0 1] 0}", "clocks 1m0s 1m0s false"})
	b.compare(b.view.Open(nil, p.f[B].State()), []string{"game 2 by guest, self south, tossed false, plies [], before {[1 0] 0}", "clocks 1m0s 1m0s false"})
}

// TestEventsOfAResume: plies still pending after a cut are not shown again.
func TestEventsOfAResume(t *testing.T) {
	p := short(t, B)
	b := p.see(B)
	p.guest(B, KindPly, 2)
	p.guest(B, KindPly, 1)
	p.cut(B)
	p.resume(B)
	b.expect("1: south 2", "2: south 1", "over: south wins 3-1, finished by host")
}

// TestOpen resumes a series.
func TestOpen(t *testing.T) {
	p := friends(t, B)
	b := p.see(B)
	p.guest(B, KindPly, 1)
	p.settle()
	p.host(KindPly, 1)
	p.settle()
	p.guest(B, KindAsk, 0)
	p.settle()
	b.compare(b.view.Open(nil, p.f[B].State()), []string{"game 1 by guest, self south, tossed false, plies [1 1], before {[0 0] 0}", "guest asks for 0"})
	p.host(KindResign, 0)
	p.settle()
	p.host(KindWant, 0)
	p.settle()
	resigned := "over: south wins 0-0, resigned by host"
	b.compare(b.view.Open(nil, p.f[B].State()), []string{"game 1 by guest, self south, tossed false, plies [1 1], before {[0 0] 0}", resigned, "host wants"})
	fresh := need.Must(NewState(p.cfg.Terms))(t)
	b.compare(b.view.Open(nil, fresh), nil)
}

// TestAbort ends a game at one end only; its last ply was never decided.
func TestAbort(t *testing.T) {
	p := short(t, B)
	b := p.see(B)
	p.guest(B, KindPly, 2)
	p.settle()
	p.guest(B, KindPly, 1)
	b.compare(b.view.Abort(nil, p.f[B].State(), match.Desynced, match.Host), []string{"back to 1", "over: undecided 1-0, desynced by host"})
	p.settle()
	b.compare(b.view.Abort(nil, p.f[B].State(), match.Desynced, match.Host), nil)
}

// TestTossed: in the first game, the front end learns that a coin has chosen the starter.
func TestTossed(t *testing.T) {
	p := friends(t, A)
	s := need.Must(NewState(p.cfg.Terms))(t)
	c := need.Must(s.Apply(&Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(B) + Tossed}}, noon))(t)
	b := p.see(B)
	b.compare(b.view.Events(nil, &c), []string{"game 1 by guest, self south, tossed true, plies [], before {[0 0] 0}"})
}

func TestRefusal(t *testing.T) {
	p := short(t, A)
	view := Perspective{Terms: p.cfg.Terms, Self: A}
	refusal := func(k Kind, arg uint32) error {
		p.host(k, arg)
		return view.Refusal(p.o.State(), k, arg, p.err)
	}
	check := func(err, want error) {
		t.Helper()
		if !errors.Is(err, want) || want == nil && err != nil {
			t.Errorf("%v, want %v", err, want)
		}
	}
	check(refusal(KindPly, 9), rules.ErrNoSuchHouse)
	check(refusal(KindPly, 2), nil)
	check(refusal(KindWant, 0), match.ErrRunning)
	check(refusal(KindPly, 2), rules.ErrEmptyHouse)
	ply := (*match.PlyError)(nil)
	if err := refusal(KindPly, 2); !errors.As(err, &ply) || ply.House != 2 || ply.Side != rules.South {
		t.Errorf("%v", err)
	}
	check(refusal(KindPly, 1), nil)
	check(refusal(KindPly, 1), match.ErrEnded)
	check(refusal(KindWant, 0), nil)
	check(refusal(KindWant, 0), nil)
	check(refusal(KindAsk, 0), match.ErrEnded)
	check(view.Refusal(p.o.State(), KindAsk, 0, Rated), Rated)
	check(view.Refusal(p.o.State(), KindPly, 1, ErrStale), ErrStale)
	p.err = nil
	p.settle()
	p.guest(B, KindWant, 0)
	p.settle()
	check(refusal(KindPly, 1), match.ErrOutOfTurn)
}
