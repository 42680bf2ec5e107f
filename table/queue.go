package table

import (
	"slices"

	"mancala/rules"
)

// maxQueue is the largest number of wishes of a seat that are undecided.
const maxQueue = 8

// wished is a wish in the queue of a follower.
type wished struct {
	Wish
	// hidden says that a ply is not shown: it is not legal here now, but the owner may still take
	// it.
	hidden bool
}

// sent reports that a wish has its ID.
func (w *wished) sent() bool { return w.ID != 0 }

// shown returns the game with the wishes of the queue that decide what else can be wished: plies,
// and requests of its own.
func (f *Follower) shown() view { return f.behind(f.state.shown().plies, f.queue) }

// behind returns the game after some of its plies, with the requests among wishes of this player.
func (f *Follower) behind(plies int, wishes []wished) view {
	v := view{f.state, plies, f.state.Ask}
	for _, w := range wishes {
		switch {
		case w.Kind == KindAsk && v.open.N == 0:
			v.open = Ask{f.state.N + 1, f.self, w.Arg}
		case w.Kind == KindUnask && v.open.By == f.self:
			v.open = Ask{}
		}
	}
	return v
}

// seal gives a wish what it has from the moment on at which it is first sent.
func (f *Follower) seal(w *Wish) {
	w.ID = f.state.LastID[f.self-A] + 1
	for _, q := range f.queue {
		w.ID = max(w.ID, q.ID+1)
	}
	w.Seen = f.state.N
	w.MAC = f.mac.of(&f.state.Terms.Series, f.self, w)
}

// predict shows a ply.
func (f *Follower) predict(w *Wish) {
	if c, err := f.state.predict(f.self, w.house()); err == nil {
		f.changes = append(f.changes, c)
	}
}

// decided removes a wish that has become an event, and those sent before it, which were refused.
func (f *Follower) decided(e *Event) {
	f.queue = slices.DeleteFunc(f.queue, func(w wished) bool {
		if w.sent() && w.ID <= e.ID && w.Wish != e.Wish && !w.hidden {
			f.drop(w.Wish, Late)
		}
		return w.sent() && w.ID <= e.ID
	})
}

// drop tells that a wish will not come true.
func (f *Follower) drop(w Wish, why Code) {
	f.changes = append(f.changes, Change{Dropped: &w, Why: why, Plies: len(f.state.hashes) - 1})
}

// align makes the shown plies those of the queue again, as far as they are legal.
func (f *Follower) align() {
	n := f.state.Plies()
	for i := range f.queue {
		w := &f.queue[i]
		if w.Kind != KindPly || w.hidden {
			continue
		}
		if !f.shows(n, &w.Wish) {
			f.withdraw(n)
			if w.hidden = !f.fits(f.behind(n, f.queue[:i]), &w.Wish); w.hidden {
				f.drop(w.Wish, Late)
				continue
			}
			f.predict(&w.Wish)
		}
		n++
	}
	f.withdraw(n)
}

// shows reports that a ply is shown behind the n-th ply.
func (f *Follower) shows(n int, w *Wish) bool {
	return n+1 < len(f.state.hashes) && f.state.hashes[n+1].short() == w.Hash
}

// withdraw takes the predicted plies behind the n-th ply back.
func (f *Follower) withdraw(n int) {
	kept := n - f.state.Plies()
	if kept == f.state.ahead {
		return
	}
	c := Change{Plies: n}
	_ = f.state.rewind(n, &c) // there are plies to take back
	c.Withdrawn, f.state.ahead = c.Withdrawn-kept, kept
	f.changes = append(f.changes, c)
}

// fits reports that a wish of this player is legal in a view, with its hash.
func (f *Follower) fits(v view, w *Wish) bool {
	if v.check(f.self, w) != 0 {
		return false
	}
	if w.Kind != KindPly {
		return true
	}
	_, hash, err := v.sow(v.plies, rules.House(w.Arg))
	return err == nil && hash.short() == w.Hash
}

// settle removes the wishes of the queue that can no longer become events, and shows the plies
// among the others.
func (f *Follower) settle() {
	n, queue := f.state.Plies(), f.queue
	f.queue = nil
	for _, w := range queue {
		if w.sent() && w.ID <= f.state.LastID[f.self-A] || !f.fits(f.behind(n, f.queue), &w.Wish) {
			if !w.hidden {
				f.drop(w.Wish, Late)
			}
			continue
		}
		if w.hidden = false; w.Kind == KindPly {
			if !f.shows(n, &w.Wish) {
				f.withdraw(n)
				f.predict(&w.Wish)
			}
			n++
		}
		f.queue = append(f.queue, w)
	}
	f.withdraw(n)
}
