package newgame

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/page"
)

// hold takes a local game from the archive and continues it. If another window or terminal plays
// it, it asks first, unless take is set.
func hold(shell page.Shell, k *page.Kept, take bool) {
	shell.Shared().Ports.Archive.Hold(k.Game.ID, take, func(held bool, err error) {
		switch {
		case err != nil:
			shell.Say(words.Sentence(err))
		case held:
			reread(shell, k, func(now page.Kept) { reopen(shell, now) })
		default:
			shell.Push(newElsewhere(shell, k))
		}
	})
}

// reread calls do with the present state of a game, which another program may have played
// meanwhile.
func reread(shell page.Shell, k *page.Kept, do func(page.Kept)) {
	shell.Shared().Ports.Archive.Game(k.Game.ID, func(g match.Record, found bool, err error) {
		switch now, ok := page.KeptGame(g); {
		case err != nil:
			shell.Say(words.Sentence(err))
		case !found || !ok:
			shell.Say(words.T("This game cannot be continued. You can find it in My games."))
		default:
			do(now)
		}
	})
}

// reopen continues a game.
func reopen(shell page.Shell, k page.Kept) {
	if err := goOnLocal(shell, k.Game); err != nil {
		shell.Say(words.Sentence(err))
		return
	}
	shell.Say(k.Said())
}

// newElsewhere asks what to do with a game that another window or terminal plays.
func newElsewhere(shell page.Shell, k *page.Kept) *page.Card {
	look := page.NewAnswer(shell, "elsewhere.look", words.T("Look on"), func() { reread(shell, k, func(now page.Kept) { lookOn(shell, now) }) })
	look.Primary = true
	return page.NewCard(shell, "elsewhere", words.T("This game is open elsewhere"),
		words.T("It is played in another window or terminal. If you take it over, it ends there; a copy is a game of its own."), shell.Back,
		look, page.NewAnswer(shell, "elsewhere.copy", words.T("Go on in a copy"), func() {
			reread(shell, k, func(now page.Kept) {
				now.Game.ID = "" // it gets another ID
				reopen(shell, now)
			})
		}),
		page.NewAnswer(shell, "elsewhere.take", words.T("Take it over"), func() { hold(shell, k, true) }),
		page.NewRetreat("elsewhere.cancel", words.T("Cancel"), shell.Back))
}

// lookOn shows a game as last stored.
func lookOn(shell page.Shell, k page.Kept) {
	page.Replay(shell, k.Game, page.ToReplay{Game: &k.Game, Deleted: func() {}})
}
