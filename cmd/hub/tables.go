package main

import (
	"context"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
)

// nodeTables are the tables as the club sees them.
type nodeTables struct{ hub *hub }

// there waits until the node has begun.
func (t nodeTables) there(ctx context.Context) error {
	select {
	case <-t.hub.built:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start has a table played at this node. sit stores it, with its first record.
func (t nodeTables) Start(ctx context.Context, s lobby.Setup, sit func(ctx context.Context, first []byte) (*store.Tab, error)) error {
	if err := t.there(ctx); err != nil {
		return err
	}
	err := t.hub.tables.Start(ctx, s, sit)
	if err == nil {
		t.hub.log.Info("A table begins.", "table", s.ID, "members", []string{s.Players[0].ID, s.Players[1].ID},
			"rules", s.Variant.String(), "clock", s.Time.String(), "rated", s.Rated)
	}
	return err
}

// Leave ends a table between two games if a member is away from it, and reports whether it is over,
// or whether its node was asked to end it.
func (t nodeTables) Leave(ctx context.Context, table, member string) (over bool, err error) {
	if err := t.there(ctx); err != nil {
		return false, err
	}
	if !t.hub.tables.Here(table) {
		return true, t.hub.store.Tell(ctx, store.Change{Kind: leaveKind, ID: table, Body: []byte(member)})
	}
	answer := make(chan bool, 1)
	t.hub.tables.Leave(table, member, func(over bool) { answer <- over })
	select {
	case over = <-answer:
		return over, nil
	case <-ctx.Done():
		return false, ctx.Err()
	}
}

// ended counts a game that has ended.
func (h *hub) ended(g lobby.Game) { h.ends.WithLabelValues(g.Entry.Result.Ending.String()).Inc() }
