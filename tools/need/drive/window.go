package drive

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/record"
	"mancala/tools/need"
)

// Window is the program in a real window, used by the mouse.
type Window struct {
	*Program
	display string
	id      string
}

// Need leaves out a test that drives real windows if something for that is missing.
func Need(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: windows are not driven in short mode")
	}
	need.Programs(t, "Xvfb", "xdotool")
}

// Open starts the program in file with a data folder, which may be one of an earlier window, and
// args, and moves its window to x on a display.
func Open(t *testing.T, file, display, name string, x int, dir string, args ...string) *Window {
	t.Helper()
	Remember(t, dir, map[string]string{"window": "800x480"}) // software OpenGL draws a small window faster
	w := &Window{
		Program: Start(t, file, name, dir, []string{"DISPLAY=" + display}, append([]string{"--name", name}, args...)...),
		display: display,
	}
	w.id = strings.Fields(w.xdotool("search", "--sync", "--onlyvisible", "--pid", strconv.Itoa(w.cmd.Process.Pid)))[0]
	w.xdotool("windowmove", "--sync", w.id, strconv.Itoa(x), "0")
	w.Wait("the remembered size", func() bool {
		for _, c := range w.Screen().Controls {
			if c.X >= 800 || c.Y >= 480 {
				return false
			}
		}
		return len(w.Screen().Controls) > 0
	})
	return w
}

// Remember writes settings into a data folder.
func Remember(t *testing.T, dir string, settings map[string]string) {
	t.Helper()
	ledger := record.Open(t.Context(), record.Config{Dir: dir})
	defer ledger.Close()
	for key, value := range settings {
		if err := ledger.SetSetting(t.Context(), key, value); err != nil {
			t.Fatal(err)
		}
	}
}

func (w *Window) xdotool(args ...string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display)
	out, err := cmd.Output()
	if err != nil && !strings.Contains(strings.Join(args, " "), "windowmove") { // a window already there does not move
		w.t.Fatalf("xdotool %v: %v", args, err)
	}
	return string(out)
}

// Click clicks the middle of a control once it can be used and has come to rest: a menu moves when
// the disk has told of a game to go on with.
func (w *Window) Click(label string) {
	w.t.Helper()
	for at, before := w.Usable(label), (Control{}); at.X != before.X || at.Y != before.Y; {
		w.xdotool("mousemove", "--window", w.id, strconv.Itoa(at.X), strconv.Itoa(at.Y))
		time.Sleep(100 * time.Millisecond) // the window samples the pointer 60 times a second
		at, before = w.Usable(label), at
	}
	w.xdotool("click", "1")
	time.Sleep(50 * time.Millisecond) // before the pointer moves on
}

// Sow clicks a house of the player.
func (w *Window) Sow(house int) {
	w.t.Helper()
	w.Click(fmt.Sprintf("house %d", house))
}
