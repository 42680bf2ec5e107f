package record

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/netplay/workers"
)

// PlayersBucket is the name of the bus's bucket of members.
const PlayersBucket = "players"

const (
	// batch is the largest number of items in one transaction.
	batch = 500
	// again is how long Follow waits after an error.
	again = time.Second
)

// Follower keeps a record up to date.
type Follower struct {
	// Record is the record.
	Record *Record
	// Bus has the log and the bucket.
	Bus bus.Bus
	// Member parses an entry of the bucket. It need not set ID and Revision.
	Member func(data []byte) (Member, error)

	begun begun // of the goroutine that follows the log

	mu    sync.Mutex
	runs  bool     // Run has begun
	state [2]error // of the log and the bucket: errBehind, nil, or why it does not follow
}

// begun notes where a follower began to follow a log; the zero value means that it has not.
type begun struct {
	last uint64 // the number of the item that it appended
	name string // of the log
}

// errBehind is the state until all that is on the bus has been taken over.
var errBehind = errors.New("the record is still being filled from the bus")

// Run follows the bus until ctx ends. After an error it begins again where it was; [Follower.Check]
// tells of it meanwhile, and the record's log does once.
func (f *Follower) Run(ctx context.Context) {
	f.mu.Lock()
	f.runs, f.state = true, [2]error{errBehind, errBehind}
	f.mu.Unlock()
	var both sync.WaitGroup
	for part, follow := range []func(context.Context) error{f.followLog, f.followMembers} {
		both.Go(func() { f.repeat(ctx, part, follow) })
	}
	both.Wait()
}

// repeat calls follow until ctx ends.
func (f *Follower) repeat(ctx context.Context, part int, follow func(context.Context) error) {
	last := ""
	for ctx.Err() == nil {
		err := follow(ctx)
		if ctx.Err() != nil {
			return
		}
		f.set(part, err)
		if text := err.Error(); text != last {
			last = text
			f.Record.cfg.Log.Error("The record does not follow the bus. It is tried again.", "part", []string{"games", "members"}[part], "err", err)
		}
		workers.Pause(ctx, again)
	}
}

func (f *Follower) set(part int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.state[part] = err
}

// Check returns nil if the record has all that was on the bus when it began to follow, and still
// follows; otherwise the reason.
func (f *Follower) Check() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.runs {
		return errBehind
	}
	return errors.Join(f.state[0], f.state[1])
}

// followLog takes over the games.
func (f *Follower) followLog(ctx context.Context) error {
	log, err := f.Bus.Log(ctx, LogName)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if f.begun.name == "" {
		if f.begun, err = begin(ctx, log); err != nil {
			return err
		}
	}
	last, name := f.begun.last, f.begun.name
	at, err := f.Record.Position(ctx, name)
	if err != nil {
		return err
	}
	items := make(chan Item, batch)
	go func() {
		cancel(log.Read(ctx, at+1, func(number uint64, data []byte) error {
			select {
			case items <- Item{number, append([]byte(nil), data...)}:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}))
	}()
	err = inBatches(ctx, items, func(list []Item) error {
		err := f.Record.Apply(ctx, name, list)
		if err == nil && list[len(list)-1].Number >= last {
			f.set(0, nil)
		}
		return err
	})
	if ctx.Err() != nil { // the bus has ended it, and may have another log next time
		f.begun = begun{}
	}
	return err
}

// begin appends an item to the log. The log's id follows from its first item.
func begin(ctx context.Context, log bus.Log) (b begun, err error) {
	data, err := beginning()
	if err != nil {
		return begun{}, err
	}
	if b.last, err = log.Append(ctx, data); err != nil {
		return begun{}, err
	}
	found := errors.New("found")
	err = log.Read(ctx, 1, func(_ uint64, data []byte) error {
		sum := sha256.Sum256(data)
		b.name = hex.EncodeToString(sum[:16])
		return found
	})
	if errors.Is(err, found) {
		err = nil
	}
	return b, err
}

// beginning returns an item that is unlike any other.
func beginning() ([]byte, error) { return json.Marshal(event{Version: version, Begin: rand.Text()}) }

// inBatches calls f with values from a channel, as many as are there each time. It returns f's
// error, or the cause of ctx's end.
func inBatches[T any](ctx context.Context, from <-chan T, f func([]T) error) error {
	var list []T
	for {
		list = list[:0]
		select {
		case item := <-from:
			list = append(list, item)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		for more := true; more && len(list) < batch; {
			select {
			case item := <-from:
				list = append(list, item)
			default:
				more = false
			}
		}
		if err := f(list); err != nil {
			return err
		}
	}
}

// followMembers takes over the members.
func (f *Follower) followMembers(ctx context.Context) error {
	bucket, err := f.Bus.Bucket(ctx, PlayersBucket, 0)
	if err != nil {
		return err
	}
	known, err := f.Record.Revisions(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	entries := make(chan bus.Entry, batch)
	go func() {
		cancel(bucket.Watch(ctx, func(e bus.Entry) {
			select {
			case entries <- e:
			case <-ctx.Done():
			}
		}))
	}()
	return inBatches(ctx, entries, func(list []bus.Entry) error {
		members, all := f.members(list, &known)
		err := f.Record.SetMembers(ctx, members)
		if err == nil && all {
			f.set(1, nil)
		}
		return err
	})
}

// members returns the entries that are new to the record, and whether the present entries end with
// them. known has the record's revisions of the members not seen yet; afterwards it is nil.
func (f *Follower) members(entries []bus.Entry, known *map[string]uint64) (list []Member, all bool) {
	for _, e := range entries {
		if e.Key == "" {
			for id := range *known { // gone while this node was away
				list = append(list, Member{ID: id, Deleted: true})
			}
			*known, all = nil, true
			continue
		}
		revision, ok := (*known)[e.Key]
		delete(*known, e.Key)
		if ok && revision == e.Revision && !e.Deleted {
			continue
		}
		m := Member{Deleted: true}
		if !e.Deleted {
			var err error
			if m, err = f.Member(e.Data); err == nil {
				m.ID = e.Key
				err = m.check()
			}
			if err != nil {
				f.Record.cfg.Log.Warn("An entry of a member cannot be right. It is left out.", "member", e.Key, "reason", err)
				continue
			}
		}
		m.ID, m.Revision = e.Key, e.Revision
		list = append(list, m)
	}
	return list, all
}
