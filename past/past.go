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

// Recent reports whether a stored time is less than a span ago. It may be as far in the future,
// since the clocks of two computers differ a little; a time further ahead is from a wrong clock,
// and would stay recent until it is reached.
func Recent(stored, now time.Time, span time.Duration) bool {
	return Age(stored, now) < span && stored.Sub(now) < span
}
