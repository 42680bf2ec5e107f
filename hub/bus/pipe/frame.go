package pipe

import (
	"encoding/binary"
	"errors"

	"mancala/hub/bus"
)

// The kinds of frames.
const (
	chunk  = 1 + iota // data: bytes of the stream
	credit            // count: so many more bytes may be sent
	end               // no more frames follow: closed
	lost              // no more frames follow: frames were lost
	forget            // the opening with the id `to` of the sender's end was given up
	tally             // data: a count for each end; of the node, not of a pipe
)

// frame is a message of an open pipe.
type frame struct {
	kind   byte
	to     id     // the end it is for
	number uint64 // counts all frames of this direction, from 0
	count  uint32 // of credit
	data   []byte // of a chunk or a tally; otherwise empty
}

const frameHead = 1 + 16 + 8 + 4

var errFrame = errors.New("not a frame of a pipe")

func (f frame) encode() []byte {
	b := make([]byte, 0, frameHead+len(f.data))
	b = append(b, f.kind)
	b = append(b, f.to[:]...)
	b = binary.BigEndian.AppendUint64(b, f.number)
	b = binary.BigEndian.AppendUint32(b, f.count)
	return append(b, f.data...)
}

func decodeFrame(b []byte) (frame, error) {
	if len(b) < frameHead || b[0] < chunk || b[0] > tally {
		return frame{}, errFrame
	}
	return frame{
		kind:   b[0],
		to:     id(b[1:17]),
		number: binary.BigEndian.Uint64(b[17:]),
		count:  binary.BigEndian.Uint32(b[25:]),
		data:   b[frameHead:],
	}, nil
}

// count says how many frames were sent from one end to the other.
type count struct {
	to, from id
	sent     uint64
}

const countSize = 2*len(id{}) + 8

// tallyOf returns the frame with the counts of a node.
func tallyOf(node string, counts []count) frame {
	data := append([]byte{byte(len(node))}, node...)
	for _, c := range counts {
		data = binary.BigEndian.AppendUint64(append(append(data, c.to[:]...), c.from[:]...), c.sent)
	}
	return frame{kind: tally, data: data}
}

// counts returns the node and the counts of a tally.
func (f frame) counts() (node string, all []count, err error) {
	if len(f.data) == 0 || len(f.data) < 1+int(f.data[0]) {
		return "", nil, errFrame
	}
	n := 1 + int(f.data[0])
	node = string(f.data[1:n])
	for b := f.data[n:]; len(b) >= countSize; b = b[countSize:] {
		all = append(all, count{id(b[:16]), id(b[16:32]), binary.BigEndian.Uint64(b[32:])})
	}
	return node, all, bus.CheckWord(node)
}

// opening asks a node for a pipe.
type opening struct {
	run    id // of the node that asks
	id     id // of its end
	node   string
	header []byte
}

func (o opening) encode() []byte {
	b := append([]byte{}, o.run[:]...)
	b = append(b, o.id[:]...)
	b = append(b, byte(len(o.node)))
	b = append(b, o.node...)
	return append(b, o.header...)
}

func decodeOpening(b []byte) (opening, error) {
	if len(b) < 33 || len(b) < 33+int(b[32]) {
		return opening{}, errFrame
	}
	header := 33 + int(b[32])
	o := opening{id(b[:16]), id(b[16:32]), string(b[33:header]), b[header:]}
	return o, bus.CheckWord(o.node)
}

// acceptance answers it.
type acceptance struct {
	run id // of the node that answers
	id  id // of its end
}

func (a acceptance) encode() []byte { return append(a.run[:], a.id[:]...) }

func decodeAcceptance(b []byte) (acceptance, error) {
	if len(b) != 32 {
		return acceptance{}, errFrame
	}
	return acceptance{id(b[:16]), id(b[16:])}, nil
}
