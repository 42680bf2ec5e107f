package tables

import (
	"slices"

	"mancala/internal/table"
	"mancala/rules"
)

// simWatcher watches the table at one node.
type simWatcher struct {
	s     *sim
	plies []rules.House
	over  bool
}

// Show checks that watchers see nothing that is not stored, and all that is.
func (w *simWatcher) Show(all *Shown, plies []table.Event) {
	s := w.s
	if n := s.owner(); s.journal.events[all.N] == "" || n != nil && n.watcher == w && s.journal.events[all.N+1] != "" {
		s.failf("watchers see the table after event %d of %d", all.N, len(s.journal.events))
	}
	if w.over {
		s.failf("watchers see a table that they have left")
	}
	for i := range plies {
		e := &plies[i]
		if s.journal.events[e.N] != string(e.Append(nil)) {
			s.failf("event %d was shown, and is not stored", e.N)
		}
		w.plies = append(w.plies, rules.House(e.Arg))
		s.seen["shown ply"]++
	}
	if len(plies) == 0 {
		w.plies = slices.Clone(all.Plies)
		s.seen["shown all"]++
	}
	if !slices.Equal(w.plies, all.Plies) {
		s.failf("watchers see %v of %v", w.plies, all.Plies)
	}
}

// Leave says that the table is gone.
func (w *simWatcher) Leave() { w.over = true }
