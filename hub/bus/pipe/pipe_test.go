package pipe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/nettest"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/hub/bus/local"
	"mancala/tools/need"
)

// accepted has the arguments of a call of an accept function.
type accepted struct {
	nc     net.Conn
	header []byte
}

// listen makes pipes possible at a node of a bus.
func listen(t *testing.T, b bus.Bus) (*Pipes, chan accepted) {
	t.Helper()
	c := make(chan accepted, 1000)
	p := need.Must(Listen(b, func(nc net.Conn, header []byte) { c <- accepted{nc, header} }))(t)
	t.Cleanup(func() { p.Close() })
	return p, c
}

func join(t *testing.T, b *local.Broker, name string) bus.Bus {
	t.Helper()
	n := need.Must(b.Join(name))(t)
	t.Cleanup(func() { n.Close() })
	return n
}

// pair is two nodes and a pipe between them.
type pair struct {
	one, two   *Pipes
	near, far  net.Conn
	oneB, twoB *faulty
}

// faulty is a bus that can lose messages.
type faulty struct {
	bus.Bus
	lose atomic.Int32 // so many of the next messages are lost
}

func (f *faulty) Publish(subject string, data []byte) error {
	if f.lose.Load() > 0 {
		f.lose.Add(-1)
		return nil
	}
	return f.Bus.Publish(subject, data)
}

func newPair(t *testing.T) pair {
	t.Helper()
	b := bustest.New(t)
	p := pair{oneB: &faulty{Bus: join(t, b, "one")}, twoB: &faulty{Bus: join(t, b, "two")}}
	var at chan accepted
	p.one, _ = listen(t, p.oneB)
	p.two, at = listen(t, p.twoB)
	p.near = need.Must(p.one.Dial(t.Context(), "two", []byte("header")))(t)
	a := <-at
	if p.far = a.nc; string(a.header) != "header" {
		t.Fatalf("the header is %q", a.header)
	}
	return p
}

// wantGone fails unless Read and Write return [ErrGone].
func wantGone(t *testing.T, nc net.Conn) {
	t.Helper()
	if _, err := nc.Read(make([]byte, 1)); err != ErrGone {
		t.Errorf("reading: %v", err)
	}
	if _, err := nc.Write([]byte("x")); err != ErrGone {
		t.Errorf("writing: %v", err)
	}
}

func TestConn(t *testing.T) {
	nettest.TestConn(t, func() (near, far net.Conn, stop func(), err error) {
		p := newPair(t)
		return p.near, p.far, func() { p.one.Close(); p.two.Close() }, nil
	})
}

func TestAddresses(t *testing.T) {
	p := newPair(t)
	if at := p.near.LocalAddr(); at != p.far.RemoteAddr() || at != (Addr{"one"}) || at.Network() != "pipe" || at.String() != "one" {
		t.Errorf("%v to %v", at, p.near.RemoteAddr())
	}
}

// TestEndOfStream: the bytes written before the end arrive, and only then the end.
func TestEndOfStream(t *testing.T) {
	p := newPair(t)
	p.near.Write([]byte("last words"))
	p.near.Close()
	if all, err := io.ReadAll(p.far); err != nil || string(all) != "last words" {
		t.Errorf("%q, %v", all, err)
	}
	if _, err := p.far.Write([]byte("x")); err != io.ErrClosedPipe {
		t.Errorf("writing to a closed end: %v", err)
	}
	need.NoError(t, p.far.Close())
	wantNone(t, p.one)
	wantNone(t, p.two)
}

// wantNone fails if a node holds on to ends.
func wantNone(t *testing.T, p *Pipes) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.conns) > 0 {
		t.Errorf("%d ends at node %s", len(p.conns), p.bus.Node())
	}
}

