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
	t := NewTable(audience{link: link}, Host, [2]string{}, [2]Seat{})
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

// Spectator is the part of a [Link] of one who only watches: every wish is [ErrWatching], and there
// are no guests to wait for.
type Spectator struct{}

// Accept returns [ErrWatching].
func (Spectator) Accept() error { return ErrWatching }

// Play returns [ErrWatching] in a [*PlyError].
func (Spectator) Play(h rules.House) error { return &PlyError{House: h, Err: ErrWatching} }

// Wish returns [ErrWatching].
func (Spectator) Wish(Wish) error { return ErrWatching }

// WaitAgain does nothing: only hosts wait for peers.
func (Spectator) WaitAgain() {}

// Guests returns nil: only hosts have one.
func (Spectator) Guests() Guests { return nil }

// audience is the link of a table that only watches, whatever the link itself would do.
type audience struct {
	Spectator
	link Link
}

func (a audience) Events() []Event { return a.link.Events() }
func (a audience) Leave(r Reason)  { a.link.Leave(r) }
func (a audience) Close() error    { return a.link.Close() }
