package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/rules"
	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// tabTo moves the focus to a control by Tab.
func (g *guest) tabTo(label string) {
	g.t.Helper()
	for i := 0; !g.at(label); i++ {
		if i > 40 {
			g.t.Fatalf("Tab does not reach %s on %+v", label, g.Screen())
		}
		g.key(ebiten.KeyTab)
	}
}

// enabled reports whether a control is there and can be used.
func (g *guest) enabled(label string) bool {
	for _, c := range g.Screen().Controls {
		if c.Is(label) {
			return c.Enabled
		}
	}
	return false
}

// waitFor runs ticks until a control is enabled.
func (g *guest) waitFor(label string) {
	g.t.Helper()
	g.Wait(label, func() bool { g.tick(1); return g.enabled(label) })
}

// walkTwoHere plays a game of two persons at this machine: the rules, undo and redo, the log, the
// end and back.
func walkTwoHere(g *guest) {
	g.t.Helper()
	g.clickTo("Two players here", "two players here")
	g.see("two-players-here")
	g.clickTo("More options", "new game")
	g.see("new-game")
	g.clickTo("Custom rules...", "custom rules")
	g.see("custom-rules")
	g.clickTo("Cancel", "new game")
	for range 5 { // 6 houses to 1
		g.tabTo("Houses per side")
		g.key(ebiten.KeyArrowLeft)
	}
	g.see("new-game-one-house")
	g.clickTo("Start", "game")
	g.see("two-here-start")
	if g.enabled("#game.undo") || g.enabled("#game.redo") {
		g.t.Error("there is something to undo or redo before the first ply")
	}
	g.click("#house-1") // Kalah(1,4): all seeds but two
	g.tick(400)
	g.see("two-here-board")
	g.waitFor("#house-1")
	g.click("#game.undo")
	g.waitFor("#game.redo")
	g.click("#game.redo")
	g.tick(400)
	g.key(ebiten.KeyR)
	g.see("two-here-flipped")
	g.click("#game.log")
	g.see("two-here-log")
	g.click("#game.log")
	playToTheEnd(g)
	g.see("two-here-end")
	g.click("Don't save")
	g.clickTo("#game.undo", "game")
	g.waitFor("#house-1")
	leaveGame(g)
	g.waitFor("Continue") // the disk is asked for the game
	g.see("main-menu-continue")
	g.clickTo("Continue", "game")
	playToTheEnd(g)
	g.click("Don't save")
	g.clickTo("Main menu", "main menu")
}

// playToTheEnd plays house 1 for both players until the game is over, and the winner is asked for a
// name.
func playToTheEnd(g *guest) {
	g.t.Helper()
	for g.Screen().Name == "game" {
		if g.tick(30); g.enabled("#house-1") {
			g.click("#house-1")
		}
	}
	g.until("end of game")
	g.waitFor("Don't save") // the disk is asked for the place among the top scores
	g.tick(60)
}

// leaveGame goes from the board to the main menu. A local game is saved, so there is no question.
func leaveGame(g *guest) {
	g.t.Helper()
	g.keyTo(ebiten.KeyEscape, "game menu")
	g.clickTo("#menu.leave", "main menu")
}

// walkGames looks at the played games, which are too few for filters: the list, the figures, and a
// replay.
func walkGames(g *guest) {
	g.t.Helper()
	g.clickTo("My games", "my games")
	g.waitFor("Open")
	g.see("my-games")
	g.clickTo("Open", "replay")
	g.key(ebiten.KeyHome)
	g.see("replay")
	g.click("Autoplay")
	g.tick(10) // the game has one ply only
	g.see("replay-running")
	g.click("Stop")
	g.clickTo("Delete...", "question")
	g.see("delete-game")
	g.clickTo("Keep it", "replay")
	g.clickTo("Back", "my games")
	g.tabTo("choice")
	g.key(ebiten.KeyArrowRight)
	g.see("my-figures")
	g.clickTo("Back", "main menu")
}

// walkComputer plays against the computer step by step, only by keyboard up to the board.
func walkComputer(g *guest) {
	g.t.Helper()
	g.tabTo("Play the computer")
	g.keyTo(ebiten.KeyEnter, "ladder")
	if !g.at("#ladder.seedling") {
		g.t.Errorf("the ladder begins at %s", g.focused())
	}
	g.see("ladder")
	g.tabTo("More options")
	g.keyTo(ebiten.KeyEnter, "new game")
	g.tabTo("Computer players move")
	g.key(ebiten.KeyArrowRight)
	for range 5 { // the one house of the last game was remembered
		g.tabTo("Houses per side")
		g.key(ebiten.KeyArrowRight)
	}
	g.see("new-game-computer")
	g.tabTo("Top row: played by")
	g.keyTo(ebiten.KeySpace, "list")
	g.see("list-of-players")
	g.keyTo(ebiten.KeyEscape, "new game")
	g.tabTo("Start")
	g.keyTo(ebiten.KeyEnter, "game")
	if g.enabled("Next Move") {
		g.t.Error("Next Move is enabled on the person's turn")
	}
	g.waitFor("#house-1")
	g.click("#house-1") // no capture, no extra turn, with 4 seeds
	g.tick(400)
	if !g.enabled("Next Move") || g.enabled("#house-2") {
		g.t.Errorf("it is the computer's turn, but the controls are %+v", g.Screen().Controls)
	}
	g.see("next-move")
	for range 20 {
		if g.waitForEither("Next Move", "#house-2"); g.enabled("#house-2") {
			break
		}
		g.click("Next Move")
		g.tick(400)
	}
	g.click("#game.undo") // back to the person's own decision, whatever the computer has played since
	g.waitFor("#house-1")
	g.see("undone")
	g.key(ebiten.KeyH)
	g.see("hint")
	g.key(ebiten.KeyV)
	g.see("evaluation-bar")
	g.key(ebiten.KeyV)
	g.click("#game.pause")
	g.see("by-themselves")
	leaveGame(g)
}

