package club

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/past"
)

const (
	matchEvery = 500 * time.Millisecond
	// lookEvery is how often a node looks for tables and wishes that a dead one has left.
	lookEvery = 5 * time.Second
	// answerWait is how long a node that lives may take to say so.
	answerWait = 2 * time.Second
	// returnWait is how long open tables and wishes stay for members to return at another node
	// after theirs has gone.
	returnWait = 10 * time.Second
	// maxAsked is the number of tables that a node asks about each time, so that thousands at other
	// nodes do not slow down the games.
	maxAsked = 200
)

// keeper matches wishes at tables, and clears up after nodes that died.
type keeper struct {
	*seating
	draining atomic.Bool

	// Of its goroutine.
	missing map[string]time.Time // when a run was first found gone
	asked   string               // the last table that was asked about
}

// tend matches wishes, and clears up after nodes that died.
func (k *keeper) tend(ctx context.Context) {
	matched, look := time.NewTicker(matchEvery), time.NewTicker(lookEvery)
	defer matched.Stop()
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-matched.C:
			k.matchWishes(ctx)
		case <-look.C:
			k.clearUp(ctx)
		}
	}
}

// matchWishes pairs wishes that fit, if the older one was made at this node.
func (k *keeper) matchWishes(ctx context.Context) {
	if k.draining.Load() {
		return
	}
	now := time.Now()
	k.mu.Lock()
	if len(k.wishes) == 0 {
		k.mu.Unlock()
		return
	}
	wishes := make([]Wish, 0, len(k.wishes))
	runs := make(map[string]waiting, len(k.wishes))
	for id, w := range k.wishes {
		wishes = append(wishes, w.Wish)
		runs[id] = w
	}
	k.mu.Unlock()
	paired := map[string]bool{}
	for _, p := range Pairs(wishes, now) {
		a, b := runs[p[0].Member.ID], runs[p[1].Member.ID]
		paired[a.Member.ID], paired[b.Member.ID] = true, true
		if a.run == k.run {
			k.logTrouble("Two who wait could not be matched.", k.pair(ctx, a, b))
		}
	}
	tables := k.openTables()
	for _, w := range runs {
		if w.run != k.run || paired[w.Member.ID] {
			continue
		}
		if fits := w.Tables(tables, now); len(fits) > 0 {
			k.logTrouble("One who waits could not be seated.", k.seatWish(ctx, w, fits))
		}
	}
}

// pair begins a table for two wishes. It does nothing if either is gone.
func (k *keeper) pair(ctx context.Context, a, b waiting) error {
	id, err := k.newID()
	if err != nil {
		return err
	}
	ma, err := k.who.Member(ctx, a.Member.ID)
	if err != nil {
		return err
	}
	mb, err := k.who.Member(ctx, b.Member.ID)
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	if blocks(&ma, &mb) { // since they began to wait
		return errors.Join(k.noteBlocked(ctx, ma, a), k.noteBlocked(ctx, mb, b))
	}
	first, err := k.places.update(ctx, ma.ID, place{Table: id, Run: k.run, Since: now, Before: a.place()}, a.revision)
	if err != nil {
		return err
	}
	if _, err := k.places.update(ctx, mb.ID, place{Table: id, Run: k.run, Since: now, Before: b.place()}, b.revision); err != nil {
		clean, done := cleaning(ctx)
		defer done()
		_, again := k.places.update(clean, ma.ID, *a.place(), first)
		return errors.Join(err, again)
	}
	seats, err := k.beginTable(ctx, Table{Table: lobby.Table{ID: id, Settings: a.Settings}}, 0, matchedMeet, ma, mb)
	if err != nil {
		clean, done := cleaning(ctx)
		defer done()
		k.vacate(clean, ma.ID, id)
		k.vacate(clean, mb.ID, id)
		return errors.Join(err, k.occupyAgain(clean, ma.ID, a), k.occupyAgain(clean, mb.ID, b))
	}
	k.cfg.Notifier.Tell(ma.ID, lobby.Seated{Seat: seats[0]})
	k.cfg.Notifier.Tell(mb.ID, lobby.Seated{Seat: seats[1]})
	return nil
}

// noteBlocked brings the wish of a member up to date with the members whom they have blocked.
func (k *keeper) noteBlocked(ctx context.Context, m Member, w waiting) error {
	w.Blocked = m.Blocked
	_, err := k.places.update(ctx, m.ID, *w.place(), w.revision)
	return err
}

