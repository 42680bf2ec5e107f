// Package settings holds the choices that the program remembers from one run to the next: one
// value, and one codec between it and a store of texts.
//
// To add a setting, add a field to [Settings], its default to [Defaults] if that is not the zero
// value, and a line to the table of fields.
package settings

import (
	"mancala/match"
	"mancala/motion"
)

// Settings are all choices that are remembered.
type Settings struct {
	// Name is the person's name used last, clean, or "".
	Name string
	// Hosts are the addresses joined last, and Port is the port hosted on last, or "".
	Hosts Hosts
	Port  string
	// First is who makes the first ply of a game that is hosted, Admission who is let in, and
	// Hidden keeps it out of the lists of the local network.
	First     match.First
	Admission match.Admission
	Hidden    bool
	// OpenPort has the router open the port that is hosted on.
	OpenPort bool
	// MeetingPoint is the computer that guests and hosts meet at, as the person typed it, or "".
	// Whether there can be one of that name is not known here. Meet has it send guests to games
	// that are hosted here.
	MeetingPoint string
	Meet         bool
	// Language is the code of the language of the program, or "" for that of the system. Whether
	// there is such a language is not known here.
	Language string
	// Theme is the code of the colours. Whether there are such colours is not known here.
	Theme string
	// TextSize is how large everything is, in percent of its usual size, from 50 to 200. Small
	// windows take less.
	TextSize int
	// Still leaves out motion that is only for the looks.
	Still bool
	// Speed is how fast plies are shown.
	Speed motion.Speed
	// Preview shows what playing a house would do, and TwoTaps lets a finger see that before it
	// plays.
	Preview, TwoTaps bool
	// Patience is how many seconds Perfect may think about a ply, from 1 to 600.
	Patience int
	// FlipOnTurn turns the board on every turn if two persons share it.
	FlipOnTurn bool
	// Log shows the log beside the board, and Bar the evaluation bar.
	Log, Bar bool
	// Volume is how loud the program is, from 0 to 100; Muted silences it.
	Volume int
	Muted  bool
	// Greeted says that the lesson has been offered.
	Greeted bool
	// Toss has chance say who begins a game at this machine, not the starter of Setup.
	Toss bool
	// Window is the place of the window on the screen.
	Window Window
	// Setup is made of the choices of the last new game at this machine. Whether there are still
	// computer players of the names in it is not known here.
	Setup Setup
}

// Via returns the meeting point of games that are hosted here, or "".
func (s Settings) Via() string {
	if !s.Meet {
		return ""
	}
	return s.MeetingPoint
}

// Defaults returns the settings of the first run.
func Defaults() Settings {
	return Settings{
		Theme: "walnut", TextSize: 100, Speed: motion.Normal, Preview: true, TwoTaps: true, Patience: 5,
		Volume: 80, Setup: FirstSetup(),
	}
}
