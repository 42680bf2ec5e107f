package play

import "time"

// reminder reminds of something that has to be looked at after a while. The zero value reminds of
// nothing.
type reminder struct{ noted time.Time }

// note begins the wait, anew if it had begun.
func (r *reminder) note(now time.Time) { r.noted = now }

// due reports whether the last note is that old, once for each.
func (r *reminder) due(now time.Time, after time.Duration) bool {
	if r.noted.IsZero() || now.Sub(r.noted) < after {
		return false
	}
	r.noted = time.Time{}
	return true
}

// note notes a reminder of this hall.
func (h *Hall) note(r *reminder) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.note(h.cfg.Now())
}

// due reports whether a reminder of this hall is due.
func (h *Hall) due(r *reminder, after time.Duration) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.due(h.cfg.Now(), after)
}
