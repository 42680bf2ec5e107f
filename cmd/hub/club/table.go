package club

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
)

// Table is a table of the list, with facts for the people who run the club.
type Table struct {
	lobby.Table
	Node  string    // that owns the table, or where the member waits, when it was read
	Since time.Time // when it was opened, or when it began
	// Over says that no more games come. The table is in no list then, and keeps no member from
	// sitting down elsewhere; one who was away may still look at its end.
	Over bool
}

// stay is the body of a place of the store: how a member waits.
type stay struct {
	Settings lobby.Settings `json:"settings"`
	Quick    bool           `json:"quick,omitempty"` // a wish for any opponent, as it was before it led to a table
}

// agreement is the setup of a table of the store: who plays there, and by which settings.
type agreement struct {
	Settings lobby.Settings `json:"settings"`
	Members  [2]string      `json:"members"`
	Since    time.Time      `json:"since"`
}

// body returns the bytes of a stay or an agreement.
func body(of any) []byte {
	b, err := json.Marshal(of)
	if err != nil { // of settings that have been checked
		panic(err)
	}
	return b
}

// parseStay returns false for a place that has none, as of a member who sat down at a table of
// another one.
func parseStay(b []byte) (s stay, ok bool) { return s, json.Unmarshal(b, &s) == nil }

// load reads some tables at which two play, and how some members wait: at open tables, which are
// among the tables, or for any opponent. Without any it reads all.
func (c *Club) load(ctx context.Context, tables, members []string) (list []Table, waits []Wish, err error) {
	var places []store.Place
	var tabs []store.Listed
	all := len(tables)+len(members) == 0
	if all {
		places, err = c.cfg.Store.AllPlaces(ctx)
	} else {
		places, err = c.cfg.Store.Places(ctx, members...)
	}
	if err == nil && (all || len(tables) > 0) {
		tabs, err = c.cfg.Store.Tabs(ctx, tables...)
	}
	if err != nil {
		return nil, nil, err
	}
	ids, agreed := map[string]bool{}, map[string]agreement{}
	for _, p := range places {
		ids[p.Member] = true
	}
	for _, t := range tabs {
		var a agreement
		if json.Unmarshal(t.Setup, &a) == nil { // or it is no table of a club
			agreed[t.ID] = a
			ids[a.Members[0]], ids[a.Members[1]] = true, true
		}
	}
	people, err := c.cfg.Store.People(ctx, slices.Collect(maps.Keys(ids))...)
	if err != nil {
		return nil, nil, err
	}
	now := c.now()
	for _, p := range places {
		s, ok := parseStay(p.Body)
		who := people[p.Member]
		if !ok || who == nil || p.Kind != store.KindSeek && p.Kind != store.KindOpen {
			continue
		}
		w := Wish{Member: (&Member{*who}).at(s.Settings.Variant, now), Settings: s.Settings, Since: p.Since, Blocked: who.Blocked, run: p.Run, table: p.Table}
		waits = append(waits, w)
		if w.table != "" {
			list = append(list, Table{Table: lobby.Table{ID: w.table, Settings: w.Settings, Members: []lobby.Member{w.Member}}, Node: p.Node, Since: p.Since})
		}
	}
	for _, t := range tabs { // after the open tables: one of them may have begun meanwhile
		a, ok := agreed[t.ID]
		if !ok {
			continue
		}
		listed := Table{Table: lobby.Table{ID: t.ID, Settings: a.Settings, Number: t.Number}, Node: t.Node, Since: a.Since, Over: t.Over}
		for _, id := range a.Members {
			m := lobby.Member{ID: id} // who has left
			if p := people[id]; p != nil {
				m = (&Member{*p}).at(a.Settings.Variant, now)
			}
			listed.Members = append(listed.Members, m)
		}
		list = append(list, listed)
	}
	return list, waits, nil
}

// read returns a table at which two play, as it is in the store. The error is store.ErrNotFound
// without one.
func (c *Club) read(ctx context.Context, id string) (Table, error) {
	list, _, err := c.load(ctx, []string{id}, nil)
	if err == nil && len(list) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return Table{}, err
	}
	return list[0], nil
}

// update reads some tables and the places of some members, and takes them over. Without any it
// reads all.
func (c *Club) update(ctx context.Context, tables, members []string) error {
	all := len(tables)+len(members) == 0
	list, waits, err := c.load(ctx, tables, members)
	if err != nil {
		return err
	}
	changed := map[string]bool{}
	c.mu.Lock()
	if all {
		tables, members = slices.Collect(maps.Keys(c.tables)), slices.Collect(maps.Keys(c.waits))
	}
	for _, m := range members {
		if id := c.waits[m].table; id != "" {
			delete(c.tables, id)
			changed[id] = true
		}
		delete(c.waits, m)
	}
	for _, id := range tables {
		if t := c.tables[id]; t.Playing() {
			delete(c.tables, id)
		}
		changed[id] = true
	}
	for _, w := range waits {
		c.waits[w.Member.ID] = w
	}
	for _, t := range list {
		c.tables[t.ID] = t
		changed[t.ID] = true
	}
	c.mu.Unlock()
	for id := range changed {
		c.cfg.Notifier.Changed(id)
	}
	return nil
}

// of returns the tables at which some members sit.
func (c *Club) of(members []string) (tables []string) {
	if len(members) == 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, t := range c.tables {
		if slices.ContainsFunc(t.Members, func(m lobby.Member) bool { return slices.Contains(members, m.ID) }) {
			tables = append(tables, id)
		}
	}
	return tables
}

// Tables returns the tables of the list, in the order of their ids.
func (c *Club) Tables() []Table {
	c.mu.Lock()
	defer c.mu.Unlock()
	return ordered(slices.Collect(maps.Values(c.tables)))
}

// Listed is Tables with the node that owns each table now.
func (c *Club) Listed(ctx context.Context) ([]Table, error) {
	list, _, err := c.load(ctx, nil, nil)
	return ordered(list), err
}

func ordered(list []Table) []Table {
	list = slices.DeleteFunc(list, func(t Table) bool { return t.Over })
	slices.SortFunc(list, func(a, b Table) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// TableCount returns the number of tables of the list.
func (c *Club) TableCount() int { return len(c.Tables()) }

// openTables returns the tables that wait for a second player, in the order of their ids. There are
// few of them, however many play.
func (c *Club) openTables() (list []lobby.Table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waits {
		if w.table != "" {
			list = append(list, lobby.Table{ID: w.table, Settings: w.Settings, Members: []lobby.Member{w.Member}})
		}
	}
	slices.SortFunc(list, func(a, b lobby.Table) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// waiting returns the wishes of those who wait for any opponent.
func (c *Club) waiting() (list []Wish) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range c.waits {
		if w.table == "" {
			list = append(list, w)
		}
	}
	return list
}

// Waiting returns the number of members who wait for an opponent.
func (c *Club) Waiting() int { return len(c.waiting()) }

// Table returns the table with that id in the list, or false.
func (c *Club) Table(id string) (lobby.Table, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, there := c.tables[id]
	return l.Table, there && !l.Over
}

// gameOf returns the game that two members play, or have just played, with each other; "" if they
// are not at the same table.
func (c *Club) gameOf(a, b string) string {
	var last Table
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.tables {
		if t.Playing() && t.Has(a) && t.Has(b) && !t.Since.Before(last.Since) {
			last = t
		}
	}
	if last.ID == "" {
		return ""
	}
	return fmt.Sprintf("%s-%d", last.ID, max(last.Number, 1))
}
