package club

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"mancala/hub/store"
	"mancala/match/lobby"
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

// keeper matches wishes at tables, and clears up after nodes that died.
type keeper struct {
	*seating
	draining atomic.Bool
}

// tend matches wishes, and clears up after nodes that died.
func (k *keeper) tend(ctx context.Context) {
	matched, sweep := time.NewTicker(matchEvery), time.NewTicker(sweepEvery)
	defer matched.Stop()
	defer sweep.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-matched.C:
			k.matchWishes(ctx)
		case <-sweep.C:
			_, err := k.cfg.Store.Sweep(ctx, returnWait)
			k.logTrouble("What nodes that died have left could not be cleared up.", err)
		}
	}
}

// matchWishes pairs wishes that fit, if the older one is at this node.
func (k *keeper) matchWishes(ctx context.Context) {
	if k.draining.Load() {
		return
	}
	now := k.now()
	k.mu.Lock()
	wishes := make([]Wish, 0, len(k.wishes))
	runs := make(map[string]string, len(k.wishes))
	for id, w := range k.wishes {
		wishes = append(wishes, w.Wish)
		runs[id] = w.run
	}
	k.mu.Unlock()
	if len(wishes) == 0 {
		return
	}
	here := k.cfg.Store.Run()
	paired := map[string]bool{}
	for _, p := range Pairs(wishes, now) {
		a, b := p[0].Member.ID, p[1].Member.ID
		paired[a], paired[b] = true, true
		if runs[a] == here {
			k.logTrouble("Two who wait could not be matched.", k.pair(ctx, p[0], b))
		}
	}
	tables := k.openTables()
	for _, w := range wishes {
		if runs[w.Member.ID] != here || paired[w.Member.ID] {
			continue
		}
		if fits := w.Tables(tables, now); len(fits) > 0 {
			k.logTrouble("One who waits could not be seated.", k.seatWish(ctx, w, fits))
		}
	}
}

// pair begins a table for the wish of a member and another one's. It does nothing if either is
// gone.
func (k *keeper) pair(ctx context.Context, wish Wish, other string) error {
	id, err := k.newID()
	if err != nil {
		return err
	}
	a, err := k.who.Member(ctx, wish.Member.ID)
	if err != nil {
		return err
	}
	b, err := k.who.Member(ctx, other)
	if err != nil || blocks(&a, &b) { // since they began to wait
		return err
	}
	t := lobby.Table{ID: id, Settings: wish.Settings}
	seats, err := k.begin(ctx, t, matchedMeet, [2]Member{a, b}, store.Place{Member: a.ID, Kind: store.KindSeek}, store.Place{Member: b.ID, Kind: store.KindSeek})
	if err != nil {
		return err
	}
	k.cfg.Notifier.Tell(a.ID, lobby.Seated{Seat: seats[0]})
	k.cfg.Notifier.Tell(b.ID, lobby.Seated{Seat: seats[1]})
	return nil
}

// seatWish seats a waiting member at the first open table that admits them.
func (k *keeper) seatWish(ctx context.Context, w Wish, fits []lobby.Table) error {
	m, err := k.who.Member(ctx, w.Member.ID)
	if err != nil {
		return err
	}
	for _, t := range fits {
		seat, err := k.sit(ctx, m, t.ID, store.Place{Member: m.ID, Kind: store.KindSeek}, matchedMeet)
		if err == nil {
			k.cfg.Notifier.Tell(m.ID, lobby.Seated{Seat: seat})
			return nil
		}
		if no := (*lobby.Refusal)(nil); !errors.As(err, &no) || no.Reason == lobby.ReasonBusy {
			return err
		}
	}
	return nil
}
