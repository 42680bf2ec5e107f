package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgresWords makes statements of PostgreSQL. clock_timestamp goes on within a transaction.
var postgresWords = strings.NewReplacer("{int}", "BIGINT", "{real}", "DOUBLE PRECISION", "{blob}", "BYTEA", "{strict}", "", "{rowless}", "",
	"{room}", " WITH (fillfactor = 50)", "{now}", "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)", "{lock}", "FOR UPDATE", "{free}", "FOR UPDATE SKIP LOCKED",
	"{values}", "(SELECT jsonb_array_elements_text(CAST($1 AS jsonb)))", "{numbers}", "(SELECT CAST(jsonb_array_elements_text(CAST($1 AS jsonb)) AS BIGINT))",
	"{instr}", "strpos", "{bytes}", ` COLLATE "C"`)

// settings are asked for with each connection. A node that stands still in a transaction would hold
// its rows from all others, so the server ends such a transaction after two seconds.
var settings = map[string]string{
	"application_name": "mancala-hub", "synchronous_commit": "on", "statement_timeout": "8s", "lock_timeout": "5s",
	"idle_in_transaction_session_timeout": "2s",
}

// channel is the channel of PostgreSQL that wakes other nodes.
const channel = "mancala_club"

// maxConnections is how many connections a node makes at most.
const maxConnections = 16

// openPostgres connects to a database. After a failover new connections look for the primary among
// the hosts of the URL.
func openPostgres(ctx context.Context, cfg Config) (engine, error) {
	e, err := connectPostgres(ctx, cfg, pgconn.ValidateConnectTargetSessionAttrsReadWrite)
	if isReadOnly(err) {
		err = errors.Join(ErrReadOnly, err)
	}
	e.listen = func(ctx context.Context, wake func()) { listen(ctx, e.writing, wake, cfg.Log) }
	return e, err
}

// viewPostgres connects to a database, which may be a replica.
func viewPostgres(ctx context.Context, cfg Config) (engine, error) {
	return connectPostgres(ctx, cfg, nil)
}

func connectPostgres(ctx context.Context, cfg Config, valid pgconn.ValidateConnectFunc) (e engine, err error) {
	c, err := pgx.ParseConfig(cfg.URL)
	if err != nil {
		return e, errors.New("the url of the database is not one of PostgreSQL, as in postgres://user:password@host/name") // err may have the password
	}
	for name, value := range settings {
		c.RuntimeParams[name] = value
	}
	c.ValidateConnect = valid
	db := stdlib.OpenDB(*c)
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	if err := db.PingContext(ctx); err != nil {
		return e, errors.Join(fmt.Errorf("the database at %s cannot be used: %w", c.Host, err), db.Close())
	}
	return postgresEngine(db), nil
}

// isReadOnly reports whether a server only lets read.
func isReadOnly(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "25006" || err != nil && strings.Contains(err.Error(), "read only connection")
}

// appendRecords moves the tables whose place is one less than the new one, and stores their
// records. As one statement it is never left unfinished by a node that stands still.
const appendRecords = `WITH v AS (SELECT * FROM unnest($2::text[], $3::bigint[], $4::bytea[]) AS v (tab, place, body)),
	moved AS (UPDATE tab SET place = v.place FROM v WHERE tab.id = v.tab AND tab.place = v.place - 1 AND tab.run = $1 RETURNING tab.id),
	kept AS (INSERT INTO record (tab, place, body) SELECT v.tab, v.place, v.body FROM v JOIN moved ON moved.id = v.tab WHERE v.body IS NOT NULL)
	SELECT id FROM moved`

// postgresEngine returns the engine for a database.
func postgresEngine(db *sql.DB) engine {
	e := engine{
		name: "PostgreSQL", words: postgresWords, writing: db, reading: db, texts: &sync.Map{}, passing: passing, commit: (*sql.Tx).Commit,
		lock: "SELECT pg_advisory_xact_lock(7361836)", notify: "NOTIFY " + channel, close: db.Close,
		unhurried: "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
	}
	e.appendAll = func(ctx context.Context, run string, batch []*job) (map[string]bool, error) {
		tabs, places, bodies := make([]string, len(batch)), make([]int64, len(batch)), make([][]byte, len(batch))
		for i, j := range batch {
			tabs[i], places[i], bodies[i] = j.tab, int64(j.place), j.body
		}
		moved := map[string]bool{}
		rows, err := db.QueryContext(ctx, appendRecords, run, tabs, places, bodies)
		err = each(rows, err, func(rows *sql.Rows) error {
			var tab string
			err := rows.Scan(&tab)
			moved[tab] = true
			return err
		})
		return moved, err
	}
	return e
}

// passing reports whether an error of PostgreSQL may pass: the server is away, starts or stops, has
// no room, or has aborted the transaction for another one.
func passing(err error) bool {
	unknown, refused, dial, network := (*unknownError)(nil), (*pgconn.PgError)(nil), (*pgconn.ConnectError)(nil), net.Error(nil)
	switch {
	case errors.As(err, &refused):
		return slices.Contains([]string{"25006", "25P03", "40001", "40P01", "55P03", "57014", "57P01", "57P02", "57P03"}, refused.Code) ||
			strings.HasPrefix(refused.Code, "08") || strings.HasPrefix(refused.Code, "53") || strings.HasPrefix(refused.Code, "58")
	case errors.As(err, &dial), errors.As(err, &network), errors.As(err, &unknown):
		return true
	}
	return errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, sql.ErrTxDone) || errors.Is(err, context.DeadlineExceeded) || pgconn.SafeToRetry(err) || pgconn.Timeout(err)
}

// errDeaf says that notifications do not arrive.
var errDeaf = errors.New("a notification of this node has not come back")

// deafWait is how long a notification may take.
const deafWait = 3 * time.Second

// listen calls wake for each notification, and after each new connection. It warns once if the
// database does not notify this node.
func listen(ctx context.Context, db *sql.DB, wake func(), log *slog.Logger) {
	ring := func() error {
		_, err := db.ExecContext(ctx, "NOTIFY "+channel)
		return err
	}
	for warned := false; ; {
		err := hear(ctx, db, ring, wake)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, errDeaf) && !warned && log != nil {
			log.Warn("The database does not tell this node of changes; it looks for them every two seconds. " +
				"A pooler in transaction mode does that: name the database itself.")
			warned = true
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// hear calls wake for notifications until the connection ends. It rings itself first: behind a
// pooler the server has another session listen than this one.
func hear(ctx context.Context, db *sql.DB, ring func() error, wake func()) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	err = conn.Raw(func(c any) error {
		raw := c.(*stdlib.Conn).Conn()
		if _, err := raw.Exec(ctx, "LISTEN "+channel); err != nil {
			return err
		}
		if err := ring(); err != nil {
			return err
		}
		first, cancel := context.WithTimeout(ctx, deafWait)
		_, err := raw.WaitForNotification(first)
		if cancel(); err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			err = errors.Join(errDeaf, err)
		}
		for err == nil {
			wake()
			_, err = raw.WaitForNotification(ctx)
		}
		return errors.Join(err, driver.ErrBadConn) // no one else is to have this connection
	})
	return errors.Join(err, conn.Close())
}
