package netplay

import wire "mancala/proto/mancala/v1"

// Mark names a state of a series that is being stored, for [Session.Stored].
type Mark struct {
	got    uint64 // the last of the peer's frames that the state contains
	change uint64 // the number of the state
}

// holdback keeps frames back until the peer's frames before them are stored: acknowledgements, and
// every frame that is sent later. So to the peer the time of storing looks like time on the wire.
// Frames that only this end has caused are not held back.
type holdback struct {
	on       bool
	stored   uint64 // the peer's frames up to this number are stored
	changes  uint64 // the number of the last state that was given out to be stored
	settled  uint64 // the number of the last one that is stored
	applying bool   // a frame of the peer's is being applied, and may change the series
	seated   bool   // the next frame gives a seat, which has to be stored first
	frames   []byte // held back
	held     []heldFrame
	released uint64 // the number of the last frame before those held back
}

// heldFrame is a frame that waits until a state is stored.
type heldFrame struct {
	change uint64 // the number of the state
	seq    uint64 // the last number of this end's frames, this one included
	end    int    // of the frame in holdback.frames
}

// holds reports whether the next frame is held back. Before there is a series, nothing is stored.
func (s *Session) holds() bool {
	h := &s.hold
	return h.on && (h.seated || len(h.held) > 0 || s.series != nil && s.got > h.stored)
}

// holdBack queues a frame behind the next state that is stored.
func (s *Session) holdBack(f *wire.Frame) {
	h := &s.hold
	if len(h.held) == 0 {
		h.released = s.sent
		if f.GetSeq() > 0 {
			h.released--
		}
	}
	b, err := appendFrame(h.frames, f)
	if err != nil {
		s.unwritable(err)
		return
	}
	change := h.changes
	if h.applying || h.seated || s.series != nil && s.series.changed {
		change++
	}
	h.frames, h.seated = b, false
	h.held = append(h.held, heldFrame{change, s.sent, len(b)})
}

// unsettled reports whether a change of the series is not stored.
func (s *Session) unsettled() bool {
	return s.series != nil && s.series.changed || s.hold.changes > s.hold.settled
}

// release lets go of the frames that need not, or no longer, be held back.
func (s *Session) release() {
	h := &s.hold
	if !h.on || s.phase == ended {
		return
	}
	n := len(h.held)
	if s.unsettled() {
		for n = 0; n < len(h.held) && h.held[n].change <= h.settled; n++ {
		}
	} else {
		h.stored = s.got
	}
	if n == 0 {
		return
	}
	last := h.held[n-1]
	s.out.Write = append(s.out.Write, h.frames[:last.end]...)
	h.released = last.seq
	if n == len(h.held) { // most of the time; the memory is given back
		h.frames, h.held = nil, nil
		return
	}
	h.frames, h.held = append([]byte(nil), h.frames[last.end:]...), append([]heldFrame(nil), h.held[n:]...)
	for i := range h.held {
		h.held[i].end -= last.end
	}
}

// mark returns the name of the state that is given out to be stored.
func (s *Session) mark() Mark {
	s.hold.changes++
	return Mark{got: s.got, change: s.hold.changes}
}

// Stored tells a session whose configuration says StoreFirst that a state is stored: an Output has
// had its mark. Every later state is one that contains it, so marks may be left out.
func (s *Session) Stored(m Mark) {
	s.hold.stored, s.hold.settled = max(s.hold.stored, m.got), max(s.hold.settled, m.change)
	s.release()
}

// dropHeld forgets the frames that are held back.
func (s *Session) dropHeld() {
	if h := &s.hold; len(h.held) > 0 {
		s.sent = h.released
		h.frames, h.held = nil, nil
	}
}
