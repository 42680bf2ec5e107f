// Package sqlitefile manages the program's SQLite databases: it connects to a database, migrates
// it, compares its tables with its version's, and sets it aside if it is damaged.
package sqlitefile

import "errors"

// Reasons why a database cannot be used as it is.
var (
	// ErrDamaged means that the database is damaged, or another program's.
	ErrDamaged = errors.New("the database is damaged")
	// ErrNewer means that a newer program has written the data.
	ErrNewer = errors.New("the data is of a newer version")
	// ErrReadOnly means that the database can only be read.
	ErrReadOnly = errors.New("the database can only be read")
)
