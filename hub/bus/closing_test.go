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
	fails(p.a.Subscribe("s", func(bus.Message) {}))(t, "subscribe", bus.ErrClosed)
	fails(p.a.Request(ctx, "s", nil))(t, "request", bus.ErrClosed)
	fails(p.a.Bucket(ctx, name(), 0))(t, "bucket", bus.ErrClosed)
	fails(p.a.Log(ctx, name()))(t, "log", bus.ErrClosed)
	fails(a.Get(ctx, "k"))(t, "get", bus.ErrClosed)
	fails(a.Create(ctx, "k2", nil))(t, "create", bus.ErrClosed)
	fails(a.Update(ctx, "k", nil, revision))(t, "update", bus.ErrClosed)
	wantError(t, "delete", a.Delete(ctx, "k", 0), bus.ErrClosed)
	wantError(t, "watch", a.Watch(ctx, func(bus.Entry) {}), bus.ErrClosed)
	fails(l.Append(ctx, nil))(t, "append", bus.ErrClosed)
	wantError(t, "read", l.Read(ctx, 1, func(uint64, []byte) error { return nil }), bus.ErrClosed)
	fails(p.a.Journal(ctx, name()))(t, "journal", bus.ErrClosed)
	fails(j.Append(ctx, "k", 0, nil))(t, "append to a journal", bus.ErrClosed)
	fails(j.Read(ctx, "k"))(t, "read of a journal", bus.ErrClosed)
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
