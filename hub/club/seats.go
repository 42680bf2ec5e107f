package club

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
	"mancala/netplay/workers"
	"mancala/past"
)

// may returns a refusal if a member may not play at a table with those settings.
func (r *seating) may(m lobby.Member, s lobby.Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	switch {
	case s.Rated && !r.cfg.RatedRules.Admit(s.Variant):
		return lobby.Refuse(lobby.ReasonRatedRules)
	case m.Computer && s.Rated && !r.cfg.RatedComputers:
		return lobby.Refuse(lobby.ReasonComputer)
	}
	return nil
}

// maySit returns a refusal if a member may not sit down at an open table of another one.
func (r *seating) maySit(m, opener *Member, t lobby.Table) error {
	now := time.Now()
	switch {
	case m.ID == opener.ID:
		return lobby.Refuse(lobby.ReasonBusy)
	case t.Playing():
		return lobby.Refuse(lobby.ReasonNoTable)
	case blocks(m, opener):
		return lobby.Refuse(lobby.ReasonBlocked)
	case !t.Settings.Admits(m.at(t.Settings.Variant, now).Rating):
		return lobby.Refuse(lobby.ReasonRating)
	}
	return r.may(m.at(t.Settings.Variant, now), t.Settings)
}

// Open opens a table of a member, and returns its id.
func (r *seating) Open(ctx context.Context, m Member, s lobby.Settings) (string, error) {
	now := time.Now().UTC()
	if err := r.may(m.at(s.Variant, now), s); err != nil {
		return "", err
	}
	id, err := r.newID()
	if err != nil {
		return "", err
	}
	if err := r.occupy(ctx, m.ID, place{Table: id}); err != nil {
		return "", err
	}
	t := Table{Table: lobby.Table{ID: id, Settings: s, Members: []lobby.Member{m.at(s.Variant, now)}}, Run: r.run, Since: now}
	if _, err := r.tables.create(ctx, id, t); err != nil {
		clean, done := cleaning(ctx)
		defer done()
		r.vacate(clean, m.ID, id)
		return "", err
	}
	return id, nil
}

// occupy gives a member a place if they have none. A place at a table that is over or missing does
// not count.
func (r *seating) occupy(ctx context.Context, id string, p place) error {
	p.Run, p.Since = r.run, time.Now().UTC()
	return r.places.take(ctx, id, p, func(old place) error {
		free, err := r.isStale(ctx, old)
		if err == nil && !free {
			free, err = r.left(ctx, old, id)
		}
		if err == nil && !free {
			err = lobby.Refuse(lobby.ReasonBusy)
		}
		return err
	})
}

