package sound

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/tools/need"
)

// next reads a time of a mixer's output, as left and right.
func next(t testing.TB, m *Mixer, d time.Duration) (left, right []float32) {
	t.Helper()
	data := make([]byte, frames(d)*frameBytes)
	need.Must(io.ReadFull(m, data))(t)
	for ; len(data) > 0; data = data[frameBytes:] {
		left = append(left, math.Float32frombits(binary.LittleEndian.Uint32(data)))
		right = append(right, math.Float32frombits(binary.LittleEndian.Uint32(data[4:])))
	}
	return left, right
}

// steady returns a mixer in which the cue Won is a constant level for a while.
func steady(level float32, d time.Duration) *Mixer {
	m := NewMixer(1)
	m.takes[Won] = [][]float32{slices.Repeat([]float32{level}, frames(d))}
	return m
}

// steepest returns the largest step from one sample to the next.
func steepest(samples []float32) float64 {
	most := 0.0
	for i := 1; i < len(samples); i++ {
		most = max(most, math.Abs(float64(samples[i]-samples[i-1])))
	}
	return most
}

func TestMixerIsSilentWithoutNotes(t *testing.T) {
	p := bytes.Repeat([]byte{1}, 80)
	if n, err := NewMixer(1).Read(p); err != nil || n != len(p) || bytes.Count(p, []byte{0}) != n {
		t.Errorf("%d bytes are %v, %v", n, p, err)
	}
	left, right := next(t, NewMixer(1), time.Second)
	if loudest(left) != 0 || loudest(right) != 0 {
		t.Error("something is heard")
	}
}

func TestMixerGivesTheNoteItself(t *testing.T) {
	m := NewMixer(1)
	m.Play(Note{Cue: Capture, Pan: -1, Size: 3})
	left, right := next(t, m, time.Second)
	want := Synthesize(Capture, 2)
	if !slices.Equal(left[:len(want)], want) || loudest(left[len(want):]) != 0 {
		t.Error("the left side is not the capture of three seeds and then silence")
	}
	if loudest(right) > 1e-6 {
		t.Error("the right side is heard, too")
	}
	if len(m.voices) != 0 {
		t.Errorf("%d voices are left", len(m.voices))
	}
}

func TestMixersOfOneSeedAreTheSame(t *testing.T) {
	var heard [3][]float32
	for i, seed := range []uint64{7, 7, 8} {
		m := NewMixer(seed)
		for range 20 {
			m.Play(Note{Cue: Glass})
			left, _ := next(t, m, 50*time.Millisecond)
			heard[i] = append(heard[i], left...)
		}
	}
	if !slices.Equal(heard[0], heard[1]) {
		t.Error("the same seed gives different samples")
	}
	if slices.Equal(heard[0], heard[2]) {
		t.Error("another seed gives the same samples")
	}
}

func TestSizesAndCuesOutOfRange(t *testing.T) {
	for size, take := range map[int]int{math.MinInt: 0, 0: 0, 1: 0, MaxCapture: MaxCapture - 1, math.MaxInt: MaxCapture - 1} {
		if got := NewMixer(1).take(Note{Cue: Capture, Size: size}); got != take {
			t.Errorf("a capture of %d is take %d, want %d", size, got, take)
		}
	}
	if NewMixer(1).Play(Note{Cue: cues}) {
		t.Error("an unknown cue is played")
	}
}

func TestFortyEightSeedsInASecondDoNotClip(t *testing.T) {
	for _, place := range []float64{-1, 0, 1} {
		m := NewMixer(3)
		most, one := 0.0, 0.0
		for i := range 48 {
			m.Play(Note{Cue: Cue(i % 2), Pan: place})
			left, right := next(t, m, time.Second/48)
			most = max(most, loudest(left), loudest(right))
			if i == 0 {
				one = most
			}
		}
		if most >= .95 || most < one {
			t.Errorf("at %v the loudest sample is %v, and %v of the first seed alone", place, most, one)
		}
	}
}

func TestNothingClips(t *testing.T) {
	m := NewMixer(1)
	for range 100 {
		m.Play(Note{Cue: Capture, Pan: 1, Size: MaxCapture})
	}
	if _, right := next(t, m, time.Second); loudest(right) >= 1 {
		t.Errorf("the loudest sample is %v", loudest(right))
	}
	before := float32(-1)
	for x := float32(0); x < 1000; x += .01 {
		y := limit(x)
		if y <= before && x < 20 || y >= 1 || y != -limit(-x) || x <= knee && y != x {
			t.Fatalf("%v becomes %v", x, y)
		}
		before = y
	}
}

