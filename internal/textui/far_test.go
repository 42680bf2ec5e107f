package textui

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// dialogue is a script for one end of a connection, by the clock.
type dialogue struct {
	name  string
	link  func(t *testing.T) *farLink
	cfg   Config
	keys  []timed
	said  string // the calls of the link, with a bar between
	fails bool
	// watches means that this end only watches.
	watches bool
}

// at returns a line that is typed at a second.
func at(second int, line string) timed {
	return timed{time.Duration(second) * time.Second, line + "\n"}
}

// person is a config of a game in which a person types, and file one with input from a file. Both
// draw nothing.
var (
	person = Config{NoBoard: true, Interactive: true, GoOn: "mancala --text --join ann"}
	file   = Config{NoBoard: true, GoOn: "mancala --text --join ann"}
)

// guestOf returns a link at a guest of Ann, who has the first ply.
func guestOf(rules string, plies ...rules.House) func(*testing.T) *farLink {
	return func(t *testing.T) *farLink {
		return newFarLink(t, variant(t, rules), match.Guest, match.Host, plies...).begin("Ann")
	}
}

// hostOf returns a link at a host of Bo, who has the first ply.
func hostOf(rules string, plies ...rules.House) func(*testing.T) *farLink {
	return func(t *testing.T) *farLink {
		return newFarLink(t, variant(t, rules), match.Host, match.Guest, plies...).begin("Bo")
	}
}

// then adds timed events.
func then(link func(*testing.T) *farLink, clock ...happening) func(*testing.T) *farLink {
	return func(t *testing.T) *farLink {
		l := link(t)
		l.clock = clock
		return l
	}
}

func second(n int) time.Duration { return time.Duration(n) * time.Second }

// plays returns a happening in which the other end plays a house.
func plays(at time.Duration, h rules.House) happening {
	return happening{at, func(l *farLink) { l.play(h) }}
}

// dropped says that the connection is down.
func dropped(peer string, reason table.Reason) table.Paused {
	note := rules.NewNote("netplay.dropped", peer)
	if reason.Keeps() {
		note = rules.NewNote("netplay.left-for-now", peer)
	}
	return table.Paused{Note: note, Reason: reason, Wait: 60}
}

// comes returns a link's events about the next guest.
func comes(v rules.Variant, name string) []table.News {
	return []table.News{
		table.PeerLeft{Local: true, Kept: true, Note: rules.NewNote("netplay.you-left-for-now")},
		table.Listening{Addr: "127.0.0.1:7000"},
		table.Connected{Peer: name, Variant: v},
		table.GameStarted{ID: "next", Self: rules.South},
	}
}

