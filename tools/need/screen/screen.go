// Package screen runs tests inside a hidden window, so that they can draw pixels and read them
// back.
package screen

import (
	"errors"
	"os"
	"runtime"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/tools/need"
)

// trouble is the reason for the missing window, or nil while the tests run inside one.
var trouble error

// Main runs the tests of a package and exits. Call it from TestMain. If no window opens, the tests
// run without one, and tests that call [Need] are skipped.
func Main(m *testing.M) { os.Exit(Run(m)) }

// Run runs the tests as Main does and returns the exit code. Under the race detector it opens no
// window.
func Run(m *testing.M) int {
	h := &hidden{tests: m}
	if trouble = missing(); trouble == nil && !need.RaceDetector {
		ebiten.SetWindowVisible(false)
		trouble = ebiten.RunGameWithOptions(h, &ebiten.RunGameOptions{InitUnfocused: true})
	}
	if !h.ran {
		h.code = m.Run()
	} else if trouble != nil {
		os.Stderr.WriteString("FAIL: the window that the tests ran in could not go on: " + trouble.Error() + "\n")
		h.code = 1
	}
	return h.code
}

// missing returns an error if opening a window is hopeless: without a display Ebitengine would take
// over the console.
func missing() error {
	if runtime.GOOS == "linux" && os.Getenv("DISPLAY") == "" {
		return errors.New("DISPLAY is not set")
	}
	return nil
}

// Need requires the test to run inside a window. It reads DISPLAY because "go test" repeats a
// cached test only if a variable has changed that the test itself has read. Under the race detector
// it skips the test: one goroutine draws, and the detector makes that ten times as slow.
func Need(t testing.TB) {
	t.Helper()
	if need.RaceDetector {
		t.Skip("SKIP: one goroutine draws, which is nothing for the race detector")
	}
	_ = os.Getenv("DISPLAY")
	need.Met(t, "a screen, as xvfb-run gives one", trouble)
}

// hidden is a game that runs the tests in its first update, and ends.
type hidden struct {
	tests *testing.M
	ran   bool
	code  int
}

func (h *hidden) Update() error {
	if !h.ran {
		h.ran, h.code = true, h.tests.Run()
	}
	return ebiten.Termination
}

func (h *hidden) Draw(*ebiten.Image) {}

func (h *hidden) Layout(int, int) (int, int) { return 64, 64 }
