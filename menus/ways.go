package menus

// Go goes to another part of the program.
func (a *App) Go(r Route) {
	switch r := r.(type) {
	case ToMain:
		a.home()
	case ToLeave:
		a.leave()
	case ToExit:
		a.askExit()
	case ToBoard:
		a.board()
	case ToNextPeer:
		a.nextPeer()
	case ToStart:
		if err := playOn(a, r.Setup, r.Plies); err != nil {
			a.Say(sentence(err.Error()))
		}
	case ToContinue:
		goOn(a, r.Kept)
	case ToTryAgain:
		tryAgain(a, r.GameID)
	case ToHost:
		pushHost(a, r)
	case ToJoin:
		pushJoin(a, r)
	default:
		a.Push(a.screen(r))
	}
}

// screen returns the screen of a route that shows one.
func (a *App) screen(r Route) Screen {
	switch r := r.(type) {
	case ToNewGame:
		return newSetupScreen(a, r.Against)
	case ToOpenGame:
		return newOpenGameScreen(a)
	case ToReview:
		return newReviewScreen(a, r.Scene)
	case ToReplay:
		return newReplayScreen(a, r.Scene, r.Game, r.Deleted)
	case ToHelp:
		return newHelpScreen(a)
	case ToAbout:
		return newAboutScreen(a)
	case ToScores:
		return newScoresScreen(a)
	case ToGames:
		return newGamesScreen(a)
	}
	panic("a route that leads nowhere")
}

// board shows the board of the game in progress, if there is one.
func (a *App) board() {
	if a.scene == nil {
		return
	}
	a.follow()
	if g := a.gameScreen(); g != nil {
		a.BackTo(g)
	}
}

// nextPeer goes back to where the peer was found.
func (a *App) nextPeer() {
	for _, s := range a.stack.Screens {
		if lobby, ok := s.(Lobby); ok {
			lobby.NextPeer()
			return
		}
	}
}
