package textui

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// waiting returns a link at a host who waits for a guest and has the first ply.
func waiting(t *testing.T) *farLink {
	l := newFarLink(t, variant(t, "kalah(2,2)"), match.Host, match.Host)
	l.hosts = true
	l.emit(table.Listening{Addr: "[::]:7000", Reachable: []string{"192.168.1.20:7000"}})
	return l
}

// knock is a guest who asks for the seat.
func knock(n int, name string) table.Knocked {
	return table.Knocked{Knock: n, Peer: name, Addr: fmt.Sprint("203.0.113.", n)}
}

// called returns news of a meeting point.
func called(s table.MeetingState, code string) table.Meeting {
	m := table.Meeting{State: s, Point: "meet.example.org:7001", Code: code}
	switch s {
	case table.MeetingLost:
		m.Note = rules.NewNote("netplay.unreachable", m.Point)
	case table.MeetingRefused:
		m.Note = rules.NewNote("netplay.stranger-web", m.Point)
	}
	return m
}

// open lets browsers in.
func open(cfg Config) Config {
	cfg.Link = func(invite string) string {
		if rest, ok := strings.CutPrefix(invite, "mancala://"); ok {
			return "http://" + rest
		}
		return "http://" + invite + "/"
	}
	cfg.Code = func(string) [][]bool { return [][]bool{{true, false, true}, {true, true, false}, {false, false, true}} }
	return cfg
}

// callers are scenes with a host, before and after guests ask for the seat.
func callers(t *testing.T) []dialogue {
	meet := happening{0, func(l *farLink) { l.begin("Bo") }}
	held := func(by table.HeldUpBy) func(*testing.T) *farLink {
		return func(t *testing.T) *farLink {
			l := newFarLink(t, variant(t, "kalah(2,2)"), match.Guest, match.Host)
			l.emit(table.Connecting{Addr: "127.0.0.1:7000"}, table.HeldUp{By: by})
			return l
		}
	}
	agreed := func(t *testing.T) *farLink {
		l := newFarLink(t, variant(t, "bowls(2,2)"), match.Guest, match.Host)
		l.refuses = []table.News{table.HeldUp{By: table.HeldUpByPerson}}
		l.emit(table.Offered{Host: "Ann", Variant: variant(t, "bowls(2,2)")})
		return l
	}
	return []dialogue{
		{
			name: "guests-let-in", link: then(waiting, emits(second(5), knock(1, "Bo"))), cfg: person,
			keys: []timed{at(1, "let in"), at(6, "help"), at(7, "LET  in"), at(8, "let in"), at(9, "quit")}, said: "answer 1: 1|leave for now",
		},
		{
			name: "guests-not-now", link: then(waiting, emits(second(5), knock(1, "Bo"), knock(2, "Cleo"), knock(3, "Dan")), emits(second(20), table.KnockEnded{Knock: 3})),
			cfg: person, keys: []timed{at(6, "not now"), at(10, "never"), at(30, "quit")}, said: "answer 1: 0|answer 2: 2",
		},
		{
			name: "guests-file", link: then(waiting, emits(second(5), knock(1, "Bo"))), cfg: file,
			keys: []timed{at(1, "1"), at(6, "let in"), at(9, "quit")}, said: "answer 1: 1|play 1|leave for now",
		},
		{
			name: "guests-reading", link: then(
				waiting, emits(second(1), table.Deciding{Peers: []string{"Bo"}}), emits(second(3), table.Deciding{Peers: []string{"Bo", "Cleo"}}),
				emits(second(5), table.Deciding{}), emits(second(7), table.Deciding{Peers: []string{"Dan"}}),
			),
			cfg: person, keys: []timed{at(9, "quit")},
		},
		{
			name: "guests-wanted", link: then(waiting, meet, emits(second(130), table.SeatWanted{By: "Cleo"})), cfg: person,
			keys: []timed{at(1, "4"), at(140, "remove"), at(141, "y"), at(150, "quit")}, said: "remove, bar: false|wait again",
		},
		{
			name: "guests-remove", link: then(waiting, meet), cfg: person,
			keys: []timed{at(1, "remove"), at(2, "n"), at(3, "remove"), at(4, "y"), at(5, "remove"), at(9, "quit")}, said: "remove, bar: true|wait again",
		},
		{
			name: "guests-invite", link: waiting, cfg: Config{NoBoard: true, Interactive: true, Invite: true},
			keys: []timed{at(1, "invite ann.example.org"), at(2, "invite [2001:db8::1]:7001"), at(3, "invite 2001:db8::1"), at(9, "quit")},
			said: "invite to 192.168.1.20:7000|invite to ann.example.org:7000|invite to [2001:db8::1]:7001|invite to [2001:db8::1]:7000",
		},
		{
			name: "guests-link", link: waiting, cfg: open(Config{Interactive: true}), keys: []timed{at(1, "qr"), at(2, "invite"), at(3, "qr ann.example.org"), at(4, "help"), at(9, "quit")},
			said: "invite to 192.168.1.20:7000|invite to ann.example.org:7000",
		},
		{
			name: "guests-link-in-words", link: waiting, cfg: open(Config{NoBoard: true, Interactive: true}), keys: []timed{at(1, "qr"), at(4, "help"), at(9, "quit")},
		},
		{
			name: "guests-code", link: then(
				waiting, emits(second(1), called(table.MeetingCalling, "")), emits(second(2), called(table.MeetingOpen, "amber-fox-31")),
				emits(second(4), called(table.MeetingLost, "")), emits(second(5), called(table.MeetingLost, "")),
				emits(second(6), called(table.MeetingCalling, "")), emits(second(7), called(table.MeetingOpen, "amber-fox-31")),
				emits(second(8), called(table.MeetingOpen, "misty-owl-77")), emits(second(9), called(table.MeetingLost, ""), called(table.MeetingOpen, "new-elk-10")),
			), cfg: open(Config{NoBoard: true, Interactive: true}), keys: []timed{at(3, "qr"), at(19, "quit")},
		},
		{
			name: "guests-code-at-once", link: then(
				waiting, emits(0, called(table.MeetingCalling, ""), called(table.MeetingOpen, "amber-fox-31")),
			), cfg: person, keys: []timed{at(9, "quit")},
		},
		{
			name: "guests-code-in-game", link: then(
				waiting, emits(0, called(table.MeetingOpen, "amber-fox-31")), happening{second(1), func(l *farLink) { l.begin("Bo") }}, emits(second(4), called(table.MeetingLost, "")),
				emits(second(5), called(table.MeetingOpen, "misty-owl-77")),
				emits(second(8), table.PeerLeft{Reason: table.ReasonLater, Kept: true, Note: rules.NewNote("netplay.left", "Bo")}, table.Listening{Addr: "[::]:7000"}),
			), cfg: person, keys: []timed{at(19, "quit")}, said: "wait again",
		},
		{
			name: "guests-no-code", link: then(
				waiting, emits(second(1), called(table.MeetingLost, "")), emits(second(5), called(table.MeetingRefused, "")),
			), cfg: person, keys: []timed{at(19, "quit")},
		},
		{name: "guests-no-link", link: waiting, cfg: person, keys: []timed{at(1, "qr"), at(9, "quit")}},
		{
			name: "guests-watchers", link: then(
				waiting, meet, emits(second(5), table.Watchers{N: 1}), emits(second(6), table.Watchers{N: 2}), emits(second(30), table.Watchers{}),
			),
			cfg: person, keys: []timed{at(50, "quit")}, said: "leave for now",
		},
		{name: "held-up-by-person", link: held(table.HeldUpByPerson), cfg: person, keys: []timed{at(1, "invite"), at(2, "help"), at(3, "quit")}},
		{name: "held-up-by-game", link: held(table.HeldUpByGame), cfg: person, keys: []timed{at(3, "quit")}},
		{name: "held-up-agreed", link: agreed, cfg: person, keys: []timed{at(1, "y"), at(5, "y"), at(6, "quit")}, said: "accept"},
	}
}

