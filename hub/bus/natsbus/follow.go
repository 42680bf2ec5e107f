package natsbus

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	// heartbeats is how often a server confirms that it has a reader's request. After two missing
	// ones it has none.
	heartbeats = time.Second
	// quiet is after how long without a message a reader asks again.
	quiet = 3 * time.Second
)

// errStale means that a reader has to ask again for the messages after its last one.
var errStale = errors.New("the messages must be asked for anew")

// reader passes on the messages of a stream. Unlike jetstream's ordered consumers, it asks the
// stream's leader for missing messages if it hears nothing.
type reader struct {
	stream
	subject string
	next    uint64 // the number of the first message that it has not seen
	there   uint64 // the number of the last message that there was at the beginning
	each    func(*nats.Msg, uint64) error
	all     func() // is called when the messages that there were have come; nil afterwards
}

// follow calls each with the messages from a number on that have a subject, in order, until the
// context ends or it returns an error. All, if not nil, is called once: when the messages that
// there were at the beginning have come.
func (s stream) follow(ctx context.Context, from uint64, subject string, each func(*nats.Msg, uint64) error, all func()) error {
	ctx, end := s.node.during(ctx)
	defer end()
	r := &reader{stream: s, subject: subject, next: max(from, 1), each: each, all: all}
	if all != nil {
		var err error
		if r.there, err = r.newest(ctx); err != nil {
			return err
		}
	}
	for {
		var c jetstream.Consumer
		err := persist(ctx, func(ctx context.Context) (err error) {
			c, err = s.node.js.CreateConsumer(ctx, s.name, jetstream.ConsumerConfig{
				FilterSubject:     subject,
				DeliverPolicy:     jetstream.DeliverByStartSequencePolicy,
				OptStartSeq:       r.next,
				AckPolicy:         jetstream.AckNonePolicy,
				MemoryStorage:     true,
				Replicas:          1,
				InactiveThreshold: 10 * quiet,
			})
			return err
		})
		if err != nil {
			return s.node.reason(err)
		}
		err = r.read(ctx, c)
		go s.forget(c)
		if err != errStale {
			return s.node.reason(err)
		}
	}
}

// forget removes an unused consumer. If that fails, the server soon removes it.
func (s stream) forget(c jetstream.Consumer) {
	ctx, cancel := context.WithTimeout(context.Background(), attempt)
	defer cancel()
	s.node.js.DeleteConsumer(ctx, s.name, c.CachedInfo().Name)
}

// read reads from a consumer until it is of no more use.
func (r *reader) read(ctx context.Context, c jetstream.Consumer) error {
	if c.CachedInfo().NumPending == 0 {
		r.atEnd()
	}
	for count := uint64(0); ; {
		before := count
		batch, err := c.Fetch(500, jetstream.FetchMaxWait(quiet), jetstream.FetchHeartbeat(heartbeats))
		if err != nil && ctx.Err() == nil {
			time.Sleep(pause) // the connection is gone; making a consumer tells when it is back
			return errStale
		}
		if err == nil {
			err = r.take(ctx, batch, &count)
		}
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		if err != nil {
			return err
		}
		if count > before {
			continue
		}
		newest, err := r.newest(ctx)
		if err != nil {
			return err
		}
		if newest >= r.next {
			return errStale
		}
		r.complete()
	}
}

// take hands on a batch of messages. It counts them, as the consumer does.
func (r *reader) take(ctx context.Context, batch jetstream.MessageBatch, count *uint64) error {
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case m, ok := <-batch.Messages():
			if !ok && batch.Error() != nil {
				return errStale
			}
			if !ok {
				return nil
			}
			meta, err := m.Metadata()
			if *count++; err != nil || meta.Sequence.Consumer != *count {
				return errStale
			}
			if meta.Sequence.Stream < r.next {
				continue
			}
			r.next = meta.Sequence.Stream + 1
			if err := r.each(&nats.Msg{Subject: m.Subject(), Header: m.Headers(), Data: m.Data()}, meta.Sequence.Stream); err != nil {
				return err
			}
			if meta.NumPending == 0 {
				r.atEnd()
			}
		}
	}
}

// atEnd handles the message that the consumer's server has no more messages now. That server may
// lag behind the stream's leader.
func (r *reader) atEnd() {
	if r.next > r.there {
		r.complete()
	}
}

// complete tells that all messages have come that there were.
func (r *reader) complete() {
	if r.all != nil {
		r.all()
		r.all = nil
	}
}

// newest returns the number of the stream leader's last message for the reader, or 0.
func (r *reader) newest(ctx context.Context) (uint64, error) {
	m, err := r.last(ctx, r.subject)
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return m.Sequence, nil
}
