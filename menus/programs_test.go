package menus

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/external"
	"mancala/internal/match"
	"mancala/internal/scene/scenetest"
	"mancala/internal/uci"
	"mancala/internal/words"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// guestArgument makes the test binary play as another program; the mode follows it.
const guestArgument = "guest"

// playAsGuest speaks the protocol of other programs. Its first answer in the present folder fails
// as the mode says; all others are right.
func playAsGuest(mode string) int {
	s, err := uci.NewServer("tester", mode, rules.Presets()[0].Variant)
	if err != nil {
		return 1
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		answer, order := s.Line(in.Text())
		for _, l := range answer {
			fmt.Println(l)
		}
		if order.Task != uci.Think {
			continue
		}
		if _, err := os.Stat("failed"); err != nil {
			_ = os.WriteFile("failed", nil, 0o600)
			switch mode {
			case "crash":
				fmt.Fprintln(os.Stderr, "out of cheese")
				return 3
			case "lie":
				fmt.Println("bestmove Z")
			}
			continue
		}
		plies := slices.Collect(order.Past[len(order.Past)-1].Plies())
		fmt.Println(s.Found(plies[0]))
	}
	return 0
}

// withProgram begins a game against a program of a mode, and plays house 1. grace is the longest
// delay allowed for the program.
func withProgram(t *testing.T, mode string, grace time.Duration) *bench {
	t.Helper()
	folder := t.TempDir()
	b := newBench(t, menustest.Shelf{}, func(cfg *Config) {
		cfg.Ports.NewSeat = func(name string) (match.Seat, error) {
			command, _ := match.ProgramOf(name)
			list, err := external.Split(command)
			if err != nil {
				return nil, err
			}
			return external.NewSeat(external.Config{Command: list, Folder: folder, Time: 50 * time.Millisecond, Grace: grace})
		}
	})
	t.Cleanup(func() {
		if b.Scene() != nil {
			_ = b.Scene().Close()
		}
	})
	command := fmt.Sprintf("%q %s %s", os.Args[0], guestArgument, mode)
	setup := settings.Setup{
		Variant: rulestest.Variant(t, "kalah", 6, 4), Names: [2]string{"Ann", "Hal"}, Seats: [2]string{match.KindPerson, match.ProgramKind(command)},
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Setup = setup })
	b.Go(page.ToStart{Setup: setup})
	b.LayOut(1280, 720)
	scenetest.Press(t, b.Scene(), 1)
	return b
}

// waitFor lets time pass until so returns true.
func (b *bench) waitFor(what string, so func() bool) {
	b.T.Helper()
	need.Until(b.T, what, func() bool {
		b.Pass(menustest.Tick)
		return so()
	})
}

// says reports whether the game says that its other player is in trouble, with that text.
func (b *bench) says(text string) bool {
	return strings.Contains(words.Sentence(b.Scene().Note()), text)
}

// TestProgramsThatFail: a sentence names a program that crashes or lies, and the game is kept.
// After a takeback of the last move the program starts again and plays.
func TestProgramsThatFail(t *testing.T) {
	for mode, want := range map[string]string{
		"crash": `ended by itself. Its last words: "out of cheese".`,
		"lie":   `played "Z", which is not legal.`,
	} {
		t.Run(mode, func(t *testing.T) {
			b := withProgram(t, mode, need.Patience)
			b.waitFor("the sentence", func() bool { return b.says(want) })
			if !b.says("Hal could not choose a move.") || !b.says("Take the last move back, or leave the game.") {
				t.Errorf("the status is %v", b.Scene().Note())
			}
			if list := b.Cabinet.List; len(list) != 1 || len(list[0].Game.Plies) != 1 {
				t.Fatalf("kept are %+v", list)
			}
			b.waitFor("the question", func() bool { return b.Top().Name() == "stuck" })
			b.Click("Undo")
			b.waitFor("the move is taken back", func() bool { return b.Scene().Match().Plies() == 0 })
			if b.says("could not choose") || b.Top().Name() != "game" {
				t.Errorf("the sentence stays on the screen %q", b.Top().Name())
			}
			scenetest.Press(t, b.Scene(), 2)
			b.waitFor("its move", func() bool { return b.Scene().Match().Plies() >= 2 })
		})
	}
}

// TestAskingAProgramAgain: a crashed program starts again at once if the user wants that.
func TestAskingAProgramAgain(t *testing.T) {
	b := withProgram(t, "crash", need.Patience)
	b.waitFor("the question", func() bool { return b.Top().Name() == "stuck" })
	b.Press(ebiten.KeyEscape)
	b.Pass(10 * menustest.Tick)
	if b.Top().Name() != "game" || !b.says("could not choose") {
		t.Fatalf("after Escape the screen is %q", b.Top().Name())
	}
	b.Scene().AskAgain()
	b.waitFor("its move", func() bool { return b.Scene().Match().Plies() >= 2 })

	b = withProgram(t, "lie", need.Patience)
	b.waitFor("the question", func() bool { return b.Top().Name() == "stuck" })
	b.Press(ebiten.KeyEnter)
	b.waitFor("its move", func() bool { return b.Scene().Match().Plies() >= 2 && b.Top().Name() == "game" })
}

// TestProgramThatFallsSilent: a sentence reports a program that does not answer in time. The game
// is kept. Continued from the list, it starts the program again.
func TestProgramThatFallsSilent(t *testing.T) {
	b := withProgram(t, "silence", 2*time.Second)
	b.waitFor("the sentence", func() bool { return b.says("did not answer within 2 seconds.") })
	for range 3 { // a busy machine may need more than two seconds to start it
		b.leave()
		b.LayOut(1280, 720)
		if b.Scene() != nil || len(b.Cabinet.List) != 1 || len(b.Cabinet.List[0].Game.Plies) != 1 {
			t.Fatalf("kept are %+v", b.Cabinet.List)
		}
		b.Press(ebiten.KeyEnter) // Continue
		if b.Scene() == nil {
			t.Fatalf("the screen is %q, and it says %q", b.Top().Name(), b.said())
		}
		b.waitFor("its move, or that it is late again", func() bool { return b.Scene().Match().Plies() >= 2 || b.says("did not answer") })
		if b.Scene().Match().Plies() >= 2 {
			return
		}
	}
	t.Error("it never plays again")
}

// TestProgramThatIsGone: the game of a removed program stays in the list, and a sentence says why.
func TestProgramThatIsGone(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, func(cfg *Config) {
		cfg.Ports.NewSeat = func(name string) (match.Seat, error) {
			command, _ := match.ProgramOf(name)
			return external.NewSeat(external.Config{Command: []string{command}, Folder: t.TempDir()})
		}
	})
	gone := filepath.Join(t.TempDir(), "gone")
	kept := menustest.Game("old-1", "Ann", "Hal", 3, 1)
	kept.Kinds[1] = match.ProgramKind(gone)
	b.Cabinet.List = []match.Record{kept}
	b.ctrl(ebiten.KeyN)
	b.Go(page.ToMain{})
	b.LayOut(1280, 720)
	b.Press(ebiten.KeyEnter) // Continue
	if b.Scene() != nil || !strings.Contains(b.said(), "There is no program") || len(b.Cabinet.List) != 1 {
		t.Errorf("the screen is %q, it says %q, kept are %d", b.Top().Name(), b.said(), len(b.Cabinet.List))
	}
}
