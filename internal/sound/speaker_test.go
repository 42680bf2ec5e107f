package sound

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// withSpeaker runs a test in a synctest bubble, with a speaker whose device is open.
func withSpeaker(t *testing.T, test func(t *testing.T, s *Speaker, d *fakeDevice)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDevice{}
		s := start(nil, d.open(t.Context()), "")
		synctest.Wait()
		test(t, s, d)
		s.Close()
		<-s.done
	})
}

func TestSpeakerPlays(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		s.Play(Note{Cue: Won})
		time.Sleep(100 * time.Millisecond)
		if !d.hears() {
			t.Error("nothing is heard")
		}
	})
}

// TestQuietSpeakerSuspends plays two notes, then none for an hour. The speaker must try the
// device before the notes, suspend it two seconds after them, and leave it alone for the hour.
func TestQuietSpeakerSuspends(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		if suspended, resumes := d.state(); !suspended || resumes != 1 {
			t.Errorf("before the first note: suspended %v, resumed %d times", suspended, resumes)
		}
		s.Play(Note{Cue: Wood})
		s.Play(Note{Cue: Message})
		time.Sleep(time.Second)
		if suspended, _ := d.state(); suspended {
			t.Error("suspended a second after a note")
		}
		time.Sleep(3 * time.Second)
		if suspended, _ := d.state(); !suspended {
			t.Error("not suspended four seconds after a note")
		}
		time.Sleep(time.Hour)
		if suspended, resumes := d.state(); !suspended || resumes != 2 || d.suspends != 2 {
			t.Errorf("an hour later: suspended %v %d times, resumed %d times", suspended, d.suspends, resumes)
		}
		d.hears()
		s.Play(Note{Cue: Wood})
		time.Sleep(100 * time.Millisecond)
		if !d.hears() {
			t.Error("the next note is not heard")
		}
	})
}

// TestNoLongSoundIsCutOff plays a cue that lasts longer than the device waits for another one.
func TestNoLongSoundIsCutOff(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		s.mixer.takes[Won] = steady(.1, 10*time.Second).takes[Won]
		s.Play(Note{Cue: Won})
		time.Sleep(9 * time.Second)
		if suspended, _ := d.state(); suspended {
			t.Error("suspended in the middle of a sound")
		}
	})
}

// TestEveryNoteIsHeard plays notes at many intervals, some just before the speaker suspends the
// device.
func TestEveryNoteIsHeard(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		for apart := 1500 * time.Millisecond; apart < 3500*time.Millisecond; apart += 13 * time.Millisecond {
			s.Play(Note{Cue: Wood})
			time.Sleep(50 * time.Millisecond)
			if !d.hears() {
				t.Errorf("%v after the last note, one is not heard", apart)
			}
			time.Sleep(apart - 50*time.Millisecond)
			d.hears()
		}
	})
}

func TestMutedSpeakerTouchesNoDevice(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		s.SetMuted(true)
		s.Play(Note{Cue: Won})
		time.Sleep(time.Second)
		if suspended, resumes := d.state(); !suspended || resumes != 1 {
			t.Error("the device was resumed for a note that cannot be heard")
		}
		s.SetMuted(false)
		s.SetVolume(0)
		s.Play(Note{Cue: Won})
		time.Sleep(time.Second)
		if d.hears() {
			t.Error("a note of volume 0 is heard")
		}
	})
}

// TestStuckDevice has a device that stops reading, without an error, while notes keep coming.
func TestStuckDevice(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		d.set(func() { d.stuck = true })
		for range 1000 {
			s.Play(Note{Cue: Won})
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		if suspended, resumes := d.state(); !suspended || resumes > 6 {
			t.Errorf("the device is suspended: %v, after %d tries in 20 s", suspended, resumes)
		}
		checkState(t, s, DeviceMissing)
		d.set(func() { d.stuck = false })
		s.Play(Note{Cue: Message})
		synctest.Wait()
		s.mixer.mu.Lock()
		n := len(s.mixer.voices)
		s.mixer.mu.Unlock()
		if n != 1 {
			t.Errorf("%d voices wait for the device, want the last note alone", n)
		}
		time.Sleep(100 * time.Millisecond)
		if !d.hears() {
			t.Error("the device reads again, and nothing is heard")
		}
		checkState(t, s, Audible)
	})
}

func checkState(t *testing.T, s *Speaker, want State) {
	t.Helper()
	if synctest.Wait(); s.State() != want {
		t.Errorf("the state is %d, want %d", s.State(), want)
	}
}

// TestDeviceGoesAndComesBack loses the device in every possible way. The speaker says so, drops
// the notes, and looks again at a note, but not more often than every 3 s. Once the device is back,
// the note that found it is heard, and no earlier one. Two lines are logged.
func TestDeviceGoesAndComesBack(t *testing.T) {
	gone := errors.New("the device is gone")
	for name, lose := range map[string]func(d *fakeDevice, err error){
		"while it plays":   func(d *fakeDevice, err error) { d.lost, d.cannot = err, err },
		"when it resumes":  func(d *fakeDevice, err error) { d.cannot = err },
		"when it suspends": func(d *fakeDevice, err error) { d.stops, d.cannot = err, err },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var lines bytes.Buffer
				d := &fakeDevice{}
				s := start(slog.New(slog.NewTextHandler(&lines, nil)), d.open(t.Context()), "")
				checkState(t, s, Audible)
				s.Play(Note{Cue: Wood})
				time.Sleep(100 * time.Millisecond)
				d.set(func() { lose(d, gone) })
				time.Sleep(time.Minute)
				s.Play(Note{Cue: Wood})
				time.Sleep(time.Minute)
				checkState(t, s, DeviceMissing)
				d.hears()
				_, before := d.state()
				for range 300 { // a minute
					s.Play(Note{Cue: Wood})
					time.Sleep(200 * time.Millisecond)
				}
				if _, after := d.state(); after-before < 15 || after-before > 20 || d.hears() {
					t.Errorf("in a minute of notes the speaker looked %d times", after-before)
				}
				checkState(t, s, DeviceMissing)
				d.set(func() { lose(d, nil) })
				if time.Sleep(time.Minute); d.hears() {
					t.Error("something is heard before the next note")
				}
				s.Play(Note{Cue: Message})
				time.Sleep(100 * time.Millisecond)
				checkState(t, s, Audible)
				if !d.hears() {
					t.Error("the device is back, and nothing is heard")
				}
				if text := lines.String(); strings.Count(text, "\n") != 2 || !strings.Contains(text, gone.Error()) || !strings.Contains(text, "again") {
					t.Errorf("the log has %q", text)
				}
				s.Close()
				<-s.done
			})
		})
	}
}

