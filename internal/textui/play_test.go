package textui

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// TestFirstScreen is the start of a game as the issue shows it.
func TestFirstScreen(t *testing.T) {
	who := newTypist()
	err := play(t, localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{}), who, Config{})
	want := `-----
Current board:
    4  4  4  4  4  4
 0                    0
    4  4  4  4  4  4
-----

Select a move:
    -  -  -  -  -  -
 -                    -
    1  2  3  4  5  6

Player 1 -- from 1 to 6: ` + "\n"
	if got := who.echo.String(); got != want {
		t.Errorf("the first screen is\n%s\nwant\n%s", got, want)
	}
	if trouble := (*Trouble)(nil); !errors.As(err, &trouble) || !strings.Contains(trouble.Text, "input has ended") {
		t.Errorf("the end of the input is told as %v", err)
	}
}

// TestCS150 is the dialogue of CS150, letter by letter except for the changes: a number
// takes two columns, and empty bowls are dashes.
func TestCS150(t *testing.T) {
	who := newTypist("3", "13", "3", "11", "11", "11")
	err := play(t, localScene(t, variant(t, "bowls(6,4)"), "", [2]match.Seat{}), who, Config{})
	if !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
	for _, want := range []string{
		`Player 1 -- from 1 to 6: 3
-----
Current board:
    4  4  4  4  4  4
 0                    1
    4  4  0  5  5  5
-----

Select a move:
   13 12 11 10  9  8
 -                    -
    -  -  -  -  -  -

Player 2 -- from 8 to 13: 13
-----
Current board:
    0  4  0  4  4  4
 5                    1
    5  5  1  5  5  5
-----

Select a move:
    -  -  -  -  -  -
 -                    -
    1  2  3  4  5  6

Player 1 -- from 1 to 6: 3
-----
Current board:
    0  4  0  4  4  4
 5                    1
    5  5  0  6  5  5
-----

Select a move:
    - 12  - 10  9  8
 -                    -
    -  -  -  -  -  -

Player 2 -- from 8 to 13: 11
That bowl is empty!
Player 2 -- from 8 to 13: 11
That bowl is empty!
Player 2 -- from 8 to 13: 11
That bowl is empty!
Player 2 -- from 8 to 13: `,
	} {
		if got := who.echo.String(); !strings.Contains(got, want) {
			t.Errorf("the transcript\n%s\ndoes not have\n%s", got, want)
		}
	}
	if got := who.plain.String(); !strings.Contains(got, "from 8 to 13: That bowl is empty!\nPlayer 2 -- from 8 to 13: ") {
		t.Errorf("without an echo the output is\n%s", got)
	}
}

// TestTranscripts plays scripted games to their end and compares the whole transcripts.
func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		name, rules, player string
		cfg                 Config
		seats               [2]match.Seat
		houses              []rules.House // a whole game, played by persons
		lines               string        // or their input, with a bar between lines
	}{
		{
			name: "cs150", rules: "bowls(6,4)",
			lines: "3|13|3|11|11|11|12|2|8|1|10|6|9|5|10|3|8|2|12|2|9|6|10|1|11|5|12|6",
		},
		{name: "kalah-6x4", rules: "kalah(6,4)", houses: []rules.House{3, 5, 4, 4, 2, 1, 6, 5, 4, 3, 2, 4, 2, 5, 1, 4, 5, 6, 1}},
		{name: "kalah-1x1", rules: "kalah(1,1)", lines: "1"},
		{
			name: "kalah-3x2-named", rules: "kalah(3,2)", player: "Ann",
			houses: []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2},
		},
		{name: "video-majority", rules: "video(3,3)", houses: []rules.House{3, 1, 1, 2, 1, 1, 3, 1}, cfg: Config{Narrate: true}},
		{name: "bad-input", rules: "kalah(2,1)", lines: "0|3|4|-1|one||  1|swap|1.5|99999999999999999999|help|BOARD|1|4|1|5|2"},
		{name: "undo", rules: "kalah(2,2)", lines: "undo|redo|1|undo|redo|undo|2|redo|quit"},
		{name: "undo-computer", rules: "kalah(3,3)", seats: [2]match.Seat{nil, byLow{}}, lines: "2|undo|redo|undo|3|2|quit"},
		{
			name: "narrate-no-board", rules: "kalah(3,2)", cfg: Config{Narrate: true, NoBoard: true},
			lines: "board|1|5|3|board|5|2|7|undo|7|2|6|2|7|quit",
		},
		{
			name: "narrate-kalah", rules: "kalah(3,2)", cfg: Config{Narrate: true, NoBoard: true},
			houses: []rules.House{1, 1, 3, 1, 2, 3, 2, 2, 2, 3, 1, 1, 2, 3, 2, 2},
		},
		{
			name: "narrate-bowls", rules: "bowls(2,2)", cfg: Config{Narrate: true, NoBoard: true},
			houses: []rules.House{1, 2, 2},
		},
		{
			name: "narrate-empty-capture", rules: "empty-capture(3,2)", cfg: Config{Narrate: true, NoBoard: true},
			houses: []rules.House{2, 1, 1, 3, 2, 1, 1},
		},
		{name: "pie", rules: "kalah(3,3)+pie", lines: "3|help|swap|1|help|swap|board|undo|undo|undo|5|quit"},
		{name: "pie-in-words", rules: "kalah(3,3)+pie", lines: "1|2|swap|quit", cfg: Config{Narrate: true, NoBoard: true}},
		{name: "computers", rules: "kalah(3,2)", seats: [2]match.Seat{byLow{}, byLow{}}},
		{name: "computers-in-words", rules: "kalah(6,4)", seats: [2]match.Seat{byLow{}, byLow{}}, cfg: Config{Narrate: true, NoBoard: true}},
		{name: "input-ends", rules: "kalah(6,4)", lines: "1|8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := variant(t, c.rules)
			script := typedGame(t, v, c.houses...)
			if c.lines != "" {
				script = strings.Split(c.lines, "|")
			}
			who := newTypist(script...)
			c.cfg.Names = [2]string{match.Host: c.player}
			err := play(t, localScene(t, v, c.player, c.seats), who, c.cfg)
			text := who.echo.String()
			if err != nil {
				text += "[" + err.Error() + "]\n"
			}
			golden(t, c.name, text)
			if len(who.script) > 0 {
				t.Errorf("the game is over, and nobody was asked for %q", who.script)
			}
		})
	}
}

