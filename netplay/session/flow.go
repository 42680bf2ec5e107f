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

// back collects the events that a player hands back, in several frames.
func back(list []table.Event, m *wire.HandBack) ([]table.Event, error) {
	for _, w := range m.GetEvents() {
		e, _, err := eventFromWire(w)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	if len(list) > maxReplay {
		return nil, garbled("%d events are handed back", len(list))
	}
	return list, nil
}
