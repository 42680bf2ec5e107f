package game

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/menustest"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
	"mancala/tools/need/screen"
	"mancala/words"
)

// states are the states of the screen, by name, each with a function that prepares a program.
var states = map[string]func(t *testing.T) *menustest.Bench{
	"start": func(t *testing.T) *menustest.Bench {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "greedy"}})
		return b
	},
	"log": func(t *testing.T) *menustest.Bench {
		b := newBench(t, menustest.Shelf{"log": "yes", "bar": "yes"}, nil)
		b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Seats: twoPersons}, 3, 6, 1, 2, 5, 4, 6)
		return b
	},
	"menu": func(t *testing.T) *menustest.Bench {
		b := newBench(t, menustest.Shelf{}, nil)
		b.Play(persons(rulestest.Variant(t, "kalah", 6, 4)))
		b.Press(ebiten.KeyF10)
		return b
	},
	"step": func(t *testing.T) *menustest.Bench {
		b := newBench(t, menustest.Shelf{}, func(c *ports.Ports) {
			c.NewSeat = func(string) (match.Seat, error) { return matchtest.NewHurried(), nil }
		})
		b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 10, 4), Seats: [2]string{"low", "greedy"}, StepByStep: true})
		return b
	},
	"won": func(t *testing.T) *menustest.Bench { return finished(t, true, 1200*time.Millisecond) },
	"named": func(t *testing.T) *menustest.Bench {
		b := finished(t, true, 4*time.Second)
		b.Click("#end.dont-save")
		return b
	},
	"draw":  func(t *testing.T) *menustest.Bench { return finishedAs(t, drawn, nil) },
	"close": func(t *testing.T) *menustest.Bench { return finishedAs(t, closest, nil) },
	"far": func(t *testing.T) *menustest.Bench {
		b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 3, 1, 2)
		link.Push(down)
		b.Pass(time.Second)
		return b
	},
	"clocks":     func(t *testing.T) *menustest.Bench { return timedFor(t, 20*time.Second) },
	"clocks-low": func(t *testing.T) *menustest.Bench { return timedFor(t, 55*time.Second) },
}

// timedFor returns a program in a game of one minute, some time after the clock began to run.
func timedFor(t *testing.T, d time.Duration) *menustest.Bench {
	t.Helper()
	b, _, now := timedGame(t)
	*now = now.Add(d)
	b.Pass(time.Second)
	return b
}

// The plies of three games of Kalah(6,4): a clear win of South, a draw, and a win by two.
var won, drawn, closest = search(func(a, b int) bool { return a >= 40 }), search(func(a, b int) bool { return a == b }),
	search(func(a, b int) bool { return a == b+2 })

// search plays pseudo-random games, the same in every run, until ends accepts the result of one,
// and returns its plies.
func search(ends func(south, north int) bool) []rules.House {
	for seed := uint32(1); ; seed++ {
		p, _ := rules.Start(rules.Presets()[0].Variant)
		var plies []rules.House
		for r := seed; !p.Over(); {
			var can []rules.House
			for h := range p.Plies() {
				can = append(can, h)
			}
			r = r*1664525 + 1013904223
			h := can[int(r>>16)%len(can)]
			plies = append(plies, h)
			p, _, _ = p.Sow(h)
		}
		if ends(p.Store(rules.South), p.Store(rules.North)) {
			return plies
		}
	}
}

func finished(t *testing.T, best bool, after time.Duration) *menustest.Bench {
	t.Helper()
	b := finishedAs(t, won, func(c *ports.Ports) {
		if best {
			c.Scores = menustest.NewLedger()
		}
	})
	if after < 4*time.Second { // restart the finale
		g := screenOf(b)
		g.end.celebrate()
		b.Pass(after)
	}
	return b
}

func finishedAs(t *testing.T, plies []rules.House, changes func(*ports.Ports)) *menustest.Bench {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, changes)
	sc := b.Play(persons(rules.Presets()[0].Variant))
	for _, h := range plies {
		need.NoError(t, sc.Play(h))
		sc.Advance(0)
		sc.Settle()
	}
	b.Follow()
	ended(t, b)
	return b
}

// TestGallery lays out the states of the screen in four window sizes and every language, and checks
// that no text on a control is cut off. If MANCALA_PICTURES is set, it draws pictures in three
// themes into that folder.
func TestGallery(t *testing.T) {
	screen.Need(t)
	t.Cleanup(func() { _ = words.Use(words.English) })
	dir := os.Getenv("MANCALA_PICTURES")
	for i, size := range [][2]int{{1280, 720}, {640, 400}, {600, 1000}, {2560, 1440}} {
		for k, lang := range []string{words.English, "de", words.Long} {
			need.NoError(t, words.Use(lang))
			for name, prepare := range states {
				b := prepare(t)
				b.Shared().Canvas.SetTheme(render.Themes()[(i+k)%len(render.Themes())])
				b.LayOut(size[0], size[1])
				b.Pass(menustest.Tick)
				b.LayOut(size[0], size[1])
				where := fmt.Sprintf("%s-%dx%d-%s", name, size[0], size[1], lang)
				if lang != words.Long {
					b.CheckText(where)
				}
				if dir != "" && (lang != words.Long || i == 1) {
					b.KeepPicture(filepath.Join(dir, where+".png"), size)
				}
				b.End()
			}
		}
	}
}
