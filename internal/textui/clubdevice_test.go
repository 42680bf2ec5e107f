package textui

import (
	"strings"
	"testing"

	"mancala/internal/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

// askedFor returns the calls of a type that a club has received.
func askedFor[C lobby.Call](c *club) (calls []C) {
	for _, call := range c.asked {
		if call, ok := call.(C); ok {
			calls = append(calls, call)
		}
	}
	return calls
}

// The same line, typed twice in a row, removes a device, but never the device in use.
func TestDevicesInTheTerminal(t *testing.T) {
	c := newClub()
	shown, _ := need.Must2(visitClub(t, c, "devices", "remove 1", "remove 1", "remove 2", "list", "remove 2", "remove", "remove 2", "remove 2", "quit"))(t)
	for _, want := range []string{
		"  1  This device (abcd), added on 1 Mar 2026, last here on 28 Sep 2026\n  2  Device 2 (bcde)\nType code to add another one.\n", "You are using this device. Remove it with another one of yours, or type forget to delete yourself from the club.\n",
		"Device 2 (bcde): Remove it from your devices?", "Type remove 2 once more to do it.\n", "as in \"remove 2\"; devices shows them.\n", "Device 2 (bcde) has been removed.\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
	if removed := askedFor[lobby.RemoveDevice](c); len(removed) != 1 || removed[0].Key != "bcdefghi" {
		t.Errorf("removed were %+v", removed)
	}
}

// A device that shows a code says where to type it, and does not accept it itself.
func TestShowingACode(t *testing.T) {
	c := newClub()
	shown, _, err := visitClub(t, c, "code", "use amber-fox-31", "use Amber Fox 31", "help", "quit")
	if err != nil || len(askedFor[lobby.UseCode](c)) > 0 {
		t.Errorf("%v, asked was %+v", err, c.asked)
	}
	for _, want := range []string{
		"The code is amber-fox-31.\nEnter this club on your other device, and type it there: after use in a terminal, in a window under Devices.\n" +
			"It works once, for 10 minutes.\n",
		"This device shows that code itself. Type it on the other one.\nThis device shows that code itself.",
		"  code  to show a code that adds another device\n  use CODE  to add this device",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
}

// The same code, typed twice in a row, makes the device another member's.
func TestUsingACode(t *testing.T) {
	c := newClub()
	shown, _ := need.Must2(visitClub(t, c, "use", "use amber-fox-31", "list", "use AMBER fox 31", "use amber-fox-32", "use amber-fox-32", "quit"))(t)
	for _, want := range []string{
		"Type after it the code that your other device shows, as in \"use amber-fox-31\".\n",
		"If Ann has no other one, the club deletes them; their games stay, without the name.\nType use amber-fox-31 once more to do it.\n",
		"You are in the lobby of Testclub, as Bo (1620).", "This device now belongs to Bo.\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
	if used := askedFor[lobby.UseCode](c); len(used) != 1 || used[0].Code != "amber-fox-32" {
		t.Errorf("used were %+v", used)
	}
}

// A refused code changes nothing.
func TestACodeThatIsRefused(t *testing.T) {
	c := newClub()
	c.refuse = rules.NewNote("club.bad-code")
	shown, _, err := visitClub(t, c, "use amber-fox-31", "use amber-fox-31", "me", "quit")
	if err != nil || !strings.Contains(shown, "This code is wrong, too old or used already. Show a new one on your other device.\nAnn: rating in Kalah 1500 ± 120.") {
		t.Errorf("%v, shown\n%s", err, shown)
	}
}
