package record

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/tools/need"
)

// cupboard is a browser's storage for an origin. Several tabs may have it open.
type cupboard struct {
	values map[string]string
	room   int   // bytes of keys and values; 0 means any number
	denied error // of every call
}

func newCupboard() *cupboard { return &cupboard{values: map[string]string{}} }

func (c *cupboard) keys() ([]string, error) { return slices.Collect(maps.Keys(c.values)), c.denied }

func (c *cupboard) get(key string) (string, bool, error) {
	if c.denied != nil {
		return "", false, c.denied
	}
	value, found := c.values[key]
	return value, found, nil
}

func (c *cupboard) set(key, value string) error {
	if c.denied != nil {
		return c.denied
	}
	used := len(key) + len(value)
	for k, v := range c.values {
		if k != key {
			used += len(k) + len(v)
		}
	}
	if c.room > 0 && used > c.room {
		return fmt.Errorf("%w: QuotaExceededError", errFull)
	}
	c.values[key] = value
	return nil
}

func (c *cupboard) remove(key string) error {
	if c.denied == nil {
		delete(c.values, key)
	}
	return c.denied
}

// used returns the bytes of all keys and values.
func (c *cupboard) used() (n int) {
	for k, v := range c.values {
		n += len(k) + len(v)
	}
	return n
}

// openedStorage returns the ledger of a tab.
func openedStorage(c *cupboard) *Ledger {
	b, notices := openStorage(c)
	return &Ledger{book: b, notices: notices}
}

// inStorage is openedStorage for a working storage.
func inStorage(t testing.TB, c *cupboard) *Ledger {
	t.Helper()
	l := openedStorage(c)
	checkNotices(t, l, "")
	return l
}

// checkNotices compares the codes of the notices of a ledger.
func checkNotices(t testing.TB, l *Ledger, want string) {
	t.Helper()
	var codes []string
	for _, n := range l.Notices() {
		codes = append(codes, strings.TrimPrefix(n.Code, "record."))
	}
	if got := strings.Join(codes, " "); got != want {
		t.Errorf("notices %q, want %q", got, want)
	}
}

// furnished fills a storage with a row of each kind and games with the ids g0, g1, ...
func furnished(t testing.TB, c *cupboard, games int) {
	t.Helper()
	l := inStorage(t, c)
	clocked(l)
	mustAdd(t, l, score("s", 30, 10))
	for i := range games {
		mustSave(t, l, game(t, fmt.Sprint("g", i), wonBySouth))
	}
	need.NoError(t, l.SetSetting(t.Context(), "name", "Ann"), l.SaveBookmark(t.Context(), bookmark(t, "series")),
		l.SaveHost(t.Context(), "ada.example:7000", keys.Known{Fingerprint: keys.Fingerprint{1}}))
}

// checkRows checks the rows that furnished has written, and the games.
func checkRows(t testing.TB, l *Ledger, games string) {
	t.Helper()
	list, _, err := l.Games(t.Context(), match.GameQuery{})
	if gameIDs(list) != games || err != nil {
		t.Errorf("games %s, %v; want %s", gameIDs(list), err, games)
	}
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "s" {
		t.Errorf("scores %q", got)
	}
	if name, err := l.Setting(t.Context(), "name"); name != "Ann" || err != nil {
		t.Errorf("setting %q, %v", name, err)
	}
	if marks, err := l.Bookmarks(t.Context()); len(marks) != 1 || marks[0].Key() != "series/guest" || err != nil {
		t.Errorf("series %+v, %v", marks, err)
	}
	if _, found, err := l.Host(t.Context(), "ada.example:7000"); !found || err != nil {
		t.Errorf("host %v, %v", found, err)
	}
}

func TestStorageLastsBeyondThePage(t *testing.T) {
	c := newCupboard()
	c.values["another-program"] = "its own"
	furnished(t, c, 2)
	checkRows(t, inStorage(t, c), "g1 g0")
	if c.values["another-program"] != "its own" {
		t.Error("a value of another program has changed")
	}
	for key := range c.values {
		if !strings.HasPrefix(key, storagePrefix) && key != "another-program" {
			t.Errorf("a key %q without the prefix", key)
		}
	}
}

