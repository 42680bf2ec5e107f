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
	// again is the time after which a note looks for a device that was not there.
	again = 3 * time.Second
)

// State says whether a speaker is heard.
type State uint8

const (
	// Audible is the state of a speaker with a device, or one that has not looked for it yet.
	Audible State = iota
	// DeviceMissing means that no device answers. A later note looks again.
	DeviceMissing
	// DeviceLost means that the device is lost until the program starts again.
	DeviceLost
	// TurnedOff means that [Variable] silences the program.
	TurnedOff
)

// errOff means that the person asked for silence.
var errOff = errors.New(Variable + " is off")

// errStuck means that a device has read nothing while something should sound.
var errStuck = errors.New("the sound device reads nothing")

// Speaker plays notes on the sound device. It is safe for concurrent use, never waits for the
// device and reports no errors: it is silent while it has no device, is closed or nil. If there is
// no device, or it goes, each later note looks for one, at most every 3 s.
type Speaker struct {
	log    *slog.Logger // may be nil
	cancel context.CancelFunc
	wake   chan struct{} // receives a value after a note was played
	done   chan struct{} // closed once the goroutine has ended

	mu     sync.Mutex
	mixer  *Mixer // nil until it is ready, and once nothing can be heard any more
	volume float64
	muted  bool
	state  State
}

// Open returns a speaker at full volume and opens the sound device in the background; until it is
// open, notes are dropped. In a browser it opens at the first click or key press. If the
// environment variable MANCALA_SOUND is "off", nothing is opened. If log is not nil, a line at
// level Info tells why the speaker is silent, and another one that it is heard again.
func Open(log *slog.Logger) *Speaker {
	return start(log, newDevice, os.Getenv(Variable))
}

// start is Open with a given device and value of the environment variable.
func start(log *slog.Logger, open func(io.Reader) device, setting string) *Speaker {
	ctx, cancel := context.WithCancel(context.Background())
	s := &Speaker{
		log:    log,
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
		s.connect(ctx, nil)
		s.tell(ctx, err)
	}()
	return s
}

// run plays until the context ends. It returns an error if nothing can be heard from now on.
func (s *Speaker) run(ctx context.Context, open func(io.Reader) device) (err error) {
	// In a browser, a failed call panics.
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("%w: %v", errSpent, trouble)
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
	d := open(mixer)
	if err = d.Resume(ctx); err == nil {
		err = d.Suspend()
	}
	s.connect(ctx, mixer)
	tried := time.Now()
	for {
		s.tell(ctx, err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.wake:
		}
		if err != nil && time.Since(tried) < again {
			mixer.hush()
			continue
		}
		if err = s.sound(ctx, d, mixer); err != nil {
			mixer.hush()
		}
		tried = time.Now()
	}
}

// sound makes the device read until it has been silent for a while, and then suspends it. A device
// that reads nothing between two checks, without an error, counts as silent. sound then drops the
// pending notes, which would come too late. If it reads nothing until the end, that is an error.
func (s *Speaker) sound(ctx context.Context, d device, mixer *Mixer) error {
	last, _ := mixer.progress()
	if err := d.Resume(ctx); err != nil {
		return err
	}
	s.tell(ctx, nil)
	tick := time.NewTicker(look)
	defer tick.Stop()
	stuck := false
	for quiet := 0; quiet < quietLooks; quiet++ {
		select {
		case <-ctx.Done():
			return d.Suspend()
		case <-tick.C:
		}
		if err := d.Err(); err != nil {
			_ = d.Suspend()
			return err
		}
		read, sounding := mixer.progress()
		if stuck = read == last; stuck {
			mixer.hush()
		}
		if !stuck && (s.woken() || sounding) {
			quiet = -1
		}
		last = read
	}
	if err := d.Suspend(); err != nil || !stuck {
		return err
	}
	return errStuck
}

// tell sets the state that belongs to an error, or to none, and logs a change.
func (s *Speaker) tell(ctx context.Context, err error) {
	state := DeviceMissing
	switch {
	case ctx.Err() != nil:
		return
	case err == nil:
		state = Audible
	case errors.Is(err, errOff):
		state = TurnedOff
	case errors.Is(err, errSpent):
		state = DeviceLost
	}
	s.mu.Lock()
	before := s.state
	s.state = state
	s.mu.Unlock()
	switch {
	case s.log == nil || before == state:
	case state == Audible:
		s.log.Info("there is sound again")
	default:
		s.log.Info("there is no sound", "reason", err)
	}
}

// State returns whether notes are heard, if they are not muted.
func (s *Speaker) State() State {
	if s == nil {
		return Audible
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
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
