package club

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/netplay/workers"
)

// may returns a refusal if a member may not play at a table with those settings.
func (c *Club) may(m lobby.Member, s lobby.Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	switch {
	case s.Rated && !c.cfg.RatedRules.Admit(s.Variant):
		return lobby.Refuse(lobby.ReasonRatedRules)
	case m.Computer && s.Rated && !c.cfg.RatedComputers:
		return lobby.Refuse(lobby.ReasonComputer)
	}
	return nil
}

// maySit returns a refusal if a member may not sit down at an open table of another one.
func (c *Club) maySit(m, opener *Member, s lobby.Settings) error {
	me := m.at(s.Variant, c.now())
	switch {
	case m.ID == opener.ID:
		return lobby.Refuse(lobby.ReasonBusy)
	case blocks(m, opener):
		return lobby.Refuse(lobby.ReasonBlocked)
	case !s.Admits(me.Rating):
		return lobby.Refuse(lobby.ReasonRating)
	}
	return c.may(me, s)
}

// Open opens a table of a member, and returns its id.
func (c *Club) Open(ctx context.Context, m Member, s lobby.Settings) (string, error) {
	if err := c.may(m.at(s.Variant, c.now()), s); err != nil {
		return "", err
	}
	id, err := c.newID()
	if err != nil {
		return "", err
	}
	return id, c.wait(ctx, store.Place{Member: m.ID, Kind: store.KindOpen, Table: id, Body: body(stay{Settings: s})})
}

// wait gives a member a place where they wait.
func (c *Club) wait(ctx context.Context, p store.Place) error {
	return c.whenFree(ctx, p.Member, func() error { return c.cfg.Store.Take(ctx, p) })
}

// whenFree does what a member without a place can do. A place at a table between two games, from
// which they are away, keeps them from nothing: who sits down elsewhere has left.
func (c *Club) whenFree(ctx context.Context, member string, do func() error) error {
	err := do()
	if errors.Is(err, store.ErrBusy) && c.leaves(ctx, member) {
		err = do()
	}
	return instead(err, store.ErrBusy, lobby.Refuse(lobby.ReasonBusy))
}

// answerWait is how long the node of a table may take to say that a member has left.
const answerWait = 2 * time.Second

// leaves has a member leave the table where they play, if that can be, and reports whether they are
// free.
func (c *Club) leaves(ctx context.Context, member string) bool {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	for asked := ""; ; workers.Pause(ctx, 20*time.Millisecond) { // until the table has stored its end
		places, err := c.cfg.Store.Places(ctx, member)
		if err != nil {
			return false
		}
		if len(places) == 0 || places[0].Kind == store.KindOver {
			return true
		}
		if p := places[0]; p.Kind != store.KindPlay || asked != "" && p.Table != asked {
			return false
		}
		if asked == "" {
			asked = places[0].Table
			over, err := c.cfg.Games.Leave(ctx, asked, member)
			c.logTrouble("The node of a table does not answer.", err)
			if !over || err != nil {
				return false
			}
		}
	}
}

// Sit sits a member down at an open table, begins it, and returns the member's seat. The one who
// opened the table hears of it.
func (c *Club) Sit(ctx context.Context, m Member, id string) (lobby.Seat, error) {
	return c.sit(ctx, m, id, store.Place{Member: m.ID}, 0)
}

// sit is Sit for a member who has that place now, and that long to come.
func (c *Club) sit(ctx context.Context, m Member, id string, now store.Place, meet time.Duration) (lobby.Seat, error) {
	gone := lobby.Refuse(lobby.ReasonNoTable)
	if !lobby.IsID(id) {
		return lobby.Seat{}, gone
	}
	places, err := c.cfg.Store.PlacesAt(ctx, id)
	if err != nil {
		return lobby.Seat{}, err
	}
	i := slices.IndexFunc(places, func(p store.Place) bool { return p.Kind == store.KindOpen })
	if i < 0 {
		return lobby.Seat{}, gone
	}
	s, ok := parseStay(places[i].Body)
	opener, err := c.Member(ctx, places[i].Member)
	if IsUnknown(err) || err == nil && !ok {
		err = gone
	}
	if err == nil {
		err = c.maySit(&m, &opener, s.Settings)
	}
	if err != nil {
		return lobby.Seat{}, err
	}
	t := lobby.Table{ID: id, Settings: s.Settings}
	var seats [2]lobby.Seat
	err = c.whenFree(ctx, m.ID, func() (err error) {
		seats, err = c.begin(ctx, t, meet, [2]Member{opener, m}, store.Place{Member: opener.ID, Kind: store.KindOpen, Table: id}, now)
		return err
	})
	if errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrNotFound) {
		err = gone // another member was faster
	}
	if err != nil {
		return lobby.Seat{}, err
	}
	c.cfg.Notifier.Tell(opener.ID, lobby.Seated{Seat: seats[0]})
	return seats[1], nil
}

