package netplay

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
)

// soon is the time until all watchers have been shown a change.
const soon = 2 * showAfter

// watcherAt returns a watcher of a host, on a line of their own.
func watcherAt(t *testing.T, listener *pipeListener) (match.Link, *lines) {
	t.Helper()
	line := &lines{listener: listener}
	return Watch("host", GuestConfig{Name: "Wim", Transport: line, Insecure: true}), line
}

// wantSoon is wantEvents for a watcher.
func wantSoon(t *testing.T, l match.Link, want ...string) {
	t.Helper()
	time.Sleep(soon)
	wantEvents(t, l, want...)
}

// mustDo fails the test if an intent is refused.
func mustDo(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// closeAll closes links, guests before their host.
func closeAll(list ...match.Link) {
	for _, l := range list {
		_ = l.Close()
	}
}

func TestAWatcherSeesAGameFromItsMiddle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		mustDo(t, host.Play(3)) // and the host moves again
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", `Watched "Gus" against "Hilda"`,
			"GameStarted", "Watchers 1")
		mustDo(t, host.Play(6))
		wantEvents(t, host, "Played 1", "Watchers 1", "Played 2")
		wantEvents(t, guest, "Played 1", "Watchers 1", "Played 2")
		wantSoon(t, watcher, "Played 2 south house 6")
		mustDo(t, guest.Say("hello")) // is not for the gallery
		wantSoon(t, watcher)
		closeAll(watcher, guest, host)
	})
}

func TestAWatcherFollowsTheWholeEvening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := &lines{listener: newPipeListener()}
		host := Host(":7000", HostConfig{Name: "Hilda", Variant: kalah, First: match.FirstHost, Transport: line, Insecure: true})
		wantEvents(t, host, "match.Listening")
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", `Watched "" against "Hilda", kalah(6,4)`, "Watchers 1")
		wantEvents(t, host, "Watchers 1")

		guest := Join("host", GuestConfig{Name: "Gus", Transport: line, Insecure: true})
		wantEvents(t, host, "Connected", "GameStarted")
		wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted", "Watchers 1")
		wantSoon(t, watcher, `Watched "Gus"`, "GameStarted")

		mustDo(t, host.Play(1))
		mustDo(t, host.AskTakeback(0))
		wantEvents(t, guest, "Played 1", "TakebackAsked")
		wantSoon(t, watcher, "Played 1 south house 1")
		mustDo(t, guest.AnswerTakeback(true))
		wantSoon(t, watcher, "Rewound to 0")
		mustDo(t, host.Play(3))
		synctest.Wait()
		mustDo(t, host.Resign(match.Host))
		wantSoon(t, watcher, "Played 1 south house 3", "GameOver resigned")
		host.Events()
		guest.Events()

		mustDo(t, host.Rematch())
		wantSoon(t, watcher)
		mustDo(t, guest.Rematch())
		wantSoon(t, watcher, "GameStarted")
		guest.Leave(match.ReasonQuit)
		wantSoon(t, watcher, "GameOver abandoned")
		host.WaitAgain()
		wantSoon(t, watcher, `Watched "" against "Hilda"`)

		second := Join("host", GuestConfig{Name: "Greta", Transport: line, Insecure: true})
		wantSoon(t, watcher, `Watched "Greta" against "Hilda"`, "GameStarted")
		_ = host.Close()
		wantEvents(t, watcher, `Paused reason 2, wait 0: netplay.watch-closed "Hilda"`)
		closeAll(watcher, second, guest)
	})
}

// TestWatchingOfPaper watches the session in PROTOCOL.md.
func TestWatchingOfPaper(t *testing.T) {
	p := newTranscript(t)
	p.deliverAll()
	p.step(match.Host, func(s *Session) error { return s.Play(1) })
	p.deliverAll()
	h := newHall(&simulation{pair: p.pair, tally: tally{}})
	g := h.guests[0]
	flush := func() {
		h.look()
		g.session[0].show(&h.gallery.stage, 1, p.now)
		h.gather(g, 0)
		for len(g.sent[0])+len(g.sent[1]) > 0 {
			for end, who := range [...]string{"host   ", "watcher"} {
				for len(g.sent[end]) > 0 {
					payload := g.sent[end][0]
					f, err := readAFrame(payload)
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(&p.paper, "%s  %x\n         %s\n", who, mustMarshal(t, f), frameText(payload))
					h.deliver(g, end)
				}
			}
		}
	}
	fmt.Fprintf(&p.paper, "watcher  %x\n         the preface; the host answers the same\n", frames.Preface)
	flush()
	flush()
	p.step(match.Guest, func(s *Session) error { return s.Play(1) })
	p.deliverAll()
	flush()
	p.step(match.Guest, func(s *Session) error { s.Leave(match.ReasonLater); return nil })
	p.deliverAll()
	flush()
	docBlock(t, "watching", p.paper.String())
}

