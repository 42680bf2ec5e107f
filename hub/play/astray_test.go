package play

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// doors returns the number of doors in the bucket.
func (c *club) doors(node string) int {
	c.t.Helper()
	list, err := bus.Present(c.t.Context(), c.hallOf(node).doors, "")
	if err != nil {
		c.t.Fatal(err)
	}
	return len(list)
}

// tables returns the ids of the tables in the bucket.
func (c *club) tables(node string) (ids []string) {
	c.t.Helper()
	list, err := bus.Present(c.t.Context(), c.hallOf(node).games, "")
	if err != nil {
		c.t.Fatal(err)
	}
	for _, e := range list {
		ids = append(ids, e.Key)
	}
	return ids
}

// advance puts the nodes' clocks on, and wakes the tables of a node.
func (c *club) advance(node string, d time.Duration) {
	c.ahead.Add(int64(d))
	h := c.hallOf(node)
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, t := range h.tables {
		t.ring()
	}
}

// steps waits until a table has taken some steps, at each of which it looks at the clock.
func (t *seating) steps(count int) {
	for range count {
		done := make(chan struct{})
		t.ask(func() { close(done) })
		<-done
	}
}

// cutOff ends all connections to a node, and lets no one in again.
func (n *node) cutOff() {
	_ = n.front.Close()
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, nc := range n.conns {
		_ = nc.Close()
	}
}

// A table that was closed is removed if its players do not come back for ten minutes, also if its
// node was restarted meanwhile.
func TestClosedTableOfAbsent(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		c := newClub(t, "a")
		s := setup(t, "absent")
		anna, bert := c.seatBoth("a", s)
		playOut(s, 3, anna, bert)
		c.nodes["a"].cutOff()
		need.Until(t, "both are away", func() bool {
			here := c.hallOf("a").Tables()
			return len(here) == 1 && here[0].Online == [2]bool{}
		})
		if err := c.hallOf("a").Stop("absent"); err != nil {
			t.Fatal(err)
		}
		c.result("absent-1")
		if restarts {
			c.kill("a")
			c.start("a")
			c.nodes["a"].cutOff()
			need.Until(t, "the table is here again", func() bool { return c.hallOf("a").Here("absent") })
		}
		c.advance("a", farewellWait-time.Minute)
		c.hallOf("a").find("absent").steps(2)
		if ids := c.tables("a"); !slices.Equal(ids, []string{"absent"}) {
			t.Errorf("restarts %v: the tables are %v; one is gone too soon", restarts, ids)
		}
		c.advance("a", time.Minute)
		need.Until(t, "the table is gone", func() bool { return len(c.tables("a")) == 0 })
	}
}

// stubborn is a bus that for some time, in one bucket, neither says that it has made an entry nor
// removes one.
type stubborn struct {
	bus.Bus
	bucket string
	fails  *atomic.Bool
	failed *atomic.Int64 // removals
}

func (s stubborn) Bucket(ctx context.Context, name string, cfg bus.BucketConfig) (bus.Bucket, error) {
	b, err := s.Bus.Bucket(ctx, name, cfg)
	if name != s.bucket {
		return b, err
	}
	return stubbornBucket{b, s}, err
}

type stubbornBucket struct {
	bus.Bucket
	stubborn
}

func (b stubbornBucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	if !b.fails.Load() {
		return b.Bucket.Create(ctx, key, data)
	}
	_, _ = b.Bucket.Create(ctx, key, data)
	return 0, errors.New("no one knows whether it is stored")
}

func (b stubbornBucket) Delete(ctx context.Context, key string, revision uint64) error {
	if b.fails.Load() {
		b.failed.Add(1)
		return errors.New("no one knows whether it is removed")
	}
	return b.Bucket.Delete(ctx, key, revision)
}

// A record is removed later if the bus has not answered when a table was made or removed.
func TestAstray(t *testing.T) {
	var fails atomic.Bool
	c := newClub(t)
	c.wrap = func(b bus.Bus) bus.Bus {
		return stubborn{Bus: b, bucket: gamesBucket, fails: &fails, failed: new(atomic.Int64)}
	}
	c.start("a")
	c.table("a", setup(t, "removed"))
	fails.Store(true)
	if err := c.hallOf("a").Start(t.Context(), setup(t, "made")); err == nil {
		t.Fatal("a table was made")
	}
	if err := c.hallOf("a").Stop("removed"); err != nil {
		t.Fatal(err)
	}
	need.Until(t, "no table is here", func() bool { return len(c.hallOf("a").Tables()) == 0 })
	if ids := c.tables("a"); len(ids) != 2 {
		t.Fatalf("the tables are %v", ids)
	}
	fails.Store(false)
	c.advance("a", astrayAfter)
	need.Until(t, "the table that was made is here", func() bool { return c.hallOf("a").Here("made") })
	c.advance("a", meetWait)
	need.Until(t, "both are gone", func() bool { return len(c.tables("a")) == 0 })
}

// Doors whose removal has failed are removed later, by another run of the node if need be. Those of
// other tables stay.
func TestLooseDoors(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		var fails atomic.Bool
		var failed atomic.Int64
		c := newClub(t)
		c.wrap = func(b bus.Bus) bus.Bus { return stubborn{Bus: b, bucket: doorsBucket, fails: &fails, failed: &failed} }
		c.start("a")
		stays := setup(t, "stays")
		stays.Meet = time.Hour
		c.table("a", stays)
		kept := c.doors("a")
		c.table("a", setup(t, "ends"))
		fails.Store(true)
		if err := c.hallOf("a").Stop("ends"); err != nil {
			t.Fatal(err)
		}
		need.Until(t, "the table is gone", func() bool { return len(c.tables("a")) == 1 && !c.hallOf("a").Here("ends") })
		if n := c.doors("a"); n != 2*kept {
			t.Fatalf("%d doors are left of %d", n, 2*kept)
		}
		if restarts {
			c.kill("a")
			c.start("a")
		}
		before := failed.Load()
		c.advance("a", astrayAfter)
		need.Until(t, "the first try fails", func() bool { return failed.Load() > before })
		fails.Store(false)
		c.advance("a", astrayAfter)
		need.Until(t, "the doors are gone", func() bool { return c.doors("a") == kept })
	}
}
