//go:build !ebitenginevmguest

package main

import "time"

// windowClock is the clock of the window; nil means the system's.
var windowClock func() time.Time
