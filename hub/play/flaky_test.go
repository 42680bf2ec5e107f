package play

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/match"
	"mancala/tools/need"
)

var errFlaky = errors.New("the bus does not answer")

// flaky is a bus of which a part of the calls fails, before or after they were carried out.
type flaky struct {
	bus.Bus
	mu     sync.Mutex
	random *rand.Rand
	faults int
}

// fails reports whether a call fails, and whether it was carried out before.
func (f *flaky) fails() (fails, done bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fails = f.random.IntN(4) == 0
	if fails {
		f.faults++
	}
	return fails, f.random.IntN(2) == 0
}

func (f *flaky) Bucket(ctx context.Context, name string, cfg bus.BucketConfig) (bus.Bucket, error) {
	b, err := f.Bus.Bucket(ctx, name, cfg)
	return flakyBucket{b, f}, err
}

type flakyBucket struct {
	bus.Bucket
	bus *flaky
}

func (b flakyBucket) Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error) {
	fails, done := b.bus.fails()
	if fails && !done {
		return 0, errFlaky
	}
	revision, err := b.Bucket.Update(ctx, key, data, revision)
	if fails {
		return 0, errFlaky
	}
	return revision, err
}

func (b flakyBucket) Get(ctx context.Context, key string) (bus.Entry, error) {
	if fails, _ := b.bus.fails(); fails {
		return bus.Entry{}, errFlaky
	}
	return b.Bucket.Get(ctx, key)
}

// A bus that fails now and then costs time, and no ply.
func TestFlakyBus(t *testing.T) {
	c := newClub(t)
	var buses []*flaky
	c.wrap = func(b bus.Bus) bus.Bus {
		f := &flaky{Bus: b, random: rand.New(rand.NewPCG(7, uint64(len(buses))+1))}
		buses = append(buses, f)
		return f
	}
	c.start("a")
	c.start("b")
	s := setup(t, "flaky")
	c.table("a", s)
	anna, bert := c.join("a", s, 0), c.join("b", s, 1)
	anna.until("a game", func() bool { return anna.number == 1 })
	bert.until("a game", func() bool { return bert.number == 1 })
	playOut(s, 14, anna, bert)
	if err := anna.Resign(match.Guest); err != nil {
		t.Fatal(err)
	}
	bert.until("the end", func() bool { return bert.result.Ending == match.Resigned })
	if r := c.result("flaky-1"); fmt.Sprint(r.Game.Plies) != fmt.Sprint(anna.game) || fmt.Sprint(anna.game) != fmt.Sprint(bert.game) {
		t.Errorf("%v, Anna has %v, Bert %v", r.Game, anna.game, bert.game)
	}
	buses[0].mu.Lock()
	defer buses[0].mu.Unlock()
	if buses[0].faults < 3 {
		t.Errorf("the bus has failed %d times", buses[0].faults)
	}
}

// hooked is a bus on which something happens before a value is made or changed.
type hooked struct {
	bus.Bus
	create, update func()
}

func (h *hooked) Bucket(ctx context.Context, name string, cfg bus.BucketConfig) (bus.Bucket, error) {
	b, err := h.Bus.Bucket(ctx, name, cfg)
	return hookedBucket{b, h}, err
}

type hookedBucket struct {
	bus.Bucket
	bus *hooked
}

func (b hookedBucket) Create(ctx context.Context, key string, data []byte) (uint64, error) {
	b.bus.create()
	return b.Bucket.Create(ctx, key, data)
}

func (b hookedBucket) Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error) {
	b.bus.update()
	return b.Bucket.Update(ctx, key, data, revision)
}

// A player does not lose the time that it takes to store the other one's ply.
func TestSlowBusCostsNoTime(t *testing.T) {
	c := newClub(t)
	wait := new(atomic.Int64)
	c.wrap = func(b bus.Bus) bus.Bus {
		return &hooked{b, func() {}, func() { c.ahead.Add(wait.Swap(0)) }}
	}
	c.start("a")
	s := setup(t, "slow")
	const base = time.Hour
	s.Time = match.TimeControl{Base: base}
	s.First = 0
	c.table("a", s)
	guests := [2]*guest{c.join("a", s, 0), c.join("a", s, 1)}
	for _, g := range guests {
		g.until("a game", func() bool { return g.number == 1 })
	}
	guests[0].until("the clock", func() bool { return guests[0].clocks.Running })
	wait.Store(int64(base + time.Minute))
	if !guests[0].move(s.Variant) {
		t.Fatal("the first player does not move")
	}
	guests[1].until("the ply", func() bool { return len(guests[1].game) == 1 })
	if !guests[1].move(s.Variant) {
		t.Fatal("the second player does not move")
	}
	guests[0].until("the answer", func() bool { return len(guests[0].game) == 2 })
	if e := guests[0].result.Ending; e != match.Running {
		t.Errorf("the game has ended: %v", e)
	}
}

// A player does not lose the time in which the club takes the result of the game before.
func TestSlowClubCostsNoTime(t *testing.T) {
	s := setup(t, "slowly")
	s.Time = match.TimeControl{Base: 2 * time.Second}
	now := dawn
	table, err := NewTable(s, now)
	if err != nil {
		t.Fatal(err)
	}
	h := &Hall{ctx: t.Context(), cfg: Config{Now: func() time.Time { return now }, Ended: func(context.Context, Result) error {
		now = now.Add(5 * time.Second)
		return nil
	}}}
	table.state.Done = []outcome{{Number: 1}}
	table.state.Number, table.state.Began = 2, now
	table.state.Clocks.Start(0, now)
	(&seating{hall: h, table: table}).report()
	if left := table.state.Clocks.LeftAt(0, now); left != 2*time.Second {
		t.Errorf("%v are left", left)
	}
}

// A table that is made while its node begins to drain is handed over, too.
func TestTableMadeWhileDraining(t *testing.T) {
	c := newClub(t)
	var h *Hall
	drain := sync.OnceFunc(func() {
		if err := h.Drain(context.Background(), ""); err != nil {
			t.Error(err)
		}
	})
	c.wrap = func(b bus.Bus) bus.Bus { return &hooked{b, drain, func() {}} }
	c.start("a")
	h = c.hallOf("a")
	if err := h.Start(context.Background(), setup(t, "late")); err != nil {
		t.Fatal(err)
	}
	need.Until(t, "the table is handed over", func() bool { return len(h.Tables()) == 0 })
	entry, err := h.games.Get(context.Background(), "late")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := decodeRecord(entry.Data); err != nil || r.Owner != "" {
		t.Errorf("the table belongs to %q, %v", r.Owner, err)
	}
}
