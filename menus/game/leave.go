package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/words"
)

// newLeaveCard returns a card that asks how to leave a running game with a peer. The choice that
// loses the least has the focus.
func newLeaveCard(g *Screen) *page.Card {
	shell := g.Shell
	back := kit.WithID("leave.back", kit.NewButton(words.T("Play on"), shell.Back))
	back.Primary = true
	if warning := g.LeaveWarning(); warning != "" {
		answers := []*kit.Button{
			back, page.NewAnswer(shell, "leave.leave", words.T("Leave for now"), g.leaveAndKeep),
			page.NewAnswer(shell, "leave.resign", words.T("Resign"), g.askResign),
		}
		if g.scene.Absent() && g.mayEnd() {
			warning += " " + words.T("If you end it, it has no winner.")
			answers = append(answers, page.NewAnswer(shell, "leave.end", words.T("End it"), g.endIt))
		}
		return page.NewCard(shell, "leave game", words.T("Leave the game?"), warning, shell.Back, answers...)
	}
	text := words.T("%s is told. A game that is kept can be continued later, even after both programs were closed. If you end it, it has no winner.", g.scene.Peer())
	return page.NewCard(shell, "leave game", words.T("Leave the game?"), text, shell.Back, back,
		page.NewAnswer(shell, "leave.leave", words.T("Leave and keep it"), g.leaveAndKeep),
		page.NewAnswer(shell, "leave.resign", words.T("Resign"), g.askResign),
		page.NewAnswer(shell, "leave.end", words.T("End it"), g.endIt))
}

// LeaveWarning explains the effects of leaving a running game at a club. It is "" for any other
// game, which is just kept.
func (g *Screen) LeaveWarning() string {
	terms := g.clubTerms()
	if terms == "" {
		return ""
	}
	return words.T("%s is told.", g.scene.Peer()) + " " + terms
}

// clubTerms tells how a game at a club goes on while the user is away, and how to come back to
// it; "" for any other game. A game at a club may have been continued from the main menu.
func (g *Screen) clubTerms() string {
	_, visiting := g.visit()
	switch {
	case visiting:
		return words.AwayFromClub(g.isTimed()) + " " + words.T("You can come back from the club.")
	case g.scene.AtClub():
		return words.AwayFromClub(g.isTimed()) + " " + words.T("To come back, choose Continue in the main menu.")
	}
	return ""
}

// visit returns the club's facts about the game, or false if it is not played there.
func (g *Screen) visit() (page.Visit, bool) {
	if home := g.Shell.Home(); home != nil {
		return home.Visit(g.scene)
	}
	return page.Visit{}, false
}

// isTimed reports whether the game has clocks.
func (g *Screen) isTimed() bool {
	_, timed := g.scene.Clock(rules.South)
	return timed
}

// mayEnd reports whether the user can end the game at a club without a winner, because the other
// player is away. A rated game is lost by that. All rated games have clocks.
func (g *Screen) mayEnd() bool {
	if v, visiting := g.visit(); visiting {
		return !v.Rated
	}
	return !g.isTimed()
}

// leaveAndKeep leaves the game so that it can be continued later. A host whose guest is away
// listens for others again.
func (g *Screen) leaveAndKeep() {
	if _, paused := g.scene.Paused(); paused && g.scene.Self() == match.Host {
		g.Shell.Go(page.ToNextPeer{})
		g.Shell.Say(words.T("The game against %s is kept. To go on with it, leave this screen and choose Continue.", g.scene.Peer()))
		return
	}
	g.Shell.Go(page.ToLeave{})
}

// endIt ends the series for good: the running game counts for neither player.
func (g *Screen) endIt() {
	g.scene.Link().Leave(match.ReasonQuit)
}

// leaveLabel names the place to which leaving leads.
func (g *Screen) leaveLabel() string {
	if home := g.Shell.Home(); home != nil {
		return home.LeaveLabel()
	}
	return words.T("Main menu")
}
