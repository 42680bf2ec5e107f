package record

import (
	"context"
	"slices"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

const (
	// queueLength is the number of calls of a Keeper that may wait for the disk.
	queueLength = 256
	// closeWait is the longest time that Close waits for the disk.
	closeWait = 10 * time.Second
)

var errQueueFull = rules.Refuse("record.queue-full", "the disk is too slow for the games and top scores; try again in a moment")

// Keeper is a [Ledger] for a loop that must not wait. Every call returns at once; one goroutine
// runs the calls in order, and [Keeper.Poll] delivers the answers in that order. Only a refused
// call (hundreds wait, or the keeper is closed) is answered early. The function for an answer may
// be nil; its error then becomes a notice. [Start] makes a Keeper, and [Keeper.Close] ends it.
//
// All methods are safe for concurrent use, even inside an answer. The zero value is not usable.
type Keeper struct {
	cfg    Config
	notify func(Notice)
	cancel context.CancelFunc
	done   chan struct{} // closed when the worker has ended

	wake chan struct{} // holds a token while there is something new to do

	mu      sync.Mutex
	jobs    []job
	closed  bool
	answers []func()
	games   waiting[match.Record]
	marks   waiting[match.Bookmark]
	taken   []string // ids of games that other programs have taken over
	said    string   // the last reason why a game or series was refused, which is reported once
}

// job uses the ledger and returns the answer to deliver. Without a ledger it gets nil and the
// reason.
type job func(ctx context.Context, l *Ledger, refused error) func()

// Start starts to open the ledger of cfg in the background and returns at once. notify is called
// with the notices, within Poll; nil drops them.
func Start(cfg Config, notify func(Notice)) *Keeper {
	k := start(func(ctx context.Context) *Ledger { return Open(ctx, cfg) }, notify)
	k.cfg = cfg
	return k
}

func start(open func(context.Context) *Ledger, notify func(Notice)) *Keeper {
	if notify == nil {
		notify = func(Notice) {}
	}
	ctx, cancel := context.WithCancel(context.Background())
	k := &Keeper{
		notify: notify, cancel: cancel, done: make(chan struct{}), wake: make(chan struct{}, 1),
		games: waiting[match.Record]{map[string]match.Record{}, func(ctx context.Context, l *Ledger, r match.Record) error {
			return l.SaveGame(ctx, r)
		}},
		marks: waiting[match.Bookmark]{map[string]match.Bookmark{}, func(ctx context.Context, l *Ledger, b match.Bookmark) error {
			return l.SaveBookmark(ctx, b)
		}},
	}
	go k.work(ctx, open)
	return k
}

// work is the worker: it ends when the keeper is closed and nothing waits.
func (k *Keeper) work(ctx context.Context, open func(context.Context) *Ledger) {
	defer close(k.done)
	l := open(ctx)
	k.deliver(l.Notices(), nil)
	for do := k.next(ctx, l); do != nil; do = k.next(ctx, l) {
		answer := do(ctx, l, nil)
		k.deliver(l.Notices(), answer)
		k.lose(l.Taken())
	}
	err := l.Close()
	k.deliver(l.Notices(), nil)
	if err != nil {
		k.deliver([]Notice{{note("not-closed").Because(err)}}, nil)
	}
}

// next waits for the next job and removes it from the queue; meanwhile the ledger catches up. It
// returns nil once the keeper is closed and the queue is empty.
func (k *Keeper) next(ctx context.Context, l *Ledger) job {
	for {
		k.mu.Lock()
		if len(k.jobs) > 0 {
			do := k.jobs[0]
			k.jobs = slices.Delete(k.jobs, 0, 1)
			k.mu.Unlock()
			return do
		}
		closed := k.closed
		k.mu.Unlock()
		if closed {
			return nil
		}
		wait := sooner(l.CatchUp(ctx), l.Renew(ctx))
		k.deliver(l.Notices(), nil)
		k.lose(l.Taken())
		k.rest(wait)
	}
}

// sooner returns the shorter of two times to wait; 0 means none.
func sooner(a, b time.Duration) time.Duration {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

// lose notes games that other programs have taken over.
func (k *Keeper) lose(ids []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.taken = append(k.taken, ids...)
}

// rest waits until there is new work, for at most wait unless that is 0.
func (k *Keeper) rest(wait time.Duration) {
	if wait == 0 {
		<-k.wake
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-k.wake:
	case <-timer.C:
	}
}

// rouse wakes the worker, because there is something new to do.
func (k *Keeper) rouse() {
	select {
	case k.wake <- struct{}{}:
	default: // it has not handled the last token yet
	}
}

// deliver passes notices and an answer, if any, to the next Poll.
func (k *Keeper) deliver(notices []Notice, answer func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, n := range notices {
		k.answers = append(k.answers, func() { k.notify(n) })
	}
	if answer != nil {
		k.answers = append(k.answers, answer)
	}
}

// Poll delivers the answers and notices that have come since the last call, in order, and returns
// their number. It never waits for the disk. Call it once a frame.
func (k *Keeper) Poll() int {
	k.mu.Lock()
	answers := k.answers
	k.answers = nil
	k.mu.Unlock()
	for _, answer := range answers {
		answer()
	}
	return len(answers)
}

// Await waits until Poll can deliver the answers to everything asked so far. It returns the cause
// of ctx's end if that comes first.
func (k *Keeper) Await(ctx context.Context) error {
	answered := make(chan struct{})
	if err := k.enqueue(func(context.Context, *Ledger, error) func() { close(answered); return nil }); err != nil {
		return err
	}
	select {
	case <-answered:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// ask queues op and delivers its result to done.
func ask[T any](k *Keeper, op func(context.Context, *Ledger) (T, error), done func(T, error)) {
	do := func(ctx context.Context, l *Ledger, err error) func() {
		var value T
		if err == nil {
			value, err = op(ctx, l)
		}
		switch {
		case done != nil:
			return func() { done(value, err) }
		case err != nil:
			return func() { k.notify(noticeOf(err)) }
		}
		return nil
	}
	if err := k.enqueue(do); err != nil {
		k.deliver(nil, do(context.Background(), nil, err))
	}
}

// both are the two results of an op.
type both[T, U any] struct {
	first  T
	second U
}

// paired returns an op with two results as one with both in one.
func paired[T, U any](op func(context.Context, *Ledger) (T, U, error)) func(context.Context, *Ledger) (both[T, U], error) {
	return func(ctx context.Context, l *Ledger) (b both[T, U], err error) {
		b.first, b.second, err = op(ctx, l)
		return b, err
	}
}

// askTwo is ask for an op with two results.
func askTwo[T, U any](k *Keeper, op func(context.Context, *Ledger) (T, U, error), done func(T, U, error)) {
	ask(k, paired(op), func(b both[T, U], err error) { done(b.first, b.second, err) })
}

// do is ask for an op that returns only an error.
func do(k *Keeper, op func(context.Context, *Ledger) error, done func(error)) {
	var answer func(struct{}, error)
	if done != nil {
		answer = func(_ struct{}, err error) { done(err) }
	}
	ask(k, func(ctx context.Context, l *Ledger) (struct{}, error) { return struct{}{}, op(ctx, l) }, answer)
}

// enqueue gives a job to the worker, or returns the reason why it cannot.
func (k *Keeper) enqueue(do job) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.closed:
		return ErrClosed
	case len(k.jobs) >= queueLength:
		return errQueueFull
	}
	k.jobs = append(k.jobs, do)
	k.rouse()
	return nil
}

// waiting holds values of one kind that wait to be saved, by their ids.
type waiting[T any] struct {
	values map[string]T
	op     func(context.Context, *Ledger, T) error
}

// save queues a value under an id, and replaces one that still waits under it. The queue's limit
// does not apply: a caller saves few different ids.
func save[T any](k *Keeper, w waiting[T], id string, value T) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		k.answers = append(k.answers, func() { k.notify(noticeOf(ErrClosed)) })
		return
	}
	_, queued := w.values[id]
	w.values[id] = value
	if !queued {
		k.jobs = append(k.jobs, saveJob(k, w, id))
		k.rouse()
	}
}

