package textui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// tops are scripted top scores.
type tops struct {
	place  int
	err    error
	silent bool // does not answer
	slow   bool // does not answer yet
	due    []func()
	added  []string
	taken  bool // the game is already stored
}

func (s *tops) Place(_ match.Score, done func(int, error)) {
	if !s.silent {
		s.due = append(s.due, func() { done(s.place, s.err) })
	}
}

func (s *tops) Add(score match.Score, done func(bool, error)) {
	if !s.silent {
		s.due = append(s.due, func() { done(!s.taken, s.err) })
	}
	s.added = append(s.added, fmt.Sprintf("%s %d:%d %s", score.Name, score.Seeds, score.Seeds-score.Margin, score.GameID))
}

func (s *tops) Poll() {
	if s.slow {
		return
	}
	due := s.due
	s.due = nil
	for _, f := range due {
		f()
	}
}

// oneWin is a game of bowls(2,2) that Player 1 wins by 3 to 1.
var oneWin = []string{"1", "5", "2"}

// TestAfterALocalGame plays a game to a win, and continues after it.
func TestAfterALocalGame(t *testing.T) {
	for _, c := range []struct {
		name   string
		names  [2]string
		seats  [2]match.Seat
		scores tops
		file   bool
		after  []string // the lines typed after the game
		added  string
	}{
		{name: "win-named", scores: tops{place: 2}, after: []string{"Zoe", "n"}, added: "Zoe 3:1 test-1"},
		{name: "win-proposed", scores: tops{place: 1}, names: [2]string{"Ann"}, after: []string{"", "n"}, added: "Ann 3:1 test-1"},
		{name: "win-refused", scores: tops{place: 1}, names: [2]string{"Ann"}, after: []string{"\x01", "-", "n"}},
		{name: "win-none", scores: tops{place: 1}, after: []string{"", "n"}},
		{name: "win-left", scores: tops{place: 1}, names: [2]string{"Ann"}, after: []string{"quit"}, added: "Ann 3:1 test-1"},
		{name: "win-not-best", names: [2]string{"Ann"}, after: []string{"no"}, added: "Ann 3:1 test-1"},
		{name: "win-broken-disk", scores: tops{err: rules.NewNote("record.disk-full")}, after: []string{"Zoe", "no"}, added: "Zoe 3:1 test-1"},
		{name: "win-taken", scores: tops{place: 1, taken: true}, after: []string{"Zoe", "no"}, added: "Zoe 3:1 test-1"},
		{name: "win-slow-disk", scores: tops{silent: true}, after: []string{"Zoe", "no"}, added: "Zoe 3:1 test-1"},
		{name: "win-file", scores: tops{place: 1}, names: [2]string{"Ann"}, file: true, added: "Ann 3:1 test-1"},
		{name: "win-file-unnamed", scores: tops{place: 1}, file: true},
		{name: "win-undone", scores: tops{place: 1}, after: []string{"undo", "2", "-", "undo", "quit"}},
		{
			name: "win-twice", scores: tops{place: 1}, names: [2]string{"Ann", "Bo"}, after: []string{"", "y", "1", "5", "2", "Bob", "n"},
			added: "Ann 3:1 test-1|Bob 3:1 test-2",
		},
		{name: "win-resigned", scores: tops{place: 1}, after: []string{"-", "y", "resign", "y", "n"}},
		{
			name: "win-over-computer", scores: tops{place: 1}, seats: [2]match.Seat{nil, newScript(2)}, names: [2]string{"Ann"},
			after: []string{"", "n"}, added: "Ann 3:1 test-1",
		},
		{name: "win-of-computer", scores: tops{place: 1}, seats: [2]match.Seat{newScript(1, 2), nil}, after: []string{"n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := recorded(localScene(t, variant(t, "bowls(2,2)"), c.names[0], c.seats))
			cfg := Config{
				NoBoard: true, Interactive: !c.file, Names: c.names, Scores: &c.scores, GoOn: "mancala --text --continue",
				Replay: func(id string) string { return "mancala replay " + id },
			}
			var lines []string
			for i, line := range oneWin {
				if c.seats[i%2] == nil {
					lines = append(lines, line)
				}
			}
			who := newTypist(append(lines, c.after...)...)
			need.NoError(t, play(t, sc, who, cfg))
			if added := strings.Join(c.scores.added, "|"); added != c.added {
				t.Errorf("the top scores are told %q, want %q", added, c.added)
			}
			if len(who.script) > 0 {
				t.Errorf("nobody was asked for %q", who.script)
			}
			golden(t, c.name, who.echo.String())
		})
	}
}

