package match

import "mancala/rules"

// Link is one end of a series played across a connection, as a front end uses it. It never blocks: what a front end wants
// is said with the methods, what happened is drained with Events, in order. All methods may be called from one goroutine
// at a time; they are cheap enough for every frame of a window.
//
// The life of a link at the host: Listening, then for each guest Connected, GameStarted, Played..., GameOver, GameStarted
// for a rematch, and at last PeerLeft, after which the host listens again. At the guest: Connecting, perhaps Offered,
// Connected, and so on; PeerLeft is its last event. Failed is the last event of a link that cannot go on; a link that
// failed or was closed yields no more events.
type Link interface {
	// Events returns what has happened since the last call and forgets it.
	Events() []Event
	// Accept agrees to the rules of an Offered event and begins the first game.
	Accept() error
	// Play plays a house for this end. The ply comes back as a Played event, which is there when Play returns. A ply that
	// is not legal, or out of turn, is refused with a *PlyError and nothing is sent.
	Play(h rules.House) error
	// Resign gives the current game up. GameOver comes when the peer has confirmed it, normally at once; a ply of the
	// peer's that crosses with it still counts, and may be what ends the game.
	Resign() error
	// Rematch asks for the next game, or agrees to one that the peer has asked for.
	Rematch() error
	// NameWinner tells the peer under which name this end's win stands in the top scores.
	NameWinner(name string) error
	// Leave says goodbye with a reason for the peer and ends the series. A host listens again.
	Leave(reason Reason)
	// Close says goodbye, if somebody is there, and ends the link for good. It may be called more than once.
	Close() error
}

// Reason is why a party left.
type Reason uint8

// The reasons.
const (
	ReasonUnspecified Reason = iota // none was given
	ReasonQuit                      // left the game to do something else
	ReasonClosed                    // closed the program
	ReasonDeclined                  // did not accept the rules
)

// Event is something that happened on a [Link]: one of the types of this file.
type Event interface{ isEvent() }

type (
	// Listening says that the host waits for a guest. It comes again each time a guest has left.
	Listening struct {
		// Addr is the address listened on, with the real port.
		Addr string
		// Reachable lists the addresses under which a guest may reach this host, best first, each as host:port.
		Reachable []string
	}
	// Connecting says that the guest is dialling.
	Connecting struct{ Addr string }
	// Offered shows the guest the host's rules before he agrees to them with Accept or leaves. It comes only where the
	// rules are not plain Kalah; those need no question.
	Offered struct {
		Host    string
		Variant rules.Variant
		Starter Party
	}
	// Connected says that both ends have agreed to play.
	Connected struct {
		// Peer is the other one's name, cleaned for display.
		Peer string
		// Addr is the other one's network address.
		Addr string
		// Self is which party this end is.
		Self    Party
		Variant rules.Variant
	}
	// GameStarted begins a game: the first one, or a rematch.
	GameStarted struct {
		// ID names the game; it is the same at both ends and different for every game.
		ID string
		// Number counts the games of the series from 1.
		Number  int
		Starter Party
		// Self is the side this end plays.
		Self rules.Side
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
		// By is who resigned or left, where somebody did.
		By Party
	}
	// Rewound says that plies were taken back; it comes only where both parties sit at this end.
	Rewound struct {
		// Plies is how many plies the game has now.
		Plies int
		After rules.Position
	}
	// RematchWanted says that one end, this or the other, has asked for the next game, or has agreed to it.
	RematchWanted struct{ By Party }
	// WinnerNamed says under which name the peer's win of the last game stands in the top scores.
	WinnerNamed struct {
		GameID string
		Name   string
	}
	// PeerQuiet says that nothing has been heard of the peer for a while (Quiet true), or that he is back (false).
	PeerQuiet struct{ Quiet bool }
	// PeerLeft ends a series: the peer left, the connection broke, or this end left. Text is a sentence for a person. At
	// a host it comes without Connected when a guest has seen the rules and gone.
	PeerLeft struct {
		Reason Reason
		// Local says that this end left.
		Local bool
		Text  string
	}
	// Failed ends a link that could not be made or cannot go on: the address is in use, nobody answers, the other
	// program is of another version. Text is one sentence for a person that says what to do.
	Failed struct {
		Text string
		// Err is the cause for the log.
		Err error
	}
)

func (Listening) isEvent()     {}
func (Connecting) isEvent()    {}
func (Offered) isEvent()       {}
func (Connected) isEvent()     {}
func (GameStarted) isEvent()   {}
func (Played) isEvent()        {}
func (GameOver) isEvent()      {}
func (Rewound) isEvent()       {}
func (RematchWanted) isEvent() {}
func (WinnerNamed) isEvent()   {}
func (PeerQuiet) isEvent()     {}
func (PeerLeft) isEvent()      {}
func (Failed) isEvent()        {}