// saveJob saves the newest value of an id. It says why that is refused, but the same reason only
// once, and not if a newer value already waits.
func saveJob[T any](k *Keeper, w waiting[T], id string) job {
	return func(ctx context.Context, l *Ledger, _ error) func() {
		k.mu.Lock()
		value := w.values[id]
		delete(w.values, id)
		k.mu.Unlock()
		err := w.op(ctx, l, value)
		k.mu.Lock()
		defer k.mu.Unlock()
		_, newer := w.values[id]
		switch {
		case err == nil:
			k.said = ""
			return nil
		case newer, err.Error() == k.said:
			return nil
		}
		k.said = err.Error()
		return func() { k.notify(noticeOf(err)) }
	}
}

// Top asks for the [Best] rows of [Ledger.Top].
func (k *Keeper) Top(v rules.Variant, done func([]match.Score, error)) {
	ask(k, func(ctx context.Context, l *Ledger) ([]match.Score, error) { return l.Top(ctx, v, Best) }, done)
}

// Place asks for [Ledger.Place].
func (k *Keeper) Place(s match.Score, done func(place int, err error)) {
	ask(k, func(ctx context.Context, l *Ledger) (int, error) { return l.Place(ctx, s) }, done)
}

// Add asks for [Ledger.Add].
func (k *Keeper) Add(s match.Score, done func(added bool, err error)) {
	ask(k, func(ctx context.Context, l *Ledger) (bool, error) { return l.Add(ctx, s) }, done)
}

