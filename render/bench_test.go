package render

import (
	"fmt"
	"image"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// frame is a view of a large, full board with some seeds in the air.
func frame(b *testing.B, s *studio) View {
	b.Helper()
	p := startOf(b, 10, 10)
	_, sowing := rulestest.Sow(b, p, 3)
	v := s.still(p)
	v.Moment = motion.NewTimeline(p, sowing, motion.Fast, false).At(500 * time.Millisecond)
	v.Moment.Board.Store = [2]uint8{20, 20}
	v.Focus, v.HasFocus = rules.Pit{House: 4}, true
	return v
}

// BenchmarkDraw draws frames into a picture, and waits at the end until they are complete.
func BenchmarkDraw(b *testing.B) {
	for _, size := range [][2]int{{1280, 720}, {2560, 1440}} {
		s := newStudio(b, size[0], size[1])
		v := frame(b, s)
		s.shoot(v)
		parts := map[string]func(){
			"backdrop": func() { s.art.DrawBackdrop(s.canvas) },
			"board":    func() { s.art.Draw(s.canvas, v) },
			"still": func() {
				w := v
				w.Playable, w.ShowTurn, w.HasFocus = 0, false, false
				s.art.Draw(s.canvas, w)
			},
		}
		for name, part := range parts {
			b.Run(fmt.Sprintf("%d/%s", size[0], name), func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for b.Loop() {
					part()
					if n++; n%16 == 0 {
						s.wait()
					}
				}
				s.wait()
			})
		}
	}
}

// wait waits for the end of all drawing.
func (s *studio) wait() {
	s.image.SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image).ReadPixels(make([]byte, 4))
}

func BenchmarkNewScene(b *testing.B) {
	s := newStudio(b, 1280, 720)
	l := s.layout(kalah(6))
	pixel := make([]byte, 4)
	for b.Loop() {
		scene := s.art.newScene(s.canvas, l, sceneKey{})
		scene.wood.parts[0].texture.(texture).SubImage(image.Rect(0, 0, 1, 1)).(*ebiten.Image).ReadPixels(pixel)
		scene.wood.drop()
		scene.atlas.drop()
	}
}

// BenchmarkSeedsInTheAir measures this package's share of a frame with 48 seeds in the air. The
// graphics library works later, and takes little time for a small picture.
func BenchmarkSeedsInTheAir(b *testing.B) {
	s := newStudio(b, 320, 180)
	p := rulestest.Position(b, "kalah(6,8) <6,24,23,0,0,0,0,0,1,8,8,8,8,8,8> south")
	_, sowing := rulestest.Sow(b, p, 6)
	line := motion.NewTimeline(p, sowing, motion.Normal, false)
	v := s.still(p)
	v.Moment = line.At(550 * time.Millisecond)
	if n := len(v.Moment.Flights); n != 48 {
		b.Fatalf("%d seeds are in the air", n)
	}
	s.shoot(v)
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		s.art.Draw(s.canvas, v)
		if n++; n%16 == 0 {
			b.StopTimer()
			s.wait()
			b.StartTimer()
		}
	}
}
