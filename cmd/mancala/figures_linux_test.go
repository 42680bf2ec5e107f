package main

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"

	"mancala/tools/need"
	"mancala/tools/need/drive"
)

// TestFigures measures the window: its start, end and idle time, and its memory at four sizes and
// after a network game and a review. It prints the figures of docs/capacity.md without judging
// them. It needs MANCALA_FIGURES.
func TestFigures(t *testing.T) {
	if os.Getenv("MANCALA_FIGURES") == "" {
		t.Skip("SKIP: the window is measured only with MANCALA_FIGURES")
	}
	drive.Need(t)
	program := buildProgram(t)
	display := need.XServer(t, "2600x1500x24")
	measureStarts(t, program, display)
	measureRest(t, program, display)
	measureMemory(t, program, display)
}

// measureStarts opens and closes the window a few times.
func measureStarts(t *testing.T, program, display string) {
	for range 5 {
		begin := time.Now()
		w := drive.Open(t, program, display, "Ann", 0, t.TempDir())
		w.Wait("the first picture", func() bool { return len(w.Find("first picture")) > 0 })
		seen := w.Find("first picture")[0].Time.Sub(begin)
		w.On("main menu")
		time.Sleep(2 * time.Second)
		begin = time.Now()
		w.Signal(syscall.SIGTERM)
		w.Exited()
		fmt.Printf("first picture after %v, end after %v\n", seen.Round(time.Millisecond), time.Since(begin).Round(time.Millisecond))
	}
}

// measureRest measures the main menu and a board without input.
func measureRest(t *testing.T, program, display string) {
	w := drive.Open(t, program, display, "Ann", 0, t.TempDir())
	w.Resize(1280, 720)
	for _, after := range []time.Duration{5 * time.Second, 5 * time.Second} {
		time.Sleep(after)
		fmt.Printf("main menu, %v later, for 10 s: %.1f %% of a core\n", after, 100*w.Share(10*time.Second))
	}
	w.Click("#main.two-here")
	w.On("two players here")
	w.Click("#two-here.play")
	w.On("game")
	time.Sleep(5 * time.Second)
	fmt.Printf("idle board: %.1f %% of a core\n", 100*w.Share(10*time.Second))
}

// measureMemory opens screens at four sizes, plays a game over the network and reviews it.
func measureMemory(t *testing.T, program, display string) {
	args := []string{"--first", "host", "--houses", "3", "--seeds", "2"}
	w := drive.Open(t, program, display, "Ann", 0, t.TempDir(), args...)
	tell := func(when string) {
		now, most := w.Memory()
		fmt.Printf("%s: %d MiB, at most %d MiB so far\n", when, now, most)
	}
	for _, size := range [][2]int{{640, 400}, {600, 1000}, {1280, 720}, {2560, 1440}} {
		w.Resize(size[0], size[1])
		time.Sleep(3 * time.Second)
		for _, id := range []string{"help", "settings", "scores", "about", "computer"} {
			w.On("main menu")
			w.Click("#main." + id)
			w.Wait("another screen", func() bool { return w.Screen().Name != "main menu" })
			time.Sleep(time.Second)
			w.Press("Escape")
		}
		w.On("main menu")
		time.Sleep(time.Second)
		tell(fmt.Sprintf("%dx%d", size[0], size[1]))
	}
	measureSeries(t, program, display, w, tell)
}

// measureSeries plays a game between a large window and a small one, and reviews it in the large
// one.
func measureSeries(t *testing.T, program, display string, w *drive.Window, tell func(string)) {
	w.Click("#main.online")
	w.On("online")
	w.Click("Host a game")
	w.On("host")
	w.Click("#host.start")
	w.Wait("listening", func() bool { return len(w.Find("listening")) > 0 })
	bo := drive.Open(t, program, display, "Bo", 0, t.TempDir(), "--join", w.Find("listening")[0].Addr)
	for _, end := range []*drive.Window{w, bo} {
		end.On("game")
	}
	tell("a game over the network")
	playPlies(t, w, bo, script, 0)
	bo.Kill()
	w.On("end of game")
	tell("its end")
	w.Click("#end.dont-save")
	w.Click("#end.review")
	w.On("review")
	time.Sleep(30 * time.Second)
	tell("its review")
	w.Press("Escape")
	time.Sleep(80 * time.Second)
	tell("80 s later")
}
