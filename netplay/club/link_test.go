package club_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/club"
	"mancala/netplay/club/clubtest"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

const addr = "club.example:7000"

var kalah = rules.Presets()[0].Variant

// visit runs f with a link to a club, once the member is inside.
func visit(t *testing.T, c *clubtest.Club, f func(l lobby.Link)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l := club.Dial(addr, club.Config{Name: "Ann", Version: "1", Dial: c.Dial})
		synctest.Wait()
		f(l)
		_ = l.Close()
		c.Cut(true)
		synctest.Wait()
	})
}

// kinds returns the types of events.
func kinds(list []lobby.Event) string {
	var names []string
	for _, e := range list {
		names = append(names, strings.TrimPrefix(reflect.TypeOf(e).String(), "lobby."))
	}
	return strings.Join(names, " ")
}

// answer returns the only event, which answers a call.
func answer(t *testing.T, l lobby.Link, number int) lobby.Answer {
	t.Helper()
	synctest.Wait()
	events := l.Events()
	if len(events) != 1 {
		t.Fatalf("the events are %s", kinds(events))
	}
	a, ok := events[0].(lobby.Answer)
	if !ok || a.Number != number {
		t.Fatalf("the answer to %d is %+v", number, events[0])
	}
	return a
}

// openTable is a table with Bo waiting.
func openTable() lobby.Table {
	return lobby.Table{
		ID: "tabletabletable2", Members: []lobby.Member{clubtest.Member(clubtest.Bo, "Bo", 1620, 48)},
		Settings: lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true, MinRating: 1400},
	}
}

// playedTable is the table after Ann has sat down.
func playedTable() lobby.Table {
	t := openTable()
	t.Members = append(t.Members, clubtest.Member(clubtest.Ann, "Ann", 1500, 60))
	return t
}

// strange makes the rules of a table those of a later version.
func strange(t lobby.Table) lobby.Told {
	t.Settings.Variant.Houses = 200
	return lobby.Told{Table: t}
}

func TestEntering(t *testing.T) {
	c := clubtest.New()
	c.Welcome.Club, c.Welcome.Announcement = "Test\u202e  club", "Tournament\non Sunday"
	visit(t, c, func(l lobby.Link) {
		events := l.Events()
		if kinds(events) != "Connecting Entered" {
			t.Fatalf("the events are %s", kinds(events))
		}
		in := events[1].(lobby.Entered)
		if in.Club != "Test club" || in.Announcement != "Tournament on Sunday" || in.Me.Name != "Ann" || in.Me.Won != 7 {
			t.Errorf("entered is %+v", in)
		}
		calls := c.Calls()
		if h, _ := calls[0].(wirelobby.Hello); len(calls) != 2 || h.Name != "Ann" || calls[1] != (wirelobby.Follow{}) {
			t.Errorf("the calls are %v", calls)
		}
	})
}

func TestTables(t *testing.T) {
	c := clubtest.New()
	visit(t, c, func(l lobby.Link) {
		l.Events()
		later := openTable()
		later.ID = "tabletabletable3"
		gone := lobby.Gone{Table: "tabletabletable2"}
		c.Tell(lobby.Told{Table: openTable()}, strange(later), lobby.Listed{}, gone, gone, lobby.Gone{Table: "tabletabletable7"})
		synctest.Wait()
		events := l.Events()
		if kinds(events) != "Told Listed Gone" {
			t.Fatalf("the events are %s", kinds(events))
		}
		want := lobby.Table{
			ID: "tabletabletable2", Members: []lobby.Member{{ID: clubtest.Bo, Name: "Bo", Rating: 1620, Deviation: 48}},
			Settings: lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}, Rated: true, MinRating: 1400},
		}
		if got := events[0].(lobby.Told).Table; !reflect.DeepEqual(got, want) {
			t.Errorf("the table is %+v, want %+v", got, want)
		}
	})
}

// A table of a later version replaces one that could be shown.
func TestATableThatCannotBeShownIsGone(t *testing.T) {
	c := clubtest.New()
	visit(t, c, func(l lobby.Link) {
		l.Events()
		c.Tell(lobby.Told{Table: openTable()}, strange(openTable()), strange(openTable()))
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Told Gone" {
			t.Errorf("the events are %s", kinds(events))
		}
	})
}