// pauses are scenes in which the connection drops.
func pauses(t *testing.T) []dialogue {
	v := variant(t, "kalah(2,2)")
	aside := func(link func(*testing.T) *farLink) func(*testing.T) *farLink {
		return func(t *testing.T) *farLink {
			l := link(t)
			l.aside = comes(v, "Cleo")
			return l
		}
	}
	down := emits(second(5), dropped("Ann", table.ReasonUnspecified))
	downHost := emits(second(5), dropped("Bo", table.ReasonUnspecified))
	return []dialogue{
		{name: "pause-guest-file", link: then(guestOf("kalah(2,2)"), down), cfg: file, fails: true},
		{
			name: "pause-guest", link: then(guestOf("kalah(2,2)"), down, emits(second(130), table.Resumed{}), plays(second(130), 2)),
			cfg: person, keys: []timed{at(20, "board"), at(21, "4"), at(22, "takeback"), at(23, "resign"), at(70, "what"), at(71, "wait"), at(140, "quit")},
			said: "play 1|leave for now",
		},
		{name: "pause-guest-keeps", link: then(guestOf("kalah(2,2)"), down), cfg: person, keys: []timed{at(70, "k")}, said: "leave for now"},
		{name: "pause-guest-ends", link: then(guestOf("kalah(2,2)"), down), cfg: person, keys: []timed{at(70, "end")}, said: "leave for good"},
		{
			name: "pause-host-file", link: then(aside(hostOf("kalah(2,2)")), downHost), cfg: file,
			keys: []timed{at(70, "quit")}, said: "wait again|leave for now",
		},
		{
			name: "pause-host", link: then(aside(hostOf("kalah(2,2)")), downHost), cfg: person,
			keys: []timed{at(10, "help"), at(20, "keep"), at(30, "quit")}, said: "wait again|leave for now",
		},
		{
			name: "pause-host-code", link: then(
				aside(hostOf("kalah(2,2)")), emits(second(1), called(table.MeetingOpen, "amber-fox-31")),
				emits(second(2), called(table.MeetingLost, ""), called(table.MeetingOpen, "misty-owl-77")), downHost,
				emits(second(100), called(table.MeetingLost, "")), emits(second(101), called(table.MeetingOpen, "new-elk-10")),
				emits(second(190), called(table.MeetingOpen, "old-yak-20")),
			), cfg: person, keys: []timed{at(70, "wait"), at(140, "wait"), at(210, "wait"), at(280, "keep"), at(290, "quit")}, said: "wait again|leave for now",
		},
		{
			name: "pause-host-resumes", link: then(
				aside(hostOf("kalah(2,2)")), emits(0, called(table.MeetingCalling, "")), emits(second(1), dropped("Bo", table.ReasonClosed)),
				emits(second(2), called(table.MeetingOpen, "amber-fox-31")),
			), cfg: person, keys: []timed{at(10, "end"), at(20, "quit")}, said: "leave for good|wait again|leave for now",
		},
		{
			name: "pause-host-ends", link: then(aside(hostOf("kalah(2,2)")), downHost), cfg: person,
			keys: []timed{at(70, "e"), at(80, "quit")}, said: "leave for good|wait again|leave for now",
		},
		{
			name: "later-guest-file", link: then(guestOf("kalah(2,2)"), emits(second(5), dropped("Ann", table.ReasonClosed))),
			cfg: file, fails: true,
		},
		{
			name: "later-host-file", link: then(aside(hostOf("kalah(2,2)")), emits(second(5), dropped("Bo", table.ReasonLater))),
			cfg: file, keys: []timed{at(10, "quit")}, said: "wait again|leave for now",
		},
		{
			name: "later-guest", link: then(guestOf("kalah(2,2)"), emits(second(5), dropped("Ann", table.ReasonLater)), emits(second(30), table.Resumed{})),
			cfg: person, keys: []timed{at(10, "w"), at(40, "quit")}, said: "leave for now",
		},
		{
			name: "pause-while-typing", link: then(
				hostOf("kalah(2,2)", 2),
				happening{second(5), func(l *farLink) { l.down = true }},
				emits(second(7), dropped("Bo", table.ReasonUnspecified)),
				happening{second(20), func(l *farLink) {
					l.down = false
					l.emit(table.Resumed{Note: rules.NewNote("netplay.remembered", 1, "Ann")})
				}},
			),
			cfg: person, keys: []timed{at(6, "4"), at(30, "quit")}, said: "play 1|leave for now",
		},
		{
			name: "pause-after-game", link: then(guestOf("kalah(1,1)", 1), emits(second(5), table.RematchWanted{By: match.Host}), emits(second(6), dropped("Ann", table.ReasonUnspecified))),
			cfg: file, said: "leave for good",
		},
	}
}

