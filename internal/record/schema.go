//go:build !js

package record

import (
	"context"
	"database/sql"

	"mancala/internal/record/sqlitefile"
	"mancala/internal/spelling"
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

	// Names are searched by their spellings, no more by their letters in one case.
	`UPDATE shelves SET search = '';`,
}

// schema describes the tables of the database.
var schema = sqlitefile.Schema{Steps: migrations[:], Rewrites: rewrites}

// rewrites are the parts of migrations that need the rules, by the version that they lead to.
var rewrites = map[int]func(context.Context, *sql.Tx) error{3: rewriteVariants, 10: rewriteSearch}

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

// rewriteSearch fills the column search of all shelves.
func rewriteSearch(ctx context.Context, tx *sql.Tx) error {
	var list [][2]string
	err := sqlitefile.EachRow(ctx, tx, func(rows *sql.Rows) error {
		var names [2]string
		err := rows.Scan(&names[0], &names[1])
		list = append(list, names)
		return err
	}, "SELECT DISTINCT south, north FROM shelves")
	for _, names := range list {
		if err == nil {
			_, err = tx.ExecContext(ctx, "UPDATE shelves SET search = ? WHERE south = ? AND north = ?", spelling.Searchable(names[:]...), names[0], names[1])
		}
	}
	return err
}

// smallFile is the largest size in bytes of a database in which SQLite compares each entry of an
// index with its row: 25 MB take three seconds. In a larger one sums are compared for the games.
const smallFile = 2 << 20

// inspect checks a database, all of it or only its tables, and returns its version. The error is
// [sqlitefile.ErrNewer], [sqlitefile.ErrDamaged] with the damage, or the reason why it could not be
// read. It compares the tables before it reads any rows, since the checks of a foreign table are a
// stranger's code.
func inspect(ctx context.Context, db *sql.DB, whole bool) (version int, err error) {
	if version, err = schema.Version(ctx, db); err != nil || !whole && version == len(migrations) {
		return version, err
	}
	var size int64
	if err := db.QueryRowContext(ctx, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").Scan(&size); err != nil {
		return version, err
	}
	checks := []string{"PRAGMA integrity_check(1)"}
	if size > smallFile && version == len(migrations) {
		checks = largeChecks
	}
	return version, sqlitefile.Check(ctx, db, checks...)
}

// largeChecks check a large database of the current version: all pages, the small tables with
// their indexes, and sums over the games, which are the same in each index.
var largeChecks = []string{
	"PRAGMA quick_check(1)", "PRAGMA integrity_check(scores)", "PRAGMA integrity_check(settings)", "PRAGMA integrity_check(shelves)",
	"PRAGMA integrity_check(bookmarks)", "PRAGMA integrity_check(closings)", "PRAGMA integrity_check(lines)",
	"PRAGMA integrity_check(hosts)", "PRAGMA integrity_check(leases)", "PRAGMA integrity_check(exercises)",
	`WITH sums(places, rowids, times) AS (
		SELECT sum(shelf % 1000003 * (rowid % 1009)), sum(rowid % 1000003), sum(ended_ms % 1000003 * (rowid % 1009)) FROM games NOT INDEXED)
	SELECT iif(places IS (SELECT sum(shelf % 1000003 * (rowid % 1009)) FROM games INDEXED BY games_by_shelf)
		AND times IS (SELECT sum(ended_ms % 1000003 * (rowid % 1009)) FROM games INDEXED BY games_by_shelf)
		AND places IS (SELECT sum(shelf % 1000003 * (rowid % 1009)) FROM games INDEXED BY games_by_time)
		AND times IS (SELECT sum(ended_ms % 1000003 * (rowid % 1009)) FROM games INDEXED BY games_by_time)
		AND rowids IS (SELECT sum(rowid % 1000003) FROM games INDEXED BY sqlite_autoindex_games_1),
		'ok', 'the games are not those of their indexes') FROM sums`,
}

// mend gives each shelf the number of games that it has, and reports whether nothing was wrong in
// ways that no check of SQLite finds: the pages of a file that was copied while it was written can
// be of two times.
func mend(ctx context.Context, db *sql.DB) (whole bool, err error) {
	err = sqlitefile.InTx(ctx, db, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT NOT EXISTS (SELECT 1 FROM games WHERE shelf NOT IN (SELECT shelf FROM shelves))
			AND NOT EXISTS (SELECT 1 FROM lines GROUP BY series, self HAVING max(n) - min(n) + 1 <> count(*))`).Scan(&whole)
		if err != nil {
			return err
		}
		const counted = "(SELECT count(*) FROM games g WHERE g.shelf = shelves.shelf)"
		result, err := tx.ExecContext(ctx, "UPDATE shelves SET games = "+counted+" WHERE games <> "+counted)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		whole = whole && n == 0
		return err
	})
	return whole, err
}
