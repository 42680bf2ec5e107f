package page

import (
	"time"

	"mancala/internal/scene"
	"mancala/menus/kit"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
)

// Screen is a screen of the program. The topmost one on the stack gets the input.
type Screen interface {
	// Layout places the contents of the screen in area, in units. The shell calls it before the
	// first Update and after every change of the window's size.
	Layout(c *render.Canvas, area render.Rect)
	// Update handles one tick's input and reports whether anything visible has changed.
	Update(in *kit.Input) bool
	// Draw draws the screen over the backdrop.
	Draw(c *render.Canvas)
	// Field returns the text field that has the focus, or nil.
	Field() *kit.TextField
	// Name identifies the screen to observers.
	Name() string
	// Turns returns a number that changes with each state of the screen whose picture should fade
	// in.
	Turns() int
	// Form returns the form with the screen's widgets.
	Form() *kit.Form
	// IsCard reports whether the screen is a card over the one below, which stays visible.
	IsCard() bool
}

// Closer is a screen with cleanup for when it is left for good.
type Closer interface{ Close() }

// Returner is a screen that may need an update on becoming the topmost one again.
type Returner interface{ Returned() }

// Lobby is a screen for finding a peer. The game with the peer is above it.
type Lobby interface {
	Screen
	// NextPeer goes back to the lobby and waits for the next guest, or joins again.
	NextPeer()
}

// Home is a lobby that replaces the main menu after a game.
type Home interface {
	Lobby
	// LeaveLabel names the way back.
	LeaveLabel() string
	// LeftGame goes back, and ends the game in progress at this end. Its peer may be waiting.
	LeftGame()
	// Waits reports whether the user waits for an opponent.
	Waits() bool
	// ShowPeer shows the lobby's knowledge of the peer of the game in progress.
	ShowPeer()
	// Visit describes a game at one of the lobby's tables. It returns false for any other.
	Visit(sc *scene.Scene) (Visit, bool)
}

// Visit describes a game at a table of a club.
type Visit struct {
	// Rated says that the game counts: a player who ends it loses it.
	Rated bool
	// Me is the user's name in the club.
	Me string
	// News is a sentence about the game's effect on the user's rating, or "".
	News string
}

// Doorkeeper is a lobby with guests who may knock.
type Doorkeeper interface {
	// Attend asks the user about guests who knock, above any other screen, or later if the user is
	// busy. The shell calls it every tick.
	Attend(busy bool)
}

// Renewer is a screen that can be rebuilt in another language. A screen needs it only if the
// settings can be opened above it: the main menu, a game, and all from which a game begins.
type Renewer interface{ Renewed() Screen }

// Parted is a widget that consists of several controls while it can take the focus.
type Parted interface {
	// Parts describes each part: its kind, its place, and whether it can be used. Focused marks the
	// part for the keys.
	Parts() []kit.Info
	// UsePart points at a part or, with [kit.Press], uses it, and reports success.
	UsePart(id string, act kit.Act) bool
	// Told returns the other texts of the widget.
	Told() []string
}

// Shell is the program, as seen by its screens.
type Shell interface {
	// Push shows a screen above the others.
	Push(s Screen)
	// Back returns to the screen below; on the last one it does nothing.
	Back()
	// BackTo goes back to the screen s, or to the first one if s is not on the stack.
	BackTo(s Screen)
	// Top returns the topmost screen.
	Top() Screen
	// Go navigates to another part of the program.
	Go(r Route)
	// Say shows a sentence in a toast at the bottom of the window. An empty one removes the toast.
	Say(sentence string)
	// Tell tells a sentence to users who do not see the window, an urgent one at once. It shows
	// nothing.
	Tell(sentence string, urgent bool)
	// Relayout lays out all screens again before they are next used.
	Relayout()
	// Home returns the lobby that follows a game, or nil for the main menu.
	Home() Home
	// Scene returns the game in progress, or nil.
	Scene() *scene.Scene
	// Begin makes sc the game in progress, ends the previous one, and returns sc.
	Begin(sc *scene.Scene) *scene.Scene
	// End ends the game in progress, if there is one, and says goodbye to the peer. A running game
	// is kept.
	End()
	// Shared returns the state that all screens share.
	Shared() *Shared
}

// Shared is the state that all screens share.
type Shared struct {
	Settings *settings.Book
	Ports    *ports.Ports
	Art      *render.BoardArt
	// Canvas measures texts. Only Draw draws on it.
	Canvas *render.Canvas
	// Elapsed is the time since the previous Update.
	Elapsed time.Duration
	// InFront says that the window has the focus.
	InFront bool
	// Silence is a sentence that says why no sound is heard, or "".
	Silence string
}
