package local

import (
	"bytes"
	"context"
	"fmt"
	"math"

	"mancala/hub/bus"
)

// journal returns the contents of the journal with that name.
func (b *Broker) journal(ctx context.Context, name string) (records, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if j := b.journals[name]; j != nil {
		return j, nil
	}
	j, err := b.store.journal(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", name, err)
	}
	b.journals[name] = j
	return j, nil
}

func (n *node) Journal(ctx context.Context, name string) (bus.Journal, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	if err := n.check(); err != nil {
		return nil, err
	}
	shared, err := n.broker.journal(ctx, name)
	if err != nil {
		return nil, err
	}
	return nodeJournal{n, shared}, nil
}

// nodeJournal is a journal as one node sees it.
type nodeJournal struct {
	node   *node
	shared records
}

// with calls f if the key is one, with a context that ends with the node.
func (j nodeJournal) with(ctx context.Context, key string, f func(context.Context) error) error {
	if err := bus.CheckJournalKey(key); err != nil {
		return err
	}
	ctx, end := j.node.during(ctx)
	defer end()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return because(ctx, f(ctx))
}

func (j nodeJournal) Append(ctx context.Context, key string, after uint64, data []byte) (revision uint64, err error) {
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	data = bytes.Clone(data)
	err = j.with(ctx, key, func(ctx context.Context) (err error) {
		revision, err = j.shared.append(ctx, key, after, data)
		return err
	})
	return revision, err
}

func (j nodeJournal) Read(ctx context.Context, key string) (list []bus.Record, err error) {
	err = j.with(ctx, key, func(ctx context.Context) (err error) {
		list, err = j.shared.read(ctx, key)
		return err
	})
	return list, err
}

func (j nodeJournal) Trim(ctx context.Context, key string, before uint64) error {
	return j.with(ctx, key, func(ctx context.Context) error { return j.shared.trim(ctx, key, before) })
}

func (j nodeJournal) Delete(ctx context.Context, key string) error {
	return j.Trim(ctx, key, math.MaxUint64)
}
