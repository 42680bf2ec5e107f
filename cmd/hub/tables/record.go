package tables

import (
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"mancala/cmd/hub/store"
)

// Record is a record of a table: events, a snapshot, or both.
type Record struct {
	// At is when it was made, to the millisecond, by the clock of the database.
	At time.Time
	// N is the number of the record's last event.
	N uint32
	// Snapshot is the table before Events, or empty.
	Snapshot []byte
	// Events are the bytes of events, or empty.
	Events []byte
	// Place is where it is stored, if it is.
	Place uint64
}

// empty reports that a record has nothing that a table needs.
func (r *Record) empty() bool { return len(r.Snapshot) == 0 && len(r.Events) == 0 }

// ErrDamaged means that stored bytes are not a table's. Compare with errors.Is.
var ErrDamaged = errors.New("a record of a table is damaged")

// The kinds of stored records, by their first byte.
const (
	kindEvents = 'E'
	kindSnap   = 'S' // a snapshot, and events behind it
)

// body returns the bytes that parseRecord reads; nil if the record is empty.
func (r *Record) body() []byte {
	if r.empty() {
		return nil
	}
	b := []byte{kindEvents}
	if len(r.Snapshot) > 0 {
		b[0] = kindSnap
	}
	b = binary.AppendUvarint(b, uint64(max(r.At.UnixMilli(), 0)))
	b = binary.AppendUvarint(b, uint64(r.N))
	if b[0] == kindSnap {
		b = append(binary.AppendUvarint(b, uint64(len(r.Snapshot))), r.Snapshot...)
	}
	return append(b, r.Events...)
}

// parseRecord reads a stored record. The error is ErrDamaged.
func parseRecord(s store.Record) (r Record, err error) {
	b := s.Body
	damaged := fmt.Errorf("%w: place %d: %.20x", ErrDamaged, s.Place, b)
	if len(b) == 0 || b[0] != kindEvents && b[0] != kindSnap {
		return r, damaged
	}
	kind, rest := b[0], b[1:]
	var numbers [3]uint64 // the time, the last event, the size of the snapshot
	count := 2
	if kind == kindSnap {
		count = 3
	}
	for i := range count {
		v, n := binary.Uvarint(rest)
		if n <= 0 {
			return r, damaged
		}
		numbers[i], rest = v, rest[n:]
	}
	if numbers[0] >= 1<<50 || numbers[1] >= 1<<32 || numbers[2] > uint64(len(rest)) {
		return r, damaged
	}
	size := int(numbers[2])
	return Record{
		At: time.UnixMilli(int64(numbers[0])), N: uint32(numbers[1]), Snapshot: rest[:size:size], Events: rest[size:], Place: s.Place,
	}, nil
}

// parseRecords reads all records of a table, and returns them from the oldest snapshot on.
func parseRecords(stored []store.Record) (records []Record, err error) {
	for _, s := range stored {
		r, err := parseRecord(s)
		if err != nil {
			return nil, err
		}
		if len(records) > 0 || len(r.Snapshot) > 0 {
			records = append(records, r)
		}
	}
	return records, nil
}
