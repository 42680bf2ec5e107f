package film

import (
	"bytes"
	"errors"
	"image/png"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/render"
	"mancala/rules"
	"mancala/tools/need"
)

// played returns a game of random plies.
func played(t *testing.T, v rules.Variant, seed uint64) *match.Match {
	t.Helper()
	m := need.Must(match.New(v))(t)
	chance := rand.New(rand.NewPCG(seed, 0))
	for m.Running() && m.Plies() < 400 {
		var list []rules.House
		for h := range m.Position().Plies() {
			list = append(list, h)
		}
		need.Must(m.Play(m.Position().ToMove(), list[chance.IntN(len(list))]))(t)
	}
	return m
}

func painter(t *testing.T) *render.Painter {
	return need.Must(render.NewPainter(render.Walnut().WithSeeds(render.GameSeeds)))(t)
}

// The last turn has all plies of its side, and no other. Every picture has all seeds, and the last
// one shows the end.
func TestShots(t *testing.T) {
	for _, game := range rules.Presets() {
		for seed := range uint64(3) {
			m := played(t, game.Variant, seed)
			f := New(m, [2]string{"Ann", "Bo"}, rules.South)
			from := f.lastTurn()
			if from == len(f.sowings) || from > 0 && f.sowings[from-1].Mover == f.sowings[from].Mover {
				t.Fatalf("%s: the last turn of %d plies begins after %d", game.Name, len(f.sowings), from)
			}
			for _, s := range f.sowings[from:] {
				if s.Mover != f.sowings[from].Mover {
					t.Errorf("%s: the last turn has a ply of the other side", game.Name)
				}
			}
			for _, step := range []time.Duration{0, 60 * time.Millisecond} {
				seeds, last := 2*int(game.Houses)*int(game.Seeds), render.Poster{}
				f.shots(from, step, func(s shot) bool {
					sum := len(s.poster.Moment.Flights)
					for side := range rules.Side(2) {
						for h := range game.Houses + 1 {
							sum += s.poster.Moment.Board.Seeds(rules.Pit{Side: side, House: rules.House(h)})
						}
					}
					if sum != seeds || s.time <= 0 {
						t.Fatalf("%s: a picture of %d seeds for %v, want %d", game.Name, sum, s.time, seeds)
					}
					last = *s.poster
					return true
				})
				winner, won := m.Result().Winner()
				if last.Moment.Board != m.Position().Board() || last.HasWinner != won || won && last.Winner != winner {
					t.Errorf("%s: the last picture is of another end", game.Name)
				}
			}
		}
	}
}

// A film is an animated PNG, the same bytes each time.
func TestMake(t *testing.T) {
	v := need.Must(rules.Preset("kalah"))(t)
	v.Houses, v.Seeds = 2, 1
	f := New(played(t, v, 1), [2]string{"Ann", "Bo"}, rules.South)
	for _, o := range []Options{{Whole: true}, {Upright: true}} {
		file := need.Must(f.Make(painter(t), o, nil))(t)
		first := need.Must(png.DecodeConfig(bytes.NewReader(file)))(t)
		if o.Upright != (first.Height > first.Width) || len(file) > Most || !bytes.Contains(file, []byte("acTL")) {
			t.Errorf("%+v: %dx%d in %d bytes", o, first.Width, first.Height, len(file))
		}
		if o.Upright && !bytes.Equal(file, need.Must(f.Make(painter(t), o, nil))(t)) {
			t.Error("the same game makes other bytes")
		}
	}
}

// A caller can end the work between two pictures.
func TestMakeStops(t *testing.T) {
	f := New(played(t, rules.Presets()[0].Variant, 1), [2]string{"Ann", "Bo"}, rules.South)
	n := 0
	_, err := f.Make(painter(t), Options{}, func() bool { n++; return n < 3 })
	if !errors.Is(err, ErrStopped) || n != 3 {
		t.Errorf("after %d pictures: %v", n, err)
	}
}

// A whole game of every kind is small enough, even a long one of 162 seeds.
func TestLongFilms(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute of painting")
	}
	for _, game := range rules.Presets() {
		m := played(t, game.Variant, 3)
		file := need.Must(New(m, [2]string{"Ann", "Bo"}, rules.South).Make(painter(t), Options{Whole: true}, nil))(t)
		t.Logf("%s: %d plies in %d bytes", game.Name, m.Plies(), len(file))
		if len(file) > Most {
			t.Errorf("%s has %d bytes", game.Name, len(file))
		}
	}
}

func TestTitle(t *testing.T) {
	m := need.Must(match.New(rules.Presets()[0].Variant))(t)
	title := func() string { return New(m, [2]string{"Ann", "Bo"}, rules.South).Title() }
	if got := title(); got != "Ann against Bo" {
		t.Error(got)
	}
	need.NoError(t, m.Resign(rules.South))
	if got := title(); got != "Bo wins against Ann" {
		t.Error(got)
	}
}
