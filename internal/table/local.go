package table

import (
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Local is a [Link] between two parties at this machine. It decides everything: there is no
// other end, so nothing is logged, handed back or proved. Unlike an [Owner], it can take decided
// plies back. Make one with [NewLocal].
type Local struct {
	state  *State
	view   Perspective
	undone []rules.House // the plies taken back, the last one played first
	events []News
	closed bool
}

// NewLocal returns a local series in its first game, or the error of [match.ResumeSeries].
func NewLocal(cfg match.LocalConfig) (*Local, error) {
	s, err := NewState(Terms{Variant: cfg.Variant})
	if err != nil {
		return nil, err
	}
	game := rules.Game{Variant: cfg.Variant, Plies: cfg.Plies}
	if err := s.resume(game, cfg.Starter, max(cfg.Number, 1), cfg.Before); err != nil {
		return nil, err
	}
	switch m, loser := s.Series.Match(), s.Series.Side(cfg.Loser); cfg.Ending {
	case match.Resigned:
		_ = m.Resign(loser) // refused only if the plies have ended the game; so also below
	case match.TimedOut:
		_ = m.TimeOut(loser)
	case match.Abandoned, match.Desynced:
		_ = m.Abort(cfg.Ending)
	}
	l := &Local{state: s, view: Perspective{Terms: s.Terms, Self: A, Both: true, Name: cfg.ID}}
	l.events = append(l.events, Connected{Peer: cfg.Names[match.Guest], Self: match.Host, Variant: s.Terms.Variant})
	l.events = l.view.Open(l.events, s)
	if begin, ok := l.events[1].(GameStarted); ok {
		begin.Opened = cfg.Opened
		l.events[1] = begin
	}
	return l, nil
}

func (l *Local) tell(c *Change) { l.events = l.view.Events(l.events, c) }

// Events returns the events since the last call.
func (l *Local) Events() []News {
	events := l.events
	l.events = nil
	return events
}

// wish decides a wish of a seat.
func (l *Local) wish(by Seat, k Kind, arg uint32) error {
	w, code := l.state.shown().wish(by, k, arg, "")
	if code != 0 {
		return l.view.Refusal(l.state, k, arg, code)
	}
	return l.decide(by, w)
}

// decide numbers a wish, and reports its effects.
func (l *Local) decide(by Seat, w Wish) error {
	s := l.state
	w.ID, w.Game, w.Seen = s.LastID[by-A]+1, s.game(), s.N
	c, err := s.Apply(&Event{N: s.N + 1, By: by, Wish: w}, time.Time{})
	if err == nil {
		l.tell(&c)
	}
	return err
}

// Accept does nothing: no one has to agree.
func (l *Local) Accept() error { return nil }

// play shows a ply, as a [Follower] does, and decides it: so it is sown once.
func (l *Local) play(h rules.House) error {
	s := l.state
	side := s.Series.Match().Position().ToMove()
	if l.closed {
		return &match.PlyError{Side: side, House: h, Err: match.ErrEnded}
	}
	c, err := s.predict(s.Seat(side), h)
	if err != nil {
		return err
	}
	l.tell(&c)
	return l.decide(s.Seat(side), Wish{Kind: KindPly, Arg: uint32(h), Ply: uint32(c.Plies), Hash: s.hashes[c.Plies].short()})
}

// Wish plays for the side to move, resigns, or begins the next game: both parties are here, so one
// wish is enough. The winner's name has no effect here. Requests and talk return [ErrAlone].
func (l *Local) Wish(by match.Party, k Kind, arg int, _ string) error {
	switch {
	case k == KindPly:
		err := l.play(rules.House(arg))
		if err == nil {
			l.undone = nil
		}
		return err
	case k == KindName:
		return nil
	case k == KindUnwant:
		return NothingAsked
	case k != KindResign && k != KindWant:
		return ErrAlone
	case l.closed:
		return match.ErrEnded
	case k == KindResign:
		return l.wish(l.view.Seat(by), KindResign, 0)
	}
	for by := A; by <= B; by++ {
		if err := l.wish(by, KindWant, 0); err != nil {
			return err
		}
	}
	l.undone = nil
	return nil
}

// Undo takes plies and an ending back until n plies are left. If the game ended without a ply, n
// may be the number of all plies. It returns [match.ErrNothingToUndo] if that changes nothing.
func (l *Local) Undo(n int) error {
	if l.closed {
		return match.ErrNothingToUndo
	}
	plies, c := l.state.Series.Match().Game().Plies, Change{}
	if err := l.state.rewind(n, &c); err != nil {
		return err
	}
	slices.Reverse(plies[n:])
	l.undone = append(l.undone, plies[n:]...)
	l.tell(&c)
	return nil
}

// Redo replays the ply taken back last. Playing another ply drops it. Then, in a game that has
// ended, or if nothing was taken back, Redo returns [match.ErrNothingToRedo].
func (l *Local) Redo() error {
	n := len(l.undone)
	if l.closed || n == 0 || !l.state.Series.Match().Running() {
		return match.ErrNothingToRedo
	}
	err := l.play(l.undone[n-1])
	if err == nil {
		l.undone = l.undone[:n-1]
	}
	return err
}

// Undone returns how many plies can be played again.
func (l *Local) Undone() int { return len(l.undone) }

// WaitAgain does nothing: both players are here.
func (l *Local) WaitAgain() {}

// Guests returns nil: there is none.
func (l *Local) Guests() Guests { return nil }

// Leave ends the series, and a game that still runs as abandoned unless the reason keeps it.
func (l *Local) Leave(reason Reason) {
	if l.closed {
		return
	}
	if !reason.Keeps() {
		_ = l.wish(A, KindEnd, uint32(reason)) // it has not ended
	}
	l.events = append(l.events, PeerLeft{Reason: reason, Local: true, Kept: reason.Keeps(), Note: rules.NewNote("match.left")})
	l.closed = true
}

// Close ends the link. It is idempotent.
func (l *Local) Close() error {
	l.closed, l.events = true, nil
	return nil
}
