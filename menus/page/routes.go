package page

import (
	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/menus/settings"
	"mancala/rules"
)

// Route is a destination in the program. The parts of the program know each other only by routes.
type Route interface{ isRoute() }

// The routes that leave the present screen.
type (
	// ToMain goes to the main menu and ends the game in progress.
	ToMain struct{ route }
	// ToLeave leaves the game in progress. It goes to the lobby of its peer, if that is a [Home],
	// or else to the main menu. It says that a running game is kept.
	ToLeave struct{ route }
	// ToExit leaves the program. It asks first if something would be lost.
	ToExit struct{ route }
	// ToBoard shows the board of the game in progress.
	ToBoard struct{ route }
	// ToNextPeer goes back to the lobby of the peer to find another one. It keeps a game that can
	// be continued.
	ToNextPeer struct{ route }
	// ToStart begins a game between two parties at this machine, after given plies. If that is
	// impossible, it says why, and the game in progress continues.
	ToStart struct {
		route
		Setup settings.Setup
		Plies []rules.House
	}
	// ToContinue continues an unfinished game.
	ToContinue struct {
		route
		Kept *Kept
	}
	// ToTryAgain resumes the series of a game once more, or says that it cannot.
	ToTryAgain struct {
		route
		GameID string
	}
)

// Link is a way to another screen, known only to its maker.
type Link struct {
	Label string
	Do    func()
}

// The routes that open a screen above the present one.
type (
	// ToNewGame sets up a game at this machine.
	ToNewGame struct {
		route
		Against Opponents
	}
	// ToHost and ToJoin find a peer. With a series and an address they resume it at once; with only
	// an address they begin a new one there.
	ToHost struct {
		route
		Addr   string
		Series *match.Bookmark
	}
	ToJoin struct {
		route
		Addr   string
		Series *match.Bookmark
		// Watch watches the host's games instead of playing; Series must then be nil.
		Watch bool
	}
	// ToClub opens the way into a club, and with an address enters the club there.
	ToClub struct {
		route
		Addr string
		// GoOn continues the user's running game there, if there is one.
		GoOn bool
	}
	// ToOpenGame opens a game from its text.
	ToOpenGame struct{ route }
	// ToReview rates each ply of a scene's game. Judging, if not nil, has judged it so far. Ply, if
	// not 0, is told at once.
	ToReview struct {
		route
		Scene   *scene.Scene
		Judging *scene.Judging
		Ply     int
	}
	// ToReplay replays a scene's game. Game is its entry in the archive, and Deleted is called
	// after its deletion; both may be nil. A game without an ID came by a link, and plays at once.
	// About leads to pages about the players.
	ToReplay struct {
		route
		Scene   *scene.Scene
		Game    *match.Record
		Deleted func()
		About   []Link
	}
	// ToHelp, ToAbout, ToScores and ToGames open the pages to read.
	ToHelp   struct{ route }
	ToAbout  struct{ route }
	ToScores struct{ route }
	ToGames  struct{ route }
	// ToSettings opens the settings.
	ToSettings struct{ route }
	// ToLesson opens the lesson of a game, or of the first preset if the game has none.
	ToLesson struct {
		route
		Game rules.Variant
	}
	// ToLearn opens the page with puzzles, lessons and the user's progress and, if Mistakes is set,
	// asks the user's due mistakes.
	ToLearn struct {
		route
		Mistakes bool
	}
	// ToKeys lists keys.
	ToKeys struct {
		route
		Lines []KeyLine
	}
)

// route makes a type a [Route].
type route struct{}

func (route) isRoute() {}
