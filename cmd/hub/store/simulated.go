package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"sync"
	"time"

	"modernc.org/sqlite"
)

// Simulation is a database for tests and simulations of nodes, by the statements of SQLite.
type Simulation struct {
	// Now is the clock of the database.
	Now func() time.Time
	// Commit does a commit of any node, which commit does. Its error says that the answer is lost;
	// if it is ErrClosed, the node has died. Nil does what is asked for.
	Commit func(commit func() error) error
}

// Simulated opens a store in memory; [Store.Join] adds nodes. It also returns the database, for
// what no statement does, such as losing records.
func Simulated(ctx context.Context, cfg Config, sim Simulation) (*Store, *sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:?_pragma=foreign_keys(1)")
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(1)
	e := sqliteEngine(db, db, simulatedNow(sim.Now))
	e.close = db.Close
	passing := e.passing
	e.passing = func(err error) bool { return !errors.Is(err, ErrClosed) && passing(err) }
	if sim.Commit != nil {
		e.commit = func(tx *sql.Tx) error {
			err := sim.Commit(tx.Commit)
			_ = tx.Rollback() // unless it was committed
			return err
		}
	}
	if err := e.migrate(ctx); err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	s, err := newStore(ctx, e, cfg)
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return s, db, nil
}

// clocks are the clocks of simulations, by number. The function of SQLite that reads them belongs
// to the process.
var clocks struct {
	once sync.Once
	mu   sync.Mutex
	all  []func() time.Time
}

// simulatedNow returns the expression that reads a clock.
func simulatedNow(now func() time.Time) string {
	clocks.once.Do(func() {
		sqlite.MustRegisterScalarFunction("simulated_now", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			clocks.mu.Lock()
			defer clocks.mu.Unlock()
			n, _ := args[0].(int64)
			return clocks.all[n]().UnixMilli(), nil
		})
	})
	clocks.mu.Lock()
	defer clocks.mu.Unlock()
	clocks.all = append(clocks.all, now)
	return fmt.Sprintf("simulated_now(%d)", len(clocks.all)-1)
}
