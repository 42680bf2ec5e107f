// Package bus is the common ground of the nodes of a club: subjects that carry messages, buckets
// that keep values under keys, logs that keep all that was appended, in order, and journals that
// keep records under keys. A club on one machine uses the bus of package local; several machines
// use package natsbus. The tests of this package hold both to this description.
//
// All methods may be called by several goroutines at once.
package bus

import (
	"context"
	"errors"
	"time"
)

// MaxData is the largest number of bytes of a message, a value, a log's item or a journal's record.
const MaxData = 64 << 10

// Errors that callers tell apart with errors.Is. Any other error means that the bus could not do it
// now, or that its caller cannot know whether it was done.
var (
	ErrNoResponders = errors.New("no one listens on this subject")
	ErrNotFound     = errors.New("there is no such key")
	ErrExists       = errors.New("the key exists already")
	ErrConflict     = errors.New("the key has another revision")
	ErrTooLong      = errors.New("more than 64 KiB of data")
	ErrName         = errors.New("not a valid name")
	ErrClosed       = errors.New("the bus is closed")
)

// Bus is the place of one node on the bus.
type Bus interface {
	// Node returns the name of this node, which no other node of the bus has.
	Node() string

	// Publish sends a message to all present subscriptions that match a subject. A message arrives
	// at most once, and the messages of one publisher to one subject in order. The data may be
	// reused afterwards.
	Publish(subject string, data []byte) error

	// Subscribe calls f, on one goroutine and one message after the other, for each message whose
	// subject matches: "*" in the pattern is any word, ">" at its end one word or more. If f is far
	// too slow, it misses messages. End ends the subscription; messages that f has not been given
	// yet are lost, and a call of f may still run.
	//
	// Later messages of this node reach f; messages of other nodes do so soon.
	Subscribe(pattern string, f func(Message)) (end func(), err error)

	// Request publishes a message and returns the first response to it. It returns ErrNoResponders
	// at once if there is no subscription that matches, and the context's error if it ends first.
	Request(ctx context.Context, subject string, data []byte) ([]byte, error)

	// Bucket returns the bucket with that name, and makes it if it is missing. A key is gone once
	// it has not changed for ttl, which has whole seconds and must be the same each time; 0 means
	// never. Watchers do not hear of a key that is gone by age.
	Bucket(ctx context.Context, name string, ttl time.Duration) (Bucket, error)

	// Log returns the log with that name, and makes it if it is missing.
	Log(ctx context.Context, name string) (Log, error)

	// Journal returns the journal with that name, and makes it if it is missing.
	Journal(ctx context.Context, name string) (Journal, error)

	// Close ends the node's subscriptions, and makes every later call and those under way return
	// ErrClosed. What is stored stays. A subscription's f must not call it.
	Close() error
}

// Message is a message that a subscription receives.
type Message struct {
	Subject string
	Data    []byte // not to be changed: others may have received the same bytes

	// Respond answers a request, at most once and from any goroutine; nil if this is none. An error
	// only says that the response was certainly not sent.
	Respond func(data []byte) error
}

// Bucket keeps values under keys. Each change has a revision, greater than the revisions of all
// changes before it. A call that returned without error is stored, and survives the death of this
// node's process. If nodes are missing, a call waits for them until its context ends; a change
// gives up after half a minute.
type Bucket interface {
	// Get returns a key's present value, or ErrNotFound. It sees all changes whose call returned
	// before.
	Get(ctx context.Context, key string) (Entry, error)

	// Create stores the first value of a key and returns its revision, or ErrExists.
	Create(ctx context.Context, key string, data []byte) (revision uint64, err error)

	// Update replaces the value of a key whose revision is the given one, and returns the new
	// revision; otherwise ErrConflict.
	//
	// After another error the value may have been stored or not: Get tells.
	Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error)

	// Delete removes a key whose revision is the given one, or else returns ErrConflict. With
	// revision 0 it removes the key as it is, and it is no error if there is none.
	Delete(ctx context.Context, key string, revision uint64) error

	// Watch calls f with all present entries, then with the zero Entry, then with each change, in
	// the order of the revisions. Changes may come before the zero Entry, too, and a key more than
	// once then: [Present] returns the last of each. A slow watcher may miss values that have been
	// replaced, never the last one of a key. It returns the context's error when that ends, and any
	// other only if it cannot continue.
	Watch(ctx context.Context, f func(Entry)) error
}

// Entry is a key's value, or its deletion.
type Entry struct {
	Key      string
	Data     []byte // not to be changed; nil in a deletion
	Revision uint64 // of a deletion: only for comparing
	Deleted  bool   // only from Watch
}

// Log keeps all that is appended to it, numbered from 1 without a gap.
type Log interface {
	// Append stores an item at the end, as safely as a Bucket, and returns its number. After an
	// error it may be stored or not, so items carry an id by which a second one is recognized.
	Append(ctx context.Context, data []byte) (number uint64, err error)

	// Read calls f with each item from a number on, in order, first those that are there and then
	// each new one. It returns the context's error when that ends, or the error of f.
	Read(ctx context.Context, from uint64, f func(number uint64, data []byte) error) error
}

// Journal keeps records under keys, each behind the one before it. A record that was appended
// without an error is stored as safely as in a Bucket.
type Journal interface {
	// Append stores a record behind the others of a key, and returns its revision, which is greater
	// than all before it. The last record of the key must have the revision after, which is 0 if
	// there is none; otherwise it returns ErrConflict.
	//
	// It tries once. After another error the record may be stored, or be stored later. A second
	// Append with the same revision ends the doubt: if both return ErrConflict, Read tells which
	// record came behind that revision.
	Append(ctx context.Context, key string, after uint64, data []byte) (revision uint64, err error)

	// Read returns the records of a key, the oldest first; none is no error. It sees all records
	// whose Append returned before, and perhaps some that were trimmed.
	Read(ctx context.Context, key string) ([]Record, error)

	// Trim removes the records of a key whose revision is less than the given one. After an error
	// they may be there or not.
	Trim(ctx context.Context, key string, before uint64) error

	// Delete removes all records of a key; it is no error if there are none. The next record of the
	// key comes after revision 0, and has a greater revision than those that were deleted.
	Delete(ctx context.Context, key string) error
}

// Record is a record of a journal.
type Record struct {
	Revision uint64
	Data     []byte // not to be changed
}
