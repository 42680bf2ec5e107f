package sound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/ebitengine/oto/v3"
)

// playerFrames is oto's read-ahead, 43 ms: the amount that a browser's device reads at a time.
const playerFrames = 2048

// application is the program's name in the mixer of the system.
const application = "Mancala"

// deviceBuffer returns the buffer of the device, 0 for oto's default. Linux gets a short one.
// Other systems keep the default: oto knows the size that macOS needs, and a browser only takes
// powers of two of frames.
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

// device is a sound device that reads the samples to play. Its methods may wait for the hardware,
// so do not call them from the window's goroutine.
type device interface {
	// Resume starts reading, and opens the device if necessary. It may be called again after an
	// error, which wraps errSpent if only another process can open the device now. In a browser
	// it may wait for a click, or until the context ends.
	Resume(ctx context.Context) error
	// Suspend stops reading for now, so that the device costs nothing.
	Suspend() error
	// Err returns why the device has stopped reading, or nil.
	Err() error
}

var (
	// errNoDevice means that this system seems to have no sound device.
	errNoDevice = errors.New("there is neither a sound server nor a sound card")
	// errSpent means that oto has lost its device, and opens no other one in this process.
	errSpent = errors.New("the sound device cannot be opened again")
)

// card is the device that oto opens.
type card struct {
	source  io.Reader
	context *oto.Context
	player  *oto.Player // plays while it is reachable from here
	spent   error       // why oto can open no device any more, or nil
}

// Resume implements [device]. oto opens one device per process, even if that fails, so it is not
// asked before there may be one.
func (c *card) Resume(ctx context.Context) error {
	if c.context == nil && c.spent == nil {
		if !mayHaveCard() {
			return errNoDevice
		}
		return c.open(ctx)
	}
	if c.spent == nil {
		c.spend(c.context.Resume())
	}
	return c.spent
}

// open opens the device and plays the source.
func (c *card) open(ctx context.Context) error {
	opened, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate:      Rate,
		ChannelCount:    channels,
		Format:          oto.FormatFloat32LE,
		BufferSize:      deviceBuffer(),
		ApplicationName: application,
	})
	if err == nil {
		select {
		case <-ready:
			err = opened.Err()
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if c.spend(err); err != nil {
		return c.spent
	}
	c.context, c.player = opened, opened.NewPlayer(c.source)
	c.player.SetBufferSize(playerFrames * frameBytes)
	c.player.Play()
	return nil
}

// spend records an error, unless it is nil.
func (c *card) spend(err error) {
	if err != nil {
		c.spent = fmt.Errorf("%w: %w", errSpent, err)
	}
}

// Suspend implements [device].
func (c *card) Suspend() error {
	if c.context != nil && c.spent == nil {
		c.spend(c.context.Suspend())
	}
	return c.spent
}

// Err implements [device].
func (c *card) Err() error {
	if c.context != nil && c.spent == nil {
		c.spend(c.context.Err())
	}
	return c.spent
}
