package store

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
)

// Form is how games are exported.
type Form string

// The forms of an export.
const (
	// Text is a text that people can read: each game has its rules and plies in a line, lines that
	// begin with # about it, and an empty line. The game's own program reads it.
	Text Form = "text"
	// JSON has an object in each line, with the fields of [Exported].
	JSON Form = "json"
)

// ParseForm returns the form with that name.
func ParseForm(name string) (Form, error) {
	switch f := Form(name); f {
	case Text, JSON:
		return f, nil
	}
	return "", fmt.Errorf("games are exported as text or json, not as %q", name)
}

// Exported is a game in an export as JSON.
type Exported struct {
	ID string `json:"id"`
	// South and North are without id and name if they have left. Their ratings are those before the
	// game.
	South lobby.Member `json:"south"`
	North lobby.Member `json:"north"`
	Game  string       `json:"game"`
	Check string       `json:"check"` // see [match.GameCheck]
	// Discipline is the game of the players' ratings; see [rules.Variant.Discipline].
	Discipline string         `json:"discipline"`
	Clock      *ExportedClock `json:"clock,omitempty"`
	Rated      bool           `json:"rated"`
	Ending     string         `json:"ending"`
	Winner     string         `json:"winner,omitempty"` // south or north; empty in a draw
	Stores     [2]int         `json:"stores"`
	Began      time.Time      `json:"began"`
	Ended      time.Time      `json:"ended"`
}

// ExportedClock is a clock in an export.
type ExportedClock struct {
	BaseSeconds      float64 `json:"base_seconds"`
	IncrementSeconds float64 `json:"increment_seconds"`
}

// exportPage is how many games an export reads at a time, so that it is no long query.
const exportPage = 500

// Export writes all games, or one player's, oldest first. It returns the number of games, and
// [ErrNotFound] for an unknown player.
func (a Archive) Export(ctx context.Context, w io.Writer, form Form, player string) (count int, err error) {
	out := bufio.NewWriter(w)
	put := row.writeText
	if form == JSON {
		encoder := json.NewEncoder(out)
		put = func(r row, _ *bufio.Writer) error { return encoder.Encode(r.exported()) }
	}
	err = a.pages(ctx, player, func(list []row) error {
		for _, e := range list {
			if err := put(e, out); err != nil {
				return err
			}
			count++
		}
		return nil
	})
	return count, errors.Join(err, out.Flush())
}

// pages calls f with all games, or one player's, oldest first, some at a time. It returns
// [ErrNotFound] for an unknown player.
func (a Archive) pages(ctx context.Context, player string, f func([]row) error) error {
	if player != "" {
		if err := a.played(ctx, player); err != nil {
			return err
		}
	}
	for after := int64(0); ; {
		query, args := "WHERE g.number > $1 ORDER BY g.number LIMIT $2", []any{after, exportPage}
		if player != "" {
			query, args = "WHERE g.number > $1 AND (g.south = $3 OR g.north = $3) ORDER BY g.number LIMIT $2", append(args, player)
		}
		list, err := a.games(ctx, query, args...)
		if err == nil {
			err = f(list)
		}
		if err != nil || len(list) == 0 {
			return err
		}
		after = list[len(list)-1].number
	}
}

// played returns ErrNotFound unless an id is a member's, or that of a player who has left.
func (a Archive) played(ctx context.Context, id string) error {
	found := 0
	err := ErrNotFound
	if isKey(id) {
		err = a.store.view(ctx, func(rows *sql.Rows) error { return rows.Scan(&found) },
			"SELECT count(*) FROM (SELECT id FROM member WHERE id = $1 UNION ALL SELECT id FROM game WHERE south = $1 OR north = $1) AS known", id)
	}
	if err == nil && found == 0 {
		err = ErrNotFound
	}
	return err
}

func (r row) writeText(out *bufio.Writer) error {
	side := [...]string{"South", "North"}
	fmt.Fprintf(out, "%s\n# Game %s, %s\n", r.text, r.ID, r.Began.Format(time.RFC3339))
	for i, m := range r.Members {
		name := m.Name
		if name == "" {
			name = "a member who has left"
		}
		if m.Computer {
			name += " (computer)"
		}
		fmt.Fprintf(out, "# %s: %s, %s\n", side[i], name, lobby.RatingRange(m.Rating, m.Deviation))
	}
	if r.Time.Base > 0 {
		fmt.Fprintf(out, "# Clock: %v and %v for each ply\n", r.Time.Base, r.Time.Increment)
	}
	result := "Draw"
	if winner, won := r.Result.Winner(); won {
		result = side[winner] + " won"
	}
	_, err := fmt.Fprintf(out, "# %s, %d to %d (%s%s)\n# Check: %s\n\n", result, r.Result.Stores[0], r.Result.Stores[1], r.Result.Ending,
		map[bool]string{true: ", rated"}[r.Rated], r.check())
	return err
}

// check returns the [match.GameCheck] of the game.
func (r row) check() string { return match.GameCheck(r.text, r.Result.Ending, r.Result.Outcome) }

func (r row) exported() Exported {
	x := Exported{
		ID: r.ID, South: r.Members[0], North: r.Members[1], Discipline: r.Variant.Discipline(), Game: r.text, Check: r.check(), Rated: r.Rated, Ending: r.Result.Ending.String(),
		Winner: [...]string{"", "south", "north"}[r.Result.WinnerNumber()], Stores: r.Result.Stores, Began: r.Began, Ended: r.Ended,
	}
	if r.Time.Base > 0 {
		x.Clock = &ExportedClock{r.Time.Base.Seconds(), r.Time.Increment.Seconds()}
	}
	return x
}
