package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
)

// bench is a program without a window, with functions to use it.
type bench struct {
	*App
	menustest.Driver
	*menustest.Outside
}

// newBench returns a program with these settings and three computer players. changes may be nil.
func newBench(t *testing.T, texts menustest.Shelf, changes func(*Config)) *bench {
	t.Helper()
	b := &bench{Outside: menustest.NewOutside(texts)}
	cfg := Config{Ports: b.Outside.Ports()}
	if changes != nil {
		changes(&cfg)
	}
	canvas, art := menustest.Drawing(t)
	b.App = newApp(cfg, canvas, art)
	b.Driver = menustest.Driver{T: t, Shell: b.App, Follow: b.follow}
	return b
}

// ctrl presses a key with Ctrl, including the window's global keys.
func (b *bench) ctrl(k ebiten.Key) {
	b.globalKeys(&kit.Input{Keys: []kit.KeyPress{{Key: k, Ctrl: true}}})
	b.LayOut(1280, 720)
}

// said returns the sentence over the topmost screen, or "".
func (b *bench) said() string { return b.notices.toasts.Text() }
