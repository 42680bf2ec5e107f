package textui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/rules"
	"mancala/tools/need"
)

// oracle is a scripted judge that returns a verdict or an error after a time.
type oracle struct {
	verdict match.Verdict
	err     error
	takes   time.Duration
	// soon is its answer if it is interrupted; nil means none.
	soon  *match.Verdict
	asked []rules.Position
}

func (o *oracle) Judge(ctx context.Context, past []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	o.asked = append(o.asked, past[len(past)-1])
	select {
	case <-time.After(o.takes):
		return o.verdict, o.err
	case <-ctx.Done():
	}
	if o.soon != nil {
		return *o.soon, nil
	}
	return match.Verdict{}, ctx.Err()
}

func TestHintInWords(t *testing.T) {
	for _, c := range []struct {
		position string
		verdict  match.Verdict
		err      error
		want     string
	}{
		{"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", match.Verdict{Value: 8, Exact: true, Line: []rules.House{3, 6}}, nil, "Hint: bowl 3 wins by 8."},
		{"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> north", match.Verdict{Exact: true, Line: []rules.House{3}}, nil, "Hint: bowl 10 draws."},
		{"kalah(2,1) <2,0,0,1,1,1,1> north", match.Verdict{Value: -2, Exact: true, Line: []rules.House{1}}, nil, "Hint: bowl 4 loses by 2."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{Value: 2, Line: []rules.House{2}}, nil, "Hint: bowl 2, about +2."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{Line: []rules.House{1}}, nil, "Hint: bowl 1, about even."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{Line: []rules.House{3}}, nil, "There is no hint."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{}, nil, "There is no hint."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{}, context.DeadlineExceeded, "There was no time to find a hint."},
		{"kalah(2,1) <2,0,0,1,1,1,1> south", match.Verdict{}, errors.New("the table is damaged"), "There is no hint. The table is damaged."},
	} {
		p := need.Must(rules.ParsePosition(c.position))(t)
		if got := answerWords(c.verdict, c.err, p); got != c.want {
			t.Errorf("%s, %+v, %v: %q, want %q", c.position, c.verdict, c.err, got, c.want)
		}
	}
}

func TestHintToSwap(t *testing.T) {
	who := newTypist("1", "3", "hint", "quit")
	judge := &oracle{verdict: match.Verdict{Value: -1, Line: []rules.House{rules.Swap}}}
	need.NoError(t, play(t, judged(localScene(t, variant(t, "kalah(3,3)+pie"), "", [2]match.Seat{}), judge), who, Config{}))
	if got := who.echo.String(); !strings.Contains(got, "\nPlayer 2 -- from 5 to 7: hint\nHint: swapping, about -1.\nPlayer 2 -- from 5 to 7: quit\n") {
		t.Errorf("the transcript is\n%s", got)
	}
}

// The word why tells the last move in a sentence.
func TestWhyInTheTerminal(t *testing.T) {
	who := newTypist("why", "3", "why", "quit")
	need.NoError(t, play(t, localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{}), who, Config{}))
	for _, want := range []string{
		": why\nNo move has been played yet.\n", ": why\nThe last seed falls into the store of Host, who moves again.\n",
	} {
		if got := who.echo.String(); !strings.Contains(got, want) {
			t.Errorf("no %q in the transcript\n%s", want, got)
		}
	}
}

// After a hint, the word why tells the move of the hint, not the last one.
func TestWhyAfterAHint(t *testing.T) {
	who := newTypist("3", "hint", "why", "quit")
	judge := &oracle{verdict: match.Verdict{Value: 2, Exact: true, Line: []rules.House{5}}}
	need.NoError(t, play(t, judged(localScene(t, variant(t, "kalah(6,4)"), "", [2]match.Seat{}), judge), who, Config{}))
	const want = "Hint: bowl 5 wins by 2.\nPlayer 1 -- from 1 to 6: why\nThe last seed captures nothing in house 3 of Guest.\n"
	if got := who.echo.String(); !strings.Contains(got, want) {
		t.Errorf("no %q in the transcript\n%s", want, got)
	}
}