func TestSittingDown(t *testing.T) {
	c := clubtest.New()
	c.Host = keys.Known{Fingerprint: keys.Fingerprint{1, 2, 3}}
	seat := lobby.Seat{Table: playedTable(), Ticket: lobby.Ticket{15: 7}}
	c.Reply = func(call any) []any {
		if call != (lobby.Sit{Table: "tabletabletable2"}) {
			return []any{clubtest.Refusal(lobby.ReasonNoTable)}
		}
		return []any{seat}
	}
	visit(t, c, func(l lobby.Link) {
		l.Events()
		a := answer(t, l, l.Ask(lobby.Sit{Table: "tabletabletable2"}))
		if a.Note != nil || a.Seat.Ticket[15] != 7 || a.Seat.Addrs[0] != addr || a.Seat.Host != c.Host.Fingerprint.String() || a.Seat.Watch {
			t.Errorf("the seat is %+v", a)
		}
		seat.Addrs = []string{"node2.example:7000", "no address\n"}
		if a = answer(t, l, l.Ask(lobby.Sit{Table: "tabletabletable2"})); !slices.Equal(a.Seat.Addrs, []string{"node2.example:7000", addr}) {
			t.Errorf("the addresses are %q", a.Seat.Addrs)
		}
		if a = answer(t, l, l.Ask(lobby.Sit{Table: "tabletabletable3"})); a.Note == nil || a.Note.Code != "club.no-table" {
			t.Errorf("the answer is %+v", a)
		}
		c.Tell(seat)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Seated" {
			t.Errorf("the events are %s", kinds(events))
		}
	})
}

// The seats of unfinished games come before the answer to Mine.
func TestMine(t *testing.T) {
	c := clubtest.New()
	c.Reply = func(call any) []any {
		if call != (lobby.Mine{}) {
			return []any{wirelobby.Done{}}
		}
		return []any{lobby.Seat{Table: playedTable(), Ticket: lobby.Ticket{15: 7}}, wirelobby.Done{}}
	}
	visit(t, c, func(l lobby.Link) {
		l.Events()
		l.Ask(lobby.Mine{})
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Seated Answer" {
			t.Errorf("the events are %s", kinds(events))
		}
	})
}

// Every call travels, and every answer comes back.
func TestCalls(t *testing.T) {
	entry := lobby.GameEntry{
		ID: "tabletabletable2-1", Members: [2]lobby.Member{clubtest.Member(clubtest.Ann, "Ann", 1490, 60), clubtest.Member(clubtest.Bo, "Bo", 1620, 48)},
		Variant: kalah, Time: match.TimeControl{Base: 5 * time.Minute}, Rated: true, Result: match.ResultOf(match.Resigned, 2, [2]int{3, 0}), Plies: 2,
	}
	c := clubtest.New()
	c.Reply = func(call any) []any {
		switch call.(type) {
		case lobby.ProfileOf:
			return []any{clubtest.Profile(clubtest.Bo, "Bo", 1620, 48)}
		case lobby.GamesOf:
			return []any{lobby.Games{List: []lobby.GameEntry{entry}, More: true}}
		case lobby.GameOf:
			return []any{lobby.Game{Entry: entry, Game: rules.Game{Variant: kalah, Plies: []rules.House{3, 6}}}}
		case lobby.StandingsOf:
			return []any{lobby.Standings{Members: []lobby.Member{clubtest.Member(clubtest.Bo, "Bo", 1620, 48)}, First: 1, Total: 40}}
		case lobby.Device:
			return []any{lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute}}
		case lobby.UseCode:
			return []any{clubtest.Welcome("Testclub", clubtest.Profile("cycycycycycycyc2", "Cy", 1500, 350))}
		}
		return []any{wirelobby.Done{}}
	}
	visit(t, c, func(l lobby.Link) {
		l.Events()
		ask := func(call lobby.Call) lobby.Answer {
			t.Helper()
			return answer(t, l, l.Ask(call))
		}
		if p := ask(lobby.ProfileOf{Member: clubtest.Bo}).Profile; p.Name != "Bo" || p.RatedGames != 9 || len(p.Devices) != 1 {
			t.Errorf("the profile is %+v", p)
		}
		games := ask(lobby.GamesOf{Member: clubtest.Ann, Limit: 10}).Games
		if !games.More || len(games.List) != 1 || games.List[0].Result.Outcome != rules.NorthWins || games.List[0].Result.Ending != match.Resigned {
			t.Errorf("the games are %+v", games)
		}
		if g := ask(lobby.GameOf{Game: "tabletabletable2-1"}).Game; len(g.Game.Plies) != 2 || g.Entry.Members[1].Name != "Bo" {
			t.Errorf("the game is %+v", g)
		}
		if s := ask(lobby.StandingsOf{Limit: 50}).Standings; s.Total != 40 || len(s.Members) != 1 {
			t.Errorf("the standings are %+v", s)
		}
		if code := ask(lobby.Device{}).Code; code.Text != "amber-fox-31" || code.For != 10*time.Minute {
			t.Errorf("the code is %+v", code)
		}
		terms := lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: time.Minute, Increment: time.Second}, Rated: true}
		open := terms
		open.MinRating, open.MaxRating, open.NoWatchers = 1000, 2000, true
		c.Calls()
		list := []any{
			lobby.Open{Settings: open},
			lobby.Quick{Settings: terms},
			lobby.Cancel{},
			lobby.Rename{Name: "Anna"},
			lobby.Report{Member: clubtest.Bo, Game: "tabletabletable2-1", Text: "rude"},
			lobby.Block{Member: clubtest.Bo},
			lobby.Forget{Name: "Ann"},
		}
		for _, call := range list {
			if a := ask(call.(lobby.Call)); a.Note != nil {
				t.Errorf("%T is refused: %v", call, a.Note)
			}
		}
		if calls := c.Calls(); !slices.Equal(calls, list) {
			t.Errorf("the calls are %v", calls)
		}
		l.Ask(lobby.UseCode{Code: "amber-fox-31"})
		synctest.Wait()
		events := l.Events()
		if kinds(events) != "Entered Answer" || events[0].(lobby.Entered).Me.Name != "Cy" {
			t.Errorf("after the code the events are %s", kinds(events))
		}
	})
}

