package bus_test

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"testing"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// journals returns one journal as both nodes see it.
func journals(t *testing.T, p pair) (a, b bus.Journal) {
	t.Helper()
	n := name()
	a = need.Must(p.a.Journal(need.Soon(t), n))(t)
	b = need.Must(p.b.Journal(need.Soon(t), n))(t)
	return a, b
}

// wantRecords fails unless a key has these records.
func wantRecords(t *testing.T, j bus.Journal, key string, want ...bus.Record) {
	t.Helper()
	got, err := j.Read(need.Soon(t), key)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%s: %v, %v, not %v", key, got, err, want)
	}
}

func testJournal(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, b := journals(t, p)
	wantRecords(t, a, "k")
	fails(a.Append(ctx, "k", 1, nil))(t, "append behind a record that is not there", bus.ErrConflict)

	one := bus.Record{Revision: need.Must(a.Append(ctx, "k", 0, []byte("one")))(t), Data: []byte("one")}
	other := bus.Record{Revision: need.Must(b.Append(ctx, "other", 0, []byte("x")))(t), Data: []byte("x")}
	wantRecords(t, b, "k", one)
	two := bus.Record{Revision: need.Must(b.Append(ctx, "k", one.Revision, []byte("two")))(t), Data: []byte("two")}
	if two.Revision <= one.Revision {
		t.Errorf("revision %d after %d", two.Revision, one.Revision)
	}
	for _, after := range []uint64{0, one.Revision, other.Revision, two.Revision + 1} {
		fails(a.Append(ctx, "k", after, []byte("late")))(t, fmt.Sprint("append behind revision ", after), bus.ErrConflict)
	}
	wantRecords(t, a, "k", one, two)
	wantRecords(t, a, "other", other)

	largest := bus.Record{Data: make([]byte, bus.MaxData)}
	largest.Revision = need.Must(a.Append(ctx, "k", two.Revision, largest.Data))(t)
	wantRecords(t, b, "k", one, two, largest)
	fails(a.Append(ctx, "k", largest.Revision, make([]byte, bus.MaxData+1)))(t, "too much", bus.ErrTooLong)
	empty := bus.Record{Revision: need.Must(a.Append(ctx, "k", largest.Revision, nil))(t), Data: []byte{}}
	wantRecords(t, b, "k", one, two, largest, empty)
}

// testTrim: trimmed and deleted records are gone, and the next record is fenced as before.
func testTrim(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, b := journals(t, p)
	need.NoError(t, a.Trim(ctx, "k", 5)) // there is none
	need.NoError(t, a.Delete(ctx, "k"))
	var all []bus.Record
	tail := uint64(0)
	for i := range 10 {
		data := []byte(strconv.Itoa(i))
		tail = need.Must(a.Append(ctx, "k", tail, data))(t)
		all = append(all, bus.Record{Revision: tail, Data: data})
	}
	kept := need.Must(a.Append(ctx, "kept", 0, []byte("x")))(t)
	need.NoError(t, b.Trim(ctx, "k", 0))
	wantRecords(t, a, "k", all...)
	need.NoError(t, b.Trim(ctx, "k", all[3].Revision))
	need.NoError(t, b.Trim(ctx, "k", all[2].Revision))
	wantRecords(t, a, "k", all[3:]...)
	fails(a.Append(ctx, "k", all[2].Revision, nil))(t, "append behind a trimmed record", bus.ErrConflict)
	next := need.Must(b.Append(ctx, "k", tail, nil))(t)

	need.NoError(t, a.Delete(ctx, "k"))
	wantRecords(t, b, "k")
	fails(b.Append(ctx, "k", next, nil))(t, "append behind a deleted record", bus.ErrConflict)
	if again := need.Must(b.Append(ctx, "k", 0, nil))(t); again <= next {
		t.Errorf("revision %d after %d", again, next)
	}
	wantRecords(t, b, "kept", bus.Record{Revision: kept, Data: []byte("x")})
}

// testJournalRace: many append behind the same record, and one succeeds. A concurrent reader sees a
// prefix of the final records.
func testJournalRace(t *testing.T, p pair) {
	const rounds = 25
	a, b := journals(t, p)
	add := func(worker, round int) error {
		for j := []bus.Journal{a, b}[worker%2]; ; {
			list, err := j.Read(need.Soon(t), "k")
			if err != nil {
				return err
			}
			after := uint64(0)
			if len(list) > 0 {
				after = list[len(list)-1].Revision
			}
			_, err = j.Append(need.Soon(t), "k", after, fmt.Appendf(nil, "%d.%d", worker, round))
			if !errors.Is(err, bus.ErrConflict) {
				return err
			}
		}
	}
	var all sync.WaitGroup
	all.Go(func() { compete(t, rounds, add) })
	var early []bus.Record
	for range 10 {
		list := need.Must(b.Read(need.Soon(t), "k"))(t)
		if len(list) < len(early) {
			t.Errorf("%d records, after %d", len(list), len(early))
		}
		early = list
	}
	all.Wait()
	list := need.Must(b.Read(need.Soon(t), "k"))(t)
	next := map[string]int{}
	for i, r := range list {
		var worker, round int
		if _, err := fmt.Sscanf(string(r.Data), "%d.%d", &worker, &round); err != nil || next[fmt.Sprint(worker)] != round {
			t.Errorf("record %d is %s", i, r.Data)
		}
		next[fmt.Sprint(worker)]++
	}
	if len(list) != workers*rounds || fmt.Sprint(list[:len(early)]) != fmt.Sprint(early) {
		t.Errorf("%d records at the end; before: %v", len(list), early)
	}
}

// testLongJournal: a key with more records than are read at once, among the records of another key.
func testLongJournal(t *testing.T, p pair) {
	const count = 520
	a, b := journals(t, p)
	var both sync.WaitGroup
	for k := range 2 {
		both.Go(func() {
			for i, tail := 0, uint64(0); i < count; i++ {
				var err error
				if tail, err = a.Append(need.Soon(t), fmt.Sprint("k", k), tail, strconv.AppendInt(nil, int64(i), 10)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	both.Wait()
	list := need.Must(b.Read(need.Soon(t), "k1"))(t)
	for i, r := range list {
		if string(r.Data) != strconv.Itoa(i) {
			t.Fatalf("record %d is %s", i, r.Data)
		}
	}
	if len(list) != count {
		t.Errorf("%d records", len(list))
	}
}

func testBadJournals(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, _ := journals(t, p)
	for _, bad := range []string{"", ".", "a.b", "A", "a_b", "a b", "*", ">"} {
		fails(a.Append(ctx, bad, 0, nil))(t, "append", bus.ErrName)
		fails(a.Read(ctx, bad))(t, "read", bus.ErrName)
		wantError(t, "trim", a.Trim(ctx, bad, 1), bus.ErrName)
		wantError(t, "delete", a.Delete(ctx, bad), bus.ErrName)
	}
	fails(p.a.Journal(ctx, "a.b"))(t, "journal", bus.ErrName)
}
