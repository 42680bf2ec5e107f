package main

import (
	"testing"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// TestASeatIsForTheMembersDevices: with a member's ticket, another key gets no seat, and
// the member does.
func TestASeatIsForTheMembersDevices(t *testing.T) {
	h := start(t, testConfig(t, t.TempDir()))
	ada, bob := enter(t, h, "Ada", newKey(t)), enter(t, h, "Bob", newKey(t))
	ada.ask(lobby.Open{Settings: terms})
	table := await(bob, func(e lobby.Told) bool { return !e.Table.Playing() }).Table
	bob.sit(bob.ask(lobby.Sit{Table: table.ID}).Seat)
	seat := await[lobby.Seated](ada).Seat
	for name, cfg := range map[string]link.GuestConfig{
		"another member's key": {Seat: &seat, Device: bob.identity},
		"a stranger's key":     {Seat: &seat, Device: (&player{key: newKey(t)}).identity},
	} {
		invite := keys.Invite{Addr: ada.addr, Fingerprint: ada.host}
		thief := link.Join(invite.String(), cfg)
		defer thief.Close()
		if why := failure(t, thief); why != "netplay.club-no-seat" {
			t.Errorf("with %s: %s", name, why)
		}
	}
	ada.sit(seat)
	playOn(t, ada, bob, func() bool { return len(ada.plies) > 2 && len(bob.plies) > 2 })
}

// failure waits until a link fails, and returns the code of the reason, or "" if a game begins.
func failure(t *testing.T, game match.Link) (code string) {
	t.Helper()
	need.Until(t, "the link fails or connects", func() bool {
		for _, e := range game.Events() {
			failed, no := e.(match.Failed)
			if _, connected := e.(match.Connected); no || connected {
				if no {
					code = failed.Note.Code
				}
				return true
			}
		}
		return false
	})
	return code
}
