package info

import (
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/tools/need"
)

// lessonOf returns a program at the beginning of the lesson.
func lessonOf(t *testing.T, texts menustest.Shelf) (*menustest.Bench, *Lesson) {
	t.Helper()
	b := menustest.New(t, texts, func(p *ports.Ports) {
		p.Strategies = append(p.Strategies, match.Strategy{Name: "seedling", Title: "Seedling"})
	})
	b.Push(NewLesson(b, rules.Variant{}))
	b.LayOut(1280, 720)
	return b, b.Top().(*Lesson)
}

// whole goes through the lesson; solve plays a house.
func whole(t *testing.T, b *menustest.Bench, s *Lesson, solve func(h rules.House)) {
	t.Helper()
	for i := range s.lesson.steps {
		if next := b.Info("#lesson.next").Label; s.lesson.at != i || s.lesson.solved || next != "Skip" {
			t.Fatalf("at step %d: solved %v, the button says %q", s.lesson.at+1, s.lesson.solved, next)
		}
		h, _ := s.lesson.answer()
		solve(h)
		line, _, _ := s.Motion()
		if !s.lesson.solved || line == nil || !b.Shows("Skip") {
			t.Fatalf("step %d: solved %v, in motion %v", i+1, s.lesson.solved, line != nil)
		}
		b.Pass(line.Duration() + 2*menustest.Tick)
		if line, _, _ = s.Motion(); line != nil || b.Focused() != "lesson.next" {
			t.Fatalf("step %d does not come to its end", i+1)
		}
		b.Press(ebiten.KeyW)
		if story := s.ply.Story(); story == "" || s.ply.StoryWay() == nil || !slices.Contains(b.Told, story) {
			t.Fatalf("step %d is told as %q", i+1, story)
		}
		if b.Pass(20 * time.Second); b.Focused() != "lesson.next" {
			t.Fatalf("the story of step %d does not end", i+1)
		}
		if i < len(s.lesson.steps)-1 {
			b.Press(ebiten.KeyEnter)
		}
	}
	if next := b.Info("#lesson.next").Label; next != "Play Seedling" {
		t.Fatalf("at the end the button says %q", next)
	}
	b.Press(ebiten.KeyEnter)
	start, ok := b.Route().(page.ToStart)
	if !ok || start.Setup.Seats != [2]string{"person", "seedling"} || start.Setup.Variant != rules.Presets()[0].Variant {
		t.Errorf("the lesson leads to %+v", b.Route())
	}
}

func TestTheLessonByDigits(t *testing.T) {
	b, s := lessonOf(t, menustest.Shelf{})
	whole(t, b, s, func(h rules.House) { b.Press(ebiten.KeyDigit0 + ebiten.Key(h)) })
}

func TestTheLessonByArrows(t *testing.T) {
	b, s := lessonOf(t, menustest.Shelf{})
	whole(t, b, s, func(h rules.House) {
		for range 6 {
			if b.Press(ebiten.KeyArrowRight); s.board.Chosen() == h {
				break
			}
		}
		b.Press(ebiten.KeyEnter)
	})
}

func TestTheLessonByMouseAndFinger(t *testing.T) {
	for _, source := range []kit.Source{kit.Mouse, kit.Touch} {
		for _, size := range [][2]int{{1280, 720}, {600, 1000}} {
			b, s := lessonOf(t, menustest.Shelf{"name": "Ann"})
			whole(t, b, s, func(h rules.House) {
				b.LayOut(size[0], size[1])
				b.Tap(source, s.board.Layout.Pit(south(h)).Center())
			})
			if !b.Shared().Settings.Now().Greeted {
				t.Error("a person who has finished the lesson is offered it again")
			}
			if start := b.Route().(page.ToStart); start.Setup.Names[0] != "Ann" {
				t.Errorf("the first game is played by %q", start.Setup.Names)
			}
		}
	}
}

func TestTheLessonIsLeftAndGoneBackIn(t *testing.T) {
	kept := menustest.Shelf{"speed": "off"}
	b, s := lessonOf(t, kept)
	if kept["greeted"] != "" {
		t.Error("a person who has only opened the lesson is not offered it any more")
	}
	if b.Press(ebiten.KeyDigit1); !b.Shows("Next") {
		t.Fatal("without motion the step is not done at once")
	}
	b.Click("Next")
	b.Click("Skip")
	if step := s.lesson.at + 1; step != 3 {
		t.Fatalf("Next and Skip lead to step %d", step)
	}
	b.Press(ebiten.KeyDigit1, ebiten.KeyDigit1)
	if v := s.board.View(kit.State{}); !v.HasHint || v.Hint != south(3) {
		t.Errorf("after two wrong tries the board shows %v", v.Hint)
	}
	b.Click("Back")
	b.Click("Back")
	if b.Shows("Next") || b.Info("#lesson.back").Enabled {
		t.Errorf("Back leads to step %d, solved %v", s.lesson.at+1, s.lesson.solved)
	}
	if b.Press(ebiten.KeyEscape); b.Top().Name() != "main menu" {
		t.Errorf("Escape leads to %q", b.Top().Name())
	}
}

func TestThePreviewOfTheLesson(t *testing.T) {
	b, s := lessonOf(t, menustest.Shelf{})
	at := s.board.Layout.Pit(south(2)).Center()
	b.Top().Update(&kit.Input{Cursor: at, CursorMoved: true})
	if v := s.board.View(kit.State{}); v.Preview == nil || v.Focus != south(2) {
		t.Error("a house under the pointer shows no preview")
	}
	_, without := lessonOf(t, menustest.Shelf{"preview": "no"})
	without.Update(&kit.Input{Cursor: at, CursorMoved: true})
	if v := without.board.View(kit.State{}); v.Preview != nil || !v.HasFocus {
		t.Error("the preview is turned off, and shown")
	}
}

// In each language all texts fit, and the board keeps some height.
func TestTheLessonFits(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	for _, code := range []string{words.English, "de", words.Long} {
		need.NoError(t, words.Use(code))
		b, s := lessonOf(t, menustest.Shelf{})
		for _, size := range menustest.Windows {
			window := b.LayOut(size[0], size[1])
			if board := s.board.Layout.Board(); board.H < 0.3*window.H && board.W < 0.7*window.W {
				t.Errorf("%s at %v: the board is %.0fx%.0f", code, size, board.W, board.H)
			}
			for _, step := range s.lesson.steps {
				for _, text := range []string{step.Other.T(), words.T("You win, %d to %d. Now you know the game.", 25, 23)} {
					if h := kit.TextHeight(b.Shared().Canvas, text, s.comment.Bounds().W, commentStyle); h > s.comment.Bounds().H+1 {
						t.Errorf("%s at %v: no room for %q", code, size, text)
					}
				}
			}
		}
	}
}
