package netplay

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// watchRaw returns a watcher that a test controls, and that has been shown the first game.
func watchRaw(t *testing.T, listener *pipeListener) *rawPeer {
	t.Helper()
	peer := newRawPeer(t, listener.dial())
	peer.sendBytes([]byte(frames.Preface))
	peer.expectPreface()
	peer.send(helloToWatchFrame())
	peer.expect("0/1")
	peer.expect("1/1 Watched protocol:2")
	return peer
}

// A watcher who sends frames that watchers must not send is disconnected, and the players hear
// nothing of it.
func TestAWatcherWhoMeddles(t *testing.T) {
	move := &wire.Move{Game: 1, Ply: 1, House: 3, Hash: make([]byte, hashSize)}
	for what, f := range map[string]*wire.Frame{
		"a ply":            {Body: &wire.Frame_Move{Move: move}},
		"a resignation":    {Body: &wire.Frame_Resign{Resign: &wire.Resign{Game: 1}}},
		"a line":           {Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: "house 3!", Id: 1}}},
		"a request":        {Body: &wire.Frame_TakebackRequest{TakebackRequest: &wire.TakebackRequest{Game: 1, Serial: 1}}},
		"an answer":        {Body: &wire.Frame_TakebackAnswer{TakebackAnswer: &wire.TakebackAnswer{Game: 1, Serial: 1, Granted: true}}},
		"an Accept":        {Body: &wire.Frame_Accept{Accept: &wire.Accept{}}},
		"a Toss":           {Body: &wire.Frame_Toss{Toss: &wire.Toss{}}},
		"another Hello":    {Body: helloFrame().Body},
		"a Resume":         {Body: &wire.Frame_Resume{Resume: &wire.Resume{MinProtocol: 2, MaxProtocol: 2}}},
		"a Watched":        {Body: watchedFrame(1).Body},
		"a disagreement":   {Body: &wire.Frame_Desync{Desync: &wire.Desync{Game: 1}}},
		"a rematch":        {Body: &wire.Frame_Rematch{Rematch: &wire.Rematch{Game: 2}}},
		"a winner's name":  {Body: &wire.Frame_WinnerName{WinnerName: &wire.WinnerName{Game: 1, Name: "Wim"}}},
		"a false number":   {Seq: 9, Body: &wire.Frame_Ping{Ping: &wire.Ping{}}},
		"a false ack":      {Ack: 99, Body: &wire.Frame_Ping{Ping: &wire.Ping{}}},
		"no end of Pings":  nil,
		"a frame too long": {Seq: 2, Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: strings.Repeat("x", frames.Max)}}},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				host, guest, line := together(t, new(disk), new(disk))
				peer := watchRaw(t, line.listener)
				leave := "2/1 Leave reason:LEAVE_REASON_PROTOCOL_ERROR"
				switch {
				case f == nil:
					leave = "2/1 Leave reason:LEAVE_REASON_FLOOD"
					go flood(peer)
				case f.Seq == 0 && f.Ack == 0:
					f.Seq = 2
					fallthrough
				default:
					b, err := marshalBig(f)
					if err != nil {
						t.Fatal(err)
					}
					go func() { _, _ = peer.nc.Write(b) }()
				}
				expectAtLast(t, peer, leave)
				go peer.drain()
				time.Sleep(2 * countEvery)
				onlyCounts(t, host)
				onlyCounts(t, guest)
				mustDo(t, host.Play(3))
				wantEvents(t, host, "Played 1")
				wantEvents(t, guest, "Played 1")
				closeAll(guest, host)
			})
		})
	}
}

// onlyCounts fails if a player got any event but the number of watchers.
func onlyCounts(t *testing.T, l match.Link) {
	t.Helper()
	for _, e := range eventsOf(l) {
		if !strings.HasPrefix(e, "Watchers") {
			t.Errorf("a player was told: %s", e)
		}
	}
}

