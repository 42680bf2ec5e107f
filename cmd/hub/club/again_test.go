package club

import (
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
	"mancala/tools/need"
)

// A member whose opponent does not come waits again with the old wish's age, so they are matched
// before others. The absent opponent stops waiting.
func TestWaitAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ns := nodes(t, 2)
		ctx := t.Context()
		ada, bob, cyd, dan := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[0].enter("Cyd"), ns[1].enter("Dan")
		for _, m := range []Member{ada, bob} {
			_, found, err := ns[1].Quick(ctx, m, blitz)
			if need.NoError(t, err); found {
				t.Fatal("a table was there")
			}
			time.Sleep(time.Second)
		}
		ns[0].heard(ada, "Seated")
		mine, err := ns[0].Mine(ctx, ada.ID)
		if err != nil || len(mine) != 1 {
			t.Fatalf("%+v, %v", mine, err)
		}
		table := mine[0].Table.ID
		ns[0].fake.mu.Lock()
		meet := ns[0].fake.started[table].Meet
		ns[0].fake.mu.Unlock()
		if meet != matchedMeet {
			t.Errorf("they have %v to come", meet)
		}
		need.NoError(t, ns[0].Return(ctx, ada.ID)) // to another node
		time.Sleep(meet + matchEvery/2)            // between two looks for pairs
		need.Must2(ns[0].Quick(ctx, cyd, blitz))(t)
		tab := ns[0].fake.tab(table)
		need.NoError(t, ns[1].Finish(ctx, tab, []byte("over"), store.End{Over: true, Here: []string{ada.ID}, Alone: ada.ID}))
		ns[0].heard(ada, "Waiting")
		synctest.Wait()
		if n := ns[0].Waiting(); n != 2 {
			t.Errorf("%d wait", n)
		}
		ns[0].mu.Lock()
		w := ns[0].waits[ada.ID]
		ns[0].mu.Unlock()
		if ns[0].now().Sub(w.Since) < meet || w.run != ns[0].cfg.Store.Run() {
			t.Errorf("Ada waits since %v at %s", w.Since, w.run)
		}
		need.NoError(t, ns[1].Finish(ctx, tab, nil, store.End{Over: true, Here: []string{ada.ID}, Alone: ada.ID}), tab.Delete(ctx)) // again
		need.Must2(ns[0].Quick(ctx, dan, blitz))(t)
		time.Sleep(2 * matchEvery)
		mine, err = ns[1].Mine(ctx, ada.ID)
		if err != nil || len(mine) != 1 || mine[0].Table.ID == table {
			t.Fatalf("%+v, %v", mine, err)
		}
		if other := mine[0].Table.Other(ada.ID); other.ID == bob.ID {
			t.Error("the one who did not come was matched")
		}
	})
}
