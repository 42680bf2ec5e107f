package textui

import (
	"time"

	"mancala/match"
	"mancala/words"
)

// tell shows an event.
func (g *game) tell(e match.Event) {
	switch e := e.(type) {
	case match.Listening:
		g.guests.listening(e)
		g.meeting.codeNews(g.scene.Meeting())
	case match.Meeting:
		g.meeting.news(e)
	case match.Connecting:
		g.out.line(words.T("Connecting to %s.", e.Addr))
	case match.Connected:
		g.met, g.offer.agreed = true, false
		g.line.connected(e)
	case match.Watched:
		g.line.watched(e)
	case match.GameStarted:
		g.started(e)
	case match.Played:
		g.clock.played(e)
		g.board.played(e)
	case match.Rewound:
		g.finished = false
		g.win.forget()
		g.board.rewound(e)
	case match.GameOver:
		g.over(e)
	case match.Clocked:
		g.clock.announce(e)
	case match.PeerLeft:
		g.tellLeft(e)
	default:
		g.tellLine(e)
	}
}

// tellLine shows the events about the connection.
func (g *game) tellLine(e match.Event) {
	switch e := e.(type) {
	case match.PeerAbsent:
		g.line.absence(e.Absent)
	case match.PeerQuiet:
		tell := g.out.line
		if e.Quiet {
			tell = g.out.warn
		}
		tell(g.scene.QuietWords(e.Quiet))
	case match.Paused:
		g.doubt = nil
		g.line.paused(e)
	case match.Resumed:
		g.board.resume()
		g.line.back(e)
	case match.HeldUp:
		g.offer.heldUp(e)
	default:
		g.requests.tell(e)
	}
}

// tellLeft prints why an end has left. Strangers who never began a game get one line in all.
func (g *game) tellLeft(e match.PeerLeft) {
	g.line.left = e
	switch {
	case g.leaving, g.hosting() && e.Local && e.Kept && !g.guests.removed: // set aside, which has been reported
	case g.hosting() && !g.met && !e.Local:
		if !g.guests.looked {
			g.out.line(words.Sentence(e.Note), words.T("Waiting for another guest."))
		}
		g.guests.looked = true
	case e.Local, g.finished, g.hosting(), g.scene.Watching() && e.Reason.Keeps():
		g.out.warn(words.Sentence(e.Note))
	}
}

// started shows the start of a game, or of the rest of a kept one.
func (g *game) started(e match.GameStarted) {
	g.finished, g.doubt, g.since.over = false, nil, time.Time{}
	g.win.forget()
	g.clock.begin()
	g.board.begin(e)
	g.board.introduce(e)
	g.resumed = false
	g.pace.tell()
	if !g.board.position.Over() { // otherwise the end shows the board
		g.board.showTurn()
	}
}

// over shows the end of a game. A game that was broken off has no result.
func (g *game) over(e match.GameOver) {
	if g.cfg.Interactive { // the moves that were typed ahead were meant for this game
		g.input.ahead = nil
	}
	if !g.board.over(e) {
		return
	}
	g.finished = true
	if g.cfg.Terms != nil && !g.isClubComputer() {
		g.out.line(words.GameCheck(g.scene.Match().Check()))
	}
	if g.cfg.Interactive && g.cfg.Replay != nil {
		g.out.line(words.T("%s shows this game again.", g.cfg.Replay(g.scene.GameID())))
	}
	g.win.note(time.Now())
}
