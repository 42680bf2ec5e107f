package menus

import (
	"time"

	"mancala/match"
	"mancala/menus/ports"
)

// Config is what the program is given from outside. All fields but the ports may be zero.
type Config struct {
	ports.Ports
	// Name is the person's name, or "" to use the last one.
	Name string
	// VariantChosen says that the person has chosen the variant for this run; otherwise the last
	// choice counts.
	VariantChosen bool
	// Speaker opens what the window is heard by, once the window is open; nil is silent.
	Speaker func() Speaker
	// Language is the code of the language of this run, or "" if the settings have the say.
	Language string
	// Mute silences this run.
	Mute bool
	// Still leaves out motion that is only for the looks.
	Still bool
	// Patience is how long Perfect may think about a ply, if the person has said so for this run.
	Patience time.Duration
	// Serve is the address to host on, Join the address to join, and Watch that of the host whose
	// games are watched, as soon as the window is open; at most one is given.
	Serve, Join, Watch string
	// GoOn goes on, as soon as the window is open, with the game that was left last.
	GoOn bool
	// Resumes returns which of the series that were left Serve or Join takes up, and at which
	// address; nil takes up none.
	Resumes func(list []match.Bookmark) (b match.Bookmark, addr string, ok bool)
	// Admit, if not nil, changes who is let in to games that are hosted in this run, and Hidden
	// keeps those out of the lists of the local network.
	Admit  func(match.Admission) match.Admission
	Hidden bool
	// Interrupted reports that the program has been told to end from outside; nil means never.
	Interrupted func() bool
	// Observe, if not nil, is told every event of every game, network or not.
	Observe func(match.Event)
	// Tell, if not nil, is told in sentences what a person who does not see the window has to hear.
	// An urgent text is for now: the person's turn, the end of a game, an error.
	Tell func(text string, urgent bool)
	// Typed says that what is typed into text fields comes by [App.Use], as from the text fields of
	// a browser, and not from the keys.
	Typed bool
	// Show, if not nil, is told what the screen shows whenever that changes.
	Show func(Picture)
}
