package textui

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/tools/need"
)

// expect fails unless a text was shown.
func expect(t *testing.T, shown string, err error, texts ...string) {
	t.Helper()
	if err != nil {
		t.Error(err)
	}
	for _, want := range texts {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
}

// A report names the member, and the last game with them. A name of several words must be at a
// table or in quotes.
func TestReportingInALobby(t *testing.T) {
	c := newClub()
	cy := lobby.Member{ID: "cy", Name: "Cy van Dam", Rating: 1500, Deviation: 60}
	c.events[2] = lobby.Told{Table: lobby.Table{ID: "t2", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant}, Members: []lobby.Member{cy}}}
	shown, _, err := visitClub(t, c, "report bo He Insults Me", "report cy van dam is rude", `report "Cy van Dam" again`,
		"report Zoe x", "report Bo", "report", "report Ann x", "quit")
	expect(t, shown, err, "The report has been sent. The people who run the club read it, and Bo does not.\n",
		`No member called "Zoe" is here or has played here.`, `as in "report Bo insults"; a name of several words in quotes.`,
		"That is yourself.\n")
	want := []lobby.Report{
		{Member: "bo", Game: "t1-1", Text: "He Insults Me"}, {Member: "cy", Text: "is rude"}, {Member: "cy", Text: "again"},
	}
	got := askedFor[lobby.Report](c)
	if len(got) != len(want) {
		t.Fatalf("the reports are %+v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("report %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestWhoIsInALobby(t *testing.T) {
	c := newClub()
	shown, _ := need.Must2(visitClub(t, c, "who", "quit"))(t)
	if want := "The club has not said who is here.\n"; !strings.Contains(shown, want) {
		t.Errorf("%q is not shown in:\n%s", want, shown)
	}
	c = newClub()
	eve := lobby.Member{ID: "eve", Name: "Eve Adams", Rating: 1500, Deviation: 350, Computer: true}
	c.push(lobby.Room{Members: []lobby.Member{eve, ann, bo}, Here: 5})
	shown, _ = need.Must2(visitClub(t, c, "who", "block Eve Adams", "report eve adams spams", "quit"))(t)
	if want := "  Eve Adams (computer) (1500?)\n  Ann (1500) (you)\n  Bo (1620)\n2 more are here.\n"; !strings.Contains(shown, want) {
		t.Errorf("%q is not shown in:\n%s", want, shown)
	}
	for _, want := range []lobby.Call{lobby.Block{Member: "eve"}, lobby.Report{Member: "eve", Text: "spams"}} {
		if !slices.Contains(c.asked, want) {
			t.Errorf("%+v was not asked: %+v", want, c.asked)
		}
	}
}

func TestBlockingInALobby(t *testing.T) {
	c := newClub()
	shown, _, err := visitClub(t, c, "block", "block Bo", "unblock Bo", "quit")
	expect(t, shown, err, "You have blocked no one.\n", "Bo is blocked: you are not matched any more", "unblock Bo in the lobby undoes it.\n",
		`You have blocked no member called "Bo"; block shows whom you have blocked.`)
	c.blocked, c.events = []lobby.Member{bo}, newClub().events
	shown, _, err = visitClub(t, c, "block", "unblock bo", "quit")
	expect(t, shown, err, "  Bo\n", "Bo is no longer blocked.\n")
	if calls := askedFor[lobby.Block](c); len(calls) != 2 || calls[0].Off || !calls[1].Off || calls[1].Member != "bo" {
		t.Errorf("the blocks are %+v", calls)
	}
}

func TestRenamingInALobby(t *testing.T) {
	c := newClub()
	shown, _, err := visitClub(t, c, "name", "name Anna Bo", "me", "quit")
	expect(t, shown, err, `Type the name that you want after it, as in "name Bo".`, "You are called Anna Bo now.")
	if calls := askedFor[lobby.Rename](c); len(calls) != 1 || calls[0].Name != "Anna Bo" {
		t.Errorf("the names are %+v", calls)
	}
}

// Members are deleted once they have read the consequences and typed their names.
func TestForgettingInALobby(t *testing.T) {
	c := newClub()
	shown, _, err := visitClub(t, c, "forget Ann", "list", "forget Ann", "forget Bo", "forget", "forget Ann")
	expect(t, shown, err, "Your games stay, without your name. Type forget Ann to go on.\n", "This is not your name in the club.\n",
		"The club has deleted you.\n")
	if calls := askedFor[lobby.Forget](c); len(calls) != 1 || calls[0].Name != "Ann" {
		t.Errorf("asked was %+v", calls)
	}
}

// The lobby does not state facts that are unknown while the connection is down.
func TestTheListWithoutAConnection(t *testing.T) {
	c := newClub()
	c.push(lobby.Lost{Note: rules.NewNote("club.broke")})
	shown, _, err := visitClub(t, c, "list", "quit")
	_, after, _ := strings.Cut(shown, "It is being dialled again.\n")
	if want := "There is no connection to the club at the moment. Wait until it is back.\n"; err != nil || after != want {
		t.Errorf("%v, shown is %q, want %q", err, after, want)
	}
}

// A word that ends a wait names it.
func TestCancelling(t *testing.T) {
	c := newClub()
	own := lobby.Table{ID: "own", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant}, Members: []lobby.Member{ann}}
	c.onOpen = func() { c.push(lobby.Told{Table: own}) }
	c.onCancel = func() { c.push(lobby.Gone{Table: own.ID}) }
	shown, _, err := visitClub(t, c, "cancel", "table", "cancel", "quick", "cancel", "cancel", "quit")
	var said []string
	for _, line := range strings.Split(shown, "\n") {
		for _, known := range []string{"You do not wait for an opponent.", "Your table is closed.", "The club no longer looks for an opponent for you."} {
			if line == known {
				said = append(said, line)
			}
		}
	}
	if want := "You do not wait for an opponent.|Your table is closed.|The club no longer looks for an opponent for you.|You do not wait for an opponent."; err != nil ||
		strings.Join(said, "|") != want {
		t.Errorf("%v, it says %q", err, said)
	}
}

func TestAClubWithoutGames(t *testing.T) {
	c := newClub()
	c.noGames = true
	shown, _, err := visitClub(t, c, "games", "quit")
	expect(t, shown, err, "No game has been played here yet.\n")
}

// During a game the user can report and block the other player, and the game shows the outcome.
func TestReportingDuringAGame(t *testing.T) {
	c := newClub()
	c.going = true
	var out bytes.Buffer
	in := NewLines(strings.NewReader("back\nquit\n"))
	defer in.Close()
	var told []string
	err := Visit(t.Context(), c, in, &out, ClubConfig{Play: func(_ lobby.Seat, _ string, club Club) (bool, error) {
		club.Report(3, "insults")
		club.Block()
		for end := time.Now().Add(need.Patience); len(told) < 2 && time.Now().Before(end); time.Sleep(time.Millisecond) {
			told = append(told, club.News()...)
		}
		return false, nil
	}})
	reports, blocks := askedFor[lobby.Report](c), askedFor[lobby.Block](c)
	if err != nil || len(reports) != 1 || reports[0] != (lobby.Report{Member: "bo", Game: "t8-3", Text: "insults"}) || len(blocks) != 1 || blocks[0].Member != "bo" {
		t.Errorf("%v; the reports are %+v, the blocks %+v", err, reports, blocks)
	}
	expect(t, strings.Join(told, "\n"), nil, "The report has been sent.", "Bo is blocked:")
}

// testClub is a club around a game, with a script.
type testClub struct {
	began time.Time
	news  []timedNews
}

// timedNews is a line of a club at a time, counted from the first look.
type timedNews struct {
	at   time.Duration
	line func() string
}

func (h *testClub) Bell() Bell { return nil }

func (h *testClub) News() (lines []string) {
	if h.began.IsZero() {
		h.began = time.Now()
	}
	for len(h.news) > 0 && time.Since(h.began) >= h.news[0].at {
		lines, h.news = append(lines, h.news[0].line()), h.news[1:]
	}
	return lines
}

func (h *testClub) Report(game int, text string) {
	h.news = slices.Insert(h.news, 0, timedNews{0, func() string { return clubSays(fmt.Sprintf("%d: %s", game, text)) }})
}

func (h *testClub) Block() {
	h.news = slices.Insert(h.news, 0, timedNews{0, func() string { return clubSays("blocked") }})
}

func clubSays(text string) string { return words.T("The club says: %s", text) }

// A rating that comes a moment after the game, and other news, leave one question at the end of the
// screen.
func newsAfterGames(t *testing.T) []dialogue {
	bowls := variant(t, "bowls(2,2)")
	atClub := person
	atClub.GoOn, atClub.Terms = "", &lobby.Settings{Variant: bowls, Time: match.TimeControl{Base: time.Minute}, Rated: true}
	atClub.Club = &testClub{news: []timedNews{
		{second(2) + 300*time.Millisecond, func() string { return words.RatingChange("kalah", 1500, 1509) }},
		{second(8), func() string { return clubSays("Tea!") }},
		{second(8) + 500*time.Millisecond, func() string { return clubSays("Cake!") }},
	}}
	resigned := happening{second(2), func(l *farLink) { l.emit(tabletest.Resigned(l.Series, match.Host)) }}
	return []dialogue{{
		name: "club-news", cfg: atClub, said: "leave for good", keys: []timed{at(3, "help"), at(4, "report"), at(5, "report He insults me"), at(6, "block"), at(12, "n")},
		link: then(func(t *testing.T) *farLink { return newFarLink(t, bowls, match.Guest, match.Host).begin("Ann") }, resigned),
	}}
}
