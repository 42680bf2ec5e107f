package drive

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"mancala/internal/record"
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

// Open starts the program in file with args and a data folder, perhaps an earlier window's, and
// moves its window to x on a display.
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
		need.NoError(t, ledger.SetSetting(t.Context(), key, value))
	}
}

func (w *Window) xdotool(args ...string) string {
	w.t.Helper()
	out, err := w.tryXdotool(args...)
	if err != nil && !strings.Contains(strings.Join(args, " "), "windowmove") { // a window already there does not move
		w.t.Fatalf("xdotool %v: %v", args, err)
	}
	return out
}

func (w *Window) tryXdotool(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), need.Patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdotool", args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+w.display)
	out, err := cmd.Output()
	return string(out), err
}

// Resize changes the size of the window.
func (w *Window) Resize(width, height int) {
	w.t.Helper()
	w.xdotool("windowsize", "--sync", w.id, strconv.Itoa(width), strconv.Itoa(height))
}

// Press presses a key, by the name that xdotool has for it.
func (w *Window) Press(key string) {
	w.t.Helper()
	w.xdotool("windowfocus", "--sync", w.id)
	_, _ = w.tryXdotool("key", "--window", w.id, key) // which fails if the key closes the window
}

// Click clicks the middle of a control that can be used. A control may move just then, as a menu
// does when the disk has reported a game to continue: then the button is let go beside it, which
// does nothing, and pressed again. A slow window may take the release and the next press for one
// click: then another screen comes, and the second button is let go beside the control, too.
func (w *Window) Click(label string) {
	w.t.Helper()
	for pressed := ""; ; {
		left := func() bool { return pressed != "" && (w.Screen().Name != pressed || w.hasEnded()) }
		var at Control
		w.Wait("a control "+label, func() (ok bool) {
			at, ok = w.find(label, true)
			return ok || left()
		})
		if left() {
			return
		}
		screen := w.Screen().Name
		moved := func() bool {
			c, ok := w.find(label, false)
			return ok && w.Screen().Name == screen && (c.X != at.X || c.Y != at.Y)
		}
		w.point(at.X, at.Y)
		w.xdotool("mousedown", "1")
		w.Wait("a press of "+label, func() bool { c, _ := w.find(label, false); return c.Focused || moved() || left() })
		if moved() || left() {
			w.point(1, 1)
		}
		shown := len(w.Find("screen")) // what only the network does is no effect of a click
		w.release(func() bool { return moved() || left() || len(w.Find("screen")) > shown })
		if !moved() || w.hasEnded() {
			return
		}
		pressed = screen
	}
}

// point moves the pointer to a place in the window.
func (w *Window) point(x, y int) {
	w.t.Helper()
	w.xdotool("mousemove", "--window", w.id, strconv.Itoa(x), strconv.Itoa(y))
}

// release releases the button. Before the pointer may move on, it waits until the program shows the
// effect, or has ended.
func (w *Window) release(effect func() bool) {
	w.t.Helper()
	_, err := w.tryXdotool("mouseup", "1")
	w.Wait("an effect of the click", func() bool { return effect() || w.hasEnded() })
	if err != nil {
		w.Wait("its end, if xdotool fails", w.hasEnded)
	}
}

// Sow clicks a house of the player.
func (w *Window) Sow(house int) {
	w.t.Helper()
	at := w.Usable(fmt.Sprintf("house %d", house))
	w.point(at.X, at.Y)
	w.xdotool("mousedown", "1")
	before := len(w.lines())
	w.release(func() bool { return len(w.lines()) > before })
}