// begin begins a table for two members, who have those places now, and that long to come.
func (c *Club) begin(ctx context.Context, t lobby.Table, meet time.Duration, members [2]Member, places ...store.Place) (seats [2]lobby.Seat, err error) {
	var coin [1]byte
	if _, err := c.cfg.Rand.Read(coin[:]); err != nil {
		return seats, err
	}
	a := agreement{Settings: t.Settings, Since: c.now()}
	for i := range members {
		a.Members[i] = members[i].ID
		t.Members = append(t.Members, members[i].at(t.Settings.Variant, a.Since))
	}
	t.Number = 1
	setup := lobby.Setup{
		ID: t.ID, Players: [2]lobby.Member(t.Members), Variant: t.Settings.Variant, Time: t.Settings.Time, Rated: t.Settings.Rated,
		First: int(coin[0] & 1), Meet: meet, // who begins is drawn
	}
	err = c.cfg.Games.Start(ctx, setup, func(ctx context.Context, first []byte) (*store.Tab, error) {
		return c.cfg.Store.Sit(ctx, t.ID, body(a), first, places...)
	})
	return [2]lobby.Seat{place(t, 1), place(t, 2)}, err
}

// place returns a seat at a table. Its ticket is not valid yet, and it has no address: the gateway
// makes a ticket for each device, and knows where the table is.
func place(t lobby.Table, by byte) lobby.Seat {
	s := lobby.Seat{Table: t, Ticket: lobby.Ticket{by}, Watch: by == lobby.WatcherSeat}
	copy(s.Ticket[1:], t.ID)
	return s
}

// Quick sits a member down at an open table that fits, or else keeps the wish until there is an
// opponent. If there is a seat at once, it is returned.
func (c *Club) Quick(ctx context.Context, m Member, s lobby.Settings) (seat lobby.Seat, found bool, err error) {
	now := c.now()
	me := m.at(s.Variant, now)
	if err := c.may(me, s); err != nil {
		return seat, false, err
	}
	wish := body(stay{Settings: s, Quick: true})
	w := Wish{Member: me, Settings: s, Since: now, Blocked: m.Blocked}
	place := store.Place{Member: m.ID, Body: wish}
	if seat, found, err = c.sitAtOne(ctx, m, w.Tables(c.openTables(), now), place); found || err != nil {
		return seat, found, err
	}
	return seat, false, c.wait(ctx, store.Place{Member: m.ID, Kind: store.KindSeek, Body: wish})
}

// sitAtOne sits a member who has that place now down at the first of some open tables that admits
// them.
func (c *Club) sitAtOne(ctx context.Context, m Member, tables []lobby.Table, now store.Place) (seat lobby.Seat, found bool, err error) {
	for _, t := range tables {
		if seat, err = c.sit(ctx, m, t.ID, now, matchedMeet); err == nil {
			return seat, true, nil
		}
		if no := (*lobby.Refusal)(nil); !errors.As(err, &no) || no.Reason == lobby.ReasonBusy {
			return seat, false, err
		}
	}
	return seat, false, nil
}

// Cancel closes the open table of a member, or withdraws their wish. A table at which they play
// stays.
func (c *Club) Cancel(ctx context.Context, id string) error {
	return c.cfg.Store.Leave(ctx, id, "")
}

// Return makes this node responsible for the open table or the wish of a member who has connected
// to it.
func (c *Club) Return(ctx context.Context, id string) error {
	places, err := c.cfg.Store.Places(ctx, id)
	if err != nil || len(places) == 0 || places[0].Run == c.cfg.Store.Run() {
		return err
	}
	return c.cfg.Store.Return(ctx, id)
}

// Leave is Cancel for a member who has left this node: it keeps an open table or a wish that the
// member made at another one, or has taken along to it.
func (c *Club) Leave(ctx context.Context, id string) error {
	return c.cfg.Store.Leave(ctx, id, c.cfg.Store.Run())
}

// Watch returns a place to watch a table from.
func (c *Club) Watch(ctx context.Context, id string) (lobby.Seat, error) {
	gone := lobby.Refuse(lobby.ReasonNoTable)
	if !lobby.IsID(id) {
		return lobby.Seat{}, gone
	}
	t, err := c.read(ctx, id)
	if err != nil {
		return lobby.Seat{}, instead(err, store.ErrNotFound, gone)
	}
	if t.Settings.NoWatchers || t.Over {
		return lobby.Seat{}, gone
	}
	return place(t.Table, lobby.WatcherSeat), nil
}

// Mine returns the seats of the tables at which a member plays, or whose end they have not seen.
func (c *Club) Mine(ctx context.Context, id string) ([]lobby.Seat, error) {
	places, err := c.cfg.Store.Places(ctx, id)
	if err != nil || len(places) == 0 || places[0].Kind != store.KindPlay && places[0].Kind != store.KindOver {
		return nil, err
	}
	t, err := c.read(ctx, places[0].Table)
	if err != nil {
		return nil, instead(err, store.ErrNotFound, nil)
	}
	for i, m := range t.Members {
		if m.ID == id {
			return []lobby.Seat{place(t.Table, byte(1+i))}, nil
		}
	}
	return nil, nil
}
