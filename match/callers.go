package match

import "slices"

// callers are the guests at the door of a host and the audience, as a table knows them.
type callers struct {
	deciding []string
	knocks   []Knocked
	wanted   string
	heldUp   *HeldUp
	watchers int
	security Security
}

// take notes an event of the door.
func (c *callers) take(e Event) {
	switch e := e.(type) {
	case Deciding:
		c.deciding = e.Peers
	case Knocked:
		c.knocks = append(c.knocks, e)
	case KnockEnded:
		c.knocks = slices.DeleteFunc(c.knocks, func(k Knocked) bool { return k.Knock == e.Knock })
	case SeatWanted:
		c.wanted = e.By
	case HeldUp:
		c.heldUp = &e
	case Watchers:
		c.watchers = e.N
	}
}

// seated notes that the seat is taken.
func (c *callers) seated(s Security) { c.deciding, c.wanted, c.heldUp, c.security = nil, "", nil, s }

// played notes that the guest does play.
func (c *callers) played() { c.wanted = "" }

// left notes that the seat is free again, or that this end is no longer connected.
func (c *callers) left() { c.deciding, c.wanted, c.heldUp = nil, "", nil }

// Deciding returns the names of the guests who are reading the rules, longest first.
func (t *Table) Deciding() []string { return t.callers.deciding }

// Knocks returns the guests who wait for an answer of the host, longest first.
func (t *Table) Knocks() []Knocked { return t.callers.knocks }

// SeatWanted returns the name of the guest who waits for the seat of one who has not played for
// two minutes, or "".
func (t *Table) SeatWanted() string { return t.callers.wanted }

// HeldUp returns why this end, a guest who has agreed to the rules, has to wait, and whether it
// has.
func (t *Table) HeldUp() (HeldUpBy, bool) {
	if t.callers.heldUp == nil {
		return 0, false
	}
	return t.callers.heldUp.By, true
}

// Watchers returns how many watch the game.
func (t *Table) Watchers() int { return t.callers.watchers }

// Security returns how the connection to the other end is protected.
func (t *Table) Security() Security { return t.callers.security }
