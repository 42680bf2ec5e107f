package match

import (
	"strings"

	"mancala/rules"
)

// Guests is the part of a host's link that decides about admission. Like a [Link], it never blocks.
// Call its methods from one goroutine at a time.
type Guests interface {
	// Answer answers a Knocked event. A knock that is over, or was answered, is ignored.
	Answer(knock int, a Answer)
	// Admit changes the admission from now on; the seated guest stays.
	Admit(a Admission)
	// Invite returns an invitation, mancala://host:port/#..., for a guest who reaches this host at
	// an address host:port. From now on only guests with an invitation come in. Without encryption
	// there are no invitations, and it returns "".
	Invite(addr string) string
	// Remove says goodbye to the guest in the seat, and keeps the game. If bar is set, the guest's
	// address is barred as long as the link is open.
	Remove(bar bool)
}

// Answer is the reply of the host's person to a knock.
type Answer uint8

// The answers.
const (
	NotNow Answer = iota // turned away; may come again
	LetIn                // gets the seat
	Never                // turned away and barred as long as the link is open
)

// Ask selects the guests without an invitation that the host's person is asked about.
type Ask uint8

// The choices.
const (
	AskStrangers Ask = iota // from beyond this computer and the local network
	AskAll
	AskNone // all are let in
)

// Admission is a host's rule for admitting guests.
type Admission struct {
	// Ask selects the guests that the host's person is asked about.
	Ask Ask
	// InviteOnly turns away all who have no invitation.
	InviteOnly bool
	// NoWatchers turns away all who want to watch.
	NoWatchers bool
}

// Security is how a connection is protected.
type Security uint8

// The levels.
const (
	Plain     Security = iota // not encrypted
	Encrypted                 // encrypted; the other end's identity is not proved yet
	Verified                  // encrypted, and an invitation proves who the other end is
	ByCode                    // encrypted through a meeting point, whose code proves the other end
)

// First is who makes the first ply of the first game, as the host chooses it.
type First uint8

// The choices.
const (
	FirstToss First = iota // a coin toss that neither end can bend
	FirstHost
	FirstGuest
)

// Party returns the starter if no coin is tossed; it is meaningless for FirstToss.
func (f First) Party() Party {
	if f == FirstGuest {
		return Guest
	}
	return Host
}

// HeldUpBy is why a guest who wants to play has to wait.
type HeldUpBy uint8

// The reasons.
const (
	HeldUpByPerson HeldUpBy = iota // the host's person is asked
	HeldUpByGame                   // the host plays with another guest
)

type (
	// Knocked says that a guest wants to play and waits for the answer of the host's person, given
	// by [Guests.Answer].
	Knocked struct {
		// Knock names the event in an answer.
		Knock int
		// Peer is the guest's name, cleaned for display.
		Peer string
		// Addr is the guest's network address without the port.
		Addr string
	}
	// KnockEnded says that a knock needs no answer any more: it got one, or the guest has gone.
	KnockEnded struct{ Knock int }
	// SeatWanted says that a guest waits for the seat while the seated one has not played for two
	// minutes. The host's person may make room with [Guests.Remove].
	SeatWanted struct{ By string }
	// HeldUp says that this end, a guest who has agreed to the rules, has to wait.
	HeldUp struct{ By HeldUpBy }
	// Watchers is the number of watchers. It comes after each change, at most once a second.
	Watchers struct{ N int }
	// Watched tells a watcher the players and the rules. It comes first, and again with each change
	// of guest; if there is a guest, GameStarted follows.
	Watched struct {
		// Names are the parties' names, cleaned for display; the guest's is "" if there is none.
		Names   [2]string
		Variant rules.Variant
		// Security is how the connection to the host is protected.
		Security Security
	}
)

func (Knocked) isEvent()    {}
func (KnockEnded) isEvent() {}
func (SeatWanted) isEvent() {}
func (HeldUp) isEvent()     {}
func (Watchers) isEvent()   {}
func (Watched) isEvent()    {}

// MeetingPort is the port of a meeting point if none is written.
const MeetingPort = "7001"

// MeetingState is the state of the connection between a host and a meeting point.
type MeetingState uint8

// The states.
const (
	MeetingCalling MeetingState = iota // it is being called
	MeetingOpen                        // guests get in by the code
	MeetingLost                        // the line broke; the host calls it again later
	MeetingRefused                     // it does not help; the host does not call it again
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
