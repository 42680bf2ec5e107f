//go:build ebitenginevmguest

package main

import (
	"log/slog"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/sound"
)

// windowClock moves only with the ticks of the window, since tests step them: they see the same
// pictures in every run.
func windowClock() time.Time {
	return time.UnixMilli(0).Add(time.Duration(ebiten.Tick()) * time.Second / 60)
}

// openSpeaker opens nothing: the window shows whether there is sound, and a machine may have none.
func openSpeaker(*slog.Logger) *sound.Speaker { return nil }