// TestBackPressure: one who does not read makes the other one wait.
func TestBackPressure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		all := bytes.Repeat([]byte("0123456789"), window/4)
		var written atomic.Int64
		go func() {
			for b := all; len(b) > 0; {
				n, err := p.near.Write(b[:min(1000, len(b))])
				if err != nil {
					t.Error(err)
					return
				}
				written.Add(int64(n))
				b = b[n:]
			}
			p.near.Close()
		}()
		synctest.Wait()
		if n := written.Load(); n > window || n < window-1000 {
			t.Errorf("%d bytes were written to one who does not read", n)
		}
		time.Sleep(time.Minute)
		if got, err := io.ReadAll(p.far); err != nil || !bytes.Equal(got, all) {
			t.Errorf("%d bytes came, %v", len(got), err)
		}
	})
}

func TestDialNoOne(t *testing.T) {
	p := newPair(t)
	begin := time.Now()
	for node, want := range map[string]error{"three": bus.ErrNoResponders, "a.b": bus.ErrName, "": bus.ErrName} {
		if _, err := p.one.Dial(t.Context(), node, nil); !errors.Is(err, want) {
			t.Errorf("node %q: %v", node, err)
		}
	}
	if took := time.Since(begin); took > periods*period {
		t.Errorf("it took %v", took)
	}
	if _, err := p.one.Dial(t.Context(), "two", make([]byte, MaxHeader+1)); !errors.Is(err, bus.ErrTooLong) {
		t.Errorf("a long header: %v", err)
	}
	p.near.Close()
	wantNone(t, p.one)
}

// TestDialGivenUp: if the dialler no longer waits, the other end is closed.
func TestDialGivenUp(t *testing.T) {
	b := bustest.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	one, _ := listen(t, join(t, b, "one"))
	two, at := listen(t, &slow{join(t, b, "two"), cancel})
	if _, err := one.Dial(ctx, "two", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("dialling: %v", err)
	}
	wantGone(t, (<-at).nc)
	wantNone(t, one)
	wantNone(t, two)
}

// slow is a bus whose answers come after the requester has given up.
type slow struct {
	bus.Bus
	before func()
}

func (s *slow) Subscribe(pattern string, f func(bus.Message)) (end func(), err error) {
	return s.Bus.Subscribe(pattern, func(m bus.Message) {
		if m.Respond != nil {
			s.before()
			m.Respond = func([]byte) error { return nil }
		}
		f(m)
	})
}

// TestLostFrame: a frame that did not arrive ends the pipe at both ends.
func TestLostFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		p.near.Write([]byte("a"))
		p.oneB.lose.Store(1)
		p.near.Write([]byte("b"))
		p.near.Write([]byte("c"))
		b := make([]byte, 10)
		if n, err := p.far.Read(b); err != nil || string(b[:n]) != "a" {
			t.Errorf("%q, %v", b[:n], err)
		}
		wantGone(t, p.far)
		wantGone(t, p.near)
	})
}

// TestLostLastFrame: a lost frame ends the pipe, even if nothing follows, and even if all other
// messages are lost as well for some seconds.
func TestLostLastFrame(t *testing.T) {
	for _, messages := range []int32{1, 8} {
		synctest.Test(t, func(t *testing.T) {
			p := newPair(t)
			p.near.Write([]byte("a"))
			p.oneB.lose.Store(messages)
			p.near.Write([]byte("b"))
			b := make([]byte, 10)
			if n, err := p.far.Read(b); err != nil || string(b[:n]) != "a" {
				t.Errorf("%q, %v", b[:n], err)
			}
			began := time.Now()
			wantGone(t, p.far)
			if took := time.Since(began); took > 5*period {
				t.Errorf("that took %v", took)
			}
			wantGone(t, p.near)
		})
	}
}

// TestHalfPipe: an end learns that the other one has ended, even if no message says so.
func TestHalfPipe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		time.Sleep(time.Minute)
		p.oneB.lose.Store(3)
		p.near.Close()
		wantGone(t, p.far)
	})
}

