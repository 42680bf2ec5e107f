package club

import (
	"bytes"
	"testing"
	"time"

	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
)

// every is a call of each kind.
var every = []lobby.Call{
	lobby.Open{},
	lobby.Sit{},
	lobby.Quick{},
	lobby.Cancel{},
	lobby.Watch{},
	lobby.Mine{},
	lobby.ProfileOf{},
	lobby.GamesOf{},
	lobby.GameOf{},
	lobby.StandingsOf{},
	lobby.Rename{},
	lobby.Device{},
	lobby.UseCode{},
	lobby.RemoveDevice{},
	lobby.Report{},
	lobby.Block{},
	lobby.Forget{},
}

func TestEveryCallHasAMessage(t *testing.T) {
	for _, c := range every {
		if wirelobby.CallToWire(c) == nil {
			t.Errorf("%T has no message", c)
		}
	}
}

// Whatever a club sends, each call has one answer, and only checked values are shown.
func FuzzNews(f *testing.F) {
	member := &wire.ClubMember{Id: "annannannannann2", Name: "Ann"}
	welcome := &wire.ClubNews{Id: 1, Body: &wire.ClubNews_Welcome{Welcome: &wire.ClubWelcome{Version: 1, Me: &wire.ClubProfile{Member: member}}}}
	kalah := &wire.Variant{Houses: 6, Seeds: 4, ExtraTurn: true, Capture: 2, Take: 1, End: 1, Sweep: 1}
	table := &wire.ClubTable{Id: "tabletabletable2", Time: &wire.ClubTime{}, Members: []*wire.ClubMember{member}, Variant: kalah, State: 1}
	for _, news := range []*wire.ClubNews{
		{Body: &wire.ClubNews_Table{Table: table}},
		{Id: 3, Body: &wire.ClubNews_Seat{Seat: &wire.ClubSeat{Table: table, Ticket: bytes.Repeat([]byte{7}, lobby.TicketSize)}}},
		{Id: 9, Body: &wire.ClubNews_Profile{Profile: &wire.ClubProfile{Member: member}}},
		{Id: 4, Body: &wire.ClubNews_Refusal{Refusal: &wire.ClubRefusal{Code: 8}}},
		{Body: &wire.ClubNews_Waiting{Waiting: &wire.ClubWaiting{Table: table}}},
		{Body: &wire.ClubNews_Draining{Draining: &wire.ClubDraining{}}},
	} {
		b, err := frames.Append(nil, welcome, frames.MaxLarge)
		if err == nil {
			b, err = frames.Append(b, news, frames.MaxLarge)
		}
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		now := time.Unix(0, 0)
		s := newSession(Config{}, "club.example:7000", keys.Known{}, nil, now)
		answers := map[int]int{}
		asked, number := false, 0
		for len(b) > 0 && s.ended == nil {
			n := min(len(b), 1+int(b[0]))
			news := new(wire.ClubNews)
			if frames.Unmarshal(b[1:n], news, frames.MaxLarge) != nil {
				break
			}
			b = b[n:]
			if s.take(now, news); s.inside && !asked {
				asked = true
				for _, c := range every {
					number++
					s.ask(number, c)
				}
			}
		}
		s.end(note("club.broke"))
		for _, e := range s.events {
			if a, ok := e.(lobby.Answer); ok {
				answers[a.Number]++
			}
		}
		for i := 1; i <= number; i++ {
			if answers[i] != 1 {
				t.Errorf("call %d (%T) has %d answers", i, every[i-1], answers[i])
			}
		}
		if len(answers) != number {
			t.Errorf("%d calls have answers, %d were asked", len(answers), number)
		}
	})
}
