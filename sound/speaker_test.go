package sound

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
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
		s := start(nil, d.open, "")
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

// TestQuietSpeakerSuspends plays two notes, then none for an hour. The speaker must suspend the
// device before the notes and two seconds after them, and leave it alone for the hour.
func TestQuietSpeakerSuspends(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		if suspended, resumes := d.state(); !suspended || resumes != 0 {
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
		if suspended, resumes := d.state(); !suspended || resumes != 1 || d.suspends != 2 {
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
		if _, resumes := d.state(); resumes != 0 {
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

// TestStuckDevice has a device that stops reading, without an error.
func TestStuckDevice(t *testing.T) {
	withSpeaker(t, func(t *testing.T, s *Speaker, d *fakeDevice) {
		d.set(func() { d.stuck = true })
		for range 1000 {
			s.Play(Note{Cue: Won})
			time.Sleep(20 * time.Millisecond)
		}
		time.Sleep(5 * time.Second)
		if suspended, _ := d.state(); !suspended {
			t.Error("the device was not given up")
		}
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
	})
}

// TestLostDevice loses an open device in every possible way. From then on the speaker is silent and
// keeps nothing; it logs one line.
func TestLostDevice(t *testing.T) {
	gone := errors.New("the device is gone")
	for name, lose := range map[string]func(d *fakeDevice){
		"while it plays":   func(d *fakeDevice) { d.lost = gone },
		"when it resumes":  func(d *fakeDevice) { d.cannot = gone },
		"when it suspends": func(d *fakeDevice) { d.stops = gone },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var lines bytes.Buffer
				d := &fakeDevice{}
				s := start(slog.New(slog.NewTextHandler(&lines, nil)), d.open, "")
				synctest.Wait()
				d.set(func() { lose(d) })
				s.Play(Note{Cue: Won})
				<-s.done
				checkSilent(t, s)
				if text := lines.String(); strings.Count(text, "\n") != 1 || !strings.Contains(text, gone.Error()) {
					t.Errorf("the log has %q", text)
				}
				s.Close()
			})
		})
	}
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

func TestNoDevice(t *testing.T) {
	for name, open := range map[string]opener{
		"an error": func(context.Context, io.Reader) (device, error) { return nil, errNoDevice },
		"a panic":  func(context.Context, io.Reader) (device, error) { panic("AudioContext is not a constructor") },
		"a device that cannot suspend": func(context.Context, io.Reader) (device, error) {
			return &fakeDevice{stops: errNoDevice}, nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			var lines bytes.Buffer
			s := start(slog.New(slog.NewTextHandler(&lines, nil)), open, "")
			<-s.done
			checkSilent(t, s)
			s.Close()
			s.Close()
			if n := strings.Count(lines.String(), "\n"); n != 1 {
				t.Errorf("the log has %d lines", n)
			}
			s = start(nil, open, "")
			<-s.done
			checkSilent(t, s)
		})
	}
}

func TestSoundOff(t *testing.T) {
	for _, setting := range []string{"off", "OFF"} {
		open := func(context.Context, io.Reader) (device, error) {
			t.Error("a device is opened")
			return nil, errNoDevice
		}
		s := start(nil, open, setting)
		<-s.done
		checkSilent(t, s)
	}
	t.Setenv(Variable, "off")
	s := Open(nil)
	<-s.done
	checkSilent(t, s)
}

// TestDeviceThatOpensLate plays before there is a device, as in a browser before the first click.
func TestDeviceThatOpensLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &fakeDevice{}
		s := start(nil, func(ctx context.Context, source io.Reader) (device, error) {
			time.Sleep(time.Minute)
			return d.open(ctx, source)
		}, "")
		for range 100 {
			s.Play(Note{Cue: Won})
		}
		s.SetVolume(.5)
		s.SetMuted(true)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if _, resumes := d.state(); resumes != 0 {
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
	s := start(slog.New(slog.NewTextHandler(&lines, nil)), func(ctx context.Context, _ io.Reader) (device, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}, "")
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
		s := start(nil, d.open, "")
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
	s := start(nil, d.open, "")
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

func TestMayHaveDevice(t *testing.T) {
	for name, c := range map[string]struct {
		env  map[string]string
		file string
		want bool
	}{
		"nothing":              {nil, "", false},
		"a server by name":     {map[string]string{"PULSE_SERVER": "unix:/mnt/wslg/PulseServer"}, "", true},
		"a server's socket":    {map[string]string{"XDG_RUNTIME_DIR": "/run/user/1"}, "/run/user/1/pulse/native", true},
		"another's socket":     {map[string]string{"XDG_RUNTIME_DIR": "/run/user/1"}, "/run/user/2/pulse/native", false},
		"a sound card":         {nil, "/dev/snd/pcmC*p", true},
		"ALSA's own variable":  {map[string]string{"ALSA_CONFIG_PATH": "/a"}, "", true},
		"a system's settings":  {nil, "/etc/asound.conf", true},
		"a person's settings":  {map[string]string{"HOME": "/home/a"}, "/home/a/.asoundrc", true},
		"a person's settings2": {map[string]string{"HOME": "/home/a"}, "/home/a/.config/alsa/asoundrc", true},
	} {
		files := []string{c.file}
		got := mayHaveDevice(func(name string) string { return c.env[name] },
			func(pattern string) bool { return slices.Contains(files, pattern) })
		if got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
