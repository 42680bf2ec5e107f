package match

import "mancala/rules"

// Local is a link between two parties at this machine. It can take plies back. Make one with
// [NewLocal].
type Local struct {
	id     string
	series *Series
	events []Event
	closed bool
}

// LocalConfig describes the start of a local series. Only ID and Variant are needed.
type LocalConfig struct {
	// ID names the series and is unique; the names of its games begin with it.
	ID string
	// Variant is the rules.
	Variant rules.Variant
	// Starter makes the first ply of the first game played here.
	Starter Party
	// Names are the parties' names.
	Names [2]string
	// Number is the number of that game; zero means 1. Before is the tally of the games before it.
	Number int
	Before Tally
	// Plies are played already. Opened says that they were not played at this table.
	Plies  []rules.House
	Opened bool
}

// NewLocal returns a local series, already in its first game. The error is that of [ResumeSeries].
func NewLocal(cfg LocalConfig) (*Local, error) {
	game := rules.Game{Variant: cfg.Variant, Plies: cfg.Plies}
	series, err := ResumeSeries(game, cfg.Starter, max(cfg.Number, 1), cfg.Before)
	if err != nil {
		return nil, err
	}
	l := &Local{id: cfg.ID, series: series}
	l.emit(Connected{Peer: cfg.Names[Guest], Self: Host, Variant: series.Match().Position().Variant()})
	l.begin(cfg.Opened)
	if r := series.Match().Result(); r.Ending != Running {
		l.emit(GameOver{Result: r})
	}
	return l, nil
}

func (l *Local) emit(e Event) {
	if !l.closed {
		l.events = append(l.events, e)
	}
}

func (l *Local) begin(opened bool) {
	l.emit(GameStarted{
		ID: GameID(l.id, l.series.Number()), Number: l.series.Number(),
		Starter: l.series.Starter(), Self: l.series.Side(Host),
		Plies: l.series.Match().Game().Plies, Before: l.series.Before(), Opened: opened,
	})
}

// Events returns the events since the last call.
func (l *Local) Events() []Event {
	events := l.events
	l.events = nil
	return events
}

// Accept does nothing: there is no one to agree.
func (l *Local) Accept() error { return nil }

// Play plays a house for the side to move. A ply that is refused is a [*PlyError] and changes
// nothing.
func (l *Local) Play(h rules.House) error {
	m := l.series.Match()
	if l.closed {
		return &PlyError{m.Position().ToMove(), h, ErrEnded}
	}
	s, err := m.Play(m.Position().ToMove(), h)
	if err == nil {
		l.played(s)
	}
	return err
}

// played reports the ply that the match has just taken.
func (l *Local) played(s rules.Sowing) {
	m := l.series.Match()
	l.emit(Played{N: m.Plies(), Sowing: s, After: m.Position()})
	if r := m.Result(); r.Ending != Running {
		l.emit(GameOver{Result: r})
	}
}

// Resign gives the game up for a party. In a game that has ended it returns [ErrEnded].
func (l *Local) Resign(p Party) error {
	m := l.series.Match()
	if l.closed {
		return ErrEnded
	}
	if err := m.Resign(l.series.Side(p)); err != nil {
		return err
	}
	l.emit(GameOver{Result: m.Result(), By: p})
	return nil
}

// TimeOut ends the game because a party's clock has run down. In a game that has ended it returns
// [ErrEnded].
func (l *Local) TimeOut(p Party) error {
	m := l.series.Match()
	if l.closed {
		return ErrEnded
	}
	if err := m.TimeOut(l.series.Side(p)); err != nil {
		return err
	}
	l.emit(GameOver{Result: m.Result(), By: p})
	return nil
}

// Rematch begins the next game: both parties are here, so one wish is enough. While a game runs it
// returns [ErrRunning].
func (l *Local) Rematch() error {
	if l.closed {
		return ErrEnded
	}
	if err := l.series.Next(); err != nil {
		return err
	}
	l.begin(false)
	return nil
}

// Undo takes plies back until n are left, and an ending with them; n may be how many there are if
// the game ended without a ply. It returns [ErrNothingToUndo] if that changes nothing.
func (l *Local) Undo(n int) error {
	if l.closed {
		return ErrNothingToUndo
	}
	m := l.series.Match()
	if err := m.Rewind(n); err != nil {
		return err
	}
	l.emit(Rewound{Plies: m.Plies(), After: m.Position()})
	return nil
}

// Redo plays the ply that was taken back last again; see [Match.Redo].
func (l *Local) Redo() error {
	if l.closed {
		return ErrNothingToRedo
	}
	s, err := l.series.Match().Redo()
	if err == nil {
		l.played(s)
	}
	return err
}

// Undone returns how many plies can be played again.
func (l *Local) Undone() int { return l.series.Match().Undone() }

// WithdrawRematch returns [ErrNothingAsked]: a wish for the next game begins it at once.
func (l *Local) WithdrawRematch() error { return ErrNothingAsked }

// AskTakeback returns [ErrAlone]: here plies are taken back by Undo.
func (l *Local) AskTakeback(int) error { return ErrAlone }

// AnswerTakeback returns [ErrAlone].
func (l *Local) AnswerTakeback(bool) error { return ErrAlone }

// WithdrawTakeback returns [ErrAlone].
func (l *Local) WithdrawTakeback() error { return ErrAlone }

// Say returns [ErrAlone].
func (l *Local) Say(string) error { return ErrAlone }

// WaitAgain does nothing: both players are here.
func (l *Local) WaitAgain() {}

// Door returns nil: there is none.
func (l *Local) Door() Door { return nil }

// Timekeeper returns nil: there is none.
func (l *Local) Timekeeper() Timekeeper { return nil }

// NameWinner does nothing: there is no peer to tell.
func (l *Local) NameWinner(string) error { return nil }

// Leave ends the series, and a game that still runs as abandoned unless the reason keeps it.
func (l *Local) Leave(reason Reason) {
	if m := l.series.Match(); !l.closed && !reason.Keeps() && m.Abort(Abandoned) == nil {
		l.emit(GameOver{Result: m.Result(), By: Host})
	}
	l.emit(PeerLeft{Reason: reason, Local: true, Kept: reason.Keeps(), Note: rules.NewNote("match.left")})
	l.closed = true
}

// Close ends the link. It is idempotent.
func (l *Local) Close() error {
	l.closed, l.events = true, nil
	return nil
}