// A guest with the host's name gets a mark, and sees who begins the game and who chose that.
func TestTossAndNamesOnTheScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newFarLink(t, variant(t, "kalah(2,2)"), match.Guest, match.Guest)
		l.emit(table.Connected{Peer: "Bo", Self: match.Guest, Variant: l.Series.Match().Position().Variant(), Security: match.Verified})
		l.emit(table.GameStarted{ID: "g", Tossed: true, Self: rules.South})
		dialogue{name: "toss", link: func(*testing.T) *farLink { return l }, cfg: person, keys: []timed{at(1, "quit")}, said: "leave for now"}.play(t)
	})
}

// TestStrangersWriteOnceASecond has hundreds of strangers come and go.
func TestStrangersWriteOnceASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := waiting(t)
		for i := range 3000 {
			when, name := time.Duration(i)*10*time.Millisecond, fmt.Sprint("Stranger ", i)
			l.clock = append(l.clock, emits(when, knock(i, name), table.Deciding{Peers: []string{name}}),
				emits(when+5*time.Millisecond, table.KnockEnded{Knock: i}, table.Watchers{N: i}, table.Deciding{}, table.SeatWanted{By: name}))
		}
		got := need.Must(playScene(t.Context(), t, netScene(l, "Ann", match.NewPerson()), person, at(31, "quit")))(t)
		if lines := strings.Count(got, "\n"); lines < 20 || lines > 35 {
			t.Errorf("strangers write %d lines in 30 seconds:\n%s", lines, got)
		}
	})
}
