package meet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/faults"
	"mancala/netplay/limit"
	"mancala/tools/need"
)

// inBubble runs a test with a meeting point in a bubble of time.
func inBubble(t *testing.T, test func(t *testing.T, s *Server, p *faults.Pipes)) {
	synctest.Test(t, func(t *testing.T) {
		p, s := faults.NewPipes(), NewServer(Config{})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, p) }()
		test(t, s, p)
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// TestLineStaysAlive: pings keep a line, a used lookup lives on, and one that is not used expires.
func TestLineStaysAlive(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		used := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		unused := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		began := time.Now()
		go func() {
			if guest, err := used.Next(); guest != nil || err == nil {
				t.Errorf("the used line ends with %v, %v", guest, err)
			}
		}()
		need.NoError(t, used.Keep())
		if guest, err := unused.Next(); guest != nil || err != nil || time.Since(began) != unusedLife {
			t.Errorf("after %v there is %v, %v", time.Since(began), guest, err)
		}
		time.Sleep(3 * unusedLife)
		synctest.Wait()
		if c := s.Counts(); c.Hosts != 1 || c.Away != 0 {
			t.Errorf("then there is %+v", c)
		}
		_ = used.Close()
	})
}

// TestSilentEnds: a host that is silent for a minute counts as gone, and so does a meeting point.
func TestSilentEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		nc := p.Connect()
		need.Must(Open(t.Context(), nc, "", ""))(t)
		go func() { _, _ = io.Copy(io.Discard, nc) }() // reads the pings and does not answer
		time.Sleep(silenceWait + pingEvery)
		synctest.Wait()
		if c := s.Counts(); c.Away != 1 {
			t.Errorf("there is %+v", c)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		go func() {
			_, _ = far.Read(make([]byte, MaxLine))
			_, _ = far.Write([]byte("code amber " + someSecret + "\n"))
		}()
		line := need.Must(Open(t.Context(), near, "", ""))(t)
		began := time.Now()
		if _, err := line.Next(); !isTimeout(err) || time.Since(began) != silenceWait {
			t.Errorf("after %v the line ends with %v", time.Since(began), err)
		}
	})
}

// TestHostDoesNotCome: a guest is not kept waiting by a host that does not come.
func TestHostDoesNotCome(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		announced := make(chan string, 1)
		go func() {
			if guest, err := line.Next(); err == nil {
				announced <- guest.ID
			}
		}()
		began := time.Now()
		_, err := Join(t.Context(), p.Connect(), line.Lookup)
		if no := (*Refusal)(nil); !errors.As(err, &no) || no.Reason != Late || time.Since(began) != takeWait {
			t.Errorf("after %v the guest hears %v", time.Since(began), err)
		}
		if _, err := Take(t.Context(), p.Connect(), <-announced); !refused(err, Gone) {
			t.Errorf("a host that comes too late hears %v", err)
		}
	})
}

// TestLineEnds: a guest who waits hears at once that the host's line has ended.
func TestLineEnds(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		go func() {
			_, _ = line.Next()
			time.Sleep(time.Second)
			_ = line.Close()
		}()
		began := time.Now()
		if _, err := Join(t.Context(), p.Connect(), line.Lookup); !refused(err, Away) || time.Since(began) != time.Second {
			t.Errorf("after %v the guest hears %v", time.Since(began), err)
		}
		if c := s.Counts(); c != (Counts{Hosts: 1, Away: 1}) {
			t.Errorf("then there is %+v", c)
		}
	})
}

// TestDeafLine: a host that takes no bytes has lost its line, and its guest hears so.
func TestDeafLine(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		defer line.Close()
		began := time.Now()
		if _, err := Join(t.Context(), p.Connect(), line.Lookup); !refused(err, Away) || time.Since(began) != writeWait {
			t.Errorf("after %v the guest hears %v", time.Since(began), err)
		}
	})
}

// TestAnotherLine: a host that opens another line before the meeting point notices the loss of the
// first one hears there of the waiting guests.
func TestAnotherLine(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		lost := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		hosts := make(chan net.Conn, 1)
		go func() {
			_, _ = lost.Next() // lost on the way to the host
			again, err := Open(t.Context(), p.Connect(), lost.Lookup, lost.Ticket)
			if err != nil {
				t.Error(err)
				return
			}
			comeFor(t, again, p, hosts)
		}()
		began := time.Now()
		if _, err := Join(t.Context(), p.Connect(), lost.Lookup); err != nil || time.Since(began) != 0 {
			t.Fatalf("after %v the guest hears %v", time.Since(began), err)
		}
		<-hosts
		synctest.Wait()
		if c := s.Counts(); c != (Counts{Hosts: 1, Pairs: 1}) {
			t.Errorf("then there is %+v", c)
		}
	})
}

func refused(err error, want Reason) bool {
	no := (*Refusal)(nil)
	return errors.As(err, &no) && no.Reason == want
}

