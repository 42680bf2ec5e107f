package transport

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/session"
	"mancala/rules"
	"mancala/tools/need"
)

// script is a machine that answers by a test's script, and records its calls. The lock of the Conn
// guards it.
type script struct {
	answer  func(payload string) session.Output // nil answers nothing
	heard   []string
	lost    error
	next    time.Time
	limit   int
	pending session.Output
	ended   bool
}

func (s *script) note(format string, args ...any) {
	s.heard = append(s.heard, fmt.Sprintf(format, args...))
}

func (s *script) Step(_ time.Time, payload []byte) {
	s.note("frame %s", payload)
	if s.answer != nil {
		s.add(s.answer(string(payload)))
	}
}

func (s *script) Tick(time.Time) {
	s.note("tick")
	s.next = time.Now().Add(time.Hour)
}
func (s *script) NextTick() time.Time { return s.next }
func (s *script) Ended() bool         { return s.ended }
func (s *script) FrameLimit() int     { return s.limit }
func (s *script) Lost(err error)      { s.end("lost", err) }
func (s *script) Broken(err error)    { s.end("broken", err) }

func (s *script) end(how string, err error) {
	if !s.ended {
		s.lost = err
		s.note("%s: %v", how, err)
		s.add(session.Output{Done: true})
	}
}

// add has the machine say something.
func (s *script) add(o session.Output) {
	s.pending.Write = append(s.pending.Write, o.Write...)
	s.pending.Sync = s.pending.Sync || o.Sync
	s.pending.Rest = max(s.pending.Rest, o.Rest)
	s.pending.Done = s.pending.Done || o.Done
	s.ended = s.ended || o.Done
}

func (s *script) Drain() session.Output {
	o := s.pending
	s.pending = session.Output{Done: s.ended}
	return o
}

// talk is a Conn with its machine, and the other end, which the test plays.
type talk struct {
	t    *testing.T
	mu   sync.Mutex
	conn *Conn
	*script
	far net.Conn
	in  *bufio.Reader
}

// begin returns a host's end of a connection, or a guest's; a host has seen the preface. It is
// called in a bubble.
func begin(t *testing.T, host bool, s *script) *talk {
	t.Helper()
	k := connected(t, host, s)
	if host {
		k.send(session.Preface)
		k.reads(session.Preface)
	}
	return k
}

// halves is a connection that hides the closing of one half from the other end.
type halves struct{ net.Conn }

func (halves) CloseWrite() error { return nil }

// connected returns an end of a connection that begins now.
func connected(t *testing.T, host bool, s *script) *talk {
	here, far := net.Pipe()
	k := &talk{t: t, script: s, far: far, in: bufio.NewReader(far)}
	s.limit, s.next = cmp.Or(s.limit, frames.Max), time.Now().Add(time.Hour)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.conn = NewConn(halves{here}, ConnConfig{Mu: &k.mu, Now: time.Now, Machine: s, Host: host, Changed: func(c *Conn) { c.Flush() }})
	k.conn.Start()
	t.Cleanup(func() {
		k.conn.Close()
		_ = far.Close()
	})
	return k
}

// framed returns payloads behind their lengths.
func framed(payloads ...string) []byte {
	var b []byte
	for _, p := range payloads {
		b = append(append(b, byte(len(p))), p...)
	}
	return b
}

func says(payloads ...string) session.Output { return session.Output{Write: framed(payloads...)} }

// send writes bytes from the other end.
func (k *talk) send(b string) {
	k.t.Helper()
	need.Must(io.WriteString(k.far, b))(k.t)
}

// reads reads bytes at the other end.
func (k *talk) reads(want string) {
	k.t.Helper()
	got := make([]byte, len(want))
	if _, err := io.ReadFull(k.in, got); err != nil || string(got) != want {
		k.t.Fatalf("the other end reads %q, %v; want %q", got, err, want)
	}
}

// do uses the machine as a program does, and flushes.
func (k *talk) do(f func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	f()
	k.conn.Flush()
}

