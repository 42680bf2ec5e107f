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

// wisher is a link of a player.
type wisher interface {
	// wish makes a wish. Only a ply and a request to take plies back have an arg.
	wish(k table.Kind, arg uint32, text string) error
}

func plays(l wisher, h rules.House) error {
	err := l.wish(table.KindPly, uint32(h), "")
	switch {
	case errors.Is(err, ErrNoGame):
		return &match.PlyError{House: h, Err: match.ErrEnded}
	case errors.Is(err, match.ErrPaused) && !errors.As(err, new(*match.PlyError)):
		return &match.PlyError{House: h, Err: match.ErrPaused}
	}
	return err
}

func resigns(l wisher, p, self match.Party) error {
	if p != self {
		return match.ErrOutOfTurn
	}
	return l.wish(table.KindResign, 0, "")
}

func answers(l wisher, grant bool) error {
	if grant {
		return l.wish(table.KindGrant, 0, "")
	}
	return l.wish(table.KindDeny, 0, "")
}

func says(l wisher, text string) error {
	if text = match.CleanTalk(text); text == "" {
		return match.ErrNothingSaid
	}
	return l.wish(table.KindSay, 0, text)
}

func names(l wisher, name string, self match.Party) error {
	if l.wish(table.KindName, 0, match.NameOr(name, self)) != nil {
		return ErrNotWinner
	}
	return nil
}
