package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"mancala/internal/glicko"
	"mancala/internal/match/lobby"
)

// Standing is a member's result in a discipline.
type Standing struct {
	// Rating is the rating after the last rated game, which ended at RatedAt; zero before the
	// first.
	Rating                       glicko.Rating
	RatedAt                      time.Time
	RatedGames, Won, Drawn, Lost int
	// Untold is the last rated game of which no device of the member has been told, or "", and
	// Before the rating before the first such game.
	Untold string
	Before int
}

// End is what ends at a table with a record: a game, or the series, or both.
type End struct {
	// Game is the game that has ended, with the ids of its players, or nil. Began is zero if they
	// never met, and an abandoned game has no winner.
	Game *lobby.Game
	// Over says that no more games come. Here are the ids of the players who have a connection to
	// the table; the others may still come to see how it ended.
	Over bool
	Here []string
	// Alone is the id of the player who came to the first game without an opponent, or "". If a
	// wish brought them, they wait again, with the wish's age: they are among the first.
	Alone string
}

// Finish is how the club counts an [End].
type Finish struct {
	// Record is the table's record with the last event; nil if it is stored already.
	Record []byte
	// Game is the game with the ids of its players, nil if none has ended, and Number that of the
	// next game at the table.
	Game   *lobby.Game
	Number int
	// Rate changes the standings of both players, nil for one who has left, and sets the ratings
	// before the game. It is called again if the transaction is.
	Rate func(g *lobby.Game, of [2]*Standing)
	// Over says that no more games come. The places of the members of Free end, and those of others
	// get KindOver.
	Over bool
	Free []string
	// Alone is the member to whom no one has come, or "". Again reports whether a wish has brought
	// them to their place; then it is a wish again.
	Alone string
	Again func(Place) bool
}

// Finish stores the end of a game, and all that follows from it, in one transaction. It may be
// called again with the same game, at any node that owns the table: the game counts once.
func (t *Tab) Finish(ctx context.Context, f Finish) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost {
		return ErrLost
	}
	place := t.place
	if f.Record != nil {
		place++
	}
	err := t.store.change(ctx, func(x *tx) error {
		if err := x.moveForFinish(t, place, f.Record); err != nil {
			return err
		}
		return x.finish(t.id, f)
	})
	if err != nil {
		t.lost = true
		return err
	}
	t.place = place
	return nil
}

// moveForFinish stores the last record, or makes sure that the table is still this node's.
func (x *tx) moveForFinish(t *Tab, place uint64, body []byte) error {
	if body == nil {
		n, err := x.exec("UPDATE tab SET place = place WHERE id = $1 AND place = $2 AND run = $3", t.id, place, t.store.run)
		if err == nil && n == 0 {
			err = ErrLost
		}
		return err
	}
	n, err := x.exec(moveTab, t.id, place, t.store.run)
	if err != nil {
		return err
	}
	if n == 1 {
		_, err = x.exec(putRecord, t.id, place, body)
		return err
	}
	kept := 0
	if err = x.row(findRecord, []any{t.id, place, body}, &kept); err == nil && kept == 0 {
		err = ErrLost
	}
	return err // nil: an earlier attempt did all of it, whose answer was lost
}

// finish stores what follows from the last record of a table.
func (x *tx) finish(tab string, f Finish) error {
	if f.Game != nil {
		if err := x.count(*f.Game, f); err != nil {
			return err
		}
	}
	if f.Over {
		if err := x.free(tab, f); err != nil {
			return err
		}
	}
	x.tell("table", tab, nil)
	_, err := x.exec("UPDATE tab SET number = CASE WHEN number < $2 THEN $2 ELSE number END, over = CASE WHEN $3 = 1 THEN 1 ELSE over END WHERE id = $1",
		tab, f.Number, bit(f.Over))
	return err
}

// free ends the places at a table.
func (x *tx) free(tab string, f Finish) error {
	if f.Alone != "" {
		p, err := x.place(f.Alone)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if p.Table == tab && p.Kind == KindPlay && f.Again(p) {
			x.tell("place", f.Alone, nil)
			if _, err := x.exec("UPDATE place SET kind = 'seek', tab = '' WHERE member = $1", f.Alone); err != nil {
				return err
			}
		}
	}
	for _, m := range f.Free {
		if _, err := x.exec("DELETE FROM place WHERE member = $1 AND tab = $2", m, tab); err != nil {
			return err
		}
	}
	_, err := x.exec("UPDATE place SET kind = 'over' WHERE tab = $1 AND kind = 'play'", tab)
	return err
}

// findGame finds a game that has been counted.
const findGame = "SELECT count(*) FROM game WHERE id = $1"

