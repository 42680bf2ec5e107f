package natsbus

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// lagging is a JetStream that makes consumers at a server that has no messages yet.
type lagging struct{ jetstream.JetStream }

func (l lagging) CreateConsumer(ctx context.Context, stream string, cfg jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	c, err := l.JetStream.CreateConsumer(ctx, stream, cfg)
	return laggingConsumer{c}, err
}

type laggingConsumer struct{ jetstream.Consumer }

func (c laggingConsumer) CachedInfo() *jetstream.ConsumerInfo {
	info := *c.Consumer.CachedInfo()
	info.NumPending = 0
	return &info
}

// TestLaggingServer: entries that the leader has are present, even if the server of the watcher has
// not got them yet.
func TestLaggingServer(t *testing.T) {
	n := join(t, start(t, ServerConfig{Node: "lagging"})).(*node)
	b := need.Must(n.Bucket(need.Soon(t), "tables", 0))(t)
	for _, key := range []string{"x.1", "x.2", "y.1"} {
		need.Must(b.Create(need.Soon(t), key, nil))(t)
	}
	n.js = lagging{n.js}
	if list, err := bus.Present(need.Soon(t), b); err != nil || len(list) != 3 {
		t.Errorf("%v are present, %v", list, err)
	}
}
