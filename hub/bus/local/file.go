package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/record/sqlitefile"
)

// fileName is the database in the folder of a broker.
const fileName = "bus.db"

// ErrInUse is the error of Open if another process uses the folder.
var ErrInUse = sqlitefile.ErrInUse

var schema = sqlitefile.Schema{Steps: []string{`
CREATE TABLE buckets (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	ttl INTEGER NOT NULL, -- seconds; 0: for ever
	last INTEGER NOT NULL -- the revision of the last change
);
CREATE TABLE entries (
	bucket INTEGER NOT NULL REFERENCES buckets,
	key TEXT NOT NULL,
	revision INTEGER NOT NULL,
	stored INTEGER NOT NULL, -- milliseconds since 1970
	data BLOB NOT NULL,
	UNIQUE (bucket, key)
);
CREATE TABLE logs (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE
);
CREATE TABLE items (
	log INTEGER NOT NULL REFERENCES logs,
	number INTEGER NOT NULL,
	data BLOB NOT NULL,
	PRIMARY KEY (log, number)
) WITHOUT ROWID;
`, `
CREATE TABLE journals (
	id INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	last INTEGER NOT NULL -- the revision of the last record
);
CREATE TABLE records (
	journal INTEGER NOT NULL REFERENCES journals,
	key TEXT NOT NULL,
	revision INTEGER NOT NULL,
	data BLOB NOT NULL,
	PRIMARY KEY (journal, key, revision)
) WITHOUT ROWID;
`}}

// Open returns a broker that keeps its data in a folder, which it makes if it is missing. It
// returns ErrInUse if another process does so. The pragmas come after its own ones.
func Open(ctx context.Context, dir string, pragmas ...string) (*Broker, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	b := &Broker{nodes: map[string]*node{}, buckets: map[string]*bucket{}, logs: map[string]*log{}, journals: map[string]*journal{}}
	if err := b.open(ctx, dir, pragmas); err != nil {
		_ = b.Close()
		return nil, explain(err, filepath.Join(dir, fileName))
	}
	return b, nil
}

// explain adds advice to an error in opening the database at path.
func explain(err error, path string) error {
	switch code := sqlitefile.Code(err); {
	case errors.Is(err, ErrInUse):
		return fmt.Errorf("%s: %w", filepath.Dir(path), err)
	case sqlitefile.IsDamaged(err):
		return fmt.Errorf("%s is damaged; restore a backup into an empty folder (HUB.md): %w", path, err)
	case code == sqlite3.SQLITE_FULL:
		return fmt.Errorf("the disk of %s is full; make room, and start the hub again: %w", path, err)
	case errors.Is(err, sqlitefile.ErrReadOnly), code == sqlite3.SQLITE_READONLY, code == sqlite3.SQLITE_CANTOPEN, code == sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s cannot be written; check who owns it and its folder: %w", path, err)
	case errors.Is(err, sqlitefile.ErrNewer):
		return fmt.Errorf("%s is of a newer hub; upgrade this one: %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (b *Broker) open(ctx context.Context, dir string, pragmas []string) (err error) {
	if b.lock, err = sqlitefile.Lock(ctx, dir); err != nil {
		return err
	}
	path := filepath.Join(dir, fileName)
	if err := sqlitefile.Create(path); err != nil {
		return err
	}
	pragmas = append([]string{"journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)", "secure_delete(FAST)", "cache_size(-16384)"}, pragmas...)
	writing, err := sqlitefile.Connect(path, "rwc", pragmas...)
	if err != nil {
		return err
	}
	b.writer = newWriter(writing)
	if err := sqlitefile.Writable(ctx, writing); err != nil {
		return err
	}
	if _, err := schema.Version(ctx, writing); err != nil {
		return err
	}
	// The file may come from an older hub or a backup. If other users keep permissions on it, the
	// folder still decides.
	_, _ = sqlitefile.Private(path)
	if err := schema.Migrate(ctx, writing); err != nil {
		return err
	}
	if b.reading, err = sqlitefile.Connect(path, "ro"); err != nil {
		return err
	}
	b.reading.SetMaxOpenConns(4)
	b.reading.SetMaxIdleConns(4) // each has its own prepared statements
	b.get, err = b.reading.PrepareContext(ctx, "SELECT revision, data FROM entries WHERE bucket = ? AND key = ? AND stored > ?")
	if err != nil {
		return err
	}
	if b.writer.conn, err = writing.Conn(ctx); err != nil {
		return err
	}
	b.writer.running = true
	go b.writer.run()
	return nil
}

// Close stores the waiting changes and closes the files, the writer's last: SQLite then moves the
// log into the file, which a read-only connection cannot do. The nodes must be closed already.
func (b *Broker) Close() error {
	var errs []error
	if b.writer != nil {
		b.writer.finish()
	}
	if b.get != nil {
		_ = b.get.Close()
	}
	if b.reading != nil {
		errs = append(errs, b.reading.Close())
	}
	if b.writer != nil {
		errs = append(errs, b.writer.close())
	}
	if b.lock != nil {
		errs = append(errs, b.lock.Close())
	}
	return errors.Join(errs...)
}

// named makes the row with a name if it is missing, and reads some of its columns.
func (b *Broker) named(ctx context.Context, insert, columns, name string, values []any, to ...any) error {
	return b.writer.do(ctx, func(w *writer) error {
		ctx := context.Background()
		if _, err := w.conn.ExecContext(ctx, "INSERT INTO "+insert+" ON CONFLICT DO NOTHING", append([]any{name}, values...)...); err != nil {
			return err
		}
		return w.conn.QueryRowContext(ctx, "SELECT "+columns+" WHERE name = ?", name).Scan(to...)
	}, nil)
}
