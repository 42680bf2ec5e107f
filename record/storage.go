package record

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"mancala/match"
	"mancala/record/sqlitefile"
	"mancala/rules"
)

// pairs keeps texts by key, as a browser does for each origin. Other pages may change them at any
// time. An error is errFull, or means that nothing can be kept at all.
type pairs interface {
	keys() ([]string, error)
	get(key string) (value string, found bool, err error)
	set(key, value string) error
	remove(key string) error
}

// errFull means that there is no room for a value.
var errFull = errors.New("the storage of the page is full")

const (
	// storagePrefix begins every key of ours: pages of other programs may share the storage.
	storagePrefix = "mancala/"
	// formatKey has the version of all values.
	formatKey     = storagePrefix + "format"
	storageFormat = 1
	// roomMade is the number of bytes that are freed at a time in a full storage, some hundred
	// games; keptGames is the number of finished games that are never deleted for it.
	roomMade  = 64 << 10
	keptGames = 20
)

// storage is a book in the storage of a page: a value for each row, under a key with its kind and
// id.
type storage struct {
	pairs pairs
	// held has all rows that were valid at the last look, and seen the values that they were
	// decoded from.
	held *memory
	seen map[string]string
	// notices are for the next call of after.
	notices []Notice
}

// openStorage returns a book in p, or, if p cannot be used, in memory with the readable data.
func openStorage(p pairs) (book, []Notice) {
	s, err := tryStorage(p)
	next, notices := s.after(err)
	if next == nil {
		next = s
	}
	return next, notices
}

// tryStorage returns the book in p with the rows that could be read, and the reason why p cannot be
// used.
func tryStorage(p pairs) (*storage, error) {
	s := &storage{pairs: p, held: newMemory(), seen: map[string]string{}}
	err := s.checkFormat()
	if err == nil {
		err = s.lookAll()
	}
	if err == nil {
		err = s.set(formatKey, strconv.Itoa(storageFormat))
	}
	return s, err
}

// checkFormat returns [sqlitefile.ErrNewer] if a newer program has written the values. A format
// that is not a number is ignored: each value is checked by itself.
func (s *storage) checkFormat() error {
	text, _, err := s.pairs.get(formatKey)
	if err != nil {
		return err
	}
	if format, err := strconv.Atoi(text); err == nil && format > storageFormat {
		return sqlitefile.ErrNewer
	}
	return nil
}

// storageKey returns the key of a row.
func storageKey(kind, id string) string { return storagePrefix + kind + "/" + id }

// lookAll brings all held rows up to date.
func (s *storage) lookAll() error {
	for kind := range shelves {
		if err := s.look(kind); err != nil {
			return err
		}
	}
	return nil
}

// look brings the rows of a kind up to date with the writes of all pages.
func (s *storage) look(kind string) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	keys, err := s.pairs.keys()
	if err != nil {
		return err
	}
	prefix := storageKey(kind, "")
	there := make(map[string]bool, len(keys))
	for _, key := range keys {
		if id, ours := strings.CutPrefix(key, prefix); ours {
			there[key] = true
			if err := s.lookAt(kind, id); err != nil {
				return err
			}
		}
	}
	for key := range s.seen {
		if id, ours := strings.CutPrefix(key, prefix); ours && !there[key] {
			s.forget(kind, id)
		}
	}
	return nil
}

// lookOne brings one row up to date.
func (s *storage) lookOne(kind, id string) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	return s.lookAt(kind, id)
}

// lookAt is lookOne in a storage of our format.
func (s *storage) lookAt(kind, id string) error {
	key := storageKey(kind, id)
	text, found, err := s.pairs.get(key)
	if old, known := s.seen[key]; err != nil || found == known && text == old {
		return err
	}
	s.forget(kind, id)
	if !found {
		return nil
	}
	s.seen[key] = text
	if values, err := url.ParseQuery(text); err == nil {
		shelves[kind].take(s.held, id, values)
	}
	return nil
}

// forget drops a held row.
func (s *storage) forget(kind, id string) {
	delete(s.seen, storageKey(kind, id))
	shelves[kind].drop(s.held, id)
}

// put writes a row.
func (s *storage) put(kind, id string, values url.Values) error {
	if err := s.set(storageKey(kind, id), values.Encode()); err != nil {
		return err
	}
	return s.lookAt(kind, id)
}

// drop deletes a row.
func (s *storage) drop(kind, id string) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	if err := s.pairs.remove(storageKey(kind, id)); err != nil {
		return err
	}
	s.forget(kind, id)
	return nil
}

// set writes a value. In a full storage it deletes the oldest finished games to make room.
func (s *storage) set(key, value string) error {
	err := s.pairs.set(key, value)
	if !errors.Is(err, errFull) {
		return err
	}
	if err := s.look("game"); err != nil {
		return err
	}
	old, size := s.oldest(key, max(roomMade, len(key)+len(value)))
	if size < len(key)+len(value) {
		return err // all of them would be deleted for nothing
	}
	for _, id := range old {
		if err := s.drop("game", id); err != nil {
			return err
		}
	}
	s.notices = append(s.notices, Notice{note("storage-cut", len(old))})
	return s.pairs.set(key, value)
}