func TestPanKeepsThePower(t *testing.T) {
	before := -1.0
	for place := -1.0; place <= 1; place += 1. / 64 {
		left, right := pan(place)
		if power := left*left + right*right; math.Abs(power-1) > 1e-9 {
			t.Errorf("the power at %v is %v", place, power)
		}
		if right <= before || left < 0 {
			t.Errorf("at %v: %v and %v", place, left, right)
		}
		before = right
	}
	for place, as := range map[float64]float64{-7: -1, 7: 1, math.Inf(1): 1, math.Inf(-1): -1, math.NaN(): 0} {
		left, right := pan(place)
		if l, r := pan(as); left != l || right != r {
			t.Errorf("%v is at %v, %v", place, left, right)
		}
	}
}

// TestVolumeRamps changes the volume under a constant level. No step exceeds the steps of a 20 ms
// ramp from end to end.
func TestVolumeRamps(t *testing.T) {
	m := steady(.5, 2*time.Second)
	m.Play(Note{Cue: Won, Pan: -1})
	heard, _ := next(t, m, 100*time.Millisecond)
	for _, c := range []struct {
		change func()
		level  float64
	}{
		{func() { m.SetVolume(.5) }, .125},
		{func() { m.SetVolume(1) }, .5},
		{func() { m.SetMuted(true) }, 0},
		{func() { m.SetVolume(.2) }, 0},
		{func() { m.SetMuted(false) }, .02},
		{func() { m.SetVolume(9) }, .5},
		{func() { m.SetVolume(math.NaN()) }, 0},
		{func() { m.SetVolume(1) }, .5},
		{func() { m.SetVolume(-1) }, 0},
	} {
		c.change()
		left, _ := next(t, m, 100*time.Millisecond)
		if end := float64(left[len(left)-1]); math.Abs(end-c.level) > 1e-3 {
			t.Errorf("the level is %v, want %v", end, c.level)
		}
		heard = append(heard, left...)
	}
	if step, most := steepest(heard), .5/float64(frames(ramp)); step > most*1.01 {
		t.Errorf("the level jumps by %v", step)
	}
}

func TestMutedNotesAreDropped(t *testing.T) {
	m := NewMixer(1)
	for _, silence := range []func(){func() { m.SetMuted(true) }, func() { m.SetMuted(false); m.SetVolume(0) }} {
		silence()
		if m.Play(Note{Cue: Won}) || len(m.voices) != 0 {
			t.Error("a note is played that cannot be heard")
		}
	}
	m.SetVolume(1)
	if !m.Play(Note{Cue: Won}) {
		t.Error("a note is dropped")
	}
}

// TestTheOldestVoiceFades plays far more notes than the mixer has voices, without and with reading.
func TestTheOldestVoiceFades(t *testing.T) {
	const level = .01
	m := steady(level, time.Minute)
	for i := range 100 {
		if played := m.Play(Note{Cue: Won, Pan: -1}); played != (i < voiceLimit+fadingLimit) {
			t.Fatalf("note %d played: %v", i, played)
		}
	}
	for i := range m.voices {
		if fades := m.voices[i].fade > 0; fades != (i < fadingLimit) {
			t.Fatalf("voice %d fades: %v", i, fades)
		}
	}
	heard, _ := next(t, m, 10*time.Millisecond)
	for range 50 {
		if !m.Play(Note{Cue: Won, Pan: -1}) {
			t.Fatal("a note is dropped")
		}
		left, _ := next(t, m, 10*time.Millisecond)
		heard = append(heard, left...)
		if len(m.voices) != voiceLimit {
			t.Fatalf("there are %d voices", len(m.voices))
		}
	}
	// A new voice is one step of the level; fading ones must not add any.
	if step := steepest(heard); step > level*1.1 {
		t.Errorf("the level jumps by %v", step)
	}
}

// TestNoLeak plays at random and checks the mixer's bookkeeping. In the end it must hold nothing.
func TestNoLeak(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	m := NewMixer(5)
	p := make([]byte, 4000)
	for range 4000 {
		for range chance.IntN(4) {
			m.Play(Note{Cue(chance.IntN(int(cues) + 1)), 3*chance.Float64() - 1.5, chance.IntN(20) - 3})
		}
		n, err := m.Read(p[:frameBytes+chance.IntN(len(p)-frameBytes)])
		if err != nil || n == 0 || n%frameBytes != 0 || n > chunk*frameBytes {
			t.Fatalf("Read gives %d bytes, %v", n, err)
		}
		fading := 0
		for _, v := range m.voices {
			if v.fade > 0 {
				fading++
			}
			if v.over() {
				t.Fatal("a voice has ended and is still there")
			}
		}
		if fading != m.fading || len(m.voices)-fading > voiceLimit || cap(m.voices) != voiceLimit+fadingLimit {
			t.Fatalf("%d voices, %d fade, %d are said to, room for %d", len(m.voices), fading, m.fading, cap(m.voices))
		}
	}
	next(t, m, 3*time.Second)
	for i, v := range m.voices[:cap(m.voices)] {
		if v.samples != nil {
			t.Errorf("voice %d keeps its samples", i)
		}
	}
}

