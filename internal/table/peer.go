package table

import (
	"slices"

	"mancala/internal/match"
)

// peer is the other end of a table, and the connection to it.
type peer struct {
	paused  *Paused // the connection is down
	quiet   bool
	absent  bool
	club    bool // it passes the game on
	listen  Listening
	meeting *Meeting // nil if there is no meeting point
	offer   Offered
}

// Paused returns why and for how long the connection is down, and whether it is. A paused table
// plays nothing.
func (p *peer) Paused() (Paused, bool) {
	if p.paused == nil {
		return Paused{}, false
	}
	return *p.paused, true
}

// Quiet reports that the other end has been silent for a while.
func (p *peer) Quiet() bool { return p.quiet }

// Listening returns the last event of that name, with the addresses of a host.
func (p *peer) Listening() Listening { return p.listen }

// Meeting returns the last event of that name, or nil if the host has no meeting point.
func (p *peer) Meeting() *Meeting { return p.meeting }

// Offer returns the rules that a guest is asked to agree to.
func (p *peer) Offer() Offered { return p.offer }

// Absent reports that the other player is not connected to the host that passes the game on.
func (p *peer) Absent() bool { return p.absent }

// callers are the guests who want to play with a host and the audience, as a table knows them.
type callers struct {
	deciding   []string
	knocks     []Knocked
	seatWanted string
	heldUp     *HeldUp
	watchers   int
	security   match.Security
}

// take notes an event about them.
func (c *callers) take(e News) {
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
func (c *callers) seated(s match.Security) {
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

// SeatWanted returns the name of a guest who waits for the seat while the seated one has not played
// for two minutes, or "".
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
func (c *callers) Security() match.Security { return c.security }
