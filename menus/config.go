package menus

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/menus/ports"
)

// Config is the program's configuration. All fields but the ports may be zero.
type Config struct {
	ports.Ports
	// Name is the user's name, or "" to use the last one.
	Name string
	// VariantChosen says that the variant was chosen for this run; otherwise the last choice
	// counts.
	VariantChosen bool
	// Open shows a window that was hidden so far. The first Update calls it, and its frame draws
	// nothing, since Ebitengine presents no frame that began hidden. Nil means a visible window.
	Open func()
	// Speaker opens the speaker once the first picture is on the screen; nil means silence.
	Speaker func() Speaker
	// Language is the language code for this run, or "" to use the one in the settings.
	Language string
	// Mute silences this run.
	Mute bool
	// Still turns decorative motion off.
	Still bool
	// Patience is the time limit of Perfect per ply in this run, or 0 to use the one in the
	// settings.
	Patience time.Duration
	// Serve is the address to host on, Join the address to join, Watch the address of the host to
	// watch, and Visit the address of the club to visit, once the window is open. At most one is
	// set.
	Serve, Join, Watch, Visit string
	// GoOn continues the last unfinished game once the window is open; with Visit, the running game
	// in the club.
	GoOn bool
	// Game is the fragment of a link to a game, as from [notation.Fragment], which is replayed once
	// the window is open. It may be anything. With it, none of the ways above is used.
	Game string
	// Resumes selects, from the unfinished series, the one that Serve or Join resumes, and its
	// address; nil resumes none.
	Resumes func(list []match.Bookmark) (b match.Bookmark, addr string, ok bool)
	// Admit, if not nil, changes the admission of games hosted in this run. Hidden keeps them off
	// the lists on the local network.
	Admit  func(match.Admission) match.Admission
	Hidden bool
	// Interrupted reports whether the program must end, for example after a signal; nil means
	// never.
	Interrupted func() bool
	// Observe, if not nil, receives every event of every game, local or not.
	Observe func(table.News)
	// Tell, if not nil, receives sentences for users who do not see the window. An urgent one needs
	// attention now: the user's turn, the end of a game, an error.
	Tell func(text string, urgent bool)
	// Typed says that text comes from [App.Use], for example from the text fields of a browser, and
	// not from the keys.
	Typed bool
	// Tidy, if not nil, begins to return unused memory to the system. App calls it a few seconds
	// after a change of the screen or of the window's size.
	Tidy func()
	// Clock is the clock by which everything moves; nil means the system's.
	Clock func() time.Time
	// Show, if not nil, receives the picture of the screen whenever it changes.
	Show func(Picture)
}
