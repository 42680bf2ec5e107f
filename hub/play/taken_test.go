package play

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// takeFrom has a node take a table over that another one has.
func (c *club) takeFrom(node, id string) {
	c.t.Helper()
	h := c.hallOf(node)
	entry, err := h.games.Get(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	r, err := decodeRecord(entry.Data)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := h.takeOver(c.t.Context(), r, entry.Revision); err != nil {
		c.t.Fatal(err)
	}
}

// deaf is a bus on which the news of tables that were taken over do not come.
type deaf struct{ bus.Bus }

func (d deaf) Subscribe(pattern, queue string, f func(bus.Message)) (bus.Subscription, error) {
	if pattern == takenSubject {
		f = func(bus.Message) {}
	}
	return d.Bus.Subscribe(pattern, queue, f)
}

// TestTableIsLetGo takes a table over from a node that lives, while nothing happens at the table.
// The node lets it go as soon as it hears of it, so that both players come to the same node. If it
// has not heard of it, it compares its tables once it finds that it has stood still, or once it
// hears a node again that it took for dead.
func TestTableIsLetGo(t *testing.T) {
	for name, doubt := range map[string]func(h *Hall){
		"told":        nil,
		"stood still": func(h *Hall) { h.round(stoodStill) },
		"apart for a time": func(h *Hall) {
			h.mu.Lock()
			h.died["b"] = h.cfg.Now()
			h.mu.Unlock()
			h.heard(bus.Message{Subject: "alive.b"})
		},
		"apart from the bus": func(h *Hall) {
			h.mu.Lock()
			h.silent["a"] = apartRounds
			h.mu.Unlock()
			h.heard(bus.Message{Subject: "alive.a"})
		},
		"counted as dead": func(h *Hall) { h.tellReturned("a") },
	} {
		t.Run(name, func(t *testing.T) {
			c := newClub(t)
			if doubt != nil {
				c.wrap = func(b bus.Bus) bus.Bus { return deaf{b} }
			}
			c.start("a")
			c.start("b")
			s := setup(t, "quiet")
			anna, bert := c.seatBoth("a", s)
			playOut(s, 4, anna, bert)
			c.takeFrom("b", "quiet")
			a := c.hallOf("a")
			if doubt != nil {
				time.Sleep(100 * time.Millisecond)
				if len(a.Tables()) == 0 {
					t.Fatal("the table is gone before the node could know it")
				}
				doubt(a)
			}
			need.Until(t, "node a has let the table go", func() bool { return len(a.Tables()) == 0 })
			playOut(s, 1000, anna, bert)
			c.result("quiet-1")
		})
	}
}

// A table that ended elsewhere is let go, too.
func TestTableThatEndedElsewhere(t *testing.T) {
	c := newClub(t, "a")
	c.seatBoth("a", setup(t, "over"))
	a := c.hallOf("a")
	if err := a.games.Delete(t.Context(), "over", 0); err != nil {
		t.Fatal(err)
	}
	a.round(stoodStill)
	need.Until(t, "the table is let go", func() bool { return len(a.Tables()) == 0 })
}

// A node that lives but is not heard keeps its tables.
func TestSilentNodeIsAsked(t *testing.T) {
	c := newClub(t, "a", "b")
	a, dead := c.hallOf("a"), map[string]bool{}
	a.heard(bus.Message{Subject: "alive.b"})
	a.heard(bus.Message{Subject: "alive.gone"})
	a.mu.Lock()
	a.silent["b"], a.silent["gone"] = deadRounds, deadRounds
	a.mu.Unlock()
	if a.bury([]string{"b", "gone"}, dead); dead["b"] || !dead["gone"] {
		t.Errorf("dead are %v", dead)
	}
	a.heard(bus.Message{Subject: "alive.gone"})
	if a.bury(nil, dead); len(dead) > 0 {
		t.Errorf("dead are %v, although the node is heard again", dead)
	}
}

// A node that has said goodbye is not taken for dead when it is silent, so nothing has to be sorted
// out when it is back. If it dies after that, or could not hand all tables over, it is dead.
func TestNodeThatLeftIsNotDead(t *testing.T) {
	c := newClub(t, "a")
	var log strings.Builder
	h := &Hall{
		cfg: Config{Bus: c.hallOf("a").cfg.Bus, Now: time.Now, Log: slog.New(slog.NewTextHandler(&log, nil))},
		ctx: t.Context(), alive: map[string]time.Time{}, silent: map[string]int{}, died: map[string]time.Time{}, runs: map[string]string{}, left: map[string]string{},
	}
	heard := func(run string) { h.heard(bus.Message{Subject: "alive.b", Data: []byte(run)}) }
	fallsSilent := func() (dead bool) {
		h.mu.Lock()
		h.silent["b"] = deadRounds
		h.mu.Unlock()
		all := map[string]bool{}
		h.bury([]string{"b"}, all)
		return all["b"]
	}
	heard("1")
	h.noteDrained(bus.Message{Data: []byte(`{"Node":"b","Why":"an upgrade"}`)})
	heard("1") // it still ends
	if !fallsSilent() || len(h.died) > 0 || strings.Contains(log.String(), "silent") || !strings.Contains(log.String(), "an upgrade") {
		t.Errorf("it has died: %v; the log says %s", h.died, &log)
	}
	if heard("2"); h.doubts > 0 {
		t.Error("there are doubts about a node that had left")
	}
	h.noteDrained(bus.Message{Data: []byte(`{"Node":"b"}`)})
	heard("3") // it was started again at once
	if !fallsSilent() || len(h.died) != 1 {
		t.Errorf("it has died: %v", h.died)
	}
	heard("3")
	h.noteDrained(bus.Message{Data: []byte(`{"Node":"b","Left":1}`)})
	if !fallsSilent() || len(h.died) != 1 || !strings.Contains(log.String(), "silent") {
		t.Errorf("it has died: %v; the log says %s", h.died, &log)
	}
}

// A node that is apart from the bus takes no one for dead, and gives the others time once it is
// back: a node that it takes for dead in the meantime may only be slower to come back.
func TestApartNodeJudgesNoOne(t *testing.T) {
	h := &Hall{
		cfg:   Config{Bus: newClub(t, "a").hallOf("a").cfg.Bus, Now: time.Now},
		alive: map[string]time.Time{}, silent: map[string]int{}, died: map[string]time.Time{}, runs: map[string]string{}, left: map[string]string{},
	}
	rounds := func(n int, heard ...string) (silent []string) {
		for range n {
			for _, node := range heard {
				h.heard(bus.Message{Subject: "alive." + node})
			}
			silent, _ = h.round(roundEvery)
		}
		return silent
	}
	rounds(1, "a", "b")
	if got := rounds(5 * deadRounds); len(got) > 0 {
		t.Errorf("apart it takes %v for dead", got)
	}
	if got := rounds(deadRounds-1, "a"); len(got) > 0 {
		t.Errorf("back again it takes %v for dead too soon", got)
	}
	if got := rounds(1, "a"); len(got) != 1 {
		t.Errorf("after all rounds it takes %v for dead", got)
	}
}

// moody is a bus whose buckets cannot be watched for some time.
type moody struct {
	bus.Bus
	fails *int
}

func (m moody) Bucket(ctx context.Context, name string, cfg bus.BucketConfig) (bus.Bucket, error) {
	b, err := m.Bus.Bucket(ctx, name, cfg)
	return moodyBucket{b, m.fails}, err
}

type moodyBucket struct {
	bus.Bucket
	fails *int
}

func (b moodyBucket) Watch(ctx context.Context, prefix string, f func(bus.Entry)) error {
	if *b.fails--; *b.fails >= 0 {
		return errors.New("the bus has lost its other nodes")
	}
	return b.Bucket.Watch(ctx, prefix, f)
}

// A node that cannot take over the tables of a dead one at first, as long as the bus chooses new
// leaders, does so later.
func TestTablesAreTakenOverLater(t *testing.T) {
	c := newClub(t, "a")
	c.table("a", setup(t, "later"))
	c.kill("a")
	fails := 2
	c.wrap = func(b bus.Bus) bus.Bus { return moody{b, &fails} }
	c.start("a")
	need.Until(t, "the table is here", func() bool { return len(c.hallOf("a").Tables()) == 1 })
}
