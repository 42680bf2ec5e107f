package tables

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"mancala/hub/claims"
	"mancala/match/lobby"
	"mancala/table"
)

// Bits of the second byte of a stored event, beside the seat.
const (
	seatBits = 3
	hasHash  = 4
	hasMAC   = 8
)

// appendEvent appends an event without its number, in about 50 bytes; its canonical bytes are 68.
// What is stored a hundred times for each game is worth its own form.
func appendEvent(b []byte, e *table.Event) []byte {
	bits := byte(e.By)
	if e.Hash != [16]byte{} {
		bits |= hasHash
	}
	if e.MAC != [16]byte{} {
		bits |= hasMAC
	}
	b = append(b, byte(e.Kind), bits)
	for _, n := range [...]uint32{e.ID, e.Game, e.Ply, e.Arg, e.Seen, e.Left[0], e.Left[1], uint32(len(e.Text))} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = append(b, e.Text...)
	if bits&hasHash != 0 {
		b = append(b, e.Hash[:]...)
	}
	if bits&hasMAC != 0 {
		b = append(b, e.MAC[:]...)
	}
	return b
}

// parseEvents reads events of which the last one has the number last. The error is
// [claims.ErrDamaged].
func parseEvents(b []byte, last uint32) (events []table.Event, err error) {
	for len(b) > 0 {
		var e table.Event
		if e, b, err = parseEvent(b); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	if uint64(len(events)) > uint64(last) {
		return nil, fmt.Errorf("%w: %d events up to number %d", claims.ErrDamaged, len(events), last)
	}
	for i := range events {
		events[i].N = last - uint32(len(events)-1-i)
	}
	return events, nil
}

func parseEvent(b []byte) (e table.Event, rest []byte, err error) {
	short := fmt.Errorf("%w: an event ends too soon", claims.ErrDamaged)
	if len(b) < 2 {
		return e, nil, short
	}
	bits := b[1]
	e.Kind, e.By = table.Kind(b[0]), table.Seat(bits&seatBits)
	b = b[2:]
	var length uint32
	for _, to := range [...]*uint32{&e.ID, &e.Game, &e.Ply, &e.Arg, &e.Seen, &e.Left[0], &e.Left[1], &length} {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > math.MaxUint32 {
			return e, nil, short
		}
		*to, b = uint32(v), b[n:]
	}
	if uint64(length) > uint64(len(b)) {
		return e, nil, short
	}
	e.Text, b = string(b[:length]), b[length:]
	for _, part := range [...]struct {
		bit byte
		to  []byte
	}{{hasHash, e.Hash[:]}, {hasMAC, e.MAC[:]}} {
		if bits&part.bit != 0 {
			if len(b) < len(part.to) {
				return e, nil, short
			}
			b = b[copy(part.to, b):]
		}
	}
	return e, b, nil
}

// extra is the part of a stored table that its events do not have.
type extra struct {
	Setup    lobby.Setup
	Reported uint32    `json:",omitzero"` // the last game that was reported
	Began    time.Time `json:",omitzero"` // when both had come to the current game
	Since    time.Time // when the table was made, a game ended or the series ended
}

// appendSnapshot appends the bytes of a whole table.
func appendSnapshot(b []byte, s *table.Snapshot, x *extra) ([]byte, error) {
	text, err := json.Marshal(x)
	return append(s.Append(b), text...), err
}

// parseSnapshot reads them. The error is [claims.ErrDamaged].
func parseSnapshot(b []byte) (s table.Snapshot, x extra, err error) {
	s, rest, err := table.ParseSnapshot(b)
	if err == nil {
		err = json.Unmarshal(rest, &x)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", claims.ErrDamaged, err)
	}
	return s, x, err
}
