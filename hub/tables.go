package main

import (
	"context"
	"time"

	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
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

// Start has a table played at this node.
func (t nodeTables) Start(ctx context.Context, s lobby.Setup) error {
	if err := t.there(ctx); err != nil {
		return err
	}
	err := t.hub.tables.Start(ctx, s)
	if err == nil {
		t.hub.log.Info("A table begins.", "table", s.ID, "members", []string{s.Players[0].ID, s.Players[1].ID},
			"rules", s.Variant.String(), "clock", s.Time.String(), "rated", s.Rated)
	}
	return err
}

// Here reports whether a table is played at this node; false before the node has started.
func (t nodeTables) Here(table string) bool {
	select {
	case <-t.hub.built:
		return t.hub.tables.Here(table)
	default:
		return false
	}
}

// Lives reports whether a table has not been closed.
func (t nodeTables) Lives(ctx context.Context, table string) (bool, error) {
	if err := t.there(ctx); err != nil {
		return false, err
	}
	return t.hub.tables.Lives(ctx, table)
}

// leaveWait is how long the node of a table may take to answer for it.
const leaveWait = 2 * time.Second

// Leave ends a table between two games if a member is away from it, and reports whether it is over.
func (t nodeTables) Leave(ctx context.Context, table, member string) (over bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, leaveWait)
	defer cancel()
	answer, err := t.hub.bus.Request(ctx, leaveSubject, []byte(table+" "+member))
	return len(answer) > 0, err
}

// ended counts a game that a table has reported. It is called again if it fails.
func (h *hub) ended(ctx context.Context, g lobby.Game) error {
	if !played(g) {
		return nil
	}
	g.Entry.Rated = g.Entry.Rated && bothPlayed(g)
	if _, err := record.Encode(g); err != nil { // trying again would not help
		h.log.Error("A game cannot be counted.", "game", g.Entry.ID, "err", err)
		return nil
	}
	err := h.club.Settle(ctx, g)
	if err == nil {
		ending := g.Entry.Result.Ending.String()
		h.ends.WithLabelValues(ending).Inc()
		h.log.Info("A game has ended.", "game", g.Entry.ID, "ending", ending, "winner", g.Entry.Result.WinnerNumber(), "plies", len(g.Game.Plies))
	}
	return err
}

// played reports whether a game was played at all.
func played(g lobby.Game) bool {
	return !g.Entry.Began.IsZero() && (g.Entry.Result.Ending != match.Abandoned || len(g.Game.Plies) > 0)
}

// bothPlayed reports whether a game was played to its end, or both players have made a ply. Other
// games change no rating. Otherwise a slip before the first ply would cost as much as a lost game,
// and two who conspire could pass rating on without playing.
func bothPlayed(g lobby.Game) bool {
	if g.Entry.Result.Ending == match.Finished {
		return true
	}
	var by [2]bool
	for i := range g.Game.Plies {
		p, err := rules.Replay(g.Game.Variant, g.Game.Plies[:i]...)
		if err != nil {
			return false
		}
		if by[p.ToMove()] = true; by[rules.South] && by[rules.North] {
			return true
		}
	}
	return false
}
