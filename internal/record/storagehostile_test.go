package record

import (
	"errors"
	"maps"
	"net/url"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/tools/need"
)

// Foreign values are skipped and do no harm; a new row replaces them.
func TestStorageDamaged(t *testing.T) {
	sound := newCupboard()
	furnished(t, sound, 2)
	key := func(kind, id string) string { return storageKey(kind, id) }
	tests := map[string][]string{ // the new values of a key, of which each is wrong
		key("game", "g0"): append(broken(sound.values[key("game", "g0")], map[string]string{
			"game": "kalah(3,1) 9", "starter": "third", "ending": "soon", "outcome": "north", "opened": "maybe", "south": "\x1b[2J",
			"north-kind": "a b", "south-store": "99", "guest-wins": "-1", "draws": "1e3", "started": "9223372036854775807", "ended": "",
		}), "", "null", "%zz", "\x00", strings.Repeat("a=b&", 20_000)),
		key("score", "s"): append(broken(sound.values[key("score", "s")], map[string]string{
			"rules": "chess", "name": "\n", "opponent": "", "seeds": "49", "margin": "99999999999999999999", "turns": "-1", "date": "-62135596800001",
		}), "{}"),
		key("series", "series/guest"): append(broken(sound.values[key("series", "series/guest")], map[string]string{
			"peer": "\n", "game": "kalah(6,4)  3", "number": "0", "starter": "", "state": "A",
		}), "state=AAAA", "addr="+strings.Repeat("a", MaxAddr+1)+"&"+sound.values[key("series", "series/guest")]),
		key("host", "ada.example:7000"): append(broken(sound.values[key("host", "ada.example:7000")], map[string]string{
			"key": "short", "verified": "2", "met": "never",
		}), "key="),
		key("setting", "name"): {"value=" + strings.Repeat("x", MaxValue+1), "value=%00", "value=%ff"},
	}
	for key, values := range tests {
		for _, value := range values {
			c := newCupboard()
			maps.Copy(c.values, sound.values)
			c.values[key] = value
			l := inStorage(t, c)
			if n := heldRows(l); n != 5 {
				t.Errorf("%s = %.100q: %d of 6 rows are held, want 5", key, value, n)
			}
			_, err := l.Add(t.Context(), score("s", 30, 10))
			err = errors.Join(err, l.SetSetting(t.Context(), "name", "Ann"), l.SaveBookmark(t.Context(), bookmark(t, "series")),
				l.SaveHost(t.Context(), "ada.example:7000", keys.Known{Fingerprint: keys.Fingerprint{1}}),
				l.SaveGame(t.Context(), game(t, "g0", wonBySouth)))
			if n := heldRows(inStorage(t, c)); n != 6 || err != nil {
				t.Errorf("%s = %.100q: %d of 6 rows are held after writing, %v", key, value, n, err)
			}
		}
	}
}

// heldRows counts the rows that a ledger has read from the storage of a page.
func heldRows(l *Ledger) int {
	m := l.book.(*storage).memory
	return len(m.archive) + len(m.scores) + len(m.marks) + len(m.hosts) + len(m.settings)
}

// broken returns copies of a row's text, each with one value changed or missing.
func broken(text string, others map[string]string) []string {
	var list []string
	for key, value := range others {
		for _, other := range [][]string{{value}, nil} {
			v, err := url.ParseQuery(text)
			if err != nil {
				panic(err)
			}
			if v[key] = other; other == nil {
				delete(v, key)
			}
			list = append(list, v.Encode())
		}
	}
	return list
}

// Foreign keys stay unchanged, and an invalid format is overwritten.
func TestStorageOddKeys(t *testing.T) {
	c := newCupboard()
	furnished(t, c, 2)
	row := c.values[storageKey("game", "g0")]
	odd := map[string]string{
		"mancala": "x", "mancala/": "x", "mancala/game": row, "mancala/game/": row, "mancala/game/a b": row, "mancala/series/a": "x",
		"mancala/series/": "x", "mancala/new/x": "x", "": "x", "mancala/host/": "x", "mancala/setting/": "value=x", formatKey: "one",
	}
	maps.Copy(c.values, odd)
	checkRows(t, inStorage(t, c), "g1 g0")
	if c.values[formatKey] != "1" {
		t.Errorf("the format is %q", c.values[formatKey])
	}
	for key, value := range odd {
		if key != formatKey && c.values[key] != value {
			t.Errorf("%q has changed to %q", key, c.values[key])
		}
	}
}

func FuzzStorageRow(f *testing.F) {
	c := newCupboard()
	furnished(f, c, 1)
	for key, value := range c.values {
		f.Add(key, value)
	}
	f.Fuzz(func(t *testing.T, key, value string) {
		c := newCupboard()
		c.values[key] = value
		l := openedStorage(c)
		list, _ := need.Must2(l.Games(t.Context(), match.GameQuery{}))(t)
		for _, g := range list {
			if err := checkRecord(g); err != nil {
				t.Errorf("%q = %q: %v", key, value, err)
			}
		}
		marks := need.Must(l.Bookmarks(t.Context()))(t)
		for _, b := range marks {
			if err := l.SaveBookmark(t.Context(), b); err != nil {
				t.Errorf("%q = %q: %v", key, value, err)
			}
		}
		need.Must(l.Figures(t.Context()))(t)
	})
}
