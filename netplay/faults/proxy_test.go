package faults

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"

	"mancala/tools/need"
)

// echo returns the address of a server that sends back everything it receives.
func echo(t *testing.T) string {
	t.Helper()
	return need.Server(t, func(nc net.Conn) { _, _ = io.Copy(nc, nc) })
}

// through returns a proxy to an echo, and a connection through it.
func through(t *testing.T, cfg Config) (*Proxy, net.Conn) {
	t.Helper()
	p := need.Must(Start(echo(t), cfg))(t)
	t.Cleanup(func() { _ = p.Close() })
	c := need.Must(net.Dial("tcp", p.Addr()))(t)
	t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(need.Patience))
	return p, c
}

// say sends bytes and returns how long they took to come back, or the error.
func say(t *testing.T, c net.Conn, data []byte) (time.Duration, error) {
	t.Helper()
	began := time.Now()
	if _, err := c.Write(data); err != nil {
		return 0, err
	}
	got := make([]byte, len(data))
	if _, err := io.ReadFull(c, got); err != nil {
		return 0, err
	}
	if !bytes.Equal(got, data) {
		t.Errorf("%q came back as %q", data, got)
	}
	return time.Since(began), nil
}

func TestPassesOn(t *testing.T) {
	_, c := through(t, Config{})
	need.Must(say(t, c, []byte("hello")))(t)
}

func TestLatencyAndRate(t *testing.T) {
	_, c := through(t, Config{Latency: 50 * time.Millisecond})
	if took, err := say(t, c, []byte("hello")); err != nil || took < 100*time.Millisecond {
		t.Errorf("with latency: %v, %v", took, err)
	}
	_, c = through(t, Config{Rate: 100})
	if took, err := say(t, c, make([]byte, 20)); err != nil || took < 100*time.Millisecond {
		t.Errorf("at 100 bytes a second: %v, %v", took, err)
	}
}

func TestCutAndDown(t *testing.T) {
	p, c := through(t, Config{})
	need.Must(say(t, c, []byte("hello")))(t)
	p.Cut()
	if _, err := say(t, c, []byte("hello")); err == nil {
		t.Error("a cut connection goes on")
	}
	c = need.Must(net.Dial("tcp", p.Addr()))(t)
	if _, err := say(t, c, []byte("hello")); err != nil {
		t.Errorf("after a cut: %v", err)
	}
	p.SetDown(true)
	if c, err := net.Dial("tcp", p.Addr()); err == nil {
		if _, err := say(t, c, []byte("hello")); err == nil {
			t.Error("a proxy that is down passes on")
		}
	}
	p, c = through(t, Config{CutChance: 1})
	if _, err := say(t, c, []byte("hello")); err == nil || p.Cuts() == 0 {
		t.Errorf("%d cuts, %v", p.Cuts(), err)
	}
}

func TestFrozen(t *testing.T) {
	p, c := through(t, Config{})
	p.SetFrozen(true)
	_ = c.SetDeadline(time.Now().Add(100 * time.Millisecond))
	if _, err := say(t, c, []byte("hello")); err == nil {
		t.Error("a frozen line passes on")
	}
	_ = c.SetDeadline(time.Now().Add(need.Patience))
	p.SetFrozen(false)
	if _, err := io.ReadFull(c, make([]byte, 5)); err != nil {
		t.Errorf("a thawed line does not: %v", err)
	}
}
