package wiring

import (
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/meet"
	"mancala/record"
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
	if match.MeetingPort != meet.DefaultPort {
		t.Errorf("%s, %s", match.MeetingPort, meet.DefaultPort)
	}
}

// awaits waits for an event of a link.
func awaits[E match.Event](t *testing.T, l match.Link) E {
	t.Helper()
	for deadline := time.Now().Add(need.Patience); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		for _, e := range l.Events() {
			if want, ok := e.(E); ok {
				return want
			}
		}
	}
	var want E
	t.Fatalf("no %T came", want)
	return want
}

// TestHostHearsOfTheEndFirst lets a guest end a series while the host's program is not running, and
// then join that host again: the host hears of the end first.
func TestHostHearsOfTheEndFirst(t *testing.T) {
	k := record.Start(record.Config{Dir: t.TempDir()}, nil)
	defer func() { _ = k.Close() }()
	id, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var mark match.Bookmark
	cfg := link.HostConfig{
		Variant: rules.Presets()[0].Variant, First: match.FirstHost, Identity: func() (*keys.Identity, error) { return id, nil },
		Common: link.Common{Keep: func(b match.Bookmark, stored func()) {
			mu.Lock()
			defer mu.Unlock()
			if mark = b; stored != nil {
				go stored()
			}
		}},
	}
	host := link.Host("127.0.0.1:0", cfg)
	request := ports.JoinRequest{Addr: awaits[match.Listening](t, host).Addr}
	guest := Connect(request, link.GuestConfig{}, k)
	awaits[match.GameStarted](t, guest)
	awaits[match.GameStarted](t, host)
	if err := host.Play(1); err != nil {
		t.Fatal(err)
	}
	awaits[match.Played](t, guest)
	_ = host.Close()
	awaits[match.Paused](t, guest)
	guest.Leave(match.ReasonQuit)
	awaits[match.PeerLeft](t, guest)
	_ = guest.Close()
	if list := Closing(k, match.Guest); len(list) != 1 {
		t.Fatalf("%d series have ended here without the host's knowledge", len(list))
	}
	mu.Lock()
	resume := mark
	mu.Unlock()
	cfg.Resume = &resume
	host = link.Host(request.Addr, cfg)
	defer func() { _ = host.Close() }()
	awaits[match.Paused](t, host)
	again := Connect(request, link.GuestConfig{}, k)
	defer func() { _ = again.Close() }()
	if left := awaits[match.PeerLeft](t, host); left.Reason != match.ReasonQuit {
		t.Errorf("the host hears %+v", left)
	}
	awaits[match.Failed](t, again) // the host's person has not asked for the next guest yet
	if list := Closing(k, match.Guest); len(list) != 0 {
		t.Errorf("the guest still keeps %+v", list)
	}
}
