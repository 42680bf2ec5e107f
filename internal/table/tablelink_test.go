package table_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	. "mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/tools/need"
)

// farLink is a link to another machine, played by the test. It records its calls.
type farLink struct {
	tabletest.Games
	events []News
	said   []string
	fail   error // the answer to every wish
	closed bool
}

func (l *farLink) Events() []News {
	events := l.events
	for i, e := range events {
		events[i] = l.Complete(e)
	}
	l.events = nil
	return events
}

func (l *farLink) say(what string) error {
	l.said = append(l.said, what)
	return l.fail
}

func (l *farLink) Accept() error { return l.say("accept") }
func (l *farLink) Wish(_ match.Party, k Kind, arg int, text string) error {
	if k == KindPly {
		text = rules.House(arg).String()
	}
	return l.say(tabletest.Words(k, arg, text))
}

func (l *farLink) WaitAgain() { _ = l.say("wait again") }

func (l *farLink) Guests() Guests { return nil }

func (l *farLink) Leave(Reason) { _ = l.say("leave") }
func (l *farLink) Close() error { l.closed = true; return l.say("close") }

// farPlies delivers plies from the link.
func (l *farLink) farPlies(t testing.TB, table *Table, houses ...rules.House) {
	t.Helper()
	for _, h := range houses {
		m := l.Series.Match()
		need.Must(m.Play(m.Position().ToMove(), h))(t)
		l.events = append(l.events, Played{Series: l.Series.Copy()})
	}
	table.Poll()
}

// farTable returns the table of a guest, Ann, who plays North against Bob.
func farTable(t testing.TB, seat match.Seat) (*farLink, *Table) {
	t.Helper()
	l := &farLink{}
	return l, l.seat(t, l, seat)
}

// seat begins a game, and returns its table; the link is this one, or one around it.
func (l *farLink) seat(t testing.TB, link Link, seat match.Seat) *Table {
	t.Helper()
	table := NewTable(link, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: seat})
	l.events = []News{
		Connecting{},
		Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(6,4)")},
		GameStarted{ID: "a", Self: rules.North},
	}
	table.Poll()
	return table
}

// checkSaid fails unless these are the calls of the link since the last check.
func (l *farLink) checkSaid(t testing.TB, want ...string) {
	t.Helper()
	if len(l.said) != len(want) {
		t.Errorf("the link was told %v, not %v", l.said, want)
	} else {
		for i := range want {
			if l.said[i] != want[i] {
				t.Errorf("the link was told %v, not %v", l.said, want)
			}
		}
	}
	l.said = nil
}

func TestTableOfAFarGame(t *testing.T) {
	l, table := farTable(t, match.NewPerson())
	if table.Name(match.Host) != "Bob" || table.Name(match.Guest) != "Ann" || table.Here(match.Host) || !table.Here(match.Guest) ||
		table.Persons() != 1 || table.Side(match.Guest) != rules.North || table.Self() != match.Guest || table.Link() != Link(l) {
		t.Error("the parties are mixed up")
	}
	if err := table.Play(1); !errors.Is(err, match.ErrOutOfTurn) {
		t.Errorf("out of turn: %v", err)
	}
	table.Ask() // no seat here has the turn
	l.farPlies(t, table, 3, 6)
	if !table.PersonToMove() || table.ComputerToMove() || table.Thinking() {
		t.Error("the person is not to move")
	}
	need.NoError(t, table.Play(2))
	l.checkSaid(t, "play 2")
	l.farPlies(t, table, 2)
	checkPlies(t, table, match.Guest, 3, 6, 2)
	l.fail = &match.PlyError{Err: match.ErrEnded}
	if err := table.Play(1); !errors.Is(err, match.ErrEnded) {
		t.Errorf("the link refuses, and the table says %v", err)
	}
	checkPlies(t, table, match.Guest, 3, 6, 2)
}

