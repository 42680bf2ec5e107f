// Package ports names what the screens need from outside the window. The caller of the window
// connects it; the screens open no file and no socket.
package ports

import (
	"image"
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// Score is one row of the top scores: a game that was played to its end and won.
type Score struct {
	match.Score
	// Date is when the game ended.
	Date time.Time
}

// Game is a game of the archive.
type Game struct {
	match.Record
	// Started is when its first ply was kept, and Ended when it ended or, while it runs, when it
	// changed last.
	Started, Ended time.Time
}

// Archive keeps the games that are played here, finished or not. Its methods return at once;
// answers come as calls of done during a later Poll of the [Scores].
type Archive interface {
	// SaveGame keeps a game; it replaces the one kept under its ID.
	SaveGame(r match.Record)
	// Games delivers the games that a query chooses, newest first, and how many there are without
	// Offset and Limit.
	Games(q match.GameQuery, done func(list []Game, total int, err error))
	// Game delivers the game of a name.
	Game(id string, done func(g Game, found bool, err error))
	// DeleteGame forgets a game. Its top score stays.
	DeleteGame(id string, done func(err error))
	// DeleteScore forgets the top score of a game.
	DeleteScore(gameID string, done func(err error))
	// Figures delivers how many games the person here has played, won, lost and drawn.
	Figures(done func(f match.Figures, err error))
	// Unfinished delivers the newest game between two at this machine that can be gone on with.
	Unfinished(done func(g Game, found bool, err error))
	// Bookmarks delivers the series across a network that can be taken up again, newest first.
	Bookmarks(done func(list []match.Bookmark, err error))
}

// Scores keeps top scores and settings. Its methods return at once; answers come as calls of done
// during a later Poll.
type Scores interface {
	settings.Store
	// Poll delivers the answers that are there, on the caller's goroutine, and returns how many.
	Poll() int
	// Top delivers the best five rows for a variant, best first.
	Top(v rules.Variant, done func([]Score, error))
	// Place delivers the place 1..5 that a score would take, or 0 for none.
	Place(s Score, done func(place int, err error))
	// Add keeps a score, and delivers whether it is a new one: adding the same game twice is no
	// error.
	Add(s Score, done func(added bool, err error))
	// Variants delivers the variants for which there are scores.
	Variants(done func([]rules.Variant, error))
	// Notices returns sentences that the person should see, such as that scores cannot be kept, and
	// forgets them.
	Notices() []string
}

// HostRequest is what hosting needs.
type HostRequest struct {
	// Addr is the address to listen on, as in ":7000".
	Addr    string
	Name    string
	Variant rules.Variant
	First   match.First
	// Insecure leaves encryption out.
	Insecure bool
	// Admission is who is let in at first.
	Admission match.Admission
	// Hidden keeps the game out of the lists of the local network.
	Hidden bool
	// Via is a meeting point that sends guests to this host, as a person writes it, or "".
	Via string
	// Resume is a series to take up, or nil for the next guest.
	Resume *match.Bookmark
}

// JoinRequest is what joining needs.
type JoinRequest struct {
	// Addr is host:port.
	Addr string
	// Invite is the text of an invitation for that address, or "". It holds a secret.
	Invite string
	// Insecure leaves encryption out.
	Insecure bool
	// TrustNewKey trusts the host though it shows another key than before.
	TrustNewKey bool
	// Fingerprint is that of the key that the host has to show, or "" if none is known.
	Fingerprint string
	Name        string
	// Wait has the guest wait for the seat if another one has it.
	Wait bool
	// Resume is a series to take up, or nil for a new one.
	Resume *match.Bookmark
	// Watch says to watch the host's games instead of playing; then Resume is nil.
	Watch bool
}

// Strategy is a computer player on offer.
type Strategy struct {
	// Name is its word in settings and flags, Title its name for people, About what it does in a
	// sentence or two.
	Name, Title, About string
	// Rung is its place on the ladder, weakest first and from 1; 0 for one that plays by a simple
	// rule.
	Rung int
}

// Ports are what the screens get from outside the window: the network, the computer players, the
// records, the clipboard and the clock. All are needed unless they say otherwise.
type Ports struct {
	// Version is the program's version, for About.
	Version string
	// Licences is the text of the licences of the program and of all it is made of, in lines.
	Licences string
	// Variant and First are what a hosted game is played by.
	Variant rules.Variant
	First   match.First
	// Browser takes the place of a window for a page in a browser; nil means that there is a
	// window.
	Browser *Browser
	// Host and Dial make the two kinds of links. They return at once; errors come as events. Host
	// is nil if this system cannot host.
	Host func(HostRequest) match.Link
	Dial func(JoinRequest) match.Link
	// Link turns an address of this computer, as host:port, or an invite into the link by which a
	// browser joins the game that is hosted here. It is nil if browsers are not let in.
	Link func(invite string) string
	// Code returns the QR code of a text, row by row, where true is dark. It is nil if this program
	// draws none.
	Code func(text string) [][]bool
	// Insecure says that games across the network are not encrypted in this run.
	Insecure bool
	// Nearby begins to look for games that computers on the same network announce. It is nil if
	// this system cannot look.
	Nearby func() Nearby
	// OpenPort asks the router to open the port of an address on which this computer listens. It is
	// nil if this system cannot ask.
	OpenPort func(addr string) OpenedPort
	// ParseAddress turns what a person typed or pasted into host:port and, if it was one, the text
	// of the invitation, or says in a sentence what is wrong with it.
	ParseAddress func(text string) (addr, invite string, err error)
	// CheckPoint says in a sentence what is wrong with the name of a meeting point that a person
	// typed, HOST or HOST:PORT; nil if nothing is.
	CheckPoint func(text string) error
	// IsCode reports whether a text is the code of a host that does not say at which meeting point,
	// as in "amber-fox-31".
	IsCode func(text string) bool
	// ParseGame reads the text of a game, as [match.ReadGame] does. Its error is a sentence.
	ParseGame func(text string) (rules.Game, error)
	// Strategies are the computer players on offer, those of the ladder first, and NewSeat makes
	// one.
	Strategies []Strategy
	NewSeat    func(name string) (match.Seat, error)
	// NewJudge returns a judge that takes about so long for a position it cannot know exactly. All
	// judges of a program share one memory, and serve one position after the other.
	NewJudge func(patience time.Duration) match.Judge
	// Chance returns a number from 0 to n-1 by chance.
	Chance func(n int) int
	// SetPatience says how long Perfect may think about a ply from now on. It may be nil.
	SetPatience func(patience time.Duration)
	// NewID returns a name for a game that no other game has.
	NewID     func() string
	Scores    Scores
	Archive   Archive
	Clipboard kit.Clipboard
	// SavePicture keeps a picture among the person's own as a new file, named by a title that may
	// hold anything, and returns where that is. It has the picture drawn once there is a file for
	// it. Its error is a sentence.
	SavePicture func(title string, draw func() image.Image) (file string, err error)
	// FindFont finds fonts for letters in names that the program's own fonts lack; it may be nil.
	FindFont render.FontFinder
	// Now returns the time of day, for the dates of scores.
	Now func() time.Time
}
