package match_test

import (
	"slices"
	"testing"

	. "mancala/match"
	"mancala/rules"
)

func TestATableKnowsItsCallers(t *testing.T) {
	link := &farLink{}
	table := NewTable(link, Host, [2]string{}, [2]Seat{NewPerson(), nil})
	link.events = []Event{
		Listening{},
		Deciding{Peers: []string{"Ann", "Bo"}},
		Knocked{Knock: 1, Peer: "Cy"},
		Knocked{Knock: 2, Peer: "Di"},
		KnockEnded{Knock: 1},
		KnockEnded{Knock: 7},
		Watchers{N: 3},
	}
	table.Poll()
	if table.Stage() != StageListening || !slices.Equal(table.Deciding(), []string{"Ann", "Bo"}) || table.Watchers() != 3 {
		t.Errorf("stage %d, deciding %q, %d watchers", table.Stage(), table.Deciding(), table.Watchers())
	}
	if knocks := table.Knocks(); len(knocks) != 1 || knocks[0].Peer != "Di" {
		t.Errorf("knocks: %v", knocks)
	}
	link.events = []Event{Connected{Peer: "Ann", Variant: rules.Presets()[0].Variant, Security: Verified}, SeatWanted{By: "Di"}}
	table.Poll()
	if table.Security() != Verified || table.SeatWanted() != "Di" {
		t.Errorf("security %d, wanted by %q", table.Security(), table.SeatWanted())
	}
	link.events = []Event{GameStarted{ID: "g", Number: 1, Starter: Guest, Self: rules.North}}
	table.Poll()
	link.farPlies(t, table, 1)
	table.Poll()
	if table.SeatWanted() != "" {
		t.Error("the seat is wanted though the guest has moved")
	}
	link.events = []Event{SeatWanted{By: "Di"}, PeerLeft{}}
	table.Poll()
	if table.SeatWanted() != "" {
		t.Error("the seat is wanted though it is free")
	}
}

func TestAHeldUpGuestKnowsWhy(t *testing.T) {
	link := &farLink{events: []Event{HeldUp{By: HeldUpByGame}}}
	table := NewTable(link, Guest, [2]string{}, [2]Seat{nil, NewPerson()})
	table.Poll()
	if by, ok := table.HeldUp(); !ok || by != HeldUpByGame {
		t.Errorf("held up: %v by %d", ok, by)
	}
	link.events = []Event{Connected{Peer: "Hilda", Self: Guest, Variant: rules.Presets()[0].Variant}}
	table.Poll()
	if _, ok := table.HeldUp(); ok {
		t.Error("still held up in the seat")
	}
}
