// Package ports declares the interfaces of the screens to the world outside the window. The caller
// of the window implements them; the screens open no files or sockets.
package ports

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// Archive stores the games played here, finished or not. Its methods return at once and call done
// during a later Poll of the [Scores].
type Archive interface {
	// SaveGame stores a game; it replaces the one with the same ID.
	SaveGame(r match.Record)
	// Hold claims a local game for this program, and delivers whether it has it. It delivers false
	// if another program plays the game; take takes it from that one.
	Hold(id string, take bool, done func(held bool, err error))
	// Release lets other programs play a game.
	Release(id string)
	// Taken returns the IDs of the games that other programs have taken since the last call.
	Taken() []string
	// Games delivers the games that match a query, newest first, and their number without Offset
	// and Limit.
	Games(q match.GameQuery, done func(list []match.Record, total int, err error))
	// Game delivers the game with an ID.
	Game(id string, done func(g match.Record, found bool, err error))
	// DeleteGame deletes a game. Its top score stays.
	DeleteGame(id string, done func(err error))
	// DeleteScore deletes the top score of a game.
	DeleteScore(gameID string, done func(err error))
	// Figures delivers the numbers of the user's games: played, won, lost and drawn.
	Figures(done func(f match.Figures, err error))
	// Left delivers the last game that can be continued, or nil.
	Left(done func(g *match.LeftGame, err error))
	// Bookmarks delivers the network series that can be resumed, newest first.
	Bookmarks(done func(list []match.Bookmark, err error))
	Exercises
}

// Scores stores top scores and settings. Its methods return at once and call done during a later
// Poll.
type Scores interface {
	settings.Store
	// Poll delivers the answers received so far, on the caller's goroutine, and returns their
	// number.
	Poll() int
	// Top delivers the best five rows for a variant, best first.
	Top(v rules.Variant, done func([]match.Score, error))
	// Place delivers the place 1..5 that a score would take, or 0 for none.
	Place(s match.Score, done func(place int, err error))
	// Add stores a score, and delivers whether it is new. Adding the same game twice is no error.
	Add(s match.Score, done func(added bool, err error))
	// Variants delivers the variants for which there are scores.
	Variants(done func([]rules.Variant, error))
	// Notices returns and clears sentences for the user, for example that scores cannot be stored.
	Notices() []string
}

// Exercises stores the user's work on puzzles. Its methods return at once and call done during a
// later Poll of the [Scores].
type Exercises interface {
	// Exercises delivers the exercises that match a query, oldest first, and their number without
	// Offset and Limit.
	Exercises(q match.ExerciseQuery, done func(list []match.Exercise, total int, err error))
	// AddExercises stores exercises, except the ones already stored.
	AddExercises(list []match.Exercise, done func(err error))
	// SaveExercises stores exercises, and replaces any of the same kind and ID.
	SaveExercises(list []match.Exercise, done func(err error))
	// EraseExercises deletes all exercises, and the settings under the given keys.
	EraseExercises(settings []string, done func(err error))
	// Coach begins to look for mistakes in the stored games.
	Coach() Coach
}

// Coach looks for mistakes in the stored games in the background, one game at a time, and stores
// them as exercises. Its methods return at once.
type Coach interface {
	// News returns the number of games left to search, and whether it has changed since the last
	// call.
	News() (left int, changed bool)
	// Close ends the search. The results stay.
	Close()
}

// HostRequest holds the parameters of hosting.
type HostRequest struct {
	// Addr is the address to listen on, such as ":7000".
	Addr    string
	Name    string
	Variant rules.Variant
	First   match.First
	// Insecure disables encryption.
	Insecure bool
	// Admission is the initial admission of guests.
	Admission match.Admission
	// Hidden keeps the game off the lists on the local network.
	Hidden bool
	// Via is a meeting point that sends guests to this host, as typed by the user, or "".
	Via string
	// Resume is a series to resume, or nil for the next guest.
	Resume *match.Bookmark
}

// JoinRequest holds the parameters of joining.
type JoinRequest struct {
	// Addr is host:port.
	Addr string
	// Invite is the text of an invite for that address, or "". It contains a secret.
	Invite string
	// Insecure disables encryption.
	Insecure bool
	// TrustNewKey trusts the host even if its key has changed.
	TrustNewKey bool
	// Fingerprint is the required fingerprint of the host's key, or "" if none is known.
	Fingerprint string
	Name        string
	// Wait makes the guest wait if the seat is taken.
	Wait bool
	// Also are other addresses of the same host. Seat is a seat or a watcher's place in a club; nil
	// for other hosts.
	Also []string
	Seat *lobby.Seat
	// Resume is a series to resume, or nil for a new one.
	Resume *match.Bookmark
	// Watch watches the host's games instead of playing; Resume must then be nil.
	Watch bool
}

