//go:build !js

package record

import (
	"context"
	"database/sql"
	"fmt"

	"mancala/record/sqlitefile"
	"mancala/rules"
)

// migrations make version n+1 of the schema from version n, in order; rewrites then change the kept
// rows. The version is the database's user_version. A released migration never changes; new ones
// are added at the end.
var migrations = [...]string{
	`CREATE TABLE scores (
		game_id   TEXT PRIMARY KEY CHECK (length(game_id) BETWEEN 1 AND 100),
		variant   TEXT NOT NULL CHECK (length(variant) BETWEEN 1 AND 400),
		name      TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
		opponent  TEXT NOT NULL CHECK (length(opponent) BETWEEN 1 AND 64),
		seeds     INTEGER NOT NULL CHECK (seeds BETWEEN 0 AND 200),
		margin    INTEGER NOT NULL CHECK (margin BETWEEN -200 AND 200),
		turns     INTEGER NOT NULL CHECK (turns >= 0),
		played_ms INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
	CREATE INDEX scores_by_rank ON scores (variant, seeds DESC, turns, played_ms, game_id);`,

	`CREATE TABLE settings (
		key   TEXT PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 64),
		value TEXT NOT NULL
	) STRICT, WITHOUT ROWID;`,

	// A shelf holds the games that are alike in everything that a query can ask for, so a search
	// reads few rows. The columns search and games (a count) follow from the others.
	`CREATE TABLE shelves (
		shelf      INTEGER PRIMARY KEY,
		south      TEXT NOT NULL CHECK (length(south) BETWEEN 1 AND 64),
		north      TEXT NOT NULL CHECK (length(north) BETWEEN 1 AND 64),
		south_kind TEXT NOT NULL CHECK (length(south_kind) BETWEEN 1 AND 64),
		north_kind TEXT NOT NULL CHECK (length(north_kind) BETWEEN 1 AND 64),
		variant    TEXT NOT NULL CHECK (length(variant) BETWEEN 1 AND 400),
		opened     INTEGER NOT NULL CHECK (opened IN (0, 1)),
		standing   TEXT NOT NULL CHECK (standing IN ('', 'running', 'won', 'lost', 'drawn')),
		search     TEXT NOT NULL,
		games      INTEGER NOT NULL CHECK (games >= 0),
		UNIQUE (south, north, south_kind, north_kind, variant, opened, standing)
	) STRICT;
	CREATE TABLE games (
		game_id     TEXT PRIMARY KEY NOT NULL CHECK (length(game_id) BETWEEN 1 AND 100),
		shelf       INTEGER NOT NULL,
		game        TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 65536),
		starter     TEXT NOT NULL CHECK (starter IN ('host', 'guest')),
		host_wins   INTEGER NOT NULL CHECK (host_wins >= 0),
		guest_wins  INTEGER NOT NULL CHECK (guest_wins >= 0),
		draws       INTEGER NOT NULL CHECK (draws >= 0),
		ending      TEXT NOT NULL CHECK (ending IN ('running', 'finished', 'resigned', 'abandoned', 'desynced')),
		outcome     TEXT NOT NULL CHECK (outcome IN ('undecided', 'south', 'north', 'draw')),
		south_store INTEGER NOT NULL CHECK (south_store BETWEEN 0 AND 200),
		north_store INTEGER NOT NULL CHECK (north_store BETWEEN 0 AND 200),
		started_ms  INTEGER NOT NULL,
		ended_ms    INTEGER NOT NULL
	) STRICT;
	CREATE INDEX games_by_time ON games (ended_ms, game_id, shelf);
	CREATE INDEX games_by_shelf ON games (shelf, ended_ms, game_id);
	CREATE TABLE bookmarks (
		series   TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 100),
		self     TEXT NOT NULL CHECK (self IN ('host', 'guest')),
		addr     TEXT NOT NULL CHECK (length(addr) <= 300),
		peer     TEXT NOT NULL CHECK (length(peer) BETWEEN 1 AND 64),
		game     TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 65536),
		number   INTEGER NOT NULL CHECK (number >= 1),
		starter  TEXT NOT NULL CHECK (starter IN ('host', 'guest')),
		state    BLOB NOT NULL CHECK (length(state) BETWEEN 1 AND 1048576),
		saved_ms INTEGER NOT NULL,
		PRIMARY KEY (series, self)
	) STRICT;`,

	`CREATE TABLE hosts (
		addr        TEXT PRIMARY KEY CHECK (length(addr) BETWEEN 1 AND 300),
		fingerprint TEXT NOT NULL CHECK (length(fingerprint) = 26),
		verified    INTEGER NOT NULL CHECK (verified IN (0, 1)),
		met_ms      INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;`,

	// A game may have ended on time. SQLite cannot change a check, so the table is made anew.
	`CREATE TABLE timed_games (
		game_id     TEXT PRIMARY KEY NOT NULL CHECK (length(game_id) BETWEEN 1 AND 100),
		shelf       INTEGER NOT NULL,
		game        TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 65536),
		starter     TEXT NOT NULL CHECK (starter IN ('host', 'guest')),
		host_wins   INTEGER NOT NULL CHECK (host_wins >= 0),
		guest_wins  INTEGER NOT NULL CHECK (guest_wins >= 0),
		draws       INTEGER NOT NULL CHECK (draws >= 0),
		ending      TEXT NOT NULL CHECK (ending IN ('running', 'finished', 'resigned', 'abandoned', 'desynced', 'timed-out')),
		outcome     TEXT NOT NULL CHECK (outcome IN ('undecided', 'south', 'north', 'draw')),
		south_store INTEGER NOT NULL CHECK (south_store BETWEEN 0 AND 200),
		north_store INTEGER NOT NULL CHECK (north_store BETWEEN 0 AND 200),
		started_ms  INTEGER NOT NULL,
		ended_ms    INTEGER NOT NULL
	) STRICT;
	INSERT INTO timed_games SELECT game_id, shelf, game, starter, host_wins, guest_wins, draws, ending, outcome,
		south_store, north_store, started_ms, ended_ms FROM games;
	DROP TABLE games;
	ALTER TABLE timed_games RENAME TO games;
	CREATE INDEX games_by_time ON games (ended_ms, game_id, shelf);
	CREATE INDEX games_by_shelf ON games (shelf, ended_ms, game_id);`,

	// Series that have ended here while the other end does not know yet.
	`CREATE TABLE closings (
		series   TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 100),
		self     TEXT NOT NULL CHECK (self IN ('host', 'guest')),
		addr     TEXT NOT NULL CHECK (length(addr) <= 300),
		peer     TEXT NOT NULL CHECK (length(peer) BETWEEN 1 AND 64),
		game     TEXT NOT NULL CHECK (length(game) BETWEEN 1 AND 65536),
		number   INTEGER NOT NULL CHECK (number >= 1),
		starter  TEXT NOT NULL CHECK (starter IN ('host', 'guest')),
		state    BLOB NOT NULL CHECK (length(state) BETWEEN 1 AND 1048576),
		saved_ms INTEGER NOT NULL,
		PRIMARY KEY (series, self)
	) STRICT;`,

	// A lease says which program plays a game, and when it expires unless renewed.
	`CREATE TABLE leases (
		game_id  TEXT PRIMARY KEY CHECK (length(game_id) BETWEEN 1 AND 100),
		holder   TEXT NOT NULL CHECK (length(holder) BETWEEN 1 AND 64),
		until_ms INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;`,

	// The trainer's cards and tries, and the games that it has searched for mistakes.
	`CREATE TABLE exercises (
		kind    TEXT NOT NULL CHECK (kind IN ('card', 'try', 'game')),
		id      TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 100),
		time_ms INTEGER NOT NULL,
		text    TEXT NOT NULL CHECK (length(text) <= 4096),
		UNIQUE (kind, id)
	) STRICT;
	CREATE INDEX exercises_by_time ON exercises (kind, time_ms, id);`,

	// The log of a series in bookmarks or closings, which grows by a line at a time. The state of a
	// series that was kept before has all of its log.
	`CREATE TABLE lines (
		series TEXT NOT NULL CHECK (length(series) BETWEEN 1 AND 100),
		self   TEXT NOT NULL CHECK (self IN ('host', 'guest')),
		n      INTEGER NOT NULL CHECK (n BETWEEN 0 AND 4294967295),
		line   BLOB NOT NULL CHECK (length(line) BETWEEN 1 AND 2048),
		PRIMARY KEY (series, self, n)
	) STRICT, WITHOUT ROWID;`,
}