func TestStorageDenied(t *testing.T) {
	denied := errors.New("SecurityError")
	t.Run("at the start", func(t *testing.T) {
		c := newCupboard()
		c.denied = denied
		l := openedStorage(c)
		checkNotices(t, l, "storage-denied")
		mustSave(t, l, game(t, "g", "kalah(6,4) 3"))
		if g, found, err := l.Unfinished(t.Context()); g.ID != "g" || !found || err != nil {
			t.Errorf("in memory: %v, %v, %v", g.ID, found, err)
		}
	})
	t.Run("later", func(t *testing.T) {
		c := newCupboard()
		furnished(t, c, 2)
		l := inStorage(t, c)
		c.denied = denied
		mustSave(t, l, game(t, "new", wonByNorth))
		checkNotices(t, l, "storage-denied")
		checkRows(t, l, "new g1 g0")
		checkNotices(t, l, "")
	})
}

// A full storage deletes the oldest finished games, with a notice, and nothing else.
func TestStorageFills(t *testing.T) {
	c := newCupboard()
	furnished(t, c, 0)
	l := inStorage(t, c)
	clocked(l)
	mustSave(t, l, game(t, "running", "kalah(6,4) 3"))
	c.room = c.used() + 4*roomMade
	written, cuts := 0, 0
	for ; cuts < 3; written++ {
		mustSave(t, l, game(t, fmt.Sprint("g", written), wonBySouth))
		if notices := l.Notices(); len(notices) > 0 {
			cuts++
			if n := notices[0]; n.Code != "record.storage-cut" || len(notices) > 1 {
				t.Fatalf("notices %v", notices)
			}
		}
	}
	list, total, err := l.Games(t.Context(), match.GameQuery{Limit: 100_000})
	if err != nil || total < keptGames || list[len(list)-1].ID != "running" || list[0].ID != fmt.Sprint("g", written-1) {
		t.Fatalf("%d games, %v", total, err)
	}
	for i, g := range list[:total-1] {
		if want := fmt.Sprint("g", written-1-i); g.ID != want {
			t.Fatalf("%s stands in the place of %s", g.ID, want)
		}
	}
	need.NoError(t, l.DeleteGame(t.Context(), "running"))
	checkRows(t, inStorage(t, c), gameIDs(list[:DefaultLimit]))
}

// Games deleted while the page opens also cause a notice.
func TestStorageFillsAtOpening(t *testing.T) {
	c := newCupboard()
	furnished(t, c, keptGames+5)
	delete(c.values, formatKey)
	c.room = c.used()
	checkNotices(t, openedStorage(c), "storage-cut")
}

// If little can be deleted, nothing is, and the page continues in memory.
func TestStorageFullOfOtherThings(t *testing.T) {
	c := newCupboard()
	furnished(t, c, keptGames)
	l := inStorage(t, c)
	clocked(l)
	c.room = c.used()
	before := maps.Clone(c.values)
	for _, id := range []string{"new1", "new2"} {
		mustSave(t, l, game(t, id, wonByNorth))
	}
	need.NoError(t, l.SetSetting(t.Context(), "name", strings.Repeat("x", MaxValue)))
	checkNotices(t, l, "storage-full")
	if _, total, err := l.Games(t.Context(), match.GameQuery{}); total != keptGames+2 || err != nil {
		t.Errorf("%d games, %v", total, err)
	}
	if !maps.Equal(c.values, before) {
		t.Error("the full storage has changed")
	}
}

// A value larger than everything that could be deleted deletes nothing.
func TestStorageDeletesNothingInVain(t *testing.T) {
	c := newCupboard()
	furnished(t, c, keptGames+5)
	l := inStorage(t, c)
	c.room = c.used()
	before := maps.Clone(c.values)
	b := bookmark(t, "large")
	b.State = make([]byte, MaxState)
	need.NoError(t, l.SaveBookmark(t.Context(), b))
	checkNotices(t, l, "storage-full")
	if !maps.Equal(c.values, before) {
		t.Error("the full storage has changed")
	}
}

