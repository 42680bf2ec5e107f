package match

import "mancala/rules"

// Why a link refuses a wish, besides the reasons of a [Match]. Compare with errors.Is.
var (
	// ErrAlone says that both parties are at this end, so there is no peer to ask or to talk to.
	ErrAlone error = rules.Refuse("match.alone", "both players are at this machine")
	// ErrPaused says that the connection is down. Until it is back, the person can play, ask and
	// say nothing.
	ErrPaused error = rules.Refuse("match.paused", "the connection is down; the game goes on when it is back")
	// ErrAsked says that a request of this end is still open. Withdraw it, or wait for the answer.
	ErrAsked error = rules.Refuse("match.asked", "a request is waiting for its answer; withdraw it first")
	// ErrNothingAsked says that there is no request to answer or to withdraw.
	ErrNothingAsked error = rules.Refuse("match.nothing-asked", "nothing has been asked")
	// ErrRefusedOften says that the peer has refused this takeback too often to be asked again.
	ErrRefusedOften error = rules.Refuse("match.refused-often", "this move was asked back three times already")
	// ErrTimed says that the game has clocks, so moves cannot be taken back.
	ErrTimed error = rules.Refuse("match.timed", "no move is taken back in a game with clocks")
	// ErrRated says that the game counts for ratings, so moves cannot be taken back.
	ErrRated error = rules.Refuse("match.rated", "no move is taken back in a game that counts for ratings")
	// ErrTooFast says that a line was said less than a second after the last one.
	ErrTooFast error = rules.Refuse("match.too-fast", "one line a second; wait a moment")
	// ErrNothingSaid says that a line has no visible characters.
	ErrNothingSaid error = rules.Refuse("match.nothing-said", "there is nothing to say in that")
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
	Events() []Event
	// Accept agrees to the rules of an Offered event and asks for the seat. The first game begins
	// when the host gives the seat; HeldUp events may come before.
	Accept() error
	// Play plays a house for this end. The ply's Played event is ready when Play returns. If the
	// ply is illegal or out of turn, Play returns a *PlyError and sends nothing.
	Play(h rules.House) error
	// Wish makes any other wish. Its event comes when it is decided, normally at once.
	Wish(w Wish) error
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

// Wish is a wish of the person at an end, besides plies.
type Wish struct {
	Kind WishKind
	// By is the party that resigns, Plies are left after a takeback, and Text is said or is the
	// winner's name; other wishes do not have them.
	By    Party
	Plies int
	Text  string
}

// WishKind is the kind of a wish.
type WishKind uint8

// The kinds.
const (
	// WishResign resigns the game for a party at this end. A ply of the peer's that crosses with it
	// still counts, and may end the game.
	WishResign WishKind = iota
	// WishRematch asks for the next game, or agrees to one that the peer has asked for.
	WishRematch
	// WishNoRematch takes that back. If the peer has agreed meanwhile, the game begins all the
	// same.
	WishNoRematch
	// WishTakeback asks the peer to go back to the position after the first plies. A peer is asked
	// at most three times to take back the same decision; then the error is ErrRefusedOften. In a
	// game with clocks it is ErrTimed, and in one that counts for ratings ErrRated.
	WishTakeback
	// WishNoTakeback withdraws a request of this end, unless the peer grants it first.
	WishNoTakeback
	// WishGrant grants the peer's request: both ends have a Rewound event. WishDeny refuses it.
	WishGrant
	WishDeny
	// WishSay sends a line to the peer, cleaned by CleanTalk.
	WishSay
	// WishName sends the peer the name for this end's win in the top scores.
	WishName
)

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

// Event is something that happened on a [Link]: one of the types of this file.
type Event interface{ isEvent() }

type (
	// Listening says that the host waits for a guest. It comes again each time a guest has left.
	Listening struct {
		// Addr is the address listened on, with the real port.
		Addr string
		// Reachable lists this host's addresses for guests, best first, each as host:port.
		Reachable []string
	}
	// Deciding says which guests read the host's rules, whenever that changes, at most once a
	// second. A guest offered plain Kalah has no rules to read.
	Deciding struct {
		// Peers are the guests' names, cleaned for display, longest there first.
		Peers []string
	}
	// Connecting says that the guest is dialling.
	Connecting struct{ Addr string }
	// Offered shows the host's rules to the guest, who agrees with Accept or leaves. It does not
	// come for plain Kalah.
	Offered struct {
		Host    string
		Variant rules.Variant
		First   First
		// Security is how the connection is protected.
		Security Security
	}
	// Connected says that both ends have agreed to play, or resume a kept series.
	Connected struct {
		// Peer is the peer's name, cleaned for display.
		Peer string
		// Computer says that the peer is a computer, as it told when the series began.
		Computer bool
		// Addr is the peer's network address.
		Addr string
		// Self is the party of this end.
		Self    Party
		Variant rules.Variant
		// Security is how the connection is protected.
		Security Security
		// Club says that the host is a club, which passes the game on between two players.
		Club bool
	}
	// GameStarted begins a game: the first one, or a rematch.
	GameStarted struct {
		// ID names the game. It is the same at both ends and unique.
		ID string
		// Number counts the games of the series from 1.
		Number  int
		Starter Party
		// Tossed says that a coin toss chose the starter, and that both ends have checked it.
		Tossed bool
		// Self is the side this end plays.
		Self rules.Side
		// Plies are the plies so far of a resumed game. Do not change them.
		Plies []rules.House
		// Before is the tally of the earlier games of the series.
		Before Tally
		// Opened reports that the plies were not played here, so the game does not count for the
		// top scores.
		Opened bool
	}
	// Played is a ply of either side, valid and already part of the game.
	Played struct {
		// N is the number of the ply, counted from 1.
		N      int
		Sowing rules.Sowing
		After  rules.Position
	}
	// GameOver ends a game. After an ending Abandoned or Desynced the series is over too.
	GameOver struct {
		Result Result
		// By is the party that resigned, ran out of time or left, if one did.
		By Party
	}
	// Rewound says that plies were taken back: by undo, if both parties are at this end, by a
	// takeback that was granted, or because something else came first.
	Rewound struct {
		// Plies is how many plies the game has now.
		Plies int
		After rules.Position
		// Note is nil, or for the person at this end: why moves of theirs that were shown do not
		// count. Then no request was answered by it.
		Note *rules.Note
	}
	// RematchWanted says that either end has asked for the next game, or agreed to it.
	RematchWanted struct{ By Party }
	// RematchWithdrawn says that a party no longer wants the next game.
	RematchWithdrawn struct{ By Party }
	// TakebackAsked says that a party asks to go back to the position after the first Plies plies.
	TakebackAsked struct {
		By    Party
		Plies int
	}
	// TakebackAnswered says that a party has answered the other one's request. After a grant comes
	// Rewound.
	TakebackAnswered struct {
		By      Party
		Granted bool
	}
	// TakebackWithdrawn says that a request is no longer open: its asker took it back, or it has
	// lost its meaning.
	TakebackWithdrawn struct{ By Party }
	// Said is a line of talk, cleaned for display.
	Said struct {
		By   Party
		Text string
	}
	// Paused says that the connection is gone and the game is kept. Nothing can be played until
	// Resumed.
	Paused struct {
		// Note tells the person at this end what happened.
		Note *rules.Note
		// Reason is why the peer left, if it said goodbye: ReasonClosed or ReasonLater, and
		// otherwise ReasonUnspecified.
		Reason Reason
		// Wait is the time, in seconds, for the line to come back. After it the person is asked how
		// to continue.
		Wait int
	}
	// Resumed says that the connection is back. Events that one end had missed follow.
	Resumed struct {
		// Note is nil, or tells the person at this end which of their moves only the other end
		// kept.
		Note *rules.Note
		// Security is how the new connection is protected.
		Security Security
	}
	// WinnerNamed has the name for the peer's win of the last game in the top scores.
	WinnerNamed struct {
		GameID string
		Name   string
	}
	// PeerQuiet says that the peer has been silent for a while (Quiet true), or is back (false).
	PeerQuiet struct{ Quiet bool }
	// PeerLeft ends a series: the peer left, the connection broke, or this end left. It comes
	// without Connected to a guest who saw the rules but got no seat, and to a host whose guest
	// broke the coin toss.
	PeerLeft struct {
		Reason Reason
		// Local says that this end left.
		Local bool
		// Kept says that the game is kept and can be resumed.
		Kept bool
		// Note tells the person at this end what happened.
		Note *rules.Note
	}
	// Failed ends a link that cannot be made or continued: the address is in use, the host does
	// not answer, the peer has another version.
	Failed struct {
		// Note tells the person at this end the trouble and a remedy. Its cause is for the log.
		Note *rules.Note
	}
)

func (Listening) isEvent()     {}
func (Connecting) isEvent()    {}
func (Offered) isEvent()       {}
func (Deciding) isEvent()      {}
func (Connected) isEvent()     {}
func (GameStarted) isEvent()   {}
func (Played) isEvent()        {}
func (GameOver) isEvent()      {}
func (Rewound) isEvent()       {}
func (RematchWanted) isEvent() {}
func (WinnerNamed) isEvent()   {}

func (RematchWithdrawn) isEvent()  {}
func (TakebackAsked) isEvent()     {}
func (TakebackAnswered) isEvent()  {}
func (TakebackWithdrawn) isEvent() {}
func (Said) isEvent()              {}
func (Paused) isEvent()            {}
func (Resumed) isEvent()           {}
func (PeerQuiet) isEvent()         {}
func (PeerLeft) isEvent()          {}
func (Failed) isEvent()            {}
