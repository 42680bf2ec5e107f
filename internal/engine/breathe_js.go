package engine

import "time"

// A browser has one thread for everything. While Go works, the browser neither draws nor fires
// timers, so a search would miss the end of its time.
const stint = 8 * time.Millisecond

// mostEndingHere is the largest number of seeds of the endings that a browser builds: some seconds
// of work, since it has one thread for everything.
const mostEndingHere = 12

var rested time.Time

// breathe lets the browser do its other work if a search has run long enough. Searches call it
// where they check whether to stop.
func breathe() {
	if time.Since(rested) < stint {
		return
	}
	time.Sleep(time.Millisecond)
	rested = time.Now()
}