// Plies are never taken back across a connection; everything else is for the link to decide.
func TestFarGamesHaveNoUndo(t *testing.T) {
	l, table := farTable(t, match.NewPerson())
	l.farPlies(t, table, 1, 1)
	if table.CanUndo() || table.CanRedo() {
		t.Error("a far game offers undo")
	}
	if err := table.Undo(); err != match.ErrNothingToUndo {
		t.Errorf("undo: %v", err)
	}
	if err := table.Redo(); err != match.ErrNothingToRedo {
		t.Errorf("redo: %v", err)
	}
	need.NoError(t, table.Resign())
	if table.Stage() != StageGame {
		t.Error("a game ends before the link says so")
	}
	m := l.Series.Match()
	need.NoError(t, m.Resign(rules.North))
	l.events = []News{GameOver{By: match.Guest}}
	table.Poll()
	checkShown(t, table.Match(), m)
	if table.Stage() != StageOver || table.Loser() != match.Guest || table.CanUndo() {
		t.Errorf("stage %d, resigned by the %v", table.Stage(), table.Loser())
	}
	need.NoError(t, table.Rematch())
	if !table.Wanted(match.Guest) || table.Wanted(match.Host) {
		t.Error("the wrong one wants a rematch")
	}
	l.events = []News{RematchWanted{By: match.Host}}
	table.Poll()
	if !table.Wanted(match.Host) {
		t.Error("the other one's wish is lost")
	}
	need.NoError(t, l.Series.Next())
	l.events = []News{GameStarted{ID: "b", Self: rules.South}}
	table.Poll()
	if table.Wanted(match.Host) || table.Wanted(match.Guest) || table.Starter() != match.Guest || !table.PersonToMove() || table.GameID() != "b" {
		t.Errorf("game %s by the %v", table.GameID(), table.Starter())
	}
	l.fail = match.ErrRunning
	if err := table.Rematch(); !errors.Is(err, match.ErrRunning) || table.Wanted(match.Guest) {
		t.Errorf("a refused rematch: %v", err)
	}
	need.NoError(t, func() error { l.fail = nil; return table.Close() }())
	l.checkSaid(t, "resign", "rematch", "rematch", "close")
}

// A computer player may sit at this end of a connection.
func TestAComputerAtAFarGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seat := scripted(2, 1)
		l, table := farTable(t, seat)
		table.Ask()
		l.farPlies(t, table, 1)
		table.Ask()
		synctest.Wait()
		table.Poll()
		l.checkSaid(t, "play 2")
		l.farPlies(t, table, 2)
		if seat.asked != 1 || len(seat.seen) != 2 {
			t.Errorf("asked %d times, has seen %v", seat.asked, seat.seen)
		}
	})
}

// When the game ends at the link while a computer player is thinking, that is no fault of the
// player's.
func TestAnAnswerThatCrossesWithTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &endingLink{farLink: &farLink{}}
		table := l.seat(t, l, scripted(2))
		l.farPlies(t, table, 1)
		table.Ask()
		synctest.Wait()
		table.Poll()
		if table.Stage() != StageEnded || table.Note().String() != "bob-left" {
			t.Errorf("stage %d: %q", table.Stage(), table.Note().String())
		}
	})
}

// endingLink ends between the table's look at the events and its ply.
type endingLink struct{ *farLink }

func (l *endingLink) Wish(_ match.Party, _ Kind, h int, _ string) error {
	l.events = []News{GameOver{By: match.Host}, PeerLeft{Note: rules.NewNote("bob-left")}}
	return &match.PlyError{House: rules.House(h), Err: match.ErrEnded}
}

func TestStages(t *testing.T) {
	l := &farLink{}
	table := NewTable(l, match.Host, [2]string{}, [2]match.Seat{match.Host: match.NewPerson()})
	kalah := variant(t, "kalah(1,3)")
	at := func(want Stage, events ...News) {
		t.Helper()
		l.events = events
		if got := table.Poll(); len(got) != len(events) || table.Stage() != want {
			t.Errorf("after %v: stage %d, not %d", events, table.Stage(), want)
		}
	}
	at(StageConnecting)
	if table.Name(match.Host) != "Host" || table.Name(match.Guest) != "Guest" || table.Match() != nil || table.ToMove() != match.Host ||
		table.Side(match.Guest) != rules.South || table.Party(rules.North) != match.Host || table.CanUndo() {
		t.Error("an empty table says something else")
	}
	listening := Listening{Addr: "127.0.0.1:7000", Reachable: []string{"192.168.1.20:7000"}}
	at(StageListening, listening)
	if got := table.Door().Listening(); got.Addr != listening.Addr || len(got.Reachable) != 1 {
		t.Errorf("listening on %+v", got)
	}
	at(StageListening, Connected{Peer: "Bob", Self: match.Host, Variant: kalah})
	at(StageGame, GameStarted{ID: "a"})
	at(StageGame, PeerQuiet{Quiet: true})
	if !table.Quiet() {
		t.Error("a quiet peer is not noticed")
	}
	need.Must(l.Series.Match().Play(rules.South, 1))(t)
	at(StageOver, Played{}, GameOver{})
	at(StageEnded, PeerLeft{Note: rules.NewNote("bob-left")}, Listening{Addr: "127.0.0.1:7000"})
	if table.Quiet() || table.Note().String() != "bob-left" || table.Match() == nil {
		t.Errorf("left: %q", table.Note().String())
	}
	table.WaitAgain()
	at(StageListening)
	table.WaitAgain()
	at(StageGame, Connected{Self: match.Host, Variant: kalah}, GameStarted{ID: "b", Self: rules.North})
	if table.Name(match.Guest) != "Guest" || table.Note().String() != "" || table.Starter() != match.Guest {
		t.Errorf("the next guest is %q", table.Name(match.Guest))
	}
	at(StageFailed, Failed{Note: rules.NewNote("it-broke")}, GameStarted{ID: "c"}, PeerLeft{Note: rules.NewNote("too-late")})
	if table.Note().String() != "it-broke" || table.GameID() != "b" {
		t.Errorf("after the failure: %q, game %s", table.Note().String(), table.GameID())
	}
}

