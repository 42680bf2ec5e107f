package table

import (
	"mancala/internal/match"
	"mancala/rules"
)

// Poll returns the events since the last call, after it has applied them to the table and shown
// them to the seats. It never blocks.
func (t *Table) Poll() []News {
	t.drain()
	t.takeAnswer()
	events := t.events
	t.events = nil
	return events
}

// drain applies the events of the link.
func (t *Table) drain() {
	for _, e := range t.link.Events() {
		t.take(e)
		for _, f := range t.follow {
			f(e)
		}
		t.events = append(t.events, e)
	}
}

// take brings the table up to date with one event. A failure is the last event.
func (t *Table) take(e News) {
	if t.stage == StageFailed {
		return
	}
	switch e := e.(type) {
	case Listening:
		t.door.take(e)
		if t.stage == StageConnecting {
			t.stage = StageListening
		}
	case Meeting, Deciding, Knocked, KnockEnded, SeatWanted, HeldUp:
		t.door.take(e)
	case Watchers:
		t.watchers = e.N
	case Offered:
		t.door.take(e)
		t.stage = StageOffered
	case Connected:
		t.connect(e)
	case Watched:
		t.watched(e)
	case GameStarted:
		t.begin(e)
	case Played:
		t.played(e.Series)
	case Rewound:
		t.rewound(e)
	case GameOver:
		t.over(e)
	case RematchWanted:
		t.game.wanted[e.By&1] = true
	case RematchWithdrawn:
		t.game.wanted[e.By&1] = false
	case TakebackAsked:
		t.askedBack(e)
	case TakebackAnswered:
		t.game.asks[e.By.Other()&1] = takeback{}
	case TakebackWithdrawn:
		t.game.asks[e.By&1] = takeback{}
	case Paused:
		t.forget()
		t.line = connection{paused: &e}
		if t.self == match.Guest { // the next connection tells the number if there are any
			t.watchers = 0
		}
	case Resumed:
		t.forget()
		t.line.paused, t.security = nil, e.Security
	case PeerQuiet:
		t.line.quiet = e.Quiet
	case PeerAbsent:
		t.line.absent = e.Absent
	case Clocked:
		t.game.clocks = e.Clocks
	case PeerLeft:
		t.forget()
		t.door.changed()
		t.stage, t.note, t.line, t.game.asks = StageEnded, e.Note, connection{}, [2]takeback{}
	case Failed:
		t.fail(e.Note)
	}
}

// fail ends the table for good.
func (t *Table) fail(note *rules.Note) {
	t.forget()
	t.stage, t.note = StageFailed, note
}

func (t *Table) connect(e Connected) {
	t.forget()
	t.door.changed()
	t.game, t.line, t.security, t.club = current{}, connection{}, e.Security, e.Club
	if t.came = true; t.stage == StageEnded {
		t.stage, t.note = StageListening, nil
	}
	if e.Self != t.self { // the link knows better
		t.self, t.names, t.seats = e.Self, [2]string{t.names[1], t.names[0]}, [2]match.Seat{t.seats[1], t.seats[0]}
	}
	t.names[t.self.Other()] = e.Peer
	t.nameAll()
}

func (t *Table) begin(e GameStarted) {
	t.forget()
	t.stage = StageGame
	t.game = current{series: e.Series, gameID: e.ID, opened: e.Opened, estimates: estimates{}}
}

// askedBack notes a request to take plies back. A computer player at this end answers it.
func (t *Table) askedBack(e TakebackAsked) {
	t.game.asks[e.By&1] = takeback{true, e.Plies}
	if other := e.By.Other(); t.Here(other) && !t.Person(other) {
		_ = t.answerTakeback(t.grants(e)) // refused only if the request has lost its meaning
	}
}

// grants reports whether a computer player grants a request. A game back at its start is in no
// archive, so the other party could wipe out a loss. A computer player goes back there only from
// the other party's first decision, and only once.
func (t *Table) grants(e TakebackAsked) bool {
	m := t.Match()
	if e.Plies > 0 || m == nil {
		return true
	}
	for n := 2; n <= m.Plies(); n++ {
		if _, s := m.Ply(n); t.game.series.Party(s.Mover) == e.By {
			return false
		}
	}
	return !t.game.wentBack
}

// played shows a ply to the seats.
func (t *Table) played(s *match.Series) {
	t.forget()
	t.game.series = s
	m := s.Match()
	if s.Party(m.Last().Mover) == match.Guest {
		t.door.seatWanted = ""
	}
	for _, seat := range t.seats {
		if seat != nil {
			seat.Observe(m.Last(), m.Position())
		}
	}
}

// rewound goes back to earlier plies.
func (t *Table) rewound(e Rewound) {
	t.forget()
	t.game.series, t.stage = e.Series, StageGame
	if e.Note == nil { // and not only plies that the other end has never taken
		t.game.wanted, t.game.asks, t.game.wentBack = [2]bool{}, [2]takeback{}, true
	}
}

func (t *Table) over(e GameOver) {
	t.forget()
	t.game.series, t.stage, t.game.by, t.game.asks = e.Series, StageOver, e.By, [2]takeback{}
}

// NewWatchTable returns the table of a link that watches two other players. It has no seat at this
// end: it refuses every wish with [ErrWatching], shows the board from the host's side, and records
// no game.
//
// While the host waits for a guest, the table is in [StageListening], perhaps with the last game
// still on the board.
func NewWatchTable(link Link) *Table {
	t := NewTable(audience{link: link}, match.Host, [2]string{}, [2]match.Seat{})
	t.watching = true
	return t
}

// watched records the players and the rules. If there is no guest, the last game stays on the board
// with its players' names.
func (t *Table) watched(e Watched) {
	t.forget()
	t.door.changed()
	t.line, t.security = connection{}, e.Security
	if e.Names[match.Guest] != "" {
		t.game = current{}
	} else {
		t.stage = StageListening
	}
	if t.game.series == nil {
		t.names = e.Names
		t.nameAll()
	}
}

// Spectator is the part of a [Link] for watchers: every wish is [ErrWatching], and there are no
// guests to wait for.
type Spectator struct{}

// Accept returns [ErrWatching].
func (Spectator) Accept() error { return ErrWatching }

// Wish returns [ErrWatching], in a [*match.PlyError] for a ply.
func (Spectator) Wish(_ match.Party, k Kind, arg int, _ string) error {
	if k == KindPly {
		return &match.PlyError{House: rules.House(arg), Err: ErrWatching}
	}
	return ErrWatching
}

// WaitAgain does nothing: only hosts wait for peers.
func (Spectator) WaitAgain() {}

// Guests returns nil: only hosts have one.
func (Spectator) Guests() Guests { return nil }

// audience wraps a link so that it only watches.
type audience struct {
	Spectator
	link Link
}

func (a audience) Events() []News { return a.link.Events() }
func (a audience) Leave(r Reason) { a.link.Leave(r) }
func (a audience) Close() error   { return a.link.Close() }
