package table_test

import (
	"slices"
	"testing"

	"mancala/internal/match"
	. "mancala/internal/table"
	"mancala/rules"
)

func TestATableKnowsItsCallers(t *testing.T) {
	link := &farLink{}
	table := NewTable(link, match.Host, [2]string{}, [2]match.Seat{match.NewPerson(), nil})
	link.events = []News{
		Listening{},
		Deciding{Peers: []string{"Ann", "Bo"}},
		Knocked{Knock: 1, Peer: "Cy"},
		Knocked{Knock: 2, Peer: "Di"},
		KnockEnded{Knock: 1},
		KnockEnded{Knock: 7},
		Watchers{N: 3},
	}
	table.Poll()
	if table.Stage() != StageListening || !slices.Equal(table.Door().Deciding(), []string{"Ann", "Bo"}) || table.Watchers() != 3 {
		t.Errorf("stage %d, deciding %q, %d watchers", table.Stage(), table.Door().Deciding(), table.Watchers())
	}
	if knocks := table.Door().Knocks(); len(knocks) != 1 || knocks[0].Peer != "Di" {
		t.Errorf("knocks: %v", knocks)
	}
	link.events = []News{Connected{Peer: "Ann", Variant: rules.Presets()[0].Variant, Security: match.Verified}, SeatWanted{By: "Di"}}
	table.Poll()
	if table.Security() != match.Verified || table.Door().SeatWanted() != "Di" {
		t.Errorf("security %d, wanted by %q", table.Security(), table.Door().SeatWanted())
	}
	link.events = []News{GameStarted{ID: "g", Self: rules.North}}
	table.Poll()
	link.farPlies(t, table, 1)
	table.Poll()
	if table.Door().SeatWanted() != "" {
		t.Error("the seat is wanted though the guest has moved")
	}
	link.events = []News{SeatWanted{By: "Di"}, PeerLeft{}}
	table.Poll()
	if table.Door().SeatWanted() != "" {
		t.Error("the seat is wanted though it is free")
	}
}

// TestWatchersOfAPausedGame: a host goes on to know them; a guest is told on the next connection
// if there are any.
func TestWatchersOfAPausedGame(t *testing.T) {
	for self, want := range map[match.Party]int{match.Host: 3, match.Guest: 0} {
		link := &farLink{events: []News{
			Connected{Self: self, Variant: rules.Presets()[0].Variant}, GameStarted{ID: "g"}, Watchers{N: 3}, Paused{}, Resumed{},
		}}
		table := NewTable(link, self, [2]string{}, [2]match.Seat{})
		if table.Poll(); table.Watchers() != want {
			t.Errorf("the %v's table has %d watchers, want %d", self, table.Watchers(), want)
		}
	}
}

func TestAHeldUpGuestKnowsWhy(t *testing.T) {
	link := &farLink{events: []News{HeldUp{By: HeldUpByGame}}}
	table := NewTable(link, match.Guest, [2]string{}, [2]match.Seat{nil, match.NewPerson()})
	table.Poll()
	if by, ok := table.Door().HeldUp(); !ok || by != HeldUpByGame {
		t.Errorf("held up: %v by %d", ok, by)
	}
	link.events = []News{Connected{Peer: "Hilda", Self: match.Guest, Variant: rules.Presets()[0].Variant}}
	table.Poll()
	if _, ok := table.Door().HeldUp(); ok {
		t.Error("still held up in the seat")
	}
}
