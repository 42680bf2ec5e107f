package natsbus

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
)

// A journal is a stream in which each key is a subject. A record's place makes it unique, so its
// messages need no ids, which would make them a third longer.
type journal struct {
	stream
	prefix string // of the subjects of the keys
	leader *leader
}

// leader is the server that leads a stream. Its context ends when another one is elected, since
// requests to the old leader may never be answered.
type leader struct {
	mu   sync.Mutex
	ctx  context.Context
	lost context.CancelFunc
}

// elected takes in that there is a leader.
func (l *leader) elected(*nats.Msg) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lost != nil {
		l.lost()
	}
	l.ctx, l.lost = context.WithCancel(context.Background())
}

// during returns a context that also ends when another server is elected.
func (l *leader) during(ctx context.Context) (context.Context, func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(l.ctx, cancel)
	return ctx, func() { stop(); cancel() }
}

// journals is the first word of the subjects of journals, which no message has.
const journals = "mancala-j."

// page is the largest number of records in one request.
const page = 256

var (
	errLags   = errors.New("the server that was asked lags behind the leader")
	errBroken = errors.New("not all records have come")
)

func (n *node) Journal(ctx context.Context, name string) (bus.Journal, error) {
	if err := bus.CheckWord(name); err != nil {
		return nil, fmt.Errorf("journal: %w", err)
	}
	prefix := journals + name + "."
	s, err := n.stream(ctx, jetstream.StreamConfig{
		Name:        "mancala-journal-" + name,
		Subjects:    []string{prefix + "*"},
		AllowDirect: true,
		DenyDelete:  true,
	})
	if err != nil {
		return nil, fmt.Errorf("journal %s: %w", name, err)
	}
	j := journal{s, prefix, new(leader)}
	j.leader.elected(nil)
	if _, err := n.nc.Subscribe("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED."+s.name, j.leader.elected); err != nil {
		return nil, n.reason(err)
	}
	return j, nil
}

// unclear is the error of a write that may be done already, or later.
type unclear struct{ why error }

// Error says that the result is unclear. It hides the reason, or else a retrying write would try
// again.
func (u unclear) Error() string {
	return "it is not clear whether the record is stored: " + u.why.Error()
}

func (j journal) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return 0, err
	}
	if err := bus.CheckData(data); err != nil {
		return 0, err
	}
	ctx, end := j.node.during(ctx)
	defer end()
	m := nats.NewMsg(j.prefix + key)
	m.Data = data
	m.Header.Set(jetstream.ExpectedLastSubjSeqHeader, strconv.FormatUint(after, 10))
	var revision uint64
	// A slow disk should not cause doubt: that costs a read of the stored data.
	err := persistFrom(ctx, attempt, func(ctx context.Context) error {
		ctx, end := j.leader.during(ctx)
		defer end()
		ack, err := j.node.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0))
		switch {
		case err == nil:
			revision = ack.Sequence
		case !wasRefused(err):
			return unclear{err}
		}
		return err
	})
	return revision, wrong(j.node.reason(err), conflict(key))
}

// wasRefused reports whether an error says that a message has not been stored.
func wasRefused(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.ErrorCode != storeFailed
	}
	for _, e := range []error{nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

func (j journal) Read(ctx context.Context, key string) ([]bus.Record, error) {
	if err := bus.CheckJournalKey(key); err != nil {
		return nil, err
	}
	ctx, end := j.node.during(ctx)
	defer end()
	var list []bus.Record
	err := persist(ctx, func(ctx context.Context) error {
		tail, err := j.tail(ctx, j.prefix+key)
		if err != nil || tail == 0 {
			return err
		}
		list, err = j.pages(ctx, j.prefix+key, tail)
		return err
	})
	return list, j.node.reason(err)
}

// tail returns the number of the last message with a subject, or 0. It asks the leader; jetstream's
// methods would ask any server.
func (j journal) tail(ctx context.Context, subject string) (uint64, error) {
	m, err := j.node.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+j.name, fmt.Appendf(nil, `{"last_by_subj":%q}`, subject))
	if err != nil {
		return 0, err
	}
	var got struct {
		Error   *jetstream.APIError
		Message struct{ Seq uint64 }
	}
	switch err := json.Unmarshal(m.Data, &got); {
	case err != nil:
		return 0, err
	case got.Error != nil && got.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return 0, nil
	case got.Error != nil:
		return 0, got.Error
	}
	return got.Message.Seq, nil
}

// pages returns the messages with a subject; the last one has at least the number tail. Any server
// may answer: one that lags behind has a prefix of the messages.
func (j journal) pages(ctx context.Context, subject string, tail uint64) (list []bus.Record, err error) {
	inbox := j.node.nc.NewRespInbox()
	sub, err := j.node.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	for from := uint64(1); from <= tail; {
		request := fmt.Appendf(nil, `{"seq":%d,"next_by_subj":%q,"batch":%d}`, from, subject, page)
		if err := j.node.nc.PublishRequest("$JS.API.DIRECT.GET."+j.name, inbox, request); err != nil {
			return nil, err
		}
		before := len(list)
		if list, err = take(ctx, sub, list); err != nil {
			return nil, err
		}
		if len(list) == before {
			return nil, passing(errLags, true)
		}
		from = list[len(list)-1].Revision + 1
	}
	return list, nil
}

// take adds the messages of a page to a list.
func take(ctx context.Context, sub *nats.Subscription, list []bus.Record) ([]bus.Record, error) {
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return nil, err
		}
		switch m.Header.Get("Status") {
		case "":
		case "204", "404": // the end, or none
			return list, nil
		default:
			return nil, passing(fmt.Errorf("%w: %v", errBroken, m.Header), true)
		}
		number, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errBroken, err)
		}
		list = append(list, bus.Record{Revision: number, Data: m.Data})
	}
}

func (j journal) Trim(ctx context.Context, key string, before uint64) error {
	if before <= 1 {
		return bus.CheckJournalKey(key)
	}
	return j.purge(ctx, key, jetstream.WithPurgeSequence(before))
}

func (j journal) Delete(ctx context.Context, key string) error { return j.purge(ctx, key) }

func (j journal) purge(ctx context.Context, key string, which ...jetstream.StreamPurgeOpt) error {
	if err := bus.CheckJournalKey(key); err != nil {
		return err
	}
	ctx, end := j.node.during(ctx)
	defer end()
	which = append(which, jetstream.WithPurgeSubject(j.prefix+key))
	return j.node.reason(persist(ctx, func(ctx context.Context) error { return j.js.Purge(ctx, which...) }))
}
