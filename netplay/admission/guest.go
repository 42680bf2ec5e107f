// Package admission decides who comes to a host: why a guest is turned away, who waits, whom the
// host's person is asked about, and who gets the seat. It has no clock, goroutine or socket: the
// caller passes the time in.
package admission

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/limit"
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
	// Vacate ends the series, whose guest is gone and has never played.
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
	// zero is none.
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
	// Invited says that the guest has shown the secret of the invite, Patient that they want to
	// wait if the seat is taken, and Reads that their person is asked about the rules.
	Invited, Patient, Reads bool

	// Seated says that the guest has got the seat, not having had it before.
	Seated bool
	// Waits is the reason why the guest waits, as they were last told.
	Waits wire.WaitReason

	waiting bool   // in the queue
	granted bool   // the host's person has let the guest in
	belated bool   // has come to the queue while the seat was free
	lot     uint64 // decides among equals in the queue
	knock   int    // the number of the open knock, or 0
	shown   bool   // the host's person has heard of the knock
}

// trusted reports whether the host's person has let this guest in, by an invite or by an answer.
func (g *Guest) trusted() bool { return g.Invited || g.granted }