// hastyLink has guests who come and go before the host's table hears that it waits.
type hastyLink struct {
	*farLink
	comes []News
}

func (l *hastyLink) WaitAgain() {
	l.farLink.WaitAgain()
	l.events = append([]News{Listening{Addr: "127.0.0.1:7000"}}, l.comes...)
}

// A guest who has left before their host has looked leaves it to wait once more: its link does not
// wait by itself.
func TestHastyGuests(t *testing.T) {
	kalah := variant(t, "kalah(1,3)")
	met := Connected{Peer: "Bob", Self: match.Host, Variant: kalah}
	started := GameStarted{ID: "a"}
	left := PeerLeft{Note: rules.NewNote("bob-left")}
	for _, c := range []struct {
		comes []News
		want  Stage
	}{
		{nil, StageListening},
		{[]News{left, Listening{}}, StageListening}, // one who never had the seat
		{[]News{met}, StageListening},
		{[]News{met, started}, StageGame},
		{[]News{met, started, Paused{}}, StageGame},
		{[]News{met, started, left}, StageEnded},
		{[]News{met, left}, StageEnded},
	} {
		l := &hastyLink{&farLink{}, c.comes}
		table := NewTable(l, match.Host, [2]string{}, [2]match.Seat{match.Host: match.NewPerson()})
		l.events = []News{met, started, left}
		table.Poll()
		table.WaitAgain()
		if _, paused := table.Paused(); table.Stage() != c.want || paused != (len(c.comes) == 3 && c.want == StageGame) {
			t.Errorf("after %v: stage %d, paused %v", c.comes, table.Stage(), paused)
		}
		for table.Stage() == StageEnded {
			l.comes = nil
			table.WaitAgain()
		}
	}
}

func TestOfferedRules(t *testing.T) {
	l := &farLink{events: []News{Offered{Host: "Bob", Variant: variant(t, "bowls(6,4)"), First: match.FirstGuest}}}
	table := NewTable(l, match.Guest, [2]string{}, [2]match.Seat{match.Guest: match.NewPerson()})
	table.Poll()
	if o := table.Door().Offer(); table.Stage() != StageOffered || o.Host != "Bob" || o.First != match.FirstGuest || o.Variant.Name() != "bowls" {
		t.Errorf("stage %d: %+v", table.Stage(), o)
	}
}

// The link knows better than the table which party this end is.
func TestSelfByTheLink(t *testing.T) {
	l := &farLink{events: []News{
		Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(6,4)")}, GameStarted{ID: "a"},
	}}
	table := NewTable(l, match.Host, [2]string{match.Host: "Ann"}, [2]match.Seat{match.Host: match.NewPerson()})
	table.Poll()
	if table.Self() != match.Guest || table.Name(match.Guest) != "Ann" || table.Name(match.Host) != "Bob" || !table.Person(match.Guest) || table.Here(match.Host) {
		t.Errorf("self is the %v: %s and %s", table.Self(), table.Name(match.Host), table.Name(match.Guest))
	}
}

// Events without a game are passed on without effect.
func TestEventsWithoutAGame(t *testing.T) {
	l := &farLink{events: []News{RematchWanted{By: 7}, PeerQuiet{}, WinnerNamed{}, Connecting{}}}
	table := NewTable(l, match.Guest, [2]string{}, [2]match.Seat{match.Guest: match.NewPerson()})
	if got := table.Poll(); len(got) != 4 || table.Stage() != StageConnecting || table.Match() != nil {
		t.Errorf("%d events, stage %d", len(got), table.Stage())
	}
}

