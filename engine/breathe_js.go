package engine

import "time"

// A browser has one thread for everything: as long as Go has work it neither draws nor lets a timer
// fire, so a search would not even notice that its time is up.
const stint = 8 * time.Millisecond

// mostEndingHere is the largest number of seeds of the endings that a browser builds: some seconds
// of work, since it has one thread for everything.
const mostEndingHere = 12

var rested time.Time

// breathe lets the browser do its other work, if a search has gone on for long enough.
// Searches call it where they look whether they have to stop.
func breathe() {
	if time.Since(rested) < stint {
		return
	}
	time.Sleep(time.Millisecond)
	rested = time.Now()
}
