package record

import (
	"context"
	"database/sql"
	"encoding/json"

	"mancala/match/lobby"
)

// Events calls f with the items of a new log for the games of the record, in their order, after the
// old log was lost, and with the number of games up to there. An item has many games, since each
// takes a bus some time. The first item makes the log another one than that, whose first game may
// be the same.
func (r *Record) Events(ctx context.Context, f func(data []byte, games int) error) error {
	first, err := beginning()
	if err != nil {
		return err
	}
	if err := f(first, 0); err != nil {
		return err
	}
	count := 0
	for after := int64(0); ; {
		last, games, err := r.eventPage(ctx, after)
		if err != nil || last == after {
			return err
		}
		for len(games) > 0 {
			data, n, err := pack(games)
			if err != nil {
				return err
			}
			games, count = games[n:], count+n
			if err := f(data, count); err != nil {
				return err
			}
		}
		after = last
	}
}

// pack returns an item with as many of the first games as it can have, and how many.
func pack(games []lobby.Game) (data []byte, n int, err error) {
	e, size := event{Version: version}, 100
	for _, g := range games {
		one := eventOf(g)
		text, err := json.Marshal(one)
		if err != nil {
			return nil, 0, err
		}
		if size += len(text) + 1; size > maxEvent && n > 0 {
			break
		}
		e.Games, n = append(e.Games, one), n+1
	}
	data, err = json.Marshal(e)
	return data, n, err
}

// eventPage returns the next games after one, with the ids of players who have left, and the number
// of the last.
func (r *Record) eventPage(ctx context.Context, after int64) (last int64, games []lobby.Game, err error) {
	last = after
	err = r.view(ctx, func(tx *sql.Tx) error {
		s := search{ctx: ctx, tx: tx}
		numbers, err := s.after(after, "")
		if err != nil || len(numbers) == 0 {
			return err
		}
		last = numbers[len(numbers)-1]
		list, err := entries(ctx, tx, numbers)
		if err != nil {
			return err
		}
		for i, e := range list {
			g, err := e.game()
			if err != nil {
				return err
			}
			row := tx.QueryRowContext(ctx, `SELECT s.id, n.id FROM games g JOIN players s ON s.player = g.south
				JOIN players n ON n.player = g.north WHERE g.game = ?`, numbers[i])
			if err := row.Scan(&g.Entry.Members[0].ID, &g.Entry.Members[1].ID); err != nil {
				return err
			}
			games = append(games, g)
		}
		return nil
	})
	return last, games, err
}
