//go:build !ebitenginevmguest

package main

import (
	"time"

	"mancala/internal/sound"
)

// windowClock is the clock of the window; nil means the system's.
var windowClock func() time.Time

// openSpeaker opens the sound device of the window.
var openSpeaker = sound.Open
