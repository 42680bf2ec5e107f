//go:build !linux

package hubtest

import (
	"errors"
	"testing"

	"mancala/tools/need"
)

// Postgres is a PostgreSQL server of a test.
type Postgres struct{}

// StartPostgres skips the test: these tests start servers only on Linux.
func StartPostgres(t testing.TB, _ ...string) *Postgres {
	t.Helper()
	need.Met(t, "Linux", errors.New("PostgreSQL is only started on Linux"))
	return nil
}

// Run, Kill and Database are never called here.
func (p *Postgres) Run() {}

// Kill does nothing.
func (p *Postgres) Kill() {}

// Alive returns false.
func (p *Postgres) Alive() bool { return false }

// Database returns nothing.
func (p *Postgres) Database() string { return "" }
