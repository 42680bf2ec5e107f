package club

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
)

const (
	matchEvery = 500 * time.Millisecond
	// lookEvery is how often a node looks for tables and wishes that a dead one has left.
	lookEvery = 5 * time.Second
	// answerWait is how long a node that lives may take to say so.
	answerWait = 2 * time.Second
	// returnWait is how long members may take to come back at another node after theirs has gone;
	// until then their open tables and wishes stay.
	returnWait = 10 * time.Second
	// maxAsked is the number of tables about which a node asks each time, so that thousands at
	// other nodes take no time from the games.
	maxAsked = 200
)

// tend matches wishes, and clears up after nodes that died.
func (c *Club) tend(ctx context.Context) {
	matched, look := time.NewTicker(matchEvery), time.NewTicker(lookEvery)
	defer matched.Stop()
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-matched.C:
			c.matchWishes(ctx)
		case <-look.C:
			c.clearUp(ctx)
		}
	}
}

// matchWishes has those wishes played that fit, if the one that is older was made at this node.
func (c *Club) matchWishes(ctx context.Context) {
	now := c.cfg.Now()
	c.mu.Lock()
	if c.draining || len(c.wishes) == 0 {
		c.mu.Unlock()
		return
	}
	wishes := make([]Wish, 0, len(c.wishes))
	runs := make(map[string]waiting, len(c.wishes))
	for id, w := range c.wishes {
		wishes = append(wishes, w.Wish)
		runs[id] = w
	}
	c.mu.Unlock()
	paired := map[string]bool{}
	for _, p := range Pairs(wishes, now) {
		a, b := runs[p[0].Member.ID], runs[p[1].Member.ID]
		paired[a.Member.ID], paired[b.Member.ID] = true, true
		if a.run == c.run {
			c.logTrouble("Two who wait could not be matched.", c.pair(ctx, a, b))
		}
	}
	tables := c.openTables()
	for _, w := range runs {
		if w.run != c.run || paired[w.Member.ID] {
			continue
		}
		if fits := w.Tables(tables, now); len(fits) > 0 {
			c.logTrouble("One who waits could not be seated.", c.seatWish(ctx, w, fits))
		}
	}
}

// logTrouble logs an error that is no race between nodes.
func (c *Club) logTrouble(what string, err error) {
	if err != nil && !errors.Is(err, bus.ErrConflict) && !errors.Is(err, bus.ErrClosed) && !errors.Is(err, context.Canceled) {
		c.cfg.Log.Warn(what, "err", err)
	}
}

// pair begins a table for two wishes. If either is no longer there, nothing happens.
func (c *Club) pair(ctx context.Context, a, b waiting) error {
	id, err := c.newID()
	if err != nil {
		return err
	}
	ma, err := c.Member(ctx, a.Member.ID)
	if err != nil {
		return err
	}
	mb, err := c.Member(ctx, b.Member.ID)
	if err != nil {
		return err
	}
	now := c.cfg.Now().UTC()
	if blocks(&ma, &mb) { // since they began to wait
		return errors.Join(c.noteBlocked(ctx, ma, a), c.noteBlocked(ctx, mb, b))
	}
	first, err := c.places.update(ctx, ma.ID, place{Table: id, Run: c.run, Since: now, Before: a.place()}, a.revision)
	if err != nil {
		return err
	}
	if _, err := c.places.update(ctx, mb.ID, place{Table: id, Run: c.run, Since: now, Before: b.place()}, b.revision); err != nil {
		clean, done := cleaning(ctx)
		defer done()
		_, again := c.places.update(clean, ma.ID, *a.place(), first)
		return errors.Join(err, again)
	}
	seats, err := c.beginTable(ctx, Table{ID: id, Settings: keptSettings(a.Settings)}, 0, matchedMeet, ma, mb)
	if err != nil {
		clean, done := cleaning(ctx)
		defer done()
		c.vacate(clean, ma.ID, id)
		c.vacate(clean, mb.ID, id)
		return errors.Join(err, c.occupyAgain(clean, ma.ID, a), c.occupyAgain(clean, mb.ID, b))
	}
	c.cfg.Gate.Tell(ma.ID, lobby.Seated{Seat: seats[0]})
	c.cfg.Gate.Tell(mb.ID, lobby.Seated{Seat: seats[1]})
	return nil
}