// hears compares the machine's calls since the last call.
func (k *talk) hears(want ...string) {
	k.t.Helper()
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if !slices.Equal(k.heard, want) {
		k.t.Fatalf("the machine hears %q; want %q", k.heard, want)
	}
	k.heard = nil
}

// isGone checks that the connection is closed within that time, and its goroutines have ended.
func (k *talk) isGone(within time.Duration) {
	k.t.Helper()
	began := time.Now()
	_, _ = io.Copy(io.Discard, k.in)
	_ = k.far.Close()
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	if took := time.Since(began); !k.conn.Gone() || took > within {
		k.t.Errorf("gone %v after %v", k.conn.Gone(), took)
	}
}

// TestDialogue: an end reads frames in pieces of any size, and writes its machine's answers; a
// guest speaks first.
func TestDialogue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, false, &script{answer: func(p string) session.Output { return says("re " + p) }})
		k.reads(session.Preface)
		k.send(session.Preface + string(framed("one")))
		k.reads(string(framed("re one")))
		for _, b := range string(framed("two", "")) {
			k.send(string(b))
			time.Sleep(frameWait / 5)
		}
		k.reads(string(framed("re two", "re ")))
		k.hears("frame one", "frame two", "frame ")
		k.do(func() { k.add(says("goodbye")); k.add(session.Output{Done: true}) })
		k.reads(string(framed("goodbye")))
		k.isGone(time.Second)
	})
}

// TestStrangers: an end that begins differently gets no answer, and the machine learns why.
func TestStrangers(t *testing.T) {
	for sends, heard := range map[string]string{
		"GET / HTTP/1.1\r\n": "lost", "\x16\x03\x01\x02": "lost", "MN": "lost: " + frames.ErrTruncated.Error(), "": "lost: EOF",
	} {
		synctest.Test(t, func(t *testing.T) {
			k := connected(t, true, new(script))
			go func() {
				_, _ = io.WriteString(k.far, sends)
				if len(sends) < 4 {
					_ = k.far.Close()
				}
			}()
			answer, _ := io.ReadAll(k.in)
			k.isGone(time.Second)
			if len(k.heard) != 1 || !strings.HasPrefix(k.heard[0], heard) || len(answer) > 0 {
				t.Errorf("%q: heard %q, answered %q", sends, k.heard, answer)
			}
		})
	}
}

// TestLateGuest: a guest who has said nothing before the machine ends gets no frame, which they
// would take for another program's without a preface before it.
func TestLateGuest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := connected(t, true, new(script))
		k.do(func() { k.add(session.Output{Write: framed("goodbye"), Done: true}) })
		if answer, _ := io.ReadAll(k.in); len(answer) > 0 {
			t.Errorf("it answers %q", answer)
		}
		k.isGone(time.Second)
	})
}

// TestBrokenFrames: the machine learns of a length that breaks the protocol, and its goodbye still
// arrives; later bytes are dropped.
func TestBrokenFrames(t *testing.T) {
	for sends, err := range map[string]error{
		"\xff\xff\x7f": frames.ErrOversized, "\x81\x00x": frames.ErrOverlong, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01": frames.ErrNegative,
	} {
		synctest.Test(t, func(t *testing.T) {
			k := begin(t, true, new(script))
			k.send(sends)
			k.hears("broken: " + err.Error())
			go func() { _, _ = k.far.Write(make([]byte, 1<<16)) }()
			k.isGone(LingerWait + time.Second)
		})
	}
}

// TestSlowFrame: a frame must arrive within ten seconds of its first byte; silence between frames
// is not limited here.
func TestSlowFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		time.Sleep(59 * time.Minute)
		k.send("\x05")
		time.Sleep(frameWait + time.Second)
		synctest.Wait()
		k.mu.Lock()
		if len(k.heard) != 1 || !strings.HasPrefix(k.heard[0], "lost") || !errors.As(k.lost, new(*rules.Note)) {
			t.Errorf("the machine hears %q", k.heard)
		}
		k.mu.Unlock()
		k.isGone(LingerWait + writeWait)
	})
}

