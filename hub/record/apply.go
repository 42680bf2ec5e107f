package record

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"mancala/match/lobby"
)

// Item is an item of the log.
type Item struct {
	// Number is its place in the log, from 1.
	Number uint64
	// Data is the item's content.
	Data []byte
}

// Position returns the number of the last item of a log that is in the record, or 0. Its id
// identifies the log, because a log that is lost and made again has other items under the same
// numbers.
func (r *Record) Position(ctx context.Context, log string) (number uint64, err error) {
	err = r.view(ctx, func(tx *sql.Tx) error {
		number, err = position(ctx, tx, log)
		return err
	})
	return number, err
}

func position(ctx context.Context, tx *sql.Tx, log string) (number uint64, err error) {
	err = tx.QueryRowContext(ctx, "SELECT number FROM positions WHERE log = ?", log).Scan(&number)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return number, err
}

// Apply copies items of a log into the record, all of them or, on an error, none. It skips items
// and games that the record has: a hub that is not sure whether it appended a game does so again.
// An invalid item goes into a separate table, with a warning.
//
// At a newer hub's item it stops, keeps the items before, and returns [ErrNewer]: this node's
// record stays unchanged until the hub is upgraded.
func (r *Record) Apply(ctx context.Context, log string, items []Item) error {
	var newer error
	err := r.change(ctx, func(tx *sql.Tx) error {
		a, err := r.newApplier(ctx, tx, log)
		if err != nil {
			return err
		}
		defer a.close()
		for _, item := range items {
			if item.Number <= a.at {
				continue
			}
			if err := a.apply(ctx, item); errors.Is(err, ErrNewer) {
				newer = err
				break
			} else if err != nil {
				return err
			}
			a.at = item.Number
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO positions (log, number) VALUES (?, ?)
			ON CONFLICT (log) DO UPDATE SET number = excluded.number`, log, a.at)
		return err
	})
	return errors.Join(err, newer)
}

// applier writes the items of one transaction.
type applier struct {
	r        *Record
	tx       *sql.Tx
	log      string
	at       uint64 // the number of the last item in the record
	last     int64  // the number of the last game
	rulesets map[string]int64

	known, player, game, played *sql.Stmt
}

func (r *Record) newApplier(ctx context.Context, tx *sql.Tx, log string) (a *applier, err error) {
	a = &applier{r: r, tx: tx, log: log, rulesets: map[string]int64{}}
	if a.at, err = position(ctx, tx, log); err != nil {
		return nil, err
	}
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(game), 0) FROM games").Scan(&a.last); err != nil {
		return nil, err
	}
	for _, s := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&a.known, "SELECT count(*) FROM games WHERE id = ?"},
		{&a.player, `INSERT INTO players (id, games, first_game, last_game) VALUES (?, 1, ?2, ?2) ON CONFLICT (id) DO UPDATE SET
			games = games + 1, last_game = ?2, first_game = iif(games = 0, ?2, first_game) RETURNING player`},
		{&a.game, "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&a.played, "INSERT INTO played (game, player, opponent) VALUES (?1, ?2, ?3), (?1, ?3, ?2)"},
	} {
		if *s.to, err = tx.PrepareContext(ctx, s.text); err != nil {
			a.close()
			return nil, err
		}
	}
	return a, nil
}

func (a *applier) close() {
	for _, s := range []*sql.Stmt{a.known, a.player, a.game, a.played} {
		if s != nil {
			_ = s.Close()
		}
	}
}

func (a *applier) apply(ctx context.Context, item Item) error {
	games, wrong := decode(item.Data)
	if errors.Is(wrong, ErrNewer) {
		return fmt.Errorf("item %d of the log: %w", item.Number, wrong)
	}
	for _, e := range games {
		if known, err := a.knows(ctx, e.ID); err != nil {
			return err
		} else if known {
			continue
		}
		g, err := e.game()
		var stores [2]int
		if err == nil {
			stores, err = check(g)
		}
		if err != nil {
			wrong = fmt.Errorf("game %.100q: %w", e.ID, err)
		} else if err := a.put(ctx, g, stores); err != nil {
			return err
		}
	}
	if wrong == nil {
		return nil
	}
	a.r.cfg.Log.Warn("An item of the log of games cannot be right. It was put aside.", "log", a.log, "number", item.Number, "reason", wrong)
	_, err := a.tx.ExecContext(ctx, "INSERT OR REPLACE INTO refused (log, number, reason, data) VALUES (?, ?, ?, ?)",
		a.log, item.Number, wrong.Error(), append([]byte{}, item.Data...))
	return err
}

// knows reports whether the record has a game.
func (a *applier) knows(ctx context.Context, id string) (bool, error) {
	var known int
	err := a.known.QueryRowContext(ctx, id).Scan(&known)
	return known > 0, err
}

// put writes a game that the record does not have.
func (a *applier) put(ctx context.Context, g lobby.Game, stores [2]int) error {
	a.last++
	var players [2]int64
	e := g.Entry
	for i, m := range e.Members {
		if err := a.player.QueryRowContext(ctx, m.ID, a.last).Scan(&players[i]); err != nil {
			return err
		}
	}
	variant, plies, _ := strings.Cut(g.Game.String(), " ")
	ruleset, err := a.ruleset(ctx, variant)
	if err != nil {
		return err
	}
	south, north := e.Members[0], e.Members[1]
	_, err = a.game.ExecContext(ctx, a.last, e.ID, players[0], players[1], ruleset, plies, e.Time.Base.Milliseconds(),
		e.Time.Increment.Milliseconds(), e.Rated, south.Rating, south.Deviation, north.Rating, north.Deviation,
		e.Result.Ending.String(), e.Result.WinnerNumber(), stores[0], stores[1], e.Began.UnixMilli(), e.Ended.UnixMilli())
	if err != nil {
		return err
	}
	_, err = a.played.ExecContext(ctx, a.last, players[0], players[1])
	return err
}

// ruleset returns the number of a rule set.
func (a *applier) ruleset(ctx context.Context, text string) (number int64, err error) {
	if number, ok := a.rulesets[text]; ok {
		return number, nil
	}
	err = a.tx.QueryRowContext(ctx, `INSERT INTO rulesets (text) VALUES (?) ON CONFLICT (text) DO UPDATE SET text = excluded.text
		RETURNING ruleset`, text).Scan(&number)
	a.rulesets[text] = number
	return number, err
}