// count stores a game with its ratings, unless it is known.
func (x *tx) count(g lobby.Game, f Finish) error {
	discipline := g.Game.Variant.Discipline()
	standings, err := x.standings(discipline, g.Entry.Members) // which are locked from here on
	if err != nil {
		return err
	}
	known := 0
	if err := x.row(findGame, []any{g.Entry.ID}, &known); known > 0 || err != nil {
		return err
	}
	f.Rate(&g, standings)
	for i, s := range standings {
		if s == nil {
			continue
		}
		if err := x.setStanding(g.Entry.Members[i].ID, discipline, *s); err != nil {
			return err
		}
	}
	return x.putGame(g)
}

// standings returns and locks the standings of two members, in the order of their ids, so that two
// games of the same members do not wait for each other.
func (x *tx) standings(discipline string, members [2]lobby.Member) (of [2]*Standing, err error) {
	order := [2]int{0, 1}
	if members[0].ID > members[1].ID {
		order = [2]int{1, 0}
	}
	for _, i := range order {
		var there string
		err := x.row("SELECT id FROM member WHERE id = $1 {lock}", []any{members[i].ID}, &there)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return of, err
		}
		s, err := x.standing(members[i].ID, discipline)
		if err != nil {
			return of, err
		}
		of[i] = &s
	}
	return of, nil
}

func (x *tx) standing(member, discipline string) (Standing, error) {
	_, _, s, err := scanStanding(func(to ...any) error {
		return x.row(standingColumns+"WHERE member = $1 AND discipline = $2", []any{member, discipline}, to...)
	})
	if errors.Is(err, ErrNotFound) {
		return Standing{Rating: glicko.Default.Start}, nil
	}
	return s, err
}

const standingColumns = `SELECT member, discipline, value, deviation, volatility, rated_at, rated_games, won, drawn, lost, untold_game, untold_value FROM rating `

func scanStanding(scan func(...any) error) (member, discipline string, s Standing, err error) {
	var at int64
	err = scan(&member, &discipline, &s.Rating.Value, &s.Rating.Deviation, &s.Rating.Volatility, &at, &s.RatedGames, &s.Won, &s.Drawn, &s.Lost, &s.Untold, &s.Before)
	if at != 0 {
		s.RatedAt = time.UnixMilli(at).UTC()
	}
	return member, discipline, s, err
}

func (x *tx) setStanding(member, discipline string, s Standing) error {
	at, sure := int64(0), int64(0)
	if !s.RatedAt.IsZero() {
		at, sure = s.RatedAt.UnixMilli(), s.RatedAt.Add(glicko.Default.SureFor(s.Rating)).UnixMilli()
	}
	_, err := x.exec(`INSERT INTO rating (member, discipline, value, deviation, volatility, rated_at, rated_games, won, drawn, lost, untold_game, untold_value, sure, listed)
		SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE WHEN barred = 0 THEN $14 ELSE 0 END FROM member WHERE id = $1
		ON CONFLICT (member, discipline) DO UPDATE SET value = excluded.value, deviation = excluded.deviation, volatility = excluded.volatility,
		rated_at = excluded.rated_at, rated_games = excluded.rated_games, won = excluded.won, drawn = excluded.drawn, lost = excluded.lost,
		untold_game = excluded.untold_game, untold_value = excluded.untold_value, sure = excluded.sure, listed = excluded.listed`,
		member, discipline, s.Rating.Value, s.Rating.Deviation, s.Rating.Volatility, at, s.RatedGames, s.Won, s.Drawn, s.Lost, s.Untold, s.Before, sure, bit(at > 0))
	return err
}

// putGame stores a game under the next number. Games are numbered in the order of their ends.
func (x *tx) putGame(g lobby.Game) error {
	var number int64
	if err := x.row("UPDATE counter SET value = value + 1 WHERE name = 'game' RETURNING value", nil, &number); err != nil {
		return err
	}
	e := g.Entry
	south, north := e.Members[0], e.Members[1]
	_, err := x.exec(`INSERT INTO game (id, number, south, north, text, base, increment, rated, south_rating, south_deviation, north_rating,
		north_deviation, ending, winner, south_store, north_store, began, ended)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		e.ID, number, south.ID, north.ID, strings.TrimSpace(g.Game.String()), e.Time.Base.Milliseconds(), e.Time.Increment.Milliseconds(), bit(e.Rated),
		south.Rating, south.Deviation, north.Rating, north.Deviation, e.Result.Ending.String(), e.Result.WinnerNumber(),
		e.Result.Stores[0], e.Result.Stores[1], e.Began.UnixMilli(), e.Ended.UnixMilli())
	if err != nil {
		return err
	}
	_, err = x.exec(`UPDATE member SET games = games + 1, last_game = $3, first_game = CASE WHEN games = 0 THEN $3 ELSE first_game END
		WHERE id = $1 OR id = $2`, south.ID, north.ID, number)
	return err
}

// bit returns a flag as the tables have it.
func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Told says that a member has been told of a new rating after a game.
func (s *Store) Told(ctx context.Context, member, game string) error {
	return s.change(ctx, func(x *tx) error {
		_, err := x.exec("UPDATE rating SET untold_game = '', untold_value = 0 WHERE member = $1 AND untold_game = $2", member, game)
		return err
	})
}
