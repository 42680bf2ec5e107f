package natsbus

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
)

type log struct {
	stream
	subject string
}

func (n *node) Log(ctx context.Context, name string) (bus.Log, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	subject := root + "log." + name
	s, err := n.stream(ctx, jetstream.StreamConfig{Name: "mancala-" + name, Subjects: []string{subject}, DenyDelete: true, DenyPurge: true})
	if err != nil {
		return nil, fmt.Errorf("log %s: %w", name, err)
	}
	return log{s, subject}, nil
}

func (l log) Append(ctx context.Context, data []byte) (uint64, error) {
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	m := nats.NewMsg(l.subject)
	m.Data = data
	return l.put(ctx, m)
}

func (l log) Read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	return l.follow(ctx, from, l.subject, func(m *nats.Msg, number uint64) error { return f(number, m.Data) }, nil)
}
