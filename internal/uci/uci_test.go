package uci

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"
)

func variant(t testing.TB, text string) rules.Variant {
	t.Helper()
	return need.Must(rules.ParseVariant(text))(t)
}

func server(t testing.TB, text string) *Server {
	t.Helper()
	return need.Must(NewServer("mancala", "1.0", variant(t, text)))(t)
}

// TestDialogue plays a scripted dialogue. Lines that begin with > are sent, all others are answers.
func TestDialogue(t *testing.T) {
	const script = `
> uci
id name mancala 1.0
id author the authors of mancala
option name Rules type string default oware(6,4)
uciok
> isready
readyok
> debug on
> xyzzy
info string unknown command "xyzzy"
> position
info string position needs startpos or fen with a board
> position startpos moves FfB
> position startpos moves Ff
> position startpos moves FfBeZ
info string "Z" is no legal move of south
> position fen 4-4-S
info string "4-4-S" is no board of 6 houses a side
> position fen 5-4-4-4-4-4-4-4-4-4-4-4-0-0-S
info string that board holds 49 seeds instead of 48
> setoption name Rules value oware(11,4)
info string 11 houses a side is not possible; choose 1 to 10
> setoption name Hash value 10
info string there is no option "Hash"
> setoption name Rules value togyz(9,9)
> position fen 1-4-2-16-1-17-x-5-1-4-21-1-4-1-19-19-18-1-12-15-S moves A
> stop
> go movetime soon
info string movetime needs a number of milliseconds
`
	s := server(t, "oware(6,4)")
	var want, got []string
	check := func(sent string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s is answered by\n%s\nnot\n%s", sent, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	sent := ""
	for l := range strings.SplitSeq(strings.TrimSpace(script), "\n") {
		text, ok := strings.CutPrefix(l, "> ")
		if !ok {
			want = append(want, l)
			continue
		}
		check(sent)
		sent, want = text, nil
		got, _ = s.Line(text)
	}
	check(sent)
}

func TestOrders(t *testing.T) {
	s := server(t, "oware(6,4)")
	s.Line("position startpos moves Ff")
	for _, c := range []struct {
		text string
		want Order
	}{
		{"go movetime 1500", Order{Task: Think, Time: 1500 * time.Millisecond}},
		{"go depth 7", Order{Task: Think, Depth: 7}},
		{"go infinite", Order{Task: Think}},
		{"go", Order{Task: Think, Time: 5 * time.Second}},
	} {
		answer, got := s.Line(c.text)
		if len(got.Past) != 3 || len(answer) > 0 {
			t.Fatalf("%s: %d positions, answer %q", c.text, len(got.Past), answer)
		}
		if c.want.Past = got.Past; got.Task != c.want.Task || got.Time != c.want.Time || got.Depth != c.want.Depth {
			t.Errorf("%s: %+v", c.text, got)
		}
		if answer, _ := s.Line("position startpos"); len(answer) != 1 || !strings.Contains(answer[0], "stop") {
			t.Errorf("while it thinks, another position is answered by %q", answer)
		}
		if _, got := s.Line("stop"); got.Task != Stop {
			t.Errorf("stop: %+v", got)
		}
		if line := s.Report(3, -2, []rules.House{1, 5}); line != "info depth 3 score cp -200 pv Ae" {
			t.Error(line)
		}
		if line := s.Found(6); line != "bestmove F" {
			t.Error(line)
		}
	}
	if _, got := s.Line("quit"); got.Task != Quit {
		t.Errorf("quit: %+v", got)
	}
}

// TestClientAndServer plays whole games between a client and a server by all kinds of rules, and
// checks that both have the same positions. The games begin with random plies, and some are resumed
// later.
func TestClientAndServer(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"kalah(6,4)+pie", "mangala(6,4)", "oware(6,4)", "togyz(9,9)", "bestemshe(5,5)", "custom(10,2,family=oware,repeat=draw)"} {
		v := variant(t, text)
		s := server(t, "kalah(6,4)")
		c, first := NewClient(v)
		todo := []string{first}
		for len(todo) > 0 {
			answer, _ := s.Line(todo[0])
			todo = todo[1:]
			for _, l := range answer {
				more := need.Must(c.Line(l))(t)
				todo = append(todo, more...)
			}
		}
		if !c.Ready() {
			t.Fatalf("%s: it is not ready", text)
		}
		p, _ := rules.Start(v)
		past := []rules.Position{p}
		for n := 0; !p.Over() && n < 400; n++ {
			ask := c.Ask(p, time.Second)
			if answer, _ := s.Line(ask[0]); len(answer) > 0 {
				t.Fatalf("%s: %q is answered by %q", text, ask[0], answer)
			}
			if n%3 == 0 { // it is busy for a moment
				_, _ = c.Line("info string A calculation is in progress")
				if ask, _ = c.Line("readyok"); len(ask) != 2 {
					t.Fatalf("%s: to a busy program it sends %q", text, ask)
				}
			}
			answer, _ := s.Line(ask[1])
			start, err := c.Line(answer[0])
			if err != nil || len(start) != 1 {
				t.Fatalf("%s: it goes on with %q (%v)", text, start, err)
			}
			if n%5 == 0 {
				if start, _ = c.Line("info string Already calculating a move"); len(start) != 1 {
					t.Fatalf("%s: it insists with %q", text, start)
				}
			}
			_, order := s.Line(start[0])
			if at := order.Past[len(order.Past)-1]; at != p || order.Time != time.Second {
				t.Fatalf("%s: after %q the server has %v", text, ask[0], at)
			}
			plies := slices.Collect(p.Plies())
			h := plies[rng.IntN(len(plies))]
			need.Must(c.Line(s.Found(h)))(t)
			if got, ok, err := c.Answer(); got != h || !ok || err != nil {
				t.Fatalf("%s: house %v is understood as %v, %v, %v", text, h, got, ok, err)
			}
			next, sowing := need.Must2(rules.Play(past, h))(t)
			if rng.IntN(10) > 0 { // otherwise the client learns of the position when it is asked
				c.Observe(sowing, next)
			}
			p, past = next, append(past, next)
		}
	}
}