func (g *guest) waitForEither(a, b string) {
	g.t.Helper()
	g.Wait(a+" or "+b, func() bool { g.tick(1); return g.enabled(a) || g.enabled(b) })
}

// walkOpen opens a game from its text.
func walkOpen(g *guest) {
	g.t.Helper()
	g.clickTo("My games", "my games")
	g.clickTo("From a text...", "open game")
	g.tabTo("Text of the game")
	g.type_("mancala show --rules kalah 3 3")
	g.see("open-game-refused")
	g.keyTo(ebiten.KeyEscape, "my games")
	g.keyTo(ebiten.KeyEscape, "main menu")
	g.clickTo("My games", "my games")
	g.clickTo("From a text...", "open game")
	g.tabTo("Text of the game")
	g.type_("mancala show --rules kalah 3 6 1")
	g.see("open-game")
	g.clickTo("Open", "game")
	g.see("opened")
	want := need.Must(rules.Replay(rules.Presets()[0].Variant, 3, 6, 1))(g.t)
	for h := rules.House(1); h <= 6; h++ {
		if got := g.enabled("#house-" + h.String()); got != (want.Legal(h) == nil) {
			g.t.Errorf("house %v is enabled: %v", h, got)
		}
	}
	g.keyTo(ebiten.KeyEscape, "game menu")
	g.clickTo("Review", "review")
	g.key(ebiten.KeyArrowLeft)
	g.tick(20)
	g.see("review")
	g.clickTo("#play-on", "play on")
	g.see("play-on")
	g.clickTo("Start", "game")
	g.waitFor("#house-1")
	leaveGame(g)
}

// walkReview goes, only by keyboard, from the end card through a review in which every position can
// be solved.
func walkReview(g *guest) {
	g.t.Helper()
	g.tabTo("Review")
	g.keyTo(ebiten.KeyEnter, "review")
	says := func(begin, end string) func() bool {
		return func() bool {
			g.tick(5)
			return slices.ContainsFunc(g.Screen().Controls, func(c drive.Control) bool {
				return strings.HasPrefix(c.Label, begin) && strings.HasSuffix(c.Label, end)
			})
		}
	}
	g.Wait("all positions to be known", says("graph, ", "all known exactly"))
	g.key(ebiten.KeyHome)
	g.Wait("the first ply", says("1. Random", "."))
	g.key(ebiten.KeyArrowRight)
	g.Wait("the second ply", says("2. ", "."))
	g.keyTo(ebiten.KeyEscape, "end of game")
}

// TestLongComputersPlayByThemselves has two computer players play a whole game with a pause, twice
// with one seed.
func TestLongComputersPlayByThemselves(t *testing.T) {
	needHost(t)
	program := buildProgram(t, "-tags", "ebitenginevmguest")
	var games [2]string
	for i := range games {
		g := openGuest(t, program, 640, 400, "--seed", "7", "--rules", "kalah", "--houses", "3", "--seeds", "2")
		g.until("main menu")
		g.waitFor("First lesson") // the archive is asked whether the person is new here
		g.clickTo("Play the computer", "ladder")
		g.clickTo("More options", "new game")
		for _, c := range []struct{ seat, player string }{{"Bottom row: played by", "Random"}, {"Top row: played by", "Greedy"}} {
			g.tabTo(c.seat)
			g.keyTo(ebiten.KeySpace, "list")
			g.clickTo(c.player, "new game")
		}
		g.clickTo("Start", "game")
		g.click("#game.pause")
		before := len(g.Find("ply"))
		g.tick(600)
		if n := len(g.Find("ply")) - before; n > 1 { // one may have been chosen already
			t.Errorf("%d plies were played during the pause", n)
		}
		g.click("#game.pause")
		g.Wait("the end", func() bool { g.tick(20); return len(g.Find("game over")) == 1 })
		g.until("end of game")
		g.tick(60)
		if g.enabled("Save") {
			t.Error("a computer is asked for its name")
		}
		walkReview(g)
		for _, l := range g.Find("ply") {
			games[i] += l.Position
		}
	}
	if games[0] != games[1] || !strings.HasSuffix(games[0], "0,0,0,0,0,0>") {
		t.Errorf("one seed gave two games, or none that ended:\n%s\n%s", games[0], games[1])
	}
}
