package club

import (
	"testing"

	"mancala/match/lobby"
	"mancala/tools/need"
)

// TestMarkStays: a member stays a person, or a computer, as they were made.
func TestMarkStays(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bot := n.enter("Ada"), n.enterAs("Robert", true)
	for _, m := range []Member{ada, bot} {
		refusal := lobby.ReasonIsPerson
		if m.Computer {
			refusal = lobby.ReasonIsComputer
		}
		refuses2(n.Enter(ctx, key(m.Name), m.Name, !m.Computer))(t, m.Name+" entering as the other", refusal)
		if now := n.again(m); now.Computer != m.Computer {
			t.Errorf("%s has changed into %+v", m.Name, now)
		}
		again, isNew := need.Must2(n.Enter(ctx, key(m.Name), m.Name, m.Computer))(t)
		if isNew || again.ID != m.ID {
			t.Errorf("%s comes back as %+v", m.Name, again)
		}
	}
	need.NoError(t, n.Forget(ctx, bot.ID, bot.Name)) // one who was forgotten may come as either
	_, isNew := need.Must2(n.Enter(ctx, key("Robert"), "Robert", false))(t)
	if !isNew {
		t.Error("one who was forgotten is still known")
	}
}

// TestComputersDevice: a code cannot give a computer's key to a person, or the reverse, and stays
// valid after the attempt.
func TestComputersDevice(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bot := n.enter("Ada"), n.enterAs("Robert", true)
	of := func(m Member) string {
		code := need.Must(n.Device(ctx, m.ID))(t)
		return code.Text
	}
	code := of(ada)
	refuses(n.UseCode(ctx, key("Robert"), code))(t, "a computer with a person's code", lobby.ReasonIsPerson)
	refuses(n.UseCode(ctx, key("Ada"), of(bot)))(t, "a person with a computer's code", lobby.ReasonIsComputer)
	if now := n.again(bot); len(now.Devices) != 1 {
		t.Errorf("then the computer is %+v", now)
	}
	n.enter("Bob")
	got := need.Must(n.UseCode(ctx, key("Bob"), code))(t)
	if got.ID != ada.ID {
		t.Errorf("the code leads to %+v", got)
	}
	twin := n.enterAs("Robin", true)
	got = need.Must(n.UseCode(ctx, key("Robin"), of(bot)))(t)
	if got.ID != bot.ID || twin.ID == bot.ID {
		t.Errorf("a computer's code leads a computer to %+v", got)
	}
}
