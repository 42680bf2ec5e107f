package menus

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
)

// shelf keeps settings in memory and answers at once. It has no scores.
type shelf map[string]string

func (shelf) Poll() int { return 0 }

func (shelf) Top(_ rules.Variant, done func([]ports.Score, error)) { done(nil, nil) }

func (shelf) Place(_ ports.Score, done func(int, error)) { done(0, nil) }

func (shelf) Add(_ ports.Score, done func(bool, error)) { done(true, nil) }

func (shelf) Variants(done func([]rules.Variant, error)) { done(nil, nil) }

func (s shelf) Setting(key string, done func(string)) { done(s[key]) }

func (s shelf) SetSetting(key, value string) { s[key] = value }

func (shelf) Notices() []string { return nil }

// pad is a clipboard of a test.
type pad struct {
	text string
	err  error
}

func (p *pad) Read() (string, error) { return p.text, p.err }

func (p *pad) Write(text string) error { p.text = text; return p.err }

// bench is a program without a window, and what it has asked for.
type bench struct {
	*App
	t        *testing.T
	settings shelf
	pad      *pad
	archive  *cabinet
	hosted   []ports.HostRequest
	seats    []string
}

// newBench returns a program that has these settings and three computer players. Changes may be nil.
func newBench(t *testing.T, settings shelf, changes func(*Config)) *bench {
	t.Helper()
	b := &bench{t: t, settings: settings, pad: &pad{}, archive: &cabinet{}}
	cfg := Config{Ports: ports.Ports{
		Variant: rules.Presets()[0].Variant, Scores: settings, Archive: b.archive, Clipboard: b.pad, Now: time.Now,
		Strategies: []ports.Strategy{
			{Name: "random", Title: "Random", About: "Plays any house that has seeds in it."},
			{Name: "greedy", Title: "Greedy", About: strings.Repeat("Counts what each move wins and takes off what the other could win. ", 3)},
			{Name: "low", Title: "Low", About: "Plays the house nearest to the left."},
		},
		NewSeat: func(name string) (match.Seat, error) {
			if name == "broken" {
				return nil, errors.New("there is no such player")
			}
			b.seats = append(b.seats, name)
			return match.NewPerson(), nil
		},
		NewJudge: func(time.Duration) match.Judge { return matchtest.Mute{} },
		NewID:    func() string { return "g" },
		Host: func(r ports.HostRequest) match.Link {
			b.hosted = append(b.hosted, r)
			return &matchtest.Link{}
		},
		ParseAddress: func(text string) (string, error) { return text, nil },
		ParseGame:    match.ReadGame,
	}}
	if changes != nil {
		changes(&cfg)
	}
	app, err := NewApp(cfg)
	if err != nil {
		t.Fatal(err)
	}
	b.App = app
	return b
}

// windows are the sizes, in pixels, at which screens are looked at.
var windows = [][2]int{{640, 400}, {800, 600}, {1280, 720}, {2560, 1440}, {1000, 1400}}

// layOut gives the topmost screen its place in a window of a size in pixels, and returns the window in units.
func (b *bench) layOut(width, height int) render.Rect {
	u := render.Scale(width, height, 1)
	b.shared.Canvas.Begin(nil, u)
	window := render.Rect{W: float64(width) / u, H: float64(height) / u}
	b.Top().Layout(b.shared.Canvas, window)
	b.placed = window
	b.attachCorner()
	return window
}

// control returns the widget with a label on the topmost screen.
func (b *bench) control(label string) kit.Widget {
	b.t.Helper()
	for _, w := range b.Top().Form().Widgets() {
		if labelOf(w) == label {
			return w
		}
	}
	b.t.Fatalf("there is no %q on the screen %q", label, b.Top().Name())
	return nil
}

// key goes to a control by Tab alone and presses keys there.
func (b *bench) key(label string, keys ...ebiten.Key) {
	b.t.Helper()
	target := b.control(label)
	for range b.Top().Form().Widgets() {
		if b.Top().Form().Focused() == target {
			break
		}
		b.press(ebiten.KeyTab)
	}
	if b.Top().Form().Focused() != target {
		b.t.Fatalf("Tab does not reach %q", label)
	}
	b.press(keys...)
}

// press presses keys, wherever the focus is.
func (b *bench) press(keys ...ebiten.Key) {
	for _, k := range keys {
		b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: k}}})
	}
}

