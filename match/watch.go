package match

import "mancala/rules"

// ErrWatching says that this end only watches, so no wish of it counts.
var ErrWatching error = rules.Refuse("match.watching", "you are watching; only the two players can do that")

// NewWatchTable returns the table of a link that watches the games of two others. No seat is at
// this end: the table refuses every wish with [ErrWatching], shows the board from the host's side,
// and none of its games is recorded.
//
// While the host waits for a guest, the table is in [StageListening], perhaps with the last game
// still on the board.
func NewWatchTable(link Link) *Table {
	t := NewTable(audience{link}, Host, [2]string{}, [2]Seat{})
	t.watching = true
	return t
}

// watched notes who plays by which rules. Without a guest the last game stays on the board, with
// its players' names.
func (t *Table) watched(e Watched) {
	t.forget()
	t.callers.seated(e.Security)
	t.variant, t.quiet, t.paused = e.Variant, false, nil
	if e.Names[Guest] != "" {
		t.series, t.gameID = nil, ""
	} else {
		t.stage = StageListening
	}
	if t.series == nil {
		t.names = e.Names
		t.nameAll()
	}
}

// audience is the link of a table that only watches: it refuses all wishes.
type audience struct{ Link }

func (audience) Accept() error             { return ErrWatching }
func (audience) Play(h rules.House) error  { return &PlyError{House: h, Err: ErrWatching} }
func (audience) Resign(Party) error        { return ErrWatching }
func (audience) Rematch() error            { return ErrWatching }
func (audience) WithdrawRematch() error    { return ErrWatching }
func (audience) AskTakeback(int) error     { return ErrWatching }
func (audience) AnswerTakeback(bool) error { return ErrWatching }
func (audience) WithdrawTakeback() error   { return ErrWatching }
func (audience) Say(string) error          { return ErrWatching }
func (audience) NameWinner(string) error   { return ErrWatching }
func (audience) WaitAgain()                {}
