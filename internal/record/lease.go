package record

import (
	"context"
	"crypto/rand"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/rules"
)

// A lease records which program plays a saved game. It expires, so a killed program holds nothing.
const (
	// leaseTime is how long a lease lasts; a running program renews its leases every leaseBeat.
	leaseTime = 20 * time.Second
	leaseBeat = 5 * time.Second
)

// errElsewhere is the answer to a program that saves a game which another one plays.
var errElsewhere error = rules.Refuse("record.elsewhere", "another program has taken this game over; what is played here is not kept")

// lease is a wish to play a game.
type lease struct {
	holder     string // the program, as in newHolder
	now, until time.Time
}

// newHolder names this run of the program: its process and something that no other run has.
func newHolder() string { return strconv.Itoa(os.Getpid()) + "-" + strings.ToLower(rand.Text()[:12]) }

// excludes reports whether another holder's lease, until that time, still counts. It does not if
// the holder's process has ended, or if the lease is too long because the clock was set back.
func (w lease) excludes(holder string, until time.Time) bool {
	if holder == w.holder || !until.After(w.now) || until.After(w.now.Add(2*leaseTime)) {
		return false
	}
	text, _, _ := strings.Cut(holder, "-")
	pid, err := strconv.Atoi(text)
	return err != nil || mayRun(pid)
}

// hold gives the game with an id to a holder if it is free or take is set, and reports whether the
// holder has it.
func (w lease) hold(ctx context.Context, r rows, id string, take bool) (held bool, err error) {
	old, found, err := get(ctx, r, leaseRows, id)
	if err != nil || found && !take && w.excludes(old.holder, old.until) {
		return false, err
	}
	return true, r.put(ctx, leaseRows, id, w)
}

// release ends a holder's lease of a game.
func release(ctx context.Context, r rows, id, holder string) error {
	old, _, err := get(ctx, r, leaseRows, id)
	if err != nil || old.holder != holder {
		return err
	}
	return r.drop(ctx, leaseRows, id)
}

// claim returns a lease from now on.
func (l *Ledger) claim(now time.Time) lease {
	if l.leases.holder == "" {
		l.leases.holder, l.leases.held = newHolder(), map[string]bool{}
	}
	return lease{l.leases.holder, now, now.Add(leaseTime)}
}

// leases are the games that this program plays. The zero value is ready for use.
type leases struct {
	holder  string
	held    map[string]bool // by game id
	taken   []string        // ids of games that another program has taken over
	renewed time.Time
}

// note records the outcome of a lease.
func (s *leases) note(id string, held bool) {
	if !held && s.held[id] {
		s.taken = append(s.taken, id)
	}
	if delete(s.held, id); held {
		s.held[id] = true
	}
}

// Hold gives the local game with that id to this program while it runs, and reports whether it has
// it. False means that another program plays it; with take it takes the game from that program.
// Saving a running local game also holds it.
func (l *Ledger) Hold(ctx context.Context, id string, take bool) (held bool, err error) {
	if err := checkASCII(id, "game id", MaxGameID); err != nil {
		return false, err
	}
	now := l.clock()
	err = l.do(ctx, func(b book) (err error) {
		err = b.change(ctx, func(r rows) (err error) {
			held, err = l.claim(now).hold(ctx, r, id, take)
			return err
		})
		l.leases.note(id, held || err != nil) // without a disk there is no one to share it with
		return err
	})
	return held, err
}

// Release ends this program's lease of a game, so that other programs may play it.
func (l *Ledger) Release(ctx context.Context, id string) error {
	return l.do(ctx, func(b book) error {
		delete(l.leases.held, id)
		return b.change(ctx, func(r rows) error { return release(ctx, r, id, l.leases.holder) })
	})
}

// Renew renews this program's leases, and returns the time until the next call, or 0 if there are
// none.
func (l *Ledger) Renew(ctx context.Context) time.Duration {
	l.mu.Lock()
	ids, wait := slices.Collect(maps.Keys(l.leases.held)), time.Until(l.leases.renewed.Add(leaseBeat))
	if len(ids) > 0 && wait <= 0 {
		l.leases.renewed, wait = time.Now(), leaseBeat
		l.mu.Unlock()
		for _, id := range ids {
			_, _ = l.Hold(ctx, id, false) // tried again at the next beat
		}
		return wait
	}
	defer l.mu.Unlock()
	if len(ids) == 0 {
		return 0
	}
	return wait
}

// Taken returns the ids of the games that other programs have taken over since the last call.
func (l *Ledger) Taken() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.leases.taken
	l.leases.taken = nil
	return list
}

// releaseAll ends all leases of this program, since it ends.
func (l *Ledger) releaseAll(ctx context.Context) {
	for id := range l.leases.held {
		_ = l.book.change(ctx, func(r rows) error { return release(ctx, r, id, l.leases.holder) }) // it ends by itself
	}
}