func TestStorageOfANewerVersion(t *testing.T) {
	c := newCupboard()
	furnished(t, c, 1)
	early := inStorage(t, c)
	c.values[formatKey] = "2"
	before := maps.Clone(c.values)
	late := openedStorage(c)
	checkNotices(t, late, "storage-newer")
	if _, total, err := late.Games(t.Context(), match.GameQuery{}); total != 0 || err != nil {
		t.Errorf("%d games of a newer version, %v", total, err)
	}
	mustSave(t, early, game(t, "new", wonByNorth))
	checkNotices(t, early, "storage-newer")
	checkRows(t, early, "new g0")
	for _, l := range []*Ledger{late, early} {
		if err := errors.Join(l.SetSetting(t.Context(), "name", "Eve"), l.DeleteGame(t.Context(), "g0"),
			l.SaveBookmark(t.Context(), bookmark(t, "more")), l.SaveHost(t.Context(), "a:1", keys.Known{Fingerprint: keys.Fingerprint{1}})); err != nil {
			t.Error(err)
		}
	}
	if !maps.Equal(c.values, before) {
		t.Error("values of a newer version have changed")
	}
}

// Two tabs see each other's writes at once, and each writes only its rows.
func TestTwoTabs(t *testing.T) {
	c := newCupboard()
	furnished(t, c, 1)
	one, two := inStorage(t, c), inStorage(t, c)
	clocked(one)
	clocked(two)
	mustSave(t, one, game(t, "one", wonBySouth))
	mustSave(t, two, game(t, "two", "kalah(6,4) 3"))
	for _, l := range []*Ledger{one, two} {
		if g, found, err := l.Unfinished(t.Context()); g.ID != "two" || !found || err != nil {
			t.Errorf("unfinished: %v, %v, %v", g.ID, found, err)
		}
		if list, _, err := l.Games(t.Context(), match.GameQuery{}); len(list) != 3 || err != nil {
			t.Errorf("games %v, %v", gameIDs(list), err)
		}
	}
	need.NoError(t, two.DeleteGame(t.Context(), "one"))
	if _, found, err := one.Game(t.Context(), "one"); found || err != nil {
		t.Errorf("a deleted game is found: %v, %v", found, err)
	}
	// Both ends of a game in two tabs: an end that lags behind does not reopen the game.
	over, behind := game(t, "both", wonBySouth), game(t, "both", "kalah(3,1) 2 1 1")
	over.Kinds[1], behind.Kinds[0], behind.Kinds[1] = match.KindRemote, match.KindRemote, match.KindPerson
	mustSave(t, one, over)
	mustSave(t, two, behind)
	if g, _, err := one.Game(t.Context(), "both"); g.Result.Ending != match.Finished || g.Kinds != [2]string{match.KindPerson, match.KindPerson} {
		t.Errorf("%+v, %v", g, err)
	}
	clear(c.values) // the person clears the data of the page
	if list, _, err := one.Games(t.Context(), match.GameQuery{}); len(list) != 0 || err != nil {
		t.Errorf("games %v, %v", gameIDs(list), err)
	}
	mustSave(t, one, game(t, "one", wonBySouth))
	if _, found, err := two.Game(t.Context(), "one"); !found || err != nil {
		t.Errorf("a game after the clearing: %v, %v", found, err)
	}
}

// The order of saving outlives a reload of the page, so a game of a wrong clock stays in its place.
func TestAReloadKeepsTheOrderOfAWrongClock(t *testing.T) {
	c := newCupboard()
	for i, at := range []time.Time{day, day.AddDate(0, 0, 200), day.AddDate(0, 0, 201), day.Add(time.Hour), day.Add(2 * time.Hour)} {
		l := inStorage(t, c)
		l.now = func() time.Time { return at }
		mustSave(t, l, game(t, fmt.Sprint("g-", i), "kalah(6,4) 3 6"))
	}
	const hostile = storagePrefix + "game/g-0"
	for _, nth := range []string{"1", "", "x", "-1", "9223372036854775807"} {
		values := need.Must(url.ParseQuery(c.values[hostile]))(t)
		values.Set(orderKey, nth)
		c.values[hostile] = values.Encode()
		l := inStorage(t, c)
		l.now = func() time.Time { return day.Add(3 * time.Hour) }
		list, _ := need.Must2(l.Games(t.Context(), match.GameQuery{}))(t)
		if got := gameIDs(list); got != "g-4 g-3 g-2 g-1 g-0" {
			t.Errorf("with %q the order is %s", nth, got)
		}
	}
}
