package menustest

import (
	"strings"
	"sync"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/scene"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/tools/need"
)

// Bench is a program without a window around the screens of one part of the program. It records
// routes to other parts instead of following them. Make one with [New].
type Bench struct {
	Driver
	*Outside
	Stack page.Stack
	// Routes are the routes taken to other parts.
	Routes []page.Route
	// Told are the sentences for users who do not see the window.
	Told []string

	shared   page.Shared
	progress page.Progress
	said     string
}

// drawing is the canvas and the art of all programs under test.
var drawing = sync.OnceValues(func() (d page.Shared, err error) {
	if d.Canvas, err = render.NewCanvas(); err == nil {
		d.Art, err = render.NewBoardArt()
	}
	return d, err
})

// Drawing returns the canvas and the art of all programs under test, with the default theme. The
// programs share them because compiling the shaders takes longer than most tests.
func Drawing(t testing.TB) (*render.Canvas, *render.BoardArt) {
	t.Helper()
	d := need.Must(drawing())(t)
	d.Canvas.SetTheme(render.Walnut())
	return d.Canvas, d.Art
}

// New returns a program with these settings and three computer players, at an empty first screen.
// changes may be nil.
func New(t *testing.T, texts Shelf, changes func(*ports.Ports)) *Bench {
	t.Helper()
	canvas, art := Drawing(t)
	b := &Bench{Outside: NewOutside(texts)}
	b.Driver = Driver{T: t, Shell: b, Follow: func() {}}
	p := b.Ports()
	if changes != nil {
		changes(&p)
	}
	b.shared = page.Shared{Ports: &p, Art: art, Canvas: canvas, Elapsed: Tick}
	b.shared.Settings = settings.Open(p.Scores, settings.Defaults(), nil, nil)
	b.progress = page.Progress{Shared: &b.shared, Say: b.Say}
	first := &blank{page.New(b, "main menu")}
	first.Controls = kit.NewForm()
	b.Push(first)
	return b
}

// blank is an empty screen.
type blank struct{ page.Page }

func (*blank) Layout(*render.Canvas, render.Rect) {}

func (*blank) Draw(*render.Canvas) {}

// Push shows a screen above the others.
func (b *Bench) Push(s page.Screen) { b.Stack.Push(s) }

// Back goes back to the screen below.
func (b *Bench) Back() { b.Stack.Back() }

// BackTo goes back until the topmost screen is s.
func (b *Bench) BackTo(s page.Screen) { b.Stack.BackTo(s) }

// Top returns the topmost screen.
func (b *Bench) Top() page.Screen { return b.Stack.Top() }

// Go records a route. It also follows routes to the main menu and to the board.
func (b *Bench) Go(r page.Route) {
	b.Routes = append(b.Routes, r)
	switch r.(type) {
	case page.ToMain, page.ToLeave:
		b.End()
		b.BackTo(b.Stack.Screens[0])
	case page.ToBoard:
		b.Follow()
	}
}

// Route returns the last route, or nil.
func (b *Bench) Route() page.Route {
	if len(b.Routes) == 0 {
		return nil
	}
	return b.Routes[len(b.Routes)-1]
}

// Home returns the lobby that follows a game, or nil.
func (b *Bench) Home() page.Home { return b.Stack.Home() }

// Say records a sentence.
func (b *Bench) Say(sentence string) { b.said = sentence }

// Tell records a sentence.
func (b *Bench) Tell(sentence string, _ bool) { b.Told = append(b.Told, sentence) }

// Said returns the last sentence.
func (b *Bench) Said() string { return b.said }

// Relayout does nothing: tests call LayOut.
func (b *Bench) Relayout() {}

// Scene returns the game in progress, or nil.
func (b *Bench) Scene() *scene.Scene { return b.progress.Scene() }

// Begin makes a scene the game in progress.
func (b *Bench) Begin(sc *scene.Scene) *scene.Scene { return b.progress.Begin(sc) }

// End ends the game in progress.
func (b *Bench) End() { b.progress.End() }

// Shared returns the state that all screens share.
func (b *Bench) Shared() *page.Shared { return &b.shared }

// Play begins a local game after given plies.
func (b *Bench) Play(s settings.Setup, plies ...rules.House) *scene.Scene {
	b.T.Helper()
	table := need.Must(b.shared.Ports.LocalTable(s, plies...))(b.T)
	sc := b.Begin(scene.New(table, s.Seats))
	sc.Stepwise = s.StepByStep
	sc.Advance(0)
	b.Follow()
	return sc
}

// Reads reports whether the topmost screen shows a text in full, on one or several lines. Call
// LayOut before.
func (b *Bench) Reads(text string) bool {
	shown, whole := false, true
	b.Overhear(func(l render.Lettering) {
		if l.Whole == text || l.Paragraph == text {
			shown, whole = true, whole && l.Whole == l.Text && !strings.HasSuffix(l.Text, " …")
		}
	})
	return shown && whole
}

// Says checks that the topmost screen shows texts, each as a part of a text or whole. Call LayOut
// before.
func (b *Bench) Says(texts ...string) {
	b.T.Helper()
	shown := b.Text()
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			b.T.Errorf("the screen does not say %q:\n%s", text, shown)
		}
	}
}

// Text returns the texts that the topmost screen draws, each in full on its own line. Call LayOut
// before.
func (b *Bench) Text() string {
	var text strings.Builder
	b.Overhear(func(l render.Lettering) {
		if l.First {
			text.WriteString(l.Paragraph + "\n")
		}
	})
	return text.String()
}

// Overhear calls hear for each text that the topmost screen draws. Call LayOut before.
func (b *Bench) Overhear(hear func(render.Lettering)) {
	window := ebiten.NewImage(64, 64)
	defer window.Deallocate()
	c := b.shared.Canvas
	_, unit := c.Image()
	c.Begin(window, unit)
	c.Overhear(hear)
	c.Unseen(func() { b.Top().Draw(c) })
	c.Overhear(nil)
}
