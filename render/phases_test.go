package render

import (
	"fmt"
	"image"
	"image/draw"
	"testing"
	"time"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// emptying is a position in which house 6 of South empties the row, so that North's seeds are swept
// up.
const emptying = "kalah(6,4) <6,20,14,0,0,0,0,0,1,4,3,2,0,0,4> south"

// phase is a part of a motion.
type phase struct {
	name     string
	position string
	house    rules.House
	beat     motion.BeatKind // the beat that it begins with
	nth      int             // the number of that beat, from 1
	after    time.Duration   // time from the beat to the picture
	words    string
}

// phases are the phases of two plies: one that captures, and one that ends the game.
var phases = []phase{
	{"lift", rulestest.CS340, 1, motion.BeatLift, 1, 90 * time.Millisecond, ""},
	{"flight", rulestest.CS340, 1, motion.BeatDrop, 1, 70 * time.Millisecond, ""},
	{"landing", rulestest.CS340, 1, motion.BeatDrop, 2, 0, ""},
	{"capture", rulestest.CS340, 1, motion.BeatCapture, 1, 180 * time.Millisecond, "captures 6"},
	{"sweep", emptying, 6, motion.BeatSweep, 1, 400 * time.Millisecond, ""},
}

// view returns the view of the phase.
func (ph phase) view(t *testing.T, s *studio) View {
	p := rulestest.Position(t, ph.position)
	_, sowing := rulestest.Sow(t, p, ph.house)
	line := motion.NewTimeline(p, sowing, motion.Normal, false)
	v := s.still(p)
	v.Moment, v.Playable = line.At(ph.begin(t, line)+ph.after), 0
	v.CaptionWords = ph.words
	return v
}

// begin returns when the phase begins.
func (ph phase) begin(t *testing.T, line motion.Timeline) time.Duration {
	const step = 5 * time.Millisecond
	n := 0
	for at := motion.Begin; at <= line.Duration(); at += step {
		for beat := range line.Beats(at, at+step) {
			if beat.Kind == ph.beat {
				n++
			}
		}
		if n >= ph.nth {
			return at + step
		}
	}
	t.Fatalf("the ply of %s has no such beat", ph.name)
	return 0
}

// TestGoldenPhases draws every phase of a motion, the rest before it and the celebration after it,
// in every theme and in a window of every class of sizes: one sheet of small pictures each.
func TestGoldenPhases(t *testing.T) {
	for class, size := range map[string]image.Point{"landscape": {240, 135}, "portrait": {135, 240}, "small": {160, 90}} {
		s := newStudio(t, size.X, size.Y)
		for _, theme := range Themes() {
			name := fmt.Sprintf("phases-%s-%s", theme.Code(), class)
			t.Run(name, func(t *testing.T) {
				s.inTheme(theme)
				pictures := []*image.RGBA{s.shoot(s.still(startOf(t, 6, 4)))}
				for _, ph := range phases {
					pictures = append(pictures, s.shoot(ph.view(t, s)))
				}
				pictures = append(pictures, s.celebrate(t))
				compare(t, name, contactSheet(size, pictures))
			})
		}
	}
}

// celebrate returns a picture of the finale.
func (s *studio) celebrate(t *testing.T) *image.RGBA {
	v := s.still(rulestest.Position(t, rulestest.CS340))
	v.ShowTurn, v.Playable = false, 0
	m := motion.NewFinale(rules.South, true).At(time.Second)
	v.Finale = &m
	s.art.DrawBackdrop(s.canvas)
	s.art.Draw(s.canvas, v)
	s.art.DrawRain(s.canvas, s.canvas.Bounds(), v)
	return s.read()
}

// contactSheet puts pictures of one size side by side, in two rows. It clears the lowest bits,
// which are invisible and take most of the space in a file.
func contactSheet(size image.Point, pictures []*image.RGBA) *image.RGBA {
	columns := (len(pictures) + 1) / 2
	all := image.NewRGBA(image.Rect(0, 0, columns*size.X, 2*size.Y))
	for i, p := range pictures {
		at := image.Pt(i%columns*size.X, i/columns*size.Y)
		draw.Draw(all, image.Rectangle{Min: at, Max: at.Add(size)}, p, image.Point{}, draw.Src)
	}
	for i := range all.Pix {
		all.Pix[i] = all.Pix[i]&^7 | 4
	}
	for i := 3; i < len(all.Pix); i += 4 {
		all.Pix[i] = 255
	}
	return all
}
