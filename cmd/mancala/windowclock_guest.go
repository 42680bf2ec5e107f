//go:build ebitenginevmguest

package main

import (
	"time"

	"github.com/hajimehoshi/ebiten/v2"
)

// windowClock moves only with the ticks of the window, since tests step them: they see the same
// pictures in every run.
func windowClock() time.Time {
	return time.UnixMilli(0).Add(time.Duration(ebiten.Tick()) * time.Second / 60)
}