// flood sends Pings until the connection ends.
func flood(peer *rawPeer) {
	b, _ := marshalFrame(pingFrame())
	for {
		if _, err := peer.nc.Write(b); err != nil {
			return
		}
	}
}

// expectAtLast reads frames until the wanted one.
func expectAtLast(t *testing.T, peer *rawPeer, want string) {
	t.Helper()
	for {
		payload, err := frames.Read(peer.r, nil, frames.MaxLarge)
		if err != nil {
			t.Fatalf("%v came instead of %s", err, want)
		}
		if strings.HasPrefix(frameText(payload), want) {
			return
		}
	}
}

// A watcher who no longer reads is dropped after five seconds. Until then the players do not wait:
// no time passes in the bubble while they play.
func TestAWatcherWhoReadsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, guest, line := together(t, new(disk), new(disk))
		watchRaw(t, line.listener) // reads no more
		watcher, _ := watcherAt(t, line.listener)
		wantSoon(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers")
		began := time.Now()
		mustDo(t, host.Play(3))
		mustDo(t, host.Play(6))
		synctest.Wait()
		mustDo(t, guest.Play(4))
		synctest.Wait()
		if waited := time.Since(began); waited != 0 {
			t.Errorf("three plies took %v", waited)
		}
		wantSoon(t, watcher, "Played 1", "Played 2", "Played 3")
		time.Sleep(writeWait + transport.LingerWait)
		wantEvents(t, watcher, "Watchers 1")
		closeAll(watcher, guest, host)
	})
}

// A frame that a host must not send ends the watching with a sentence; nothing of it is shown.
func TestAWatcherOfALiar(t *testing.T) {
	wrong := watchedMove(t, 2, 3)
	wrong.GetMove().Hash[0]++
	skipped := watchedMove(t, 2, 3, 6)
	spoilt := func(f func(w *wire.Watched)) *wire.Frame {
		m := watchedFrame(2, 3)
		f(m.GetWatched())
		return m
	}
	for what, test := range map[string]struct {
		f    *wire.Frame
		want string
	}{
		"another game's ply": {wrong, "watch-desync"},
		"a ply too far":      {skipped, "nonsense"},
		"a ply that is none": {&wire.Frame{Seq: 2, Body: &wire.Frame_Move{Move: &wire.Move{
			Game: 2, Ply: 1, House: 9, Hash: make([]byte, hashSize),
		}}}, "bad-ply"},
		"plies that are none":  {watchedFrame(2, 3, 3), "bad-ply"},
		"no text":              {spoilt(func(w *wire.Watched) { w.Game.Text = "" }), "nonsense"},
		"a text that is none":  {spoilt(func(w *wire.Watched) { w.Game.Text = "chess e4" }), "nonsense"},
		"no name of a series":  {spoilt(func(w *wire.Watched) { w.SeriesId = nil }), "nonsense"},
		"game 0":               {spoilt(func(w *wire.Watched) { w.Number = 0 }), "nonsense"},
		"too many wins":        {spoilt(func(w *wire.Watched) { w.Draws = 1 }), "nonsense"},
		"nobody starts":        {spoilt(func(w *wire.Watched) { w.Starter = 0 }), "nonsense"},
		"an unknown state":     {spoilt(func(w *wire.Watched) { w.State = 9 }), "nonsense"},
		"a message to players": {&wire.Frame{Seq: 2, Body: &wire.Frame_Chat{Chat: &wire.Chat{Text: "hello", Id: 1}}}, "nonsense"},
		"a Reject":             {&wire.Frame{Seq: 2, Body: &wire.Frame_Reject{Reject: &wire.Reject{Code: wire.RejectCode_REJECT_CODE_NO_WATCHERS}}}, "watching-off"},
		"a Leave":              {&wire.Frame{Seq: 2, Body: &wire.Frame_Leave{Leave: &wire.Leave{}}}, "left"},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				peer, watcher := hostRaw(t)
				peer.send(watchedFrame(1))
				wantEvents(t, watcher, "match.Connecting", "Watched", "GameStarted", "Watchers 1")
				go peer.drain()
				peer.send(test.f)
				wantEvents(t, watcher, "PeerLeft reason 0 local false: netplay."+test.want)
				time.Sleep(time.Minute)
				wantEvents(t, watcher)
				_ = watcher.Close()
			})
		})
	}
}

