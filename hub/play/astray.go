package play

import "time"

// A record is astray if this node has stored it and has no table for it: the bus did not answer
// when the table was made or removed, so that neither was certain. Such a table is taken over like
// one of another node, and then ends like any other.

// astrayAfter is the age of a record that is astray. Until then its table may be about to be set
// up.
const astrayAfter = 30 * time.Second

// noteAstray notes that a record may be astray from now on.
func (h *Hall) noteAstray() { h.note(&h.astray) }

// isAstray reports whether a record of this run is astray.
func (h *Hall) isAstray(r *record) bool {
	return !h.Here(r.Setup.ID) && h.cfg.Now().Sub(r.At) >= astrayAfter
}
