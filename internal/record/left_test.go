package record

import (
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

// TestLeft saves a local game and a series in turn; Left returns the one that was played last,
// unless it has ended.
func TestLeft(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		clocked(l)
		check := func(want string) {
			t.Helper()
			g, err := l.Left(t.Context())
			got := ""
			if g != nil {
				if got = g.Record.ID; g.Bookmark != nil {
					got = g.Bookmark.Series
				}
			}
			if got != want || err != nil {
				t.Errorf("Left = %s, %v; want %q", got, err, want)
			}
		}
		check("")
		need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, "s")))
		check("s")
		mustSave(t, l, game(t, "here", "kalah(6,4) 3"))
		check("here")
		net := game(t, match.GameID("s", 3), "kalah(6,4) 3 6")
		net.Kinds[1] = match.KindRemote
		mustSave(t, l, net)
		check("s")
		mustSave(t, l, game(t, "here", "kalah(6,4) 3 6"))
		check("here")
		mustSave(t, l, ended(game(t, "here", "kalah(6,4) 3 6"), match.Abandoned))
		check("s")
		mustSave(t, l, ended(net, match.Abandoned))
		check("")
	})
}
