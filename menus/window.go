package menus

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/settings"
)

// The program polls the window's position every lookEvery ticks, and stores it after sameLooks
// equal results.
const (
	lookEvery = 15
	sameLooks = 4
)

// MinWidth and MinHeight are the least size of the window, in logical pixels: about a phone's, held
// upright or sideways. Every screen fits in it. See [render.Scale].
const (
	MinWidth  = 360
	MinHeight = 390
)

// desk is the window system: the screen, and the window's place on it.
type desk interface {
	// screen returns the size of the screen, in logical pixels.
	screen() (width, height int)
	// look returns the present position and mode of the window.
	look() settings.Window
	// resize, move and fill change the size, the position and whether the window fills the screen.
	resize(width, height int)
	move(x, y int)
	fill(full bool)
}

// realDesk is the desk of the system.
type realDesk struct{}

func (realDesk) resize(width, height int) { ebiten.SetWindowSize(width, height) }
func (realDesk) move(x, y int)            { ebiten.SetWindowPosition(x, y) }
func (realDesk) fill(full bool)           { ebiten.SetFullscreen(full) }

func (realDesk) screen() (width, height int) {
	if m := ebiten.Monitor(); m != nil { // nil without a screen
		return m.Size()
	}
	return 0, 0
}

func (realDesk) look() settings.Window {
	var w settings.Window
	w.Width, w.Height = ebiten.WindowSize()
	w.X, w.Y = ebiten.WindowPosition()
	w.Placed, w.Full = true, ebiten.IsFullscreen()
	return w
}

// windowPlace tracks the position of the window for the next run. It polls because the position is
// unavailable at the end of the program.
type windowPlace struct {
	desk  desk
	seen  settings.Window
	same  int // the number of polls since it moved
	ticks int
}

// restore moves the window to a stored position, if the screen has room there. It also restores
// whether the window fills the screen.
func (p *windowPlace) restore(to settings.Window) {
	if to == p.seen {
		return
	}
	moved := to
	if moved.Full = p.seen.Full; moved != p.seen {
		p.put(to)
	}
	if to.Full != p.desk.look().Full {
		p.desk.fill(to.Full)
	}
}

// put moves the window to a position, if the screen has room there.
func (p *windowPlace) put(to settings.Window) {
	w, h := p.desk.screen()
	if to.Width < MinWidth || to.Height < MinHeight || to.Width > w || to.Height > h {
		return
	}
	p.desk.resize(to.Width, to.Height)
	if to.Placed && to.X >= 0 && to.Y >= 0 && to.X < w-reachable && to.Y < h-reachable {
		p.desk.move(to.X, to.Y)
	}
}

// toggleFull toggles whether the window fills the screen.
func (p *windowPlace) toggleFull() { p.desk.fill(!p.desk.look().Full) }

// reachable is the least part of a window on the screen that a mouse can grab.
const reachable = 80

// follow polls the window at intervals, and stores a new position once the user has probably
// finished.
func (p *windowPlace) follow(book *settings.Book) {
	if p.ticks++; p.ticks%lookEvery != 0 || !book.Loaded() {
		return
	}
	now := p.desk.look()
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
		p.seen = p.desk.look()
		p.keep(book)
	}
}

func (p *windowPlace) keep(book *settings.Book) {
	if p.seen.Width > 0 && p.seen.Height > 0 {
		book.Change(func(s *settings.Settings) { s.Window = p.seen })
	}
}
