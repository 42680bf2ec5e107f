package game

import (
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules"
)

// leaving has all ways out of a game with a peer: for now, for good, or because the peer is away.
type leaving struct {
	game *Screen
	away *page.Card // asks for a decision while the peer is away, or nil
	// stuck asks for a decision if a computer player returns no ply, and reason is the cause. Both
	// are nil at first.
	stuck  *page.Card
	reason *rules.Note
	making bool // the peer was removed for a waiting guest
}

// newLeaveCard returns a card that asks how to leave a running game with a peer. The least harmful
// choice has the focus.
func newLeaveCard(g *Screen) *page.Card {
	shell := g.Shell
	back := kit.WithID("leave.back", kit.NewButton(words.T("Play on"), shell.Back))
	back.Primary = true
	if warning := g.LeaveWarning(); warning != "" {
		answers := []*kit.Button{
			back, page.NewAnswer(shell, "leave.leave", words.T("Leave for now"), g.leaving.leaveAndKeep),
			page.NewAnswer(shell, "leave.resign", words.T("Resign"), g.leaving.askResign),
		}
		if g.scene.Absent() && g.leaving.mayEnd() {
			warning += " " + words.T("If you end it, it has no winner.")
			answers = append(answers, page.NewAnswer(shell, "leave.end", words.T("End it"), g.leaving.endIt))
		}
		return page.NewCard(shell, "leave game", words.T("Leave the game?"), warning, shell.Back, answers...)
	}
	text := words.T("%s is told. A game that is kept can be continued later, even after both programs were closed. If you end it, it has no winner.", g.scene.Peer())
	return page.NewCard(shell, "leave game", words.T("Leave the game?"), text, shell.Back, back,
		page.NewAnswer(shell, "leave.leave", words.T("Leave and keep it"), g.leaving.leaveAndKeep),
		page.NewAnswer(shell, "leave.resign", words.T("Resign"), g.leaving.askResign),
		page.NewAnswer(shell, "leave.end", words.T("End it"), g.leaving.endIt))
}

// LeaveWarning explains the effects of leaving a running game at a club. It returns "" for any
// other game, which is kept.
func (g *Screen) LeaveWarning() string {
	terms := g.leaving.clubTerms()
	if terms == "" {
		return ""
	}
	return words.T("%s is told.", g.scene.Peer()) + " " + terms
}

// clubTerms explains what happens to a game at a club while the user is away, and how to return to
// it. It returns "" for any other game. A game at a club may have been continued from the main
// menu.
func (l *leaving) clubTerms() string {
	_, visiting := l.visit()
	switch {
	case visiting:
		return words.AwayFromClub(l.isTimed()) + " " + words.T("You can come back from the club.")
	case l.game.scene.AtClub():
		return words.AwayFromClub(l.isTimed()) + " " + words.T("To come back, choose Continue in the main menu.")
	}
	return ""
}

// visit returns the club's facts about the game, or false outside a club.
func (l *leaving) visit() (page.Visit, bool) {
	if home := l.game.Shell.Home(); home != nil {
		return home.Visit(l.game.scene)
	}
	return page.Visit{}, false
}

// isTimed reports whether the game has clocks.
func (l *leaving) isTimed() bool {
	_, timed := l.game.scene.Clock(rules.South)
	return timed
}

// mayEnd reports whether the user can end a club's game without a winner, because the other player
// is away. That would lose a rated game; all rated games have clocks.
func (l *leaving) mayEnd() bool {
	if v, visiting := l.visit(); visiting {
		return !v.Rated
	}
	return !l.isTimed()
}

// leaveAndKeep leaves the game for later. A host with an absent guest listens for others again.
func (l *leaving) leaveAndKeep() {
	if _, paused := l.game.scene.Paused(); paused && l.game.scene.Self() == match.Host {
		l.game.Shell.Go(page.ToNextPeer{})
		l.game.Shell.Say(words.T("The game against %s is kept. To go on with it, leave this screen and choose Continue.", l.game.scene.Peer()))
		return
	}
	l.game.Shell.Go(page.ToLeave{})
}

// endIt ends the series for good: the running game counts for neither player.
func (l *leaving) endIt() {
	l.game.scene.Link().Leave(table.ReasonQuit)
}

// leaveLabel names the screen after leaving.
func (l *leaving) leaveLabel() string {
	if home := l.game.Shell.Home(); home != nil {
		return home.LeaveLabel()
	}
	return words.T("Main menu")
}
