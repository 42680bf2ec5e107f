package menus

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/settings"
)

// The position of the window is polled every lookEvery ticks, and stored once it has been the same
// sameLooks times.
const (
	lookEvery = 15
	sameLooks = 4
)

// MinWidth and MinHeight are the least size of the window, in logical pixels: about that of a
// phone, held upright or sideways. Every screen fits in it. See [render.Scale].
const (
	MinWidth  = 360
	MinHeight = 390
)

// windowPlace tracks the position of the window, so that the next run starts there. It polls
// because the position is unavailable after the program has ended.
type windowPlace struct {
	seen  settings.Window
	same  int // the number of polls since it moved
	ticks int
}

// restore moves the window to a stored position, if the screen has room there, or makes it fill the
// screen or not.
func (p *windowPlace) restore(to settings.Window) {
	if to == p.seen {
		return
	}
	full := to
	full.Full = p.seen.Full
	w, h := ebiten.Monitor().Size()
	if full != p.seen && to.Width >= MinWidth && to.Height >= MinHeight && to.Width <= w && to.Height <= h {
		ebiten.SetWindowSize(to.Width, to.Height)
		if to.Placed && to.X >= 0 && to.Y >= 0 && to.X < w-reachable && to.Y < h-reachable {
			ebiten.SetWindowPosition(to.X, to.Y)
		}
	}
	if to.Full != ebiten.IsFullscreen() {
		ebiten.SetFullscreen(to.Full)
	}
}

// reachable is how much of a window must be on the screen for the mouse to grab it.
const reachable = 80

// look returns the present position of the window.
func look() settings.Window {
	var w settings.Window
	w.Width, w.Height = ebiten.WindowSize()
	w.X, w.Y = ebiten.WindowPosition()
	w.Placed, w.Full = true, ebiten.IsFullscreen()
	return w
}

// follow polls the window now and then, and stores a new position once the user seems to be done.
func (p *windowPlace) follow(book *settings.Book) {
	if p.ticks++; p.ticks%lookEvery != 0 || !book.Loaded() {
		return
	}
	now := look()
	if p.same++; now != p.seen {
		p.seen, p.same = now, 0
	}
	if p.same == sameLooks {
		p.keep(book)
	}
}

// leave stores the position of a window that is about to close.
func (p *windowPlace) leave(book *settings.Book) {
	if book.Loaded() && p.ticks >= lookEvery {
		p.seen = look()
		p.keep(book)
	}
}

func (p *windowPlace) keep(book *settings.Book) {
	if p.seen.Width > 0 && p.seen.Height > 0 {
		book.Change(func(s *settings.Settings) { s.Window = p.seen })
	}
}