// noteBlocked brings the wish of a member up to date with those whom they have blocked.
func (c *Club) noteBlocked(ctx context.Context, m Member, w waiting) error {
	w.Blocked = m.Blocked
	_, err := c.places.update(ctx, m.ID, *w.place(), w.revision)
	return err
}

// seatWish seats a member who waits at the first open table that lets them sit down.
func (c *Club) seatWish(ctx context.Context, w waiting, fits []lobby.Table) error {
	m, err := c.Member(ctx, w.Member.ID)
	if err != nil {
		return err
	}
	table := ""
	for _, t := range fits {
		opener, err := c.Member(ctx, t.Members[0].ID)
		if err == nil {
			err = c.maySit(&m, &opener, t)
		}
		if err == nil {
			table = t.ID
			break
		}
		if no := (*lobby.Refusal)(nil); !errors.As(err, &no) {
			return err
		}
	}
	if table == "" {
		return nil
	}
	if err := c.places.bucket.Delete(ctx, m.ID, w.revision); err != nil {
		return err
	}
	seat, err := c.sit(ctx, m, table, w.place())
	if err != nil { // the wish stays as it was
		clean, done := cleaning(ctx)
		defer done()
		return errors.Join(err, c.occupyAgain(clean, m.ID, w))
	}
	c.cfg.Gate.Tell(m.ID, lobby.Seated{Seat: seat})
	return nil
}

func (c *Club) occupyAgain(ctx context.Context, id string, w waiting) error {
	_, err := c.places.create(ctx, id, *w.place())
	if errors.Is(err, bus.ErrExists) {
		return nil
	}
	return err
}

// clearUp removes the open tables and wishes of nodes that are gone, and tables that the hall no
// longer knows.
func (c *Club) clearUp(ctx context.Context) {
	now := c.cfg.Now()
	var playing []string
	open := map[string]string{} // the runs of open tables
	c.mu.Lock()
	for id, l := range c.listed {
		switch {
		case now.Sub(l.since) < unfinishedTable:
		case l.table.Playing:
			playing = append(playing, id)
		default:
			open[id] = l.run
		}
	}
	var wishes []waiting
	for _, w := range c.wishes {
		wishes = append(wishes, w)
	}
	c.mu.Unlock()
	gone := c.gone(ctx)
	for id, run := range open {
		if gone(run) {
			c.CloseTable(ctx, id)
		}
	}
	for _, w := range wishes {
		if gone(w.run) {
			c.logTrouble("A wish could not be removed.", c.places.remove(ctx, w.Member.ID, w.revision))
		}
	}
	for _, id := range c.turn(playing) {
		if lives, err := c.cfg.Hall.Lives(ctx, id); err == nil && !lives {
			c.CloseTable(ctx, id)
		}
	}
}

// turn returns those tables about which the hall is asked this time: some that are not played here,
// in turn.
func (c *Club) turn(playing []string) []string {
	playing = slices.DeleteFunc(playing, c.cfg.Hall.Here)
	slices.Sort(playing)
	next, last := slices.BinarySearch(playing, c.asked)
	if last {
		next++
	}
	playing = slices.Concat(playing[next:], playing[:next])
	playing = playing[:min(len(playing), maxAsked)]
	if len(playing) > 0 {
		c.asked = playing[len(playing)-1]
	}
	return playing
}

// gone returns a function that reports whether a run of a node ended long enough ago, and asks each
// only once. It is for tend alone.
func (c *Club) gone(ctx context.Context) func(run string) bool {
	known := map[string]bool{c.run: true}
	return func(run string) bool {
		lives, asked := known[run]
		if !asked {
			lives = c.lives(ctx, run)
			known[run] = lives
		}
		if lives {
			delete(c.missing, run)
			return false
		}
		if c.missing[run].IsZero() {
			c.missing[run] = c.cfg.Now()
		}
		return c.cfg.Now().Sub(c.missing[run]) >= returnWait
	}
}

// lives reports whether a run of a node goes on, as far as this node can tell.
func (c *Club) lives(ctx context.Context, run string) bool {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	_, err := c.cfg.Bus.Request(ctx, aliveSubject+run, nil)
	return !errors.Is(err, bus.ErrNoResponders)
}
