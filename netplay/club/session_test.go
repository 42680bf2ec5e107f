package club

import (
	"bufio"
	"bytes"
	"testing"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"
	"mancala/tools/need"
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

// Whatever a club sends, each call has one answer, and only checked values are shown.
func FuzzNews(f *testing.F) {
	member := lobby.Member{ID: "annannannannann2", Name: "Ann"}
	welcome := wirelobby.Welcome{Version: wirelobby.Version, Entered: lobby.Entered{Me: lobby.Profile{Member: member}}}
	kalah, _ := rules.Preset("kalah")
	table := lobby.Table{ID: "tabletabletable2", Members: []lobby.Member{member}, Settings: lobby.Settings{Variant: kalah}}
	played := table
	played.Members = []lobby.Member{member, member}
	for _, news := range []wirelobby.Message{
		{Body: lobby.Told{Table: table}},
		{ID: 3, Body: lobby.Seat{Table: played, Ticket: lobby.Ticket{7}}},
		{ID: 9, Body: lobby.Profile{Member: member}},
		{ID: 4, Body: lobby.Refusal{Reason: lobby.ReasonNoTable}},
		{Body: lobby.Waiting{Table: table}},
		{Body: wirelobby.Draining{}},
	} {
		b := need.Must(wirelobby.AppendNews(nil, wirelobby.Message{ID: 1, Body: welcome}))(f)
		f.Add(need.Must(wirelobby.AppendNews(b, news))(f))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		now := time.Unix(0, 0)
		s := newSession(Config{}, "club.example:7000", keys.Known{}, nil, now)
		answers := map[int]int{}
		asked, number := false, 0
		for in := bufio.NewReader(bytes.NewReader(b)); s.ended == nil; {
			payload, err := frames.Read(in, nil, s.FrameLimit())
			if err != nil {
				break
			}
			if s.Step(now, payload); s.inside && !asked {
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
