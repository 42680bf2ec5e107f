package pipe

import (
	"bytes"
	"net"
	"testing"
	"testing/synctest"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/tools/need"
)

// FuzzMessages sends a node arbitrary bytes, as a message to an open end and as a request. Nothing
// may panic or hang, at most a window of bytes may be unread, and each decoded message encodes to
// the same bytes.
func FuzzMessages(f *testing.F) {
	f.Add(frame{kind: chunk, data: []byte("hello")}.encode(), byte(3))
	f.Add(frame{kind: credit, count: 1 << 31}.encode(), byte(0))
	f.Add(frame{kind: lost}.encode(), byte(1))
	f.Add(opening{node: "n1", header: []byte("{}")}.encode(), byte(0))
	f.Add([]byte{}, byte(9))
	f.Fuzz(func(t *testing.T, b []byte, again byte) {
		checkCoding(t, b)
		synctest.Test(t, func(t *testing.T) {
			node := need.Must(bustest.New(t).Join("n0"))(t)
			p := need.Must(Listen(node, func(c net.Conn, _ []byte) { _ = c.Close() }))(t)
			open := newConn(p, "n1")
			p.add(open)
			for i := range again {
				message := bytes.Clone(b)
				if len(message) >= frameHead { // so that it arrives
					copy(message[1:], open.id[:])
					message[24] = i
				}
				p.receive(bus.Message{Data: message})
			}
			p.receive(bus.Message{Data: b})
			p.receive(bus.Message{Data: b, Respond: func([]byte) error { return nil }})
			open.mu.Lock()
			if len(open.in) > window || open.credit > window || open.credit < 0 {
				t.Errorf("%d bytes wait, %d may be sent", len(open.in), open.credit)
			}
			open.mu.Unlock()
			need.NoError(t, p.Close())
			_ = node.Close()
		})
	})
}

func checkCoding(t *testing.T, b []byte) {
	if f, err := decodeFrame(b); err == nil && !bytes.Equal(f.encode(), b) {
		t.Errorf("frame %+v", f)
	}
	if o, err := decodeOpening(b); err == nil && !bytes.Equal(o.encode(), b) {
		t.Errorf("opening %+v", o)
	}
	if a, err := decodeAcceptance(b); err == nil && !bytes.Equal(a.encode(), b) {
		t.Errorf("acceptance %+v", a)
	}
}
