package link

import (
	"errors"

	"mancala/match"
	"mancala/rules"
	"mancala/table"
)

// Reasons why a link refuses a wish of its person, besides those of package match. Compare with
// errors.Is.
var (
	// ErrNoOffer says that there are no rules to agree to.
	ErrNoOffer = errors.New("no rules are waiting to be accepted")
	// ErrNoGame says that there is no peer to play with.
	ErrNoGame = errors.New("there is no game")
	// ErrNotWinner says that this end has not won the last game, or has named its winner before.
	ErrNotWinner = errors.New("this side has not won a game that still needs a name")
)

// wishes are the methods of a player's link by which its person wishes something.
type wishes struct {
	// make makes a wish. Only a ply and a request to take plies back have an arg.
	make func(k table.Kind, arg uint32, text string) error
	self match.Party
}

// Play plays a house for this end.
func (w wishes) Play(h rules.House) error {
	err := w.make(table.KindPly, uint32(h), "")
	switch {
	case errors.Is(err, ErrNoGame):
		return &match.PlyError{House: h, Err: match.ErrEnded}
	case errors.Is(err, match.ErrPaused) && !errors.As(err, new(*match.PlyError)):
		return &match.PlyError{House: h, Err: match.ErrPaused}
	}
	return err
}

// Resign resigns the current game. Only this end's own party can resign.
func (w wishes) Resign(p match.Party) error {
	if p != w.self {
		return match.ErrOutOfTurn
	}
	return w.make(table.KindResign, 0, "")
}

// Rematch asks for the next game, or agrees to one that the peer has asked for.
func (w wishes) Rematch() error { return w.make(table.KindWant, 0, "") }

// WithdrawRematch withdraws a wish for the next game.
func (w wishes) WithdrawRematch() error { return w.make(table.KindUnwant, 0, "") }

// AskTakeback asks the peer to go back to the position after the first n plies.
func (w wishes) AskTakeback(n int) error { return w.make(table.KindAsk, uint32(n), "") }

// AnswerTakeback grants or refuses the peer's request.
func (w wishes) AnswerTakeback(grant bool) error {
	if grant {
		return w.make(table.KindGrant, 0, "")
	}
	return w.make(table.KindDeny, 0, "")
}

// WithdrawTakeback withdraws this end's own request.
func (w wishes) WithdrawTakeback() error { return w.make(table.KindUnask, 0, "") }

// Say sends a line to the peer.
func (w wishes) Say(text string) error {
	if text = match.CleanTalk(text); text == "" {
		return match.ErrNothingSaid
	}
	return w.make(table.KindSay, 0, text)
}

// NameWinner tells the peer the name under which this end's win stands in the top scores. While the
// series is paused, it waits for the resume.
func (w wishes) NameWinner(name string) error {
	if w.make(table.KindName, 0, match.NameOr(name, w.self)) != nil {
		return ErrNotWinner
	}
	return nil
}