// A list of tables that the club refuses is asked for again when the club says.
func TestListRefused(t *testing.T) {
	c := clubtest.New()
	refusals := 3
	c.Reply = func(call any) []any {
		if call != (wirelobby.Follow{}) || refusals == 0 {
			return []any{wirelobby.Done{}, lobby.Listed{}}
		}
		refusals--
		return []any{lobby.Refusal{Reason: lobby.ReasonTooOften, Wait: 5 * time.Second}}
	}
	visit(t, c, func(l lobby.Link) {
		time.Sleep(14 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Connecting Entered" {
			t.Errorf("before the club lists its tables the events are %s", kinds(events))
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Listed" || refusals > 0 {
			t.Errorf("after that they are %s, and %d refusals are left", kinds(events), refusals)
		}
	})
}

// After a break, the link connects again and refuses open calls.
func TestRedial(t *testing.T) {
	c := clubtest.New()
	c.Reply = func(any) []any { return nil }
	visit(t, c, func(l lobby.Link) {
		l.Events()
		l.Ask(lobby.Mine{})
		synctest.Wait()
		c.Cut(true)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Answer Lost" || events[1].(lobby.Lost).Note.Code != "club.broke" {
			t.Fatalf("after the cut the events are %s", kinds(events))
		}
		if a := answer(t, l, l.Ask(lobby.Mine{})); a.Note == nil || a.Note.Code != "club.not-connected" {
			t.Errorf("while it is down the answer is %+v", a)
		}
		time.Sleep(time.Minute)
		c.Cut(false)
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Entered" {
			t.Errorf("when it is back the events are %s", kinds(events))
		}
	})
}

// A front end that drains no events does not make the link grow without end: the link is lost, and
// comes back once they are drained.
func TestEventsThatAreNotDrained(t *testing.T) {
	c := clubtest.New()
	visit(t, c, func(l lobby.Link) {
		l.Events()
		for range 50_000 {
			c.Tell(lobby.Told{Table: openTable()})
		}
		time.Sleep(time.Minute)
		c.Calls()
		time.Sleep(time.Minute)
		if calls := c.Calls(); len(calls) > 0 {
			t.Errorf("the club is dialled again: %v", calls)
		}
		events := l.Events()
		if n := len(events); n < 20_000 || n > 41_000 || kinds(events[n-1:]) != "Lost" {
			t.Errorf("%d events wait, and the last is %s", n, kinds(events[n-1:]))
		}
		time.Sleep(20 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Entered" {
			t.Errorf("when they are drained the events are %s", kinds(events))
		}
	})
}

