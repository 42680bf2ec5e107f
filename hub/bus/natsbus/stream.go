package natsbus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
)

// repeats is how long a stream remembers message ids, so that it does not store a message twice if
// that is sent again after a lost acknowledgement.
const repeats = 30 * time.Second

// stream is the stream of JetStream behind a bucket or a log.
type stream struct {
	node *node
	name string
	js   jetstream.Stream

	repeats time.Duration // is how long it knows the ids of its messages
}

// stream returns the stream with that name, and makes it if it is missing.
func (n *node) stream(ctx context.Context, cfg jetstream.StreamConfig) (stream, error) {
	ctx, end := n.during(ctx)
	defer end()
	cfg.Replicas, cfg.Discard, cfg.Duplicates = n.replicas, jetstream.DiscardNew, repeats
	cfg.MaxMsgSize = -1
	if cfg.MaxAge > 0 {
		cfg.Duplicates = min(repeats, cfg.MaxAge)
	}
	s := stream{node: n, name: cfg.Name, repeats: cfg.Duplicates}
	err := persist(ctx, func(ctx context.Context) (err error) {
		s.js, err = n.js.Stream(ctx, cfg.Name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			s.js, err = n.js.CreateStream(ctx, cfg)
		}
		return passing(err, errors.Is(err, jetstream.ErrStreamNameAlreadyInUse)) // by another node just now
	})
	if err != nil {
		return stream{}, n.reason(err)
	}
	has := s.js.CachedInfo().Config
	if has.MaxAge != cfg.MaxAge {
		return stream{}, fmt.Errorf("its keys live for %v, not %v", has.MaxAge, cfg.MaxAge)
	}
	return s, nil
}

// put stores a message once, even if it must send it several times, and returns its number. It
// gives up before the stream forgets the message's id.
func (s stream) put(ctx context.Context, m *nats.Msg) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.repeats*5/6)
	defer cancel()
	ctx, end := s.node.during(ctx)
	defer end()
	m.Header.Set(jetstream.MsgIDHeader, rand.Text())
	var number uint64
	again := false
	err := persist(ctx, func(ctx context.Context) error {
		ack, err := s.node.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
		switch {
		case err == nil:
			number = ack.Sequence
		case again && errors.Is(wrong(err, bus.ErrConflict), bus.ErrConflict):
			number, err = s.own(ctx, m, err)
		}
		again = true
		return err
	})
	return number, s.node.reason(err)
}

// own returns the number of a message if it is the last one with its subject, and conflict
// otherwise. It is needed because a server without a cluster checks the expected revision before
// the id, and so refuses a message that it has stored already.
func (s stream) own(ctx context.Context, m *nats.Msg, conflict error) (uint64, error) {
	last, err := s.js.GetLastMsgForSubject(ctx, m.Subject)
	switch {
	case err == nil && last.Header.Get(jetstream.MsgIDHeader) == m.Header.Get(jetstream.MsgIDHeader):
		return last.Sequence, nil
	case err == nil || errors.Is(err, jetstream.ErrMsgNotFound):
		return 0, conflict
	}
	return 0, err
}

// last returns the last message with a subject, or jetstream.ErrMsgNotFound.
func (s stream) last(ctx context.Context, subject string) (m *jetstream.RawStreamMsg, err error) {
	ctx, end := s.node.during(ctx)
	defer end()
	err = persist(ctx, func(ctx context.Context) error {
		m, err = s.js.GetLastMsgForSubject(ctx, subject)
		return err
	})
	return m, s.node.reason(err)
}

// wrong turns the error for a wrong expected revision into another one.
func wrong(err, into error) error {
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence {
		return into
	}
	return err
}

type log struct {
	stream
	subject string
}

func (n *node) Log(ctx context.Context, name string) (bus.Log, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	subject := root + "log." + name
	s, err := n.stream(ctx, jetstream.StreamConfig{Name: "mancala-" + name, Subjects: []string{subject}, DenyDelete: true, DenyPurge: true})
	if err != nil {
		return nil, fmt.Errorf("log %s: %w", name, err)
	}
	return log{s, subject}, nil
}

func (l log) Append(ctx context.Context, data []byte) (uint64, error) {
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	m := nats.NewMsg(l.subject)
	m.Data = data
	return l.put(ctx, m)
}

func (l log) Read(ctx context.Context, from uint64, f func(uint64, []byte) error) error {
	return l.follow(ctx, from, l.subject, func(m *nats.Msg, number uint64) error { return f(number, m.Data) }, nil)
}

const (
	// attempt is the longest time of one attempt. Harmless repeats begin with firstAttempt, and
	// double each time. A leader that has died or was replaced does not answer.
	attempt      = time.Second
	firstAttempt = attempt / 4
	// pause is the time between two attempts.
	pause = 50 * time.Millisecond
)

// passingError is an error after which another attempt is worthwhile.
type passingError struct{ error }

func (e passingError) Unwrap() error { return e.error }

// passing marks an error as temporary if passes is true.
func passing(err error, passes bool) error {
	if err != nil && passes {
		return passingError{err}
	}
	return err
}

// persist calls f until it succeeds, fails with an error that does not pass, or the context ends.
// The error is then the context's, with the error of the last attempt.
func persist(ctx context.Context, f func(context.Context) error) error {
	return persistFrom(ctx, firstAttempt, f)
}

// persistFrom is persist with a first attempt that takes at most wait.
func persistFrom(ctx context.Context, wait time.Duration, f func(context.Context) error) error {
	for ; ; wait = min(2*wait, attempt) {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		short, cancel := context.WithTimeout(ctx, wait)
		err := f(short)
		cancel()
		if err == nil {
			return nil
		}
		if p := (passingError{}); !errors.As(err, &p) && !temporary(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(pause):
		}
	}
}

// storeFailed is the code of an error of JetStream: the stream could not store a message, since it
// stops at this node.
const storeFailed jetstream.ErrorCode = 10077

// JetStream's error codes for a cluster that is not ready. The package jetstream has no names for
// them.
var passingCodes = map[jetstream.ErrorCode]bool{
	10005:       true, // no suitable peers for placement
	10008:       true, // system temporarily unavailable
	10009:       true, // no quorum
	10074:       true, // not enough resources, as long as nodes are missing
	storeFailed: true,
	10118:       true, // stream offline
	10158:       true, // the same message is being stored
	// A new stream may be in use at its leader while the cluster's leader, which answers some
	// requests about it, does not know it yet.
	jetstream.JSErrCodeStreamNotFound:                  true,
	jetstream.JSErrCodeStreamWrongLastSequenceConstant: true, // another one is being stored
}

// temporary reports whether an error is due to a change of leader.
func temporary(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return passingCodes[api.ErrorCode]
	}
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded,
		nats.ErrConnectionReconnecting, jetstream.ErrNoStreamResponse,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