// asks are scenes with requests and talk between the two ends.
func asks(t *testing.T) []dialogue {
	two := "kalah(2,2)"
	left := emits(second(5), table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")}, table.Listening{Addr: "127.0.0.1:7000"})
	asked := func(s int, n int) happening {
		return happening{second(s), func(l *farLink) {
			l.back = n
			l.emit(table.TakebackAsked{By: l.self.Other(), Plies: n})
		}}
	}
	return []dialogue{
		{
			name: "ask-takeback", link: then(hostOf(two, 2),
				happening{second(20), func(l *farLink) { l.emit(table.TakebackAnswered{By: match.Guest}) }},
				happening{second(40), func(l *farLink) { l.emit(table.TakebackAnswered{By: match.Guest, Granted: true}); l.rewind() }},
			),
			cfg:  person,
			keys: []timed{at(5, "takeback"), at(6, "4"), at(10, "takeback"), at(25, "withdraw"), at(26, "takeback"), at(27, "withdraw"), at(30, "takeback"), at(50, "quit")},
			said: "play 1|ask back to 1|withdraw takeback|ask back to 1|withdraw takeback|ask back to 1|leave for now",
		},
		{
			name: "asked-takeback", link: then(guestOf(two, 2), asked(5, 0), asked(15, 0), emits(second(20), table.TakebackWithdrawn{By: match.Host}), asked(25, 0)),
			cfg: person, keys: []timed{at(2, "accept"), at(10, "refuse"), at(30, "accept"), at(40, "quit")},
			said: "answer false|answer true|leave for now",
		},
		{
			name: "withdrawn", link: then(hostOf(two, 2), happening{second(20), func(l *farLink) {
				l.back, l.why = 1, rules.NewNote("match.withdrawn", 1)
				l.rewind()
			}}),
			cfg: person, keys: []timed{at(6, "4"), at(30, "quit")}, said: "play 1|leave for now",
		},
		{
			name: "talk", link: then(guestOf(two), emits(second(5), table.Said{By: match.Host, Text: "Hi there"}),
				emits(second(15), table.Said{By: match.Host, Text: "unheard"}), emits(second(25), table.Said{By: match.Host, Text: "heard"})),
			cfg: person, keys: []timed{at(1, "say"), at(2, "say 2"), at(3, "SAY thank you"), at(4, "say  two  words"), at(10, "mute"), at(20, "mute"), at(30, "quit")},
			said: "say Good luck!|say Thank you!|say two  words|leave for now",
		},
		{
			name: "resign", link: then(guestOf(two), plays(second(5), 2), plays(second(20), 1)),
			cfg: person, keys: []timed{at(2, "resign"), at(8, "n"), at(10, "4"), at(25, "resign"), at(30, "y"), at(40, "n")},
			said: "play 1|resign|leave for good",
		},
		{name: "resign-file", link: guestOf(two), cfg: file, keys: []timed{at(2, "resign"), at(40, "n")}, said: "resign|leave for good"},
		{name: "end", link: guestOf(two), cfg: person, keys: []timed{at(2, "end"), at(3, "n"), at(4, "end"), at(5, "y")}, said: "leave for good"},
		{
			name: "rematch-withdrawn", link: then(guestOf("kalah(1,1)", 1), emits(second(5), table.RematchWanted{By: match.Host}),
				emits(second(10), table.RematchWithdrawn{By: match.Host})),
			cfg: person, keys: []timed{at(15, "y"), at(20, "withdraw"), at(25, "n")}, said: "rematch|withdraw rematch|leave for good",
		},
		{
			name: "typed-ahead", link: then(guestOf(two), plays(second(10), 2), plays(second(20), 1)), cfg: person,
			keys: []timed{at(1, "4"), at(2, "what"), at(3, "board"), at(4, "hint"), at(5, "undo"), at(30, "quit")}, said: "play 1|leave for now",
		},
		{
			name: "typed-ahead-file", link: then(guestOf(two), plays(second(10), 2), plays(second(20), 1)), cfg: file,
			keys: []timed{at(1, "4"), at(2, "what"), at(3, "quit")}, said: "play 1|leave for now",
		},
		{
			name: "words-ahead-file", link: then(guestOf(two), plays(second(10), 2),
				emits(second(20), table.TakebackAsked{By: match.Host, Plies: 1}), plays(second(30), 1)),
			cfg: file, keys: []timed{at(1, "4"), at(2, "board"), at(3, "say hi"), at(25, "4"), at(26, "refuse"), at(40, "quit")},
			said: "play 1|say hi|answer false|play 1|leave for now",
		},
		{
			name: "late-ply-file", link: then(hostOf(two, 2), left), cfg: file,
			keys: []timed{at(10, "4"), at(20, "quit")}, said: "wait again",
		},
		{
			name: "late-answer-file", link: then(hostOf("kalah(1,1)", 1), left), cfg: file,
			keys: []timed{at(10, "y"), at(20, "quit")}, said: "wait again",
		},
		{name: "quit-file", link: guestOf(two), cfg: file, keys: []timed{at(1, "quit")}, said: "leave for now"},
		{name: "ctrl-d", link: guestOf(two), cfg: person, keys: []timed{{second(1), ""}}, said: "leave for now"},
		{
			name: "waiting", link: func(t *testing.T) *farLink {
				l := newFarLink(t, variant(t, two), match.Host, match.Host)
				l.emit(table.Listening{Addr: "127.0.0.1:7000"})
				return l
			}, cfg: person, keys: []timed{
				at(1, "help"), at(2, "board"), at(3, "resign"), at(4, "say hi"), at(5, "takeback"), at(6, "keep"), at(7, "3"), at(8, "what"), at(9, "quit"),
			},
		},
	}
}

// TestScenes plays timed scenes and compares the transcripts.
func TestScenes(t *testing.T) {
	for _, c := range slices.Concat(pauses(t), asks(t), callers(t), watchers(t), clocks(t), clubGames(t), newsAfterGames(t)) {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.play(t) })
		})
	}
}

func (c dialogue) play(t *testing.T) {
	link := c.link(t)
	own := [2]string{"Ann", "Bo"}[link.self]
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	sc := netScene(link, own, match.NewPerson())
	if c.watches {
		sc = sceneOf(table.NewWatchTable(link))
	}
	got, err := playScene(ctx, t, sc, c.cfg, c.keys...)
	if err != nil {
		got += "[" + err.Error() + "]\n"
	}
	if trouble := (*Trouble)(nil); c.fails != errors.As(err, &trouble) {
		t.Errorf("the game ends with %v", err)
	}
	if said := strings.Join(link.said, "|"); said != c.said {
		t.Errorf("the link was told %q, want %q", said, c.said)
	}
	golden(t, c.name, got)
}
