package record

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	"mancala/tools/need"
)

// busy is a book that another program holds now and then.
type busy struct {
	*memory
	gate   chan struct{} // lets one save continue
	errs   []error       // of the next saves
	saved  []string      // the texts of the games, in the order in which they came to the disk
	series []string
}

func (b *busy) wait(ctx context.Context) error {
	select {
	case <-b.gate:
	case <-ctx.Done():
		return ctx.Err()
	}
	if len(b.errs) > 0 {
		err := b.errs[0]
		b.errs = b.errs[1:]
		return err
	}
	return nil
}

func (b *busy) change(_ context.Context, change func(rows) error) error { return change(b) }

func (b *busy) put(ctx context.Context, k anyKind, id string, row any) error {
	if _, ok := row.(lease); !ok {
		if err := b.wait(ctx); err != nil {
			return err
		}
	}
	switch row := row.(type) {
	case match.Record:
		b.saved = append(b.saved, row.Game.String())
	case match.Bookmark:
		b.series = append(b.series, fmt.Sprint(row.Number))
	}
	return b.memory.put(ctx, k, id, row)
}

// A fast game on a slow disk: a waiting save is replaced by a newer one, the queue never fills, and
// the last state is there in the end.
func TestKeeperKeepsTheNewest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &busy{memory: newMemory(), gate: make(chan struct{})}
		k := start(func(context.Context) *Ledger { return &Ledger{book: disk} }, func(n Notice) { t.Error(n) })
		first := game(t, "g", "kalah(6,4) 1")
		k.SaveGame(first)
		synctest.Wait() // the disk is at it
		last := first
		for _, h := range []string{"1", "1 3", "1 3 3"} {
			for range queueLength {
				last = game(t, "g", "kalah(6,4) 1 "+h)
				k.SaveGame(last)
			}
		}
		mark := bookmark(t, "s")
		for n := range queueLength {
			mark.Number = n + 1
			k.SaveBookmark(mark)
		}
		var got []string
		// This sees the state that was saved before.
		k.Game("g", func(g match.Record, found bool, err error) { got = append(got, g.Game.String()) })
		close(disk.gate)
		need.NoError(t, k.Close())
		k.Poll()
		if want := "kalah(6,4) 1|kalah(6,4) 1 1 3 3"; strings.Join(disk.saved, "|") != want || strings.Join(got, "|") != last.Game.String() {
			t.Errorf("saved %v, want %s; found %v", disk.saved, want, got)
		}
		if len(disk.series) != 1 || disk.series[0] != fmt.Sprint(queueLength) {
			t.Errorf("bookmarks saved: %v", disk.series)
		}
	})
}

// A keeper tells the reason for refused games once.
func TestKeeperTellsARefusalOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refused := errors.New("the disk has other ideas")
		disk := &busy{memory: newMemory(), gate: make(chan struct{}), errs: []error{refused, refused}}
		close(disk.gate)
		var notices []string
		k := start(func(context.Context) *Ledger { return &Ledger{book: disk} }, func(n Notice) { notices = append(notices, n.String()) })
		for range 2 { // two plies, none of which is saved
			k.SaveGame(game(t, "g", "kalah(6,4) 1 2"))
			synctest.Wait()
		}
		if k.Poll(); strings.Join(notices, "|") != "record.trouble (the disk has other ideas)" {
			t.Errorf("notices: %v", notices)
		}
		k.SaveGame(game(t, "g", "kalah(6,4) 1 2 3"))
		need.NoError(t, k.Close())
		if len(disk.saved) != 1 {
			t.Errorf("saved %v", disk.saved)
		}
		k.SaveGame(game(t, "late", "kalah(6,4) 1"))
		if k.Poll(); len(notices) != 2 || !strings.Contains(notices[1], "closed") {
			t.Errorf("after Close: %v", notices)
		}
	})
}

func TestKeeperArchive(t *testing.T) {
	k := Start(emptyPlace(t), nil)
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	k.SaveGame(game(t, "a", "kalah(6,4) 3"))
	k.SaveGame(game(t, "b", wonBySouth))
	k.SaveBookmark(bookmark(t, "s"))
	k.Add(score("b", 30, 10), nil)
	k.Games(match.GameQuery{Standing: match.StandingWon}, func(list []match.Record, total int, err error) { note("games %s %d %v", gameIDs(list), total, err) })
	k.Game("x", func(_ match.Record, found bool, err error) { note("game %v %v", found, err) })
	k.Left(func(g *match.LeftGame, err error) { note("left %s %v", g.Record.ID, err) })
	k.Figures(func(f match.Figures, err error) { note("figures %d %v", f.Total.Won, err) })
	k.Bookmarks(func(list []match.Bookmark, err error) { note("bookmarks %d %v", len(list), err) })
	k.DeleteScore("b", func(err error) { note("score %v", err) })
	k.DeleteGame("b", func(err error) { note("deleted %v", err) })
	k.Top(score("", 25, 1).Variant, func(list []match.Score, err error) { note("top %d %v", len(list), err) })
	k.Game("b", func(_ match.Record, found bool, err error) { note("game %v %v", found, err) })
	answered(t, k)
	want := "games b 1 <nil>|game false <nil>|left a <nil>|figures 1 <nil>|bookmarks 1 <nil>|score <nil>|deleted <nil>|" +
		"top 0 <nil>|game false <nil>"
	if got := strings.Join(log, "|"); got != want {
		t.Errorf("answers\n%s\nwant\n%s", got, want)
	}
	need.NoError(t, k.Close())
}
