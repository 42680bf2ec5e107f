package textui

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// club is a club with a script. It answers at once.
type club struct {
	profile  *lobby.Profile // of the user, or nil for the usual one
	asked    []lobby.Call
	events   []lobby.Event
	refuse   *rules.Note
	going    bool // a game of Ann's is running
	onOpen   func()
	onCancel func()
	noGames  bool
	blocked  []lobby.Member // by Ann
	mu       sync.Mutex     // guards the events: during a game, another goroutine takes them
}

func (c *club) Events() []lobby.Event {
	c.mu.Lock()
	defer c.mu.Unlock()
	events := c.events
	c.events = nil
	return events
}

// push adds events.
func (c *club) push(e ...lobby.Event) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.events = append(c.events, e...)
}

func (*club) Close() error { return nil }

func (c *club) Ask(call lobby.Call) int {
	c.asked = append(c.asked, call)
	a := lobby.Answer{Number: len(c.asked)}
	switch call := call.(type) {
	case lobby.Mine:
		if c.going {
			c.push(lobby.Seated{Seat: lobby.Seat{Addrs: []string{"club:7000"}, Table: lobby.Table{ID: "t8", Members: []lobby.Member{bo, ann}}}})
			c.going = false
		}
	case lobby.Sit, lobby.Watch:
		if a.Note = c.refuse; a.Note == nil {
			_, watch := call.(lobby.Watch)
			a.Seat = lobby.Seat{Addrs: []string{"club:7000"}, Watch: watch}
		}
	case lobby.Open:
		if c.onOpen != nil {
			c.onOpen()
		}
	case lobby.Cancel:
		if c.onCancel != nil {
			c.onCancel()
		}
	case lobby.ProfileOf:
		a.Profile = lobby.Profile{Member: ann, Won: 7, Lost: 4, Drawn: 1, Blocked: c.blocked, Devices: []lobby.MemberDevice{
			{Key: "abcdefgh", Added: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local), Seen: time.Date(2026, 9, 28, 0, 0, 0, 0, time.UTC)}, {Key: "bcdefghi"},
		}}
		if c.profile != nil {
			a.Profile = *c.profile
		}
	case lobby.Device:
		a.Code = lobby.Code{Text: "amber-fox-31", For: 10 * time.Minute}
	case lobby.UseCode:
		if a.Note = c.refuse; a.Note == nil {
			c.push(lobby.Entered{Club: "Testclub", Device: "abcdefgh", Me: lobby.Profile{Member: bo}}, a, lobby.Listed{})
			return a.Number
		}
	case lobby.StandingsOf:
		a.Standings = lobby.Standings{Members: []lobby.Member{bo, ann}, First: 1, Total: 2, Unsure: []lobby.Member{{ID: "cy", Name: "Cy", Rating: 1700, Deviation: 290}}, UnsureTotal: 1}
	case lobby.GamesOf:
		if strings.HasPrefix("bo", strings.ToLower(call.Name)) && !c.noGames {
			a.Games.List = []lobby.GameEntry{{
				ID: "t1-1", Members: [2]lobby.Member{bo, ann}, Variant: rules.Presets()[0].Variant, Began: time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local),
				Result: match.Result{Ending: match.Resigned, Outcome: rules.NorthWins, Stores: [2]int{12, 21}},
			}}
		}
	}
	c.push(a)
	return a.Number
}

var (
	ann = lobby.Member{ID: "ann", Name: "Ann", Rating: 1500, Deviation: 60}
	bo  = lobby.Member{ID: "bo", Name: "Bo", Rating: 1620, Deviation: 48}
)

