package bus_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// watch watches a bucket on a goroutine, until the test or the function returned ends it.
func watch(t *testing.T, b bus.Bucket, f func(bus.Entry)) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Watch(ctx, f) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := receive(t, done); !errors.Is(err, context.Canceled) && !errors.Is(err, bus.ErrClosed) {
			t.Errorf("watching ended with %v", err)
		}
	})
	t.Cleanup(end)
	return end
}

func testWatch(t *testing.T, p pair) {
	ctx := need.Soon(t)
	a, b := buckets(t, p, 0)
	one := need.Must(a.Create(ctx, "x.1", []byte("one")))(t)
	need.Must(a.Create(ctx, "x.gone", nil))(t)
	two := need.Must(b.Create(ctx, "x.2", []byte("two")))(t)
	one = need.Must(b.Update(ctx, "x.1", []byte("new"), one))(t)
	need.NoError(t, b.Delete(ctx, "x.gone", 0))

	got := make(chan bus.Entry, 100)
	end := watch(t, b, func(e bus.Entry) { got <- e })
	if there := present(t, got); len(there) != 2 || there[0].Revision != two || there[1].Revision != one {
		t.Fatalf("%+v are present, not those of the revisions %d and %d", there, two, one)
	}
	want := func(key, data string, revision uint64, deleted bool) {
		t.Helper()
		e := receive(t, got)
		if e.Key != key || string(e.Data) != data || revision != 0 && e.Revision != revision || e.Deleted != deleted {
			t.Fatalf("%+v came, not %s = %q, revision %d, deleted %v", e, key, data, revision, deleted)
		}
	}
	three := need.Must(a.Create(ctx, "x.a.3", []byte("three")))(t)
	want("x.a.3", "three", three, false)
	need.NoError(t, b.Delete(ctx, "x.1", one))
	want("x.1", "", 0, true)
	again := need.Must(a.Create(ctx, "x.1", []byte("again")))(t)
	want("x.1", "again", again, false)
	end()
	need.Must(a.Create(ctx, "x.4", nil))(t)
	nothing(t, got)

	list, err := bus.Present(ctx, a)
	var all []string
	for _, e := range list {
		all = append(all, e.Key)
	}
	if want := []string{"x.2", "x.a.3", "x.1", "x.4"}; err != nil || !slices.Equal(all, want) {
		t.Errorf("all keys: %v, %v; not %v", all, err, want)
	}
	empty, _ := buckets(t, p, 0)
	watch(t, empty, func(e bus.Entry) { got <- e })
	want("", "", 0, false)
}

// present returns the last entry of each key before the zero Entry.
func present(t *testing.T, got <-chan bus.Entry) (list []bus.Entry) {
	t.Helper()
	last := uint64(0)
	for e := receive(t, got); e.Key != ""; e = receive(t, got) {
		if e.Revision <= last {
			t.Errorf("revision %d after %d", e.Revision, last)
		}
		last = e.Revision
		list = slices.DeleteFunc(list, func(old bus.Entry) bool { return old.Key == e.Key })
		if !e.Deleted {
			list = append(list, e)
		}
	}
	return list
}

// disturbed is a bucket that changes while a watcher handles the first entry.
type disturbed struct {
	bus.Bucket
	change func(first bus.Entry)
}

func (d disturbed) Watch(ctx context.Context, f func(bus.Entry)) error {
	first := true
	return d.Bucket.Watch(ctx, func(e bus.Entry) {
		if first {
			first = false
			d.change(e)
		}
		f(e)
	})
}

// testPresent: a watcher that keeps every entry ends up with all keys and values, even if they
// change while it gets the present entries. No key is present twice.
func testPresent(t *testing.T, p pair) {
	const keys = 1200 // more than come at once
	a, b := buckets(t, p, 0)
	var all sync.WaitGroup
	for worker := range 20 {
		all.Go(func() {
			for i := worker; i < keys; i += 20 {
				if _, err := a.Create(need.Soon(t), fmt.Sprint("k", i), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	list, err := bus.Present(need.Soon(t), disturbed{b, func(first bus.Entry) {
		if _, err := a.Update(need.Soon(t), first.Key, []byte("new"), first.Revision); err != nil {
			t.Error(err)
		}
	}})
	need.NoError(t, err)
	slices.SortFunc(list, func(a, b bus.Entry) int { return strings.Compare(a.Key, b.Key) })
	list = slices.CompactFunc(list, func(a, b bus.Entry) bool { return a.Key == b.Key })
	if len(list) != keys {
		t.Errorf("%d of %d keys are present, each once", len(list), keys)
	}

	var mu sync.Mutex
	view, deleted, told := map[string]uint64{}, make(chan error, 1), make(chan bool)
	watch(t, disturbed{b, func(first bus.Entry) { deleted <- a.Delete(need.Soon(t), first.Key, 0) }}, func(e bus.Entry) {
		mu.Lock()
		defer mu.Unlock()
		if view[e.Key] = e.Revision; e.Deleted {
			delete(view, e.Key)
		}
		if e.Key == "last" {
			close(told)
		}
	})
	need.NoError(t, receive(t, deleted))
	need.Must(a.Create(need.Soon(t), "last", nil))(t)
	receive(t, told)
	mu.Lock()
	defer mu.Unlock()
	delete(view, "") // the zero Entry
	list = need.Must(bus.Present(need.Soon(t), a))(t)
	for _, e := range list {
		if view[e.Key] != e.Revision {
			t.Errorf("%s has revision %d, the watcher knows %d", e.Key, e.Revision, view[e.Key])
		}
	}
	if len(list) != len(view) || len(list) != keys {
		t.Errorf("%d keys are present, the watcher knows %d", len(list), len(view))
	}
}

// testSlowWatcher: a slow watcher sees each key's last value, and never an older value after a
// newer one.
func testSlowWatcher(t *testing.T, p pair) {
	const keys, rounds = 10, 100
	a, b := buckets(t, p, 0)
	var mu sync.Mutex
	last := map[string]bus.Entry{}
	goOn := make(chan struct{})
	watch(t, b, func(e bus.Entry) {
		<-goOn
		mu.Lock()
		defer mu.Unlock()
		if e.Key != "" && e.Revision <= last[e.Key].Revision {
			t.Errorf("%s: revision %d after %d", e.Key, e.Revision, last[e.Key].Revision)
		}
		last[e.Key] = e
	})
	want := map[string]uint64{}
	for i := range keys {
		want[fmt.Sprint("k", i)] = need.Must(a.Create(need.Soon(t), fmt.Sprint("k", i), nil))(t)
	}
	for i := range rounds {
		for key := range want {
			want[key] = need.Must(a.Update(need.Soon(t), key, []byte{byte(i)}, want[key]))(t)
		}
	}
	close(goOn)
	complete := func() bool {
		mu.Lock()
		defer mu.Unlock()
		for key := range want {
			if last[key].Revision != want[key] {
				return false
			}
		}
		return true
	}
	need.Until(t, "the last values come", complete)
}
