package club

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"mancala/hub/store"
	"mancala/match/lobby"
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

// seating has the tables of the club: the list, and the wishes of members for opponents. It is a
// copy of rows of the store, which are read again when they change.
type seating struct {
	*base
	who *register

	mu     sync.Mutex
	tables map[string]Table       // all tables, by id, also those that are over
	open   map[string]lobby.Table // the ones that wait for a second player, by that member
	wishes map[string]waiting     // by member
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

// waiting is a wish in the list.
type waiting struct {
	Wish
	run string // of the node that keeps the line of the member
}

// rows are what the store has about some tables and places, or about all.
type rows struct {
	places []store.Place
	tabs   []store.Listed
	people map[string]*store.Person
}

// fill reads the members at the tables and places.
func (v *rows) fill(ctx context.Context, s *store.Store) (agreed map[string]agreement, err error) {
	ids, agreed := map[string]bool{}, map[string]agreement{}
	for _, p := range v.places {
		ids[p.Member] = true
	}
	for _, t := range v.tabs {
		var a agreement
		if err := json.Unmarshal(t.Setup, &a); err != nil {
			continue // no table of a club
		}
		agreed[t.ID] = a
		ids[a.Members[0]], ids[a.Members[1]] = true, true
	}
	v.people, err = s.People(ctx, slices.Collect(maps.Keys(ids))...)
	return agreed, err
}

// listedAs returns a table of the list.
func listedAs(t store.Listed, a agreement, people map[string]*store.Person, now time.Time) Table {
	listed := Table{Table: lobby.Table{ID: t.ID, Settings: a.Settings, Number: t.Number}, Node: t.Node, Since: a.Since, Over: t.Over}
	for _, id := range a.Members {
		m := lobby.Member{ID: id} // who has left
		if p := people[id]; p != nil {
			m = (&Member{*p}).at(a.Settings.Variant, now)
		}
		listed.Members = append(listed.Members, m)
	}
	return listed
}

// update reads some tables and the places of some members, and takes them over. Without any it
// reads all.
func (r *seating) update(ctx context.Context, tables, members []string) (err error) {
	var v rows
	all := len(tables)+len(members) == 0
	if all {
		if v.places, err = r.cfg.Store.AllPlaces(ctx); err == nil {
			v.tabs, err = r.cfg.Store.Tabs(ctx)
		}
	} else {
		if v.places, err = r.cfg.Store.Places(ctx, members...); err == nil && len(tables) > 0 {
			v.tabs, err = r.cfg.Store.Tabs(ctx, tables...)
		}
	}
	if err != nil {
		return err
	}
	agreed, err := v.fill(ctx, r.cfg.Store)
	if err != nil {
		return err
	}
	for _, id := range r.take(v, agreed, all, tables, members) {
		r.cfg.Notifier.Changed(id)
	}
	return nil
}

// take takes rows over, and returns the ids of the tables that may have changed.
func (r *seating) take(v rows, agreed map[string]agreement, all bool, tables, members []string) []string {
	changed := map[string]bool{}
	r.mu.Lock()
	defer r.mu.Unlock()
	if all {
		for id := range r.tables {
			tables = append(tables, id)
		}
		members = slices.AppendSeq(slices.Collect(maps.Keys(r.open)), maps.Keys(r.wishes))
	}
	for _, m := range members {
		if t, open := r.open[m]; open {
			delete(r.tables, t.ID)
			delete(r.open, m)
			changed[t.ID] = true
		}
		delete(r.wishes, m)
	}
	for _, id := range tables {
		if t := r.tables[id]; t.Playing() {
			delete(r.tables, id)
		}
		changed[id] = true
	}
	now := r.now()
	for _, p := range v.places {
		if id := r.takePlace(p, v.people[p.Member], now); id != "" {
			changed[id] = true
		}
	}
	for _, t := range v.tabs {
		if a, ok := agreed[t.ID]; ok {
			r.tables[t.ID] = listedAs(t, a, v.people, now)
			changed[t.ID] = true
		}
	}
	return slices.Collect(maps.Keys(changed))
}

// takePlace takes the place of a member who waits over, and returns the id of their open table.
func (r *seating) takePlace(p store.Place, who *store.Person, now time.Time) (table string) {
	s, ok := parseStay(p.Body)
	if !ok || who == nil {
		return ""
	}
	m := Member{*who}
	switch p.Kind {
	case store.KindSeek:
		r.wishes[m.ID] = waiting{Wish{Member: m.at(s.Settings.Variant, now), Settings: s.Settings, Since: p.Since, Blocked: m.Blocked}, p.Run}
	case store.KindOpen:
		t := lobby.Table{ID: p.Table, Settings: s.Settings, Members: []lobby.Member{m.at(s.Settings.Variant, now)}}
		r.open[m.ID], r.tables[t.ID] = t, Table{Table: t, Node: p.Node, Since: p.Since}
		return t.ID
	}
	return ""
}

// of returns the tables at which some members sit.
func (r *seating) of(members []string) (tables []string) {
	if len(members) == 0 {
		return nil
	}
	among := map[string]bool{}
	for _, m := range members {
		among[m] = true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for id, t := range r.tables {
		if slices.ContainsFunc(t.Members, func(m lobby.Member) bool { return among[m.ID] }) {
			tables = append(tables, id)
		}
	}
	return tables
}

// read returns a table at which two play, as it is in the store. The error is store.ErrNotFound
// without one.
func (r *seating) read(ctx context.Context, id string) (Table, error) {
	v := rows{}
	var err error
	if v.tabs, err = r.cfg.Store.Tabs(ctx, id); err != nil {
		return Table{}, err
	}
	agreed, err := v.fill(ctx, r.cfg.Store)
	if a, ok := agreed[id]; ok && err == nil {
		return listedAs(v.tabs[0], a, v.people, r.now()), nil
	}
	return Table{}, cmp.Or(err, store.ErrNotFound)
}

// Tables returns the tables of the list, in the order of their ids.
func (r *seating) Tables() []Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.tables))
	r.mu.Unlock()
	list = slices.DeleteFunc(list, func(t Table) bool { return t.Over })
	slices.SortFunc(list, func(a, b Table) int { return strings.Compare(a.ID, b.ID) })
	return list
}