// TestHintOfThePosition checks that the hint is about the board on the screen, also after undo.
func TestHintOfThePosition(t *testing.T) {
	who := newTypist("hint", "1", "HINT", "undo", "hint", "quit")
	judge := &oracle{verdict: match.Verdict{Value: 2, Exact: true, Line: []rules.House{2}}}
	v := variant(t, "kalah(3,3)")
	need.NoError(t, play(t, judged(localScene(t, v, "", [2]match.Seat{}), judge), who, Config{}))
	before, _ := rules.Start(v)
	after, _ := need.Must2(before.Sow(1))(t)
	if len(judge.asked) != 3 || judge.asked[0] != before || judge.asked[1] != after || judge.asked[2] != before {
		t.Errorf("the judge was asked about %v", judge.asked)
	}
	golden(t, "hint", who.echo.String())
}

// TestHelpTellsOfHints checks that the help offers hints if they exist, and that a sentence refuses
// them otherwise.
func TestHelpTellsOfHints(t *testing.T) {
	judge := &oracle{verdict: match.Verdict{Value: 2, Exact: true, Line: []rules.House{2}}}
	v := variant(t, "kalah(3,3)")
	far := func(t *testing.T) *scene.Scene {
		return netScene(newFarLink(t, v, match.Host, match.Host).begin("Bo"), "Ann", match.NewPerson())
	}
	near := func(t *testing.T) *scene.Scene { return localScene(t, v, "", [2]match.Seat{}) }
	for _, c := range []struct {
		name    string
		scene   func(*testing.T) *scene.Scene
		judge   match.Judge
		offered bool
		says    string
	}{
		{"here", near, judge, true, "Hint: bowl 2 wins by 2.\n"},
		{"here without a judge", near, nil, false, "There are no hints here.\n"},
		{"network", far, judge, false, "There are no hints in a network game.\n"},
		{"network without a judge", far, nil, false, "There are no hints in a network game.\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			who := newTypist("help", "hint", "quit")
			need.NoError(t, play(t, judged(c.scene(t), c.judge), who, Config{}))
			got := who.echo.String()
			if strings.Contains(got, "\n  hint ") != c.offered || !strings.Contains(got, c.says) || !strings.Contains(got, ": quit\nYou have left") {
				t.Errorf("the transcript is\n%s", got)
			}
		})
	}
}

// timed is a typed line and its time, counted from the start.
type timed struct {
	at   time.Duration
	text string
}

// playTimed types lines at certain times of the test clock, in a game without drawings.
func playTimed(ctx context.Context, t *testing.T, sc *scene.Scene, judge match.Judge, script ...timed) (string, error) {
	t.Helper()
	return playScene(ctx, t, judged(sc, judge), Config{NoBoard: true}, script...)
}

