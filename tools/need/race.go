//go:build race

package need

// RaceDetector reports whether the race detector runs. Pools forget on purpose under it, so more is
// allocated.
const RaceDetector = true