// Listed is Tables with the node that owns each table now.
func (r *seating) Listed(ctx context.Context) ([]Table, error) {
	tabs, err := r.cfg.Store.Tabs(ctx)
	nodes := map[string]string{}
	for _, t := range tabs {
		nodes[t.ID] = t.Node
	}
	list := r.Tables()
	for i := range list {
		list[i].Node = cmp.Or(nodes[list[i].ID], list[i].Node)
	}
	return list, err
}

// TableCount returns the number of tables of the list.
func (r *seating) TableCount() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tables {
		if !t.Over {
			n++
		}
	}
	return n
}

// openTables returns the tables that wait for a second player, in the order of their ids. There are
// few of them, however many play.
func (r *seating) openTables() []lobby.Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.open))
	r.mu.Unlock()
	slices.SortFunc(list, func(a, b lobby.Table) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Table returns the table with that id in the list, or false.
func (r *seating) Table(id string) (lobby.Table, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l, there := r.tables[id]
	return l.Table, there && !l.Over
}

// gameOf returns the game that two members play, or have just played, with each other; "" if they
// are not at the same table.
func (r *seating) gameOf(a, b string) string {
	var last Table
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.tables {
		if t.Playing() && t.Has(a) && t.Has(b) && !t.Since.Before(last.Since) {
			last = t
		}
	}
	if last.ID == "" {
		return ""
	}
	return fmt.Sprintf("%s-%d", last.ID, max(last.Number, 1))
}

// Waiting returns the number of members who wait for an opponent.
func (r *seating) Waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.wishes)
}
