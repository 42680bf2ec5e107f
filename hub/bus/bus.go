// Package bus connects the nodes of a club. It has subjects that carry messages, buckets that keep
// values under keys, logs that keep all items in order, and journals that keep records under keys.
// A club on one machine uses the bus of package local; several machines use package natsbus. This
// package's tests check both against this description.
//
// All methods are safe for concurrent use.
package bus

import (
	"context"
	"errors"
	"time"
)

// MaxData is the largest number of bytes of a message, a value, a log's item or a journal's record.
const MaxData = 64 << 10

// Errors that callers distinguish with errors.Is. Any other error means that the bus failed, or
// that it may have done the call or not.
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
	// at most once; one publisher's messages to one subject arrive in order. The caller may reuse
	// data afterwards.
	Publish(subject string, data []byte) error

	// Subscribe calls f, on one goroutine and one message after the other, for each message whose
	// subject matches: "*" in the pattern is any word, ">" at its end one word or more. If f is far
	// too slow, it misses messages. End ends the subscription and drops undelivered messages; a
	// call of f may still run.
	//
	// This node's later messages reach f at once, other nodes' soon.
	Subscribe(pattern string, f func(Message)) (end func(), err error)

	// Request publishes a message and returns the first response to it. It returns ErrNoResponders
	// at once if no subscription matches, and the context's error if that ends first.
	Request(ctx context.Context, subject string, data []byte) ([]byte, error)

	// Bucket returns the bucket with that name, and makes it if it is missing. A key expires once
	// it has not changed for ttl, in whole seconds and the same each time; 0 means never. Watchers
	// do not hear of expired keys.
	Bucket(ctx context.Context, name string, ttl time.Duration) (Bucket, error)

	// Log returns the log with that name, and makes it if it is missing.
	Log(ctx context.Context, name string) (Log, error)

	// Journal returns the journal with that name, and makes it if it is missing.
	Journal(ctx context.Context, name string) (Journal, error)

	// Close ends the node's subscriptions. Running and later calls return ErrClosed. Stored data
	// stays. A subscription's f must not call Close.
	Close() error
}

// Message is a message that a subscription receives.
type Message struct {
	Subject string
	Data    []byte // not to be changed: others may have received the same bytes

	// Respond answers a request, at most once and from any goroutine; nil if the message is not a
	// request. An error means that the response was certainly not sent.
	Respond func(data []byte) error
}

// Bucket keeps values under keys. Each change has a revision, greater than the revisions of all
// changes before it. A change whose call returned without an error survives the death of this
// node's process. If nodes are missing, a call waits for them until its context ends; a change
// gives up after half a minute.
type Bucket interface {
	// Get returns a key's value, or ErrNotFound. It sees all changes whose calls have returned.
	Get(ctx context.Context, key string) (Entry, error)

	// Create stores the first value of a key and returns its revision, or ErrExists.
	Create(ctx context.Context, key string, data []byte) (revision uint64, err error)

	// Update replaces the value of a key with the given revision, and returns the new revision; at
	// another revision it returns ErrConflict.
	//
	// After another error the value may be stored or not; call Get to find out.
	Update(ctx context.Context, key string, data []byte, revision uint64) (uint64, error)

	// Delete removes a key with the given revision; at another revision it returns ErrConflict.
	// With revision 0 it removes the key at any revision, and a missing key is not an error.
	Delete(ctx context.Context, key string, revision uint64) error

	// Watch calls f with all present entries, then with the zero Entry, then with each change, in
	// the order of the revisions. Changes may also come before the zero Entry, and may repeat a
	// key: [Present] returns the last entry of each. A slow watcher may miss replaced values, but
	// never a key's last one. Watch returns the context's error when that ends, or another error if
	// it cannot continue.
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
	// error the item may be stored or not, so items carry an id that reveals duplicates.
	Append(ctx context.Context, data []byte) (number uint64, err error)

	// Read calls f with each item from a number on, in order, first those that are there and then
	// each new one. It returns the context's error when that ends, or the error of f.
	Read(ctx context.Context, from uint64, f func(number uint64, data []byte) error) error
}

// Journal keeps records under keys, in order. A record appended without an error is stored as
// safely as in a Bucket.
type Journal interface {
	// Append stores a record behind the others of a key, and returns its revision, which is greater
	// than all before it. It returns ErrConflict unless the key's last record has the revision
	// after; 0 means that there is no record.
	//
	// It tries once. After another error the record may be stored now, later or never. A second
	// Append with the same revision settles that: if it returns ErrConflict, Read tells which
	// record came behind that revision.
	Append(ctx context.Context, key string, after uint64, data []byte) (revision uint64, err error)

	// Read returns the records of a key, the oldest first; no record is not an error. It sees all
	// records whose Append has returned, and perhaps some trimmed ones.
	Read(ctx context.Context, key string) ([]Record, error)

	// Trim removes a key's records before the given revision. After an error they may be there or
	// not.
	Trim(ctx context.Context, key string, before uint64) error

	// Delete removes all records of a key; no record is not an error. The key's next record comes
	// after revision 0, and has a greater revision than the deleted ones.
	Delete(ctx context.Context, key string) error
}

// Record is a record of a journal.
type Record struct {
	Revision uint64
	Data     []byte // not to be changed
}