// TestWinKeptLate names a win while the disk is silent, and expects to be told its place as soon as
// the disk answers, although the next question is already asked.
func TestWinKeptLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sc := recorded(localScene(t, variant(t, "bowls(2,2)"), "Ann", [2]match.Seat{}))
		scores := &tops{place: 2, slow: true}
		who := newTypist(append(slices.Clone(oneWin), "Zoe", "no")...)
		out := writerFunc(func(b []byte) (int, error) {
			if scores.slow && strings.Contains(string(b), "Play again") {
				scores.slow = false
				return len(b), nil
			}
			return who.Write(b)
		})
		in := NewLines(who.keys())
		defer in.Close()
		defer close(who.typed)
		need.NoError(t, Play(need.Soon(t), sc, in, out, Config{NoBoard: true, Interactive: true, Scores: scores}))
		if got, want := who.echo.String(), "Zoe is number 2 of the top scores.\nPlay again, or undo? [y/n/undo] no\n"; !strings.HasSuffix(got, want) {
			t.Errorf("the screen ends with %q, want %q", got, want)
		}
	})
}

// TestInterruptedWinner presses Ctrl+C at the question for the winner's name: the win keeps the
// proposed name.
func TestInterruptedWinner(t *testing.T) {
	names := [2]string{"Ann", "Bo"}
	sc := recorded(localScene(t, variant(t, "bowls(2,2)"), names[0], [2]match.Seat{}))
	scores := &tops{place: 1}
	ctx, cancel := context.WithCancel(need.Soon(t))
	who := newTypist(oneWin...)
	out := writerFunc(func(b []byte) (int, error) {
		if strings.Contains(string(b), "your name for the top scores") {
			cancel()
			return len(b), nil
		}
		return who.Write(b)
	})
	in := NewLines(who.keys())
	defer in.Close()
	err := Play(ctx, sc, in, out, Config{
		NoBoard: true, Interactive: true, Names: names, Scores: scores,
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the game ends with %v", err)
	}
	if added := strings.Join(scores.added, "|"); added != "Ann 3:1 test-1" {
		t.Errorf("the top scores are told %q", added)
	}
}

// TestInterruptedGame presses Ctrl+C in a stored game, and expects the command that resumes it.
func TestInterruptedGame(t *testing.T) {
	sc := localScene(t, variant(t, "bowls(2,2)"), "Ann", [2]match.Seat{})
	ctx, cancel := context.WithCancel(need.Soon(t))
	who := newTypist("1", "5")
	who.asked = func(string) {
		if len(who.script) == 1 {
			cancel()
		}
	}
	in := NewLines(who.keys())
	defer in.Close()
	err := Play(ctx, sc, in, who, Config{NoBoard: true, Interactive: true, GoOn: "mancala --text --continue"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the game ends with %v", err)
	}
	if want := "The game is kept; mancala --text --continue goes on with it.\n"; !strings.HasSuffix(who.plain.String(), want) {
		t.Errorf("the screen ends with %q", who.plain.String())
	}
}

// script is a computer player that plays these houses in order.
type script struct{ houses []rules.House }

func newScript(houses ...rules.House) *script { return &script{houses} }

func (s *script) Choose(context.Context, rules.Position) (rules.House, error) {
	h := s.houses[0]
	s.houses = s.houses[1:]
	return h, nil
}

func (*script) Observe(rules.Sowing, rules.Position) {}

// TestWinAcrossTheNetwork wins at a host whose guest leaves while the winner types a name.
func TestWinAcrossTheNetwork(t *testing.T) {
	for _, c := range []struct {
		name  string
		link  func(l *farLink)
		lines string
		said  string
		added string
	}{
		{"net-win", func(*farLink) {}, "1|2|Zoe|n", "play 1|play 2|winner Zoe|leave for good", "Zoe 3:1 g"},
		{
			"net-win-left", func(l *farLink) {
				l.after = [][]table.News{{table.RematchWanted{By: match.Guest}}, {table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")}}}
			}, "1|2|Zoe", "play 1|play 2|winner Zoe|wait again", "Zoe 3:1 g",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			link := newFarLink(t, variant(t, "bowls(2,2)"), match.Host, match.Host, 2).begin("Bo")
			c.link(link)
			sc := recorded(netScene(link, "Ann", match.NewPerson()))
			scores := &tops{place: 1}
			cfg := Config{
				NoBoard: true, Interactive: true, Scores: scores, GoOn: "mancala --text --serve :7000",
			}
			who := newTypist(splitBars(c.lines)...)
			who.presses = []press{{"another guest.\n", "quit"}}
			need.NoError(t, play(t, sc, who, cfg))
			if said := strings.Join(link.said, "|"); said != c.said {
				t.Errorf("the link was told %q, want %q", said, c.said)
			}
			if added := strings.Join(scores.added, "|"); added != c.added {
				t.Errorf("the top scores are told %q, want %q", added, c.added)
			}
			golden(t, c.name, who.echo.String())
		})
	}
}

// TestGoingOn resumes games.
func TestGoingOn(t *testing.T) {
	for _, c := range []struct {
		name  string
		names [2]string
		seats [2]match.Seat
		cfg   match.LocalConfig
	}{
		{"go-on", [2]string{"Ann", ""}, [2]match.Seat{nil, newScript(1, 1)}, match.LocalConfig{Plies: []rules.House{3, 6}}},
		{"go-on-two", [2]string{}, [2]match.Seat{}, match.LocalConfig{
			Plies: []rules.House{3, 6}, Starter: match.Guest, Number: 2, Before: match.Tally{Wins: [2]int{1, 0}},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.cfg.ID, c.cfg.Variant, c.cfg.Names = "test", variant(t, "kalah(6,4)"), [2]string{"Ann", "Low"}
			link := need.Must(table.NewLocal(c.cfg))(t)
			for i, seat := range c.seats {
				if seat == nil {
					c.seats[i] = match.NewPerson()
				}
			}
			sc := sceneOf(table.NewTable(link, match.Host, c.cfg.Names, c.seats))
			who := newTypist("board", "resign", "y", "n")
			cfg := Config{NoBoard: true, Interactive: true, Names: c.names, Resumed: true, GoOn: "mancala --text --continue"}
			need.NoError(t, play(t, sc, who, cfg))
			golden(t, c.name, who.echo.String())
		})
	}
}

// TestGoingOnAcrossTheNetwork resumes a series from the disk. Its connection is down at first.
func TestGoingOnAcrossTheNetwork(t *testing.T) {
	v := variant(t, "kalah(2,2)")
	game := rules.Game{Variant: v, Plies: []rules.House{2}}
	series := need.Must(match.ResumeSeries(game, match.Host, 4, match.Tally{Wins: [2]int{2, 1}}))(t)
	link := &farLink{Games: tabletest.Games{Series: series}, self: match.Guest}
	link.emit(
		table.Connecting{Addr: "ann:7000"}, table.Connected{Peer: "Ann", Self: match.Guest, Variant: v},
		table.GameStarted{ID: "s-4", Self: rules.North},
		table.Paused{Note: rules.NewNote("netplay.kept", "Ann"), Wait: 60},
	)
	link.later = [][]table.News{{table.Resumed{}}}
	who := newTypist("4", "n")
	who.presses = []press{{"Waiting for Ann.\n", "resign"}}
	if err := play(t, netScene(link, "Bo", match.NewPerson()), who, Config{Resumed: true, GoOn: "mancala --text --join ann"}); err != nil {
		t.Error(err)
	}
	golden(t, "go-on-net", who.echo.String())
}
