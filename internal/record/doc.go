// Package record keeps the data that outlives a game: every game from its first ply on, the top
// scores, series over a network that can be resumed, and a few small settings, such as the name
// last used. It knows the rules and games, but not windows or connections.
//
// # Where it is kept
//
// Everything is in one SQLite database, mancala.db, in the folder that [DataDir] names or the
// caller chooses. While a program runs, SQLite's mancala.db-wal and mancala.db-shm are beside it.
// So is mancala.lock, an empty file that serializes the opening of the database by several
// processes. A damaged database is renamed to mancala.damaged-<UTC time>.db, never deleted or
// overwritten, and a new one begins. A database written by a newer program stays as it is.
//
// Only this user may use the files, since a series that can be resumed has a secret. Opening
// removes the permissions of other users, and gives a [Notice] if the folder let them in. On
// Windows only the folder decides.
//
// A browser has no such folder. There each row is a value in the localStorage of the page's origin,
// as a query string under a key such as mancala/game/ID; mancala/format has the version. If that is
// full, the ledger deletes the oldest finished games and gives a [Notice].
//
// # Concurrency
//
// The calls of a [Ledger] wait for the disk, up to five seconds if another process holds the
// database. It is safe for concurrent use. Any number of processes may have the same folder open.
//
// A [Keeper] is a ledger for a game loop: it opens in the background, and its calls return at once.
// [Keeper.Poll], called once a frame, delivers the answers on its caller's goroutine.
//
// Opening never fails. If the folder cannot be used (no permission, a full disk, a file in its
// place), or the browser refuses its storage, the ledger continues in memory with the data that it
// could read, and a [Notice] says so. The same happens when the disk fails later, or another
// process holds the database for more than five seconds. [Ledger.CatchUp] then writes all changes
// once that is possible: a keeper calls it, after one second at first and then at most 16 seconds
// apart. A notice says when all is written.
//
// # Guarantees
//
// A change is in mancala.db itself after two seconds, so a copy of only that file has everything up
// to then: [Ledger.CatchUp] moves it there from the log. Only a reader that takes longer delays it.
//
// A score that [Ledger.Add] has accepted without a notice survives a crash of the program and of
// the machine. The same game added twice, by two processes or by one, is one row. Reading trusts no
// data: it skips rows that no game can have made.
package record
