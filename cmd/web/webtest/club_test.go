package webtest

import (
	"path/filepath"
	"testing"

	"mancala/rules"
)

// visitClub starts Ada's program in the lobby of a club.
func visitClub(t *testing.T, addr string) *host {
	t.Helper()
	h := &host{log: filepath.Join(t.TempDir(), "log")}
	h.process = startProgram(t, "club", "--text", "--no-board", "--narrate", "--name", "Ada", "--data-dir", t.TempDir(), "--log", h.log, addr)
	h.hears("You are in the lobby of Test Club, as Ada (1500?).")
	return h
}

// enterClub opens the page of a club, and goes into the lobby.
func enterClub(t *testing.T, s size, name, addr string) *tab {
	t.Helper()
	b := open(t, s, "http://"+addr+"/")
	b.press("textbox", "Your name")
	b.keys(name)
	b.shoot("form")
	b.press("button", "Enter the club")
	b.usable("button", "Leave the club")
	return b
}

// playInClub plays the plies of the script from one to another: Ada's in the terminal, and Bo's in
// the browser.
func (h *host) playInClub(b *tab, from, to int) {
	h.t.Helper()
	side := rules.South
	if h.logged("game")[0].Self != side.String() {
		side = rules.North
	}
	h.playAs(side, from, to, b.answers)
}

// TestLongClub has a browser and a program meet in a club and play a rated game. In the middle the
// page reloads, and resumes without help.
func TestLongClub(t *testing.T) {
	needBrowser(t)
	addr := startClub(t, 1)[0].addr
	ada := visitClub(t, addr)
	b := enterClub(t, small, "Bo", addr)
	b.shoot("empty")
	ada.types("table 5+3 rated kalah(3,2)")
	ada.hears("You wait at your table: Kalah 3x2, 5+3, rated.")
	b.usable("button", "Sit down")
	b.shoot("lobby")
	b.press("button", "Sit down")
	await(t, "a game", func() bool { return len(ada.logged("game")) == 1 })
	ada.playInClub(b, 0, 5)
	b.shoot("game")
	b.reload()
	ada.playInClub(b, 5, len(script))
	await(t, "the end", func() bool { return len(ada.logged("game over")) == 1 })
	if got := ada.logged("game over")[0].Result; got != "south wins 8-4" {
		t.Errorf("the result is %q", got)
	}
	b.usable("button", "To the club")
	b.shoot("end")
	b.press("button", "To the club")
	b.press("button", "My record")
	b.sees("Bo")
	b.shoot("record")
}
