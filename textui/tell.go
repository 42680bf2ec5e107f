package textui

import (
	"cmp"
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

// tell shows an event.
func (g *game) tell(e match.Event) {
	switch e := e.(type) {
	case match.Listening:
		g.listening(e)
		g.codeNews(g.scene.Meeting())
	case match.Meeting:
		g.meetingNews(e)
	case match.Connecting:
		g.out.line(words.T("Connecting to %s.", e.Addr))
	case match.Connected:
		g.connected(e)
	case match.Watched:
		g.watched(e)
	case match.GameStarted:
		g.started(e)
	case match.Played:
		g.played(e)
	case match.Rewound:
		g.position, g.last = e.After, rules.Sowing{}
		g.finished, g.again, g.win = false, false, win{}
		if e.Note != nil {
			g.out.line(words.Sentence(e.Note))
		}
		g.showBoard()
		g.sayWhoWaits()
	case match.GameOver:
		g.over(e)
	case match.Clocked:
		g.clocked(e)
	case match.PeerAbsent:
		g.absence(e.Absent)
	case match.PeerQuiet:
		tell := g.out.line
		if e.Quiet {
			tell = g.out.warn
		}
		tell(g.scene.QuietWords(e.Quiet))
	case match.Paused:
		g.paused(e)
	case match.Resumed:
		g.resume(words.Sentence(e.Note))
		g.tellSecurity(e.Security)
	case match.PeerLeft:
		g.tellLeft(e)
	default:
		g.tellAsked(e)
	}
}

// tellAsked shows the events about requests and talk.
func (g *game) tellAsked(e match.Event) {
	switch e := e.(type) {
	case match.RematchWanted:
		if e.By != g.scene.Self() && !g.again {
			g.out.styled(strong, words.T("%s wants to play again.", g.peer()))
		}
	case match.RematchWithdrawn:
		g.rematchWithdrawn(e.By)
	case match.TakebackAsked:
		g.asked(e)
	case match.TakebackAnswered:
		g.answeredBack(e)
	case match.TakebackWithdrawn:
		g.takebackWithdrawn(e.By)
	case match.Said:
		g.said(e)
	case match.HeldUp:
		g.heldUp(e)
	}
}

// tellLeft prints why an end has left. Strangers who never began a game get one line in all.
func (g *game) tellLeft(e match.PeerLeft) {
	g.left = e
	switch {
	case g.leaving, g.hosting() && e.Local && e.Kept && !g.door.removed: // set aside, which is told
	case g.hosting() && !g.met && !e.Local:
		if !g.looked {
			g.out.line(words.Sentence(e.Note), words.T("Waiting for another guest."))
		}
		g.looked = true
	case e.Local, g.finished, g.hosting(), g.scene.Watching() && e.Reason.Keeps():
		g.out.warn(words.Sentence(e.Note))
	}
}

// listening prints the address of the host, on a line that scripts look for, and then the addresses
// for guests.
func (g *game) listening(e match.Listening) {
	if g.listens {
		return
	}
	g.listens = true
	g.out.line(words.T("Listening on %s", e.Addr))
	for _, addr := range e.Reachable {
		if addr != e.Addr {
			g.out.line(words.T("Others join with mancala --join %s", addr))
		}
	}
	if g.cfg.Invite {
		g.invite("")
	} else {
		g.tellLink()
	}
}

func (g *game) connected(e match.Connected) {
	g.met, g.agreed = true, false
	if !g.scene.Local() && !g.resumed {
		if !e.Club { // the club is here; it tells who else is not
			g.out.line(words.T("%s is here.", g.peer()))
		}
		g.tellSecurity(e.Security)
	}
}

// tellSecurity prints the protection of the connection, unless it is on the screen.
func (g *game) tellSecurity(s match.Security) {
	if g.secured == nil || *g.secured != s {
		g.secured = &s
		g.out.line(words.T("Connection: %s.", words.Security(s)))
	}
}

// started shows the start of a game, or of the rest of a kept one.
func (g *game) started(e match.GameStarted) {
	p, err := rules.Game{Variant: g.scene.Match().Position().Variant(), Plies: e.Plies}.Replay()
	if err != nil { // the table has checked it
		return
	}
	g.position, g.last, g.by = p, rules.Sowing{}, [2]match.Party{e.Starter, e.Starter.Other()}
	g.finished, g.again, g.typed, g.sure, g.win, g.clock = false, false, false, verbNone, win{}, clock{due: true}
	g.since.over = time.Time{}
	names := match.TellApart([2]string{g.called(match.Host), g.called(match.Guest)}, match.AtSecond)
	g.who = [2]string{names[g.by[0]], names[g.by[1]]}
	if e.Tossed {
		g.out.line(words.T("A coin was tossed, and both programs have checked it: %s begins.", g.scene.Name(e.Starter)))
	}
	if len(e.Plies) > 0 || g.resumed {
		g.out.line(g.goingOnWords())
	}
	if !g.scene.Local() || e.Number > 1 || len(e.Plies) > 0 {
		g.out.line(g.sidesWords()...)
	}
	g.resumed = false
	g.tellPace()
	if !g.position.Over() { // otherwise the end shows the board
		g.showBoard()
		g.sayWhoWaits()
	}
}

// called returns the name of a party on the screen.
func (g *game) called(p match.Party) string {
	if g.scene.Local() {
		return cmp.Or(g.cfg.Names[p], words.T("Player %d", int(p)+1))
	}
	return g.scene.Name(p)
}

// goingOnWords returns a sentence about a game that is taken up, with its score.
func (g *game) goingOnWords() string {
	own := rules.South
	for side, party := range g.by {
		if g.scene.Local() && g.scene.Person(party) || !g.scene.Local() && g.scene.Here(party) {
			own = rules.Side(side)
			break
		}
	}
	other := own.Opponent()
	name := g.who[other]
	if p := g.by[other]; g.scene.Local() && !g.scene.Person(p) {
		name = g.scene.Name(p)
	}
	mine, theirs := g.position.Store(own), g.position.Store(other)
	if g.scene.Watching() || g.scene.Local() && g.scene.Persons() != 1 {
		return words.T("Going on with the game of %s against %s, %d to %d.", g.who[own], name, mine, theirs)
	}
	return words.T("Going on with the game against %s, %d to %d.", name, mine, theirs)
}

// sidesWords returns which bowls belong to whom.
func (g *game) sidesWords() []string {
	var lines []string
	m := int(g.position.Variant().Houses)
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		lines = append(lines, sideWords(g.who[side], side, m, !g.scene.Local() && g.scene.Here(g.by[side])))
	}
	return lines
}