// TestDeviceThatComesLate has none when the window opens.
func TestDeviceThatComesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDevice{cannot: errNoDevice}
		s := start(nil, d.open(t.Context()), "")
		checkState(t, s, DeviceMissing)
		s.Play(Note{Cue: Won})
		time.Sleep(time.Minute)
		d.set(func() { d.cannot = nil })
		s.Play(Note{Cue: Wood})
		time.Sleep(100 * time.Millisecond)
		if !d.hears() {
			t.Error("the device is there, and nothing is heard")
		}
		checkState(t, s, Audible)
		s.Close()
		<-s.done
	})
}

// TestDeviceLostForGood has a device that cannot be opened again in this process.
func TestDeviceLostForGood(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		d.set(func() { d.cannot = fmt.Errorf("%w: unplugged", errSpent) })
		s.Play(Note{Cue: Won})
		checkState(t, s, DeviceLost)
	})
}

// checkSilent checks that the speaker accepts every call and does nothing.
func checkSilent(t *testing.T, s *Speaker) {
	t.Helper()
	for range 100 {
		s.Play(Note{Cue: Won})
	}
	s.SetVolume(.5)
	s.SetMuted(false)
	if s.mixer != nil {
		t.Error("there is still a mixer")
	}
	if len(s.wake) != 0 {
		t.Error("a note that cannot be heard wakes the speaker")
	}
}

// TestBrokenDevice has a device whose calls panic, as in a browser without any sound.
func TestBrokenDevice(t *testing.T) {
	var lines bytes.Buffer
	s := start(slog.New(slog.NewTextHandler(&lines, nil)), func(io.Reader) device { panic("AudioContext is not a constructor") }, "")
	<-s.done
	checkSilent(t, s)
	if s.State() != DeviceLost || strings.Count(lines.String(), "\n") != 1 {
		t.Errorf("the state is %d, the log has %q", s.State(), lines.String())
	}
	s.Close()
	s.Close()
}

func TestSoundOff(t *testing.T) {
	for _, setting := range []string{"off", "OFF"} {
		open := func(io.Reader) device {
			t.Error("a device is opened")
			return nil
		}
		s := start(nil, open, setting)
		<-s.done
		checkSilent(t, s)
		if s.State() != TurnedOff {
			t.Errorf("the state is %d", s.State())
		}
	}
	t.Setenv(Variable, "off")
	s := Open(nil)
	<-s.done
	checkSilent(t, s)
}

// TestDeviceThatOpensLate plays before there is a device, as in a browser before the first click.
func TestDeviceThatOpensLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDevice{slow: time.Minute}
		s := start(nil, d.open(t.Context()), "")
		for range 100 {
			s.Play(Note{Cue: Won})
		}
		s.SetVolume(.5)
		s.SetMuted(true)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if _, resumes := d.state(); resumes != 1 {
			t.Error("notes from before the device was open are played")
		}
		if s.mixer.volume != .5 || !s.mixer.muted {
			t.Errorf("the volume is %v, muted %v", s.mixer.volume, s.mixer.muted)
		}
		s.Close()
		<-s.done
	})
}

func TestCloseWhileTheDeviceOpens(t *testing.T) {
	var lines bytes.Buffer
	d := &fakeDevice{slow: time.Hour}
	s := start(slog.New(slog.NewTextHandler(&lines, nil)), d.open(t.Context()), "")
	s.Close()
	<-s.done
	checkSilent(t, s)
	if lines.Len() > 0 {
		t.Errorf("the log has %q", lines.String())
	}
}

func TestCloseWhileItSounds(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		s.Play(Note{Cue: Won})
		time.Sleep(100 * time.Millisecond)
		s.Close()
		<-s.done
		checkSilent(t, s)
		if suspended, _ := d.state(); !suspended {
			t.Error("the device still reads")
		}
	})
}

func TestCloseBeforeTheMixerIsReady(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	closed := &Speaker{}
	closed.connect(ctx, NewMixer(1))
	checkSilent(t, closed)
	for range 5 {
		d := &fakeDevice{}
		s := start(nil, d.open(t.Context()), "")
		s.Close()
		<-s.done
		checkSilent(t, s)
	}
}

func TestNilSpeaker(*testing.T) {
	var s *Speaker
	s.Play(Note{Cue: Won})
	s.SetVolume(1)
	s.SetMuted(true)
	s.Close()
}

func TestSpeakerPlaysWithoutAllocating(t *testing.T) {
	d := &fakeDevice{stuck: true}
	s := start(nil, d.open(t.Context()), "")
	defer s.Close()
	for {
		s.mu.Lock()
		ready := s.mixer != nil
		s.mu.Unlock()
		if ready {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if allocs := testing.AllocsPerRun(1000, func() { s.Play(Note{Cue: Won}) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
