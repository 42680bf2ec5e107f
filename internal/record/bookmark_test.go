package record

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

// logged returns a bookmark with a log of lines from first to last, which name their history.
func logged(t testing.TB, history string, first, last int) match.Bookmark {
	t.Helper()
	b := bookmark(t, "s")
	b.First = uint32(first)
	for n := first; n <= last; n++ {
		b.Log = append(b.Log, fmt.Appendf(nil, "%s %d", history, n))
	}
	return b
}

// grown returns the next bookmark of a program: with a few more lines, and now and then without the
// oldest ones.
func grown(b match.Bookmark, random *rand.Rand) match.Bookmark {
	if gone := random.IntN(3*len(b.Log) + 1); gone < len(b.Log) {
		b.Log, b.First = b.Log[gone:], b.First+uint32(gone)
	}
	for range random.IntN(3) {
		b.Log = append(b.Log, fmt.Appendf(nil, "more %d", random.Uint32()))
	}
	return b
}

func oneMark(t *testing.T, l *Ledger, want match.Bookmark) {
	t.Helper()
	list, err := l.Bookmarks(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("Bookmarks = %+v, %v", list, err)
	}
	if want = normalBookmark(want); len(want.Log) != len(list[0].Log) {
		t.Fatalf("%d lines from %d, want %d from %d", len(list[0].Log), list[0].First, len(want.Log), want.First)
	}
	if want.Saved = list[0].Saved; !reflect.DeepEqual(list[0], want) {
		t.Fatalf("Bookmarks = %+v, want %+v", list[0], want)
	}
}

// TestLogs saves a series repeatedly, also in ways that no program should: the returned log is
// always the one saved last.
func TestLogs(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		save := func(b match.Bookmark) {
			t.Helper()
			need.NoError(t, l.SaveBookmark(t.Context(), b))
			oneMark(t, l, b)
		}
		save(logged(t, "none", 1, 0))
		b := logged(t, "a", 1, 5)
		save(b)
		b.Log = append(b.Log, []byte("a 6"))
		save(b)
		b.Log, b.First = b.Log[2:], 3
		save(b)
		save(logged(t, "other", 4, 7))                                                // another history
		save(logged(t, "other", 4, 5))                                                // that went back
		save(logged(t, "other", 1<<32-3, 1<<32-1))                                    // at the highest numbers
		b.Closing, b.Log = true, append(b.Log[:len(b.Log):len(b.Log)], []byte("end")) // which only the other end does not know
		need.NoError(t, l.SaveBookmark(t.Context(), b))
		if list, err := l.Closing(t.Context()); err != nil || len(list) != 1 || string(slices.Concat(list[0].Log...)) != "a 3a 4a 5a 6end" {
			t.Errorf("Closing = %+v, %v", list, err)
		}
		b.Closing = false
		random := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			b = grown(b, random)
			save(b)
		}
		b.State = nil
		need.NoError(t, l.SaveBookmark(t.Context(), b))
		save(logged(t, "anew", 2, 3))
	})
}
