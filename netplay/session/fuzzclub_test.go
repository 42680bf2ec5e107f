package session

import (
	"bytes"
	"testing"
	"time"

	"mancala/internal/table"
	"mancala/tools/need"
)

// FuzzClub mixes any frames with honest ones, in each phase, at a club's end of a player's
// connection, that player's end, and the club's end for a watcher. No end panics, each finally
// ends, the table hears of that once, and it can be stored and restored.
func FuzzClub(f *testing.F) {
	for at := range byte(24) {
		f.Add(at, []byte{0})
	}
	f.Fuzz(func(t *testing.T, at byte, b []byte) {
		c := newClub(t, table.Seat(1+at%2)).connect(nil)
		if at%24 >= 12 {
			c = losing(t, c)
		}
		for i := byte(0); i < at/2%6; i++ {
			c.step()
		}
		g, v := viewing()
		g.Changed()
		if at%3 == 0 {
			v.Step(c.now, []byte("\x0a\x04\x10\x03\x18\x03"))
		}
		for i, p := range append(split(b), b) {
			c.now = c.now.Add(10 * time.Millisecond)
			if (byte(i)+at)%2 == 0 {
				c.member.Step(c.now, p)
			} else {
				c.player.Step(c.now, p)
			}
			v.Step(c.now, p)
			c.flush()
		}
		r := c.owner.Record()
		r.Events = append([]table.Event(nil), r.Events...)
		again, err := table.RestoreOwner(table.OwnerConfig{Terms: clubTerms, Secret: [table.SecretSize]byte{1}, Local: [2]bool{true, false}}, &r, c.now)
		if err != nil || !bytes.Equal(snapshot(again.State()), snapshot(c.owner.State())) {
			t.Fatalf("the table cannot be restored: %v", err)
		}
		for range 2 {
			c.pass(time.Hour)
			v.Tick(c.now)
		}
		if !c.member.Ended() || !c.player.Ended() || !v.Ended() || c.cuts != 1 {
			t.Errorf("an end waits for ever; %d cuts", c.cuts)
		}
	})
}

// step delivers one frame, if there is one.
func (c *club) step() {
	switch {
	case len(c.up) > 0:
		p := c.up[0]
		c.up = c.up[1:]
		c.member.Step(c.now, p)
	case len(c.down) > 0:
		p := c.down[0]
		c.down = c.down[1:]
		c.player.Step(c.now, p)
	}
	c.flush()
}

// losing returns a table that has lost events of its player, and a new connection of that player.
func losing(t *testing.T, c *club) *club {
	t.Helper()
	c.settle()
	old := c.owner.Record()
	old.Events = append([]table.Event(nil), old.Events...)
	c.take(c.owner.Local(table.A, table.KindSay, 0, "x", c.now))
	c.settle()
	c.cut()
	owner := need.Must(table.RestoreOwner(table.OwnerConfig{Terms: clubTerms, Secret: [table.SecretSize]byte{1}, Local: [2]bool{true, false}}, &old, c.now))(t)
	c.owner, c.cuts = owner, 0
	return c.connect(c.player.Series())
}
