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

// playerFrames is how much oto reads ahead, 43 ms: as much as the device of a browser takes at a
// time.
const playerFrames = 2048

// deviceBuffer returns how much sound waits in the device, 0 for as much as oto thinks right. The
// short time is for PulseAudio, from which oto would take 100 ms. The others are left alone: oto
// names a size that macOS needs, and a browser takes powers of two of frames alone.
func deviceBuffer() time.Duration {
	if runtime.GOOS == "linux" {
		return 40 * time.Millisecond
	}
	return 0
}

// Latency is about how long a note takes from Play to the ear: what oto reads ahead, and what waits
// in the device.
func Latency() time.Duration {
	device := deviceBuffer()
	if device == 0 {
		device = 50 * time.Millisecond
	}
	return playerFrames*time.Second/Rate + device
}

// errNoDevice tells that this system does not look as if it had a sound device.
var errNoDevice = errors.New("there is neither a sound server nor a sound card")

// otoDevice is the sound device as oto opens it.
type otoDevice struct {
	*oto.Context
	player *oto.Player // plays for as long as it can be reached from here
}

// openDevice is the opener of the real device. oto opens one in the life of a program, and keeps
// it.
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

// mayHaveDevice reports whether Linux has anything that could lead to a sound device: PulseAudio's
// server, or PipeWire's in its place, a sound card, or a setting that names one. If there is
// nothing, it is better not to ask, since ALSA's library writes pages to standard error before it
// gives up.
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

// exists reports whether there is a file of that name or pattern.
func exists(pattern string) bool {
	found, err := filepath.Glob(pattern)
	return err == nil && len(found) > 0
}
