package session

import (
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// endpoint is an end of a connection that decides nothing about a series if it ends: a watcher's,
// and those of a club.
type endpoint struct {
	line
	peer string // the word for the other end, for the log
	cut  func() // called at the end of the connection; may be nil
}

// end ends the connection after what was sent.
func (e *endpoint) end(why Ended) {
	if e.phase == ended {
		return
	}
	e.phase = ended
	e.notice(why)
	if e.cut != nil {
		e.cut()
	}
}

// fail ends the connection because of what the peer has done, or has not done in time.
func (e *endpoint) fail(err error, _ []byte) {
	e.leave(goodbye(err), err.Error())
	e.end(Ended{Err: err})
}

// onLeave ends the connection.
func (e *endpoint) onLeave(l *wire.Leave) {
	e.end(Ended{Leave: l.GetReason(), Err: fmt.Errorf("the %s left: %s %q", e.peer, l.GetReason(), match.CleanText(l.GetDetail()))})
}

// Broken says that the bytes that came are no frame, of which the peer is told.
func (e *endpoint) Broken(err error) {
	if e.phase != ended {
		e.fail(err, nil)
	}
}

// Lost says that the connection is gone.
func (e *endpoint) Lost(err error) { e.end(Ended{Fate: Cut, Err: err}) }
