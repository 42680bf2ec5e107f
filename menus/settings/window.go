package settings

import (
	"fmt"
	"strings"
)

// Window is the position and size of a window, in device-independent pixels. The zero value means
// unknown.
type Window struct {
	Width, Height int
	// X and Y are the top left corner on its screen, if Placed is set.
	X, Y   int
	Placed bool
	// Full says that the window fills the screen. The other fields then apply after it.
	Full bool
}

// maxWindow is the largest width and height of a window, and its largest distance from the corner
// of its screen.
const maxWindow = 1 << 15

// encode returns the text form: "1280x720", "1280x720+50+20" or "1280x720+50+20 full"; "" for the
// zero value.
func (w Window) encode() string {
	if w.Width <= 0 || w.Height <= 0 {
		return ""
	}
	text := fmt.Sprintf("%dx%d", w.Width, w.Height)
	if w.Placed {
		text += fmt.Sprintf("%+d%+d", w.X, w.Y)
	}
	if w.Full {
		text += " full"
	}
	return text
}

// parseWindow parses the output of encode.
func parseWindow(text string) (Window, bool) {
	var w Window
	size, full := strings.CutSuffix(text, " full")
	w.Full = full
	w.Placed = strings.ContainsAny(size, "+-")
	form, into := "%dx%d", []any{&w.Width, &w.Height}
	if w.Placed {
		form, into = form+"%d%d", append(into, &w.X, &w.Y)
	}
	if _, err := fmt.Sscanf(size, form, into...); err != nil || w.encode() != text {
		return Window{}, false
	}
	for _, n := range [...]int{w.Width, w.Height, w.X, w.Y} {
		if n > maxWindow || n < -maxWindow {
			return Window{}, false
		}
	}
	return w, true
}
