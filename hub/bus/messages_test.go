package bus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// testPublish: messages arrive at both nodes, whole and in order, even if the publisher then
// changes the bytes.
func testPublish(t *testing.T, p pair) {
	const count = 1000
	subject := name() + ".x"
	got := make(chan bus.Message, 2*count)
	listen(t, p.a, p.b, subject, func(m bus.Message) { got <- m })
	data := make([]byte, 4)
	for i := range count {
		copy(data, fmt.Sprintf("%04d", i))
		need.NoError(t, p.a.Publish(subject, data))
	}
	for i := range count {
		m := receive(t, got)
		if m.Subject != subject || string(m.Data) != fmt.Sprintf("%04d", i) || m.Respond != nil {
			t.Fatalf("message %d is %s %q", i, m.Subject, m.Data)
		}
	}
	largest := bytes.Repeat([]byte{7}, bus.MaxData)
	need.NoError(t, p.b.Publish(subject, largest))
	if m := receive(t, got); !bytes.Equal(m.Data, largest) {
		t.Errorf("%d bytes came", len(m.Data))
	}
}

func testWildcards(t *testing.T, p pair) {
	root := name()
	var mu sync.Mutex
	got := map[string]string{}
	for _, pattern := range []string{".a.b", ".*.b", ".a.*", ".a", ".>", ".a.>", ".*", ".a.b.c"} {
		listen(t, p.a, p.b, root+pattern, func(m bus.Message) {
			mu.Lock()
			defer mu.Unlock()
			got[m.Subject] += pattern + " "
		})
	}
	last := make(chan bus.Message, 1)
	listen(t, p.a, p.b, root+".last", func(m bus.Message) { last <- m })
	want := map[string][]string{
		".a.b":     {".a.b", ".*.b", ".a.*", ".>", ".a.>"},
		".c.b":     {".*.b", ".>"},
		".a":       {".a", ".*", ".>"},
		".a.b.c":   {".a.b.c", ".a.>", ".>"},
		".a.b.c.d": {".a.>", ".>"},
	}
	for subject := range want {
		need.NoError(t, p.a.Publish(root+subject, nil))
	}
	need.NoError(t, p.a.Publish(root+".last", nil))
	receive(t, last)
	complete := func() bool {
		mu.Lock()
		defer mu.Unlock()
		for subject, patterns := range want {
			if len(strings.Fields(got[root+subject])) < len(patterns) {
				return false
			}
		}
		return true
	}
	need.Until(t, "all messages come", complete)
	mu.Lock()
	defer mu.Unlock()
	for subject, patterns := range want {
		list := strings.Fields(got[root+subject])
		if len(list) != len(patterns) {
			t.Errorf("%s reached %v, not %v", subject, list, patterns)
		}
		for _, pattern := range patterns {
			if !strings.Contains(" "+got[root+subject], " "+pattern+" ") {
				t.Errorf("%s did not reach %s", subject, pattern)
			}
		}
	}
}

func testUnsubscribe(t *testing.T, p pair) {
	subject := name()
	got := make(chan bus.Message, 10)
	end := listen(t, p.a, p.b, subject, func(m bus.Message) { got <- m })
	need.NoError(t, p.a.Publish(subject, nil))
	receive(t, got)
	end()
	need.NoError(t, p.b.Publish(subject, nil))
	need.NoError(t, p.a.Publish(subject, nil))
	nothing(t, got)
}

func testRequest(t *testing.T, p pair) {
	subject := name()
	fails(p.a.Request(need.Soon(t), subject, nil))(t, "a request to no one", bus.ErrNoResponders)

	end := listen(t, p.a, p.b, subject+".*", func(m bus.Message) {
		go m.Respond(append([]byte(m.Subject+" "), m.Data...))
	})
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			n := strconv.Itoa(i)
			data, err := p.a.Request(need.Soon(t), subject+"."+n, []byte(n))
			if want := subject + "." + n + " " + n; err != nil || string(data) != want {
				t.Errorf("%q, %v; want %q", data, err, want)
			}
		})
	}
	all.Wait()

	end()
	wantNoResponders(t, p.a, subject+".x")

	listen(t, p.a, p.b, subject, func(m bus.Message) { m.Respond(nil) })
	need.NoError(t, p.b.Close())
	wantNoResponders(t, p.a, subject)
}

// wantNoResponders fails unless a node soon learns that no one listens.
func wantNoResponders(t *testing.T, b bus.Bus, subject string) {
	t.Helper()
	need.Until(t, "a node knows that no one listens any longer", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		defer cancel()
		_, err := b.Request(ctx, subject, nil)
		return errors.Is(err, bus.ErrNoResponders)
	})
}

// testSilence: an unanswered request ends with its context. Respond refuses an answer that is too
// long.
func testSilence(t *testing.T, p pair) {
	subject := name()
	got := make(chan error, 10)
	listen(t, p.a, p.b, subject, func(m bus.Message) { got <- m.Respond(make([]byte, bus.MaxData+1)) })
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	fails(p.a.Request(ctx, subject, nil))(t, "no answer", context.DeadlineExceeded)
	wantError(t, "a long answer", receive(t, got), bus.ErrTooLong)
}

func testBadMessages(t *testing.T, p pair) {
	never := func(bus.Message) { t.Error("a message came") }
	for _, bad := range []string{"", ".", "a.", ".a", "a..b", "a b", "a\r\nb", "a.*", ">", "ä", strings.Repeat("a", 300)} {
		wantError(t, "publish", p.a.Publish(bad, nil), bus.ErrName)
		fails(p.a.Request(need.Soon(t), bad, nil))(t, "request", bus.ErrName)
	}
	for _, bad := range []string{"", "a.", "a b", "a.>.b", "a*", "a.b>"} {
		fails(p.a.Subscribe(bad, never))(t, "subscribe", bus.ErrName)
	}
	long := make([]byte, bus.MaxData+1)
	wantError(t, "publish", p.a.Publish("a", long), bus.ErrTooLong)
	fails(p.a.Request(need.Soon(t), "a", long))(t, "request", bus.ErrTooLong)
	fails(p.a.Bucket(need.Soon(t), "a.b", 0))(t, "bucket", bus.ErrName)
	fails(p.a.Log(need.Soon(t), ""))(t, "log", bus.ErrName)
}
