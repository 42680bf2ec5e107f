package webtest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// TestLongClubTogether has two real windows and a browser meet in a club of three processes, each
// at a different node. Ann's window and Cleo's browser play while Bo's window watches. In the
// middle it kills the node with the game, which has also served Cleo's page. Then Bo and Cleo play
// while Ann watches. All see every ply, and the nodes that are left have both games.
func TestLongClubTogether(t *testing.T) {
	needBrowser(t)
	drive.Need(t)
	t.Setenv("MANCALA_LOOPBACK", "1")
	t.Setenv("LC_ALL", "C")
	nodes := startClub(t, 3)
	display := need.XServer(t, "1700x760x24")
	ann := openClubWindow(t, display, "Ann", 0, nodes[1].addr)
	bo := openClubWindow(t, display, "Bo", 850, nodes[2].addr)
	cleo := enterClub(t, small, "Cleo", nodes[0].addr)
	cleo.forgive("WebSocket connection to ", "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")

	makeTable(ann)
	seesAtTable(bo, "Ann")
	cleo.sees("Ann (1500?)")
	cleo.press("button", "Sit down")
	first := joinIn(ann, bo, cleo, 0)
	const cut = 5
	first.play(0, cut)
	nodes[0].kill()
	killed := time.Now()
	ann.Wait("the line to come back", func() bool { return len(ann.Find("paused")) == 1 && len(ann.Find("resumed")) == 1 })
	first.play(cut, cut+1)
	t.Logf("the next ply is on all boards %v after the end of the node", time.Since(killed).Round(time.Millisecond))
	cleo.shoot("without-its-node")
	first.play(cut+1, len(script))
	first.over()

	for _, w := range []*drive.Window{ann, bo} {
		w.Click("To the club")
		w.On("lobby")
	}
	cleo.press("button", "To the club")
	cleo.usable("button", "Leave the club")
	makeTable(bo)
	seesAtTable(ann, "Bo")
	cleo.sees("Bo (")
	cleo.press("button", "Sit down")
	second := joinIn(bo, ann, cleo, 1)
	second.play(0, len(script))
	second.over()
	cleo.shoot("end")
	for _, n := range nodes[1:] {
		await(t, "both games in the record of a node", func() bool {
			return strings.Count(n.export(), fmt.Sprintf("%q:%q", "game", scripted(t, len(script)))) == 2
		})
	}
}

// openClubWindow opens a window of the program that knows a club, and goes to its lobby from the
// main menu. Its tables have the rules of the script.
func openClubWindow(t *testing.T, display, name string, x int, addr string) *drive.Window {
	t.Helper()
	dir := t.TempDir()
	clock := match.TimeControl{Base: 10 * time.Minute, Increment: 5 * time.Second}
	drive.Remember(t, dir, map[string]string{
		"greeted": "yes", "clubs": addr, "club-table": clock.String() + " rated " + scripted(t, 0).Variant.String(),
	})
	w := drive.Open(t, program(t), display, name, x, dir)
	w.Click("Play online")
	w.Click("Club")
	w.Click("#club.known-1")
	w.On("lobby")
	return w
}

// makeTable opens a table from the lobby.
func makeTable(w *drive.Window) {
	w.Click("#lobby.make")
	w.On("new table")
	w.Click("#table.ok")
	w.On("lobby")
}

// seesAtTable waits until the table of a member is the chosen one in the list.
func seesAtTable(w *drive.Window, member string) {
	w.Wait("the table of "+member, func() bool {
		for _, c := range w.Screen().Controls {
			if c.Is("#lobby.table") && strings.HasPrefix(c.Value, member+" (") {
				return true
			}
		}
		return false
	})
}

// clubGame is a rated game between a window and a browser, which another window watches.
type clubGame struct {
	player, watcher *drive.Window
	browser         *tab
	number          int        // of the windows' games, counted from 0
	playerIs        rules.Side // the side of the window
}

// joinIn waits until the game has begun, and has the watcher come.
func joinIn(player, watcher *drive.Window, browser *tab, number int) clubGame {
	player.On("game")
	watcher.Click("Watch")
	watcher.On("game")
	g := clubGame{player: player, watcher: watcher, browser: browser, number: number, playerIs: rules.South}
	if player.Find("game")[number].Self == rules.North.String() {
		g.playerIs = rules.North
	}
	return g
}

// play plays the plies of the script from one to another, only by clicks. Each is on all three
// boards before the next one.
func (g clubGame) play(from, to int) {
	t := g.browser.t
	t.Helper()
	for i := from; i < to; i++ {
		before := need.Must(scripted(t, i).Replay())(t)
		if before.ToMove() == g.playerIs {
			g.player.Sow(int(script[i]))
		} else {
			g.browser.sows(script[i])
		}
		after, _ := scripted(t, i+1).Replay()
		for _, w := range []*drive.Window{g.player, g.watcher} {
			w.Wait(fmt.Sprintf("ply %d", i+1), func() bool {
				list := w.Find("ply")
				return len(list) > 0 && list[len(list)-1].N == i+1 && list[len(list)-1].Position == after.Notation()
			})
		}
		g.browser.faces(after)
	}
}

// over waits for the end of the game on all boards.
func (g clubGame) over() {
	t := g.browser.t
	t.Helper()
	for _, w := range []*drive.Window{g.player, g.watcher} {
		w.Wait("the end of the game", func() bool { return len(w.Find("game over")) == g.number+1 })
		if got := w.Find("game over")[g.number]; got.Result != "south wins 8-4" || got.Game != scripted(t, len(script)).String() {
			t.Errorf("%s has seen %s: %s", w.Name, got.Game, got.Result)
		}
	}
	if g.playerIs == rules.South {
		g.browser.sees(g.player.Name + " wins")
	} else {
		g.browser.sees("You win")
	}
}

// scripted returns the game of some plies of the script.
func scripted(t *testing.T, plies int) rules.Game {
	t.Helper()
	v, _ := rules.Preset("kalah")
	v = need.Must(v.WithSize(3, 2))(t)
	return rules.Game{Variant: v, Plies: script[:plies]}
}
