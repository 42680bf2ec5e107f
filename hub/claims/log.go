package claims

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"mancala/hub/bus"
	"mancala/netplay/workers"
)

// ErrLost means that this node has lost the table, or cannot know whether it owns it. The caller
// drops the table, and emits only stored data. Compare with errors.Is.
var ErrLost = errors.New("the table is at another node now")

// Log is the journal of a table that this node owns. Its calls are made one after the other. A node
// that claims a table appends a fence, so the next record of its predecessor, which has another
// place in mind, is refused.
type Log struct {
	claims *Claims
	table  string
	term   uint32
	lost   context.Context // ends then
	lose   context.CancelFunc

	tail  uint64 // the revision of the last record
	list  []bus.Record
	heard time.Time // when the owner before was last heard
	snaps []snap
}

// snap is the place of a snapshot.
type snap struct {
	n        uint32
	revision uint64
}

// OnLost calls f, on a new goroutine, once this node has lost the table.
func (l *Log) OnLost(f func()) { context.AfterFunc(l.lost, f) }

// Load returns the oldest kept snapshot and all records behind it. The last record may be empty:
// its At is when the former owner was last heard.
func (l *Log) Load(context.Context) (records []Record, err error) {
	last := l.heard
	for _, r := range l.list {
		s, err := parse(r.Data)
		if err != nil {
			return nil, fmt.Errorf("table %s, revision %d: %w", l.table, r.Revision, err)
		}
		if s.At.After(last) {
			last = s.At
		}
		switch {
		case s.kind == kindSnap:
			l.snaps = append(l.snaps, snap{s.N, r.Revision})
		case s.kind != kindEvents, len(l.snaps) == 0:
			continue
		}
		records = append(records, s.Record)
	}
	l.list = nil
	if n := len(records); n > 0 && last.After(records[n-1].At) {
		records = append(records, Record{At: last, N: records[n-1].N})
	}
	return records, nil
}

// Append stores a record behind all others. It retries until the record is certainly stored. If the
// context ends or another node claims the table first, the error is ErrLost. An empty record only
// proves that this node owned the table at some moment during the call.
func (l *Log) Append(ctx context.Context, r Record) error {
	s := stored{kind: kindEvents, Record: r, term: l.term}
	switch {
	case r.empty():
		s.kind = kindTouch
	case len(r.Snapshot) > 0:
		s.kind = kindSnap
	}
	if l.lost.Err() != nil {
		return ErrLost
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer context.AfterFunc(l.lost, func() { cancel(ErrLost) })()
	revision, err := l.claims.appendSurely(ctx, l.table, l.tail, s.append(nil))
	if err != nil {
		l.claims.forget(l) // what was appended may still be stored, behind which there is nothing that this log knows
		return fmt.Errorf("%w: table %s: %w", ErrLost, l.table, err)
	}
	if l.tail = revision; s.kind == kindSnap {
		l.snaps = append(l.snaps, snap{s.N, revision})
	}
	return nil
}

// errOther means that another node's record is in the place of this node's.
var errOther = errors.New("another node has written")

// appendSurely appends data behind a revision. It returns once the data is certainly there, or
// certainly never will be, or the context ends. It returns errOther if another owner's record is in
// its place; that always differs, since it begins with a fence.
func (c *Claims) appendSurely(ctx context.Context, table string, after uint64, data []byte) (uint64, error) {
	for {
		revision, err := c.journal.Append(ctx, table, after, data)
		if err == nil {
			return revision, nil
		}
		list, readErr := c.journal.Read(ctx, table)
		if readErr == nil {
			switch next := behind(list, after); {
			case len(list) == 0 && after != 0:
				return 0, errOther // deleted
			case len(next) == 1 && bytes.Equal(next[0].Data, data):
				return next[0].Revision, nil
			case len(next) > 0:
				return 0, errOther
			}
		}
		if cause := context.Cause(ctx); cause != nil {
			return 0, cause
		}
		if errors.Is(readErr, bus.ErrClosed) {
			return 0, readErr
		}
		workers.Pause(ctx, pauseWait)
	}
}

// behind returns the records after a revision.
func behind(list []bus.Record, revision uint64) []bus.Record {
	for i, r := range list {
		if r.Revision > revision {
			return list[i:]
		}
	}
	return nil
}

// Trim removes the records before the newest snapshot up to event keep.
func (l *Log) Trim(ctx context.Context, keep uint32) error {
	last := -1
	for i, s := range l.snaps {
		if s.n <= keep {
			last = i
		}
	}
	if last <= 0 || l.lost.Err() != nil {
		return nil
	}
	if err := l.claims.journal.Trim(ctx, l.table, l.snaps[last].revision); err != nil {
		return err
	}
	l.snaps = append([]snap(nil), l.snaps[last:]...)
	return nil
}

// Release says that this node does not own the table any more.
func (l *Log) Release(ctx context.Context) error {
	if l.lost.Err() != nil {
		return nil
	}
	l.claims.forget(l)
	l.claims.release(l.table, l.term)
	return l.claims.hint(ctx, l.table, Hint{Term: l.term})
}

// Delete removes a table that is over.
func (l *Log) Delete(ctx context.Context) error {
	if err := l.claims.journal.Delete(ctx, l.table); err != nil {
		return err
	}
	l.claims.forget(l)
	return l.claims.hints.Delete(ctx, l.table, 0)
}
