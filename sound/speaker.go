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

// Variable is the environment variable that keeps the program silent if it is "off".
const Variable = "MANCALA_SOUND"

const (
	// look is how often a speaker looks after its device while something sounds.
	look = 500 * time.Millisecond
	// quietLooks is after how many of them without a sound the device is suspended.
	quietLooks = 4
)

// device is a sound device that reads what it plays. None of its methods may be called from the
// window's goroutine: they may wait for the device.
type device interface {
	// Suspend ends reading for the time being, so that the device costs nothing.
	Suspend() error
	// Resume goes on with reading.
	Resume() error
	// Err returns why the device is lost, or nil.
	Err() error
}

// opener opens the device and has it play from a source. It returns when the device reads, has
// failed, or the context ends, which in a browser may be long: sound begins there after a click.
type opener func(ctx context.Context, source io.Reader) (device, error)

// errOff tells that silence was asked for.
var errOff = errors.New(Variable + " is off")

// Speaker plays notes on the sound device. Its methods may be called by any goroutine, never wait
// for the device and report nothing: a speaker without a device, or whose device was lost, is
// silent, and so are a closed one and nil.
type Speaker struct {
	cancel context.CancelFunc
	wake   chan struct{} // has a value after a note was played
	done   chan struct{} // closed when the goroutine has ended

	mu     sync.Mutex
	mixer  *Mixer // nil while there is no device
	volume float64
	muted  bool
}

// Open returns a speaker at full volume and opens the sound device in the background; notes that
// are played before it is open are dropped. In a browser it opens with the first click or key. A
// program can open the device once: later speakers are silent. If the environment variable
// MANCALA_SOUND is "off", nothing is opened. The one line that tells why a speaker is silent goes
// to the log, at level Info, if that is not nil.
func Open(log *slog.Logger) *Speaker {
	return start(log, openDevice, os.Getenv(Variable))
}

// start is Open with any device and any value of the environment variable.
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

// run opens the device and looks after it until it is lost or the context ends.
func (s *Speaker) run(ctx context.Context, open opener) (err error) {
	// In a browser, a call that fails is a panic.
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("the sound device: %v", trouble)
		}
	}()
	mixer := NewMixer(uint64(time.Now().UnixNano()))
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

// sound has the device read until nothing was heard for a while, and then suspends it. A device
// that reads nothing between two looks without telling why counts as quiet, and what waits for it
// is dropped, since it would be heard too late. The next note tries the device again.
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

// woken reports whether a note was played since it was last asked.
func (s *Speaker) woken() bool {
	select {
	case <-s.wake:
		return true
	default:
		return false
	}
}

// connect has notes go to a mixer from now on, or to nothing if that is nil or the speaker closed.
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

// Play lets a note be heard as soon as the device can, which is usually within a tenth of a second.
// Mixer.Play says which notes are softer or dropped.
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

// SetVolume sets how loud everything is, as Mixer.SetVolume does.
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

// SetMuted silences everything, or lets it be heard at the volume that is set.
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
