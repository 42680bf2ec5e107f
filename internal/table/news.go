package table

import (
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// News is something that happened on a [Link]: one of the types of this file. News of a game comes
// with the series as it is then; that never changes, so only read it.
type News interface{ isEvent() }

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
		First   match.First
		// Security is how the connection is protected.
		Security match.Security
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
		Self    match.Party
		Variant rules.Variant
		// Security is how the connection is protected.
		Security match.Security
		// Club says that the host is a club, which passes the game on between two players.
		Club bool
	}
	// GameStarted begins a game: the first one, or a rematch.
	GameStarted struct {
		// ID names the game. It is the same at both ends and unique.
		ID string
		// Series is the series with its new game, or with the plies so far of a resumed one.
		Series *match.Series
		// Tossed says that a coin toss chose the starter, and that both ends have checked it.
		Tossed bool
		// Self is the side this end plays.
		Self rules.Side
		// Opened reports that the plies were not played here, so the game does not count for the
		// top scores.
		Opened bool
	}
	// Played is a ply of either side, valid and already part of the game.
	Played struct{ Series *match.Series }
	// GameOver ends a game. After an ending Abandoned or Desynced the series is over too.
	GameOver struct {
		Series *match.Series
		// By is the party that resigned, ran out of time or left, if one did.
		By match.Party
	}
	// Rewound says that plies were taken back: by undo, if both parties are at this end, by a
	// takeback that was granted, or because something else came first.
	Rewound struct {
		// Series is as it was after the plies that are left.
		Series *match.Series
		// Note is nil, or for the person at this end: why moves of theirs that were shown do not
		// count. Then no request was answered by it.
		Note *rules.Note
	}
	// RematchWanted says that either end has asked for the next game, or agreed to it.
	RematchWanted struct{ By match.Party }
	// RematchWithdrawn says that a party no longer wants the next game.
	RematchWithdrawn struct{ By match.Party }
	// TakebackAsked says that a party asks to go back to the position after the first Plies plies.
	TakebackAsked struct {
		By    match.Party
		Plies int
	}
	// TakebackAnswered says that a party has answered the other one's request. After a grant comes
	// Rewound.
	TakebackAnswered struct {
		By      match.Party
		Granted bool
	}
	// TakebackWithdrawn says that a request is no longer open: its asker took it back, or it has
	// lost its meaning.
	TakebackWithdrawn struct{ By match.Party }
	// Said is a line of talk, cleaned for display.
	Said struct {
		By   match.Party
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
		Security match.Security
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

type (
	// Clocked returns the state of the current game's clocks. Its moment is by this end's clock.
	Clocked struct{ Clocks match.Clocks }
	// PeerAbsent says whether the other player is connected to the host, which is a third party. It
	// holds only while this end's connection is up: after Resumed it comes again.
	PeerAbsent struct{ Absent bool }
)

func (Clocked) isEvent()    {}
func (PeerAbsent) isEvent() {}

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
		Security match.Security
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
