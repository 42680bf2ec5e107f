package local

import (
	"context"
	"math"

	"mancala/hub/bus"
)

func (n *node) Journal(ctx context.Context, name string) (bus.Journal, error) {
	j, err := shared(n, "journal", n.broker.journals, name, func() (records, error) { return n.broker.store.journal(ctx, name) })
	if err != nil {
		return nil, err
	}
	return nodeJournal{n, j}, nil
}

// nodeJournal is a journal as one node sees it.
type nodeJournal struct {
	node   *node
	shared records
}

func (j nodeJournal) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return 0, err
	}
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	data = own(data)
	return during(ctx, j.node, func(ctx context.Context) (uint64, error) { return j.shared.append(ctx, key, after, data) })
}

func (j nodeJournal) Read(ctx context.Context, key string) ([]bus.Record, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return nil, err
	}
	return during(ctx, j.node, func(ctx context.Context) ([]bus.Record, error) { return j.shared.read(ctx, key) })
}

func (j nodeJournal) Trim(ctx context.Context, key string, before uint64) error {
	if err := bus.CheckJournalKey(key); err != nil {
		return err
	}
	_, err := during(ctx, j.node, func(ctx context.Context) (struct{}, error) { return struct{}{}, j.shared.trim(ctx, key, before) })
	return err
}

func (j nodeJournal) Delete(ctx context.Context, key string) error {
	return j.Trim(ctx, key, math.MaxUint64)
}