// oldest returns the oldest finished games that together take at least need bytes, or all that may
// be deleted, and the bytes that they take. It spares the game with that key.
func (s *storage) oldest(spared string, need int) (ids []string, size int) {
	list := s.held.chosen(func(r match.Record) bool {
		return r.Result.Ending != match.Running && storageKey("game", r.ID) != spared
	})
	list = list[min(keptGames, len(list)):]
	for _, g := range slices.Backward(list) {
		if size >= need {
			break
		}
		key := storageKey("game", g.ID)
		ids, size = append(ids, g.ID), size+len(key)+len(s.seen[key])
	}
	return ids, size
}

// after continues in memory, with all rows that were read, if the storage cannot be used. The rows
// of a newer program are left alone for good.
func (s *storage) after(err error) (book, []Notice) {
	notices := s.notices
	s.notices = nil
	if err == nil {
		return nil, notices
	}
	notices = append(notices, Notice{storageTrouble(err)})
	if errors.Is(err, sqlitefile.ErrNewer) {
		return s.held, notices
	}
	return detach(s.held, func(context.Context) (book, []Notice, error) {
		again, err := tryStorage(s.pairs)
		return again, nil, err
	}), notices
}

func (s *storage) catchUp(context.Context) (book, []Notice, bool) { return nil, nil, false }

// storageTrouble says why the storage cannot be used.
func storageTrouble(err error) *rules.Note {
	switch {
	case errors.Is(err, sqlitefile.ErrNewer):
		return note("storage-newer").Because(err)
	case errors.Is(err, errFull):
		return note("storage-full").Because(err)
	}
	return note("storage-denied").Because(err)
}

func (s *storage) close() error { return nil }

func (s *storage) top(ctx context.Context, v rules.Variant, n int) ([]match.Score, error) {
	if err := s.look("score"); err != nil {
		return nil, err
	}
	return s.held.top(ctx, v, n)
}

func (s *storage) add(_ context.Context, score match.Score) (bool, error) {
	if err := s.lookOne("score", score.GameID); err != nil {
		return false, err
	}
	if _, found := s.held.scores[score.GameID]; found {
		return false, nil
	}
	return true, s.put("score", score.GameID, encodeScore(score))
}

func (s *storage) variants(ctx context.Context) ([]rules.Variant, error) {
	if err := s.look("score"); err != nil {
		return nil, err
	}
	return s.held.variants(ctx)
}

func (s *storage) setting(ctx context.Context, key string) (string, error) {
	if err := s.lookOne("setting", key); err != nil {
		return "", err
	}
	return s.held.setting(ctx, key)
}

func (s *storage) setSetting(_ context.Context, key, value string) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	return s.put("setting", key, encodeSetting(value))
}

func (s *storage) deleteScore(_ context.Context, gameID string) error { return s.drop("score", gameID) }

func (s *storage) saveGame(ctx context.Context, g match.Record, by lease) (held bool, err error) {
	if err := s.lookOne("game", g.ID); err != nil {
		return false, err
	}
	if by.holder != "" {
		if held, err := s.lease(ctx, g.ID, by, false); !held {
			return false, err
		}
	}
	old, found := s.held.archive[g.ID]
	if g, changed := merged(old, found, g); changed {
		return true, s.put("game", g.ID, encodeGame(g))
	}
	return true, nil
}

func (s *storage) game(ctx context.Context, id string) (match.Record, bool, error) {
	if err := s.lookOne("game", id); err != nil {
		return match.Record{}, false, err
	}
	return s.held.game(ctx, id)
}

func (s *storage) games(ctx context.Context, q match.GameQuery) ([]match.Record, int, error) {
	if err := s.look("game"); err != nil {
		return nil, 0, err
	}
	return s.held.games(ctx, q)
}

func (s *storage) gameIDs(ctx context.Context, prefix string, n int, f func(string) bool) ([]string, error) {
	if err := s.look("game"); err != nil {
		return nil, err
	}
	return s.held.gameIDs(ctx, prefix, n, f)
}

func (s *storage) deleteGame(_ context.Context, id string) error { return s.drop("game", id) }

func (s *storage) figures(ctx context.Context) ([]match.Figure, error) {
	if err := s.look("game"); err != nil {
		return nil, err
	}
	return s.held.figures(ctx)
}

func (s *storage) unfinished(ctx context.Context) (match.Record, bool, error) {
	if err := s.look("game"); err != nil {
		return match.Record{}, false, err
	}
	return s.held.unfinished(ctx)
}

func (s *storage) saveBookmark(_ context.Context, b match.Bookmark) error {
	if b.Over() {
		return s.drop("series", b.Key())
	}
	if err := s.checkFormat(); err != nil {
		return err
	}
	return s.put("series", b.Key(), encodeBookmark(b))
}

func (s *storage) bookmarks(ctx context.Context) ([]match.Bookmark, error) {
	if err := s.look("series"); err != nil {
		return nil, err
	}
	return s.held.bookmarks(ctx)
}

func (s *storage) host(ctx context.Context, addr string) (Host, bool, error) {
	if err := s.lookOne("host", addr); err != nil {
		return Host{}, false, err
	}
	return s.held.host(ctx, addr)
}

func (s *storage) saveHost(_ context.Context, h Host) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	return s.put("host", h.Addr, encodeHost(h))
}
