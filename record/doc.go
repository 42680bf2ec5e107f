// Package record keeps the data that outlives a game: every game from its first ply on, the top
// scores, series over a network that can be resumed, and a few small settings, such as the name
// last used. It knows the rules and games, but not windows or connections.
//
// # Where it is kept
//
// Everything is in one SQLite database, mancala.db, in the folder that [DataDir] names or the
// caller chooses. While a program is running, SQLite's own mancala.db-wal and mancala.db-shm are
// beside it, and mancala.lock, an empty file that serialises the opening of the database by several
// processes. A damaged database is renamed to mancala.damaged-<UTC time>.db and a new one begins;
// it is never deleted or overwritten. A database written by a newer program stays as it is.
//
// The files are for this user only, since a series that can be resumed has a secret. If other users
// have permissions, opening takes these away, and a [Notice] says so if the folder let others in.
// On Windows only the folder decides.
//
// A browser has no such folder. There each row is a value in the localStorage of the page's origin,
// as a query string under a key such as mancala/game/ID; mancala/format has the version. When that
// is full, the oldest finished games are deleted to make room, and a [Notice] says so.
//
// # Concurrency
//
// The calls of a [Ledger] wait for the disk, up to five seconds if another process holds the
// database. It is safe for concurrent use. Any number of processes may have the same folder open.
//
// A [Keeper] is a ledger for a game loop: it opens in the background, its calls return at once, and
// their answers come inside [Keeper.Poll], on the goroutine that calls it, once a frame.
//
// Opening never fails. If the folder cannot be used (no permission, a full disk, a file in its
// place), or the browser refuses its storage, the ledger continues in memory with the data that it
// could read, and a [Notice] says so. The same happens when the disk fails later, or another
// process holds the database for more than five seconds. All changes are then written by
// [Ledger.CatchUp] once that is possible: a keeper tries by itself, after a second and then up to
// every 16 seconds. A notice says when all is written.
//
// # Guarantees
//
// A finished game is soon in mancala.db itself, so a copy of only that file has it:
// [Ledger.CatchUp] moves it there from the log.
//
// A score that [Ledger.Add] has accepted without a notice survives a crash of the program and of
// the machine. The same game added twice, by two processes or by one, is one row. Data is checked
// on reading as if a stranger had written it: rows that no game can have made are skipped.
package record
