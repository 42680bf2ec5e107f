package bus_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// buckets returns one bucket as both nodes see it.
func buckets(t *testing.T, p pair, ttl time.Duration) (a, b bus.Bucket) {
	t.Helper()
	n := name()
	a = need.Must(p.a.Bucket(need.Soon(t), n, ttl))(t)
	b = need.Must(p.b.Bucket(need.Soon(t), n, ttl))(t)
	return a, b
}

// wantEntry fails unless a key has a value and a revision.
func wantEntry(t *testing.T, b bus.Bucket, key, data string, revision uint64) {
	t.Helper()
	e, err := b.Get(need.Soon(t), key)
	if err != nil || e.Key != key || string(e.Data) != data || e.Revision != revision || e.Deleted {
		t.Fatalf("%+v, %v; want %s = %q, revision %d", e, err, key, data, revision)
	}
}

func testBucket(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, b := buckets(t, p, 0)
	fails(a.Get(ctx, "k.1"))(t, "get before create", bus.ErrNotFound)
	fails(a.Update(ctx, "k.1", nil, 1))(t, "update before create", bus.ErrConflict)

	first := need.Must(a.Create(ctx, "k.1", []byte("one")))(t)
	wantEntry(t, b, "k.1", "one", first)
	fails(b.Create(ctx, "k.1", []byte("other")))(t, "second create", bus.ErrExists)

	second := need.Must(b.Update(ctx, "k.1", []byte("two"), first))(t)
	if second <= first {
		t.Errorf("revision %d after %d", second, first)
	}
	wantEntry(t, a, "k.1", "two", second)
	for _, revision := range []uint64{0, first, second + 1} {
		fails(a.Update(ctx, "k.1", []byte("late"), revision))(t, fmt.Sprint("update of revision ", revision), bus.ErrConflict)
	}
	other := need.Must(a.Create(ctx, "k.2", nil))(t)
	wantEntry(t, a, "k.1", "two", second)
	wantEntry(t, b, "k.2", "", other)
	largest := string(make([]byte, bus.MaxData))
	wantEntry(t, b, "k.2", largest, need.Must(a.Update(ctx, "k.2", []byte(largest), other))(t))
}

func testDelete(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, b := buckets(t, p, 0)
	need.NoError(t, a.Delete(ctx, "k", 0)) // there is none
	wantError(t, "delete of none", a.Delete(ctx, "k", 5), bus.ErrConflict)
	first := need.Must(a.Create(ctx, "k", []byte("one")))(t)
	wantError(t, "delete of another revision", b.Delete(ctx, "k", first+1), bus.ErrConflict)
	wantEntry(t, a, "k", "one", first)
	need.NoError(t, b.Delete(ctx, "k", first))
	fails(a.Get(ctx, "k"))(t, "get after delete", bus.ErrNotFound)
	fails(a.Update(ctx, "k", nil, first))(t, "update after delete", bus.ErrConflict)
	wantError(t, "second delete", a.Delete(ctx, "k", first), bus.ErrConflict)

	second := need.Must(b.Create(ctx, "k", []byte("two")))(t)
	if second <= first {
		t.Errorf("revision %d after %d", second, first)
	}
	wantEntry(t, a, "k", "two", second)
	need.NoError(t, a.Delete(ctx, "k", 0))
	need.NoError(t, a.Delete(ctx, "k", 0))
	fails(b.Get(ctx, "k"))(t, "get after delete", bus.ErrNotFound)
}

// testCounter: no change is lost of many who change the same key.
func testCounter(t *testing.T, p pair) {
	const rounds = 25
	a, b := buckets(t, p, 0)
	need.Must(a.Create(need.Soon(t), "n", []byte("0")))(t)
	compete(t, rounds, func(worker, _ int) error {
		for k := []bus.Bucket{a, b}[worker%2]; ; {
			e, err := k.Get(need.Soon(t), "n")
			if err != nil {
				return err
			}
			n, _ := strconv.Atoi(string(e.Data))
			_, err = k.Update(need.Soon(t), "n", strconv.AppendInt(nil, int64(n)+1, 10), e.Revision)
			if !errors.Is(err, bus.ErrConflict) {
				return err
			}
		}
	})
	if e, err := b.Get(need.Soon(t), "n"); err != nil || string(e.Data) != strconv.Itoa(workers*rounds) {
		t.Errorf("%q, %v", e.Data, err)
	}
}