func TestNoVariantTwiceInARow(t *testing.T) {
	for _, cue := range []Cue{Wood, Glass} {
		m := NewMixer(11)
		var count [variants]int
		last := -1
		for range 600 {
			take := m.take(Note{Cue: cue})
			if take == last {
				t.Fatalf("%v: take %d twice in a row", cue, take)
			}
			last = take
			count[take]++
		}
		if slices.Min(count[:]) < 60 {
			t.Errorf("%v: the takes came %v times", cue, count)
		}
	}
}

func TestSeedsThatLandTogether(t *testing.T) {
	for _, c := range []struct {
		after time.Duration
		force float64
	}{
		{0, 0},
		{2 * time.Millisecond, 0},
		{5 * time.Millisecond, .2},
		{12500 * time.Microsecond, .5},
		{25 * time.Millisecond, 1},
		{time.Second, 1},
	} {
		m := NewMixer(1)
		next(t, m, time.Second)
		m.Play(Note{Cue: Wood, Pan: -1})
		next(t, m, c.after)
		m.voices = m.voices[:0]
		if played := m.Play(Note{Cue: Glass, Pan: -1}); played != (c.force > 0) {
			t.Errorf("after %v played: %v", c.after, played)
			continue
		}
		if c.force > 0 && math.Abs(float64(m.voices[0].left)-c.force) > 1e-3 {
			t.Errorf("after %v the force is %v, want %v", c.after, m.voices[0].left, c.force)
		}
		if !m.Play(Note{Cue: Won}) {
			t.Errorf("after %v a melody is dropped", c.after)
		}
	}
}

func TestReadOfAnySize(t *testing.T) {
	m := NewMixer(1)
	m.Play(Note{Cue: Won})
	for size, want := range map[int]int{0: 0, frameBytes: frameBytes, frameBytes + 7: frameBytes, 1 << 20: chunk * frameBytes} {
		if n, err := m.Read(make([]byte, size)); n != want || err != nil {
			t.Errorf("a buffer of %d bytes gets %d, %v", size, n, err)
		}
	}
	if _, err := m.Read(make([]byte, frameBytes-1)); !errors.Is(err, io.ErrShortBuffer) {
		t.Errorf("a buffer that is too small: %v", err)
	}
}

func TestPlayAndReadAllocateNothing(t *testing.T) {
	m := NewMixer(1)
	p := make([]byte, 4096)
	allocs := testing.AllocsPerRun(1000, func() {
		m.Play(Note{Cue: Glass, Pan: .3})
		m.Play(Note{Cue: Capture, Size: 4})
		if _, err := m.Read(p); err != nil {
			t.Error(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func TestPlayWhileReading(t *testing.T) {
	m := NewMixer(1)
	var wait sync.WaitGroup
	for i := range 3 {
		wait.Go(func() {
			for n := range 2000 {
				m.Play(Note{Cue: Cue(n % int(cues)), Size: n % 20})
				m.SetVolume(float64(n%10) / 10)
				m.SetMuted((n+i)%7 == 0)
			}
		})
	}
	wait.Go(func() {
		p := make([]byte, 4096)
		for range 2000 {
			if _, err := m.Read(p); err != nil {
				t.Error(err)
			}
		}
	})
	wait.Wait()
}

// BenchmarkRead mixes 5 ms of sound.
func BenchmarkRead(b *testing.B) {
	p := make([]byte, chunk*frameBytes)
	for name, voices := range map[string]int{"silence": 0, "one": 1, "full": voiceLimit} {
		b.Run(name, func(b *testing.B) {
			m := steady(.01, time.Hour/20)
			for b.Loop() {
				for len(m.voices) < voices {
					m.Play(Note{Cue: Won})
				}
				need.Must(m.Read(p))(b)
			}
		})
	}
}

// BenchmarkSynthesize computes all cues, as the first mixer does.
func BenchmarkSynthesize(b *testing.B) {
	for b.Loop() {
		for _, cue := range Cues() {
			for take := range cue.Takes() {
				Synthesize(cue, take)
			}
		}
	}
}