// RequestSeat returns the request for a seat or a watcher's place at a club, by the member with a
// name.
func RequestSeat(s lobby.Seat, name string, insecure bool) JoinRequest {
	return JoinRequest{
		Addr: s.Addrs[0], Also: s.Addrs[1:], Seat: &s, Fingerprint: s.Host, Insecure: insecure, Name: name, Watch: s.Watch,
	}
}

// ClubRequest holds the parameters of visiting a club.
type ClubRequest struct {
	// Addr is host:port.
	Addr string
	// Name is the name that a new member wants.
	Name string
	// Computer says that a computer chooses the moves.
	Computer bool
	// Insecure disables encryption.
	Insecure bool
	// TrustNewKey trusts the club even if its key has changed.
	TrustNewKey bool
}

// Network holds the screens' connections to other computers. All are required unless their comment
// says otherwise.
type Network struct {
	// Host and Dial make the two kinds of links. They return at once and report errors as events.
	// Host is nil if this system cannot host.
	Host func(HostRequest) table.Link
	Dial func(JoinRequest) table.Link
	// Club connects to a club; it returns at once. It is nil if this program cannot.
	Club func(ClubRequest) lobby.Link
	// Link converts an address of this computer, as host:port, or an invite into the link for
	// joining the game here with a browser. It is nil if browsers may not join.
	Link func(invite string) string
	// Code returns the QR code of a text, row by row; true is dark. It is nil if this program draws
	// none.
	Code func(text string) [][]bool
	// Insecure says that network games are not encrypted in this run.
	Insecure bool
	// Nearby starts a search for games announced on the same network. It is nil if this system
	// cannot search.
	Nearby func() Nearby
	// OpenPort asks the router to open the port of an address of this computer. It is nil if this
	// system cannot ask.
	OpenPort func(addr string) OpenedPort
	// ParseAddress parses text from the user into host:port and, for an invite, its text. Its error
	// is a sentence.
	ParseAddress func(text string) (addr, invite string, err error)
	// CheckPoint validates a typed name of a meeting point, HOST or HOST:PORT. Its error is a
	// sentence.
	CheckPoint func(text string) error
	// IsCode reports whether a text is the code of a host without its meeting point, such as
	// "amber-fox-31".
	IsCode func(text string) bool
}

// Ports are the screens' connections to the outside: the network, the computer players, the
// records, the clipboard and the clock. All are required unless their comment says otherwise.
type Ports struct {
	// Version is the program's version, for About.
	Version string
	// Licences is the text of the licences of the program and its dependencies, in lines.
	Licences string
	// Variant and First are the rules of a hosted game and who begins it.
	Variant rules.Variant
	First   match.First
	// Browser replaces the window for a page in a browser; nil means a window.
	Browser *Browser
	Network
	// Strategies are the available computer players, the ladder first. NewSeat makes one.
	Strategies []match.Strategy
	NewSeat    func(name string) (match.Seat, error)
	// Program returns the player's name for another program, by its command as typed by the user.
	// If the program cannot take a seat, the error is a sentence. It is nil if this system cannot
	// start programs.
	Program func(command string) (name string, err error)
	// NewJudge returns a judge that spends about patience on a position without a proof. All judges
	// of a program share one cache, and serve one position at a time.
	NewJudge func(patience time.Duration) match.Judge
	// Chance returns a random number 0..n-1.
	Chance func(n int) int
	// SetPatience sets the time limit of Perfect per ply from now on. It may be nil.
	SetPatience func(patience time.Duration)
	// NewID returns a unique ID for a game.
	NewID     func() string
	Scores    Scores
	Archive   Archive
	Clipboard kit.Clipboard
	// SavePicture makes a picture in the background and saves it as a new file in the user's
	// picture folder. A notice of the Scores says where it is, or why it is not. The title, which
	// names the file, may contain anything. make returns a PNG; it calls pause now and then, and
	// ends if that returns false.
	SavePicture func(title string, make func(pause func() bool) ([]byte, error))
	// FindFont finds fonts for characters that the program's fonts lack, and Scribe draws lines
	// with such characters; each may be nil.
	FindFont render.FontFinder
	Scribe   render.Scribe
	// Now returns the time of day, for the dates of scores.
	Now func() time.Time
}
