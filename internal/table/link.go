package table

import (
	"mancala/internal/match"
	"mancala/rules"
)

// Why a table refuses a wish, besides a [Code] and the reasons of a [match.Match]. Compare with
// errors.Is.
var (
	// ErrAlone says that both parties are at this end, so there is no peer to ask or to talk to.
	ErrAlone error = rules.Refuse("match.alone", "both players are at this machine")
	// ErrWatching says that this end only watches, so its wishes do not count.
	ErrWatching error = rules.Refuse("match.watching", "you are watching; only the two players can do that")
)

// Link is one end of a series, as a front end uses it; the series outlives the connection that it
// is played across. It never blocks: wishes are methods, and Events drains the events, in order.
// Call its methods from one goroutine at a time; they are cheap enough for every frame of a window.
//
// The life of a link at the host: Listening, then for each guest perhaps Deciding, Connected,
// GameStarted, Played..., GameOver, GameStarted for a rematch, and at last PeerLeft; after
// WaitAgain the next guest may come. At the guest: Connecting, perhaps Offered, Connected, and so
// on; PeerLeft is its last event. When a connection drops there is Paused, and when it is back
// Resumed and then the events that one end had missed. A link that takes a kept series up begins
// with Connected, GameStarted with the plies so far, and Paused. Failed is the last event of a link
// that cannot continue; a link that failed or was closed yields no more events.
type Link interface {
	// Events returns the events since the last call.
	Events() []News
	// Accept agrees to the rules of an Offered event and asks for the seat. The first game begins
	// when the host gives the seat; HeldUp events may come before.
	Accept() error
	// Wish makes a wish of a party at this end; of a kind without an Arg or a text, they are 0 and
	// "". The Arg of a ply is its house, and of a request how many plies would be left. The changes
	// of a ply are ready when Wish returns; others come when they are decided, normally at once. A
	// peer is asked at most three times to take back the same decision. A wish for the next game
	// may be taken back as long as the peer has not agreed. Texts are cleaned.
	//
	// A refused wish changes nothing and sends nothing. The error of a ply is a [*match.PlyError].
	Wish(by match.Party, k Kind, arg int, text string) error
	// WaitAgain lets the next guest in after one has left, and sets a paused series aside. A
	// guest's link ignores it.
	WaitAgain()
	// Guests returns the part of a host's link that decides about admission, or nil for every other
	// link.
	Guests() Guests
	// Leave says goodbye with a reason for the peer and ends the series at this end.
	Leave(reason Reason)
	// Close says goodbye to a peer, if there is one, and ends the link for good. It is idempotent.
	Close() error
}

// Reason is why a party left.
type Reason uint8

// The reasons.
const (
	ReasonUnspecified Reason = iota // none was given
	ReasonQuit                      // ended the series; a running game is abandoned
	ReasonClosed                    // closed the program; the game is kept
	ReasonDeclined                  // did not accept the rules
	ReasonLater                     // left for now; the game is kept
)

// Keeps reports whether a game left for this reason is kept and can be resumed.
func (r Reason) Keeps() bool { return r == ReasonClosed || r == ReasonLater }

// Guests is the part of a host's link that decides about admission. Like a [Link], it never blocks.
// Call its methods from one goroutine at a time.
type Guests interface {
	// Answer answers a Knocked event. A knock that is over, or was answered, is ignored.
	Answer(knock int, a match.Answer)
	// Admit changes the admission from now on; the seated guest stays.
	Admit(a match.Admission)
	// Invite returns an invitation, mancala://host:port/#..., for a guest who reaches this host at
	// an address host:port. From now on only guests with an invitation come in. Without encryption
	// there are no invitations, and it returns "".
	Invite(addr string) string
	// Remove says goodbye to the guest in the seat, and keeps the game. If bar is set, the guest's
	// address is barred as long as the link is open.
	Remove(bar bool)
}
