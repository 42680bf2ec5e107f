package record

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// inMemory returns a ledger without a disk.
func inMemory() *Ledger { return &Ledger{book: newMemory()} }

// open opens a ledger in dir and fails the test when it is not a healthy one.
func open(t testing.TB, dir string) *Ledger {
	t.Helper()
	return opened(t, Config{Dir: dir})
}

// opened is open with any configuration.
func opened(t testing.TB, cfg Config) *Ledger {
	t.Helper()
	l := Open(context.Background(), cfg)
	t.Cleanup(func() { _ = l.Close() })
	for _, n := range l.Notices() {
		t.Fatalf("unexpected notice: %s (%v)", n.String(), n.Err)
	}
	return l
}

// everyBook runs a test on each book: this system's, a page's storage, memory, and memory until the
// disk can be written. All must behave alike.
func everyBook(t *testing.T, test func(t *testing.T, l *Ledger)) {
	t.Run("detached", func(t *testing.T) {
		lasting, well := newMemory(), false
		out := detach(newMemory(), func(context.Context) (book, []Notice, error) {
			if !well {
				return nil, nil, errors.New("the disk is full")
			}
			return lasting, nil, nil
		})
		l := &Ledger{book: out}
		test(t, l)
		well = true
		l.book = out // though the test may have closed it
		l.catchUp(t.Context())
		out.back, out.leases = lasting.back, lasting.leases
		out.saves, out.nth = lasting.saves, lasting.nth
		if !reflect.DeepEqual(lasting, out.memory) {
			t.Errorf("the disk has %+v, memory %+v", lasting, out.memory)
		}
	})
	t.Run("memory", func(t *testing.T) { test(t, inMemory()) })
	t.Run("storage", func(t *testing.T) { test(t, inStorage(t, newCupboard())) })
	t.Run("lasting", func(t *testing.T) { test(t, opened(t, emptyPlace(t))) })
}

func mustAdd(t testing.TB, l *Ledger, scores ...match.Score) {
	t.Helper()
	for _, s := range scores {
		if added, err := l.Add(t.Context(), s); err != nil || !added {
			t.Fatalf("Add(%s) = %v, %v", s.GameID, added, err)
		}
	}
}

func mustTop(t testing.TB, l *Ledger, v rules.Variant, n int) []match.Score {
	t.Helper()
	return need.Must(l.Top(t.Context(), v, n))(t)
}

func TestVariantsStandApart(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		names := []string{"kalah(6,3)", "kalah(6,4)", "kalah(6,4)+pie", "video(6,3)", "bowls(6,4)"}
		for i, name := range names {
			s := match.Score{GameID: fmt.Sprint("g", i), Variant: variant(t, name), Name: "Ann", Opponent: "Bob", Seeds: 20, Margin: 10, Turns: 5, Date: day}
			mustAdd(t, l, s)
		}
		for i, name := range names {
			if got := ids(mustTop(t, l, variant(t, name), 5)); got != fmt.Sprint("g", i) {
				t.Errorf("Top(%s) = %q", name, got)
			}
		}
		if list := mustTop(t, l, variant(t, "kalah(5,5)"), 5); len(list) != 0 {
			t.Errorf("an unplayed board has scores: %v", list)
		}
		list, err := l.Variants(t.Context())
		var got []string
		for _, v := range list {
			got = append(got, v.String())
		}
		if err != nil || !slices.Equal(got, names) {
			t.Errorf("Variants = %v, %v", got, err)
		}
	})
}

func TestAddTwice(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		first := score("g", 30, 10)
		mustAdd(t, l, first)
		second := first
		second.Name, second.Date = "Eve", day.Add(time.Hour)
		if added, err := l.Add(t.Context(), second); added || err != nil {
			t.Errorf("second Add = %v, %v; want false and no error", added, err)
		}
		if list := mustTop(t, l, first.Variant, 5); len(list) != 1 || list[0] != first {
			t.Errorf("Top = %+v, want only %+v", list, first)
		}
	})
}

// TestUndatedScore adds a score without a date, which gets the one of the archive's clock.
func TestUndatedScore(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		l.now = func() time.Time { return day }
		undated, dated := score("g", 30, 10), score("h", 30, 10)
		undated.Date, dated.Date = time.Time{}, day.Add(-time.Hour)
		mustAdd(t, l, dated)
		if place, err := l.Place(t.Context(), undated); place != 2 || err != nil {
			t.Errorf("place %d, %v; want 2", place, err)
		}
		mustAdd(t, l, undated)
		if list := mustTop(t, l, undated.Variant, 5); len(list) != 2 || !list[0].Date.Equal(dated.Date) || !list[1].Date.Equal(day) {
			t.Errorf("Top = %+v", list)
		}
	})
}

func TestScoresComeBackUnchanged(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		names := []string{
			"Robert'); DROP TABLE scores;--", "  spaced  ", `"; --`, "👩\u200d🚀", "משה", "%s %d \\0", strings.Repeat("é", MaxName), "NULL",
		}
		for i, name := range names {
			s := match.Score{GameID: fmt.Sprint("g", i), Variant: variant(t, fmt.Sprintf("kalah(6,%d)", i+1)), Name: name, Opponent: names[len(names)-1-i], Seeds: 7, Margin: 4, Turns: 3, Date: day}
			s.Date = day.Add(time.Duration(i) * time.Microsecond).In(time.FixedZone("east", 3600))
			mustAdd(t, l, s)
			want := s
			want.Date = day
			if list := mustTop(t, l, s.Variant, 5); len(list) != 1 || list[0] != want {
				t.Errorf("Top = %+v, want %+v", list, want)
			}
		}
	})
}