// A member who hears nothing sends a ping, and gives the connection up without an answer.
func TestSilence(t *testing.T) {
	c := clubtest.New()
	visit(t, c, func(l lobby.Link) {
		c.Calls()
		time.Sleep(21 * time.Second)
		synctest.Wait()
		if calls := c.Calls(); len(calls) != 1 || calls[0] != (wirelobby.Ping{}) {
			t.Fatalf("the calls are %v", calls)
		}
		if events := l.Events(); kinds(events) != "Connecting Entered" {
			t.Fatalf("the events are %s", kinds(events))
		}
	})
	silent := func(context.Context, string, *keys.Identity) (net.Conn, keys.Known, error) {
		here, there := net.Pipe()
		go func() {
			b := make([]byte, 1000)
			for {
				if _, err := there.Read(b); err != nil {
					return
				}
			}
		}()
		return here, keys.Known{}, nil
	}
	synctest.Test(t, func(t *testing.T) {
		l := club.Dial(addr, club.Config{Dial: silent})
		time.Sleep(16 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Connecting Failed" || events[1].(lobby.Failed).Note.Code != "club.silent" {
			t.Errorf("the events are %s", kinds(events))
		}
		_ = l.Close()
	})
}

func TestTurnedAway(t *testing.T) {
	for reason, want := range map[lobby.Reason]string{
		lobby.ReasonVersion: "club.other-version", lobby.ReasonBarred: "club.barred",
		lobby.ReasonNameTaken: "club.name-taken", lobby.ReasonTooOften: "club.too-often",
		99: "club.refused",
	} {
		c := clubtest.New()
		c.Greet = func(any) any { return clubtest.Refusal(reason) }
		visit(t, c, func(l lobby.Link) {
			if events := l.Events(); kinds(events) != "Connecting Failed" || events[1].(lobby.Failed).Note.Code != want {
				t.Errorf("%v: the events are %+v", reason, events)
			}
			if a := answer(t, l, l.Ask(lobby.Mine{})); a.Note == nil || a.Note.Code != want {
				t.Errorf("%v: a later call is answered by %+v", reason, a)
			}
		})
	}
}

// A member without a certificate proves the key.
func TestChallenge(t *testing.T) {
	me := need.Must(keys.NewIdentity(bytes.NewReader(make([]byte, 32))))(t)
	c := clubtest.New()
	c.Host = keys.Known{Fingerprint: keys.Fingerprint{4}}
	nonce := bytes.Repeat([]byte{9}, wirelobby.NonceSize)
	var shown []byte
	c.Greet = func(call any) any {
		if h, first := call.(wirelobby.Hello); first {
			shown = h.Key
			return wirelobby.Challenge{Nonce: nonce}
		}
		f, err := keys.Verify(shown, wirelobby.Signed(nonce, c.Host.Fingerprint), call.(wirelobby.Proof).Signature)
		if err != nil || f != me.Fingerprint() {
			return clubtest.Refusal(lobby.ReasonKey)
		}
		return c.Welcome
	}
	for want, id := range map[string]*keys.Identity{"Connecting Entered": me, "Connecting Failed": nil} {
		synctest.Test(t, func(t *testing.T) {
			l := club.Dial(addr, club.Config{Dial: c.Dial, Identity: func(context.Context) (*keys.Identity, error) { return id, nil }})
			synctest.Wait()
			if events := l.Events(); kinds(events) != want {
				t.Errorf("the events are %s, want %s", kinds(events), want)
			}
			_ = l.Close()
			c.Cut(false)
			synctest.Wait()
		})
	}
}

// A club that drains is dialled again at another of its addresses.
func TestDraining(t *testing.T) {
	c := clubtest.New()
	c.Welcome.Addrs = []string{addr, "node2.example:7000"}
	var dialled []string
	synctest.Test(t, func(t *testing.T) {
		l := club.Dial(addr, club.Config{Dial: func(ctx context.Context, a string, me *keys.Identity) (net.Conn, keys.Known, error) {
			dialled = append(dialled, a)
			return c.Dial(ctx, a, me)
		}})
		synctest.Wait()
		c.Tell(wirelobby.Draining{})
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Connecting Entered Lost Entered" || strings.Join(dialled, " ") != addr+" node2.example:7000" {
			t.Errorf("the events are %s, dialled were %q", kinds(events), dialled)
		}
		_ = l.Close()
		c.Cut(true)
		synctest.Wait()
	})
}

