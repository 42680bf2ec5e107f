package sound

import (
	"io"

	"golang.org/x/sys/windows"
)

// newDevice returns the device that plays a source.
func newDevice(source io.Reader) device { return &card{source: source} }

// outputs counts the sound devices of Windows.
var outputs = windows.NewLazySystemDLL("winmm.dll").NewProc("waveOutGetNumDevs")

// mayHaveCard reports whether Windows has a sound device. Without any, oto would play into a void,
// and keep doing so with a headset plugged in.
func mayHaveCard() bool {
	if outputs.Find() != nil {
		return true
	}
	n, _, _ := outputs.Call()
	return n > 0
}