// playScene types lines at certain times of the test clock. It returns the results of Play and the
// output, each line with its second. The input ends with the last text if that is empty.
func playScene(ctx context.Context, t *testing.T, sc *scene.Scene, cfg Config, script ...timed) (string, error) {
	t.Helper()
	r, w := io.Pipe()
	defer r.Close()
	began := time.Now()
	go func() {
		for _, line := range script {
			time.Sleep(line.at - time.Since(began))
			if line.text == "" {
				_ = w.Close()
			} else {
				_, _ = io.WriteString(w, line.text)
			}
		}
	}()
	in := NewLines(r)
	defer in.Close()
	var out bytes.Buffer
	stamp := writerFunc(func(b []byte) (int, error) {
		for line := range strings.Lines(string(b)) {
			out.WriteString(time.Since(began).Truncate(time.Second).String() + " " + strings.TrimSuffix(line, "\n") + "\n")
		}
		return len(b), nil
	})
	err := Play(ctx, sc, in, stamp, cfg)
	return out.String(), err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

const (
	moment = time.Second // the delay before thinking is reported

	lookingLine = "Looking for a hint; press Enter to get the best one so far."
	firstLine   = "0s Player 1 can choose bowl 1 with 2 seeds or bowl 2 with 2 seeds.\n"
	askOne      = "Player 1 -- from 1 to 2: "
	leftLine    = "You have left the game."
)

// TestSlowHint follows slow hints.
func TestSlowHint(t *testing.T) {
	best := match.Verdict{Value: 2, Exact: true, Line: []rules.House{2}}
	for _, c := range []struct {
		name   string
		judge  oracle
		script []timed
		want   string
		err    error
	}{
		{
			"shorter than a moment",
			oracle{verdict: best, takes: moment - 20*time.Millisecond},
			[]timed{{0, "hint\n"}, {5 * time.Second, "quit\n"}},
			"0s " + askOne + "\n0s Hint: bowl 2 wins by 2.\n0s " + askOne + "\n5s " + leftLine + "\n",
			nil,
		},
		{
			"long",
			oracle{verdict: best, takes: 4500 * time.Millisecond},
			[]timed{{0, "hint\n"}, {9 * time.Second, "quit\n"}},
			"0s " + askOne + "\n1s " + lookingLine + "\n4s Hint: bowl 2 wins by 2.\n4s " + askOne + "\n9s " + leftLine + "\n",
			nil,
		},
		{
			"Enter has it told",
			oracle{verdict: best, takes: time.Hour, soon: &match.Verdict{Value: -1, Line: []rules.House{1}}},
			[]timed{{0, "hint\n"}, {3 * time.Second, "\n"}, {4 * time.Second, " \n"}, {5 * time.Second, "quit\n"}},
			"0s " + askOne + "\n1s " + lookingLine + "\n3s Hint: bowl 1, about -1.\n3s " + askOne + "\n4s " + askOne + "\n5s " + leftLine + "\n",
			nil,
		},
		{
			"nothing is known yet",
			oracle{takes: time.Hour},
			[]timed{{0, "hint\n"}, {3 * time.Second, "\n"}, {4 * time.Second, "quit\n"}},
			"0s " + askOne + "\n1s " + lookingLine + "\n3s There was no time to find a hint.\n3s " + askOne + "\n4s " + leftLine + "\n",
			nil,
		},
		{
			"something else is typed",
			oracle{verdict: best, takes: time.Hour, soon: &best},
			[]timed{{0, "hint\n"}, {3 * time.Second, "quit\n"}},
			"0s " + askOne + "\n1s " + lookingLine + "\n3s Hint: bowl 2 wins by 2.\n3s " + askOne + "\n3s " + leftLine + "\n",
			nil,
		},
		{
			"typed ahead",
			oracle{verdict: best, takes: moment / 2},
			[]timed{{0, "hint\n\nhint\nquit\n"}},
			"0s " + askOne + "\n0s Hint: bowl 2 wins by 2.\n0s " + askOne + "\n" +
				"0s You can't play that. Enter 1 or 2, or help.\n0s " + askOne + "\n" +
				"0s Hint: bowl 2 wins by 2.\n0s " + askOne + "\n0s " + leftLine + "\n",
			nil,
		},
		{
			"the input ends",
			oracle{verdict: best, takes: 3 * time.Second},
			[]timed{{0, "hint\n"}, {2 * time.Second, ""}},
			"0s " + askOne + "\n1s " + lookingLine + "\n3s Hint: bowl 2 wins by 2.\n3s " + askOne + "\n3s \n",
			io.EOF,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				sc := localScene(t, variant(t, "kalah(2,2)"), "", [2]match.Seat{})
				got, err := playTimed(t.Context(), t, sc, &c.judge, c.script...)
				if got != firstLine+c.want || !errors.Is(err, c.err) {
					t.Errorf("got %v and\n%s\nwant %v and\n%s", err, got, c.err, firstLine+c.want)
				}
			})
		})
	}
}

// deaf is a judge that never answers, not even after the end of its context.
type deaf struct{ done <-chan struct{} }

func (d deaf) Judge(context.Context, []rules.Position, func(match.Verdict)) (match.Verdict, error) {
	<-d.done
	return match.Verdict{}, context.Canceled
}

func TestInterruptedWhileTheJudgeNeverAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		began := time.Now()
		sc := localScene(t, variant(t, "kalah(2,2)"), "", [2]match.Seat{})
		_, err := playTimed(ctx, t, sc, deaf{t.Context().Done()}, timed{0, "hint\n"}, timed{2 * time.Second, "quit\n"}, timed{3 * time.Second, "\n"})
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 5*time.Second {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
	})
}

// ponderer is a computer player that plays like byLow after a time, or at once if it is hurried.
type ponderer struct {
	byLow
	takes   time.Duration
	enough  chan struct{}
	hurried atomic.Int32
}

func newPonderer(takes time.Duration) *ponderer {
	return &ponderer{takes: takes, enough: make(chan struct{}, 10)}
}

func (s *ponderer) Choose(ctx context.Context, p rules.Position) (rules.House, error) {
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-s.enough:
		s.hurried.Add(1)
	case <-time.After(s.takes):
	}
	return s.byLow.Choose(ctx, p)
}

// hasty is a ponderer that can be hurried.
type hasty struct{ *ponderer }

func (s hasty) Hurry() { s.enough <- struct{}{} }