// sideWords returns the bowls of a player, and whether they move first: South does. Here means that
// they are the person at this terminal.
func sideWords(who string, side rules.Side, m int, here bool) string {
	low, high := bowls(side, m)
	switch first := side == rules.South; {
	case first && here:
		return words.N("%[1]s has bowl %[2]d (this terminal) and moves first.",
			"%[1]s has bowls %[2]d to %[3]d (this terminal) and moves first.", m, who, low, high)
	case first:
		return words.N("%[1]s has bowl %[2]d and moves first.", "%[1]s has bowls %[2]d to %[3]d and moves first.", m, who, low, high)
	case here:
		return words.N("%[1]s has bowl %[2]d (this terminal).", "%[1]s has bowls %[2]d to %[3]d (this terminal).", m, who, low, high)
	}
	return words.N("%[1]s has bowl %[2]d.", "%[1]s has bowls %[2]d to %[3]d.", m, who, low, high)
}

// showBoard shows the board after a change.
func (g *game) showBoard() {
	g.shown = false
	if !g.cfg.NoBoard {
		g.out.line(boardLines(g.position, g.last, g.out.painter)...)
	}
}

// played shows a ply: the choice, unless it was typed here, the effect as a sentence, and the
// board.
func (g *game) played(e match.Played) {
	g.position, g.last = e.After, e.Sowing
	g.clock.due = g.clock.due || e.After.ToMove() != e.Sowing.Mover
	g.waits = false
	t := teller(g.who, e.After.Variant())
	if !g.typed {
		g.out.styled(strong, t.Choice(e.Sowing))
	}
	g.typed = false
	if value, estimated := g.scene.Estimate(e.N); estimated {
		g.out.line(words.Estimate(g.who[e.Sowing.Mover], value))
	}
	if g.cfg.Narrate {
		g.out.line(t.Ply(e.Sowing, e.After))
	}
	if e.Sowing.Ends() { // the end shows the board
		return
	}
	g.showBoard()
	g.sayWhoWaits()
}

// sayWhoWaits prints whose turn it is if that player is at the other end.
func (g *game) sayWhoWaits() {
	if side := g.position.ToMove(); !g.scene.Local() && !g.scene.Here(g.by[side]) {
		g.out.line(words.T("Waiting for %s.", g.who[side]))
	}
}

// sideOf returns the side of a party.
func (g *game) sideOf(p match.Party) rules.Side {
	if g.by[rules.North] == p {
		return rules.North
	}
	return rules.South
}

// over shows the end of a game. A game that was broken off has no result.
func (g *game) over(e match.GameOver) {
	g.typed = false
	if g.cfg.Interactive { // the moves that were typed ahead were meant for this game
		g.ahead = nil
	}
	switch e.Result.Ending {
	case match.Finished:
		g.showBoard()
	case match.Resigned:
		g.showBoard()
		g.out.styled(strong, words.T("%s gives the game up.", g.who[g.sideOf(e.By)]))
	case match.TimedOut:
		g.showBoard()
		g.out.styled(strong, words.T("%s ran out of time.", g.who[g.sideOf(e.By)]))
	default:
		return
	}
	g.finished = true
	result := resultLines(e.Result.Outcome, e.Result.Stores, g.who)
	g.out.styled(strong, result[0])
	g.out.line(result[1:]...)
	if text := g.tallyWords(); text != "" {
		g.out.line(text)
	}
	if g.cfg.Terms != nil && !g.isClubComputer() {
		g.out.line(words.GameCheck(g.scene.Match().Check()))
	}
	if g.cfg.Interactive && g.cfg.Replay != nil {
		g.out.line(words.T("%s shows this game again.", g.cfg.Replay(g.scene.GameID())))
	}
	g.noteWin()
}
