package record

import (
	"context"
	"database/sql"

	"mancala/record/sqlitefile"
	"mancala/spelling"
)

// schema makes the tables and indexes of the database.
//
// A game's number is its place in the log, so games are numbered in the order of their ends. A
// player has a row once a game or the bucket names it; without an entry in the bucket, the name is
// NULL.
var schema = sqlitefile.Schema{Steps: []string{
	`CREATE TABLE positions (
		log    TEXT PRIMARY KEY CHECK (length(log) BETWEEN 1 AND 100),
		number INTEGER NOT NULL CHECK (number >= 0)
	) STRICT, WITHOUT ROWID;
	CREATE TABLE refused (
		log    TEXT NOT NULL,
		number INTEGER NOT NULL,
		reason TEXT NOT NULL,
		data   BLOB NOT NULL,
		PRIMARY KEY (log, number)
	) STRICT;
	CREATE TABLE players (
		player     INTEGER PRIMARY KEY,
		id         TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
		revision   INTEGER NOT NULL DEFAULT 0,
		name       TEXT CHECK (length(name) BETWEEN 1 AND 64),
		search     TEXT NOT NULL DEFAULT '',
		computer   INTEGER NOT NULL DEFAULT 0 CHECK (computer IN (0, 1)),
		rating     REAL NOT NULL DEFAULT 0,
		deviation  REAL NOT NULL DEFAULT 0,
		sure_ms    INTEGER NOT NULL DEFAULT 0,
		games      INTEGER NOT NULL DEFAULT 0 CHECK (games >= 0),
		first_game INTEGER NOT NULL DEFAULT 0,
		last_game  INTEGER NOT NULL DEFAULT 0
	) STRICT;
	CREATE INDEX players_by_rating ON players (rating DESC, player, sure_ms) WHERE sure_ms > 0;
	CREATE INDEX players_by_search ON players (search, player, games, first_game, last_game) WHERE search <> '' AND games > 0;
	CREATE TABLE rulesets (
		ruleset INTEGER PRIMARY KEY,
		text    TEXT NOT NULL UNIQUE CHECK (length(text) BETWEEN 1 AND 400)
	) STRICT;
	CREATE TABLE games (
		game            INTEGER PRIMARY KEY,
		id              TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 100),
		south           INTEGER NOT NULL,
		north           INTEGER NOT NULL,
		ruleset         INTEGER NOT NULL,
		plies           TEXT NOT NULL CHECK (length(plies) <= 65536),
		base_ms         INTEGER NOT NULL CHECK (base_ms >= 0),
		increment_ms    INTEGER NOT NULL CHECK (increment_ms >= 0),
		rated           INTEGER NOT NULL CHECK (rated IN (0, 1)),
		south_rating    INTEGER NOT NULL,
		south_deviation INTEGER NOT NULL,
		north_rating    INTEGER NOT NULL,
		north_deviation INTEGER NOT NULL,
		ending          TEXT NOT NULL CHECK (ending IN ('finished', 'resigned', 'timed-out', 'abandoned', 'desynced')),
		winner          INTEGER NOT NULL CHECK (winner BETWEEN 0 AND 2),
		south_store     INTEGER NOT NULL,
		north_store     INTEGER NOT NULL,
		began_ms        INTEGER NOT NULL,
		ended_ms        INTEGER NOT NULL
	) STRICT;
	CREATE TABLE played (
		player   INTEGER NOT NULL,
		game     INTEGER NOT NULL,
		opponent INTEGER NOT NULL,
		PRIMARY KEY (player, game)
	) STRICT, WITHOUT ROWID;`,
	// The part of the standings for members with an unsure rating.
	`CREATE INDEX players_by_floor ON players (rating - deviation DESC, player, sure_ms) WHERE sure_ms > 0;`,
	// A rating for each game; earlier all games counted towards the one in Kalah. A rating is sure
	// until sure_ms. Members outside the standings have none.
	`CREATE TABLE ratings (
		player     INTEGER NOT NULL,
		discipline TEXT NOT NULL CHECK (length(discipline) BETWEEN 1 AND 32),
		rating     REAL NOT NULL,
		deviation  REAL NOT NULL,
		sure_ms    INTEGER NOT NULL,
		PRIMARY KEY (player, discipline)
	) STRICT, WITHOUT ROWID;
	INSERT INTO ratings SELECT player, 'kalah', rating, deviation, sure_ms FROM players WHERE sure_ms > 0;
	CREATE INDEX ratings_by_rating ON ratings (discipline, rating DESC, player, sure_ms);
	CREATE INDEX ratings_by_floor ON ratings (discipline, rating - deviation DESC, player, sure_ms);
	DROP INDEX players_by_rating;
	DROP INDEX players_by_floor;
	ALTER TABLE players DROP COLUMN rating;
	ALTER TABLE players DROP COLUMN deviation;
	ALTER TABLE players DROP COLUMN sure_ms;`,
	// Names are searched by their spellings, no more by their letters in one case.
	`UPDATE players SET search = '';`,
}, Rewrites: map[int]func(context.Context, *sql.Tx) error{4: rewriteSearch}}

// rewriteSearch fills the column search of all players.
func rewriteSearch(ctx context.Context, tx *sql.Tx) error {
	names, err := sqlitefile.Column(ctx, tx, "SELECT DISTINCT name FROM players WHERE name IS NOT NULL")
	for _, name := range names {
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE players SET search = ? WHERE name = ?", spelling.Searchable(name), name)
		}
	}
	return err
}
