package club

import (
	"fmt"
	"testing"
	"time"

	"mancala/tools/need"
)

// TestNextGameAtATable: after each game the list has the number of the next one and the new
// ratings, and a game that is counted again changes nothing.
func TestNextGameAtATable(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	id := need.Must(n.Open(ctx, ada, blitz))(t)
	need.Must(n.Sit(ctx, bob, id))(t)
	for _, number := range []int{1, 2, 1} {
		g := game(fmt.Sprintf("%s-%d", id, number), ada, bob)
		need.NoError(t, n.Finish(ctx, n.fake.tab(id), []byte("end"), End{Game: &g}))
	}
	ada = n.again(ada)
	need.Until(t, "the third game is in the list", func() bool {
		l, _ := n.Table(id)
		return l.Number == 3 && l.Members[0].Rating == ada.Public(usual, time.Now()).Rating
	})
}