// click clicks the middle of a control.
func (b *bench) click(label string) {
	b.t.Helper()
	b.layOut(1280, 720)
	at := b.control(label).Bounds().Center()
	b.Top().Update(&kit.Input{Cursor: at, CursorMoved: true, Pressed: true, Down: true})
	b.Top().Update(&kit.Input{Cursor: at, Released: true})
}

// write types text into a field in the place of what is there.
func (b *bench) write(label, text string) {
	b.t.Helper()
	b.key(label)
	field := b.control(label).(*kit.TextField)
	field.SelectAll()
	b.Top().Update(&kit.Input{Text: text})
}

// screens opens each screen of this part of the program.
var screens = map[string]func(a *App) page.Screen{
	"new game":         func(a *App) page.Screen { return newSetupScreen(a, page.AsLastTime) },
	"play computer":    func(a *App) page.Screen { return newSetupScreen(a, page.PlayComputer) },
	"two players here": func(a *App) page.Screen { return newSetupScreen(a, page.TwoPlayersHere) },
	"host":             func(a *App) page.Screen { return newHostScreen(a) },
	"open game":        func(a *App) page.Screen { return newOpenGameScreen(a) },
	"review":           func(a *App) page.Screen { return reviewOfAGame(a) },
	"play on": func(a *App) page.Screen {
		return newPlayOnCard(&reviewOfAGame(a).stepper, func() bool { return false })
	},
	"top scores": func(a *App) page.Screen { return newScoresScreen(a) },
	"my games":   func(a *App) page.Screen { return newGamesScreen(a) },
	"my figures": func(a *App) page.Screen {
		s := newGamesScreen(a)
		s.tabs.Choose(1)
		return s
	},
	"replay": func(a *App) page.Screen {
		g := someGame("g-1", "Ann", "Low", 3, 6, 5)
		sc, err := scene.Archived(g.Record)
		if err != nil {
			panic(err)
		}
		return newReplayScreen(a, sc, &g, nil)
	},
	"custom rules": func(a *App) page.Screen {
		return newCustomRules(a, rules.Presets()[3].Variant, func(rules.Variant) {})
	},
}

func TestControlsLieInTheWindowAndApart(t *testing.T) {
	for name, open := range screens {
		b := newBench(t, shelf{}, nil)
		b.Push(open(b.App))
		for _, size := range windows {
			checkPlaced(t, b, name, size)
		}
	}
}

// checkPlaced checks that the controls of the topmost screen lie in a window of a size, apart, with
// labels that fit.
func checkPlaced(t *testing.T, b *bench, name string, size [2]int) {
	t.Helper()
	window := b.layOut(size[0], size[1])
	where := fmt.Sprintf("%s at %dx%d", name, size[0], size[1])
	widgets := b.Top().Form().Widgets()
	labels := map[string]bool{}
	for i, w := range widgets {
		r := w.Bounds()
		if r.X < 8 || r.Y < 8 || r.Right() > window.W-8 || r.Bottom() > window.H-8 || r.W < 40 || r.H < 20 {
			t.Errorf("%s: %q lies at %+v", where, labelOf(w), r)
		}
		for _, other := range widgets[:i] {
			if o := other.Bounds(); r.X < o.Right() && o.X < r.Right() && r.Y < o.Bottom() && o.Y < r.Bottom() {
				t.Errorf("%s: %q and %q overlap", where, labelOf(w), labelOf(other))
			}
		}
		if _, board := w.(page.Parted); !board && (labels[labelOf(w)] || labelOf(w) == "") {
			t.Errorf("%s: the label %q is there twice or empty", where, labelOf(w))
		}
		labels[labelOf(w)] = true
	}
	b.checkText(where)
}

// checkText checks that what stands on the controls of the topmost screen fits them.
func (b *bench) checkText(where string) {
	b.t.Helper()
	for _, id := range b.Top().Form().Clipped(b.shared.Canvas) {
		b.t.Errorf("%s: %q has no room for its text", where, id)
	}
}

func TestEscapeGoesBack(t *testing.T) {
	for name, open := range screens {
		b := newBench(t, shelf{}, nil)
		b.Push(open(b.App))
		b.press(ebiten.KeyEscape)
		if b.Top().Name() != "main menu" {
			t.Errorf("Escape on %s leads to %q", name, b.Top().Name())
		}
	}
}

// labelOf returns what stands on a widget, or "" for one that is only looked at.
func labelOf(w kit.Widget) string {
	if d, ok := w.(kit.Described); ok {
		return d.Describe().Name()
	}
	return ""
}