// newClub returns a club with two tables that has let Ann in.
func newClub() *club {
	kalah := rules.Presets()[0].Variant
	blitz := match.TimeControl{Base: 5 * time.Minute, Increment: 3 * time.Second}
	return &club{events: []lobby.Event{
		lobby.Connecting{Addr: "club:7000"},
		lobby.Entered{Club: "Testclub", Device: "abcdefgh", Me: lobby.Profile{Member: ann}, Announcement: "Hello!"},
		lobby.Told{Table: lobby.Table{ID: "t2", Settings: lobby.Settings{Variant: kalah}, Members: []lobby.Member{bo, ann}}},
		lobby.Told{Table: lobby.Table{ID: "t1", Settings: lobby.Settings{Variant: kalah, Time: blitz, Rated: true}, Members: []lobby.Member{bo}}},
		lobby.Listed{More: 7},
		lobby.Listed{More: 8},
	}}
}

// visitClub types lines into the lobby of a club, and returns the output and the seats taken.
func visitClub(t *testing.T, c *club, lines ...string) (shown string, seats []lobby.Seat, err error) {
	t.Helper()
	var out bytes.Buffer
	in := NewLines(strings.NewReader(strings.Join(lines, "\n") + "\n"))
	defer in.Close()
	err = Visit(need.Soon(t), c, in, &out, ClubConfig{Play: func(s lobby.Seat, me string, _ Club) (bool, error) {
		if me != "Ann" {
			t.Errorf("plays as %q", me)
		}
		seats = append(seats, s)
		return true, nil
	}})
	return out.String(), seats, err
}

func TestLobbyInTheTerminal(t *testing.T) {
	c := newClub()
	shown, seats := need.Must2(visitClub(t, c, "sit 1", "watch 2", "me", "standings", "games", "games B", "games cy", "table 5+3 rated video(6,3)", "quick", "cancel", "help", "quit"))(t)
	for _, want := range []string{
		"You are in the lobby of Testclub, as Ann (1500). help shows what you can type.\n", "The club says: Hello!\n",
		"  1  Bo (1620): Kalah 6x4, 5+3, rated\n", "  2  Bo (1620) - Ann (1500): Kalah 6x4, no clock, casual, playing\n",
		"Ann: rating in Kalah 1500 ± 120.\n12 games: 7 won, 1 drawn, 4 lost.\n", "  1  Bo  1620\n  2  Ann  1500\nNot sure yet:\n     Cy  1700?\nMembers have a place once their rating is sure, after about 15 rated games.\n",
		"1 Mar 2026  Bo - Ann  12 : 21  Bo resigned, Ann won\n1 Mar 2026", "No game matches. Search for another name.\n",
		"You wait at your table: Video Mancala 6x3, 5+3, rated.\n", "The club looks for an opponent: Kalah 6x4, no clock, casual.\n", "The club no longer looks for an opponent for you.\n",
		"playing\n8 more tables have no room in the list. A quick match looks at all of them.\n",
		"You are in the lobby of Testclub again.\n", "to watch table N\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
	if len(seats) != 2 || seats[0].Watch || !seats[1].Watch {
		t.Errorf("the seats are %+v", seats)
	}
	if s, ok := c.asked[1].(lobby.Sit); !ok || s.Table != "t1" {
		t.Errorf("asked was %+v", c.asked)
	}
}

// Each game has its standings. The standings and the record begin with the game that the member
// plays most.
func TestRatingsByGameInALobby(t *testing.T) {
	c := newClub()
	me := lobby.Profile{Member: ann, Ratings: []lobby.Rating{
		{Discipline: "kalah", Rating: 1500, Deviation: 60, Won: 1}, {Discipline: "togyz", Rating: 1500, Deviation: 350}, {Discipline: "oware", Rating: 1620, Deviation: 200, Lost: 2},
	}}
	c.profile = &me
	c.events[1] = lobby.Entered{Club: "Testclub", Me: me}
	shown, _ := need.Must2(visitClub(t, c, "me", "standings", "standings togyz kumalaq", "standings kalah", "standings chess", "quit"))(t)
	for _, want := range []string{
		"as Ann (1620?).", "Ann: rating in Oware 1620 ± 400.\n2 games: 0 won, 0 drawn, 2 lost.\nAnn: rating in Kalah 1500 ± 120.\n1 game: 1 won",
		"Standings in Oware:\n  1  Bo  1620\n", "Standings in Togyz Kumalaq:\n", "Standings in Kalah:\n",
		"The club has no standings of \"chess\"; choose one of kalah, oware, togyz.\n",
	} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not shown in:\n%s", want, shown)
		}
	}
	var of []string
	for _, call := range c.asked {
		if s, is := call.(lobby.StandingsOf); is {
			of = append(of, s.Discipline)
		}
	}
	if strings.Join(of, " ") != "oware togyz kalah" {
		t.Errorf("asked was for %v", of)
	}
}

