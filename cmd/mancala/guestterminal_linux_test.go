package main

import (
	"strings"
	"testing"
)

// TestGuestsInTerminal hosts and joins as persons at terminals do: knocks, a full house, a guest
// who is removed, two people of one name.
func TestGuestsInTerminal(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("SKIP: no program is built in short mode")
	}
	program := buildProgram(t)
	begin := func(t *testing.T, more ...string) (host *console, join func(name string, more ...string) *console) {
		host = inTerminal(t, program, false, append([]string{
			"--text", "--no-board", "--data-dir", t.TempDir(), "--serve", "127.0.0.1:0", "--first", "host", "--name", "Hilda", "--houses", "3",
		}, more...)...)
		host.waitFor("Listening on ")
		addr := host.waitFor("\n")
		return host, func(name string, more ...string) *console {
			return inTerminal(t, program, false, append([]string{
				"--text", "--no-board", "--data-dir", t.TempDir(), "--join", addr, "--name", name,
			}, more...)...)
		}
	}
	ends := func(c *console, want int, says string) {
		t.Helper()
		if code := c.exits(); code != want || !strings.Contains(c.unread, says) {
			t.Errorf("mancala %v: exit %d after %q, want %d and %q", c.cmd.Args[1:], code, c.unread, want, says)
		}
	}
	t.Run("knocks", func(t *testing.T) {
		t.Parallel()
		host, join := begin(t, "--admit", "ask")
		first := join("Bo")
		host.waitFor("Bo (127.0.0.1) wants to play: type let in, not now or never.\n")
		first.waitFor("The host is asked whether you may play. Please wait, or type quit.\n")
		host.press("not now\n")
		ends(first, exitFailed, "The host did not let you in this time.")
		second := join("Hilda")
		host.answer("Hilda (guest) (127.0.0.1) wants to play: ", "let in\n")
		host.waitFor("Hilda (guest) is here.\n")
		second.waitFor("Hilda is here.\n")
		second.waitFor("Hilda (guest) has bowls ")
		ends(join("Cleo"), exitFailed, "This game is full")
		patient := join("Dan", "--wait")
		patient.waitFor("The host is playing with another guest.")
		host.press("remove\n")
		host.answer("The game is kept. [y/n] ", "n\n")
		patient.press("quit\n")
		ends(patient, exitOK, "You no longer wait for the game.\n")
		host.press("remove\n")
		host.answer("The game is kept. [y/n] ", "y\n")
		ends(second, exitFailed, "Hilda does not want to go on playing now.")
		host.waitFor("Waiting for another guest.\n")
		ends(join("Hilda"), exitFailed, "The host does not let this address in.")
		host.press("help\n")
		host.answer("  invite", "quit\n")
		ends(host, exitOK, "You no longer wait for a guest.\n")
	})
	t.Run("invites", func(t *testing.T) {
		t.Parallel()
		host, join := begin(t, "--invite", "--first", "toss")
		host.waitFor("no one is let in without it.\n")
		invite := host.waitFor("\n")
		ends(join("Bo"), exitFailed, "The host lets in only those who have an invite.")
		guest := join("Bo", "--join", invite)
		for _, c := range []*console{host, guest} {
			c.waitFor(" is here.\nConnection: encrypted, verified.\nA coin was tossed, and both programs have checked it: ")
		}
		here, there, bowl := host.waitFor(" begins.\n"), guest.waitFor(" begins.\n"), "1"
		if here != there {
			t.Errorf("the toss is for %s at the host, and for %s at the guest", here, there)
		}
		if here == "Hilda" {
			host.answer(" -- from ", bowl+"\n")
			bowl = "5"
		}
		guest.answer(" -- from ", bowl+"\n") // the host knows then that the game has begun there
		host.waitFor("Bo selects bowl " + bowl)
		guest.kill()
		host.answer("Bo's connection dropped.", "keep\n")
		host.waitFor("Waiting for another guest.\n")
		ends(join("Bo"), exitFailed, "The host lets in only those who have an invite.")
		host.press("quit\n")
		ends(host, exitOK, "You no longer wait for a guest.\n")
	})
	t.Run("readers", func(t *testing.T) {
		t.Parallel()
		host, join := begin(t, "--rules", "bowls")
		reader, player := join("Ann"), join("Bo")
		for _, guest := range []*console{reader, player} {
			guest.waitFor("Do you agree? [y/n] ")
		}
		host.waitFor("2 guests are reading the rules.\n")
		player.press("y\n")
		host.waitFor("Bo is here.\n")
		reader.press("y\n")
		ends(reader, exitFailed, "This game is full")
		player.press("quit\n")
		ends(player, exitOK, "The game is kept")
		host.answer("Bo left for now.", "quit\n")
		ends(host, exitOK, "You have left the game.\n")
	})
}
