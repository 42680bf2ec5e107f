package menus

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/settings"
)

// The window is looked at every so many ticks, and its place is kept once it has stayed the same
// for so many looks.
const (
	lookEvery = 15
	sameLooks = 4
)

// MinWidth and MinHeight are the least size of the window, in logical pixels, about that of a phone
// held upright or lying: every screen holds in it. See [render.Scale].
const (
	MinWidth  = 360
	MinHeight = 390
)

// windowPlace follows the place of the window, so that the next run begins there. It asks while the
// window lives; when the program has ended there is none to ask.
type windowPlace struct {
	seen  settings.Window
	same  int // for how many looks it has been there
	ticks int
}

// restore gives the window a place that was kept, as far as the screen has room there.
func (p *windowPlace) restore(to settings.Window) {
	if to == p.seen {
		return
	}
	w, h := ebiten.Monitor().Size()
	if to.Width >= MinWidth && to.Height >= MinHeight && to.Width <= w && to.Height <= h {
		ebiten.SetWindowSize(to.Width, to.Height)
		if to.Placed && to.X >= 0 && to.Y >= 0 && to.X < w-reachable && to.Y < h-reachable {
			ebiten.SetWindowPosition(to.X, to.Y)
		}
	}
	if to.Full {
		ebiten.SetFullscreen(true)
	}
}

// reachable is how much of a window must be on the screen, so that the mouse can take it.
const reachable = 80

// look returns where the window is now.
func look() settings.Window {
	var w settings.Window
	w.Width, w.Height = ebiten.WindowSize()
	w.X, w.Y = ebiten.WindowPosition()
	w.Placed, w.Full = true, ebiten.IsFullscreen()
	return w
}

// follow looks at the window now and then, and keeps a new place when the person seems to be done
// with it.
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

// leave keeps the place of a window that is about to close.
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