// TestInterruptedWhileAsking checks that a game ends at once with the context, without typing.
func TestInterruptedWhileAsking(t *testing.T) {
	ctx, cancel := context.WithCancel(need.Soon(t))
	defer cancel()
	who := newTypist()
	who.typed = make(chan []byte) // never says anything
	in := NewLines(who.keys())
	defer in.Close()
	who.typed = nil
	who.asked = func(string) { cancel() }
	err := Play(ctx, localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{}), in, who, Config{})
	if !errors.Is(err, context.Canceled) || !strings.HasSuffix(who.plain.String(), "from 1 to 6: \n") {
		t.Errorf("got %v after %q", err, who.plain.String())
	}
}

// thinker is a seat that thinks until its context ends.
type thinker struct{ began func() }

func (s thinker) Choose(ctx context.Context, _ rules.Position) (rules.House, error) {
	s.began()
	<-ctx.Done()
	return 0, ctx.Err()
}

func (thinker) Observe(rules.Sowing, rules.Position) {}

func TestInterruptedWhileThinking(t *testing.T) {
	ctx, cancel := context.WithCancel(need.Soon(t))
	defer cancel()
	sc := localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{thinker{cancel}, byLow{}})
	in := NewLines(strings.NewReader(""))
	if err := Play(ctx, sc, in, io.Discard, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

// liar is a seat that chooses a missing house.
type liar struct{ byLow }

func (liar) Choose(context.Context, rules.Position) (rules.House, error) { return 77, nil }

func TestSeatWithoutAPly(t *testing.T) {
	who := newTypist()
	err := play(t, localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{liar{}, byLow{}}), who, Config{})
	if trouble := (*Trouble)(nil); !errors.As(err, &trouble) || !strings.Contains(trouble.Text, "house 77") {
		t.Errorf("got %v", err)
	}
}

// shortPipe takes n bytes and then no more.
type shortPipe struct{ n int }

var errClosed = errors.New("broken pipe")

func (p *shortPipe) Write(b []byte) (int, error) {
	if p.n -= len(b); p.n < 0 {
		return 0, errClosed
	}
	return len(b), nil
}

// TestOutputThatCloses closes the output early and late, in games of persons and of computers.
func TestOutputThatCloses(t *testing.T) {
	for _, n := range []int{0, 1, 200, 1000} {
		for _, seats := range [][2]match.Seat{{byLow{}, byLow{}}, {nil, nil}} {
			sc := localScene(t, variant(t, "kalah(6,4)"), "", seats)
			in := NewLines(strings.NewReader(strings.Repeat("1\n8\n2\n9\n3\n10\n4\n11\n5\n12\n6\n13\n", 20)))
			err := Play(need.Soon(t), sc, in, &shortPipe{n}, Config{})
			in.Close()
			if !errors.Is(err, errClosed) || !strings.Contains(err.Error(), "could not be written") {
				t.Errorf("after %d bytes: %v", n, err)
			}
		}
	}
}

// TestObserver checks that the observer gets every event of a game.
func TestObserver(t *testing.T) {
	plies, over := 0, 0
	sc := localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{byLow{}, byLow{}})
	sc.Env.Observe = func(e table.News) {
		switch e.(type) {
		case table.Played:
			plies++
		case table.GameOver:
			over++
		}
	}
	need.NoError(t, play(t, sc, newTypist(), Config{}))
	if plies != sc.Match().Plies() || plies < 10 || over != 1 {
		t.Errorf("%d plies and %d ends were observed of a game of %d", plies, over, sc.Match().Plies())
	}
}

// TestComputersReadNothing checks that a game without questions reads no input.
func TestComputersReadNothing(t *testing.T) {
	in := strings.NewReader("1\n2\n")
	sc := localScene(t, variant(t, "kalah(2,2)"), "", [2]match.Seat{byLow{}, byLow{}})
	if err := Play(need.Soon(t), sc, NewLines(in), io.Discard, Config{}); err != nil || in.Len() != 4 {
		t.Errorf("%d bytes are left of 4, %v", in.Len(), err)
	}
}
