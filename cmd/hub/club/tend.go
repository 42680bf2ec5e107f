package club

import (
	"context"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
)

const (
	matchEvery = 500 * time.Millisecond
	// sweepEvery is how often a node looks for open tables and wishes that a dead one has left.
	sweepEvery = 5 * time.Second
	// returnWait is how long open tables and wishes stay for members to return at another node
	// after theirs has gone.
	returnWait = 10 * time.Second
	// matchedMeet is how long both members have to come to a table that the club has chosen for one
	// of them. Their programs come without their action, so it need only cover the connection.
	matchedMeet = 15 * time.Second
)

// tend matches wishes, and clears up after nodes that died.
func (c *Club) tend(ctx context.Context) {
	matched, sweep := time.NewTicker(matchEvery), time.NewTicker(sweepEvery)
	defer matched.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-matched.C:
			c.matchWishes(ctx)
		case <-sweep.C:
			_, err := c.cfg.Store.Sweep(ctx, returnWait)
			c.logTrouble("What nodes that died have left could not be cleared up.", err)
		}
	}
}

// matchWishes pairs wishes that fit, if the older one is at this node.
func (c *Club) matchWishes(ctx context.Context) {
	if c.draining.Load() {
		return
	}
	wishes := c.waiting()
	if len(wishes) == 0 {
		return
	}
	now, here, paired := c.now(), c.cfg.Store.Run(), map[string]bool{}
	for _, p := range Pairs(wishes, now) {
		a, b := p[0].Member.ID, p[1].Member.ID
		paired[a], paired[b] = true, true
		if p[0].run == here {
			c.logTrouble("Two who wait could not be matched.", c.pair(ctx, p[0], b))
		}
	}
	tables := c.openTables()
	for _, w := range wishes {
		if w.run != here || paired[w.Member.ID] {
			continue
		}
		if fits := w.Tables(tables, now); len(fits) > 0 {
			c.logTrouble("One who waits could not be seated.", c.seatWish(ctx, w, fits))
		}
	}
}

// pair begins a table for the wish of a member and another one's. It does nothing if either is
// gone.
func (c *Club) pair(ctx context.Context, wish Wish, other string) error {
	id, err := c.newID()
	if err != nil {
		return err
	}
	a, err := c.Member(ctx, wish.Member.ID)
	if err != nil {
		return err
	}
	b, err := c.Member(ctx, other)
	if err != nil || blocks(&a, &b) { // since they began to wait
		return err
	}
	t := lobby.Table{ID: id, Settings: wish.Settings}
	seats, err := c.begin(ctx, t, matchedMeet, [2]Member{a, b}, store.Place{Member: a.ID, Kind: store.KindSeek}, store.Place{Member: b.ID, Kind: store.KindSeek})
	if err != nil {
		return err
	}
	c.cfg.Notifier.Tell(a.ID, lobby.Seated{Seat: seats[0]})
	c.cfg.Notifier.Tell(b.ID, lobby.Seated{Seat: seats[1]})
	return nil
}

// seatWish seats a waiting member at the first open table that admits them.
func (c *Club) seatWish(ctx context.Context, w Wish, fits []lobby.Table) error {
	m, err := c.Member(ctx, w.Member.ID)
	if err != nil {
		return err
	}
	seat, found, err := c.sitAtOne(ctx, m, fits, store.Place{Member: m.ID, Kind: store.KindSeek})
	if found {
		c.cfg.Notifier.Tell(m.ID, lobby.Seated{Seat: seat})
	}
	return err
}
