package sound

import (
	"encoding/binary"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// voiceLimit is the largest number of simultaneous notes. One more makes the oldest fade.
	voiceLimit = 24
	// fadingLimit is the largest number of additional, fading notes. The mixer drops notes beyond
	// it.
	fadingLimit = 8
	// channels and frameBytes describe a mixer's output: left and right, 4 bytes each.
	channels   = 2
	frameBytes = channels * 4
	// chunk is the largest number of frames of one Read, 5 ms, so that a reader with a large buffer
	// does not delay the next notes.
	chunk = Rate / 200
	// crowd is the shortest time between two seeds at full force.
	crowd = 25 * time.Millisecond
	// ramp is the time in which the volume rises from silent to full, and voiceFade the time in
	// which a voice fades.
	ramp      = 20 * time.Millisecond
	voiceFade = 5 * time.Millisecond
	// knee is the level above which the limiter bends the sum.
	knee = .7
)

// voice is a sounding note.
type voice struct {
	samples     []float32
	left, right float32
	fade        int // frames left if it fades, otherwise 0
}

// Mixer mixes notes. It is safe for concurrent use. Its methods do not allocate and wait only for
// each other. Its output depends only on its seed and the order of the calls.
type Mixer struct {
	mu      sync.Mutex
	takes   [cues][][]float32
	last    [cues]int // last take by cue
	chance  *rand.Rand
	voices  []voice // oldest first
	fading  int     // number of them that fade
	read    uint64  // frames so far
	seed    uint64  // frame at which the last seed began
	seeded  bool    // whether there was one
	volume  float64 // 0..1
	muted   bool
	gain    float32 // at this frame, on its way to goal
	between [chunk * channels]float32
}

// everything holds every take of every cue. Mixers share it, read-only.
var everything = sync.OnceValue(func() (takes [cues][][]float32) {
	for _, cue := range Cues() {
		for take := range cue.Takes() {
			takes[cue] = append(takes[cue], Synthesize(cue, take))
			breathe()
		}
	}
	return takes
})

// NewMixer returns a silent mixer at full volume. The first call takes tens of milliseconds to
// synthesize all cues. The seed determines the order of the variants of a landing seed's sound.
func NewMixer(seed uint64) *Mixer {
	return &Mixer{
		takes:  everything(),
		chance: rand.New(rand.NewPCG(seed, 0)),
		voices: make([]voice, 0, voiceLimit+fadingLimit),
		volume: 1,
		gain:   1,
	}
}

// Play starts a note at the next Read. A seed sounds different from the previous one in the same
// material. Seeds that land almost together merge: the closer the second follows, the softer it is,
// down to silence. Play drops a note if the cue is unknown, the mixer is muted, its volume is 0 or
// it has no room. Play reports whether the note will be heard.
func (m *Mixer) Play(n Note) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n.Cue >= cues || m.goal() == 0 {
		return false
	}
	force := 1.0
	if n.Cue.isSeed() {
		if force = m.force(); force < .1 {
			return false
		}
	}
	if !m.makeRoom() {
		return false
	}
	if n.Cue.isSeed() {
		m.seed, m.seeded = m.read, true
	}
	left, right := pan(n.Pan)
	m.voices = append(m.voices, voice{
		samples: m.takes[n.Cue][m.take(n)],
		left:    float32(force * left),
		right:   float32(force * right),
	})
	return true
}

// force returns the force, 0..1, of a seed that lands now.
func (m *Mixer) force() float64 {
	if !m.seeded {
		return 1
	}
	return min(1, float64(m.read-m.seed)/float64(frames(crowd)))
}

// take chooses the take of a note: any but the last one for a seed, the size for a capture.
func (m *Mixer) take(n Note) int {
	switch {
	case n.Cue == Capture:
		return max(1, min(n.Size, MaxCapture)) - 1
	case n.Cue.isSeed():
		m.last[n.Cue] = (m.last[n.Cue] + 1 + m.chance.IntN(variants-1)) % variants
		return m.last[n.Cue]
	}
	return 0
}

// makeRoom fades the oldest voice if there are too many, and reports whether there is room.
func (m *Mixer) makeRoom() bool {
	if len(m.voices) == cap(m.voices) {
		return false
	}
	if len(m.voices)-m.fading < voiceLimit {
		return true
	}
	for i := range m.voices {
		v := &m.voices[i]
		if v.fade == 0 {
			v.fade = frames(voiceFade)
			m.fading++
			break
		}
	}
	return true
}

