package record

import (
	"context"
	"errors"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

// ErrClosed is the answer to every call after Close.
var ErrClosed error = rules.Refuse("record.closed", "the games and top scores are closed")

// Config says where a ledger is kept. The zero value means the platform's folder and the real
// clock.
type Config struct {
	// Dir is the folder of the database. If it does not exist, it is created for this user only.
	// Empty means [DefaultDir].
	Dir string
	// Now returns the time for games and for the name of a damaged database; nil means
	// time.Now.
	Now func() time.Time

	// doubted says that the database has shown damage, so the whole of it has to be checked.
	doubted bool
	// pragmas run on each connection to the database; tests use them to limit its size.
	pragmas []string
}

// Notice informs the person at the screen of a change to the kept data that they did not ask for.
type Notice struct{ *rules.Note }

// note returns a note for the person; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("record."+code, args...) }

// noticeOf turns an error that no caller receives into a notice.
func noticeOf(err error) Notice {
	if n := (*rules.Note)(nil); errors.As(err, &n) {
		return Notice{n}
	}
	return Notice{note("trouble", err).Because(err)}
}

// Ledger is the archive of games, the table of top scores, the settings, the known hosts and the
// key of this installation. [Open] makes one. It is safe for concurrent use. Errors tell a person
// the problem and its remedy; the errors that they wrap are for the log.
type Ledger struct {
	mu      sync.Mutex
	book    book
	notices []Notice
	now     func() time.Time // nil means time.Now
	cfg     Config
	// identity is the key of the installation, once it was asked for.
	identity *keys.Identity
	backoff  backoff
	late     postponed // changes since the disk could not be written
	leases   leases
}

// Open opens the database in cfg.Dir, and creates or repairs it if needed. It always returns a
// working ledger; if the database cannot be used, the ledger is in memory and Notices says so. If
// another process holds the database, it may take seconds, or until ctx is done.
func Open(ctx context.Context, cfg Config) *Ledger {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	b, notices := openBook(ctx, cfg)
	return &Ledger{book: b, notices: notices, now: cfg.Now, cfg: cfg}
}

// Notices returns the notices about the kept data since the last call. Call it after Open and after
// each call.
func (l *Ledger) Notices() []Notice {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := l.notices
	l.notices = nil
	return list
}

// maxTries is the number of books in a row on which a call is tried. Two is the most known case:
// the database was replaced, and then the disk was full.
const maxTries = 4

// do runs op on the book, and again on the next one if the book turns out to be lost. op must be
// repeatable.
func (l *Ledger) do(ctx context.Context, op func(book) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	var err error
	for range maxTries {
		if l.book == nil {
			return ErrClosed
		}
		if ctx.Err() != nil {
			return note("not-waited").Because(ctx.Err())
		}
		err = op(l.book)
		next, notices := l.book.after(err)
		l.notices = append(l.notices, notices...)
		if next == nil {
			break
		}
		l.book = next
		if _, out := next.(*detached); out {
			l.backoff.failed(time.Now())
		}
	}
	return l.book.explain(err)
}

// on is [Ledger.do] for an op with a result.
func on[T any](ctx context.Context, l *Ledger, op func(book) (T, error)) (v T, err error) {
	err = l.do(ctx, func(b book) (err error) {
		v, err = op(b)
		return err
	})
	return v, err
}

// onTwo is [Ledger.do] for an op with two results.
func onTwo[T, U any](ctx context.Context, l *Ledger, op func(book) (T, U, error)) (v T, u U, err error) {
	err = l.do(ctx, func(b book) (err error) {
		v, u, err = op(b)
		return err
	})
	return v, u, err
}

// Top returns the n best scores of a variant, best first: by seeds, then fewer turns, then earlier
// date. n is at most [Best]; a larger one counts as Best. If there are no scores the list is empty.
func (l *Ledger) Top(ctx context.Context, v rules.Variant, n int) ([]match.Score, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	return on(ctx, l, func(b book) ([]match.Score, error) { return b.top(ctx, v, max(0, min(n, Best))) })
}

// Place returns the rank 1..Best that a score has or would have, or 0 if it is not among the best.
// It changes nothing. A score without a date is one of now. An invalid score is an error.
func (l *Ledger) Place(ctx context.Context, s match.Score) (int, error) {
	s = l.dated(s)
	if err := checkScore(s); err != nil {
		return 0, err
	}
	s = normalScore(s)
	best, err := on(ctx, l, func(b book) ([]match.Score, error) { return b.top(ctx, s.Variant, Best+1) })
	if err != nil {
		return 0, err
	}
	return place(best, s), nil
}

// Add saves a score permanently, among the best or not, and reports whether it was new. It leaves
// an existing score of that game unchanged, without an error. It refuses an invalid score. A score
// without a date gets the current time.
func (l *Ledger) Add(ctx context.Context, s match.Score) (added bool, err error) {
	s = l.dated(s)
	if err := checkScore(s); err != nil {
		return false, err
	}
	err = l.change(ctx, change{row: rowID{scoreRows.name, s.GameID}, do: func(ctx context.Context, r rows) (bool, error) {
		added, err = once(ctx, r, scoreRows, s.GameID, normalScore(s))
		return added, err
	}})
	return added && err == nil, err
}

// dated returns a score with the current time if it has no date.
func (l *Ledger) dated(s match.Score) match.Score {
	if s.Date.IsZero() {
		s.Date = l.clock()
	}
	return s
}

// Variants returns the variants that have scores, in menu order.
func (l *Ledger) Variants(ctx context.Context) ([]rules.Variant, error) {
	list, err := on(ctx, l, func(b book) ([]rules.Variant, error) { return b.variants(ctx) })
	sortVariants(list)
	return list, err
}

// Setting returns the value last set for a key, or the empty string if there is none.
func (l *Ledger) Setting(ctx context.Context, key string) (string, error) {
	if err := checkSetting(key, ""); err != nil {
		return "", err
	}
	value, _, err := onTwo(ctx, l, func(b book) (string, bool, error) { return get(ctx, b, settingRows, key) })
	return value, err
}

// SetSetting keeps a value under a key. A key is 1..MaxKey printable ASCII characters without
// spaces, a value at most MaxValue bytes of text; anything else is an error.
func (l *Ledger) SetSetting(ctx context.Context, key, value string) error {
	if err := checkSetting(key, value); err != nil {
		return err
	}
	return l.change(ctx, putting(settingRows, key, value))
}

// Close closes the database. Accepted data is already on the disk; if a notice has said otherwise,
// Close tries a last time to write it. It may be called more than once.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.book == nil {
		return nil
	}
	if len(l.late.changes) > 0 {
		ctx, cancel := context.WithTimeout(context.Background(), closeWait)
		defer cancel()
		if l.catchUp(ctx) == notYet {
			l.notices = append(l.notices, Notice{note("lost")})
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeWait)
	defer cancel()
	l.releaseAll(ctx)
	err := l.book.close()
	l.book = nil
	return err
}