// Variants asks for [Ledger.Variants].
func (k *Keeper) Variants(done func([]rules.Variant, error)) {
	ask(k, func(ctx context.Context, l *Ledger) ([]rules.Variant, error) { return l.Variants(ctx) }, done)
}

// Setting asks for [Ledger.Setting].
func (k *Keeper) Setting(key string, done func(value string, err error)) {
	ask(k, func(ctx context.Context, l *Ledger) (string, error) { return l.Setting(ctx, key) }, done)
}

// SetSetting asks for [Ledger.SetSetting].
func (k *Keeper) SetSetting(key, value string, done func(error)) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.SetSetting(ctx, key, value) }, done)
}

// Host returns [Ledger.Host]. Unlike other calls it waits, so it is not for the game loop.
func (k *Keeper) Host(ctx context.Context, addr string) (h Host, found bool, err error) {
	known, err := wait(ctx, k, paired(func(ctx context.Context, l *Ledger) (Host, bool, error) { return l.Host(ctx, addr) }))
	return known.first, known.second, err
}

// SaveHost asks for [Ledger.SaveHost].
func (k *Keeper) SaveHost(addr string, known keys.Known) {
	do(k, func(ctx context.Context, l *Ledger) error { return l.SaveHost(ctx, addr, known) }, nil)
}

// Identity returns [Ledger.Identity]. Unlike other calls it waits, so it is not for the game loop.
func (k *Keeper) Identity(ctx context.Context) (*keys.Identity, error) {
	return wait(ctx, k, func(ctx context.Context, l *Ledger) (*keys.Identity, error) { return l.Identity(ctx) })
}

// wait queues op, and returns its result, or early if ctx ends.
func wait[T any](ctx context.Context, k *Keeper, op func(context.Context, *Ledger) (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	err := k.enqueue(func(ctx context.Context, l *Ledger, _ error) func() {
		value, err := op(ctx, l)
		done <- outcome{value, err}
		return nil
	})
	var none T
	if err != nil {
		return none, err
	}
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

// Close writes the queued data and closes the ledger. It returns within two seconds; if the time
// runs out, the error is for the person. Later calls get [ErrClosed]; one more Poll delivers the
// earlier answers. Close may be called more than once.
func (k *Keeper) Close() error {
	k.mu.Lock()
	k.closed = true
	k.rouse()
	k.mu.Unlock()
	defer k.cancel()
	timer := time.NewTimer(closeWait)
	defer timer.Stop()
	select {
	case <-k.done:
		return nil
	case <-timer.C:
		return note("slow-close", int(closeWait/time.Second))
	}
}
