package wiring

import (
	"log/slog"
	"testing"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/menus/ports"
	"mancala/netplay/club/clubtest"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/tools/need"
)

// TestAClubOverTheNetwork goes into a club with a script over TCP and TLS, sits down at a table,
// and plays the first ply there with the ticket.
func TestAClubOverTheNetwork(t *testing.T) {
	h := need.Must(clubtest.OpenHouse(t.Context(), match.TimeControl{}))(t)
	defer h.Close()

	keeper := record.Start(record.Config{Dir: t.TempDir()}, func(record.Notice) {})
	defer keeper.Close()
	mine := need.Must(keeper.Identity(t.Context()))(t)
	l := &listener{Link: Club(ports.ClubRequest{Addr: h.Front.Addr(), Name: "Ann"}, transport.TCP{}, keeper, (*keys.Identity).Certificates, slog.New(slog.DiscardHandler), nil)}
	defer func() { _ = l.Close() }()
	in := await[lobby.Entered](t, l)
	if in.Club != "Testclub" {
		t.Errorf("entered is %+v", in)
	}
	if key := <-h.Keys; key != mine.Fingerprint() {
		t.Errorf("the club saw the key %v, want %v", key, mine.Fingerprint())
	}
	sit := l.Ask(lobby.Sit{Table: await[lobby.Told](t, l).Table.ID})
	a := await[lobby.Answer](t, l)
	for a.Number != sit {
		a = await[lobby.Answer](t, l)
	}
	if a.Note != nil || a.Seat.Host != h.Front.Key().Fingerprint.String() {
		t.Fatalf("the answer is %+v", a)
	}
	game := table.NewTable(Connect(ports.JoinRequest{
		Addr: a.Seat.Addrs[0], Seat: &a.Seat, Fingerprint: a.Seat.Host, Name: "Ann",
	}, link.GuestConfig{}, keeper), match.Guest, [2]string{"", "Ann"}, [2]match.Seat{nil, match.NewPerson()})
	defer game.Close()
	until(t, func() bool {
		game.Poll()
		return game.Stage() == table.StageGame && h.Bo.Met()
	})
	need.NoError(t, game.Play(3))
	until(t, func() bool {
		game.Poll()
		return h.Bo.Plies() == 1
	})
}

// TestAClubsOtherNodes has a member lose the club: a program at the address of another node that
// shows another key than the club is not trusted, though nothing is known of that address.
func TestAClubsOtherNodes(t *testing.T) {
	h := need.Must(clubtest.OpenHouse(t.Context(), match.TimeControl{}))(t)
	defer h.Close()
	other := need.Must(clubtest.OpenHouse(t.Context(), match.TimeControl{}))(t)
	defer other.Close()
	h.Welcome.Addrs = []string{other.Front.Addr()}
	keeper := record.Start(record.Config{Dir: t.TempDir()}, func(record.Notice) {})
	defer keeper.Close()
	l := &listener{Link: Club(ports.ClubRequest{Addr: h.Front.Addr(), Name: "Ann"}, transport.TCP{}, keeper, (*keys.Identity).Certificates, slog.New(slog.DiscardHandler), nil)}
	defer func() { _ = l.Close() }()
	await[lobby.Entered](t, l)
	h.Cut(false)
	await[lobby.Lost](t, l)
	await[lobby.Entered](t, l)
	if calls := other.Calls(); len(calls) > 0 {
		t.Errorf("the program with another key was told %v", calls)
	}
}

// until waits until something is so.
func until(t *testing.T, so func() bool) {
	t.Helper()
	need.Until(t, "it happens", so)
}

// listener keeps the events of a link that have not been looked at.
type listener struct {
	lobby.Link
	left []lobby.Event
}

// await waits for an event.
func await[E lobby.Event](t *testing.T, l *listener) E {
	t.Helper()
	return need.Await[E](t, &l.left, l.Events)
}