// TestSlowComputer follows slow computer players.
func TestSlowComputer(t *testing.T) {
	const thinks = "Player 2 is thinking; press Enter to make it move now."
	// Player 1 chooses bowl 1 here, and Player 2 bowl 4, which ends both turns.
	first := "0s Player 1 can choose bowl 1 with 1 seed or bowl 2 with 1 seed.\n0s " + askOne + "\n"
	for _, c := range []struct {
		name    string
		takes   time.Duration
		hurry   bool
		script  []timed
		want    string
		hurried int32
		err     error
	}{
		{
			"shorter than a moment", moment - 20*time.Millisecond, true,
			[]timed{{0, "1\n"}, {2 * time.Second, "quit\n"}},
			"0s Player 2 selects bowl 4.\n0s Player 1 can choose bowl 2 with 2 seeds.\n0s Player 1 -- from 1 to 2: \n2s " + leftLine + "\n", 0, nil,
		},
		{
			"cannot be hurried", 5 * time.Second, false,
			[]timed{{0, "1\n"}, {2 * time.Second, "\n"}, {7 * time.Second, "quit\n"}},
			"1s Player 2 is thinking.\n5s Player 2 selects bowl 4.\n5s Player 1 can choose bowl 2 with 2 seeds.\n5s " + askOne + "\n7s " + leftLine + "\n", 0, nil,
		},
		{
			"hurried, and Enter too often", time.Hour, true,
			[]timed{{0, "1\n"}, {4 * time.Second, "\n"}, {5 * time.Second, "\n"}, {7 * time.Second, "quit\n"}},
			"1s " + thinks + "\n4s Player 2 selects bowl 4.\n4s Player 1 can choose bowl 2 with 2 seeds.\n4s " + askOne + "\n" +
				"5s " + askOne + "\n7s " + leftLine + "\n", 1, nil,
		},
		{
			"Enter before it is offered", time.Hour, true,
			[]timed{{0, "1\n\n"}, {7 * time.Second, "quit\n"}},
			"1s " + thinks + "\n1s Player 2 selects bowl 4.\n1s Player 1 can choose bowl 2 with 2 seeds.\n1s " + askOne + "\n7s " + leftLine + "\n", 1, nil,
		},
		{
			"the next answer is typed ahead", 5 * time.Second, true,
			[]timed{{0, "1\n"}, {3 * time.Second, "quit\n"}},
			"1s " + thinks + "\n5s Player 2 selects bowl 4.\n5s Player 1 can choose bowl 2 with 2 seeds.\n5s " + askOne + "\n5s " + leftLine + "\n", 0, nil,
		},
		{
			"answers stand in a file", 5 * time.Second, true,
			[]timed{{0, "1\nhelp me\nquit\n"}, {0, ""}},
			"1s " + thinks + "\n5s Player 2 selects bowl 4.\n5s Player 1 can choose bowl 2 with 2 seeds.\n5s " + askOne +
				"\n5s You can't play that. Enter 2, or help.\n5s " + askOne + "\n5s " + leftLine + "\n", 0, nil,
		},
		{
			"the input ends", 5 * time.Second, true,
			[]timed{{0, "1\n"}, {3 * time.Second, ""}},
			"1s " + thinks + "\n5s Player 2 selects bowl 4.\n5s Player 1 can choose bowl 2 with 2 seeds.\n5s " + askOne + "\n5s \n", 0, io.EOF,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := newPonderer(c.takes)
				var seat match.Seat = slow
				if c.hurry {
					seat = hasty{slow}
				}
				got, err := playTimed(t.Context(), t, localScene(t, variant(t, "kalah(2,1)"), "", [2]match.Seat{nil, seat}), nil, c.script...)
				if got != first+c.want || !errors.Is(err, c.err) {
					t.Errorf("got %v and\n%s\nwant %v and\n%s", err, got, c.err, first+c.want)
				}
				if n := slow.hurried.Load(); n != c.hurried {
					t.Errorf("hurried %d times, want %d", n, c.hurried)
				}
			})
		})
	}
}

// TestEstimatesInWords expects the estimate of a computer player with its choice.
func TestEstimatesInWords(t *testing.T) {
	who := newTypist("1", "quit")
	seats := [2]match.Seat{nil, matchtest.NewGuesser()}
	need.NoError(t, play(t, localScene(t, variant(t, "kalah(6,4)"), "", seats), who, Config{}))
	if got := who.plain.String(); !strings.Contains(got, "Player 2 selects bowl 8.\nPlayer 2's estimate: about +4, at least -2.\n") {
		t.Errorf("the transcript is\n%s", got)
	}
}