// The players' line drops, and then the watcher's.
func TestAWatcherOutlivesBrokenLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		watcher, own := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		line.refuses(true)
		line.cut()
		wantSoon(t, watcher, `Paused reason 0, wait 0: netplay.players-apart "Hilda" "Gus"`)
		own.refuses(true)
		own.cut()
		wantSoon(t, watcher, `Paused reason 0, wait 0: netplay.watch-dropped "Hilda"`)
		line.refuses(false)
		time.Sleep(time.Minute)
		wantEvents(t, watcher)
		mustDo(t, host.Play(3))
		own.refuses(false)
		time.Sleep(time.Minute)
		wantEvents(t, watcher, "Resumed", "Played 1", "Watchers 1")
		own.cut()
		time.Sleep(time.Second)
		wantEvents(t, watcher, "Paused", "Resumed", "Watchers 1")
		mustDo(t, host.Play(1))
		wantSoon(t, watcher, "Played 2")
		closeAll(watcher, guest, host)
	})
}

// A host's program is killed and resumes its game: the watcher sees it continue.
func TestAWatcherSeesAHostResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hostDisk disk
		host, guest, line := together(t, &hostDisk, new(disk))
		watcher, own := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		mustDo(t, host.Play(3))
		wantSoon(t, watcher, "Played 1")
		own.refuses(true)
		line.refuses(true)
		own.cut()
		host.(*hostLink).kill()
		host.(*hostLink).audience.close()
		wantSoon(t, watcher, "Paused reason 0, wait 0: netplay.watch-dropped")
		again := &lines{listener: newPipeListener()}
		second := Host(":7000", HostConfig{Name: "Hilda", Transport: again, Resume: hostDisk.bookmark(t), Insecure: true})
		for _, l := range []*lines{line, own} {
			l.mu.Lock()
			l.listener, l.refuse = again.listener, l == line
			l.mu.Unlock()
		}
		time.Sleep(10 * time.Second)
		wantEvents(t, watcher, "Resumed", "Paused reason 0, wait 0: netplay.players-apart", "Watchers 1")
		line.refuses(false)
		time.Sleep(20 * time.Second)
		wantEvents(t, watcher, "Resumed")
		mustDo(t, second.Play(6))
		wantSoon(t, watcher, "Played 2")
		closeAll(watcher, guest, second)
	})
}

// A game that is set aside frees the table for another guest, and comes back.
func TestAWatcherSeesAGameSetAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var guestDisk disk
		host, guest, line := together(t, new(disk), &guestDisk)
		mustDo(t, host.Play(3))
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		guest.Leave(match.ReasonLater)
		wantSoon(t, watcher, "Paused reason 0, wait 0: netplay.players-apart")
		host.WaitAgain()
		wantSoon(t, watcher, "Resumed", `Watched "" against "Hilda"`)
		second := Join("host", GuestConfig{Name: "Gus", Transport: line, Resume: guestDisk.bookmark(t), Insecure: true})
		wantSoon(t, watcher, `Watched "Gus" against "Hilda"`, "GameStarted")
		mustDo(t, host.Play(6))
		wantSoon(t, watcher, "Played 2")
		closeAll(watcher, guest, second, host)
	})
}

// Only four people from one address may watch, and 64 in all.
func TestPlacesInTheGallery(t *testing.T) {
	g := newGallery(time.Now, maxWatchers, func(int) {})
	far, other := limit.AddressOf("203.0.113.7:1000"), limit.AddressOf("203.0.113.8:1000")
	for range admission.MaxCallers {
		if code := g.enter(far); code != 0 {
			t.Errorf("refused: %v", code)
		}
	}
	if g.enter(far) != wire.RejectCode_REJECT_CODE_TOO_MANY || g.enter(other) != 0 {
		t.Error("an address has no places of its own")
	}
	g.leave(far)
	if g.enter(far) != 0 {
		t.Error("a place is lost")
	}
	for range maxWatchers - admission.MaxCallers - 1 {
		if code := g.enter(limit.AddressOf("127.0.0.1:1000")); code != 0 {
			t.Errorf("refused at this computer: %v", code)
		}
	}
	if g.enter(limit.AddressOf("127.0.0.1:1000")) != wire.RejectCode_REJECT_CODE_TOO_MANY {
		t.Error("there are more places than there should be")
	}
}

// While there is no game, a watcher's connection comes back as well.
func TestAWatcherOfAnEmptyTableComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, listener := bubbleHost(t)
		watcher, own := watcherAt(t, listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "Watchers 1")
		own.cut()
		time.Sleep(time.Second)
		wantEvents(t, watcher, "Paused", "Resumed", "Watchers 1")
		own.refuses(true)
		own.cut()
		wantSoon(t, watcher, "Paused")
		watcher.Leave(match.ReasonQuit)
		wantEvents(t, watcher, "PeerLeft reason 1 local true: netplay.stopped-watching")
		time.Sleep(time.Minute)
		closeAll(watcher, host)
	})
}

