// Package record keeps the data that outlives a game: every game from its first ply on, the top
// scores, series across a network that can be taken up again, and a few small settings, such as the
// name last used. It knows the rules and games, and nothing of windows or connections.
//
// # Where it is kept
//
// Everything is in one SQLite database, mancala.db, in the folder that [DataDir] names or the
// caller chooses. Beside it lie SQLite's own mancala.db-wal and mancala.db-shm while a program is
// running, and mancala.lock, an empty file that serialises the opening of the database by several
// processes. A database that turns out damaged is renamed to mancala.damaged-<UTC time>.db and a
// fresh one begins; it is never deleted or written over. One that a newer program wrote is left
// alone.
//
// A browser has no such folder. There each row is a value in the localStorage of the page's origin,
// as a query string under a key such as mancala/game/ID; mancala/format has the version. When that
// is full, the oldest finished games are deleted to make room, which a [Notice] says.
//
// # Who may call what
//
// A [Ledger] is the thing itself. Its calls wait for the disk, up to five seconds if another
// process holds the database; they may come from several goroutines. Any number of processes may
// have the same folder open.
//
// A [Keeper] is a ledger for a game loop: it opens in the background, its calls return at once, and
// their answers come inside [Keeper.Poll], on the goroutine that calls it, once a frame.
//
// Opening never fails. If the folder cannot be used (no permission, a full disk, a file in its
// place), or the browser refuses its storage, the ledger goes on in memory, showing what it could
// read, and says so in a [Notice]. The same happens when the disk gives out later.
//
// # What it promises
//
// A score that [Ledger.Add] has accepted without a notice survives a crash of the program and of
// the machine. The same game added twice, by two processes or by one, is one row. What is read back
// is checked as if a stranger had written it: rows that no game can have made are passed over.
package record
