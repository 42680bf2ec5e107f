//go:build linux

package foreign

import (
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/tools/need"
)

// logLine is a line of the log with the fields that the test reads.
type logLine struct {
	Msg, Name string

	House    int
	Controls []control
}

// control is a control of a screen.
type control struct {
	ID               string
	X, Y             int
	Enabled, Focused bool
}

// lastLine returns the last whole line of the log with a message.
func lastLine(file, msg string) (l logLine, ok bool) {
	data, _ := os.ReadFile(file) // it is not there at first
	for line := range bytes.Lines(data) {
		var next logLine
		if json.Unmarshal(line, &next) == nil && next.Msg == msg {
			l, ok = next, true
		}
	}
	return l, ok
}

// testWindow joins a game that a terminal of this system hosts, from a window of another system,
// and plays a ply with the mouse.
func testWindow(t *testing.T, native, s *system) {
	need.Programs(t, "xdotool", "import")
	display := "DISPLAY=" + need.XServer(t, "1600x1000x24")
	host := native.start(t, "--text", "--serve", "127.0.0.1:0", "--first", "guest", "--name", "Ann", "--data-dir", t.TempDir())
	addr := host.waitFor("Listening on ")
	log := filepath.Join(t.TempDir(), "log")
	cmd := s.command(s.program, "--join", addr, "--name", "Bo", "--data-dir", s.path(t.TempDir()), "--log", s.path(log), "--log-screens")
	cmd.Env = append(cmd.Env, display, "EBITENGINE_GRAPHICS_LIBRARY=opengl") // Wine's DirectX needs Vulkan
	window := launch(t, cmd)
	onScreen := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Env = append(os.Environ(), display)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out
	}
	const house = 3
	bowl := func() (found control) {
		if screen, _ := lastLine(log, "screen"); screen.Name == "game" {
			for _, c := range screen.Controls {
				if c.ID == "house-"+strconv.Itoa(house) {
					found = c
				}
			}
		}
		return found
	}
	within(t, "the board", func() bool { return bowl().Enabled })
	id := strings.Fields(string(onScreen("xdotool", "search", "--sync", "--onlyvisible", "--name", "Mancala")))[0]
	within(t, "a picture of the board", func() bool { return colours(t, onScreen("import", "-window", id, "png:-")) > 1000 })
	at := bowl()
	onScreen("xdotool", "mousemove", "--window", id, strconv.Itoa(at.X), strconv.Itoa(at.Y))
	onScreen("xdotool", "mousedown", "1")
	within(t, "the press", func() bool { return bowl().Focused })
	onScreen("xdotool", "mouseup", "1")
	within(t, "the ply", func() bool { ply, ok := lastLine(log, "ply"); return ok && ply.House == house })
	host.waitFor("    4  4  0  5  5  5") // it shows the board from the side of the guest
	need.NoError(t, window.cmd.Process.Signal(os.Interrupt))
	if out := window.end(); out.code != 130 {
		t.Errorf("after Ctrl+C the exit code is %d", out.code)
	}
}

// colours returns the number of colours in a picture.
func colours(t *testing.T, data []byte) int {
	t.Helper()
	picture := need.Must(png.Decode(bytes.NewReader(data)))(t)
	found := map[[3]uint32]bool{}
	size := picture.Bounds()
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			found[[3]uint32{r, g, b}] = true
		}
	}
	return len(found)
}
