package match

import "slices"

// callers are the guests who want to play with a host and the audience, as a table knows them.
type callers struct {
	deciding   []string
	knocks     []Knocked
	seatWanted string
	heldUp     *HeldUp
	watchers   int
	security   Security
}

// take notes an event about them.
func (c *callers) take(e Event) {
	switch e := e.(type) {
	case Deciding:
		c.deciding = e.Peers
	case Knocked:
		c.knocks = append(c.knocks, e)
	case KnockEnded:
		c.knocks = slices.DeleteFunc(c.knocks, func(k Knocked) bool { return k.Knock == e.Knock })
	case SeatWanted:
		c.seatWanted = e.By
	case HeldUp:
		c.heldUp = &e
	case Watchers:
		c.watchers = e.N
	}
}

// seated notes that the seat is taken.
func (c *callers) seated(s Security) {
	c.deciding, c.seatWanted, c.heldUp, c.security = nil, "", nil, s
}

// played notes that the guest does play.
func (c *callers) played() { c.seatWanted = "" }

// left notes that the seat is free again, or that this end is no longer connected.
func (c *callers) left() { c.deciding, c.seatWanted, c.heldUp = nil, "", nil }

// Deciding returns the names of the guests who are reading the rules, longest first.
func (c *callers) Deciding() []string { return c.deciding }

// Knocks returns the guests who wait for an answer of the host, longest first.
func (c *callers) Knocks() []Knocked { return c.knocks }

// SeatWanted returns the name of the guest who waits for the seat of one who has not played for
// two minutes, or "".
func (c *callers) SeatWanted() string { return c.seatWanted }

// HeldUp returns why this end, a guest who has agreed to the rules, has to wait, and whether it
// has.
func (c *callers) HeldUp() (HeldUpBy, bool) {
	if c.heldUp == nil {
		return 0, false
	}
	return c.heldUp.By, true
}

// Watchers returns how many watch the game.
func (c *callers) Watchers() int { return c.watchers }

// Security returns how the connection to the other end is protected.
func (c *callers) Security() Security { return c.security }
