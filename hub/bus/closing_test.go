package bus_test

import (
	"context"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// testClose: a closed node refuses every call, and its changes are there for the others.
func testClose(t *testing.T, p pair) {
	ctx := need.Soon(t)
	if p.a.Node() == p.b.Node() || bus.CheckWord(p.a.Node()) != nil {
		t.Errorf("the nodes are named %q and %q", p.a.Node(), p.b.Node())
	}
	a, b := buckets(t, p, 0)
	l := need.Must(p.a.Log(ctx, name()))(t)
	revision := need.Must(a.Create(ctx, "k", []byte("kept")))(t)
	j := need.Must(p.a.Journal(ctx, name()))(t)
	need.NoError(t, p.a.Close())
	need.NoError(t, p.a.Close())

	wantError(t, "publish", p.a.Publish("s", nil), bus.ErrClosed)
	_, err := p.a.Subscribe("s", func(bus.Message) {})
	wantError(t, "subscribe", err, bus.ErrClosed)
	_, err = p.a.Request(ctx, "s", nil)
	wantError(t, "request", err, bus.ErrClosed)
	_, err = p.a.Bucket(ctx, name(), 0)
	wantError(t, "bucket", err, bus.ErrClosed)
	_, err = p.a.Log(ctx, name())
	wantError(t, "log", err, bus.ErrClosed)
	_, err = a.Get(ctx, "k")
	wantError(t, "get", err, bus.ErrClosed)
	_, err = a.Create(ctx, "k2", nil)
	wantError(t, "create", err, bus.ErrClosed)
	_, err = a.Update(ctx, "k", nil, revision)
	wantError(t, "update", err, bus.ErrClosed)
	wantError(t, "delete", a.Delete(ctx, "k", 0), bus.ErrClosed)
	wantError(t, "watch", a.Watch(ctx, func(bus.Entry) {}), bus.ErrClosed)
	_, err = l.Append(ctx, nil)
	wantError(t, "append", err, bus.ErrClosed)
	wantError(t, "read", l.Read(ctx, 1, func(uint64, []byte) error { return nil }), bus.ErrClosed)
	_, err = p.a.Journal(ctx, name())
	wantError(t, "journal", err, bus.ErrClosed)
	_, err = j.Append(ctx, "k", 0, nil)
	wantError(t, "append to a journal", err, bus.ErrClosed)
	_, err = j.Read(ctx, "k")
	wantError(t, "read of a journal", err, bus.ErrClosed)
	wantError(t, "trim", j.Trim(ctx, "k", 2), bus.ErrClosed)

	wantEntry(t, b, "k", "kept", revision)
}

// testCloseEnds: calls that wait when a node is closed return.
func testCloseEnds(t *testing.T, p pair) {
	ctx := context.WithoutCancel(t.Context())
	a := need.Must(p.a.Bucket(ctx, name(), 0))(t)
	l := need.Must(p.a.Log(ctx, name()))(t)
	subject := name()
	listen(t, p.a, p.b, subject, func(bus.Message) {}) // never responds
	ended := make(chan error, 3)
	go func() { ended <- a.Watch(ctx, func(bus.Entry) {}) }()
	go func() { ended <- l.Read(ctx, 1, func(uint64, []byte) error { return nil }) }()
	go func() { _, err := p.a.Request(ctx, subject, nil); ended <- err }()
	time.Sleep(50 * time.Millisecond)
	nothing(t, ended)
	need.NoError(t, p.a.Close())
	for range 3 {
		wantError(t, "what waited", receive(t, ended), bus.ErrClosed)
	}
}
