package render

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew instead of comparing with them")

// onScreen is whether the tests run inside a game, so that pixels can be drawn and read.
var onScreen bool

// TestMain runs the tests inside a hidden window where there is a display. Without one the tests that look at pixels are
// skipped, unless MANCALA_NEED_DISPLAY=1 demands that they run.
func TestMain(m *testing.M) {
	flag.Parse()
	if !hasDisplay() {
		if displayDemanded() {
			fmt.Println("FAIL: MANCALA_NEED_DISPLAY is 1 and DISPLAY is not set: run the tests under xvfb-run")
			os.Exit(1)
		}
		fmt.Println("SKIP: the tests that look at pixels, for want of a display")
		os.Exit(m.Run())
	}
	onScreen = true
	game := &testGame{tests: m}
	ebiten.SetWindowVisible(false)
	if err := ebiten.RunGame(game); err != nil {
		fmt.Println("FAIL: the window that the tests draw in could not be opened:", err)
		os.Exit(1)
	}
	os.Exit(game.code)
}

// testGame is a game that does nothing but run the tests once.
type testGame struct {
	tests *testing.M
	code  int
}

func (g *testGame) Update() error {
	if g.tests == nil {
		return errors.New("the tests have already run")
	}
	g.code = g.tests.Run()
	g.tests = nil
	return ebiten.Termination
}

func (g *testGame) Draw(*ebiten.Image) {}

func (g *testGame) Layout(w, h int) (int, int) { return w, h }

func hasDisplay() bool { return runtime.GOOS != "linux" || os.Getenv("DISPLAY") != "" }

func displayDemanded() bool { return os.Getenv("MANCALA_NEED_DISPLAY") == "1" }

// needDisplay skips a test that cannot look at pixels. It asks the environment again because "go test" takes a result
// from its cache unless a variable has changed that a test has read, and what TestMain reads does not count.
func needDisplay(t testing.TB) {
	t.Helper()
	if !hasDisplay() && displayDemanded() {
		t.Fatal("MANCALA_NEED_DISPLAY is 1 and there is no display")
	}
	if !onScreen {
		t.Skip("SKIP: needs a display")
	}
}