// TestLimitOfTheNextFrame: the machine limits the length of the next frame.
func TestLimitOfTheNextFrame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &script{limit: 3}
		s.answer = func(string) session.Output {
			s.limit = 5
			return session.Output{}
		}
		k := begin(t, true, s)
		k.send(string(framed("abc", "abcde")))
		k.hears("frame abc", "frame abcde")
		k.send(string(framed("abcdef")))
		k.hears("broken: " + frames.ErrOversized.Error())
	})
}

// TestStoredFirst: frames that must wait for the disk wait for Release, and so do all later ones;
// then both come in one write.
func TestStoredFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		k.do(func() { k.add(session.Output{Write: framed("end"), Sync: true}) })
		k.do(func() { k.add(says("more")) })
		_ = k.far.SetReadDeadline(time.Now().Add(time.Minute))
		if b, err := k.in.ReadByte(); err == nil {
			t.Fatalf("%x is written before it is stored", b)
		}
		_ = k.far.SetReadDeadline(time.Time{})
		k.conn.Release()
		buf := make([]byte, 100)
		n, err := k.in.Read(buf)
		if want := string(framed("end", "more")); err != nil || string(buf[:n]) != want {
			t.Errorf("one write has %q, %v", buf[:n], err)
		}
	})
}

// TestKeptBack: a refusal that is kept back comes late, and the end of the connection with it.
func TestKeptBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		began := time.Now()
		k.do(func() {
			k.conn.KeepBack(time.Second)
			k.add(says("no"))
			k.add(session.Output{Done: true})
		})
		k.reads(string(framed("no")))
		if took := time.Since(began); took != time.Second {
			t.Errorf("the refusal comes after %v", took)
		}
		<-k.conn.Written()
		k.isGone(LingerWait)
	})
}

// TestDeafPeer: a peer that reads nothing loses the connection: after five seconds of a write, or
// once too much waits for it.
func TestDeafPeer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		k.do(func() { k.add(says("x")) })
		time.Sleep(writeWait + time.Second)
		synctest.Wait()
		k.mu.Lock()
		if len(k.heard) != 1 || !strings.Contains(k.heard[0], ErrDeaf.Error()) {
			t.Errorf("the machine hears %q", k.heard)
		}
		k.mu.Unlock()
	})
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		full := session.Output{Write: make([]byte, maxUnwritten/2+1)}
		k.do(func() { k.add(full) })
		synctest.Wait() // the writer has taken the first ones
		k.do(func() { k.add(full) })
		k.hears()
		k.do(func() { k.add(full) })
		k.hears("lost: " + ErrUnread.Error())
	})
}

// TestRest: a peer that has sent too much is not read for the time that the machine sets.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, &script{answer: func(p string) session.Output {
			if p == "much" {
				return session.Output{Rest: 3 * time.Second}
			}
			return says(p)
		}})
		began := time.Now()
		k.send(string(framed("much", "next")))
		k.reads(string(framed("next")))
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("the next frame is read after %v", took)
		}
	})
}

// TestTicks: the machine gets its tick at the time it asks for, also if it moves that forward, and
// none after its end.
func TestTicks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, new(script))
		k.do(func() { k.next = time.Now().Add(time.Minute) })
		time.Sleep(time.Minute - time.Second)
		k.hears()
		time.Sleep(time.Second)
		k.hears("tick")
		k.do(func() { k.add(session.Output{Done: true}) })
		time.Sleep(2 * time.Hour)
		k.hears()
	})
}

// TestGoodbyeIsNotLost: an end that has said goodbye closes its half, reads on for a moment so that
// unread bytes do not lose the goodbye, and then closes, whatever the other end does.
func TestGoodbyeIsNotLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, true, &script{answer: func(string) session.Output {
			return session.Output{Write: framed("goodbye"), Done: true}
		}})
		k.send(string(framed("nonsense")))
		k.reads(string(framed("goodbye")))
		began := time.Now()
		for { // the other end never stops
			if _, err := k.far.Write([]byte("more")); err != nil {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if took := time.Since(began); took < LingerWait || took > writeWait+LingerWait {
			t.Errorf("it reads on for %v", took)
		}
		k.isGone(time.Second)
		k.hears("frame nonsense")
	})
}
