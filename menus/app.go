package menus

import (
	"cmp"
	"image"
	"math"
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/game"
	"mancala/menus/kit"
	"mancala/menus/learn"
	"mancala/menus/newgame"
	"mancala/menus/page"
	"mancala/render"
)

// tick is the length of an Update until the clock has measured one.
const tick = time.Second / 60

// App is the game that Ebitengine runs: a stack of screens, at most one game in progress, and a
// window that it redraws only after changes. Make one with [NewApp].
type App struct {
	cfg      Config
	shared   page.Shared
	input    *inputReader
	stack    page.Stack
	notices  notices
	progress page.Progress
	search   learn.Search
	sounds   sounds
	ticker   ticker
	outside  outside
	language string // the system's language

	window        windowPlace
	clock         motion.Clock
	width, height int         // the drawing area in physical pixels
	scale         float64     // physical pixels per logical pixel
	placed        render.Rect // the area of the last layout
	unplaced      bool        // some screen needs a layout
	dirty         bool        // something visible has changed
	surface       surface
	started       bool // Update has been called
	quit          bool
}

// NewApp returns the program at its first screen. It returns an error only if the program was built
// incorrectly.
func NewApp(cfg Config) (*App, error) {
	canvas, err := render.NewCanvas()
	if err != nil {
		return nil, err
	}
	art, err := render.NewBoardArt()
	if err != nil {
		return nil, err
	}
	return newApp(cfg, canvas, art), nil
}

// newApp is NewApp with a given canvas and art.
func newApp(cfg Config, canvas *render.Canvas, art *render.BoardArt) *App {
	if cfg.FindFont != nil {
		canvas.FindFonts(cfg.FindFont)
	}
	if cfg.Clock == nil {
		cfg.Clock = time.Now
	}
	canvas.Employ(cfg.Scribe)
	a := &App{cfg: cfg, input: newInputReader(), scale: 1, dirty: true, language: words.Current()}
	a.input.in(cfg.Browser)
	a.window.desk, a.surface.tidy = realDesk{}, cfg.Tidy
	a.shared = page.Shared{Ports: &a.cfg.Ports, Art: art, Canvas: canvas, Elapsed: tick}
	a.progress = page.Progress{Shared: &a.shared, Say: a.Say, Observe: cfg.Observe}
	a.outside = outside{stack: &a.stack, watch: cfg.Show, announcer: announcer{tell: cfg.Tell}}
	if cfg.Tell != nil {
		a.progress.Narrate = a.outside.announcer.say
	}
	a.sounds.open(a, &a.stack, &a.surface)
	a.openSettings()
	a.Push(newgame.NewMenu(a, learn.CountDue(a, &a.search)))
	return a
}

// openSpeaker opens the speaker, unless it is open.
func (a *App) openSpeaker() {
	if open := a.cfg.Speaker; open != nil {
		a.cfg.Speaker, a.sounds.speaker = nil, open()
		a.sounds.tune(a.shared.Settings.Now())
	}
}

// start hosts, joins, watches, visits a club or continues a game, as Config says.
func (a *App) start() {
	a.started = true
	if a.cfg.Open != nil {
		a.cfg.Open()
	}
	switch {
	case a.cfg.Game != "":
		page.OpenLink(a, a.cfg.Game)
	case a.cfg.Serve != "":
		newgame.OpenLine(a, page.ToHost{Addr: a.cfg.Serve}, a.cfg.Resumes)
	case a.cfg.Join != "":
		newgame.OpenLine(a, page.ToJoin{Addr: a.cfg.Join}, a.cfg.Resumes)
	case a.cfg.Watch != "":
		a.Go(page.ToJoin{Addr: a.cfg.Watch, Watch: true})
	case a.cfg.Visit != "":
		a.Go(page.ToClub{Addr: a.cfg.Visit, GoOn: a.cfg.GoOn})
	case a.cfg.GoOn:
		newgame.GoOnLast(a)
	}
}

// Started reports whether Update has been called, as happens once the window is open. Before that
// the app neither listens nor dials.
func (a *App) Started() bool { return a.started }

// Shared returns the state that all screens share.
func (a *App) Shared() *page.Shared { return &a.shared }

// Push shows a screen above the others.
func (a *App) Push(s page.Screen) {
	a.stack.Push(s)
	a.Relayout()
}