// A rating that rests on few games has a question mark.
func TestUnsureRatingsInALobby(t *testing.T) {
	c, few := newClub(), ann
	few.Deviation = 290
	c.events[1] = lobby.Entered{Club: "Testclub", Me: lobby.Profile{Member: few}}
	c.events[3] = lobby.Told{Table: lobby.Table{ID: "t1", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant}, Members: []lobby.Member{few}}}
	shown, _, err := visitClub(t, c, "quit")
	if err != nil || !strings.Contains(shown, "as Ann (1500?).") || !strings.Contains(shown, "  1  Ann (1500?): Kalah 6x4") {
		t.Errorf("%v, shown\n%s", err, shown)
	}
}

func TestWrongWordsInALobby(t *testing.T) {
	for typed, want := range map[string]string{
		"dance":         `"dance" is not a word here; type help to see what is.`,
		"sit":           `Type the number of a table after it, as in "sit 1".`,
		"sit 3":         "The list has no table 3.",
		"0":             "The list has no table 0.",
		"watch x":       `Type the number of a table after it, as in "watch 1".`,
		"table 5+":      `"5+" is neither a clock, such as 5+3, nor the word rated, nor rules, such as kalah(6,4).`,
		"quick rated":   "Rated games need a clock, such as 5+3.",
		"table bowls x": `"x" is neither a clock, such as 5+3, nor the word rated, nor rules, such as kalah(6,4).`,
	} {
		c := newClub()
		shown, seats, err := visitClub(t, c, typed, "", "quit")
		if err != nil || !strings.Contains(shown, want+"\n") || len(seats) > 0 || len(c.asked) != 1 {
			t.Errorf("%q: %v, asked was %+v, shown\n%s", typed, err, c.asked, shown)
		}
	}
}

// The number of a table without a word takes a seat there.
func TestNumberAlone(t *testing.T) {
	c := newClub()
	if _, seats, err := visitClub(t, c, "1", "quit"); err != nil || len(seats) != 1 || seats[0].Watch {
		t.Errorf("%v, the seats are %+v", err, seats)
	}
}

// A visitor leaves while the club is dialled again.
func TestQuitWithoutAConnection(t *testing.T) {
	c := newClub()
	c.push(lobby.Lost{Note: rules.NewNote("club.broke")})
	if shown, _, err := visitClub(t, c, "quit"); err != nil || !strings.Contains(shown, "The connection to the club broke.") {
		t.Errorf("%v, shown\n%s", err, shown)
	}
}

func TestRefusedInALobby(t *testing.T) {
	c := newClub()
	c.refuse = rules.NewNote("club.no-table")
	shown, seats, err := visitClub(t, c, "sit 1", "quit")
	if err != nil || len(seats) > 0 || !strings.Contains(shown, "This table is no longer free") {
		t.Errorf("%v, shown\n%s", err, shown)
	}
}

// A running game is offered.
func TestAGameGoesOn(t *testing.T) {
	c := newClub()
	c.going = true
	shown, seats, err := visitClub(t, c, "back", "back", "quit")
	if err != nil || len(seats) != 1 || !strings.Contains(shown, "Your game against Bo goes on. Type back to go back to it.\n") ||
		!strings.Contains(shown, "No game of yours goes on here.\n") {
		t.Errorf("%v, the seats are %+v, shown\n%s", err, seats, shown)
	}
}

