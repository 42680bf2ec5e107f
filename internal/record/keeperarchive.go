package record

import (
	"context"

	"mancala/internal/match"
	"mancala/rules"
)

// SaveGame saves a game as [Ledger.SaveGame] does. A newer state replaces a game that still waits
// for the disk. An error becomes a notice.
func (k *Keeper) SaveGame(r match.Record) { save(k, k.games, r.ID, r) }

// SaveBookmark saves a series as [Ledger.SaveBookmark] does. A newer state replaces one that still
// waits for the disk. An error becomes a notice.
func (k *Keeper) SaveBookmark(b match.Bookmark) { save(k, k.marks, b.Key(), b) }

// Keep is SaveBookmark with a callback: another goroutine calls stored, unless nil, once the disk
// has stored or refused the bookmark.
func (k *Keeper) Keep(b match.Bookmark, stored func()) {
	k.SaveBookmark(b)
	if stored == nil {
		return
	}
	err := k.enqueue(func(context.Context, *Ledger, error) func() {
		stored()
		return nil
	})
	if err != nil { // it was told already that the disk is too slow, or that the program ends
		go stored()
	}
}

// Hold asks for [Ledger.Hold].
func (k *Keeper) Hold(id string, take bool, done func(held bool, err error)) {
	ask(k, func(ctx context.Context, l *Ledger) (bool, error) { return l.Hold(ctx, id, take) }, done)
}

// Release does [Ledger.Release].
func (k *Keeper) Release(id string) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.Release(ctx, id) }, func(error) {})
}

// Taken returns the ids of the games that other programs have taken over since the last call.
func (k *Keeper) Taken() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := k.taken
	k.taken = nil
	return list
}

// Games asks for [Ledger.Games].
func (k *Keeper) Games(q match.GameQuery, done func(list []match.Record, total int, err error)) {
	askTwo(k, func(ctx context.Context, l *Ledger) ([]match.Record, int, error) { return l.Games(ctx, q) }, done)
}

// Game asks for [Ledger.Game].
func (k *Keeper) Game(id string, done func(g match.Record, found bool, err error)) {
	askTwo(k, func(ctx context.Context, l *Ledger) (match.Record, bool, error) { return l.Game(ctx, id) }, done)
}

// Left asks for [Ledger.Left].
func (k *Keeper) Left(done func(*match.LeftGame, error)) {
	ask(k, func(ctx context.Context, l *Ledger) (*match.LeftGame, error) { return l.Left(ctx) }, done)
}

// DeleteGame asks for [Ledger.DeleteGame].
func (k *Keeper) DeleteGame(id string, done func(error)) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.DeleteGame(ctx, id) }, done)
}

// DeleteScore asks for [Ledger.DeleteScore].
func (k *Keeper) DeleteScore(gameID string, done func(error)) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.DeleteScore(ctx, gameID) }, done)
}

// Figures asks for [Ledger.Figures].
func (k *Keeper) Figures(done func(match.Figures, error)) {
	ask(k, func(ctx context.Context, l *Ledger) (match.Figures, error) { return l.Figures(ctx) }, done)
}

// Amend asks for [Ledger.AmendGame]. An error becomes a notice.
func (k *Keeper) Amend(id string, g rules.Game, r match.Result) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.AmendGame(ctx, id, g, r) }, nil)
}

// Closing returns [Ledger.Closing]. Unlike other calls it waits, so it is not for the game loop.
func (k *Keeper) Closing(ctx context.Context) ([]match.Bookmark, error) {
	return wait(ctx, k, func(ctx context.Context, l *Ledger) ([]match.Bookmark, error) { return l.Closing(ctx) })
}

// Kept returns [Ledger.Bookmarks], and waits like Closing.
func (k *Keeper) Kept(ctx context.Context) ([]match.Bookmark, error) {
	return wait(ctx, k, func(ctx context.Context, l *Ledger) ([]match.Bookmark, error) { return l.Bookmarks(ctx) })
}

// Bookmarks asks for [Ledger.Bookmarks].
func (k *Keeper) Bookmarks(done func([]match.Bookmark, error)) {
	ask(k, func(ctx context.Context, l *Ledger) ([]match.Bookmark, error) { return l.Bookmarks(ctx) }, done)
}
