package sound

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"
)

// Variable is the environment variable that silences the program with the value "off".
const Variable = "MANCALA_SOUND"

const (
	// look is the time between two checks of the device while something sounds.
	look = 500 * time.Millisecond
	// quietLooks is the number of silent checks after which the device is suspended.
	quietLooks = 4
)

// device is a sound device that reads the samples to play. Its methods may wait for the hardware,
// so do not call them from the window's goroutine.
type device interface {
	// Suspend stops reading for now, so that the device costs nothing.
	Suspend() error
	// Resume starts reading again.
	Resume() error
	// Err returns why the device is lost, or nil.
	Err() error
}

// opener opens the device and makes it play from a source. It returns once the device reads or has
// failed, or the context ends. That may take long in a browser, which starts sound after a click.
type opener func(ctx context.Context, source io.Reader) (device, error)

// errOff means that the person asked for silence.
var errOff = errors.New(Variable + " is off")

// Speaker plays notes on the sound device. It is safe for concurrent use, never waits for the
// device and reports no errors: it is silent if it has no device, has lost it, is closed or nil.
type Speaker struct {
	cancel context.CancelFunc
	wake   chan struct{} // receives a value after a note was played
	done   chan struct{} // closed once the goroutine has ended

	mu     sync.Mutex
	mixer  *Mixer // nil without a device
	volume float64
	muted  bool
}

// Open returns a speaker at full volume and opens the sound device in the background; until it is
// open, notes are dropped. In a browser it opens at the first click or key press. A process can
// open the device once: later speakers are silent. If the environment variable MANCALA_SOUND is
// "off", nothing is opened. If log is not nil, one line at level Info tells why a speaker is
// silent.
func Open(log *slog.Logger) *Speaker {
	return start(log, openDevice, os.Getenv(Variable))
}

// start is Open with a given opener and value of the environment variable.
func start(log *slog.Logger, open opener, setting string) *Speaker {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Speaker{
		cancel: cancel,
		wake:   make(chan struct{}, 1),
		done:   make(chan struct{}),
		volume: 1,
	}
	go func() {
		defer close(s.done)
		err := errOff
		if !strings.EqualFold(setting, "off") {
			err = s.run(ctx, open)
		}
		if log != nil && ctx.Err() == nil {
			log.Info("there is no sound", "reason", err)
		}
	}()
	return s
}

// run opens the device and manages it until the device is lost or the context ends.
func (s *Speaker) run(ctx context.Context, open opener) (err error) {
	// In a browser, a failed call panics.
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("the sound device: %v", trouble)
		}
	}()
	pressed := firstPress()
	time.Sleep(settled)
	mixer := NewMixer(uint64(time.Now().UnixNano()))
	select {
	case <-pressed:
	case <-ctx.Done():
		return ctx.Err()
	}
	d, err := open(ctx, mixer)
	if err != nil {
		return err
	}
	if err := d.Suspend(); err != nil {
		return err
	}
	s.connect(ctx, mixer)
	defer s.connect(ctx, nil)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.wake:
		}
		if err := s.sound(ctx, d, mixer); err != nil {
			return err
		}
	}
}

// sound makes the device read until it has been silent for a while, and then suspends it. A device
// that reads nothing between two checks, without an error, counts as silent. sound then drops the
// pending notes, which would come too late; the next note tries the device again.
func (s *Speaker) sound(ctx context.Context, d device, mixer *Mixer) error {
	if err := d.Resume(); err != nil {
		return err
	}
	tick := time.NewTicker(look)
	defer tick.Stop()
	last, _ := mixer.progress()
	for quiet := 0; quiet < quietLooks; quiet++ {
		select {
		case <-ctx.Done():
			return d.Suspend()
		case <-tick.C:
		}
		if err := d.Err(); err != nil {
			return err
		}
		read, sounding := mixer.progress()
		if read == last {
			mixer.hush()
		}
		if s.woken() || sounding {
			quiet = -1
		}
		last = read
	}
	return d.Suspend()
}

// woken reports whether a note was played since the last call.
func (s *Speaker) woken() bool {
	select {
	case <-s.wake:
		return true
	default:
		return false
	}
}

// connect directs notes to a mixer from now on, or drops them if it is nil or the speaker closed.
func (s *Speaker) connect(ctx context.Context, mixer *Mixer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mixer = mixer; ctx.Err() != nil {
		s.mixer = nil
	}
	if s.mixer != nil {
		mixer.SetVolume(s.volume)
		mixer.SetMuted(s.muted)
	}
}

// Play plays a note as soon as the device can, usually within 0.1 s. Mixer.Play softens or drops
// some notes.
func (s *Speaker) Play(n Note) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.mixer == nil || !s.mixer.Play(n) {
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// SetVolume sets the volume, as Mixer.SetVolume does.
func (s *Speaker) SetVolume(volume float64) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = volume
	if s.mixer != nil {
		s.mixer.SetVolume(volume)
	}
}

// SetMuted mutes the speaker, or restores its volume.
func (s *Speaker) SetMuted(muted bool) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.muted = muted
	if s.mixer != nil {
		s.mixer.SetMuted(muted)
	}
}

// Close silences the speaker for good. It may be called more than once, and does not wait for the
// device.
func (s *Speaker) Close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cancel()
	s.mixer = nil
}
