package match

import (
	"strings"

	"mancala/rules"
)

// MeetingPort is the port of a meeting point if none is written.
const MeetingPort = "7001"

// MeetingState is how far a meeting point is with sending guests to a host.
type MeetingState uint8

// The states.
const (
	MeetingCalling MeetingState = iota // it is being called
	MeetingOpen                        // guests get in by the code
	MeetingLost                        // the line broke, and it is called again by and by
	MeetingRefused                     // it does not help, and is not called again
)

// Meeting says how far a host's meeting point is, whenever that changes. It comes only at a host
// that asked one to send it guests.
type Meeting struct {
	State MeetingState
	// Point is the meeting point, as host:port.
	Point string
	// Code finds the host and proves that a guest was invited, as in "amber-fox-31". It is a secret
	// of the two players, and "" unless the state is MeetingOpen.
	Code string
	// Note says why there is no code; nil unless the state is MeetingLost or MeetingRefused.
	Note *rules.Note
}

func (Meeting) isEvent() {}

// At returns the meeting point as a person writes it: without the usual port.
func (m Meeting) At() string { return strings.TrimSuffix(m.Point, ":"+MeetingPort) }

// Guest returns what a guest types to come in, as in "amber-fox-31@meet.example.org".
func (m Meeting) Guest() string { return m.Code + "@" + m.At() }

// Link returns what a guest opens in a browser, as in "http://meet.example.org:7001/#amber-fox-31".
func (m Meeting) Link() string { return "http://" + m.Point + "/#" + m.Code }