func testTTL(t *testing.T, p pair) {
	ctx := need.Soon(t)
	n := name()
	a := need.Must(p.a.Bucket(ctx, n, time.Second))(t)
	need.Must(a.Create(ctx, "k", []byte("one")))(t)
	if _, err := p.b.Bucket(ctx, n, 0); err == nil {
		t.Error("the same bucket with another TTL is no error")
	}
	for _, bad := range []time.Duration{-time.Second, 1500 * time.Millisecond} {
		if _, err := p.a.Bucket(ctx, name(), bad); err == nil {
			t.Errorf("a TTL of %v is no error", bad)
		}
	}
	b := need.Must(p.b.Bucket(ctx, n, time.Second))(t)
	if _, err := b.Create(ctx, "k", nil); err != nil {
		wantError(t, "create", err, bus.ErrExists)
	}
	for {
		_, err := b.Get(ctx, "k")
		if errors.Is(err, bus.ErrNotFound) {
			break
		}
		need.NoError(t, err)
		time.Sleep(10 * time.Millisecond)
	}
	need.Must(a.Create(ctx, "k", []byte("two")))(t)
}

func testBadKeys(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, _ := buckets(t, p, 0)
	for _, bad := range []string{"", ".", "a.", "a..b", "A", "a_b", "a b", "*", "a.>", "ä"} {
		fails(a.Get(ctx, bad))(t, "get", bus.ErrName)
		fails(a.Create(ctx, bad, nil))(t, "create", bus.ErrName)
		fails(a.Update(ctx, bad, nil, 1))(t, "update", bus.ErrName)
		wantError(t, "delete", a.Delete(ctx, bad, 0), bus.ErrName)
	}
	fails(a.Create(ctx, "k", make([]byte, bus.MaxData+1)))(t, "create", bus.ErrTooLong)
}

// item is an item of a log.
type item struct {
	number uint64
	data   string
}

// read reads a log on a goroutine until the test ends.
func read(t *testing.T, l bus.Log, from uint64) <-chan item {
	got := make(chan item, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- l.Read(ctx, from, func(n uint64, data []byte) error {
			got <- item{n, string(data)}
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := receive(t, done); !errors.Is(err, context.Canceled) && !errors.Is(err, bus.ErrClosed) {
			t.Errorf("reading ended with %v", err)
		}
	})
	return got
}

func testLog(t *testing.T, p pair) {
	const count = 100
	ctx, n := need.Soon(t), name()
	a := need.Must(p.a.Log(ctx, n))(t)
	b := need.Must(p.b.Log(ctx, n))(t)
	early := read(t, b, 0)
	for i := range count {
		if number := need.Must(a.Append(ctx, []byte(strconv.Itoa(i))))(t); number != uint64(i)+1 {
			t.Fatalf("item %d has the number %d", i, number)
		}
	}
	late, future := read(t, b, 51), read(t, a, count+1)
	for i := range count {
		want := item{uint64(i) + 1, strconv.Itoa(i)}
		if got := receive(t, early); got != want {
			t.Fatalf("%v, not %v", got, want)
		}
		if i < 50 {
			continue
		}
		if got := receive(t, late); got != want {
			t.Fatalf("%v, not %v", got, want)
		}
	}
	largest := make([]byte, bus.MaxData)
	need.Must(b.Append(ctx, largest))(t)
	for _, c := range []<-chan item{early, late, future} {
		if got := receive(t, c); got != (item{count + 1, string(largest)}) {
			t.Errorf("item %d with %d bytes", got.number, len(got.data))
		}
	}
	fails(a.Append(ctx, make([]byte, bus.MaxData+1)))(t, "append", bus.ErrTooLong)
	other := need.Must(p.a.Log(ctx, name()))(t)
	if number := need.Must(other.Append(ctx, nil))(t); number != 1 {
		t.Errorf("the first item of another log has the number %d", number)
	}
}

// testReadError: an error of its callback ends Read.
func testReadError(t *testing.T, p pair) {
	ctx := need.Soon(t)
	l := need.Must(p.a.Log(ctx, name()))(t)
	for range 3 {
		need.Must(l.Append(ctx, []byte("x")))(t)
	}
	enough := errors.New("enough")
	err := l.Read(ctx, 1, func(n uint64, _ []byte) error {
		if n == 2 {
			return enough
		}
		return nil
	})
	if err != enough {
		t.Errorf("reading ended with %v", err)
	}
}