func TestAHostForbidsWatching(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		host.(*hostLink).audience.forbid(true)
		wantSoon(t, watcher, "PeerLeft reason 0 local false: netplay.watching-off")
		second, _ := watcherAt(t, line.listener)
		wantSoon(t, second, "match.Connecting", "Failed: netplay.watching-off")
		time.Sleep(countEvery)
		wantEvents(t, host, "Watchers 1", "Watchers 0")
		wantEvents(t, guest, "Watchers 1", "Watchers 0")
		host.(*hostLink).audience.forbid(false)
		third, _ := watcherAt(t, line.listener)
		wantSoon(t, third, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		third.Leave(match.ReasonQuit)
		wantEvents(t, third, "PeerLeft reason 1 local true: netplay.stopped-watching")
		closeAll(watcher, second, third, guest, host)
	})
}

// Players get the number of watchers at most once a second; there is room for 64.
func TestSoManyMayWatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		list := []match.Link{}
		for range maxWatchers + 1 {
			watcher, _ := watcherAt(t, line.listener)
			list = append(list, watcher)
			time.Sleep(10 * time.Millisecond)
		}
		wantEvents(t, list[maxWatchers], "match.Connecting", "Failed: netplay.gallery-full")
		time.Sleep(2 * countEvery)
		wantEvents(t, host, "Watchers 1", "Watchers 64")
		wantEvents(t, guest, "Watchers 1", "Watchers 64")
		wantEvents(t, list[0], "match.Connecting", "Watched", "GameStarted", "Watchers 1", "Watchers 64")
		wantEvents(t, list[63], "match.Connecting", "Watched", "GameStarted", "Watchers 64")
		closeAll(list...)
		closeAll(guest, host)
	})
}

// watchAs watches a host with a key.
func (k keyed) watchAs(addr string, cfg GuestConfig) match.Link {
	cfg.Name, cfg.Transport = "Wim", k.listener
	return Watch(addr, cfg)
}

// watchedWith reads the events up to Watched and compares its security.
func watchedWith(t *testing.T, l match.Link, want match.Security) {
	t.Helper()
	time.Sleep(soon)
	synctest.Wait()
	for _, e := range l.Events() {
		if e, ok := e.(match.Watched); ok {
			if e.Security != want {
				t.Errorf("the connection is %v, not %v", e.Security, want)
			}
			return
		}
	}
	t.Fatal("nothing is shown")
}

// A watcher recognises a host by its key as a guest does, and an invite lets both in.
func TestAWatcherKnowsTheHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, book := keyedHost(t, HostConfig{}), newHostsBook()
		watcher := host.watchAs("ada.example", GuestConfig{KnownHosts: book})
		watchedWith(t, watcher, match.Encrypted)
		if got := book.known("ada.example:7000"); got.Fingerprint != host.id.Fingerprint() {
			t.Errorf("remembered as %+v", got)
		}
		invite := host.Door().Invite("ada.example:7000")
		stranger := host.watchAs("ada.example", GuestConfig{})
		wantSoon(t, stranger, "match.Connecting", "Failed: netplay.invite-needed")
		friend := host.watchAs(invite, GuestConfig{KnownHosts: book})
		watchedWith(t, friend, match.Verified)
		closeAll(watcher, stranger, friend, host)
	})
}

// A watcher whose connection dropped does not continue at a host with another key.
func TestAWatcherIsNotTakenOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		line := &lines{listener: host.listener}
		watcher := Watch("ada", GuestConfig{Name: "Wim", Transport: line, KnownHosts: newHostsBook()})
		watchedWith(t, watcher, match.Encrypted)
		line.refuses(true)
		line.cut()
		wantSoon(t, watcher, "Paused reason 0, wait 0: netplay.watch-dropped")
		other := keyedHost(t, HostConfig{})
		line.mu.Lock()
		line.listener = other.listener
		line.mu.Unlock()
		line.refuses(false)
		time.Sleep(time.Minute)
		wantEvents(t, watcher, "PeerLeft reason 0 local false: netplay.series-key")
		closeAll(watcher, other, host)
	})
}

// A watcher whose line was down is told again how the connection is protected.
func TestAWatcherComesBackProtected(t *testing.T) {
	host := keys.Known{Fingerprint: keys.Fingerprint{1}}
	s := &Session{phase: watching, cfg: SessionConfig{Host: host}, watcher: &watcher{known: true, rest: lineDown}}
	mustDo(t, s.see(shown{state: wire.WatchState_WATCH_STATE_NO_GUEST}, nil))
	if e, ok := s.out.Events[0].(match.Resumed); !ok || e.Security != match.Encrypted {
		t.Errorf("the events are %+v", s.out.Events)
	}
}

// Those who watch a referee's game are told which player is not connected, and see that the other
// one plays on.
func TestAWatcherSeesWhoIsAbsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := togetherBy(t, keys.Secret{1}, new(disk), new(disk))
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
		keeper := host.Timekeeper()
		mustDo(t, keeper.Absent(true))
		wantSoon(t, watcher, `Paused reason 0, wait 0: netplay.player-away "Hilda"`)
		mustDo(t, host.Play(1))
		synctest.Wait()
		mustDo(t, guest.Play(1))
		wantSoon(t, watcher, "Played 1", "Played 2")
		mustDo(t, keeper.Absent(false))
		wantSoon(t, watcher, "Resumed")
		mustDo(t, host.Play(2))
		wantSoon(t, watcher, "Played 3")
		closeAll(watcher, guest, host)
	})
}
