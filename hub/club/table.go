package club

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
)

// Table is a table as the bucket has it.
type Table struct {
	ID       string         `json:"id"`
	Members  []lobby.Member `json:"members"` // who opened it, and who sat down
	Settings settings       `json:"settings"`
	Number   int            `json:"number,omitempty"` // that of the game; 0 while it waits for a second player
	// Run is where the member waits, or where the table began.
	Run   string    `json:"run"`
	Since time.Time `json:"since"` // when it was opened, or when it began
}

// settings are those of a table.
type settings struct {
	Rules      string        `json:"rules"`
	Base       time.Duration `json:"base,omitempty"`
	Increment  time.Duration `json:"increment,omitempty"`
	Rated      bool          `json:"rated,omitempty"`
	Min        int           `json:"min,omitempty"`
	Max        int           `json:"max,omitempty"`
	NoWatchers bool          `json:"no_watchers,omitempty"`
}

func keptSettings(s lobby.Settings) settings {
	return settings{
		Rules: s.Variant.String(), Base: s.Time.Base, Increment: s.Time.Increment, Rated: s.Rated, Min: s.MinRating,
		Max: s.MaxRating, NoWatchers: s.NoWatchers,
	}
}

func (s settings) lobby() (lobby.Settings, error) {
	v, err := rules.ParseRuleSet(s.Rules)
	return lobby.Settings{
		Variant: v, Time: match.TimeControl{Base: s.Base, Increment: s.Increment}, Rated: s.Rated, MinRating: s.Min,
		MaxRating: s.Max, NoWatchers: s.NoWatchers,
	}, err
}

// Playing reports whether two play at the table.
func (t *Table) Playing() bool { return len(t.Members) == 2 }

// Lobby returns the table as members see it.
func (t *Table) Lobby() (lobby.Table, error) {
	s, err := t.Settings.lobby()
	return lobby.Table{ID: t.ID, Settings: s, Members: t.Members, Playing: t.Playing(), Number: t.Number}, err
}

// rooms has the tables of the club: the list, the places of members there, and their wishes for
// opponents.
type rooms struct {
	*base
	who    *register
	tables store[Table] // by id
	places store[place] // by member

	mu     sync.Mutex
	listed map[string]Listed      // the tables, by id
	open   map[string]lobby.Table // those of them that wait for a second player
	wishes map[string]waiting
}

// tableChanged takes over an entry of the bucket.
func (r *rooms) tableChanged(e bus.Entry) {
	var l Listed
	t, err := decode[Table](e)
	if !e.Deleted && err == nil {
		l.Table, err = t.Lobby()
		l.Run, l.Since = t.Run, t.Since
	}
	if !e.Deleted && err != nil {
		r.cfg.Log.Error("A table is damaged.", "table", e.Key, "err", err)
	}
	r.mu.Lock()
	delete(r.listed, e.Key)
	delete(r.open, e.Key)
	if !e.Deleted && err == nil {
		if r.listed[e.Key] = l; !l.Table.Playing {
			r.open[e.Key] = l.Table
		}
	}
	r.mu.Unlock()
	r.cfg.Gate.Changed(e.Key)
}

// Tables returns the tables of the list, in the order of their ids.
func (r *rooms) Tables() []lobby.Table {
	r.mu.Lock()
	list := make([]lobby.Table, 0, len(r.listed))
	for _, l := range r.listed {
		list = append(list, l.Table)
	}
	r.mu.Unlock()
	return byID(list)
}

// TableCount returns the number of tables of the list.
func (r *rooms) TableCount() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.listed)
}

// openTables returns the tables that wait for a second player, in the order of their ids. There are
// few of them, however many play.
func (r *rooms) openTables() []lobby.Table {
	r.mu.Lock()
	list := slices.Collect(maps.Values(r.open))
	r.mu.Unlock()
	return byID(list)
}

func byID(list []lobby.Table) []lobby.Table {
	slices.SortFunc(list, func(a, b lobby.Table) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

// Table returns a table of the list, or false if there is none with that id.
func (r *rooms) Table(id string) (lobby.Table, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	l, there := r.listed[id]
	return l.Table, there
}

// place says that a member waits at an open table, plays at one, or waits for an opponent.
// A member does one of them at a time.
type place struct {
	Table string    `json:"table,omitempty"`
	Wish  *kept     `json:"wish,omitempty"`
	Run   string    `json:"run"` // where the wish was made
	Since time.Time `json:"since"`
	// Before is the wish by which the member got to the table, in case that the other one does not
	// come; nil if there was none.
	Before *place `json:"before,omitempty"`
}

// kept is a wish as the bucket has it.
type kept struct {
	Member   lobby.Member `json:"member"`
	Settings settings     `json:"settings"`
	Blocked  []string     `json:"blocked,omitempty"`
}

// waiting is a wish in the list.
type waiting struct {
	Wish
	run      string
	revision uint64
}

// place returns the wish as the place of the member.
func (w *waiting) place() *place {
	return &place{Wish: wishToKeep(w.Wish), Run: w.run, Since: w.Since}
}

// placeChanged takes over an entry of the bucket.
func (r *rooms) placeChanged(e bus.Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.wishes, e.Key)
	if e.Deleted {
		return
	}
	p, err := decode[place](e)
	if err != nil || p.Wish == nil {
		return
	}
	if s, err := p.Wish.Settings.lobby(); err == nil {
		r.wishes[e.Key] = waiting{Wish{p.Wish.Member, s, p.Since, p.Wish.Blocked}, p.Run, e.Revision}
	}
}

// gameOf returns the game that two members play, or have just played, with each other; "" if they
// are not at the same table.
func (r *rooms) gameOf(a, b string) string {
	for _, t := range r.Tables() {
		if t.Playing && t.Has(a) && t.Has(b) {
			return fmt.Sprintf("%s-%d", t.ID, max(t.Number, 1))
		}
	}
	return ""
}