// pan returns the levels of left and right for a position. The power is the same everywhere.
func pan(place float64) (left, right float64) {
	if math.IsNaN(place) {
		place = 0
	}
	angle := (max(-1, min(1, place)) + 1) * math.Pi / 4
	return math.Cos(angle), math.Sin(angle)
}

// SetVolume sets the volume, from 0, silent, to 1, full. Its scale suits a slider: half the value
// sounds half as loud, at a quarter of the amplitude. Values out of range are clamped, and NaN
// counts as 0. Sounding notes follow within 20 ms, without a click.
func (m *Mixer) SetVolume(volume float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if math.IsNaN(volume) {
		volume = 0
	}
	m.volume = max(0, min(1, volume))
}

// SetMuted mutes the mixer, or restores its volume.
func (m *Mixer) SetMuted(muted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.muted = muted
}

// goal returns the gain for the current volume and muting.
func (m *Mixer) goal() float32 {
	if m.muted {
		return 0
	}
	return float32(m.volume * m.volume)
}

// Read returns the next samples, at most 5 ms: frames of left and right, each a little-endian
// float32 between -1 and 1. It returns silence if no note sounds, and never io.EOF. It returns
// io.ErrShortBuffer if the buffer is too small for a frame.
func (m *Mixer) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	count := min(len(p)/frameBytes, chunk)
	if count == 0 {
		return 0, io.ErrShortBuffer
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.read += uint64(count)
	p = p[:count*frameBytes]
	if len(m.voices) == 0 {
		m.gain = m.goal()
		clear(p)
		return len(p), nil
	}
	sum := m.between[:count*channels]
	clear(sum)
	m.addVoices(sum)
	m.level(sum)
	for i, s := range sum {
		binary.LittleEndian.PutUint32(p[4*i:], math.Float32bits(s))
	}
	return len(p), nil
}

// addVoices adds the next samples of all voices, and removes those that are over.
func (m *Mixer) addVoices(sum []float32) {
	kept := m.voices[:0]
	m.fading = 0
	for _, v := range m.voices {
		if v.addTo(sum); v.over() {
			continue
		}
		kept = append(kept, v)
		if v.fade > 0 {
			m.fading++
		}
	}
	clear(m.voices[len(kept):])
	m.voices = kept
}

// addTo adds the next samples of the voice.
func (v *voice) addTo(sum []float32) {
	count := min(len(v.samples), len(sum)/channels)
	if v.fade == 0 {
		for i, s := range v.samples[:count] {
			sum[2*i] += s * v.left
			sum[2*i+1] += s * v.right
		}
		v.samples = v.samples[count:]
		return
	}
	count = min(count, v.fade)
	whole := float32(frames(voiceFade))
	for i, s := range v.samples[:count] {
		s *= float32(v.fade-i) / whole
		sum[2*i] += s * v.left
		sum[2*i+1] += s * v.right
	}
	v.samples = v.samples[count:]
	if v.fade -= count; v.fade == 0 {
		v.samples = nil
	}
}

// over reports whether the voice has no samples left.
func (v *voice) over() bool { return len(v.samples) == 0 }

// level applies the volume to a sum, frame by frame, and limits it.
func (m *Mixer) level(sum []float32) {
	goal := m.goal()
	step := 1 / float32(frames(ramp))
	for i := 0; i < len(sum); i += channels {
		m.gain += max(-step, min(step, goal-m.gain))
		sum[i] = limit(sum[i] * m.gain)
		sum[i+1] = limit(sum[i+1] * m.gain)
	}
}

// limit is a soft limiter: it returns small x unchanged, and keeps larger ones below 1.
func limit(x float32) float32 {
	size := float32(math.Abs(float64(x)))
	if size <= knee {
		return x
	}
	over := (size - knee) / (1 - knee)
	return float32(math.Copysign(float64(knee+(1-knee)*over/(1+over)), float64(x)))
}

// progress returns the number of frames read so far, and whether anything sounds.
func (m *Mixer) progress() (read uint64, sounding bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.read, len(m.voices) > 0
}

// hush drops all voices. They were not heard, so the next seed has its full force.
func (m *Mixer) hush() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.voices)
	m.voices, m.fading, m.seeded = m.voices[:0], 0, false
}