// TestClientOfOtherPrograms drives a program that knows only Oware.
func TestClientOfOtherPrograms(t *testing.T) {
	c, _ := NewClient(variant(t, "oware(6,4)"))
	if send, err := c.Line("uciok"); err != nil || !slices.Equal(send, []string{"isready"}) {
		t.Errorf("it sends %q (%v)", send, err)
	}
	c, _ = NewClient(variant(t, "mangala(6,4)"))
	if _, err := c.Line("uciok"); err == nil {
		t.Error("a program that knows no rules plays Mangala")
	}
	c, _ = NewClient(variant(t, "oware(6,4)"))
	p, _ := rules.Start(variant(t, "oware(6,4)"))
	for _, l := range []string{"", "bestmove A", "info string hello"} {
		need.Must(c.Line(l))(t)
		if _, ok, _ := c.Answer(); ok {
			t.Errorf("%q counts as an answer to nothing", l)
		}
	}
	for _, bad := range []string{"a", "G", "0000", "A1", "=", "ä"} {
		c.Ask(p, time.Second)
		_, _ = c.Line("readyok")
		_, _ = c.Line("bestmove " + bad + " ponder b")
		if _, ok, err := c.Answer(); !ok || err == nil {
			t.Errorf("the move %q passes", bad)
		}
	}
}

func FuzzServer(f *testing.F) {
	f.Add("setoption name Rules value togyz(9,9)\nposition startpos moves Aa\ngo")
	f.Add("position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-N moves a\ngo depth 3\nstop")
	f.Fuzz(func(t *testing.T, text string) {
		s := server(t, "oware(6,4)")
		for l := range strings.SplitSeq(text, "\n") {
			_, order := s.Line(l)
			if order.Task == Think {
				if len(order.Past) == 0 {
					t.Fatal("nothing to think about")
				}
				s.Found(0)
			}
			for _, p := range s.past {
				if again, err := ParseBoard(p.Variant(), FormatBoard(p)); !p.Over() && !p.Variant().Pie && (err != nil || again != p) {
					t.Fatalf("%v is read as %v (%v)", FormatBoard(p), again, err)
				}
			}
		}
	})
}
