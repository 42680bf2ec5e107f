package wiring

import (
	"crypto/rand"
	"slices"
	"sync"
	"testing"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/ports"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/meet"
	"mancala/rules"
	"mancala/tools/need"
)

func TestMeetingPointsThatPeopleType(t *testing.T) {
	for text, good := range map[string]bool{
		"meet.example.org": true, "meet.example.org:7100": true, "192.168.1.5": true, "[2001:db8::7]:7001": true,
		"": false, "meet example": false, "meet.example.org:0": false, "amber-fox-31@meet.example.org": false, "http://": false,
	} {
		if err := CheckPoint(text); (err == nil) != good {
			t.Errorf("of %q it says %v", text, err)
		}
	}
	for text, code := range map[string]bool{
		"amber-fox-31": true, " Amber Fox 31 ": true, "amber42-fox-31": true,
		"amber": false, "amber-fox": false, "ann.example.org": false, "192.168.1.20": false, "amber-fox-31@meet.example.org": false, "": false,
	} {
		if IsCode(text) != code {
			t.Errorf("%q is a code: %v", text, !code)
		}
	}
}

func TestThePortsOfMeetingPointsAgree(t *testing.T) {
	if table.MeetingPort != meet.DefaultPort {
		t.Errorf("%s, %s", table.MeetingPort, meet.DefaultPort)
	}
}

// awaits waits for an event of a link.
func awaits[E table.News](t *testing.T, l table.Link) E {
	t.Helper()
	return tabletest.Must[E](&tabletest.End{T: t, Link: l})
}

// series is a host with its last bookmark, and a guest's records.
type series struct {
	cfg  link.HostConfig
	k    *record.Keeper
	mu   sync.Mutex
	mark match.Bookmark
}

func newSeries(t *testing.T) *series {
	id := need.Must(keys.NewIdentity(rand.Reader))(t)
	s := &series{k: record.Start(record.Config{Dir: t.TempDir()}, nil)}
	t.Cleanup(func() { _ = s.k.Close() })
	s.cfg = link.HostConfig{
		Variant: rules.Presets()[0].Variant, First: match.FirstHost, Identity: func() (*keys.Identity, error) { return id, nil },
		Common: link.Common{Keep: func(b match.Bookmark, stored func()) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.mark = b; stored != nil {
				go stored()
			}
		}},
	}
	return s
}

// pair begins a game, and the host makes a ply.
func (s *series) pair(t *testing.T) (host, guest table.Link, to ports.JoinRequest) {
	host = link.Host("127.0.0.1:0", s.cfg)
	to = ports.JoinRequest{Addr: awaits[table.Listening](t, host).Addr}
	guest = Connect(to, link.GuestConfig{}, s.k)
	awaits[table.GameStarted](t, guest)
	awaits[table.GameStarted](t, host)
	need.NoError(t, host.Wish(match.Host, table.KindPly, 1, ""))
	awaits[table.Played](t, guest)
	return host, guest, to
}

// TestHostHearsOfTheEndFirst has a guest end a series while the host's program is not running, and
// then join that host again: the host first hears of the end.
func TestHostHearsOfTheEndFirst(t *testing.T) {
	s := newSeries(t)
	host, guest, request := s.pair(t)
	_ = host.Close()
	awaits[table.Paused](t, guest)
	guest.Leave(table.ReasonQuit)
	awaits[table.PeerLeft](t, guest)
	_ = guest.Close()
	if list := Closing(s.k, match.Guest); len(list) != 1 {
		t.Fatalf("%d series have ended here without the host's knowledge", len(list))
	}
	s.mu.Lock()
	resume := s.mark
	s.mu.Unlock()
	s.cfg.Resume = &resume
	host = link.Host(request.Addr, s.cfg)
	defer func() { _ = host.Close() }()
	awaits[table.Paused](t, host)
	again := Connect(request, link.GuestConfig{}, s.k)
	defer func() { _ = again.Close() }()
	if left := awaits[table.PeerLeft](t, host); left.Reason != table.ReasonQuit {
		t.Errorf("the host hears %+v", left)
	}
	awaits[table.Failed](t, again) // the host's person has not asked for the next guest yet
	if list := Closing(s.k, match.Guest); len(list) != 0 {
		t.Errorf("the guest still keeps %+v", list)
	}
}

// TestGuestHearsOfTheEndFirst has a guest leave for now, and join that host again. Before the next
// series begins, the guest drops a series that the host has ended meanwhile, and keeps any other.
func TestGuestHearsOfTheEndFirst(t *testing.T) {
	for _, ends := range []bool{false, true} {
		s := newSeries(t)
		host, guest, request := s.pair(t)
		defer func() { _ = host.Close() }()
		guest.Leave(table.ReasonLater)
		awaits[table.PeerLeft](t, guest)
		_ = guest.Close()
		awaits[table.Paused](t, host)
		reason := table.ReasonLater
		if ends {
			reason = table.ReasonQuit
		}
		host.Leave(reason)
		awaits[table.PeerLeft](t, host)
		host.WaitAgain()
		awaits[table.Listening](t, host)
		again := Connect(request, link.GuestConfig{}, s.k)
		defer func() { _ = again.Close() }()
		awaits[table.GameStarted](t, again)
		if started := awaits[table.GameStarted](t, host); started.Series.Match().Plies() > 0 {
			t.Errorf("the host is shown the old game again: %+v", started)
		}
		list, err := s.k.Kept(t.Context())
		list = slices.DeleteFunc(list, func(b match.Bookmark) bool { return len(b.Game.Plies) == 0 })
		if err != nil || (len(list) == 0) != ends {
			t.Errorf("the host has ended the series: %v; the guest keeps %+v, %v", ends, list, err)
		}
	}
}
