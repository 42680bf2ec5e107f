package session

import (
	wire "mancala/proto/mancala/v1"

	"mancala/table"
)

// flow is how far an owner's events have gone on a connection. What is not acknowledged is limited.
type flow struct {
	sent   uint32 // the last event that was sent
	acked  uint32 // the last one that was acknowledged
	flight []int  // the sizes of the frames of the events in between
	flying int    // their sum
}

// begin says that the other end has the events up to n.
func (f *flow) begin(n uint32) { *f = flow{sent: n, acked: n} }

// full reports that no event is to be sent before others are acknowledged.
func (f *flow) full() bool { return f.flying >= maxFlight }

// took notes that an event was sent in a frame of that size.
func (f *flow) took(n uint32, size int) {
	f.sent, f.flight, f.flying = n, append(f.flight, size), f.flying+size
}

// acknowledged makes room for further events, and reports whether n was ever sent.
func (f *flow) acknowledged(n uint32) bool {
	for ; f.acked < n && len(f.flight) > 0; f.acked++ {
		f.flying -= f.flight[0]
		f.flight = f.flight[1:]
	}
	return n <= f.sent
}

// handedBack collects the events that an owner has lost and a player hands back, in several frames.
type handedBack struct {
	missing uint32 // as many as the player has said
	events  []table.Event
}

// take adds those of a frame. The last one has the tag, which is that of the last event; until then
// whole is false.
func (h *handedBack) take(m *wire.HandBack) (tag table.Tag, whole bool, err error) {
	n := len(h.events) + len(m.GetEvents())
	if n > int(min(h.missing, maxReplay)) || len(m.GetEvents()) == 0 {
		return tag, false, garbled("%d events handed back, of %d", n, h.missing)
	}
	for _, w := range m.GetEvents() {
		e, _, err := eventFromWire(w)
		if err != nil {
			return tag, false, err
		}
		h.events = append(h.events, e)
	}
	if len(m.GetTag()) == 0 {
		return tag, false, nil
	}
	tag, err = shortFrom("a tag", m.GetTag())
	return tag, err == nil, err
}
