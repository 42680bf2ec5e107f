package club

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// sit goes to the game at a seat. It ends a watched game and keeps a game at this computer. A game
// with another person continues.
func (l *lobbyScreen) sit(s lobby.Seat) {
	sc := l.Shell.Scene()
	if sc != nil && !sc.Local() && sc.Unfinished() {
		l.house.seats = append(l.house.seats, s)
		return
	}
	kept := sc != nil && sc.Unfinished()
	l.Shell.BackTo(l)
	r := ports.RequestSeat(s, l.house.in.Me.Name, l.insecure)
	l.at, l.stage = s, table.StageConnecting
	if s.Watch {
		l.game = l.Shell.Begin(scene.Watch(l.Ports.Dial(r)))
	} else {
		l.game = l.Shell.Begin(scene.Remote(l.Ports.Dial(r), match.Guest, r.Name))
	}
	if kept {
		l.Shell.Say(keptWords())
	}
	l.show()
}

// arriving reports whether the game at a seat is about to begin.
func (l *lobbyScreen) arriving() bool {
	return l.game != nil && l.game == l.Shell.Scene() && l.game.Stage() < table.StageGame
}

// NextPeer goes back to the list of tables.
func (l *lobbyScreen) NextPeer() {
	l.Shell.BackTo(l)
	l.Shell.End()
	l.game = nil
	l.show()
}

// LeaveLabel names the way back from a game.
func (l *lobbyScreen) LeaveLabel() string { return words.T("To the club") }

// Waits reports whether the user waits for an opponent.
func (l *lobbyScreen) Waits() bool { return l.house.waits() }

// LeftGame goes back to the list of tables. The user can continue a running game from there, and a
// game at this computer from the main menu.
func (l *lobbyScreen) LeftGame() {
	sc := l.Shell.Scene()
	_, visits := l.Visit(sc)
	running := visits && (sc.Stage() == table.StageGame || isReplaced(sc))
	local := sc != nil && sc.Local() && sc.Unfinished()
	l.NextPeer()
	switch {
	case running:
		l.askGoing()
	case local:
		l.Shell.Say(keptWords())
	}
}

// askGoing asks for the way to the running game.
func (l *lobbyScreen) askGoing() { l.house.query(lobby.Mine{}, func(lobby.Answer) {}) }

// isReplaced reports whether another device of the user has resumed a game, so that it continues.
func isReplaced(sc *scene.Scene) bool {
	n := sc.Note()
	return n != nil && n.Code == "netplay.replaced"
}

// keptWords says how to continue a game at this computer.
func keptWords() string {
	return words.T("The game is kept. Choose Continue in the main menu to go on with it.")
}

// Visit describes a game of the user's at one of the club's tables, or returns false.
func (l *lobbyScreen) Visit(sc *scene.Scene) (page.Visit, bool) {
	if sc == nil || sc != l.game || sc.Watching() {
		return page.Visit{}, false
	}
	v := page.Visit{Rated: l.at.Table.Settings.Rated, Me: l.house.in.Me.Name}
	if r, rated := l.house.rates[l.gameName()]; rated {
		v.News = words.RatingChange(r.Discipline, r.Before, r.After())
	}
	return v, true
}

// gameName returns the club's name of the game in progress there, or "".
func (l *lobbyScreen) gameName() string {
	if l.game == nil {
		return ""
	}
	return lobby.GameID(l.at.Table.ID, l.game.Number())
}

// ShowPeer shows the page of the opponent.
func (l *lobbyScreen) ShowPeer() {
	if peer := l.at.Table.Other(l.house.in.Me.ID); peer.ID != "" {
		l.Shell.Push(newMemberIn(l.Shell, l.house, peer.ID, l.gameName()))
	}
}

// Attend follows the club and the way to a game, below any other screen.
func (l *lobbyScreen) Attend(bool) {
	if l.house.poll() {
		l.show()
		l.sayRating()
		l.sayMissed()
	}
	if l.game != nil && l.game == l.Shell.Scene() && l.game.Stage() != l.stage {
		l.stage = l.game.Stage()
		l.follow()
	}
}

// sayMissed gives up the seat at a table whose opponent has not come, and says so.
func (l *lobbyScreen) sayMissed() {
	missed := l.house.missed
	if l.house.missed = (lobby.Table{}); missed.ID == "" {
		return
	}
	if l.game != nil && l.game == l.Shell.Scene() && l.at.Table.ID == missed.ID {
		l.NextPeer()
	}
	l.Shell.Say(words.Missed(missed.Other(l.house.in.Me.ID).Name))
}

// sayRating says how games have changed the rating. The end of a game shows it for that game.
func (l *lobbyScreen) sayRating() {
	own := l.gameName()
	if slices.ContainsFunc(l.house.fresh, func(r lobby.Rated) bool { return r.Game == own }) {
		r := l.house.rates[own]
		l.Shell.Tell(words.RatingChange(r.Discipline, r.Before, r.After()), false)
		l.Shell.Relayout()
	}
	if news := l.house.ratingNews(own); news != "" {
		l.Shell.Say(news)
	}
}

// follow handles the stages before a game. It asks nothing, since the rules are the table's.
func (l *lobbyScreen) follow() {
	switch l.stage {
	case table.StageOffered:
		if l.game.Door().Offer().Variant != l.at.Table.Settings.Variant {
			l.give(words.T("The game has other rules than its table. Tell the people who run the club."))
			return
		}
		if err := l.game.Link().Accept(); err != nil {
			l.give(words.Sentence(err))
		}
	case table.StageFailed:
		l.giveAfter(l.game)
	case table.StageEnded:
		if l.Shell.Top() == page.Screen(l) {
			l.giveAfter(l.game)
		}
	}
}

// giveAfter gives up the seat of a game that cannot be played.
func (l *lobbyScreen) giveAfter(sc *scene.Scene) {
	if isReplaced(sc) {
		l.askGoing()
	}
	l.give(words.Sentence(sc.Note()))
}

// give gives up a seat, and says why.
func (l *lobbyScreen) give(why string) {
	l.Shell.End()
	l.game = nil
	l.Shell.Say(why)
	l.show()
}
