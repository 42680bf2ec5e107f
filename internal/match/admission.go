package match

// Answer is the reply of the host's person to a knock.
type Answer uint8

// The answers.
const (
	NotNow Answer = iota // turned away; may come again
	LetIn                // gets the seat
	Never                // turned away and barred as long as the link is open
)

// Asking selects the guests without an invitation that the host's person is asked about.
type Asking uint8

// The choices.
const (
	AskStrangers Asking = iota // from beyond this computer and the local network
	AskAll
	AskNone // all are let in
)

// Admission is a host's rule for admitting guests.
type Admission struct {
	// Ask selects the guests that the host's person is asked about.
	Ask Asking
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
