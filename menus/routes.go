package menus

import (
	"slices"

	"mancala/internal/words"
	"mancala/menus/club"
	"mancala/menus/info"
	"mancala/menus/learn"
	"mancala/menus/newgame"
	"mancala/menus/page"
	"mancala/menus/review"
)

// Go navigates to another part of the program.
func (a *App) Go(r page.Route) {
	switch r := r.(type) {
	case page.ToMain:
		a.home()
	case page.ToLeave:
		a.leave()
	case page.ToExit:
		a.askExit()
	case page.ToBoard:
		a.board()
	case page.ToNextPeer:
		a.nextPeer()
	case page.ToStart:
		if err := newgame.PlayOn(a, r.Setup, r.Plies); err != nil {
			a.Say(words.Sentence(err))
		}
	case page.ToContinue:
		newgame.GoOn(a, r.Kept)
	case page.ToTryAgain:
		newgame.TryAgain(a, r.GameID)
	case page.ToHost:
		newgame.GoHost(a, r)
	case page.ToJoin:
		newgame.GoJoin(a, r)
	default:
		a.Push(a.screen(r))
	}
}

// screen returns the screen of a route that opens one.
func (a *App) screen(r page.Route) page.Screen {
	switch r := r.(type) {
	case page.ToNewGame:
		return newgame.NewSetup(a, r.Against)
	case page.ToOpenGame:
		return newgame.NewOpenGame(a)
	case page.ToReview:
		return review.New(a, r)
	case page.ToReplay:
		return review.NewReplay(a, r)
	case page.ToHelp:
		return info.NewHelp(a)
	case page.ToAbout:
		return info.NewAbout(a)
	case page.ToScores:
		return info.NewScores(a)
	case page.ToGames:
		return info.NewGames(a)
	case page.ToSettings:
		return info.NewSettings(a)
	case page.ToClub:
		return club.New(a, r)
	case page.ToLesson:
		return info.NewLesson(a, r.Game)
	case page.ToLearn:
		return learn.New(a, &a.search, r.Mistakes)
	case page.ToKeys:
		return info.NewKeys(a, r.Lines)
	}
	panic("a route that leads nowhere")
}

// board shows the board of the game in progress, if there is one.
func (a *App) board() {
	if a.Scene() == nil {
		return
	}
	a.follow()
	if g := a.gameScreen(); g != nil {
		a.BackTo(g)
	}
}

// leave goes to the main menu, or back to the lobby of the peer. It keeps a running game, and says
// so in a toast.
func (a *App) leave() {
	if home := a.Home(); home != nil && a.Scene() != nil {
		home.LeftGame()
		return
	}
	running := a.progress.Unfinished()
	a.home()
	if running {
		a.Say(words.T("The game is kept. Choose Continue to go on with it."))
	}
}

// nextPeer goes back to the lobby of the peer, the topmost one.
func (a *App) nextPeer() {
	for _, s := range slices.Backward(a.stack.Screens) {
		if lobby, ok := s.(page.Lobby); ok {
			lobby.NextPeer()
			return
		}
	}
}
