package page

import (
	"time"

	"mancala/menus/kit"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/scene"
)

// Screen is one page of the program. The topmost one of the stack gets the input.
type Screen interface {
	// Layout places what the screen shows in area, in units. It comes before the first Update and
	// after every change of the window's size.
	Layout(c *render.Canvas, area render.Rect)
	// Update acts on one tick's input and reports whether anything to be seen changed.
	Update(in *kit.Input) bool
	// Draw draws the screen over the backdrop.
	Draw(c *render.Canvas)
	// Field returns the text field that has the focus, or nil.
	Field() *kit.TextField
	// Name returns the screen's name, for those who watch the program from outside.
	Name() string
	// Form returns the form with the screen's widgets.
	Form() *kit.Form
}

// Overlay is a screen that lets the one below be seen.
type Overlay interface{ IsOverlay() }

// Closer is a screen with something to end when it is left for good.
type Closer interface{ Close() }

// Returner is a screen that may have to show something else when it becomes the topmost one again.
type Returner interface{ Returned() }

// Lobby is a screen on which a peer is found; the game with the peer lies above it.
type Lobby interface {
	Screen
	// NextPeer goes back to the lobby and waits for the next guest, or joins again.
	NextPeer()
}

// Doorkeeper is a lobby at which guests may knock.
type Doorkeeper interface {
	// Attend asks the person about guests who knock, above whatever screen is shown; a busy person
	// is asked later. It is called again and again.
	Attend(busy bool)
}

// Renewer is a screen that can be made anew, when its words are those of another language.
type Renewer interface{ Renewed() Screen }

// Parted is a widget that is made of several controls.
type Parted interface {
	// Parts says of each what it is, where it is, and whether it can be used. Focused says that it
	// is the one that the keys use.
	Parts() []kit.Info
	// UsePart points at a part or, with [kit.Press], uses it, and reports whether that was
	// possible.
	UsePart(id string, act kit.Act) bool
	// Told says what else there is to say about the widget.
	Told() []string
}

// Shell is the program around a screen, as far as screens know it.
type Shell interface {
	// Push shows a screen above the others.
	Push(s Screen)
	// Back goes back to the screen below; from the last one it does nothing.
	Back()
	// BackTo goes back until the topmost screen is s. If s is not on the stack it goes back to the
	// first one.
	BackTo(s Screen)
	// Top returns the topmost screen.
	Top() Screen
	// Go goes to another part of the program.
	Go(r Route)
	// Say shows a sentence at the bottom of the window for a while. An empty one takes the last one
	// away.
	Say(sentence string)
	// Tell tells a sentence to those who do not see the window, an urgent one at once. It is not
	// shown.
	Tell(sentence string, urgent bool)
	// Relayout has the screens placed anew before they are next used.
	Relayout()
	// Scene returns the game in progress, or nil.
	Scene() *scene.Scene
	// Begin makes a scene the game in progress, and ends the one before. It returns the scene.
	Begin(sc *scene.Scene) *scene.Scene
	// End ends the game in progress, if there is one, and says goodbye to the peer. A game that is
	// running is kept.
	End()
	// Shared returns what all screens share.
	Shared() *Shared
}

// Shared is what all screens share.
type Shared struct {
	Settings *settings.Book
	Ports    *ports.Ports
	Art      *render.BoardArt
	// Canvas measures texts; only Draw draws on it.
	Canvas *render.Canvas
	// Elapsed is the time since the Update before.
	Elapsed time.Duration
	// InFront says that the person uses this window, not another one.
	InFront bool
}
