package tables

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/past"
	"mancala/internal/table"
)

// Restore returns a table from its records. The clocks ran until its owner was last heard, which
// the caller knows or says is long ago by the zero time, and stop until the player to move is back,
// for a while at most. Times that are later than now are believed no more than now. The error is
// [ErrDamaged].
func Restore(records []Record, secret [table.SecretSize]byte, heard, now time.Time) (*Table, error) {
	if len(records) == 0 || len(records[0].Snapshot) == 0 {
		return nil, fmt.Errorf("%w: there is no snapshot", ErrDamaged)
	}
	records = slices.Clone(records)
	for i := range records {
		records[i].At = past.Believed(records[i].At, now)
	}
	base, x, err := parseSnapshot(records[0].Snapshot)
	if err != nil {
		return nil, err
	}
	x.Since, x.Began = past.Believed(x.Since, now), past.Believed(x.Began, now)
	t := &Table{setup: x.Setup, seats: awaySeats(now), extra: x, alone: -1}
	if base.Terms != termsOf(&x.Setup) {
		return nil, fmt.Errorf("%w: it has other terms", ErrDamaged)
	}
	r := table.Record{Base: base}
	last, err := t.replay(&r, records)
	if err != nil {
		return nil, err
	}
	cfg := table.OwnerConfig{Terms: base.Terms, Secret: table.ClubOwnerKey(secret, base.Terms.Series)}
	owner, err := table.RestoreOwner(cfg, &r, last)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	t.server = table.NewServer(owner, t.event)
	t.count = len(r.Events)
	if at := records[len(records)-1].At; heard.Before(at) {
		heard = at
	}
	t.stopClocks(past.Believed(heard, now), now)
	return t, nil
}

// replay applies the events behind the first snapshot, and returns the time of the last one.
func (t *Table) replay(r *table.Record, records []Record) (last time.Time, err error) {
	st, err := r.Base.State(records[0].At)
	if err != nil {
		return last, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	last = records[0].At
	for _, record := range records[1:] {
		events, err := parseEvents(record.Events, record.N)
		if err != nil {
			return last, err
		}
		for i := range events {
			c, err := st.Apply(&events[i], record.At)
			if err != nil {
				return last, fmt.Errorf("%w: event %d: %w", ErrDamaged, events[i].N, err)
			}
			last = record.At
			t.observe(&c, record.At)
		}
		r.Events = append(r.Events, events...)
		if len(record.Snapshot) > 0 {
			_, x, err := parseSnapshot(record.Snapshot)
			if err != nil {
				return last, err
			}
			t.reportedUpTo(x.Reported)
		}
	}
	return last, nil
}

// reportedUpTo notes that games were reported.
func (t *Table) reportedUpTo(game uint32) {
	t.extra.Reported = max(t.extra.Reported, game)
	for len(t.done) > 0 && numberOf(t.done[0]) <= t.extra.Reported {
		t.done = t.done[1:]
	}
}

// numberOf returns the number of a game at its table.
func numberOf(g lobby.Game) uint32 {
	_, n, _ := match.SplitGameID(g.Entry.ID) // which this package has made
	return uint32(n)
}

// stopClocks stops the clock that ran when the node before was last heard.
func (t *Table) stopClocks(heard, now time.Time) {
	if st := t.State(); st.Closed.N != 0 || !t.running() || !st.Met || !st.Terms.Time.Timed() {
		return
	}
	t.hold = now.Add(graceWait)
	if t.State().Clocks.Running {
		t.rule(table.KindClock, 0, "", heard)
	}
}

// Bits of the second byte of a stored event, beside the seat.
const (
	seatBits = 3
	hasHash  = 4
	hasMAC   = 8
)

// appendEvent appends an event without its number, in about 50 bytes; its canonical bytes are 68. A
// special form pays off: each game stores about a hundred events.
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

// parseEvents reads events; the last one has the number last. The error is [ErrDamaged].
func parseEvents(b []byte, last uint32) (events []table.Event, err error) {
	for len(b) > 0 {
		var e table.Event
		if e, b, err = parseEvent(b); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	if uint64(len(events)) > uint64(last) {
		return nil, fmt.Errorf("%w: %d events up to number %d", ErrDamaged, len(events), last)
	}
	for i := range events {
		events[i].N = last - uint32(len(events)-1-i)
	}
	return events, nil
}

func parseEvent(b []byte) (e table.Event, rest []byte, err error) {
	short := fmt.Errorf("%w: an event ends too soon", ErrDamaged)
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

// parseSnapshot reads them. The error is [ErrDamaged].
func parseSnapshot(b []byte) (s table.Snapshot, x extra, err error) {
	s, rest, err := table.ParseSnapshot(b)
	if err == nil {
		err = json.Unmarshal(rest, &x)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return s, x, err
}
