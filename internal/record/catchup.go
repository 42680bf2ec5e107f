package record

import (
	"context"
	"time"
)

// The delays between attempts to catch up: each is twice the one before. After a quiet time the
// shortest comes first again.
const (
	firstPause = time.Second
	lastPause  = 16 * time.Second
	quietTime  = time.Minute
)

// movePause is how long a change may be only in the log of a database. So a copy of the database
// without its log has everything up to then, and saving a ply costs no more than its place in the
// log.
const movePause = 2 * time.Second

// notYet is returned by a book that could not do its work, and leaves it to the ledger when to try
// again.
const notYet time.Duration = -1

// backoff decides when to try something again. The zero value tries at once.
type backoff struct {
	next  time.Time // when to try again
	pause time.Duration
}

// failed notes an attempt at that time that did not succeed.
func (b *backoff) failed(now time.Time) {
	if now.Sub(b.next) > quietTime {
		b.pause = 0
	}
	b.pause = min(max(2*b.pause, firstPause), lastPause)
	b.next = now.Add(b.pause)
}

// CatchUp does the deferred work: it writes the data that a full or broken disk refused, and moves
// changes from the database's log into its file. It returns the time until the next call if work is
// left, or 0. An earlier call does nothing. [Ledger.Close] tries a last time.
func (l *Ledger) CatchUp(ctx context.Context) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait := time.Until(l.backoff.next); wait > 0 {
		return wait
	}
	wait := l.catchUp(ctx)
	if wait == notYet {
		l.backoff.failed(time.Now())
		return l.backoff.pause
	}
	return wait
}

// catchUp is [book.catchUp] for the ledger's book. It repeats the changes that are late on the next
// one.
func (l *Ledger) catchUp(ctx context.Context) time.Duration {
	for l.book != nil {
		next, notices, wait := l.book.catchUp(ctx)
		l.notices = append(l.notices, notices...)
		if next == nil {
			return wait
		}
		if l.late.repeat(ctx, next) != nil {
			_ = next.close() // the same failure has been told before
			return notYet
		}
		l.book, l.notices = next, append(l.notices, Notice{note("kept-again")})
	}
	return 0
}
