package game

import (
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// withKnock begins a game with Bo while others knock.
func withKnock(t *testing.T) (*menustest.Bench, *Screen, func(...table.News), *[]string) {
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 3, 1)
	link.HasGuests = true
	push := func(e ...table.News) {
		link.Push(e...)
		b.Pass(menustest.Tick)
	}
	return b, screenOf(b), push, &link.Said
}

func TestTheLockSaysHowTheConnectionIsProtected(t *testing.T) {
	b, g, push, _ := withKnock(t)
	for level, want := range map[match.Security]string{
		match.Plain: "The connection: not encrypted", match.Encrypted: "The connection: encrypted", match.Verified: "The connection: encrypted, verified",
		match.ByCode: "The connection: encrypted end to end; the code proved who is there",
	} {
		push(table.Connected{Peer: "Bo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 6, 4), Security: level},
			table.GameStarted{ID: "g-" + want, Self: rules.South})
		if !b.Shows(want) {
			t.Errorf("the lock does not say %q", want)
		}
		if b.Click("#game.connection"); !strings.HasPrefix(b.Said(), want+". ") {
			t.Errorf("the lock says %q", b.Said())
		}
	}
	if text, _ := g.state(); text != "Connected - game 1" {
		t.Errorf("the bar says %q", text)
	}
	push(table.Watchers{N: 2})
	if text, _ := g.state(); text != "2 are watching" || !strings.HasSuffix(g.plates.connection(), ". 2 are watching.") {
		t.Errorf("the bar says %q, the drawer %q", text, g.plates.connection())
	}
}

func TestATossIsToldAtTheStart(t *testing.T) {
	b, _, push, _ := withKnock(t)
	series := tabletest.Series(rulestest.Variant(t, "kalah", 6, 4), match.Guest, 1)
	push(table.GameStarted{ID: "g-2", Series: series, Self: rules.North, Tossed: true})
	if b.Said() != "A coin was tossed, and both programs have checked it: Bo begins." {
		t.Errorf("it says %q", b.Said())
	}
}

func TestRoomIsMadeForAGuestWhoWaits(t *testing.T) {
	b, g, push, said := withKnock(t)
	push(table.SeatWanted{By: "Cleo"})
	if g.strip.text() != "Cleo is waiting for a seat; Bo has done nothing for 2 minutes" {
		t.Fatalf("the strip says %q", g.strip.text())
	}
	if b.Click("#game.wait-on"); b.Shows("#game.make-room") {
		t.Error("the strip stays")
	}
	push(table.SeatWanted{By: ""})
	push(table.SeatWanted{By: "Cleo"})
	b.Click("#game.make-room")
	if b.Click("#question.no"); len(*said) > 0 {
		t.Errorf("the link was told %q", *said)
	}
	push(table.SeatWanted{By: ""})
	push(table.SeatWanted{By: "Cleo"})
	b.Click("#game.make-room")
	b.Click("#question.yes")
	if len(*said) != 1 || (*said)[0] != "remove, bar: false" {
		t.Fatalf("the link was told %q", *said)
	}
	push(table.PeerLeft{Local: true, Kept: true, Note: rules.NewNote("netplay.left", "Bo")})
	if _, ok := b.Route().(page.ToNextPeer); !ok {
		t.Errorf("it goes to %T", b.Route())
	}
}

func TestAHostRemovesAGuestAfterAQuestion(t *testing.T) {
	for id, want := range map[string]string{"remove.back": "", "remove.remove": "remove, bar: false", "remove.bar": "remove, bar: true"} {
		b, g, _, said := withKnock(t)
		g.openMenu()
		b.Click("#menu.remove")
		b.Click("#" + id)
		if got := strings.Join(*said, "\n"); got != want {
			t.Errorf("%s tells the link %q", id, got)
		}
	}
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 3, 1)
	screenOf(b).openMenu()
	if b.Shows("#menu.remove") || len(link.Said) > 0 {
		t.Error("a guest can remove players")
	}
}
