package main

import (
	"context"

	"mancala/hub/record"
	"mancala/hub/tables"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/table"
)

// played are the tables as the club sees them.
type played struct{ hub *hub }

// there waits until the node has begun.
func (t played) there(ctx context.Context) error {
	select {
	case <-t.hub.built:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Start has a table played at this node.
func (t played) Start(ctx context.Context, s lobby.Setup) error {
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

// Here reports whether a table is played at this node. Before the node has begun none is.
func (t played) Here(table string) bool {
	select {
	case <-t.hub.built:
		return t.hub.tables.Here(table)
	default:
		return false
	}
}

// Lives reports whether a table has not been closed.
func (t played) Lives(ctx context.Context, table string) (bool, error) {
	if err := t.there(ctx); err != nil {
		return false, err
	}
	return t.hub.tables.Lives(ctx, table)
}

// ended counts a game that a table has reported. It is called again if it fails.
func (h *hub) ended(ctx context.Context, r tables.Result) error {
	g, played := gameOf(r)
	if !played {
		return nil
	}
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

// gameOf returns a result as the club counts it; false for a game that was not played.
func gameOf(r tables.Result) (g lobby.Game, played bool) {
	if r.Began.IsZero() || r.Result.Ending == match.Abandoned && len(r.Game.Plies) == 0 {
		return g, false
	}
	south, north := r.Setup.Players[r.South], r.Setup.Players[1-r.South]
	return lobby.Game{Game: r.Game, Entry: lobby.GameEntry{
		ID: r.ID, Members: [2]lobby.Member{{ID: south.ID}, {ID: north.ID}}, Variant: r.Setup.Variant, Time: r.Setup.Time,
		Rated: r.Setup.Rated && bothPlayed(r), Result: r.Result, Began: r.Began, Ended: r.Ended, Plies: len(r.Game.Plies),
	}}, true
}

// bothPlayed reports whether a game was played to its end, or both players have made a ply. Other
// games change no rating: otherwise a slip before the first ply would cost as much as a game that
// was lost, and two who conspire could pass rating on without playing at all.
func bothPlayed(r tables.Result) bool {
	if r.Result.Ending == match.Finished {
		return true
	}
	var played [2]bool
	for i := range r.Game.Plies {
		p, err := rules.Replay(r.Game.Variant, r.Game.Plies[:i]...)
		if err != nil {
			return false
		}
		if played[p.ToMove()] = true; played[rules.South] && played[rules.North] {
			return true
		}
	}
	return false
}

// ticketFor returns what makes the ticket of a seat valid for a device.
func ticketFor(t tables.Tickets) func(lobby.Ticket, keys.Fingerprint) lobby.Ticket {
	return func(seat lobby.Ticket, device keys.Fingerprint) lobby.Ticket {
		by, series := table.Seat(seat[0]), [16]byte(seat[1:17])
		if by != table.A && by != table.B {
			return lobby.Ticket(t.Watch(series))
		}
		return lobby.Ticket(t.Seat(by, series, [16]byte(device)))
	}
}
