package link

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/tools/need"
)

// newsOf is a link of which a table takes only the news.
type newsOf struct {
	table.Link
	base *base
}

func (n newsOf) Events() []table.News { return n.base.Events() }

// TestPredictionsComeInTurn: a guest grants the ply that the host asks back, and plays. The line
// breaks before the host has the ply, and the host makes its own once more. When the guest is back,
// their ply is shown behind what they missed, although it was predicted before that is shown.
func TestPredictionsComeInTurn(t *testing.T) {
	now := time.Unix(1000, 0)
	terms := table.Terms{Variant: kalah64}
	owner := need.Must(table.NewOwner(table.OwnerConfig{Terms: terms, Local: [2]bool{true, false}}))(t)
	follower := need.Must(table.NewFollower(table.FollowerConfig{Terms: terms, Self: table.B}))(t)
	b := newBase(&Common{})
	f := &front{view: table.Perspective{Terms: terms, Self: table.B}, state: follower.State(), peer: "Hilda"}
	b.front = f
	shown := table.NewTable(newsOf{base: &b}, match.Guest, [2]string{"Hilda", "Gus"}, [2]match.Seat{nil, &match.Person{}})
	show := func(changes []table.Change) {
		for i := range changes {
			b.change(f, &changes[i])
		}
	}
	apply := func(outs []table.Out) {
		t.Helper()
		for _, out := range outs {
			if out.Change != nil && out.Change.Event.N != 0 {
				show(need.Must(follower.Apply(out.Change.Event, out.Tag, now))(t))
			}
		}
	}
	host := func(k table.Kind, arg uint32) []table.Out {
		t.Helper()
		now = now.Add(5 * time.Second)
		return slices.Clone(need.Must(owner.Local(table.A, k, arg, "", now))(t))
	}
	guest := func(k table.Kind, arg uint32) *table.Wish {
		t.Helper()
		w, changes, err := follower.Wish(k, arg, "")
		need.NoError(t, err)
		show(changes)
		return w
	}
	need.NoError(t, owner.Join(table.B))
	b.connected(f, "host")
	apply(slices.Clone(need.Must(owner.Rule(table.KindBegin, uint32(table.A), "", now))(t)))
	need.Must(owner.Acked(table.B, 1, now))(t)
	apply(host(table.KindPly, 1))
	apply(host(table.KindAsk, 0))
	grant := guest(table.KindGrant, 0)
	guest(table.KindPly, 2) // it is lost
	missed := slices.Clone(need.Must(owner.Wish(table.B, *grant, now))(t))
	missed = append(missed, host(table.KindPly, 1)...)
	owner.Detach(table.B)
	follower.Cut()
	b.pause(note("kept", "Hilda"), table.ReasonUnspecified)
	shown.Poll()

	n, h := follower.Position()
	outs := slices.Clone(need.Must(owner.Attach(table.B, n, h, now))(t))
	_, _, err := follower.Following(*outs[0].Following)
	need.NoError(t, err)
	apply(missed)
	again, changes, _ := follower.CaughtUp()
	show(changes)
	b.resume(nil)
	var order []string
	for _, e := range shown.Poll() {
		switch e := e.(type) {
		case table.Played:
			order = append(order, fmt.Sprint("Played ", e.Series.Match().Plies()))
		case table.Rewound:
			order = append(order, fmt.Sprint("Rewound ", e.Series.Match().Plies()))
		}
	}
	if want := []string{"Rewound 0", "Played 1", "Played 2"}; !slices.Equal(order, want) {
		t.Errorf("the guest sees %v, not %v", order, want)
	}
	for i := range again {
		apply(slices.Clone(need.Must(owner.Wish(table.B, again[i], now))(t)))
	}
	shown.Poll()
	if at, want := shown.Match().Plies(), owner.State().Plies(); want != 2 || at != want || shown.PersonToMove() {
		t.Errorf("the guest's board has %d plies, the owner's %d; the guest is to move: %v", at, want, shown.PersonToMove())
	}
}
