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
	// voiceLimit is how many notes sound at the same time; one more makes the oldest fade.
	voiceLimit = 24
	// fadingLimit is how many more may be fading meanwhile. Beyond that a note is dropped.
	fadingLimit = 8
	// channels and frameBytes describe what a mixer is read as: left, right, 4 bytes each.
	channels   = 2
	frameBytes = channels * 4
	// chunk is the most frames that one Read gives, 5 ms, so that a reader who asks for more than
	// it needs now does not put off the notes that come next.
	chunk = Rate / 200
	// crowd is how close together two seeds may land and still be heard with full force.
	crowd = 25 * time.Millisecond
	// ramp is how long the volume takes from silent to full, and voiceFade a voice that has to go.
	ramp      = 20 * time.Millisecond
	voiceFade = 5 * time.Millisecond
	// knee is the level from which on the limiter bends the sum.
	knee = .7
)

// voice is one note that sounds.
type voice struct {
	samples     []float32
	left, right float32
	fade        int // how many frames it still has if it was told to go, otherwise 0
}

// Mixer adds up notes. Its methods may be called by several goroutines at the same time; none of
// them waits for anything but the others, or allocates. What it gives depends on its seed and the
// order of the calls alone.
type Mixer struct {
	mu      sync.Mutex
	takes   [cues][][]float32
	last    [cues]int // the take of a seed that sounded last
	chance  *rand.Rand
	voices  []voice // in the order in which they began
	fading  int     // how many of them fade
	read    uint64  // frames so far
	seed    uint64  // the frame at which the last seed began
	seeded  bool    // whether there was one
	volume  float64 // as set, from 0 to 1
	muted   bool
	gain    float32 // at this frame, on its way to what volume and muted ask for
	between [chunk * channels]float32
}

// everything is each take of each cue. Mixers share it, and only read it.
var everything = sync.OnceValue(func() (takes [cues][][]float32) {
	for _, cue := range Cues() {
		for take := range cue.Takes() {
			takes[cue] = append(takes[cue], Synthesize(cue, take))
		}
	}
	return takes
})

// NewMixer returns a mixer at full volume in which nothing sounds. The first one takes some tens of
// milliseconds, in which all cues are worked out. The seed decides which variant of a seed's sound
// comes when.
func NewMixer(seed uint64) *Mixer {
	return &Mixer{
		takes:  everything(),
		chance: rand.New(rand.NewPCG(seed, 0)),
		voices: make([]voice, 0, voiceLimit+fadingLimit),
		volume: 1,
		gain:   1,
	}
}

// Play begins a note with the next Read. A seed never sounds like the one before it in the same
// material. Seeds that land almost together are one sound: the second one is the softer the closer
// it follows, down to nothing. A note is dropped while the mixer is muted, its volume is 0 or it
// has no room, and if the cue is unknown. Play reports whether the note will be heard.
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

// force returns how strongly a seed sounds that lands now, from 0 to 1.
func (m *Mixer) force() float64 {
	if !m.seeded {
		return 1
	}
	return min(1, float64(m.read-m.seed)/float64(frames(crowd)))
}

// take chooses how a note sounds: any but the last take for a seed, the size for a capture.
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

// makeRoom makes the oldest voice fade if there are too many, and reports whether there is room.
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

// pan returns the levels of left and right for a place. The power is the same everywhere.
func pan(place float64) (left, right float64) {
	if math.IsNaN(place) {
		place = 0
	}
	angle := (max(-1, min(1, place)) + 1) * math.Pi / 4
	return math.Cos(angle), math.Sin(angle)
}

// SetVolume sets how loud everything is, from silent, 0, to full, 1. It is meant for a slider: half
// of it sounds half as loud, which is a quarter of the amplitude. Values outside are taken as the
// nearest one, and NaN as 0. What sounds already follows within 20 ms, without a click.
func (m *Mixer) SetVolume(volume float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if math.IsNaN(volume) {
		volume = 0
	}
	m.volume = max(0, min(1, volume))
}

// SetMuted silences everything, or lets it be heard at the volume that is set.
func (m *Mixer) SetMuted(muted bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.muted = muted
}

// goal returns the gain that volume and muted ask for.
func (m *Mixer) goal() float32 {
	if m.muted {
		return 0
	}
	return float32(m.volume * m.volume)
}

// Read gives the sound that comes next, at most 5 ms of it: frames of left and right, each a
// float32 with the low byte first, between -1 and 1. It gives silence if nothing sounds, never an
// end. A buffer that is too small for a frame is io.ErrShortBuffer.
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

// addVoices adds what the voices have next, and forgets those that have come to their end.
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

// over reports whether nothing of the voice is left.
func (v *voice) over() bool { return len(v.samples) == 0 }

// level brings a sum to the volume, frame by frame, and limits it.
func (m *Mixer) level(sum []float32) {
	goal := m.goal()
	step := 1 / float32(frames(ramp))
	for i := 0; i < len(sum); i += channels {
		m.gain += max(-step, min(step, goal-m.gain))
		sum[i] = limit(sum[i] * m.gain)
		sum[i+1] = limit(sum[i+1] * m.gain)
	}
}

// limit returns x if it is small, and bends it so that it never reaches 1 otherwise.
func limit(x float32) float32 {
	size := float32(math.Abs(float64(x)))
	if size <= knee {
		return x
	}
	over := (size - knee) / (1 - knee)
	return float32(math.Copysign(float64(knee+(1-knee)*over/(1+over)), float64(x)))
}

// progress returns how many frames were read so far, and whether anything sounds.
func (m *Mixer) progress() (read uint64, sounding bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.read, len(m.voices) > 0
}

// hush drops everything that sounds.
func (m *Mixer) hush() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.voices)
	m.voices, m.fading = m.voices[:0], 0
}
