package main

import (
	"os"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"
)

// hosted is a hidden game in whose Update the tests run: pixels can be read only inside a running game.
type hosted struct {
	m    *testing.M
	code int
}

func (h *hosted) Update() error {
	h.code = h.m.Run()
	return ebiten.Termination
}

func (h *hosted) Draw(*ebiten.Image) {}

func (h *hosted) Layout(int, int) (int, int) { return 64, 64 }

// haveDisplay says whether the tests run inside a game.
var haveDisplay bool

func TestMain(m *testing.M) {
	os.Exit(inOwnFolder(m))
}

// inOwnFolder runs the tests with a data folder that is theirs.
func inOwnFolder(m *testing.M) int {
	dir, err := os.MkdirTemp("", "mancala")
	if err != nil {
		os.Stderr.WriteString("the tests' folder: " + err.Error() + "\n")
		return 1
	}
	defer os.RemoveAll(dir)
	for _, name := range []string{"XDG_DATA_HOME", "LOCALAPPDATA"} {
		_ = os.Setenv(name, dir) // a name and a value that every system takes
	}
	return runTests(m)
}

// runTests runs the tests inside a game if there is a display.
func runTests(m *testing.M) int {
	if os.Getenv("DISPLAY") == "" {
		return m.Run()
	}
	haveDisplay = true
	ebiten.SetWindowDecorated(false)
	h := &hosted{m: m}
	if err := ebiten.RunGameWithOptions(h, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		os.Stderr.WriteString("the tests' hidden window: " + err.Error() + "\n")
		return 1
	}
	return h.code
}
