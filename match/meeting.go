package match

import (
	"strings"

	"mancala/rules"
)

// MeetingPort is the port of a meeting point if none is written.
const MeetingPort = "7001"

// MeetingState is the state of the connection between a host and a meeting point.
type MeetingState uint8

// The states.
const (
	MeetingCalling MeetingState = iota // it is being called
	MeetingOpen                        // guests get in by the code
	MeetingLost                        // the line broke, and it is called again by and by
	MeetingRefused                     // it does not help, and is not called again
)

// Meeting reports a new state of the meeting point of a host.
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

// Open reports whether there is a code. It is false for nil.
func (m *Meeting) Open() bool { return m != nil && m.State == MeetingOpen }

// At returns the meeting point as a person writes it: without the usual port.
func (m Meeting) At() string { return strings.TrimSuffix(m.Point, ":"+MeetingPort) }

// Guest returns the code for a guest to enter, as in "amber-fox-31@meet.example.org".
func (m Meeting) Guest() string { return m.Code + "@" + m.At() }

// Link returns the link for a guest's browser, as in "http://meet.example.org:7001/#amber-fox-31".
func (m Meeting) Link() string { return "http://" + m.Point + "/#" + m.Code }
