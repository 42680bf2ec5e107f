package record

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/rules"
)

// pairs keeps texts by key, as a browser does for each origin. Other pages may change them at any
// time. Any error but errFull means that nothing can be saved.
type pairs interface {
	keys() ([]string, error)
	get(key string) (value string, found bool, err error)
	set(key, value string) error
	remove(key string) error
}

// errFull means that there is no room for a value.
var errFull = errors.New("the storage of the page is full")

const (
	// storagePrefix begins each of this program's keys: other programs' pages may share the
	// storage.
	storagePrefix = "mancala/"
	// formatKey has the version of all values.
	formatKey     = storagePrefix + "format"
	storageFormat = 1
	// roomMade is the number of bytes that a full storage frees at a time, a few hundred games; it
	// never deletes the newest keptGames finished games.
	roomMade  = 64 << 10
	keptGames = 20
)

// storage is a book in the storage of a page: a value for each row, under a key with its kind and
// id. Its memory has all valid rows of the last look.
type storage struct {
	*memory
	pairs pairs
	seen  map[string]string // the values that the rows were decoded from
	// notices are for the next call of after.
	notices []Notice
	now     func() time.Time
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
	s := &storage{memory: newMemory(), pairs: p, seen: map[string]string{}, now: time.Now}
	s.back, s.most = s, maxStored
	err := s.checkFormat()
	if err == nil {
		err = s.lookAll()
	}
	if err == nil {
		err = s.set(formatKey, strconv.Itoa(storageFormat))
	}
	return s, err
}

// checkFormat returns [sqlitefile.ErrNewer] if a newer program has written the values. It ignores a
// format that is not a number: each value is checked separately.
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

// lookAll brings all rows up to date.
func (s *storage) lookAll() error {
	for _, k := range kinds {
		if err := s.look(k, ""); err != nil {
			return err
		}
	}
	return nil
}

// look updates one row of a kind with the writes of all pages, or all of them if id is empty.
func (s *storage) look(k anyKind, id string) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	if id != "" {
		return s.lookAt(k, id)
	}
	keys, err := s.pairs.keys()
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, key := range keys {
		there[key] = true
	}
	for key := range s.seen { // and may be gone
		if !there[key] {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if id, ours := strings.CutPrefix(key, storageKey(k.word(), "")); ours {
			if err := s.lookAt(k, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// lookAt brings one row up to date, in a storage of our format.
func (s *storage) lookAt(k anyKind, id string) error {
	key := storageKey(k.word(), id)
	text, found, err := s.pairs.get(key)
	if old, known := s.seen[key]; err != nil || found == known && text == old {
		return err
	}
	delete(s.seen, key)
	k.forget(s.memory, id)
	if !found {
		return nil
	}
	s.seen[key] = text
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil // a row that is not valid is none
	}
	if row := k.parse(id, fields{Get: values.Get}); row != nil {
		k.take(s.memory, id, row)
	}
	s.takeOrder(k, id, values)
	return nil
}

// orderKey is the key of a game's number in the order of saving, beside its values. Programs that
// do not know it ignore it.
const orderKey = "nth"

func (s *storage) takeOrder(k anyKind, id string, values url.Values) {
	const most = 1 << 40
	if n, err := strconv.Atoi(values.Get(orderKey)); k.word() == gameRows.name && err == nil && n > 0 && n < most {
		s.nth[id], s.saves = n, max(s.saves, n)
	}
}

func (s *storage) write(k anyKind, id string, row any) error {
	if err := s.checkFormat(); err != nil {
		return err
	}
	key := storageKey(k.word(), id)
	if row == nil {
		delete(s.seen, key)
		return s.pairs.remove(key)
	}
	values := k.values(row)
	if k.word() == gameRows.name {
		values.Set(orderKey, strconv.Itoa(s.nth[id]))
	}
	text := values.Encode()
	err := s.set(key, text)
	if err == nil {
		s.seen[key] = text
	}
	return err
}

// set writes a value. In a full storage it deletes the oldest finished games to make room.
func (s *storage) set(key, value string) error {
	err := s.pairs.set(key, value)
	if !errors.Is(err, errFull) {
		return err
	}
	if err := s.look(gameRows, ""); err != nil {
		return err
	}
	old, size := s.oldest(key, max(roomMade, len(key)+len(value)))
	if size < len(key)+len(value) {
		return err // all of them would be deleted for nothing
	}
	for _, id := range old {
		if err := s.drop(context.Background(), gameRows, id); err != nil {
			return err
		}
	}
	s.notices = append(s.notices, Notice{note("storage-cut", len(old))})
	return s.pairs.set(key, value)
}

// oldest returns the oldest finished games that together take at least need bytes, or all that may
// be deleted, and their size in bytes. It spares the game with that key.
func (s *storage) oldest(spared string, need int) (ids []string, size int) {
	list := s.chosen(s.now(), func(r match.Record) bool {
		return r.Result.Ending != match.Running && storageKey(gameRows.name, r.ID) != spared
	})
	list = list[min(keptGames, len(list)):]
	for _, g := range slices.Backward(list) {
		if size >= need {
			break
		}
		key := storageKey(gameRows.name, g.ID)
		ids, size = append(ids, g.ID), size+len(key)+len(s.seen[key])
	}
	return ids, size
}

// after continues in memory, with all rows read so far, if the storage cannot be used. A newer
// program's rows stay unchanged.
func (s *storage) after(err error) (book, []Notice) {
	notices := s.notices
	s.notices = nil
	if err == nil {
		return nil, notices
	}
	notices = append(notices, Notice{storageTrouble(err)})
	if errors.Is(err, sqlitefile.ErrNewer) {
		s.back = nowhere{}
		return s.memory, notices
	}
	return detach(s.memory, func(context.Context) (book, []Notice, error) {
		again, err := tryStorage(s.pairs)
		return again, nil, err
	}), notices
}

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
