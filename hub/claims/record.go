package claims

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// Record is a part of a table's journal: events, a snapshot, or both.
type Record struct {
	// At is when it was made, to the millisecond.
	At time.Time
	// N is the number of the record's last event.
	N uint32
	// Snapshot is the table before Events, or empty.
	Snapshot []byte
	// Events are the bytes of events, or empty.
	Events []byte
}

// empty reports that a record has nothing that a table needs.
func (r *Record) empty() bool { return len(r.Snapshot) == 0 && len(r.Events) == 0 }

// ErrDamaged means that bytes in a journal are not a record. Compare with errors.Is.
var ErrDamaged = errors.New("a record of a table is damaged")

// The kinds of stored records, by their first byte.
const (
	kindFence  = 'F' // a node has claimed the table
	kindTouch  = 'T' // its owner still owned it
	kindEvents = 'E'
	kindSnap   = 'S' // a snapshot, and events behind it
)

// stored is a record as it is in the journal.
type stored struct {
	kind byte
	Record
	term uint32 // with kindFence and kindSnap
	node string // with kindFence
	run  string
}

// append appends the bytes that parse reads.
func (s *stored) append(b []byte) []byte {
	b = append(b, s.kind)
	b = binary.AppendUvarint(b, uint64(max(s.At.UnixMilli(), 0)))
	switch s.kind {
	case kindFence:
		b = binary.AppendUvarint(b, uint64(s.term))
		b = appendBytes(appendBytes(b, []byte(s.node)), []byte(s.run))
	case kindSnap:
		b = binary.AppendUvarint(b, uint64(s.term))
		b = binary.AppendUvarint(b, uint64(s.N))
		b = append(appendBytes(b, s.Snapshot), s.Events...)
	case kindEvents:
		b = append(binary.AppendUvarint(b, uint64(s.N)), s.Events...)
	}
	return b
}

func appendBytes(b, part []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(part))), part...)
}

// parse reads a stored record. The error is ErrDamaged.
func parse(b []byte) (s stored, err error) {
	r := reader{rest: b}
	s.kind = r.byte()
	s.At = time.UnixMilli(int64(r.number(1 << 50)))
	switch s.kind {
	case kindFence:
		s.term = uint32(r.number(1<<32 - 1))
		s.node, s.run = string(r.bytes()), string(r.bytes())
	case kindSnap:
		s.term, s.N = uint32(r.number(1<<32-1)), uint32(r.number(1<<32-1))
		s.Snapshot, s.Events = r.bytes(), r.rest
	case kindEvents:
		s.N, s.Events = uint32(r.number(1<<32-1)), r.rest
	case kindTouch:
	default:
		r.failed = true
	}
	if r.failed {
		return stored{}, fmt.Errorf("%w: %.20x", ErrDamaged, b)
	}
	return s, nil
}

// reader reads from the front of bytes; after the first failure everything is zero.
type reader struct {
	rest   []byte
	failed bool
}

func (r *reader) byte() byte {
	if r.failed || len(r.rest) == 0 {
		r.failed = true
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return b
}

func (r *reader) number(most uint64) uint64 {
	v, n := binary.Uvarint(r.rest)
	if r.failed || n <= 0 || v > most {
		r.failed = true
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) bytes() []byte {
	n := r.number(uint64(len(r.rest)))
	if r.failed || n > uint64(len(r.rest)) {
		r.failed = true
		return nil
	}
	part := r.rest[:n]
	r.rest = r.rest[n:]
	return part
}