// The list omits the table of a finished game, even if the club has not yet reported that it is
// gone.
func TestAGameIsOver(t *testing.T) {
	c := newClub()
	c.events = append([]lobby.Event{lobby.Seated{Seat: lobby.Seat{Addrs: []string{"club:7000"}, Table: lobby.Table{ID: "t2"}}}}, c.events...)
	var out bytes.Buffer
	in := NewLines(strings.NewReader("quit\n"))
	defer in.Close()
	err := Visit(t.Context(), c, in, &out, ClubConfig{Play: func(lobby.Seat, string, Club) (bool, error) { return false, nil }})
	if _, again, _ := strings.Cut(out.String(), "again.\n"); err != nil || !strings.HasPrefix(again, "  1  Bo (1620): Kalah 6x4, 5+3, rated\n8 more") {
		t.Errorf("%v, shown is\n%s", err, out.String())
	}
}

// The member takes a seat at their own table without typing.
func TestASeatComes(t *testing.T) {
	c := newClub()
	c.events = append([]lobby.Event{lobby.Seated{Seat: lobby.Seat{Addrs: []string{"club:7000"}}}}, c.events...)
	if _, seats, err := visitClub(t, c, "quit"); err != nil || len(seats) != 1 {
		t.Errorf("%v, the seats are %+v", err, seats)
	}
}

// A member who did not get their seat learns how to reach it: another device may have taken it.
func TestASeatThatIsNotReached(t *testing.T) {
	c := newClub()
	c.going = true
	var out bytes.Buffer
	in := NewLines(strings.NewReader("back\nquit\n"))
	defer in.Close()
	err := Visit(t.Context(), c, in, &out, ClubConfig{Play: func(lobby.Seat, string, Club) (bool, error) {
		c.going = true
		return false, errors.New("another device has the seat")
	}})
	if n := strings.Count(out.String(), "Your game against Bo goes on."); err != nil || n != 2 {
		t.Errorf("%v, and the way is shown %d times in\n%s", err, n, out.String())
	}
}

func TestTheEndOfAVisit(t *testing.T) {
	c := newClub()
	var trouble *Trouble
	if _, _, err := visitClub(t, c, "list"); !errors.As(err, &trouble) || trouble.Text != "The input has ended, so you have left the club." {
		t.Errorf("at the end of the input: %v", err)
	}
	c = &club{events: []lobby.Event{lobby.Failed{Note: rules.NewNote("club.barred")}}}
	if _, _, err := visitClub(t, c); !errors.As(err, &trouble) || !strings.Contains(trouble.Text, "do not let you in") {
		t.Errorf("of a club that lets no one in: %v", err)
	}
}

// clubGames are scenes of games at a club, which asks no one about the rules. Leaving has a price.
func clubGames(t *testing.T) []dialogue {
	bowls := variant(t, "bowls(2,2)")
	offered := func(t *testing.T) *farLink {
		l := newFarLink(t, bowls, match.Guest, match.Host)
		l.emit(table.Offered{Host: "Ann", Variant: bowls})
		return l
	}
	rated, casual := person, person
	rated.GoOn, rated.Terms = "", &lobby.Settings{Variant: bowls, Time: match.TimeControl{Base: time.Minute}, Rated: true}
	casual.GoOn, casual.Terms = "", &lobby.Settings{Variant: bowls}
	down := emits(second(5), dropped("Ann", table.ReasonUnspecified))
	return []dialogue{
		{
			name: "club-rated", link: then(offered, clocked(second(1), "1+0")), cfg: rated,
			keys: []timed{at(2, "help"), at(3, "end"), at(4, "n"), at(5, "quit")}, said: "accept|leave for now",
		},
		{name: "club-casual", link: offered, cfg: casual, keys: []timed{at(2, "end"), at(3, "n"), at(4, "quit")}, said: "accept|leave for now"},
		{name: "club-pause", link: then(offered, down), cfg: casual, keys: []timed{at(70, "k")}, said: "accept|leave for now"},
		{
			name: "club-file", link: func(t *testing.T) *farLink { return newFarLink(t, bowls, match.Guest, match.Guest).begin("Ann") },
			cfg: Config{NoBoard: true, Terms: rated.Terms}, keys: []timed{at(1, "board"), {second(2), ""}}, fails: true,
		},
	}
}

