package record

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

func keysOf(list []match.Bookmark) (names []string) {
	for _, b := range list {
		names = append(names, b.Series)
	}
	return names
}

// TestClosing keeps a series that has ended here. It cannot be resumed, and is dropped once it is
// over, too old, or one of too many.
func TestClosing(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		now := day
		l.now = func() time.Time { now = now.Add(time.Minute); return now }
		save := func(b match.Bookmark) {
			t.Helper()
			need.NoError(t, l.SaveBookmark(t.Context(), b))
		}
		check := func(resumed, closing []string) {
			t.Helper()
			list, err := l.Bookmarks(t.Context())
			if err != nil || !reflect.DeepEqual(keysOf(list), resumed) {
				t.Fatalf("Bookmarks = %v, %v; want %v", keysOf(list), err, resumed)
			}
			list, err = l.Closing(t.Context())
			if err != nil || !reflect.DeepEqual(keysOf(list), closing) {
				t.Fatalf("Closing = %v, %v; want %v", keysOf(list), err, closing)
			}
		}
		a, b := bookmark(t, "a"), bookmark(t, "b")
		save(a)
		save(b)
		check([]string{"b", "a"}, nil)
		b.Closing = true
		save(b)
		check([]string{"a"}, []string{"b"})
		b.Closing = false
		save(b)
		check([]string{"b", "a"}, nil)
		b.Closing = true
		save(b)
		b.State = nil
		save(b)
		check([]string{"a"}, nil)

		var newest []string
		for i := range maxClosing + 3 {
			c := bookmark(t, fmt.Sprintf("c%02d", i))
			c.Closing = true
			save(c)
			if newest = append([]string{c.Series}, newest...); len(newest) > maxClosing {
				newest = newest[:maxClosing]
			}
		}
		check([]string{"a"}, newest)
		check([]string{"a"}, newest)
		now = now.AddDate(0, 0, closingDays+1)
		check([]string{"a"}, []string(nil))
		if list, err := l.bookmarks(t.Context()); err != nil || len(list) != 1 {
			t.Errorf("%v are still kept, %v", keysOf(list), err)
		}
	})
}

// TestAmendGame replaces the result of a game that was left here with the other end's.
func TestAmendGame(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		left, won := game(t, "left", "kalah(6,4) 3 6"), game(t, "won", "kalah(6,4) 3 6")
		mustSave(t, l, ended(left, match.Abandoned))
		mustSave(t, l, resigned(won, rules.North))
		knows := resigned(game(t, "left", "kalah(6,4) 3 6 1"), rules.North)
		mustSave(t, l, game(t, "kept", "kalah(6,4) 3 6"))
		for _, id := range []string{"left", "won", "kept", "never"} {
			if err := l.AmendGame(t.Context(), id, knows.Game, knows.Result); err != nil {
				t.Fatalf("%s: %v", id, err)
			}
		}
		for _, id := range []string{"left", "kept"} {
			got, found, err := l.Game(t.Context(), id)
			if err != nil || !found || got.Result != knows.Result || len(got.Game.Plies) != 3 || got.Names != left.Names {
				t.Errorf("the game is %+v, %v", got, err)
			}
		}
		if got, _, err := l.Game(t.Context(), "won"); err != nil || len(got.Game.Plies) != 2 {
			t.Errorf("a game that had a result is %+v, %v", got, err)
		}
	})
}