// Both ends, and one keyboard, distinguish two players of one name in the same way.
func TestEqualNamesAtATable(t *testing.T) {
	for self, peer := range map[match.Party]string{match.Host: "Hilda (guest)", match.Guest: "hilda"} {
		names := [2]string{match.Host: "hilda", match.Guest: "hilda"}
		names[self.Other()] = ""
		var seats [2]match.Seat
		seats[self] = match.NewPerson()
		table := NewTable(&farLink{events: []News{Connected{Peer: peer, Self: self}}}, self, names, seats)
		table.Poll()
		if got := [2]string{table.Name(match.Host), table.Name(match.Guest)}; got[match.Host] != "hilda" || !strings.HasSuffix(got[match.Guest], "ilda (guest)") {
			t.Errorf("at %v they are called %q", self, got)
		}
	}
	table := NewTable(&farLink{}, match.Host, [2]string{"Ann", "Ann"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
	if got := [2]string{table.Name(match.Host), table.Name(match.Guest)}; got != [2]string{"Ann", "Ann (2)"} {
		t.Errorf("at one keyboard they are called %q", got)
	}
}

// TestMeetingAtATable: a table knows the newest news from the host's meeting point.
func TestMeetingAtATable(t *testing.T) {
	link := &farLink{}
	table := NewTable(link, match.Host, [2]string{"Ada", ""}, [2]match.Seat{match.NewPerson(), nil})
	if m := table.Door().Meeting(); m != nil {
		t.Fatalf("Meeting is %+v before there is news, want nil", m)
	}
	news := Meeting{State: MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"}
	link.events = []News{Meeting{Point: news.Point}, news, Listening{Addr: "0.0.0.0:7000"}}
	table.Poll()
	if m := table.Door().Meeting(); m == nil || *m != news {
		t.Errorf("Meeting is %+v, want %+v", m, news)
	}
}

// TestTableOfALastPlyThatIsNotDecided has a last ply on the board in a game that has not ended: the
// other end has to agree, and may have resigned meanwhile.
func TestTableOfALastPlyThatIsNotDecided(t *testing.T) {
	l := &farLink{}
	table := NewTable(l, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: match.NewPerson()})
	_, notes := record(table, [2]string{match.KindPerson, match.KindPerson})
	l.events = []News{
		Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(2,1)")},
		GameStarted{ID: "a", Self: rules.South},
	}
	table.Poll()
	l.farPlies(t, table, 2)
	l.events = []News{TakebackAsked{match.Host, 0}}
	kept := len(notes.records)
	l.farPlies(t, table, 1)
	if table.Stage() != StageGame || table.PersonToMove() || table.ComputerToMove() || table.CanTakeback() || len(notes.records) > kept {
		t.Errorf("stage %d, %d records after %d", table.Stage(), len(notes.records), kept)
	}
	if err := table.Play(1); err == nil {
		t.Error("a ply behind the last one was taken")
	}
	l.events = []News{Rewound{l.Series.Back(1), rules.NewNote("match.withdrawn", 1)}}
	table.Poll()
	if _, asks := table.Asks(match.Host); !asks || !table.PersonToMove() {
		t.Errorf("back before it, the request is open: %v, to move: %v", asks, table.PersonToMove())
	}
	l.events = []News{Rewound{Series: l.Series.Back(0)}}
	table.Poll()
	if _, asks := table.Asks(match.Host); asks {
		t.Error("the request is open after the plies were taken back")
	}
}

// TestNoOneMovesOnAFinishedBoard ends with a seed in the store, which would earn a turn.
func TestNoOneMovesOnAFinishedBoard(t *testing.T) {
	for _, seat := range []match.Seat{match.NewPerson(), scripted()} {
		l := &farLink{}
		table := NewTable(l, match.Guest, [2]string{match.Guest: "Ann"}, [2]match.Seat{match.Guest: seat})
		l.events = []News{
			Connected{Peer: "Bob", Self: match.Guest, Variant: variant(t, "kalah(1,1)")},
			GameStarted{ID: "a", Self: rules.South},
		}
		table.Poll()
		l.farPlies(t, table, 1)
		if table.Stage() != StageGame || table.ToMove() != match.Guest || table.PersonToMove() || table.ComputerToMove() {
			t.Errorf("%T: stage %d, to move %v: %v, %v", seat, table.Stage(), table.ToMove(), table.PersonToMove(), table.ComputerToMove())
		}
	}
}
