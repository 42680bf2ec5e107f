package sound

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ebitengine/oto/v3"
)

// playerFrames is oto's read-ahead, 43 ms: the amount that a browser's device reads at a time.
const playerFrames = 2048

// deviceBuffer returns the buffer of the device, 0 for oto's default. PulseAudio gets a short
// buffer, since oto would use 100 ms. Other systems keep the default: oto knows the size that macOS
// needs, and a browser only takes powers of two of frames.
func deviceBuffer() time.Duration {
	if runtime.GOOS == "linux" {
		return 40 * time.Millisecond
	}
	return 0
}

// Latency returns the approximate time from Play to the ear: oto's read-ahead and the buffer of the
// device.
func Latency() time.Duration {
	device := deviceBuffer()
	if device == 0 {
		device = 50 * time.Millisecond
	}
	return playerFrames*time.Second/Rate + device
}

// errNoDevice means that this system seems to have no sound device.
var errNoDevice = errors.New("there is neither a sound server nor a sound card")

// otoDevice is a sound device opened by oto.
type otoDevice struct {
	*oto.Context
	player *oto.Player // plays while it is reachable from here
}

// openDevice opens the real device. oto opens one device per process, and keeps it.
func openDevice(ctx context.Context, source io.Reader) (device, error) {
	if runtime.GOOS == "linux" && !mayHaveDevice(os.Getenv, exists) {
		return nil, errNoDevice
	}
	c, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate:      Rate,
		ChannelCount:    channels,
		Format:          oto.FormatFloat32LE,
		BufferSize:      deviceBuffer(),
		ApplicationName: "Mancala",
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	player := c.NewPlayer(source)
	player.SetBufferSize(playerFrames * frameBytes)
	player.Play()
	return otoDevice{c, player}, nil
}

// mayHaveDevice reports whether Linux may have a sound device: a PulseAudio server or PipeWire in
// its place, a sound card, or a setting that names one. Without any, opening a device would only
// make ALSA's library write pages to standard error.
func mayHaveDevice(env func(string) string, exists func(pattern string) bool) bool {
	if env("PULSE_SERVER") != "" || env("ALSA_CONFIG_PATH") != "" {
		return true
	}
	home := env("HOME")
	places := []string{
		filepath.Join(env("XDG_RUNTIME_DIR"), "pulse", "native"),
		"/dev/snd/pcmC*p",
		"/etc/asound.conf",
		filepath.Join(home, ".asoundrc"),
		filepath.Join(home, ".config", "alsa", "asoundrc"),
	}
	for _, place := range places {
		if exists(place) {
			return true
		}
	}
	return false
}

// exists reports whether a file matches a name or pattern.
func exists(pattern string) bool {
	found, err := filepath.Glob(pattern)
	return err == nil && len(found) > 0
}