// If a host sends game after game, a watcher processes only a bounded number of them.
func TestAWatcherIsNotFlooded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		peer, watcher := hostRaw(t)
		go peer.drain()
		for n := uint64(1); n <= 2*floodBurst; n++ {
			f := watchedFrame(n)
			f.GetWatched().Number = uint32(n + 1)
			b, err := marshalFrame(f)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := peer.nc.Write(b); err != nil {
				break
			}
		}
		synctest.Wait()
		events := eventsOf(watcher)
		if last := events[len(events)-1]; len(events) > 2*floodBurst || !strings.HasPrefix(last, "PeerLeft reason 0 local false: netplay.flood") {
			t.Errorf("of %d events the last is %s", len(events), last)
		}
		_ = watcher.Close()
	})
}

// hostRaw returns a host that a test controls, with a watcher who has connected.
func hostRaw(t *testing.T) (*rawPeer, match.Link) {
	t.Helper()
	line := &lines{listener: newPipeListener()}
	watcher := Watch("host", GuestConfig{Name: "Wim", Transport: line, Insecure: true})
	nc, err := line.listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	peer := newRawPeer(t, nc)
	peer.expectPreface()
	peer.sendBytes([]byte(frames.Preface))
	peer.expect(`1/0 Hello name:"Wim" min_protocol:2 max_protocol:2 role:ROLE_WATCHER`)
	return peer, watcher
}

// marshalBig is marshalFrame for frames that may be too long.
func marshalBig(f *wire.Frame) ([]byte, error) {
	b, err := marshalFrame(f)
	if errors.Is(err, frames.ErrOversized) {
		return []byte("\x81\x20"), nil
	}
	return b, err
}

// watchInstead makes the two ends of a simulation those of a watcher's connection.
func watchInstead(sim *simulation) {
	sim.deliverAll()
	sim.cut()
	onStage := sim.series[match.Host]
	h := newHall(sim)
	g := h.guests[0]
	for range sim.random.IntN(3) {
		h.deliver(g, 1)
		if onStage != nil {
			g.session[0].show(&h.gallery.stage, 1, sim.now)
			h.gather(g, 0)
		}
		h.deliver(g, 0)
	}
	sim.session, sim.sent, sim.series = g.session, g.sent, [2]*Series{}
}

// A host that tells of more watchers than there can be is believed as far as possible.
func TestImpossibleWatchers(t *testing.T) {
	for ticket, most := range map[keys.Secret]int{{}: maxWatchers, {1}: mostAtClub} {
		synctest.Test(t, func(t *testing.T) {
			here, there := net.Pipe()
			guest := Join("host", GuestConfig{
				Name: "Gus", Ticket: ticket, Insecure: !overTLS,
				Transport: dialer(func(context.Context) (net.Conn, error) { return there, nil }),
			})
			peer := newRawPeer(t, rawHostSide(t, here))
			peer.expectPreface()
			peer.sendBytes([]byte(frames.Preface))
			peer.expect("1/0 Hello")
			go peer.drain()
			peer.send(welcomeFrame())
			peer.send(seatedFrame())
			peer.send(&wire.Frame{Seq: 3, Ack: 2, Body: &wire.Frame_Watchers{Watchers: &wire.Watchers{Count: math.MaxUint32}}})
			wantEvents(t, guest, "match.Connecting", "Connected", "GameStarted", fmt.Sprint("Watchers ", most))
			_ = guest.Close()
		})
	}
}
