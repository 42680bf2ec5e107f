package local

import (
	"slices"
	"sync"

	"mancala/hub/bus"
)

// watcher holds the changes that are still to be told: of each key the last one, in the order of
// the revisions.
type watcher struct {
	more chan struct{} // has an element when something was pushed

	mu      sync.Mutex
	pending []bus.Entry
	latest  map[string]uint64 // the revisions of those pending that have not been replaced
}

func newWatcher() *watcher {
	return &watcher{more: make(chan struct{}, 1), latest: map[string]uint64{}}
}

func (w *watcher) push(e bus.Entry) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pending = append(w.pending, e)
	w.latest[e.Key] = e.Revision
	if len(w.pending) > 64 && len(w.pending) > 2*len(w.latest) {
		w.pending = slices.DeleteFunc(w.pending, func(e bus.Entry) bool { return w.latest[e.Key] != e.Revision })
	}
	select {
	case w.more <- struct{}{}:
	default:
	}
}

// pop returns the next entry that has not been replaced.
func (w *watcher) pop() (bus.Entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.pending) > 0 {
		e := w.pending[0]
		w.pending = w.pending[1:]
		if w.latest[e.Key] == e.Revision {
			delete(w.latest, e.Key)
			return e, true
		}
	}
	return bus.Entry{}, false
}
