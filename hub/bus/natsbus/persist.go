package natsbus

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// attempt is how long one attempt may take at most, and firstAttempt the first one of those
	// that can be repeated without harm, after which each takes twice as long as the one before. A
	// leader that died or that others have replaced does not answer.
	attempt      = time.Second
	firstAttempt = attempt / 4
	// pause is the time between two attempts.
	pause = 50 * time.Millisecond
)

// passingError is an error after which another attempt is worthwhile.
type passingError struct{ error }

func (e passingError) Unwrap() error { return e.error }

// passing marks an error, if it is one that passes.
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

// Codes of JetStream's errors that say that a cluster is not ready now, and that jetstream does not
// name.
var passingCodes = map[jetstream.ErrorCode]bool{
	10005:       true, // no suitable peers for placement
	10008:       true, // system temporarily unavailable
	10009:       true, // no quorum
	10074:       true, // not enough resources, as long as nodes are missing
	storeFailed: true,
	10118:       true, // stream offline
	10158:       true, // the same message is being stored
	// A stream that has just been made may be in use at its own leader, and not yet be known to
	// the leader of the cluster, which answers some questions about it.
	jetstream.JSErrCodeStreamNotFound:                  true,
	jetstream.JSErrCodeStreamWrongLastSequenceConstant: true, // another one is being stored
}

// temporary reports whether an error comes from a cluster that changes its leader.
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
