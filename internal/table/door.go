package table

import "slices"

// Door is the way to the seats: where guests reach a host, who of them waits there, and what this
// end waits for as a guest.
type Door struct {
	listen     Listening
	meeting    *Meeting
	deciding   []string
	knocks     []Knocked
	seatWanted string
	offer      Offered
	heldUp     *HeldUp
}

// take notes an event at the door.
func (d *Door) take(e News) {
	switch e := e.(type) {
	case Listening:
		d.listen, d.deciding = e, nil
	case Meeting:
		d.meeting = &e
	case Deciding:
		d.deciding = e.Peers
	case Knocked:
		d.knocks = append(d.knocks, e)
	case KnockEnded:
		d.knocks = slices.DeleteFunc(d.knocks, func(k Knocked) bool { return k.Knock == e.Knock })
	case SeatWanted:
		d.seatWanted = e.By
	case Offered:
		d.offer = e
	case HeldUp:
		d.heldUp = &e
	}
}

// changed notes that the seat is taken, or free again, or that this end is no longer connected.
func (d *Door) changed() { d.deciding, d.seatWanted, d.heldUp = nil, "", nil }

// Listening returns the last event of that name, with the addresses of a host.
func (d *Door) Listening() Listening { return d.listen }

// Meeting returns the last event of that name, or nil if the host has no meeting point.
func (d *Door) Meeting() *Meeting { return d.meeting }

// Deciding returns the names of the guests who are reading the rules, longest first.
func (d *Door) Deciding() []string { return d.deciding }

// Knocks returns the guests who wait for an answer of the host, longest first.
func (d *Door) Knocks() []Knocked { return d.knocks }

// SeatWanted returns the name of a guest who waits for the seat while the seated one has not played
// for two minutes, or "".
func (d *Door) SeatWanted() string { return d.seatWanted }

// Offer returns the rules that this end, a guest, is asked to agree to.
func (d *Door) Offer() Offered { return d.offer }

// HeldUp returns why this end, a guest who has agreed to the rules, has to wait, and whether it
// has.
func (d *Door) HeldUp() (HeldUpBy, bool) {
	if d.heldUp == nil {
		return 0, false
	}
	return d.heldUp.By, true
}