// The game shows the club's news.
func TestNewsDuringAGame(t *testing.T) {
	c := newClub()
	var out bytes.Buffer
	in := NewLines(strings.NewReader("sit 1\nquit\n"))
	defer in.Close()
	var told []string
	err := Visit(t.Context(), c, in, &out, ClubConfig{Play: func(_ lobby.Seat, _ string, club Club) (bool, error) {
		after := lobby.Profile{Member: ann}
		after.Ratings = []lobby.Rating{{Discipline: "kalah", Rating: 1500}, {Discipline: "oware", Rating: 1509}}
		missed := lobby.Table{ID: "t9", Members: []lobby.Member{{ID: "bo", Name: "Bo"}, ann}}
		c.push(lobby.Announced{Text: "Tea!"}, lobby.Rated{Discipline: "oware", Before: 1500, Me: after}, lobby.Waiting{Table: missed})
		for end := time.Now().Add(need.Patience); len(told) < 3 && time.Now().Before(end); time.Sleep(time.Millisecond) {
			told = append(told, club.News()...)
		}
		return false, nil
	}})
	mine := 0
	for _, call := range c.asked {
		if _, is := call.(lobby.Mine); is {
			mine++
		}
	}
	if mine != 1 {
		t.Errorf("after a game that is over, the club is asked for games that go on: %+v", c.asked)
	}
	const news = "The club says: Tea! Your rating in Oware rises by 9 to 1509. Bo has not come to the table. The club looks for another opponent."
	if err != nil || strings.Join(told, " ") != news || strings.Contains(out.String(), "Tea!") {
		t.Errorf("%v; during the game it says %q, and after it\n%s", err, told, out.String())
	}
}

// An idle computer opens a table. It resumes its games, and stays after the end of its input.
func TestAComputerInTheLobby(t *testing.T) {
	c := newClub()
	c.going = true
	played := 0
	visitAsComputer(t, c, func() (goesOn bool, err error, more bool) {
		played++
		c.onOpen = func() { c.push(lobby.Seated{Seat: lobby.Seat{Addrs: []string{"club:7000"}}}) }
		return false, nil, played < 2
	})
	if played != 2 || !slices.Contains(c.asked, lobby.Call(lobby.Open{Settings: computers})) {
		t.Errorf("%d games; asked was %+v", played, c.asked)
	}
}

// A computer that has lost its seat returns to the game after a while: another program may have
// taken the seat.
func TestAComputerGoesBack(t *testing.T) {
	c := newClub()
	c.going = true
	var began []time.Time
	visitAsComputer(t, c, func() (bool, error, bool) {
		began = append(began, time.Now())
		c.going = true
		c.push(lobby.Told{Table: lobby.Table{ID: "t3", Members: []lobby.Member{ann, bo}}})
		if len(began) == 2 {
			return false, errors.New("another device has the seat"), true
		}
		return true, nil, len(began) < 3
	})
	for i := range len(began) - 1 {
		if took := began[i+1].Sub(began[i]); took < tableWait || took > 2*tableWait {
			t.Errorf("it goes back after %v", took)
		}
	}
	if len(began) != 3 {
		t.Errorf("%d times it goes to the game; asked was %+v", len(began), c.asked)
	}
}

var computers = lobby.Settings{Variant: rules.Presets()[0].Variant}

// visitAsComputer visits a club in a synctest bubble, until play reports the end.
func visitAsComputer(t *testing.T, c *club, play func() (goesOn bool, err error, more bool)) {
	c.events = slices.DeleteFunc(c.events, func(e lobby.Event) bool { told, ok := e.(lobby.Told); return ok && told.Table.ID == "t2" })
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		in := NewLines(strings.NewReader(""))
		defer in.Close()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := Visit(ctx, c, in, &out, ClubConfig{Computer: &computers, Play: func(lobby.Seat, string, Club) (bool, error) {
			goesOn, err, more := play()
			if !more {
				cancel()
			}
			return goesOn, err
		}})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v, shown\n%s", err, out.String())
		}
	})
}