// seatWish seats a waiting member at the first open table that admits them.
func (k *keeper) seatWish(ctx context.Context, w waiting, fits []lobby.Table) error {
	m, err := k.who.Member(ctx, w.Member.ID)
	if err != nil {
		return err
	}
	table := ""
	for _, t := range fits {
		opener, err := k.who.Member(ctx, t.Members[0].ID)
		if err == nil {
			err = k.maySit(&m, &opener, t)
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
	if err := k.places.bucket.Delete(ctx, m.ID, w.revision); err != nil {
		return err
	}
	seat, err := k.sit(ctx, m, table, w.place())
	if err != nil { // the wish stays as it was
		clean, done := cleaning(ctx)
		defer done()
		return errors.Join(err, k.occupyAgain(clean, m.ID, w))
	}
	k.cfg.Notifier.Tell(m.ID, lobby.Seated{Seat: seat})
	return nil
}

func (k *keeper) occupyAgain(ctx context.Context, id string, w waiting) error {
	_, err := k.places.create(ctx, id, *w.place())
	return unless(err, bus.ErrExists)
}

// clearUp removes the open tables and wishes of dead nodes, and tables that no node knows.
func (k *keeper) clearUp(ctx context.Context) {
	now := time.Now()
	var playing []string
	open := map[string]string{} // the runs of open tables
	k.mu.Lock()
	for id, l := range k.listed {
		switch {
		case past.Recent(l.Since, now, unfinishedTable):
		case l.Playing():
			playing = append(playing, id)
		default:
			open[id] = l.Run
		}
	}
	var wishes []waiting
	for _, w := range k.wishes {
		wishes = append(wishes, w)
	}
	k.mu.Unlock()
	gone := k.gone(ctx)
	for id, run := range open {
		if gone(run) {
			k.CloseTable(ctx, id)
		}
	}
	for _, w := range wishes {
		if gone(w.run) {
			k.logTrouble("A wish could not be removed.", k.places.remove(ctx, w.Member.ID, w.revision))
		}
	}
	for _, id := range k.turn(playing) {
		if lives, err := k.cfg.Games.Lives(ctx, id); err == nil && !lives {
			k.CloseTable(ctx, id)
		}
	}
}

// turn returns those tables to ask about this time: some that are not played here,
// in turn.
func (k *keeper) turn(playing []string) []string {
	playing = slices.DeleteFunc(playing, k.cfg.Games.Here)
	slices.Sort(playing)
	next, last := slices.BinarySearch(playing, k.asked)
	if last {
		next++
	}
	playing = slices.Concat(playing[next:], playing[:next])
	playing = playing[:min(len(playing), maxAsked)]
	if len(playing) > 0 {
		k.asked = playing[len(playing)-1]
	}
	return playing
}

// gone returns a function that reports whether a run of a node ended long enough ago, and asks each
// only once. It is only for tend.
func (k *keeper) gone(ctx context.Context) func(run string) bool {
	known := map[string]bool{k.run: true}
	return func(run string) bool {
		lives, asked := known[run]
		if !asked {
			lives = k.lives(ctx, run)
			known[run] = lives
		}
		if lives {
			delete(k.missing, run)
			return false
		}
		if k.missing[run].IsZero() {
			k.missing[run] = time.Now()
		}
		return time.Since(k.missing[run]) >= returnWait
	}
}

// matchedMeet is how long both members have to come to a table that the club has chosen for one of
// them. Their programs come without their action, so it need only cover the connection.
const matchedMeet = 15 * time.Second

// errNoWish says that a member has not got to a table by a wish.
var errNoWish = errors.New("the member did not wish for an opponent")

// WaitAgain has a matched member wait again after the opponent has not come to the table. The wish
// keeps its age, so it is among the first. WaitAgain does nothing for other members and for "".
func (r *seating) WaitAgain(ctx context.Context, table, member string) {
	if member == "" {
		return
	}
	t, _, err := r.tables.get(ctx, table)
	if err == nil {
		_, err = r.places.change(ctx, member, func(p *place) error {
			if p.Table != table || p.Before == nil {
				return errNoWish
			}
			*p = *p.Before
			return nil
		})
	}
	switch {
	case errors.Is(err, errNoWish), errors.Is(err, bus.ErrNotFound):
	case err != nil:
		r.cfg.Log.Warn("A member to whom no one came cannot wait again.", "member", member, "table", table, "err", err)
	default:
		r.cfg.Log.Info("A matched member did not come. The other one waits again.", "table", table, "waits", member)
		r.cfg.Notifier.Tell(member, lobby.Waiting{Table: t.Table})
	}
}