// TestIdlePair: a pair is kept as long as a byte passes each way now and then, and is ended
// otherwise.
func TestIdlePair(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		hosts := make(chan net.Conn)
		go comeFor(t, line, p, hosts)
		guest := need.Must(Join(t.Context(), p.Connect(), line.Lookup))(t)
		host := <-hosts
		go func() { _, _ = io.Copy(host, host) }()
		for range 100 { // the game asks every five seconds; here it is a minute and a half
			time.Sleep(90 * time.Second)
			echoed(t, guest, 5)
		}
		time.Sleep(idleWait + time.Second)
		synctest.Wait()
		if c := s.Counts(); c.Pairs != 0 {
			t.Errorf("there is %+v", c)
		}
	})
}

// comeFor takes the next guest of a line.
func comeFor(t *testing.T, line *HostLine, p *faults.Pipes, hosts chan<- net.Conn) {
	guest, err := line.Next()
	if err != nil {
		t.Error(err)
		close(hosts)
		return
	}
	nc, err := Take(t.Context(), p.Connect(), guest.ID)
	need.NoError(t, err)
	hosts <- nc
}

// echoed sends bytes to an end that sends them back.
func echoed(t *testing.T, nc net.Conn, n int) {
	t.Helper()
	sent := bytes.Repeat([]byte{7}, n)
	go func() { _, _ = nc.Write(sent) }()
	got := make([]byte, n)
	if _, err := io.ReadFull(nc, got); err != nil || !bytes.Equal(sent, got) {
		t.Fatalf("%x, %v came back", got, err)
	}
}

// TestRate: a direction carries 256 KiB at once and then 64 KiB a second.
func TestRate(t *testing.T) {
	a := limit.NewAllowance(burst, rate, start)
	if wait := a.Take(burst, start); wait != 0 {
		t.Errorf("the burst waits for %v", wait)
	}
	if wait := a.Take(rate, start); wait != time.Second {
		t.Errorf("the next 64 KiB wait for %v", wait)
	}
	now, sent := start.Add(time.Second), 0
	for now.Sub(start) < 11*time.Second { // small pieces get no more and no less
		sent += 10
		now = now.Add(a.Take(10, now) + time.Microsecond)
	}
	if sent < rate*99/10 || sent > rate*101/10 {
		t.Errorf("%d bytes pass in 10 s, want about %d", sent, 10*rate)
	}
	if !a.Full(now.Add(time.Hour)) {
		t.Error("after an hour the burst is not whole again")
	}
}

// TestPairOverSockets: many bytes arrive in order, and each half ends independently.
func TestPairOverSockets(t *testing.T) {
	addr := startServer(t)
	line := openAt(t, addr)
	defer line.Close()
	m := meetAt(t, addr, line)
	defer m.close()
	data := bytes.Repeat([]byte("0123456789abcdefghijklmnopq"), 8<<10)
	go func() {
		_, _ = m.guest.Write(data)
		_ = m.guest.(*net.TCPConn).CloseWrite()
	}()
	got, err := io.ReadAll(m.host)
	if err != nil || !bytes.Equal(got, data) {
		t.Fatalf("%d bytes came of %d, %v", len(got), len(data), err)
	}
	need.Must(m.host.Write([]byte("goodbye")))(t)
	_ = m.host.(*net.TCPConn).CloseWrite()
	if got, err := io.ReadAll(m.guest); string(got) != "goodbye" || err != nil {
		t.Errorf("%q came back, %v", got, err)
	}
}

// TestWhatStrangersHear tries first lines that do not lead to a host.
func TestWhatStrangersHear(t *testing.T) {
	addr := startServer(t)
	for said, want := range map[string]string{
		"MEET1 join amber\n":                "no unknown\n",
		"MEET2 join amber\n":                "no version\n",
		"MEET1 take " + someSecret + "\n":   "no gone\n",
		"hello world\n":                     "no line\n",
		"MEET1 join amber-fox-31\n":         "no line\n",
		strings.Repeat("x", 2*MaxLine):      "no line\n",
		"ping\n":                            "no line\n",
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n": "",
		"MEE":                               "",
	} {
		nc := dial(t, addr)
		_, _ = nc.Write([]byte(said))
		_ = nc.(*net.TCPConn).CloseWrite()
		_ = nc.SetReadDeadline(time.Now().Add(need.Patience))
		if got, _ := io.ReadAll(nc); string(got) != want {
			t.Errorf("%.30q is answered by %q, want %q", said, got, want)
		}
		_ = nc.Close()
	}
}

// TestLogKeepsSecrets: the log of a meeting point has only numbers.
func TestLogKeepsSecrets(t *testing.T) {
	var log bytes.Buffer
	synctest.Test(t, func(t *testing.T) {
		p := faults.NewPipes()
		s := NewServer(Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, p) }()
		line := need.Must(Open(t.Context(), p.Connect(), "", ""))(t)
		go func() { _, _ = line.Next() }()
		time.Sleep(2 * tidyEvery)
		cancel()
		<-ended
		if text := log.String(); !strings.Contains(text, "hosts=1") || strings.Contains(text, line.Lookup) || strings.Contains(text, line.Ticket) {
			t.Errorf("the log of a host at %s says %s", line.Lookup, text)
		}
	})
}
