package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"mancala/internal/record/sqlitefile"
)

// A backup is a folder with a database of SQLite, whatever engine the club has. So it also carries
// a club from one engine to the other. From SQLite to SQLite whole pages are copied, otherwise
// rows.

// lasting are the tables of a backup, each after those to which its rows refer. Tables that are
// played, and who waits, are not in it: programs may be further by the time that it is restored.
var lasting = []string{"member", "look", "device", "block", "rating", "report", "notice", "secret", "game"}

// fleeting are tables that it leaves out, and counting has the version and the last numbers.
var (
	fleeting = []string{"code", "node", "tab", "record", "place", "change"}
	counting = []string{"version", "counter"}
)

// View opens a database for reading only, which a hub may use meanwhile. Only calls that read work.
func View(ctx context.Context, cfg Config) (*Store, error) {
	var e engine
	var err error
	if cfg.URL != "" {
		e, err = viewPostgres(ctx, cfg)
	} else {
		e, err = viewSQLite(cfg.Dir, "ro")
	}
	if err == nil {
		err = e.checkVersion(ctx)
	}
	if err != nil {
		return nil, err
	}
	cfg.Now = time.Now
	return &Store{engine: e, cfg: cfg}, nil
}

// viewSQLite opens the database of a folder in a mode of [sqlitefile.Connect].
func viewSQLite(dir, mode string) (e engine, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return e, err
	}
	path := filepath.Join(dir, FileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return e, fmt.Errorf("there is no club in %s: it has no file %s", dir, FileName)
	}
	reading, err := sqlitefile.Connect(path, mode, "cache_size(-16384)")
	if err != nil {
		return e, err
	}
	e = sqliteEngine(reading, reading, sqliteNow)
	e.file, e.close = path, reading.Close
	return e, nil
}

// checkVersion returns an error unless the tables are as this program makes them.
func (e *engine) checkVersion(ctx context.Context) error {
	version := 0
	err := e.reading.QueryRowContext(ctx, "SELECT version FROM version").Scan(&version)
	switch {
	case err == nil && version > len(steps):
		err = ErrNewer
	case err == nil && version < len(steps):
		err = errors.New("it is of an older hub; use that one, or start this one on it, which upgrades it")
	}
	if err != nil {
		return errors.Join(fmt.Errorf("the database cannot be used: %w", err), e.close())
	}
	return nil
}

// Backup copies the club as it is at a moment into a new folder. If it fails, it leaves no folder.
// It calls progress now and then.
func (s *Store) Backup(ctx context.Context, dir string, progress func(string)) (err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already; a backup needs a new folder", dir)
	}
	unfinished := dir + ".unfinished"
	if err := os.Mkdir(unfinished, 0o700); err != nil {
		return fmt.Errorf("the folder of the backup cannot be made: %w", err)
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(unfinished)
		}
	}()
	path := filepath.Join(unfinished, FileName)
	if s.file != "" {
		err = copyFile(ctx, s.file, "ro", path, progress)
	} else {
		err = s.copyRows(ctx, unfinished, progress)
	}
	if err == nil {
		err = sqlitefile.Whole(path)
	}
	if err != nil {
		return err
	}
	return sqlitefile.Rename(unfinished, dir)
}

// copyRows copies the club to a new database of SQLite.
func (s *Store) copyRows(ctx context.Context, dir string, progress func(string)) error {
	to, err := openEngine(ctx, Config{Dir: dir})
	if err != nil {
		return err
	}
	// If it fails, there is no folder: nothing has to be undone.
	if _, err = to.writing.ExecContext(ctx, "PRAGMA journal_mode = OFF"); err == nil {
		err = copyClub(ctx, &s.engine, &to, progress)
	}
	return errors.Join(err, to.close())
}

