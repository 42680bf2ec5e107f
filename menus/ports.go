package menus

import (
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/rules"
)

// Score is one row of the top scores: a game that was played to its end and won.
type Score struct {
	// GameID is the game's name, the same at both ends; a game has one row.
	GameID  string
	Variant rules.Variant
	// Name is the winner, Opponent the other one.
	Name, Opponent string
	// Seeds is the number of seeds in the winner's store, Margin how many more they are than the loser's, Turns how
	// many turns the winner took.
	Seeds, Margin, Turns int
	// Date is when the game ended.
	Date time.Time
}

// Keys of the settings that screens keep.
const (
	settingName    = "name"    // the last name used
	settingAddress = "address" // the last address joined
	settingPort    = "port"    // the last port hosted on
	settingSpeed   = "speed"   // how fast moves are shown
	settingWindow  = "window"  // the size of the window, "1280x720"
	settingSetup   = "setup"   // the choices of the last new game
	settingFlip    = "flip"    // whether the board turns on the turn: "yes" or "no"
	settingLog     = "log"     // whether the log stands beside the board: "yes" or "no"
	settingBar     = "bar"     // whether the evaluation bar is shown: "yes" or "no"
)

// Scores keeps top scores and settings. Its methods return at once; answers come as calls of done during a later Poll.
type Scores interface {
	// Poll delivers the answers that are there, on the caller's goroutine, and returns how many.
	Poll() int
	// Top delivers the best five rows for a variant, best first.
	Top(v rules.Variant, done func([]Score, error))
	// Place delivers the place 1..5 that a score would take, or 0 for none.
	Place(s Score, done func(place int, err error))
	// Add keeps a score. Adding the same game twice is no error.
	Add(s Score, done func(err error))
	// Variants delivers the variants for which there are scores.
	Variants(done func([]rules.Variant, error))
	// Setting delivers the value kept under a key, or "".
	Setting(key string, done func(value string))
	// SetSetting keeps a value under a key.
	SetSetting(key, value string)
	// Notices returns sentences that the person should see, such as that scores cannot be kept, and forgets them.
	Notices() []string
}

// HostRequest is what hosting needs.
type HostRequest struct {
	// Addr is the address to listen on, as in ":7000".
	Addr    string
	Name    string
	Variant rules.Variant
	Starter match.Party
}

// JoinRequest is what joining needs.
type JoinRequest struct {
	// Addr is host:port.
	Addr string
	Name string
}

// personSeat is the word for a person in a [Setup].
const personSeat = "person"

// Strategy is a computer player on offer.
type Strategy struct {
	// Name is its word in settings and flags, Title its name for people, About what it does in a sentence or two.
	Name, Title, About string
}

// Setup is what a new game on this machine is made of. Names and seats are by party: Host at the bottom, Guest at the top.
type Setup struct {
	Variant rules.Variant
	Starter match.Party
	Names   [2]string
	// Seats are "person", or names of strategies.
	Seats [2]string
	// StepByStep has computer players move only on Next Move.
	StepByStep bool
}

// Config is what the program is given from outside. All fields but Name, Serve and Join are needed.
type Config struct {
	// Version is the program's version, for About.
	Version string
	// Name is the person's name, or "" to use the last one.
	Name string
	// Variant and Starter are what a hosted game is played by.
	Variant rules.Variant
	Starter match.Party
	// VariantChosen says that the person has chosen the variant for this run; otherwise the last choice counts.
	VariantChosen bool
	// Serve is the address to host on, Join the address to join, as soon as the window is open; at
	// most one is given.
	Serve, Join string
	// Host and Join make the two kinds of links. They return at once; errors come as events.
	Host func(HostRequest) match.Link
	Dial func(JoinRequest) match.Link
	// ParseAddress turns what a person typed into host:port, or says in a sentence what is wrong with it.
	ParseAddress func(text string) (string, error)
	// Strategies are the computer players on offer, and NewSeat makes one.
	Strategies []Strategy
	NewSeat    func(name string) (match.Seat, error)
	// NewJudge returns a judge that takes about so long for a position it cannot know exactly. All judges of a program share
	// one memory, and serve one position after the other.
	NewJudge func(patience time.Duration) match.Judge
	// NewID returns a name for a game that no other game has.
	NewID     func() string
	Scores    Scores
	Clipboard kit.Clipboard
	// Now returns the time of day, for the dates of scores.
	Now func() time.Time
	// Interrupted reports that the program has been told to end from outside; nil means never.
	Interrupted func() bool
	// Observe, where not nil, is told every event of every game, network or not.
	Observe func(match.Event)
	// Watch, where not nil, is told what the screen shows whenever that changes.
	Watch func(Picture)
}
