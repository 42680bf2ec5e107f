package table

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"mancala/tools/need"
)

// ear is a line that records what it is told.
type ear struct{ heard []string }

func (e *ear) note(format string, args ...any) {
	e.heard = append(e.heard, fmt.Sprintf(format, args...))
}

// Tell records a message.
func (e *ear) Tell(m *Message, _ time.Duration) {
	switch m.Topic {
	case TellFollowing:
		e.note("following %d", m.Following.N)
	case TellEvent:
		e.note("event %d", m.Event.N)
	case TellRefused:
		e.note("refused %d", m.Refused.Code)
	case TellSnapshot:
		e.note("snapshot %d", m.Snapshot.N)
	case TellPresence:
		e.note("absent %v", m.Absent)
	case TellWatched:
		e.note("watched %d", m.Watched)
	case TellLeave:
		e.note("leave: %v", m.Why)
	}
}

func (e *ear) expect(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(e.heard, want) {
		t.Errorf("a line is told %q, want %q", e.heard, want)
	}
	e.heard = nil
}

// deliver sends what may be sent now.
func deliver(s *Server) {
	for out := s.Stored(); len(out) > 0; out = out[1:] {
		out[0].Send(0)
	}
}

// TestServer expects that lines hear the decisions in order, none before it is stored, and once who
// is there and how many watch.
func TestServer(t *testing.T) {
	p := club(t, A, false)
	decided := 0
	s, a, b := NewServer(p.o, func(*Change, time.Time) { decided++ }), &ear{}, &ear{}
	n := s.State().N
	snapshot := fmt.Sprint("snapshot ", n)
	need.NoError(t, s.Join(A, a, 1, noon))
	a.expect(t)
	deliver(s)
	a.expect(t, snapshot, "absent true")
	s.Watched(3)
	need.NoError(t, s.Join(B, b, 1, noon))
	need.NoError(t, s.Rule(KindClock, uint32(A), "", noon))
	deliver(s)
	event := fmt.Sprint("event ", n+1)
	a.expect(t, event, "absent false", "watched 3")
	b.expect(t, snapshot, event, "watched 3")
	if !s.Cut(B, b) || s.Cut(B, b) || s.Here(B) || s.Live(B) {
		t.Error("a line that has ended has a seat")
	}
	need.NoError(t, s.Rule(KindClock, 0, "", noon))
	deliver(s)
	a.expect(t, fmt.Sprint("event ", n+2), "absent true")
	b.expect(t)
	if s.Leave(A, ErrNoSeries); s.Line(A) != nil || decided != 2 {
		t.Errorf("%d events are decided", decided)
	}
	deliver(s)
	a.expect(t, "leave: "+ErrNoSeries.Error())
}

// TestServerReplaces: a player's later connection has the seat, in whatever order they come.
func TestServerReplaces(t *testing.T) {
	p := club(t, A, false)
	s := NewServer(p.o, func(*Change, time.Time) {})
	n, h := p.f[A].Position()
	first, second, third := &ear{}, &ear{}, &ear{}
	for _, come := range []struct {
		line    *ear
		attempt uint64
		at      time.Duration
		n       uint32
		err     error
	}{
		{first, 5, 0, n, nil},
		{second, 4, time.Second, n, ErrLater},
		{second, 6, time.Second, n + 1, ErrHistory},
		{second, 6, time.Second, n, nil},
		{first, 5, 2 * time.Second, n, ErrLater},
		{third, 1, time.Second + lateAttempt, n, nil},
	} {
		was := s.Line(A)
		if err := s.Follow(A, come.line, come.attempt, come.n, h, noon.Add(come.at)); !errors.Is(err, come.err) {
			t.Errorf("attempt %d: %v, want %v", come.attempt, err, come.err)
		} else if err != nil && s.Line(A) != was || err == nil && s.Line(A) != Line(come.line) {
			t.Errorf("attempt %d: another line has the seat", come.attempt)
		}
		deliver(s)
	}
	answer := fmt.Sprint("following ", n)
	first.expect(t, answer, "absent true", "leave: "+ErrReplaced.Error())
	second.expect(t, answer, "absent true", "leave: "+ErrReplaced.Error())
	third.expect(t, answer, "absent true")
}

// TestServerHandBack: a friend who knows more events than the owner gets none before they are
// handed back.
func TestServerHandBack(t *testing.T) {
	p := friends(t, A)
	old := p.ownerDisk()
	p.host(KindPly, 1)
	p.settle()
	p.restart(old)
	p.f[B].Cut()
	n, h := p.f[B].Position()
	s, b := NewServer(p.o, func(*Change, time.Time) {}), &ear{}
	need.NoError(t, s.Follow(B, b, 0, n, h, noon))
	deliver(s)
	b.expect(t, fmt.Sprint("following ", n-1))
	if s.Live(B) {
		t.Error("a line gets events that has to hand some back")
	}
	back, tag, err := p.f[B].Following(Following{N: s.State().N, H: s.State().H})
	need.NoError(t, err)
	need.NoError(t, s.HandBack(B, back, tag, noon))
	deliver(s)
	b.expect(t, fmt.Sprint("following ", n))
	if !s.Live(B) || s.State().N != n {
		t.Errorf("the owner has event %d of %d", s.State().N, n)
	}
}
