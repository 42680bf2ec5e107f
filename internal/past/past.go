// Package past decides how far a stored time is believed. The clock of a computer may have been
// wrong when something was stored, or may be wrong now, so a stored time is believed no more than
// now: it neither comes after the things of today nor holds anything up until it is reached.
package past

import "time"

// Believed returns a stored time, or now if that is earlier.
func Believed(stored, now time.Time) time.Time {
	if stored.After(now) {
		return now
	}
	return stored
}

// Age returns how long ago a stored time was; it is never negative.
func Age(stored, now time.Time) time.Duration { return now.Sub(Believed(stored, now)) }
