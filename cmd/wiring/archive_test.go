package wiring

import (
	"context"
	"errors"
	"testing"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// A coach in the background searches all games and reports how many are left. After the last, or
// once closed, it reports nothing more.
func TestACoachInTheBackground(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 3, 2)
	games := &shelf{searched: map[string]bool{}}
	for _, id := range []string{"a", "b"} {
		games.games = append(games.games, match.Record{
			ID: id, Kinds: [2]string{match.KindPerson, "low"}, Game: rules.Game{Variant: v, Plies: []rules.House{1, 2}},
		})
	}
	c := StartCoach(t.Context(), games)
	left, heard := -1, 0
	need.Until(t, "all games are searched", func() bool {
		if n, news := c.News(); news {
			left = n
			heard++
		}
		return left == 0
	})
	if heard == 0 || len(games.searched) != 2 {
		t.Errorf("%d games were searched, with news %d times", len(games.searched), heard)
	}
	if _, more, err := c.Wait(); more || err != nil {
		t.Errorf("after the end there is news: %v, %v", more, err)
	}
	games.searched = map[string]bool{}
	c = StartCoach(t.Context(), games)
	c.Close()
	for more, err := true, error(nil); more; {
		if _, more, err = c.Wait(); !more && err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("a coach that was closed ends with %v", err)
		}
	}
}
