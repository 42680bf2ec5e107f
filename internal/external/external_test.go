package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/uci"
	"mancala/rules"
	"mancala/tools/need"
)

// TestMain is also the program that takes a seat: with a mode as its only argument behind "guest".
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "guest" {
		os.Exit(play(os.Args[2]))
	}
	os.Exit(m.Run())
}

// play speaks the protocol, and misbehaves by the mode.
func play(mode string) int {
	v, _ := rules.Preset("oware")
	s, err := uci.NewServer("tester", mode, v)
	if err != nil {
		return 1
	}
	_ = os.WriteFile("was-here", nil, 0o600)
	switch mode {
	case "deaf":
		time.Sleep(time.Hour)
	case "flood":
		for {
			fmt.Println("info string and so on")
		}
	case "long":
		fmt.Println(strings.Repeat("x", 2*uci.MaxLine))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		answer, order := s.Line(in.Text())
		for _, l := range answer {
			fmt.Println(l)
		}
		if order.Task != uci.Think {
			continue
		}
		switch mode {
		case "crash":
			fmt.Fprintln(os.Stderr, "out of \x1b[31mcheese\nat line 7")
			return 3
		case "silent":
			continue
		case "liar":
			fmt.Println("bestmove Z")
			continue
		}
		p := order.Past[len(order.Past)-1]
		plies := slices.Collect(p.Plies())
		fmt.Println(s.Found(plies[rng.IntN(len(plies))]))
	}
	return 0
}

// newGuest returns a seat of this test's own program.
func newGuest(t *testing.T, mode string) (*Seat, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "deep", "folder")
	s := need.Must(NewSeat(Config{Command: []string{os.Args[0], "guest", mode}, Folder: dir, Time: 300 * time.Millisecond, Grace: time.Minute}))(t)
	t.Cleanup(s.Close)
	return s, dir
}

func start(t *testing.T, name string) rules.Position {
	t.Helper()
	v := need.Must(rules.Preset(name))(t)
	return need.Must(rules.Start(v))(t)
}

func TestGuestPlaysWholeGames(t *testing.T) {
	for _, name := range []string{"kalah", "mangala", "oware", "togyz"} {
		s, dir := newGuest(t, "honest")
		p := start(t, name)
		past := []rules.Position{p}
		for n := 0; !p.Over() && n < 60; n++ {
			h, err := s.Choose(context.Background(), p)
			if err != nil {
				t.Fatalf("%s, %v: %v", name, p, err)
			}
			next, sowing := need.Must2(rules.Play(past, h))(t)
			s.Observe(sowing, next)
			p, past = next, append(past, next)
		}
		if _, err := os.Stat(filepath.Join(dir, "was-here")); err != nil {
			t.Errorf("it did not run in its folder: %v", err)
		}
	}
}

func TestGuestsThatMisbehave(t *testing.T) {
	for _, c := range []struct {
		mode, code string
		grace      time.Duration
	}{
		{"crash", "external.crashed-saying", time.Minute},
		{"liar", "external.not-legal", time.Minute},
		{"silent", "external.silent", 300 * time.Millisecond},
		{"deaf", "external.silent", 300 * time.Millisecond},
		{"flood", "external.silent", 300 * time.Millisecond},
		{"long", "external.crashed", time.Minute},
	} {
		s, _ := newGuest(t, c.mode)
		s.config.Grace = c.grace
		p := start(t, "oware")
		for range 2 { // it starts again
			_, err := s.Choose(context.Background(), p)
			var note *rules.Note
			if !errors.As(err, &note) || note.Code != c.code {
				t.Errorf("%s: %v, not %s", c.mode, err, c.code)
			}
			if c.mode == "crash" && !strings.HasSuffix(err.Error(), "at line 7") {
				t.Errorf("it says %v", err)
			}
		}
	}
}

// TestGuestIsCalledOff ends a context while the program thinks, and closes the seat.
func TestGuestIsCalledOff(t *testing.T) {
	s, _ := newGuest(t, "silent")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := s.Choose(ctx, start(t, "oware")); !errors.Is(err, context.Canceled) {
		t.Errorf("it ends with %v", err)
	}
	s.Close()
	if _, err := s.Choose(context.Background(), start(t, "oware")); err == nil {
		t.Error("a closed seat plays")
	}
}

func TestNoGuest(t *testing.T) {
	if _, err := NewSeat(Config{Command: []string{"/no/such/program"}}); err == nil {
		t.Error("a program that is not there takes a seat")
	}
	s := need.Must(NewSeat(Config{Command: []string{os.Args[0]}, Folder: "/dev/null/folder", Grace: time.Minute}))(t)
	if _, err := s.Choose(context.Background(), start(t, "oware")); err == nil {
		t.Error("a program plays without a folder")
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"java -jar a.jar":                 {"java", "-jar", "a.jar"},
		`  "C:\\my programs\\x" 'a b' ""`: {`C:\\my programs\\x`, "a b", ""},
		`a"b c"d;rm`:                      {"ab cd;rm"},
		"":                                nil,
		`"open`:                           nil,
	} {
		got, err := Split(text)
		if !slices.Equal(got, want) || (err != nil) != (want == nil) {
			t.Errorf("%q is split into %q (%v)", text, got, err)
		}
	}
}
