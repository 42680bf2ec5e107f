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
	if os.Getenv("DISPLAY") == "" {
		os.Exit(m.Run())
	}
	haveDisplay = true
	ebiten.SetWindowDecorated(false)
	h := &hosted{m: m}
	if err := ebiten.RunGameWithOptions(h, &ebiten.RunGameOptions{InitUnfocused: true}); err != nil {
		os.Stderr.WriteString("the tests' hidden window: " + err.Error() + "\n")
		os.Exit(1)
	}
	os.Exit(h.code)
}
