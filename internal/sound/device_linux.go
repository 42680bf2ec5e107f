package sound

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"github.com/jfreymuth/pulse"
	"github.com/jfreymuth/pulse/proto"
)

// newDevice returns the device that plays a source: a sound server if one answers, or else a card.
func newDevice(source io.Reader) device {
	return &served{source: source, card: card{source: source}}
}

// served plays by a PulseAudio server, or by PipeWire in its place. oto can do that too, but opens
// one connection per process, which is lost once the server ends. served opens one for each time
// of sound, so that servers may come and go. Without a server it plays by a card.
type served struct {
	source io.Reader
	client *pulse.Client // nil while it is suspended
	stream *pulse.PlaybackStream
	began  chan struct{} // closed once the stream is heard
	card   card
	byCard bool // while the card plays
}

// errServer means that the sound server has ended the connection.
var errServer = errors.New("the sound server has gone")

// Resume implements [device].
func (d *served) Resume(ctx context.Context) error {
	err := d.connect()
	if err == nil {
		return nil
	}
	if d.byCard = true; d.card.Resume(ctx) == nil {
		return nil
	}
	d.byCard = false
	return errors.Join(err, d.card.Err())
}

// connect begins to play by a server.
func (d *served) connect() (err error) {
	if os.Getenv("PULSE_SERVER") == "" && os.Getenv("XDG_RUNTIME_DIR") == "" {
		return errNoDevice
	}
	if d.client, err = pulse.NewClient(pulse.ClientApplicationName(application)); err != nil {
		return err
	}
	d.stream, err = d.client.NewPlayback(pulse.NewReader(d.source, proto.FormatFloat32LE), pulse.PlaybackMediaName(application),
		pulse.PlaybackStereo, pulse.PlaybackSampleRate(Rate), pulse.PlaybackLatency(deviceBuffer().Seconds()))
	if err != nil {
		d.leave()
		return err
	}
	stream, began := d.stream, make(chan struct{})
	d.began = began
	go func() { // for ever if the server ends before the first sample is heard
		stream.Start()
		close(began)
	}()
	return nil
}

// leave ends the connection to the server. A stream that is still starting is left to itself, since
// its Close would make Start panic.
func (d *served) leave() {
	select {
	case <-d.began:
		d.stream.Close()
	default:
	}
	d.client.Close()
	d.client, d.stream, d.began = nil, nil, nil
}

// Suspend implements [device].
func (d *served) Suspend() error {
	if d.client != nil {
		d.leave()
	}
	if d.byCard {
		d.byCard = false
		return d.card.Suspend()
	}
	return nil
}

// Err implements [device].
func (d *served) Err() error {
	switch {
	case d.byCard:
		return d.card.Err()
	case d.stream != nil && d.stream.Closed():
		return errServer
	}
	return nil
}

// mayHaveCard reports whether ALSA may have a device.
func mayHaveCard() bool { return namesCard(os.Getenv, exists) }

// namesCard reports whether there is a sound card, or a setting that names a device. Without any,
// opening a device would only make ALSA's library write pages to standard error.
func namesCard(env func(string) string, exists func(pattern string) bool) bool {
	if env("ALSA_CONFIG_PATH") != "" {
		return true
	}
	home := env("HOME")
	places := []string{
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
