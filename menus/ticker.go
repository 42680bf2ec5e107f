package menus

import (
	"slices"
	"sync"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/learn"
	"mancala/menus/ports"
)

// frameless is the time without frames after which a beat does its work.
const frameless = time.Second

// ticker drives the program: by the window's frames or, while there are none, by beats.
type ticker struct {
	mu     sync.Mutex // held by a frame or a beat
	framed time.Time  // the last frame
	read   bool       // the frame has read its input
}

// Update runs one tick. It returns ebiten.Termination if the user has left the program.
func (a *App) Update() error {
	a.ticker.mu.Lock()
	defer a.ticker.mu.Unlock()
	now := a.cfg.Clock()
	a.ticker.framed = now
	if ebiten.IsWindowBeingClosed() || a.quit || a.cfg.Interrupted != nil && a.cfg.Interrupted() {
		a.window.leave(a.shared.Settings)
		return ebiten.Termination
	}
	if !a.started {
		a.start()
	}
	if !a.surface.painted.IsZero() {
		a.openSpeaker()
	}
	a.work(now)
	in := a.input.read(a.typedInto(), a.unit())
	a.ticker.read = true
	a.handle(in, now)
	a.dirty = a.notices.update(&a.stack) || a.dirty
	a.dirty = a.shared.Art.Tick() || a.dirty
	a.surface.attend(in, now)
	a.window.follow(a.shared.Settings)
	if a.quit {
		a.window.leave(a.shared.Settings)
		return ebiten.Termination
	}
	return nil
}

// endFrame tells a page that the frame has read its input, if it had a tick.
func (p *ticker) endFrame(b *ports.Browser) {
	if p.read && b != nil && b.HasRead != nil {
		b.HasRead()
	}
	p.read = false
}

// Beat does the work of an Update, without input, after a while without frames: a browser draws no
// frames of a hidden tab. Call it ten times a second from a separate goroutine. It does nothing
// before the first frame and while frames come.
func (a *App) Beat() {
	if !a.ticker.mu.TryLock() {
		return // a frame is at work
	}
	defer a.ticker.mu.Unlock()
	now := a.cfg.Clock()
	if !a.started || a.quit || now.Sub(a.ticker.framed) < frameless {
		return
	}
	a.surface.look(now)
	a.work(now)
	a.handle(a.input.none(), now)
}

// work advances everything that needs no input: the game in progress, the club, the sounds.
func (a *App) work(now time.Time) {
	a.shared.Elapsed = a.clock.Step(now)
	if a.cfg.Scores.Poll() > 0 {
		a.dirty = true
	}
	for _, note := range a.cfg.Scores.Notices() {
		a.Say(note)
	}
	giveUp(a, a.cfg.Archive.Taken())
	if sc := a.Scene(); sc != nil && sc.Advance(a.shared.Elapsed) {
		a.dirty = true
		a.follow()
	}
	a.search.Follow(&a.shared, a.free())
	a.attend()
	a.shared.InFront = a.surface.focused
	if a.shared.Canvas.FontsFound() {
		a.Relayout()
	}
	a.sounds.listen()
	a.place()
	a.grant()
}

// free reports whether the user only looks at the main menu or learns.
func (a *App) free() bool {
	if a.Scene() != nil {
		return false
	}
	if len(a.stack.Screens) == 1 {
		return true
	}
	_, learns := a.stack.Screens[1].(*learn.Screen)
	return learns
}

// giveUp leaves the game in progress if another program has taken it over.
func giveUp(a *App, taken []string) {
	if sc := a.Scene(); sc != nil && sc.Local() && slices.Contains(taken, sc.GameID()) {
		a.home()
		a.Say(words.T("The game goes on in another window or terminal."))
	}
}

// handle passes input to the topmost screen, and shows and tells the changes.
func (a *App) handle(in *kit.Input, now time.Time) {
	a.notices.answering = true
	a.dirty = a.globalKeys(in) || a.dirty
	a.dirty = a.Top().Update(in) || a.dirty
	a.notices.answering = false
	a.place()
	if a.cfg.Show != nil && !a.unplaced && a.width > 0 && (a.dirty || a.outside.reading.fresh) {
		a.outside.show(a.unit())
	}
	a.outside.announcer.flush(now)
}
