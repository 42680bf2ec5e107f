package main

import (
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestTextInTerminal plays as a person at a terminal does.
func TestTextInTerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	t.Run("games", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		c := inTerminal(t, program, false, "--text", "--data-dir", dir, "--rules", "kalah(2,1)", "--north", "low")
		for _, line := range []string{"2", "1"} {
			c.answer("from 1 to 2: ", line+"\n")
		}
		c.waitFor("Player 1 wins!\n")
		c.waitFor("mancala replay --data-dir ")
		c.answer("Your name for the top scores, or Enter for none: ", "Zoe\n")
		c.waitFor("Zoe is number 1 of the top scores.\n")
		c.waitFor("Play again, or undo? [y/n/undo] ")
		c.press("y\n") // Low moves first then, and wins
		c.waitFor("Player 2 has bowls 1 to 2 and moves first.\n")
		c.waitFor("Games so far: Player 2 1, Player 1 1.\n")
		c.waitFor("Play again? [y/n] ") // no move was a person's
		c.press("n\n")
		if code := c.exits(); code != exitOK {
			t.Errorf("exit %d after %q", code, c.unread)
		}
		if wins := strings.Join(winsIn(t, dir, "kalah(2,1)"), ", "); wins != "Zoe beats Low" {
			t.Errorf("the top scores are %q", wins)
		}
		c = inTerminal(t, program, false, "--text", "--data-dir", dir, "--north", "low")
		c.answer("from 1 to 6: ", "1\n")
		c.answer("Player 2 selects", "quit\n")
		_ = c.exits()
		c = inTerminal(t, program, false, "--text", "--data-dir", dir, "--continue")
		c.answer("Going on with the game against Low, ", "\x04")
		if code := c.exits(); code != exitOK || !strings.HasSuffix(c.unread, " goes on with it.\n") {
			t.Errorf("exit %d after %q", code, c.unread)
		}
	})
	t.Run("words at any time", func(t *testing.T) {
		t.Parallel()
		host := inTerminal(t, program, false, "--text", "--data-dir", t.TempDir(), "--serve", "127.0.0.1:0", "--first", "host", "--name", "Ann", "--houses", "3")
		host.waitFor("Listening on ")
		addr := host.waitFor("\n")
		host.press("help\n")
		host.waitFor("You can type:\n")
		guest := inTerminal(t, program, false, "--text", "--data-dir", t.TempDir(), "--join", addr, "--name", "Bo")
		guest.answer("Waiting for Ann.\n", "board\n")
		guest.answer("Current board:\n", "resign\n")
		guest.answer("Resign? [y/n] ", "y\n")
		guest.waitFor("Ann wins!\n")
		host.waitFor("Bo gives the game up.\n")
		host.waitFor("Play again? [y/n] ")
		guest.answer("Play again? [y/n] ", "n\n")
		if code := guest.exits(); code != exitOK {
			t.Errorf("the guest: exit %d after %q", code, guest.unread)
		}
		host.answer("Waiting for another guest.\n", "quit\n")
		if code := host.exits(); code != exitOK || !strings.HasSuffix(host.unread, "You no longer wait for a guest.\n") {
			t.Errorf("the host: exit %d after %q", code, host.unread)
		}
	})
}

// kill ends the program as a power cut does.
func (c *console) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}

// TestTextTakesUp kills either end of a game, and both, and continues with the same commands.
func TestTextTakesUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	ann, bo := t.TempDir(), t.TempDir()
	serve := func(addr string, more ...string) *console {
		return inTerminal(t, program, false, append([]string{"--text", "--data-dir", ann, "--serve", addr, "--first", "host", "--name", "Ann"}, more...)...)
	}
	// A port that no outgoing connection takes while the host is dead.
	first := serve(need.Addresses(t, 1)[0], "--houses", "3", "--seeds", "2")
	first.waitFor("Listening on ")
	addr := first.waitFor("\n")
	join := func(more ...string) *console {
		return inTerminal(t, program, false, append([]string{"--text", "--data-dir", bo, "--join", addr, "--name", "Bo"}, more...)...)
	}
	host, guest := first, join()
	moves := strings.Fields(smallWin)
	next := func() {
		mover, other := host, guest
		if moves[0] >= "5" {
			mover, other = guest, host
		}
		mover.answer(" -- from ", moves[0]+"\n")
		other.waitFor("selects bowl " + moves[0])
		moves = moves[1:]
		for _, dir := range []string{ann, bo} {
			stores(t, dir, strings.Count(smallWin, "\n")-len(moves))
		}
	}
	next()
	guest.kill()
	host.waitFor("Bo's connection dropped.")
	guest = join()
	guest.waitFor("Going on with the game against Ann, 0 to 0.\n")
	host.waitFor("Bo is back.\n")
	guest.waitFor("Ann is back.\n")
	next()
	host.kill()
	guest.waitFor("Ann's connection dropped.")
	host = serve("127.0.0.1:0")
	host.waitFor("Going on with the game against Bo, 0 to 0.\n")
	guest.waitFor("Ann is back.\n")
	next()
	host.kill()
	guest.kill()
	guest, host = join(), serve(addr)
	guest.waitFor("Going on with the game against Ann, 0 to 1.\n")
	guest.waitFor("Ann is back.\n")
	for len(moves) > 1 {
		next()
	}
	host.answer(" -- from ", moves[0]+"\n")
	guest.waitFor("Ann wins!\n")
	host.answer("Enter for Ann, - for none: ", "\n")
	host.waitFor("Ann is number 1 of the top scores.\n")
	host.waitFor("Play again? [y/n] ")
	guest.answer("Play again? [y/n] ", "n\n")
	if code := guest.exits(); code != exitOK {
		t.Errorf("the guest: exit %d after %q", code, guest.unread)
	}
	host.waitFor("Waiting for another guest.\n")
	guest = join("--new")
	guest.waitFor("Ann is here.\n")
	guest.answer("Waiting for Ann.\n", "end\n")
	guest.answer("with no winner? [y/n] ", "y\n")
	if code := guest.exits(); code != exitOK {
		t.Errorf("the guest: exit %d after %q", code, guest.unread)
	}
	host.answer("Waiting for another guest.\n", "quit\n")
	if code := host.exits(); code != exitOK {
		t.Errorf("the host: exit %d after %q", code, host.unread)
	}
	here, there := gamesIn(t, ann), gamesIn(t, bo)
	if len(here) != 2 || len(there) != 2 || here[1].ID != there[1].ID || here[1].Game.String() != there[1].Game.String() || len(here[1].Game.Plies) != 16 {
		t.Errorf("the archives hold\n%+v\nand\n%+v", here, there)
	}
	for _, dir := range []string{ann, bo} {
		if wins := strings.Join(winsIn(t, dir, "kalah(3,2)"), ", "); wins != "Ann beats Bo" {
			t.Errorf("the top scores are %q", wins)
		}
	}
}