// A peer that does not speak the protocol only ends the link, with a reason.
func TestStrangers(t *testing.T) {
	for sent, want := range map[string]string{
		"MNC1": "club.no-club", "HTTP/1.1 400 Bad Request": "club.no-club", "MCL1\x03abc": "club.strange", "MCL1": "club.broke", "": "club.broke",
		"MCL1\xff\xff\xff\xff\x0f": "club.broke", "MCL1\x00": "club.strange",
	} {
		synctest.Test(t, func(t *testing.T) {
			l := club.Dial(addr, club.Config{Dial: func(context.Context, string, *keys.Identity) (net.Conn, keys.Known, error) {
				here, there := net.Pipe()
				go func() {
					_, _ = there.Read(make([]byte, 1000)) // the hello, whose write must not fail
					_, _ = there.Write([]byte(sent))
					_ = there.Close()
				}()
				return here, keys.Known{}, nil
			}})
			time.Sleep(20 * time.Second)
			synctest.Wait()
			events := l.Events()
			if kinds(events) != "Connecting Failed" || events[1].(lobby.Failed).Note.Code != want {
				t.Errorf("%q: the events are %+v", sent, events)
			}
			_ = l.Close()
		})
	}
	synctest.Test(t, func(t *testing.T) {
		l := club.Dial(addr, club.Config{Dial: func(context.Context, string, *keys.Identity) (net.Conn, keys.Known, error) {
			return nil, keys.Known{}, errors.New("no route")
		}})
		synctest.Wait()
		if events := l.Events(); kinds(events) != "Connecting Failed" || events[1].(lobby.Failed).Note.Code != "club.unreachable" {
			t.Errorf("the events are %+v", events)
		}
	})
}

// A line that breaks before the first welcome is dialled again, as often as a slow computer may
// need.
func TestFirstLineBreaks(t *testing.T) {
	for breaks, want := range map[int]string{1: "Connecting Entered", 2: "Connecting Entered", 3: "Connecting Failed"} {
		synctest.Test(t, func(t *testing.T) {
			c := clubtest.New()
			dialled := 0
			l := club.Dial(addr, club.Config{Dial: func(ctx context.Context, to string, me *keys.Identity) (net.Conn, keys.Known, error) {
				nc, host, err := c.Dial(ctx, to, me)
				switch dialled++; {
				case dialled > breaks:
				case dialled == 2:
					return nil, host, rules.NewNote("netplay.hung-up-encrypting", addr)
				default:
					_ = nc.Close()
				}
				return nc, host, err
			}})
			time.Sleep(20 * time.Second)
			synctest.Wait()
			if events := l.Events(); kinds(events) != want || dialled != 3 && breaks > 1 {
				t.Errorf("after %d broken lines of %d the events are %s", breaks, dialled, kinds(events))
			}
			_ = l.Close()
			c.Cut(true)
			synctest.Wait()
		})
	}
}

// A club's strange addresses are dialled rarely, or only once if another program answers there. The
// user's address stays, and only the first key is accepted.
func TestStrangeAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clubtest.New()
		own, other := keys.Known{Fingerprint: keys.Fingerprint{1}}, keys.Known{Fingerprint: keys.Fingerprint{2}}
		c.Welcome.Addrs = []string{"silent:1", "stranger:1"}
		dialled := map[string]int{}
		l := club.Dial(addr, club.Config{Name: "Ann", Dial: func(ctx context.Context, at string, me *keys.Identity) (net.Conn, keys.Known, error) {
			dialled[at]++
			switch {
			case at == "silent:1" || at == addr && dialled[addr] > 1:
				return nil, keys.Known{}, errors.New("no one answers")
			case at == "stranger:1":
				nc, _, err := c.Dial(ctx, at, me)
				return nc, other, err
			}
			nc, _, err := c.Dial(ctx, at, me)
			return nc, own, err
		}})
		synctest.Wait()
		c.Cut(false)
		time.Sleep(24 * time.Hour)
		_ = l.Close()
		c.Cut(true)
		synctest.Wait()
		if n := dialled["stranger:1"]; n != 1 {
			t.Errorf("a stranger was dialled %d times", n)
		}
		if n := dialled["silent:1"]; n < 20 || n > 500 {
			t.Errorf("an address at which no one answers was dialled %d times in a day", n)
		}
		if n := dialled[addr]; n < 4000 {
			t.Errorf("the address of the user was dialled %d times in a day", n)
		}
	})
}