// Relayout lays out all screens again before they are next used.
func (a *App) Relayout() { a.unplaced, a.dirty = true, true }

// Back returns to the screen below; on the last one it does nothing.
func (a *App) Back() {
	a.stack.Back()
	a.dirty = true
}

// BackTo goes back to the screen s, or to the first one if s is not on the stack.
func (a *App) BackTo(s page.Screen) {
	a.stack.BackTo(s)
	a.dirty = true
}

// Scene returns the game in progress, or nil.
func (a *App) Scene() *scene.Scene { return a.progress.Scene() }

// Begin makes sc the game in progress, ends the previous one, and returns sc.
func (a *App) Begin(sc *scene.Scene) *scene.Scene {
	a.progress.Begin(sc)
	a.sounds.conductor.Attend(sc)
	return sc
}

// End ends the game in progress, if there is one, and says goodbye to the peer. A running game is
// kept.
func (a *App) End() { a.progress.End() }

// home goes back to the main menu and ends the game in progress.
func (a *App) home() {
	a.End()
	a.BackTo(a.stack.Screens[0])
}

// Top returns the topmost screen.
func (a *App) Top() page.Screen { return a.stack.Top() }

// exit ends the program at the end of this tick.
func (a *App) exit() { a.quit = true }

// Shutdown says goodbye to the peer of the game in progress. Call it after the window has closed.
func (a *App) Shutdown() {
	a.progress.Closing = true
	a.search.Close()
	if g := a.gameScreen(); g != nil {
		g.KeepUnasked()
	}
	a.home()
}

// follow brings the stack of screens up to date with the game in progress.
func (a *App) follow() { game.Follow(a, a.gameScreen()) }

// attend asks the user about guests who knock, unless the winner is entering a name.
func (a *App) attend() {
	for _, s := range a.stack.Screens {
		if keeper, ok := s.(page.Doorkeeper); ok {
			keeper.Attend(a.naming())
		}
	}
}

// Home returns the lobby that follows a game, or nil for the main menu.
func (a *App) Home() page.Home { return a.stack.Home() }

// gameScreen returns the topmost game screen on the stack, or nil.
func (a *App) gameScreen() *game.Screen {
	for _, s := range slices.Backward(a.stack.Screens) {
		if g, ok := s.(*game.Screen); ok {
			return g
		}
	}
	return nil
}

// globalKeys handles the keys that work on every screen.
func (a *App) globalKeys(in *kit.Input) bool {
	for _, k := range in.Keys {
		switch {
		case k.Repeat:
		case k.Key == ebiten.KeyF11, k.Key == ebiten.KeyEnter && k.Alt:
			a.window.toggleFull()
			in.Keys = nil
			return true
		case k.Key == ebiten.KeyQ && k.Ctrl && a.cfg.Browser == nil:
			a.askExit()
			in.Keys = nil
			return true
		case k.Key == ebiten.KeyN && k.Ctrl && a.cfg.Browser == nil:
			a.askNewGame()
			in.Keys = nil
			return true
		case a.Top().Field() == nil && in.TakeShortcut("?"):
			a.showKeys()
			return true
		case k.Key == ebiten.KeyF1:
			if a.Top().Name() != "help" {
				a.Go(page.ToHelp{})
				in.Keys = nil
				return true
			}
		}
	}
	return false
}

// showKeys toggles a list of the topmost screen's keys.
func (a *App) showKeys() {
	if a.Top().Name() == "keys" {
		a.Back()
		return
	}
	var lines []page.KeyLine
	if s, ok := a.Top().(page.Keyed); ok {
		lines = s.Keys()
	}
	for _, s := range a.Top().Form().Shortcuts() {
		if s.ID != a.sounds.corner.ID() { // its key is among the keys of all screens
			lines = append(lines, page.KeyLine{Keys: kit.KeyName(s.Key, kit.Keyboard), Does: s.Label})
		}
	}
	a.Go(page.ToKeys{Lines: append(lines, page.Everywhere(a.shared.Ports)...)})
}

// askExit leaves the program.
func (a *App) askExit() {
	a.askBefore(a.exit, words.T("Exit the program?"), words.T("Exit"), words.T("Go on playing"), func(peer string) string {
		return words.T("The game is kept: choose Continue to go on with it later. %s is told that you closed the program.", peer)
	})
}