// schema describes the tables of the database.
var schema = sqlitefile.Schema{Steps: migrations[:], Rewrites: rewrites}

// rewrites are the parts of migrations that need the rules, by the version that they lead to.
var rewrites = map[int]func(context.Context, *sql.Tx) error{3: rewriteVariants}

// rewriteVariants gives all scores with the same rules the same text: before version 3, switches
// without an effect made a difference. Texts that are not rules stay as they are.
func rewriteVariants(ctx context.Context, tx *sql.Tx) error {
	texts, err := sqlitefile.Column(ctx, tx, "SELECT DISTINCT variant FROM scores")
	if err != nil {
		return err
	}
	for _, text := range texts {
		v, err := rules.ParseVariant(text)
		if err != nil || v.String() == text {
			continue
		}
		if _, err := tx.ExecContext(ctx, "UPDATE scores SET variant = ? WHERE variant = ?", v.String(), text); err != nil {
			return err
		}
	}
	return nil
}

// inspect checks all of a database, or all but the games, and returns its version. The error is
// [sqlitefile.ErrNewer], [sqlitefile.ErrDamaged] with the damage, or the reason why it could not be
// read. It compares the tables before it reads any rows, since the checks of a foreign table are a
// stranger's code.
func inspect(ctx context.Context, db *sql.DB, whole bool) (version int, err error) {
	if version, err = schema.Version(ctx, db); err != nil {
		return version, err
	}
	checks := []string{"PRAGMA integrity_check(1)"}
	if !whole && version == len(migrations) {
		checks = []string{
			"PRAGMA integrity_check(scores)", "PRAGMA integrity_check(settings)", "PRAGMA integrity_check(shelves)",
			"PRAGMA integrity_check(bookmarks)", "PRAGMA integrity_check(lines)", "PRAGMA integrity_check(hosts)",
			"PRAGMA integrity_check(leases)",
		}
	}
	for _, check := range checks {
		var verdict string
		if err := db.QueryRowContext(ctx, check).Scan(&verdict); err != nil {
			return version, err
		}
		if verdict != "ok" {
			return version, fmt.Errorf("%w: %s", sqlitefile.ErrDamaged, verdict)
		}
	}
	return version, nil
}
