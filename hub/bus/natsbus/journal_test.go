package natsbus

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// deaf is a JetStream whose acknowledgements are lost.
type deaf struct {
	jetstream.JetStream
	sent *int
}

func (d deaf) PublishMsg(ctx context.Context, m *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	*d.sent++
	_, err := d.JetStream.PublishMsg(ctx, m, options...)
	return nil, errors.Join(err, nats.ErrTimeout)
}

// dull is a JetStream whose first acknowledgement is lost.
type dull struct {
	jetstream.JetStream
	sent *int
}

func (d dull) PublishMsg(ctx context.Context, m *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	ack, err := d.JetStream.PublishMsg(ctx, m, options...)
	if *d.sent++; *d.sent == 1 {
		return nil, errors.Join(err, nats.ErrTimeout)
	}
	return ack, err
}

// TestStoredAlready: a value is sent again if its acknowledgement is lost, and is not mistaken for
// another node's.
func TestStoredAlready(t *testing.T) {
	n := join(t, start(t, ServerConfig{Node: "dull"})).(*node)
	b := need.Must(n.Bucket(need.Soon(t), "tables", 0))(t)
	sent := 0
	n.js = dull{n.js, &sent}
	revision, err := b.Create(need.Soon(t), "k", []byte("one"))
	if e, getErr := b.Get(need.Soon(t), "k"); err != nil || getErr != nil || sent != 2 || e.Revision != revision || string(e.Data) != "one" {
		t.Errorf("created as %d (%v), sent %d times: %+v, %v", revision, err, sent, e, getErr)
	}
	if _, err := b.Create(need.Soon(t), "k", []byte("two")); !errors.Is(err, bus.ErrExists) {
		t.Errorf("created again: %v", err)
	}
}

// TestUnclear: a record with a lost acknowledgement is not appended again, or mistaken for another
// node's.
func TestUnclear(t *testing.T) {
	n := join(t, start(t, ServerConfig{Node: "deaf"})).(*node)
	j := need.Must(n.Journal(need.Soon(t), "games"))(t)
	hears, sent := n.js, 0
	n.js = deaf{hears, &sent}
	if _, err := j.Append(need.Soon(t), "k", 0, []byte("one")); err == nil || errors.Is(err, bus.ErrConflict) || sent != 1 {
		t.Errorf("appending: %v, sent %d times", err, sent)
	}
	n.js = hears
	if _, err := j.Append(need.Soon(t), "k", 0, []byte("one")); !errors.Is(err, bus.ErrConflict) {
		t.Errorf("appending again: %v", err)
	}
	if list, err := j.Read(need.Soon(t), "k"); err != nil || len(list) != 1 || string(list[0].Data) != "one" {
		t.Errorf("%v, %v", list, err)
	}
}

// deposed is a JetStream whose leader is replaced before it answers.
type deposed struct {
	jetstream.JetStream
	elect func() error
}

func (d deposed) PublishMsg(ctx context.Context, _ *nats.Msg, _ ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if err := d.elect(); err != nil {
		return nil, err
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestNewLeader: if another server becomes leader, an append does not wait for the end of its
// attempt.
func TestNewLeader(t *testing.T) {
	n := join(t, start(t, ServerConfig{Node: "one"})).(*node)
	j := need.Must(n.Journal(need.Soon(t), "games"))(t)
	n.js = deposed{n.js, func() error {
		return n.nc.Publish("$JS.EVENT.ADVISORY.STREAM.LEADER_ELECTED."+j.(journal).name, nil)
	}}
	if _, err := j.Append(need.Soon(t), "k", 0, []byte("one")); err == nil || !strings.Contains(err.Error(), context.Canceled.Error()) {
		t.Errorf("appending: %v", err)
	}
}

// TestJournalLeaders: records are appended while the leader of the stream changes all the time. No
// acknowledged record is lost, and none is stored twice.
func TestJournalLeaders(t *testing.T) {
	if testing.Short() {
		t.Skip("three servers under the race detector take a minute, and what is ours runs in TestAlone")
	}
	const count = 100
	_, nodes := cluster(t)
	j := need.Must(nodes[0].Journal(need.Soon(t), "games"))(t)
	far := need.Must(nodes[1].Journal(need.Soon(t), "games"))(t)
	tail := uint64(0)
	for i := range count {
		if i%10 == 5 {
			need.Must(nodes[2].nc.RequestWithContext(need.Soon(t), "$JS.API.STREAM.LEADER.STEPDOWN."+j.(journal).name, nil))(t)
		}
		tail = appendSurely(t, j, tail, fmt.Sprint(i))
		if list, err := far.Read(need.Soon(t), "k"); err != nil || len(list) != i+1 {
			t.Fatalf("another node sees %d records of %d, %v", len(list), i+1, err)
		}
	}
	list, err := far.Read(need.Soon(t), "k")
	for i, r := range list {
		if string(r.Data) != fmt.Sprint(i) {
			t.Errorf("record %d is %s", i, r.Data)
		}
	}
	if len(list) != count || err != nil {
		t.Errorf("%d records, %v", len(list), err)
	}
}

// appendSurely appends until the record is certainly stored, and returns its revision.
func appendSurely(t *testing.T, j bus.Journal, after uint64, data string) (revision uint64) {
	t.Helper()
	need.Until(t, data+" is stored", func() bool {
		var err error
		if revision, err = j.Append(need.Soon(t), "k", after, []byte(data)); err == nil {
			return true
		}
		list, readErr := j.Read(need.Soon(t), "k")
		if readErr != nil || len(list) == 0 {
			return false
		}
		last := list[len(list)-1]
		if last.Revision != after && string(last.Data) != data {
			t.Fatalf("behind %d there is %s, not %s", after, last.Data, data)
		}
		revision = last.Revision
		return revision != after
	})
	return revision
}
