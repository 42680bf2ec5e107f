package record

import (
	"context"

	"mancala/internal/match"
)

// ImportGames saves games that were played elsewhere, all or none of them, and returns how many are
// new: one whose id is known stays as it is. They keep their times; without one, or with one that
// lies in the future, a game was played now. Years before 1970 become 1970.
func (l *Ledger) ImportGames(ctx context.Context, list []match.Record) (added int, err error) {
	now := l.clock()
	var changes []change
	fresh := map[string]bool{}
	for i := range list {
		r := &list[i]
		if r.Ended.IsZero() || r.Ended.After(now) {
			r.Ended = now
		}
		for r.Ended.Year() < 1970 {
			r.Ended = r.Ended.AddDate(1970-r.Ended.Year(), 0, 0)
		}
		r.Started = r.Ended
		for side, name := range match.SideNames {
			if r.Names[side] == "" {
				r.Names[side] = name
			}
		}
		if err := checkRecord(*r); err != nil {
			return 0, err
		}
		g := normalGame(*r)
		changes = append(changes, change{row: rowID{gameRows.name, g.ID}, do: func(ctx context.Context, r rows) (bool, error) {
			added, err := once(ctx, r, gameRows, g.ID, g)
			if added {
				fresh[g.ID] = true
			}
			return added, err
		}})
	}
	if err := l.change(ctx, changes...); err != nil {
		return 0, err
	}
	return len(fresh), nil
}
