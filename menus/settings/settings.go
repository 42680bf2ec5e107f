// Package settings holds the choices that the program stores between runs: one value, and one codec
// between it and a store of texts.
//
// To add a setting, add a field to [Settings], its default to [Defaults] if that is not the zero
// value, and a line to the table of fields.
package settings

import (
	"mancala/internal/match"
	"mancala/internal/motion"
)

// Settings are all remembered choices.
type Settings struct {
	// Name is the user's last name, cleaned, or "".
	Name string
	// Language is the code of the program's language, or "" for the system's. It may be unknown.
	Language string
	Look
	Sound
	Play
	Network
	// Greeted says that the user has refused or finished the lesson, Sown that they have played a
	// house.
	Greeted, Sown bool
	// Toss makes a coin toss decide who begins a game at this machine, instead of the starter of
	// Setup.
	Toss bool
	// Window is the position of the window.
	Window Window
	// Setup holds the choices of the last new game at this machine. Computer players named in it
	// may no longer exist.
	Setup Setup
}

// Look holds the settings of the program's look.
type Look struct {
	// Theme is the code of the colour theme. It may be unknown.
	Theme string
	// Seeds is the code of the style of seeds. It may be unknown.
	Seeds string
	// Numbers shows the numbers of the houses of the row to move.
	Numbers bool
	// TextSize is the size of everything in percent of the usual size, 50..200. Small windows limit
	// it.
	TextSize int
	// Still turns decorative motion off.
	Still bool
}

// Sound holds the settings of sound.
type Sound struct {
	// Volume is 0..100; Muted silences the program.
	Volume int
	Muted  bool
}

// Play holds the settings for showing and playing games.
type Play struct {
	// Speed is the speed at which plies are shown.
	Speed motion.Speed
	// Preview shows the effect of playing a house. TwoTaps makes the first tap of a finger show it
	// and the second one play.
	Preview, TwoTaps bool
	// Patience is the time limit of Perfect per ply in seconds, 1..600.
	Patience int
	// FlipOnTurn turns the board on every turn if two people share it.
	FlipOnTurn bool
	// Log shows the log beside the board, and Bar the evaluation bar.
	Log, Bar bool
	// NoSearch turns off the search for mistakes in the stored games.
	NoSearch bool
	// Puzzles is the game of the puzzle training; "" means the first.
	Puzzles string
}

// Network holds the settings for finding, hosting and joining games across a network.
type Network struct {
	// Hosts are the addresses joined last, and Port is the last port hosted on, or "".
	Hosts Hosts
	Port  string
	// First says who makes the first ply of a hosted game, and Admission who may enter. Hidden
	// keeps the game off the lists on the local network.
	First     match.First
	Admission match.Admission
	Hidden    bool
	// OpenPort asks the router to open the host's port.
	OpenPort bool
	// MeetingPoint is the meeting point of guests and hosts, as typed by the user, or "". This
	// package does not validate it. Meet makes it send guests to hosted games.
	MeetingPoint string
	Meet         bool
	// GamePage is the address of the page that links to games lead to, or "".
	GamePage string
	// Clubs are the addresses of the last clubs, and ClubTable is the last table wanted there.
	Clubs     Hosts
	ClubTable ClubTable
}

// Via returns the meeting point of hosted games, or "".
func (n Network) Via() string {
	if !n.Meet {
		return ""
	}
	return n.MeetingPoint
}

// Defaults returns the settings of the first run.
func Defaults() Settings {
	return Settings{
		Look: Look{Theme: "walnut", Seeds: "glass", Numbers: true, TextSize: 100}, Sound: Sound{Volume: 80},
		Play:    Play{Speed: motion.Normal, Preview: true, TwoTaps: true, Patience: 5},
		Network: Network{ClubTable: firstClubTable()}, Setup: FirstSetup(),
	}
}