func TestInvalidIsRefused(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		bad := score("g", 30, 10)
		bad.Name = "\xff"
		if added, err := l.Add(t.Context(), bad); added || err == nil {
			t.Errorf("Add of an invalid score = %v, %v", added, err)
		}
		if n, err := l.Place(t.Context(), bad); n != 0 || err == nil {
			t.Errorf("Place of an invalid score = %v, %v", n, err)
		}
		if _, err := l.Top(t.Context(), rules.Variant{}, 5); err == nil {
			t.Error("Top of no variant is no error")
		}
		if list, err := l.Variants(t.Context()); len(list) != 0 || err != nil {
			t.Errorf("Variants = %v, %v; want none", list, err)
		}
	})
}

func TestSettings(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		ctx := t.Context()
		if got, err := l.Setting(ctx, "name"); got != "" || err != nil {
			t.Errorf("unset setting = %q, %v", got, err)
		}
		for _, value := range []string{"Ann", "Zoë\n'; DROP TABLE settings", "", strings.Repeat("x", MaxValue)} {
			need.NoError(t, l.SetSetting(ctx, "name", value))
			if got, err := l.Setting(ctx, "name"); got != value || err != nil {
				t.Errorf("Setting = %q, %v; want %q", got, err, value)
			}
		}
		bad := [][2]string{
			{"", "x"},
			{"a b", "x"},
			{"ä", "x"},
			{strings.Repeat("k", MaxKey+1), "x"},
			{"k", "\xff"},
			{"k", "a\x00"},
			{"k", strings.Repeat("x", MaxValue+1)},
		}
		for _, kv := range bad {
			if err := l.SetSetting(ctx, kv[0], kv[1]); err == nil {
				t.Errorf("SetSetting(%.20q, %.20q) accepts it", kv[0], kv[1])
			}
		}
		if _, err := l.Setting(ctx, ""); err == nil {
			t.Error("Setting without a key is no error")
		}
	})
}

func TestClosedAndCancelled(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.Add(ctx, score("g", 30, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("Add after cancel = %v", err)
		}
		mustAdd(t, l, score("g", 30, 1))
		for range 2 {
			if err := l.Close(); err != nil {
				t.Errorf("Close = %v", err)
			}
		}
		if _, err := l.Add(t.Context(), score("h", 30, 1)); !errors.Is(err, ErrClosed) {
			t.Errorf("Add after Close = %v", err)
		}
		if _, err := l.Variants(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("Variants after Close = %v", err)
		}
	})
}

// Top and Place agree with sorting everything, for any scores added in any order.
func TestTopIsANaiveSort(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		run := 0
		rapid.Check(t, func(r *rapid.T) {
			run++ // no run sees the scores of another: the boards differ in nothing else that matters here
			v := rules.Variant{Houses: uint8(1 + run%10), Seeds: uint8(1 + run/10%10), Pie: run/100%2 > 0, Majority: run/200%2 > 0}
			var all []match.Score
			for i := range rapid.IntRange(1, 9).Draw(r, "scores") {
				s := drawScore(r, v)
				s.GameID = fmt.Sprintf("%d-%d-%d", rapid.IntRange(0, 9).Draw(r, "id"), run, i)
				all = append(all, s)
				slices.SortFunc(all, naiveOrder)
				want := slices.Index(all, s) + 1
				if want > Best {
					want = 0
				}
				before, err := l.Place(t.Context(), s)
				mustAdd(t, l, s)
				if after, failed := l.Place(t.Context(), s); err != nil || failed != nil || before != want || after != want {
					r.Fatalf("Place = %d, %v, and %d, %v once it is there; want %d", before, err, after, failed, want)
				}
				n := rapid.IntRange(-2, Best+2).Draw(r, "n")
				if got := mustTop(t, l, v, n); !slices.Equal(got, all[:min(max(n, 0), Best, len(all))]) {
					r.Fatalf("Top(%d) = %v, want %v", n, ids(got), ids(all))
				}
			}
		})
	})
}

func drawScore(r *rapid.T, v rules.Variant) match.Score {
	seeds := rapid.IntRange(0, min(4, v.Total())).Draw(r, "seeds")
	return match.Score{
		Variant: v, Name: "Ann", Opponent: "Bob", Seeds: seeds, Margin: seeds, Turns: rapid.IntRange(0, 2).Draw(r, "turns"),
		Date: day.Add(time.Duration(rapid.IntRange(0, 2).Draw(r, "ms")) * time.Millisecond),
	}
}

func naiveOrder(a, b match.Score) int {
	switch {
	case a.Seeds != b.Seeds:
		return b.Seeds - a.Seeds
	case a.Turns != b.Turns:
		return a.Turns - b.Turns
	case !a.Date.Equal(b.Date):
		return int(a.Date.Sub(b.Date))
	}
	return strings.Compare(a.GameID, b.GameID)
}
