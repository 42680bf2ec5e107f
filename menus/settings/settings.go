// Package settings holds the choices that the program remembers from one run to the next: one value,
// and one codec between it and a store of texts.
//
// To add a setting, add a field to [Settings], its default to [Defaults] if that is not the zero
// value, and a line to the table of fields.
package settings

import "mancala/motion"

// Settings are all choices that are remembered.
type Settings struct {
	// Name is the person's name used last, clean, or "".
	Name string
	// Hosts are the addresses joined last, and Port is the port hosted on last, or "".
	Hosts Hosts
	Port  string
	// Speed is how fast plies are shown.
	Speed motion.Speed
	// FlipOnTurn turns the board on every turn if two persons share it.
	FlipOnTurn bool
	// Log shows the log beside the board, and Bar the evaluation bar.
	Log, Bar bool
	// Volume is how loud the program is, from 0 to 100; Muted silences it.
	Volume int
	Muted  bool
	// ReducedMotion leaves out what moves for its own sake. How plies are shown is [Settings.Speed].
	ReducedMotion bool
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

// Defaults returns the settings of the first run.
func Defaults() Settings {
	return Settings{Speed: motion.Normal, Log: true, Volume: 80, Setup: FirstSetup()}
}