// left has a member leave the table where their place is, if they are away from it between two
// games: a member who sits down elsewhere has left. It reports whether the place is free.
func (r *seating) left(ctx context.Context, p place, id string) (bool, error) {
	if p.Table == "" {
		return false, nil
	}
	t, _, there, err := r.tables.find(ctx, p.Table)
	if !there || !t.Playing() {
		return false, err
	}
	if over, err := r.cfg.Games.Leave(ctx, p.Table, id); !over {
		r.logTrouble("The node of a table does not answer.", err)
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	for {
		if free, err := r.isStale(ctx, p); free || err != nil {
			return free, unless(err, context.DeadlineExceeded)
		}
		workers.Pause(ctx, 20*time.Millisecond) // until the table has stored its end
	}
}

// isStale reports whether a place is at a table that is over, or that neither exists nor is being
// made.
func (r *seating) isStale(ctx context.Context, p place) (bool, error) {
	if p.Table == "" {
		return false, nil
	}
	t, _, there, err := r.tables.find(ctx, p.Table)
	return err == nil && (t.Over || !there && !past.Recent(p.Since, time.Now(), unfinishedTable)), err
}

// unfinishedTable is how long a node may take between the steps that begin a table.
const unfinishedTable = 10 * time.Second

// vacate frees the place of a member at a table.
func (r *seating) vacate(ctx context.Context, id, table string) {
	p, revision, found, err := r.places.find(ctx, id)
	if found && p.Table == table {
		err = r.places.remove(ctx, id, revision)
	}
	if err != nil {
		r.cfg.Log.Warn("A place could not be freed.", "member", id, "err", err)
	}
}

// Sit sits a member down at an open table, begins it, and returns the member's seat. The one who
// opened the table hears of it.
func (r *seating) Sit(ctx context.Context, m Member, id string) (lobby.Seat, error) {
	return r.sit(ctx, m, id, nil)
}

// sit is Sit for a member who has come by a wish, or nil.
func (r *seating) sit(ctx context.Context, m Member, id string, wish *place) (lobby.Seat, error) {
	gone := lobby.Refuse(lobby.ReasonNoTable)
	if !lobby.IsID(id) {
		return lobby.Seat{}, gone
	}
	t, revision, err := r.tables.get(ctx, id)
	var opener Member
	if err == nil {
		opener, err = r.who.Member(ctx, t.Members[0].ID)
	}
	if errors.Is(err, bus.ErrNotFound) || IsUnknown(err) {
		err = gone
	}
	if err == nil {
		err = r.maySit(&m, &opener, t.Table)
	}
	if err != nil {
		return lobby.Seat{}, err
	}
	if err := r.occupy(ctx, m.ID, place{Table: id, Before: wish}); err != nil {
		return lobby.Seat{}, err
	}
	meet := time.Duration(0)
	if wish != nil {
		meet = matchedMeet
	}
	seats, err := r.beginTable(ctx, t, revision, meet, opener, m)
	if err != nil {
		clean, done := cleaning(ctx)
		defer done()
		r.vacate(clean, m.ID, id)
		if errors.Is(err, bus.ErrConflict) {
			err = gone // another member was faster
		}
		return lobby.Seat{}, err
	}
	r.cfg.Notifier.Tell(opener.ID, lobby.Seated{Seat: seats[0]})
	return seats[1], nil
}

// beginTable stores a table with two members, who have their places and that long to come, and has
// it played. With revision 0 the table is new.
func (r *seating) beginTable(ctx context.Context, t Table, revision uint64, meet time.Duration, a, b Member) (seats [2]lobby.Seat, err error) {
	now := time.Now().UTC()
	t.Members = []lobby.Member{a.at(t.Settings.Variant, now), b.at(t.Settings.Variant, now)}
	t.Number, t.Run, t.Since = 1, r.run, now
	if revision == 0 {
		_, err = r.tables.create(ctx, t.ID, t)
	} else {
		_, err = r.tables.update(ctx, t.ID, t, revision)
	}
	if err != nil {
		return seats, err
	}
	if err = r.startTable(ctx, &t.Table, meet); err != nil { // the list tells the one who waited that the table is gone
		clean, done := cleaning(ctx)
		defer done()
		r.CloseTable(clean, t.ID)
		return seats, err
	}
	return [2]lobby.Seat{r.place(t.Table, 1), r.place(t.Table, 2)}, nil
}

// place returns a seat at a table. Its ticket is not valid yet: the gateway makes one for
// each device.
func (r *seating) place(l lobby.Table, by byte) lobby.Seat {
	s := lobby.Seat{Table: l, Ticket: lobby.Ticket{by}, Addrs: r.cfg.Addresses, Watch: by == lobby.WatcherSeat}
	copy(s.Ticket[1:], l.ID)
	return s
}

// startTable draws who begins, and has the table played.
func (r *seating) startTable(ctx context.Context, l *lobby.Table, meet time.Duration) error {
	var coin [1]byte
	if _, err := r.cfg.Rand.Read(coin[:]); err != nil {
		return err
	}
	return r.cfg.Games.Start(ctx, lobby.Setup{
		ID: l.ID, Players: [2]lobby.Member(l.Members), Variant: l.Settings.Variant, Time: l.Settings.Time, Rated: l.Settings.Rated, First: int(coin[0] & 1), Meet: meet,
	})
}

// Quick sits a member down at an open table that fits, or else keeps the wish until there is an
// opponent. If there is a seat at once, it is returned.
func (r *seating) Quick(ctx context.Context, m Member, s lobby.Settings) (seat lobby.Seat, found bool, err error) {
	now := time.Now().UTC()
	if err := r.may(m.at(s.Variant, now), s); err != nil {
		return seat, false, err
	}
	w := Wish{Member: m.at(s.Variant, now), Settings: s, Since: now, Blocked: m.Blocked}
	for _, t := range w.Tables(r.openTables(), now) {
		if seat, err = r.sit(ctx, m, t.ID, &place{Wish: &w, Run: r.run, Since: now}); err == nil {
			return seat, true, nil
		}
		if no := (*lobby.Refusal)(nil); !errors.As(err, &no) || no.Reason == lobby.ReasonBusy {
			return seat, false, err
		}
	}
	return seat, false, r.occupy(ctx, m.ID, place{Wish: &w})
}

// Cancel closes the open table of a member, or withdraws their wish. A table at which they play
// stays.
func (r *seating) Cancel(ctx context.Context, id string) error {
	p, revision, found, err := r.places.find(ctx, id)
	if !found {
		return err
	}
	if p.Table == "" {
		return r.places.remove(ctx, id, revision)
	}
	if stale, err := r.isStale(ctx, p); stale || err != nil {
		if err == nil {
			err = r.places.remove(ctx, id, revision)
		}
		return err
	}
	t, at, found, err := r.tables.find(ctx, p.Table)
	if !found || t.Playing() {
		return err
	}
	err = r.tables.bucket.Delete(ctx, t.ID, at)
	if errors.Is(err, bus.ErrConflict) || errors.Is(err, bus.ErrNotFound) {
		return nil // someone has sat down
	}
	if err == nil {
		r.vacate(ctx, id, t.ID)
	}
	return err
}

// Return makes this node responsible for the open table or the wish of a member who has connected
// to it.
func (r *seating) Return(ctx context.Context, id string) error {
	var table string
	_, err := r.places.change(ctx, id, func(p *place) error {
		table = p.Table
		if p.Run == r.run && (p.Before == nil || p.Before.Run == r.run) {
			return errSame
		}
		if p.Run = r.run; p.Before != nil {
			p.Before.Run = r.run
		}
		return nil
	})
	if err == nil && table != "" {
		_, err = r.tables.change(ctx, table, func(t *Table) error {
			if t.Playing() || t.Run == r.run {
				return errSame
			}
			t.Run = r.run
			return nil
		})
	}
	return unless(err, bus.ErrNotFound)
}

// Leave is Cancel for a member who has left this node: it keeps an open table or a wish that the
// member made at another one.
func (r *seating) Leave(ctx context.Context, id string) error {
	p, _, found, err := r.places.find(ctx, id)
	if !found || p.Run != r.run {
		return err
	}
	return r.Cancel(ctx, id)
}

// Finish notes that no more games come at a table. It frees the places of the members who are there
// and know how it ended; the other one's place keeps them from nothing, and leads them to the end
// until the table is closed.
func (r *seating) Finish(ctx context.Context, id string, here []string) error {
	_, err := r.tables.change(ctx, id, func(t *Table) error {
		if t.Over {
			return errSame
		}
		t.Over = true
		return nil
	})
	if err != nil {
		return unless(err, bus.ErrNotFound)
	}
	for _, m := range here {
		r.vacate(ctx, m, id)
	}
	return nil
}

// CloseTable frees the places of a finished table's members, and removes the table from the list.
// The members may then sit down elsewhere.
func (r *seating) CloseTable(ctx context.Context, id string) {
	t, _, err := r.tables.get(ctx, id)
	if errors.Is(err, bus.ErrNotFound) {
		return
	}
	for _, m := range t.Members {
		r.vacate(ctx, m.ID, id)
	}
	if err == nil {
		err = r.tables.remove(ctx, id, 0)
	}
	if err != nil {
		r.cfg.Log.Warn("A table could not be closed.", "table", id, "err", err)
	}
}

// Watch returns a place to watch a table from.
func (r *seating) Watch(ctx context.Context, id string) (lobby.Seat, error) {
	gone := lobby.Refuse(lobby.ReasonNoTable)
	if !lobby.IsID(id) {
		return lobby.Seat{}, gone
	}
	t, _, found, err := r.tables.find(ctx, id)
	if err == nil && (!found || t.Settings.NoWatchers || !t.Playing() || t.Over) {
		err = gone
	}
	if err != nil {
		return lobby.Seat{}, err
	}
	return r.place(t.Table, lobby.WatcherSeat), nil
}

// Mine returns the seats of the tables at which a member plays, or whose end they have not seen.
func (r *seating) Mine(ctx context.Context, id string) ([]lobby.Seat, error) {
	p, _, found, err := r.places.find(ctx, id)
	if !found || p.Table == "" {
		return nil, err
	}
	t, _, found, err := r.tables.find(ctx, p.Table)
	if !found || !t.Playing() {
		return nil, err
	}
	for i, m := range t.Members {
		if m.ID == id {
			return []lobby.Seat{r.place(t.Table, byte(1+i))}, nil
		}
	}
	return nil, nil
}

// rename updates a member's name at their table in the list.
func (r *seating) rename(ctx context.Context, m Member) error {
	p, _, found, err := r.places.find(ctx, m.ID)
	if found && p.Table != "" {
		_, err = r.tables.change(ctx, p.Table, func(t *Table) error {
			i := slices.IndexFunc(t.Members, func(s lobby.Member) bool { return s.ID == m.ID })
			if i < 0 || t.Members[i].Name == m.Name {
				return errSame
			}
			t.Members[i].Name = m.Name
			return nil
		})
	}
	return unless(err, bus.ErrNotFound)
}
