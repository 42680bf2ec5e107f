package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// engine is a kind of database, and its connections. Statements are the same for both kinds but for
// the words in braces and the numbers of parameters. {values} and {numbers} are the values of a
// list in JSON, the first parameter.
type engine struct {
	name    string
	file    string // of SQLite, or ""
	words   *strings.Replacer
	writing *sql.DB
	reading *sql.DB // may be the same
	// lock is a statement that keeps a transaction alone while it makes the tables, or "".
	lock string
	// unhurried is a statement that begins a transaction which sees one moment and may take long,
	// or "".
	unhurried string
	// appendAll moves tables and stores their records in one commit, and returns the tables that it
	// has moved.
	appendAll func(ctx context.Context, run string, batch []*job) (moved map[string]bool, err error)
	// passing reports whether an error may pass by itself.
	passing func(error) bool
	// listen calls wake until ctx ends whenever other nodes may have stored changes; nil if there
	// are none. notify is a statement that wakes them at the end of its transaction, or "".
	listen func(ctx context.Context, wake func())
	notify string
	// tend does what the database needs now and then, until ctx ends; nil if that is nothing.
	tend    func(ctx context.Context)
	journal *logSize // of SQLite, or nil
	close   func() error
	commit  func(*sql.Tx) error // (*sql.Tx).Commit, except in tests

	texts *sync.Map // statements of the engine, by their common text
	// kept are statements for reading and writing that SQLite has prepared, by their text: it takes
	// longer to prepare one than to run it. Nil with PostgreSQL, whose driver keeps them.
	kept *keptStatements
}

// openEngine opens the database of a configuration, and makes its tables.
func openEngine(ctx context.Context, cfg Config) (e engine, err error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	if cfg.URL != "" {
		e, err = openPostgres(ctx, cfg)
	} else {
		e, err = openSQLite(ctx, cfg.Dir, cfg.Log)
	}
	if err != nil {
		return e, err
	}
	if err = e.migrate(ctx); err != nil {
		return e, errors.Join(err, e.close())
	}
	return e, nil
}

// text returns a statement for the engine.
func (e *engine) text(query string) string {
	if text, ok := e.texts.Load(query); ok {
		return text.(string)
	}
	text := e.words.Replace(query)
	e.texts.Store(query, text)
	return text
}

// begin begins a transaction that writes.
func (e *engine) begin(ctx context.Context) (*tx, error) {
	t, err := e.writing.BeginTx(ctx, nil)
	if e.kept != nil {
		// SQLite's driver starts a goroutine for each statement that can be cancelled.
		ctx = context.WithoutCancel(ctx)
	}
	return &tx{ctx: ctx, tx: t, engine: e}, err
}

// migrateWait is how long other nodes may take that make the tables at the same time.
const migrateWait = time.Minute

// migrate makes or upgrades the tables. Of two nodes that start at once the second waits.
func (e *engine) migrate(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, migrateWait)
	defer cancel()
	t, err := e.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = t.tx.Rollback() }()
	if e.lock != "" {
		if _, err := t.exec(e.lock); err != nil {
			return err
		}
	}
	if _, err := t.exec("CREATE TABLE IF NOT EXISTS version (version {int} NOT NULL)"); err != nil {
		return err
	}
	version := 0
	err = t.row("SELECT version FROM version", nil, &version)
	if errors.Is(err, ErrNotFound) {
		_, err = t.exec("INSERT INTO version VALUES (0)")
	}
	switch {
	case err != nil:
		return err
	case version > len(steps):
		return fmt.Errorf("version %d: %w", version, ErrNewer)
	case version == len(steps):
		return nil
	}
	for _, step := range steps[version:] {
		if _, err := t.exec(step); err != nil {
			return err
		}
	}
	if _, err := t.exec("UPDATE version SET version = $1", len(steps)); err != nil {
		return err
	}
	return t.tx.Commit()
}