// TestSilentNode: a node is gone only after two silent seconds.
func TestSilentNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPair(t)
		time.Sleep(time.Hour)
		p.near.Write([]byte("a"))
		if _, err := p.far.Read(make([]byte, 1)); err != nil {
			t.Fatalf("after an hour of quiet: %v", err)
		}
		p.twoB.lose.Store(1e6)
		begin := time.Now()
		wantGone(t, p.near)
		if took := time.Since(begin); took < (periods-1)*period || took > (periods+1)*period {
			t.Errorf("it took %v", took)
		}
		wantGone(t, p.far) // is told by the other one
		p.twoB.lose.Store(0)
		again, err := p.one.Dial(t.Context(), "two", nil)
		if err != nil {
			t.Fatalf("dialling the node that speaks again: %v", err)
		}
		time.Sleep(time.Minute)
		need.Must(again.Write([]byte("a")))(t)
	})
}

// TestNodeStartsAgain: pipes to an earlier run of a node end as soon as it is there again.
func TestNodeStartsAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := bustest.New(t)
		one, _ := listen(t, join(t, b, "one"))
		twoB := join(t, b, "two")
		listen(t, twoB)
		nc := need.Must(one.Dial(t.Context(), "two", nil))(t)
		twoB.Close() // without a word
		begin := time.Now()
		_, at := listen(t, join(t, b, "two"))
		wantGone(t, nc)
		if took := time.Since(begin); took > period {
			t.Errorf("it took %v", took)
		}
		nc = need.Must(one.Dial(t.Context(), "two", nil))(t)
		time.Sleep(time.Minute)
		nc.Write([]byte("a"))
		if _, err := (<-at).nc.Read(make([]byte, 1)); err != nil {
			t.Errorf("the pipe to the new run: %v", err)
		}
	})
}

// TestCloseEndsAll: closing the pipes of a node ends them at both ends.
func TestCloseEndsAll(t *testing.T) {
	p := newPair(t)
	p.one.Close()
	p.one.Close()
	if _, err := p.far.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("reading: %v", err)
	}
	if _, err := p.near.Read(make([]byte, 1)); err != net.ErrClosed {
		t.Errorf("reading: %v", err)
	}
	if _, err := p.one.Dial(t.Context(), "two", nil); err != bus.ErrClosed {
		t.Errorf("dialling: %v", err)
	}
}

func TestManyPipes(t *testing.T) {
	b := bustest.New(t)
	one, _ := listen(t, join(t, b, "one"))
	_, at := listen(t, join(t, b, "two"))
	go func() {
		for a := range at {
			go func() { io.Copy(a.nc, a.nc); a.nc.Close() }()
		}
	}()
	defer close(at)
	var all sync.WaitGroup
	for i := range 200 {
		all.Go(func() {
			nc, err := one.Dial(t.Context(), "two", nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer nc.Close()
			for j := range 20 {
				want := fmt.Sprintf("%d-%d", i, j)
				nc.Write([]byte(want))
				got := make([]byte, len(want))
				if _, err := io.ReadFull(nc, got); err != nil || string(got) != want {
					t.Errorf("%q, %v; want %q", got, err, want)
					return
				}
			}
		})
	}
	all.Wait()
}

// TestStrayMessages: messages that are not frames are dropped.
func TestStrayMessages(t *testing.T) {
	p := newPair(t)
	for _, b := range [][]byte{nil, {1}, make([]byte, frameHead), bytes.Repeat([]byte{9}, 100), frame{kind: chunk, to: newID()}.encode()} {
		p.twoB.Publish("pipe.one", b)
		p.twoB.Publish("alive.two", b)
		if _, err := p.twoB.Request(shortly(t), "pipe.one", b); err == nil {
			t.Errorf("%v was answered", b)
		}
	}
	o := opening{node: "x.y", header: []byte("h")}
	if _, err := decodeOpening(o.encode()); err == nil {
		t.Error("a bad name of a node was taken")
	}
	if _, err := decodeOpening(o.encode()[:34]); err == nil {
		t.Error("a cut opening was taken")
	}
	p.near.Write([]byte("a"))
	if _, err := p.far.Read(make([]byte, 1)); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func shortly(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	t.Cleanup(cancel)
	return ctx
}
