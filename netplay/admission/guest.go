// Package admission decides about a host's guests: it refuses them, makes them wait, asks the
// host's person about them, or gives them the seat. It has no clock, goroutine or socket: the
// caller passes the time in.
package admission

import (
	"slices"
	"time"

	"mancala/internal/table"
	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"
)

// Seat is a host's seat and the series that is played there. Its methods may use the desk's Leave
// and Owe.
type Seat interface {
	// Full reports whether the seat cannot be given.
	Full() bool
	// Guest returns the guest who is connected in the seat, or nil.
	Guest() *Guest
	// Series returns the series that is played or paused; nil if there is none. Equal ones are the
	// same series.
	Series() Series
	// Standstill returns the current one.
	Standstill() Standstill
	// Vacate ends the series of a guest who is gone and has never played.
	Vacate()
	// GiveWay takes the seat from its guest, who has never played.
	GiveWay()
}

// Series is a series in the seat, which can be compared.
type Series interface {
	// GuestPlayed reports whether the guest has made a ply.
	GuestPlayed() bool
}

// Seeker is the session of a guest who wants the seat.
type Seeker interface {
	// Seat gives the seat to the guest.
	Seat(now time.Time)
	// Wait tells the guest why they do not have the seat yet. After limit they are turned away;
	// zero is no limit.
	Wait(why wire.WaitReason, limit time.Duration, now time.Time)
	// Reject turns the guest away.
	Reject(no Refusal)
}

// Guest is a guest as the desk sees them. Their session sets the first fields.
type Guest struct {
	Seeker Seeker
	Addr   limit.Address
	// Local reports whether the guest is on this computer or in the local network; nil means no.
	Local func() bool
	// Name and From are the name and the address for the host's person.
	Name, From string
	// Invited says that the guest has shown the invite's secret, Patient that they wait if the seat
	// is taken, and Reads that their person is asked about the rules.
	Invited, Patient, Reads bool

	// Waits is the reason why the guest waits, as they were last told.
	Waits wire.WaitReason

	waiting bool   // in the queue
	granted bool   // the host's person has let the guest in
	belated bool   // came to the queue while the seat was free
	lot     uint64 // decides among equals in the queue
	knock   int    // the number of the open knock, or 0
	shown   bool   // the host's person has heard of the knock
}

// trusted reports whether the host's person has let this guest in, by an invite or by an answer.
func (g *Guest) trusted() bool { return g.Invited || g.granted }

// How long the seat may be idle while another guest wants it: until the host's person hears of it;
// and, for a guest who never plays, until the other one gets the seat.
const (
	IdleAfter  = 2 * time.Minute
	FirstAfter = 20 * time.Second
)

// stall is a standstill and its beginning.
type stall struct {
	Standstill
	since time.Time
	told  bool // the host's person has been told that the seat is wanted
	// wanted is the time since when a guest of at least the seated one's rank waits; zero if none
	// does.
	wanted time.Time
}

// Standstill says how the guest should act: play, or come back. The zero value asks for nothing.
type Standstill struct {
	Series        Series
	Number, Plies int
	Paused        bool
}

// due returns when the desk has to act, if others want the seat, or false if it need not.
func (s *stall) due() (time.Time, bool) {
	switch {
	case s.Series == nil, s.told:
		return time.Time{}, false
	case s.mayYield():
		return s.since, true
	case s.unused() && !s.wanted.IsZero():
		return later(s.since, s.wanted).Add(FirstAfter), true
	}
	return s.since.Add(IdleAfter), true
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// unused reports whether the guest in the seat has never played.
func (s *stall) unused() bool { return !s.Series.GuestPlayed() }

// mayYield reports whether the series can end without loss.
func (s *stall) mayYield() bool { return s.Paused && s.unused() }

// yields reports whether the guest in the seat is gone, without a ply, and so makes room for
// another.
func (d *Desk) yields() bool {
	return d.stall.Series != nil && d.stall.Series == d.seat.Series() && d.stall.mayYield()
}

// watchSeat measures the idle time of the seated guest, and acts if others wait for the seat.
func (d *Desk) watchSeat(now time.Time) {
	if is := d.seat.Standstill(); is != d.stall.Standstill {
		d.stall = stall{Standstill: is, since: now}
	}
	switch wanted := d.wanted(now); {
	case !wanted:
		d.stall.wanted = time.Time{}
	case d.stall.wanted.IsZero():
		d.stall.wanted = now
	}
	due, acts := d.stall.due()
	switch {
	case len(d.queue) == 0, !acts, now.Before(due):
	case d.stall.mayYield():
		d.wasted = now
		d.seat.Vacate()
		d.keepQueue()
	case d.stall.unused() && !d.stall.wanted.IsZero() && d.seat.Guest() != nil:
		d.seat.GiveWay()
		d.keepQueue()
	default:
		d.stall.told = true
		d.events = append(d.events, table.SeatWanted{By: d.queue[0].Name})
	}
}

// keepQueue makes the queue wait until the host's person waits for a guest again.
func (d *Desk) keepQueue() {
	for _, s := range d.queue {
		s.Patient = true
	}
}

// wanted reports whether a guest of at least the seated one's rank waits.
func (d *Desk) wanted(now time.Time) bool {
	in := d.seat.Guest()
	return in != nil && slices.ContainsFunc(d.queue, func(g *Guest) bool {
		return d.rank(g, in, now) <= 0
	})
}