// copyFile copies a database of SQLite to a new file, checks the copy, and leaves out of it what
// does not last.
func copyFile(ctx context.Context, from, mode, to string, progress func(string)) error {
	if err := sqlitefile.Create(to); err != nil {
		return err
	}
	part := 0
	err := sqlitefile.Copy(ctx, from, mode, to, func(done, total int) {
		if now := 10 * done / max(total, 1); now > part {
			part = now
			progress(fmt.Sprintf("%d %%", 10*part))
		}
	})
	if err != nil {
		return err
	}
	db, err := sqlitefile.Connect(to, "rw", "synchronous(FULL)", "secure_delete(ON)") // or it would stay in free pages
	if err != nil {
		return err
	}
	err = sqlitefile.InTx(ctx, db, func(tx *sql.Tx) error {
		for _, table := range fleeting {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = sqlitefile.Check(ctx, db, "PRAGMA quick_check(1)")
	}
	if err == nil {
		err = sqlitefile.CloseLog(ctx, db)
	}
	return errors.Join(err, db.Close())
}

// Restore fills an empty database with a backup, all or nothing. It calls progress now and then.
func Restore(ctx context.Context, dir string, cfg Config, progress func(string)) error {
	from, err := viewSQLite(dir, sqlitefile.Immutable)
	if err != nil {
		return fmt.Errorf("%s is not a backup: %w", dir, err)
	}
	defer func() { _ = from.close() }()
	path := filepath.Join(dir, FileName)
	if sqlitefile.TakenBeside(path) {
		return fmt.Errorf("%s is in use, or its hub was killed; make a backup of it with \"hub export club FOLDER\"", path)
	}
	if err := from.checkVersion(ctx); err != nil {
		return err
	}
	if to := filepath.Join(cfg.Dir, FileName); cfg.URL == "" && !sqlitefile.Taken(to) {
		return restoreFile(ctx, from.file, cfg.Dir, progress)
	}
	to, err := openEngine(ctx, cfg)
	if err != nil {
		return err
	}
	return errors.Join(copyClub(ctx, &from, &to, progress), to.close())
}

// restoreFile puts a backup into a folder without a database.
func restoreFile(ctx context.Context, from, dir string, progress func(string)) (err error) {
	dir, err = filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return err
	}
	held, err := sqlitefile.Lock(ctx, dir)
	if err != nil {
		return fmt.Errorf("%s: %w", dir, err)
	}
	defer func() { err = errors.Join(err, held.Close()) }()
	path := filepath.Join(dir, FileName)
	unfinished := path + ".unfinished"
	err = sqlitefile.Remove(unfinished) // of a call that was killed
	if err == nil {
		err = copyFile(ctx, from, sqlitefile.Immutable, unfinished, progress)
	}
	if err == nil {
		err = sqlitefile.Whole(unfinished)
	}
	if err == nil {
		err = sqlitefile.Rename(unfinished, path)
	}
	if err != nil {
		return errors.Join(explain(err, path), sqlitefile.Remove(unfinished))
	}
	return nil
}

// copyClub copies a club as it is at a moment into an empty database.
func copyClub(ctx context.Context, from, to *engine, progress func(string)) error {
	source, err := from.reading.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = source.Rollback() }()
	target, err := to.begin(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = target.tx.Rollback() }()
	for tx, statement := range map[*sql.Tx]string{source: from.unhurried, target.tx: to.unhurried} {
		if statement == "" {
			continue
		}
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	for _, table := range lasting {
		var rows int
		if err := target.row("SELECT count(*) FROM "+table, nil, &rows); err != nil {
			return err
		}
		if rows > 0 && table != "secret" { // which a hub makes at its first start
			return fmt.Errorf("the database is not empty: it has %d rows in %s", rows, table)
		}
	}
	if _, err := target.exec("DELETE FROM secret"); err != nil {
		return err
	}
	indexes := indexText.FindAllStringSubmatch(strings.Join(steps, ""), -1)
	for _, i := range indexes { // one that is made of all rows at once takes a fraction of the time
		if _, err := target.exec("DROP INDEX " + i[1]); err != nil {
			return err
		}
	}
	for _, table := range lasting {
		if err := copyTable(ctx, source, target, table, progress); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	for _, i := range indexes {
		if _, err := target.exec(i[0]); err != nil {
			return err
		}
	}
	if _, err := target.exec("UPDATE counter SET value = (SELECT coalesce(max(number), 0) FROM game) WHERE name = 'game'"); err != nil {
		return err
	}
	return to.commit(target.tx)
}

// indexText matches the statement that makes an index.
var indexText = regexp.MustCompile(`CREATE INDEX (\w+) ON [^;]+;`)

const (
	// tellEvery is after how many rows progress is called.
	tellEvery = 50_000
	// maxValues is how many values are stored at once. SQLite looks for each of them among all of a
	// statement, so it gets one row.
	maxValues = 3000
)

// copyTable copies all rows of a table.
func copyTable(ctx context.Context, from *sql.Tx, to *tx, table string, progress func(string)) error {
	rows, err := from.QueryContext(ctx, "SELECT * FROM "+table)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	into := "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES "
	atOnce := maxValues / len(columns)
	if to.engine.file != "" {
		atOnce = 1
	}
	many, err := to.tx.PrepareContext(ctx, to.engine.text(into+places(atOnce, len(columns))))
	if err != nil {
		return err
	}
	defer func() { _ = many.Close() }()
	var values []any
	count := 0
	row, scan := make([]any, len(columns)), make([]any, len(columns))
	for i := range row {
		scan[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(scan...); err != nil {
			return err
		}
		if values = append(values, row...); len(values) == atOnce*len(columns) {
			if _, err := many.ExecContext(to.ctx, values...); err != nil {
				return err
			}
			values = values[:0]
		}
		if count++; count%tellEvery == 0 {
			progress(fmt.Sprintf("%s: %d", table, count))
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(values) > 0 {
		if _, err := to.exec(into+places(len(values)/len(columns), len(columns)), values...); err != nil {
			return err
		}
	}
	progress(fmt.Sprintf("%s: %d", table, count))
	return nil
}

// places returns the places of the values of some rows, as in ($1, $2), ($3, $4).
func places(rows, columns int) string {
	var b strings.Builder
	for i := range rows * columns {
		switch {
		case i == 0:
			b.WriteString("(")
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "$%d", i+1)
	}
	return b.String() + ")"
}