// askNewGame opens the setup of a new game.
func (a *App) askNewGame() {
	begin := func() {
		a.leave()
		a.Go(page.ToNewGame{Against: page.AsLastTime})
	}
	a.askBefore(begin, words.T("A new game?"), words.T("New game"), words.T("Play on"), func(peer string) string {
		return words.T("The game is kept: choose Continue to go on with it later. %s is told that you left for now.", peer)
	})
}

// askBefore leaves the game in progress. It asks first if a win has no name yet, which would be
// lost, or if a game with a peer is running. kept returns the text of the question about that game.
func (a *App) askBefore(leave func(), title, yes, no string, kept func(peer string) string) {
	var text string
	switch {
	case a.naming():
		text, no = words.T("Your win is not in the top scores yet: it has no name."), words.T("Go back")
	case a.hasPeer():
		text = cmp.Or(a.leaveWarning(), kept(a.Scene().Peer()))
	default:
		leave()
		return
	}
	a.Push(page.NewQuestion(a, title, text, yes, no, leave))
}

// leaveWarning returns the warning of the game in progress.
func (a *App) leaveWarning() string {
	if g := a.gameScreen(); g != nil {
		return g.LeaveWarning()
	}
	return ""
}

// naming reports whether the winner is entering a name.
func (a *App) naming() bool {
	g := a.gameScreen()
	return g != nil && g.Naming()
}

// hasPeer reports whether a game with a peer is running.
func (a *App) hasPeer() bool { return a.progress.Unfinished() && !a.Scene().Local() }

// unit returns the present number of physical pixels per unit.
func (a *App) unit() float64 {
	return a.shared.Unit(a.width, a.height, a.scale)
}

// place lays out the screens if necessary.
func (a *App) place() {
	u := a.unit()
	area := render.Rect{W: float64(a.width) / u, H: float64(a.height) / u}
	defer func() { a.sounds.attachCorner(a.placed) }()
	if !a.unplaced && a.placed == area {
		return
	}
	a.shared.Canvas.Begin(nil, u)
	a.placed, a.unplaced, a.dirty = area, false, true
	for _, s := range a.stack.Screens {
		s.Layout(a.shared.Canvas, area)
	}
}

// Draw updates the picture after changes. DrawFinalScreen copies it to the window.
func (a *App) Draw(screen *ebiten.Image) {
	a.ticker.mu.Lock()
	defer a.ticker.mu.Unlock()
	if a.cfg.Open != nil {
		a.cfg.Open = nil
		return
	}
	ready := a.dirty && !a.unplaced && a.width > 0
	now := a.cfg.Clock()
	if ready {
		a.surface.cross(state{a.Top(), a.Top().Turns()}, now, a.shared.Settings.Now().Still)
	}
	if a.surface.update(screen, image.Pt(a.width, a.height), ready, now, a.drawFrame) {
		a.dirty = false
	}
	a.ticker.endFrame(a.cfg.Browser)
}

// DrawFinalScreen copies the picture to the window.
func (a *App) DrawFinalScreen(screen ebiten.FinalScreen, _ *ebiten.Image, geoM ebiten.GeoM) {
	a.surface.present(screen, geoM)
}

// drawFrame draws the topmost screen, and the screens below a card.
func (a *App) drawFrame(picture *ebiten.Image) {
	a.shared.Canvas.Begin(picture, a.unit())
	a.notices.announce(&a.stack)
	a.shared.Art.DrawBackdrop(a.shared.Canvas)
	for _, s := range a.stack.Visible() {
		if s == a.Top() && a.cfg.Show != nil {
			a.outside.reading.overhear(a.shared.Canvas, s)
			continue
		}
		s.Draw(a.shared.Canvas)
	}
}

// LayoutF returns the size of Ebitengine's own picture of the window, which is never visible: see
// [grain].
func (a *App) LayoutF(width, height float64) (float64, float64) {
	a.scale = ebiten.Monitor().DeviceScaleFactor() // only here: another thread answers
	w, h := math.Ceil(width*a.scale), math.Ceil(height*a.scale)
	if int(w) != a.width || int(h) != a.height {
		a.width, a.height, a.dirty = int(w), int(h), true
	}
	return w / grain, h / grain
}

// Layout is required by Ebitengine's interface; LayoutF is used instead.
func (a *App) Layout(width, height int) (int, int) { return width, height }
