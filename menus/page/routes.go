package page

import (
	"mancala/match"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/scene"
)

// Route is a way to another part of the program. Screens of one part know nothing of those of
// another but the routes.
type Route interface{ isRoute() }

// The routes that leave what is shown.
type (
	// ToMain goes to the main menu and ends the game in progress.
	ToMain struct{ route }
	// ToLeave is ToMain, and says that a running game is kept.
	ToLeave struct{ route }
	// ToExit leaves the program; it asks first if something would be lost.
	ToExit struct{ route }
	// ToBoard shows the board of the game in progress.
	ToBoard struct{ route }
	// ToNextPeer goes back to where the peer was found, for another one. A game that can go on is
	// kept.
	ToNextPeer struct{ route }
	// ToStart begins a game between parties who both sit at this machine, after plies that are made
	// already. If that is not possible, it says why, and the game in progress goes on.
	ToStart struct {
		route
		Setup settings.Setup
		Plies []rules.House
	}
	// ToContinue goes on with a game that was left.
	ToContinue struct {
		route
		Kept *Kept
	}
	// ToTryAgain takes the series of a game up once more, or says that it cannot.
	ToTryAgain struct {
		route
		GameID string
	}
)

// The routes that show a screen above the present one.
type (
	// ToNewGame makes a game at this machine.
	ToNewGame struct {
		route
		Against Opponents
	}
	// ToHost and ToJoin find a peer. With a series and an address they take it up at once; with an
	// address alone they begin another one there.
	ToHost struct {
		route
		Addr   string
		Series *match.Bookmark
	}
	ToJoin struct {
		route
		Addr   string
		Series *match.Bookmark
		// Watch says to watch the host's games instead of playing; then Series is nil.
		Watch bool
	}
	// ToOpenGame reads a game from a text.
	ToOpenGame struct{ route }
	// ToReview says how good each ply of a scene's game was.
	ToReview struct {
		route
		Scene *scene.Scene
	}
	// ToReplay shows a scene's game again. Game is its entry in the archive, and Deleted is called
	// when that was deleted; both may be nil.
	ToReplay struct {
		route
		Scene   *scene.Scene
		Game    *ports.Game
		Deleted func()
	}
	// ToHelp, ToAbout, ToScores and ToGames show what there is to read.
	ToHelp   struct{ route }
	ToAbout  struct{ route }
	ToScores struct{ route }
	ToGames  struct{ route }
	// ToSettings sets the program up, and ToLesson teaches the game.
	ToSettings struct{ route }
	ToLesson   struct{ route }
	// ToKeys lists keys.
	ToKeys struct {
		route
		Lines []KeyLine
	}
)

// route makes a type a [Route].
type route struct{}

func (route) isRoute() {}
