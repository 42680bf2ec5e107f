package club

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
)

// The tables with a seat for the user come first, the nearest ratings before the others.
func TestTablesAreSorted(t *testing.T) {
	const bo, cy, low, both, others = "Bo (1624)", "Ann Bo (1388?)", "Bo (computer) (1200)", "Bo (1624) - Ann Bo (1388?)", "Bo (computer) (1200) - Ann Bo (1388?)"
	for _, c := range []struct {
		filter string
		value  int
		want   []string
	}{
		{"#lobby.state", 0, []string{bo, cy, low, both, others}},
		{"#lobby.state", 1, []string{bo, cy, low}},
		{"#lobby.kind", 1, []string{bo, both}},
	} {
		b, _ := visit(t, true)
		b.Choose(c.filter, c.value)
		if got := players(b); !slices.Equal(got, c.want) {
			t.Errorf("with value %d of %s the tables are %q", c.value, c.filter, got)
		}
	}
}

// The chosen table stays chosen when others come and go.
func TestTheChosenTableStays(t *testing.T) {
	b, c := visit(t, true)
	b.Choose("#lobby.table", 2)
	chosen := b.Info("#lobby.table").Value
	nearer := c.Tables[1]
	nearer.ID, nearer.Members = "t0", []lobby.Member{c.Tables[0].Members[0]}
	c.Push(lobby.Told{Table: nearer})
	c.Push(lobby.Gone{Table: "t2"})
	pass(b)
	if got := b.Info("#lobby.table"); got.Value != chosen || got.Rows != 5 {
		t.Errorf("chosen is %q, before it was %q", got.Value, chosen)
	}
}

// The lobby counts the members at its tables, but not while there are tables that it does not know.
func TestTheMembersAtTheTablesAreCounted(t *testing.T) {
	b, c := visit(t, true)
	b.Says("3 waiting, 4 playing")
	c.Push(lobby.Gone{Table: c.Tables[0].ID})
	pass(b)
	for _, size := range [][2]int{{640, 400}, {600, 1000}} {
		b.LayOut(size[0], size[1])
		b.Says("2 waiting, 4 playing")
	}
	c.Push(lobby.Listed{More: 9})
	pass(b)
	if b.LayOut(1280, 720); strings.Contains(b.Text(), "4 playing") {
		t.Errorf("with unknown tables it says\n%s", b.Text())
	}
}

// The lobby names the newest members who are there, and lists all of them on a screen that follows
// the club.
func TestWhoIsThere(t *testing.T) {
	b, c := visit(t, true)
	b.LayOut(1280, 720)
	b.Says("Also here: Bo (1624), Bo (computer) (1200)")
	press(b, "lobby.who")
	rows := func() []string { return b.Info("#room.table").Options }
	if got, want := rows(), []string{"Bo, Rating 1624, plays", "Ann (you), Rating 1512", "Bo (computer), Rating 1200, plays"}; !slices.Equal(got, want) {
		t.Errorf("the room has %q", got)
	}
	b.Choose("#room.table", 2)
	members := []lobby.Member{{ID: "new", Name: "Zoe", Rating: 1500, Deviation: 350}, c.Me.Member}
	c.Push(lobby.Room{Members: append(members, c.Tables[0].Members[0], c.Tables[4].Members[0]), Here: 9})
	pass(b)
	if got := b.Info("#room.table"); len(got.Options) != 4 || !strings.HasPrefix(got.Value, "Bo (computer)") {
		t.Errorf("chosen is %q of %q", got.Value, got.Options)
	}
	b.Says("5 more are here.")
	b.Choose("#room.table", 0)
	press(b, "room.open")
	if want := (lobby.ProfileOf{Member: "new"}); !slices.Contains(c.Asked, lobby.Call(want)) {
		t.Errorf("%+v was not asked: %+v", want, c.Asked)
	}
	press(b, "member.back", "room.back")
	b.Says("Also here: Zoe (1500?), Bo (1624), Bo (computer) (1200) and 5 more")
	c.Push(lobby.Room{Members: members[1:], Here: 1})
	pass(b)
	b.Says("No one else is here.")
	c.Push(lobby.Lost{Note: rules.NewNote("club.broke")})
	pass(b)
	if b.LayOut(1280, 720); strings.Contains(b.Text(), "is here") {
		t.Errorf("without a connection it says\n%s", b.Text())
	}
}

// A line describes the chosen table: below the list or, in a low window, above it.
func TestTheTermsOfTheChosenTable(t *testing.T) {
	b, c := visit(t, true)
	pushMany(c, 20)
	pass(b)
	l := hallOf(b)
	if got, want := tableLine(*l.chosen()), "Kalah 6x4, 5+3, rated. Rating wanted: 1400 and more"; got != want {
		t.Errorf("the first table is described as %q, want %q", got, want)
	}
	for _, size := range [][2]int{{390, 844}, {600, 1000}, {640, 400}, {1920, 1080}} {
		for i, tbl := range l.shown {
			l.table.Select(i)
			b.LayOut(size[0], size[1])
			place, text := l.terms.Bounds(), tableLine(tbl)
			below, above := l.table.Bounds().Bottom(), l.make.Bounds().Y
			if size[1] == 400 {
				below, above = l.kind.Bounds().Bottom(), l.table.Bounds().Y
			}
			if place.Y < below || place.Bottom() > above {
				t.Errorf("at %v the line is at %v, the list at %v, the buttons at %v", size, place, l.table.Bounds(), l.make.Bounds())
			}
			if high := kit.TextHeight(b.Shared().Canvas, text, place.W, render.Caption); high > place.H || high == 0 {
				t.Errorf("at %v %q is %v units high in %v", size, text, high, place)
			}
		}
	}
}

// The search for games by name is as fast as the club's answers, and uses the present text.
func TestGamesAreSearched(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.standings", "standings.games")
	if n := b.Info("#games.table").Rows; n != 3 || !b.Info("#games.open").Enabled {
		t.Fatalf("%d games are shown", n)
	}
	before := len(c.Asked)
	b.Write("Search", "bo")
	b.Write("Search", "cy")
	pass(b)
	pass(b)
	var names []string
	for _, call := range c.Asked[before:] {
		if q, ok := call.(lobby.GamesOf); ok {
			names = append(names, q.Name)
		}
	}
	if n := len(names); n == 0 || n > 4 || names[n-1] != "cy" {
		t.Errorf("asked was for %q", names)
	}
	if row := b.Info("#games.table").Options[1]; !strings.Contains(row, ", Ann Bo - Ann, ") || !strings.Contains(row, ", Ann resigned, ") {
		t.Errorf("a row is %q", row)
	}
	press(b, "games.open")
	if _, ok := lastCall(c).(lobby.GameOf); !ok {
		t.Errorf("asked was %+v", lastCall(c))
	}
}

// The board beside a list of games shows the last position of the chosen one, which it asks for
// once.
func TestChosenGameIsOnTheBoard(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.me")
	m := b.Top().(*member)
	choose := func(way ebiten.Key, want ...string) {
		t.Helper()
		b.Key("#member.table", way)
		pass(b)
		pass(b)
		var ids []string
		for _, call := range c.Asked {
			if of, ok := call.(lobby.GameOf); ok {
				ids = append(ids, of.Game)
			}
		}
		if !slices.Equal(ids, want) || [2]int{m.games.last.Store(rules.South), m.games.last.Store(rules.North)} != m.games.list[m.games.table.Selected].Result.Stores {
			t.Errorf("asked was for %q, want %q; the board is %v", ids, want, m.games.last)
		}
	}
	choose(ebiten.KeyHome, "t9-1")
	choose(ebiten.KeyArrowDown, "t9-1", "t8-1")
	choose(ebiten.KeyArrowDown, "t9-1", "t8-1", "t7-2")
}

// The focus is on the list, or on a new table if there is none. It is on the button that leaves
// only if the user has moved it there.
func TestTheFocusOfTheLobby(t *testing.T) {
	empty := func() (*menustest.Bench, *menustest.Club) {
		b, c := visit(t, false)
		c.Tables = nil
		enter(b, c)
		return b, c
	}
	want := func(b *menustest.Bench, when, id string) {
		t.Helper()
		if got := b.Focused(); got != id {
			t.Errorf("%s the focus is on %q, want %q", when, got, id)
		}
	}
	b, _ := visit(t, true)
	want(b, "with tables", "lobby.table")

	b, c := empty()
	want(b, "without tables", "lobby.make")
	c.Push(lobby.Told{Table: menustest.NewClub().Tables[0]})
	pass(b)
	want(b, "with a first table", "lobby.make") // so that Enter does not take a seat unasked
	c.Push(lobby.Lost{Note: rules.NewNote("club.broke")})
	c.Push(lobby.Gone{Table: "t1"})
	pass(b)
	want(b, "without a connection", "lobby.me")
	c.Enter()
	pass(b)
	want(b, "with a connection again", "lobby.make")

	b, c = empty()
	press(b, "lobby.make", "table.ok")
	want(b, "at the own table", "lobby.table")
	c.Push(lobby.Gone{Table: "own"})
	pass(b)
	want(b, "after it was closed", "lobby.make")

	b, c = empty()
	seat := menustest.NewClub().Seat()
	press(b, "lobby.quick", "table.ok")
	c.Push(lobby.Seated{Seat: seat})
	pass(b)
	hallOf(b).LeftGame()
	pass(b)
	want(b, "after a game", "lobby.make")
	b.Key("#lobby.me", ebiten.KeyTab)
	c.Push(lobby.Told{Table: menustest.NewClub().Tables[0]})
	pass(b)
	if got := b.Focused(); got == "lobby.make" || got == "lobby.table" {
		t.Errorf("the focus that the user has moved went to %q", got)
	}
}

// sat returns a program after the user has taken a seat at the first table, and the link to the
// game.
func sat(t *testing.T) (*menustest.Bench, *menustest.Club, *tabletest.Link, *ports.JoinRequest) {
	t.Helper()
	b, c := visit(t, true)
	link := &tabletest.Link{Self: match.Guest}
	var asked ports.JoinRequest
	b.Shared().Ports.Dial = func(r ports.JoinRequest) table.Link {
		asked = r
		return link
	}
	press(b, "lobby.table")
	return b, c, link, &asked
}

func TestSittingDown(t *testing.T) {
	b, c, link, asked := sat(t)
	if asked.Addr != "club.example:7000" || asked.Seat == nil || asked.Seat.Ticket != (lobby.Ticket{1}) || asked.Fingerprint != c.Me.Devices[0].Key || asked.Name != "Ann" || asked.Watch {
		t.Errorf("the request is %+v", *asked)
	}
	if !b.Shows("#lobby.strip") || !b.Reads("On the way to the table...") {
		t.Errorf("meanwhile it says\n%s", b.Text())
	}
	link.Push(table.Offered{Host: "Bo", Variant: rules.Presets()[0].Variant})
	pass(b)
	if len(link.Said) != 1 || link.Said[0] != "accept" {
		t.Errorf("to the link it said %q", link.Said)
	}
	link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: rules.Presets()[0].Variant}, table.GameStarted{ID: "t1-1", Self: rules.North})
	pass(b)
	if b.Scene().Stage() != table.StageGame {
		t.Fatalf("the stage is %v", b.Scene().Stage())
	}
	hallOf(b).ShowPeer()
	pass(b)
	if got := reported(b, c).Game; got != "t1-1" {
		t.Errorf("the report from the game is about %q", got)
	}
	if b.Top().Name() != "member" || !b.Reads("Bo") || b.Home() != page.Home(hallOf(b)) {
		t.Errorf("about the opponent there is %q", b.Top().Name())
	}
	hallOf(b).LeftGame()
	if b.Scene() != nil || b.Top() != page.Screen(hallOf(b)) {
		t.Errorf("the game is left for %q", b.Top().Name())
	}
	if _, mine := lastCall(c).(lobby.Mine); !mine {
		t.Errorf("the club was asked %+v", c.Asked)
	}
}

// The lobby plays no game with other rules than its table's.
func TestOtherRulesAreNotAccepted(t *testing.T) {
	b, _, link, _ := sat(t)
	link.Push(table.Offered{Host: "Bo", Variant: rules.Presets()[2].Variant})
	pass(b)
	if b.Scene() != nil || b.Said() != "The game has other rules than its table. Tell the people who run the club." {
		t.Errorf("it says %q", b.Said())
	}
}

// A waiting user takes a new seat at once; any other gets an offer. The user never leaves a running
// game for it.
func TestSeats(t *testing.T) {
	b, c := visit(t, true)
	c.Push(lobby.Seated{Seat: c.Seat()})
	pass(b)
	if b.Scene() != nil || !b.Reads("Your game against Bo goes on.") {
		t.Fatalf("it says\n%s", b.Text())
	}
	press(b, "lobby.strip")
	if b.Scene() == nil || b.Reads("Your game against Bo goes on.") {
		t.Error("the game was not taken up")
	}
	b, c = visit(t, true)
	press(b, "lobby.quick", "table.ok")
	if !hallOf(b).Waits() || b.Info("#lobby.make").Enabled {
		t.Error("the user does not wait")
	}
	b.Key("#lobby.standings", ebiten.KeyEnter)
	c.Push(lobby.Seated{Seat: c.Seat()})
	pass(b)
	if b.Scene() == nil || b.Top() != page.Screen(hallOf(b)) || hallOf(b).Waits() {
		t.Errorf("with a seat the screen is %q", b.Top().Name())
	}
}

// A user whose opponent has not come hears so, waits again, and takes the next seat at once. Their
// other devices do not.
func TestOpponentDoesNotCome(t *testing.T) {
	for _, here := range []bool{true, false} {
		b, c := visit(t, true)
		seat := c.Seat()
		if here {
			press(b, "lobby.quick", "table.ok")
			c.Push(lobby.Seated{Seat: seat})
			pass(b)
		}
		c.Push(lobby.Waiting{Table: seat.Table})
		pass(b)
		const told = "Bo has not come to the table. The club looks for another opponent."
		if b.Scene() != nil || (b.Said() == told) != here || hallOf(b).Waits() != here {
			t.Errorf("here %v: it says %q, waits: %v", here, b.Said(), hallOf(b).Waits())
		}
		seat.Table.ID = "another"
		c.Push(lobby.Seated{Seat: seat})
		pass(b)
		if (b.Scene() != nil) != here {
			t.Errorf("here %v: with another seat, there is a game: %v", here, b.Scene() != nil)
		}
	}
}

// A game that the user's other device has resumed is offered, and not taken back automatically.
func TestReplaced(t *testing.T) {
	taken := rules.NewNote("netplay.replaced")
	for _, begun := range []bool{false, true} {
		b, c := visit(t, true)
		var links []*tabletest.Link
		b.Shared().Ports.Dial = func(ports.JoinRequest) table.Link {
			links = append(links, &tabletest.Link{Self: match.Guest})
			return links[len(links)-1]
		}
		press(b, "lobby.make", "table.ok")
		seat := c.Seat()
		seat.Table.ID = "own"
		c.Push(lobby.Seated{Seat: seat})
		c.Push(lobby.Told{Table: seat.Table})
		pass(b)
		link := links[0]
		if begun {
			link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: rules.Presets()[0].Variant}, table.GameStarted{ID: "own-1", Self: rules.North})
			pass(b)
			link.Push(table.PeerLeft{Kept: true, Note: taken})
			pass(b)
			hallOf(b).LeftGame()
		} else {
			link.Push(table.Failed{Note: taken})
			pass(b)
		}
		if _, mine := lastCall(c).(lobby.Mine); !mine {
			t.Errorf("begun %v: the club was asked %+v", begun, c.Asked)
		}
		c.Push(lobby.Seated{Seat: seat})
		pass(b)
		if b.Scene() != nil || len(links) != 1 || !b.Reads("Your game against Bo goes on.") {
			t.Errorf("begun %v: after %d games it says\n%s", begun, len(links), b.Text())
		}
	}
}

// The list may show a guest at the user's table before the seat comes.
func TestASeatAtTheOwnTable(t *testing.T) {
	for _, listed := range []bool{false, true} {
		b, c := visit(t, true)
		press(b, "lobby.make", "table.ok")
		seat := c.Seat()
		seat.Table.ID = "own"
		if listed {
			c.Push(lobby.Told{Table: seat.Table})
			pass(b)
		}
		c.Push(lobby.Seated{Seat: seat})
		pass(b)
		if b.Scene() == nil {
			t.Errorf("listed first: %v: the game has not begun", listed)
		}
	}
}

// The lobby says a refusal, and does not choose a missing table again.
func TestRefusals(t *testing.T) {
	b, c := visit(t, true)
	c.Refuse = rules.NewNote("club.no-table")
	press(b, "lobby.table")
	if b.Scene() != nil || b.Said() != "This table is no longer free: someone else sat down, or it was closed. Choose another one." {
		t.Errorf("it says %q", b.Said())
	}
	press(b, "lobby.quick", "table.ok")
	if hallOf(b).Waits() {
		t.Error("after a refusal the user still waits")
	}
}

func TestWaitingAtATable(t *testing.T) {
	b, c := visit(t, true)
	b.Key("#lobby.make", ebiten.KeyEnter)
	b.Key("#table.wanted", ebiten.KeyArrowRight)
	press(b, "table.watchers", "table.ok")
	open, ok := lastCall(c).(lobby.Open)
	if !ok || open.MinRating != 1460 || open.MaxRating != 1560 || !open.NoWatchers || !open.Rated {
		t.Fatalf("asked was %+v", c.Asked)
	}
	if players(b)[0] != "Ann (1512)" || !b.Reads("You wait at your table: Kalah 6x4, 5+3, rated.") {
		t.Errorf("it says\n%s", b.Text())
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.TextSize = 126 })
	if b.LayOut(640, 400); b.Top().Form().Scrolls() {
		t.Error("large text has no room in a small window")
	}
	b.Key("#lobby.back", ebiten.KeyEnter)
	if b.Top().Name() != "question" {
		t.Errorf("leaving leads to %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	press(b, "lobby.strip")
	if hallOf(b).Waits() {
		t.Error("the table is still open")
	}
	b.Key("#lobby.back", ebiten.KeyEnter)
	if !c.Closed || b.Top().Name() != "club" || !b.Shows("#club.known-1") {
		t.Errorf("after the club the screen is %q, the club was left: %v", b.Top().Name(), c.Closed)
	}
}

// After a visit the form works as before: the user can enter a club again, and cancel the attempt.
func TestAClubIsEnteredAgain(t *testing.T) {
	for _, id := range []string{"#club.connect", "#club.known-1"} {
		b, c := visit(t, true)
		b.Back()
		b.Key(id, ebiten.KeyEnter)
		pass(b)
		if !b.Shows("#club.cancel") {
			t.Fatalf("%s does not connect", id)
		}
		b.Key("#club.cancel", ebiten.KeyEnter)
		if !b.Shows(id) {
			t.Fatalf("the attempt of %s cannot be cancelled", id)
		}
		b.Key(id, ebiten.KeyEnter)
		c.Enter()
		pass(b)
		if b.Top().Name() != "lobby" {
			t.Errorf("%s leads to %q", id, b.Top().Name())
		}
	}
}

// A game without a clock is not rated.
func TestRatedNeedsAClock(t *testing.T) {
	b, _ := visit(t, true)
	b.Key("#lobby.make", ebiten.KeyEnter)
	b.Key("#table.clock", ebiten.KeyArrowLeft, ebiten.KeyArrowLeft, ebiten.KeyArrowLeft)
	if s := b.Top().(*tableScreen).settings(); s.Time.Timed() || s.Rated {
		t.Errorf("the settings are %+v", s)
	}
}

// The form refuses rules that the club does not rate.
func TestRulesThatAreNotRated(t *testing.T) {
	b, c := visit(t, true)
	c.Push(lobby.Entered{Me: c.Me, RatedRules: lobby.RatedRules{rules.Presets()[2].Variant}})
	pass(b)
	b.Key("#lobby.make", ebiten.KeyEnter)
	before := len(c.Asked)
	b.Key("#table.ok", ebiten.KeyEnter)
	if len(c.Asked) != before || b.Top().Name() != "new table" || !strings.HasPrefix(b.Said(), "The club rates no games with these rules") {
		t.Errorf("it says %q, and asked was %+v", b.Said(), c.Asked[before:])
	}
	press(b, "table.rated", "table.ok")
	if open, ok := lastCall(c).(lobby.Open); !ok || open.Rated {
		t.Errorf("asked was %+v", c.Asked)
	}
}

func TestChangedKey(t *testing.T) {
	b, c := visit(t, false)
	var asked []ports.ClubRequest
	b.Shared().Ports.Club = func(r ports.ClubRequest) lobby.Link {
		asked = append(asked, r)
		return c
	}
	b.Top().(*entry).open("club.example:7000")
	c.Push(lobby.Failed{Note: rules.NewNote("netplay.key-changed", "club.example:7000", "old", "new")})
	pass(b)
	b.Key("#key.trust", ebiten.KeyEnter)
	if len(asked) != 2 || asked[0].TrustNewKey || !asked[1].TrustNewKey || asked[1].Name != "Ann" {
		t.Errorf("asked was %+v", asked)
	}
}

// reported reports the member on the present page, and returns the club's call.
func reported(b *menustest.Bench, c *menustest.Club) lobby.Report {
	b.Key("#member.report", ebiten.KeyEnter)
	answer(b, "rude")
	r, _ := lastCall(c).(lobby.Report)
	return r
}

// Members without a place come after the members with one, and look different.
func TestStandings(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.standings")
	if rows := b.Info("#standings.table").Options; len(rows) != 4 || !strings.HasPrefix(rows[2], "3, ") || rows[3] != "Ann Bo, Rating 1388?, ± 420" {
		t.Errorf("the rows are %q", rows)
	}
	if tbl := b.Control("#standings.table").(*kit.Table); tbl.Faint(2) || !tbl.Faint(3) {
		t.Error("the last one, and no other, is faint")
	}
	b.Choose("#standings.table", 3)
	press(b, "standings.open")
	if b.Top().Name() != "member" || !slices.Contains(c.Asked, lobby.Call(lobby.ProfileOf{Member: "cy"})) {
		t.Errorf("it leads to %q, and asked was %+v", b.Top().Name(), c.Asked)
	}
}

func TestMembers(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.standings", "standings.open", "member.block")
	if !b.Shows("#member.unblock") {
		t.Error("a blocked member cannot be unblocked")
	}
	if got := reported(b, c); got != (lobby.Report{Member: "bo", Game: "t9-1", Text: "rude"}) || b.Top().Name() != "member" {
		t.Errorf("the report is %+v", got)
	}
	press(b, "member.open")
	replay, ok := b.Route().(page.ToReplay)
	if !ok || len(replay.About) != 1 || replay.About[0].Label != "About Bo..." {
		t.Fatalf("the route is %+v", b.Route())
	}
	replay.About[0].Do()
	pass(b)
	if got := reported(b, c); got != (lobby.Report{Member: "bo", Game: "t9-1", Text: "rude"}) {
		t.Errorf("from a replay the report is %+v", got)
	}
}

// Members must type their name for the deletion.
func TestForgetting(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.me", "member.forget")
	answer(b, "Bo")
	if b.Top().Name() != "club line" {
		t.Fatalf("with another name the screen is %q", b.Top().Name())
	}
	answer(b, "Ann")
	if lastCall(c) != (lobby.Forget{Name: "Ann"}) || !c.Closed || b.Top().Name() != "main menu" || b.Said() != "The club has deleted you." {
		t.Errorf("asked was %+v, the screen is %q, and it says %q", c.Asked, b.Top().Name(), b.Said())
	}
}

func TestDevices(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.devices", "devices.ask")
	const code = "amber-fox-31" // also the example in the field
	if strings.Count(b.Text(), code) != 2 || b.Info("#devices.table").Rows != 2 {
		t.Fatalf("it says\n%s", b.Text())
	}
	b.Shared().Elapsed = 6 * time.Minute
	if pass(b); strings.Count(b.Text(), code) != 1 {
		t.Error("the code does not grow old")
	}
	before := len(c.Asked)
	press(b, "devices.remove")
	if len(c.Asked) != before || b.Top().Name() != "devices" {
		t.Error("the device that is used is removed")
	}
	if told := b.Info("#devices.table").Value; told != "This device (abcd), Added 1 Mar 2026, Last here 28 Sep 2026" {
		t.Errorf("a screen reader is told %q", told)
	}
	b.Choose("#devices.table", 1)
	press(b, "devices.remove", "question.yes")
	if c.Asked[before] != (lobby.RemoveDevice{Key: "zbcdefghijklmnopqrstuvwxya"}) || b.Info("#devices.table").Rows != 1 {
		t.Errorf("asked was %+v, and %d devices are left", c.Asked[before:], b.Info("#devices.table").Rows)
	}
	b.Write("#devices.code", "wolf-hat-7")
	b.Key("#devices.use", ebiten.KeyEnter)
	c.Refuse = rules.NewNote("club.bad-code")
	press(b, "question.yes")
	if b.Top().Name() != "devices" || b.Info("#devices.code").Wrong == "" {
		t.Errorf("of a wrong code it says nothing on the screen %q", b.Top().Name())
	}
}

// A reloaded page continues the running game at once: only that game, and only if it is still
// running.
func TestGoingOn(t *testing.T) {
	for _, playing := range []bool{true, false} {
		c := menustest.NewClub()
		b := menustest.New(t, menustest.Shelf{"name": "Ann"}, func(p *ports.Ports) {
			p.Club = func(ports.ClubRequest) lobby.Link { return c }
			p.Dial = func(ports.JoinRequest) table.Link { return &tabletest.Link{Self: match.Guest} }
		})
		b.Push(New(b, page.ToClub{Addr: "club.example:7000", GoOn: true}))
		if playing {
			c.Seats = []lobby.Seat{c.Seat()}
		}
		c.Enter()
		pass(b)
		c.Push(lobby.Seated{Seat: c.Seat()})
		pass(b)
		if begun := b.Scene() != nil; begun != playing || !begun && !b.Reads("Your game against Bo goes on.") {
			t.Errorf("with a game that goes on %v: begun %v, it says\n%s", playing, begun, b.Text())
		}
	}
}

// A removed device learns of it on every screen of the club, not only in the lobby.
func TestRemovedElsewhere(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.devices")
	c.Push(lobby.Failed{Note: rules.NewNote("club.device-removed")})
	pass(b)
	if b.Top().Name() != "devices" || !strings.HasPrefix(b.Said(), "This device has been removed") {
		t.Errorf("on %q it says %q", b.Top().Name(), b.Said())
	}
	b.Say("")
	b.Key("#devices.ask", ebiten.KeyEnter) // the club no longer answers this
	pass(b)
	if !strings.HasPrefix(b.Said(), "This device has been removed") {
		t.Errorf("a button says %q", b.Said())
	}
}

// The page of a club leads into that club only.
func TestPageOfAClub(t *testing.T) {
	c := menustest.NewClub()
	var asked []ports.ClubRequest
	b := menustest.New(t, menustest.Shelf{"clubs": `["other.example:7000"]`}, func(p *ports.Ports) {
		p.Club = func(r ports.ClubRequest) lobby.Link {
			asked = append(asked, r)
			return c
		}
		p.Browser = &ports.Browser{Host: &ports.PageHost{Club: true, Addr: "127.0.0.1:7000", Unprotected: true}}
	})
	b.Push(New(b, page.ToClub{Addr: b.Shared().Ports.Browser.Club()}))
	c.Push(lobby.Failed{Note: rules.NewNote("club.name-of-office")})
	pass(b)
	for _, id := range []string{"#club.address", "#club.paste", "#club.known-1"} {
		if b.Shows(id) {
			t.Errorf("%s is shown", id)
		}
	}
	if b.Info("#club.name").Wrong == "" {
		t.Error("the name has no error")
	}
	c.Enter()
	press(b, "club.connect")
	if len(asked) != 2 || asked[0].Addr != "127.0.0.1:7000" || asked[1].Addr != asked[0].Addr {
		t.Errorf("asked was %+v", asked)
	}
	if b.Top().Name() != "lobby" {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

// Standings begin with the game that the user plays most, and another one is a choice away.
func TestStandingsOfAGame(t *testing.T) {
	b, c := visit(t, true)
	press(b, "lobby.standings")
	rows := func() []string { return b.Info("#standings.table").Options }
	if lastCall(c) != (lobby.StandingsOf{Limit: lobby.MostGames, Discipline: "kalah"}) || len(rows()) != 4 {
		t.Fatalf("asked was %+v, and the members are %q", lastCall(c), rows())
	}
	b.Key("#standings.game", ebiten.KeyArrowRight)
	b.Key("#standings.game", ebiten.KeyArrowRight) // past Mangala, whose answer is outdated
	pass(b)
	if lastCall(c) != (lobby.StandingsOf{Limit: lobby.MostGames, Discipline: "oware"}) || len(rows()) != 1 || !strings.Contains(rows()[0], "1338") {
		t.Errorf("asked was %+v, and the members are %q", lastCall(c), rows())
	}
	b.Push(b.Top().(page.Renewer).Renewed())
	if game := b.Info("#standings.game").Value; game != "Oware" {
		t.Errorf("in another language it shows %s", game)
	}
}

// A club of an earlier version has one rating for all games, so there is no choice.
func TestStandingsOfAnOlderClub(t *testing.T) {
	b, _ := visit(t, true)
	h := hallOf(b).house
	page := func() string { return strings.Join((&member{house: h, profile: h.in.Me}).lines(), "\n") }
	if got := page(); !strings.HasPrefix(got, "11 games: 7 won, 1 drawn, 3 lost\n8 of them rated\nOware: 1338 ± 580, 1 game\nA member since") {
		t.Errorf("the page of a member says %q", got)
	}
	h.in.Me.Ratings = nil
	s := newStandings(b, h)
	if len(s.games) != 1 || s.games[0] != "kalah" {
		t.Errorf("the standings of %v can be chosen", s.games)
	}
	if got := page(); !strings.HasPrefix(got, "12 games: 7 won, 1 drawn, 4 lost\n9 of them rated\nA member since") {
		t.Errorf("its page of a member says %q", got)
	}
}

// The limits of a table, and its seats, depend on the user's rating in its game.
func TestTableOfAnotherGame(t *testing.T) {
	b, c := visit(t, true)
	h := hallOf(b).house
	oware, _ := rules.Preset("oware")
	b.Push(newTableOf(b, h, false, settings.ClubTable{Variant: oware, Time: clocks[3], Rated: true}))
	b.Choose("#table.wanted", 1)
	wanted := b.Info("#table.wanted").Value
	b.Key("#table.ok", ebiten.KeyEnter)
	if s := lastCall(c).(lobby.Open); s.MinRating != 1290 || s.MaxRating != 1390 || wanted != "1290 to 1390" {
		t.Errorf("the limits are %d to %d, and the choice is %q", s.MinRating, s.MaxRating, wanted)
	}
	tbl := lobby.Table{ID: "o", Settings: lobby.Settings{Variant: oware, MinRating: 1400}, Members: []lobby.Member{{ID: "x"}}}
	if h.fits(tbl) || h.stateWord(tbl) != "other ratings" {
		t.Error("with 1338 in Oware and 1512 in Kalah the user may sit at a table of Oware for 1400 and more")
	}
}

// All cells in view have one size, at any width, and no cell is cut off.
func TestTheRowsOfTheLobbyHaveOneSize(t *testing.T) {
	for _, size := range [][2]int{{640, 400}, {600, 1000}, {1280, 720}} {
		b, _ := visit(t, true)
		b.LayOut(size[0], size[1])
		l := hallOf(b)
		cells, sizes := map[string]bool{}, map[float64]string{}
		for i := range l.shown {
			for _, text := range l.cells(i) {
				cells[text] = true
			}
		}
		top := l.table.Bounds().Y + kit.TableHeader
		b.Overhear(func(s render.Lettering) {
			if cells[s.Text] && s.Place.Y > top && s.Place.Bottom() < l.table.Bounds().Bottom() {
				sizes[s.Size] = s.Text
			}
			if cells[s.Whole] && s.Text != s.Whole {
				t.Errorf("at %v %q is cut off", size, s.Whole)
			}
		})
		if len(sizes) != 1 {
			t.Errorf("at %v the sizes are %v", size, sizes)
		}
	}
}

// Short lists leave room for a board with the players of the chosen row, and a page of a member
// draws their ratings. All actions are in one row.
func TestShortListsHaveABoard(t *testing.T) {
	b, _ := visit(t, true)
	press(b, "lobby.me")
	if got := b.Top().(*member).ratings(); !slices.Equal(got, []int{1524, 1496, 1512}) {
		t.Errorf("the ratings before the two rated games and now are %v", got)
	}
	b.LayOut(640, 400)
	if !b.Reads("Bo: 21") || !b.Reads("Ann: 27") || !b.Reads("Rating over the last games") {
		t.Errorf("the page of a member says\n%s", b.Text())
	}
	if first, last := b.Control("#member.rename"), b.Control("#member.open"); first.Bounds().Y != last.Bounds().Y {
		t.Errorf("the actions are at %v and %v", first.Bounds(), last.Bounds())
	}
	b.Choose("#member.table", 1)
	if b.LayOut(640, 400); !b.Reads("Ann: 6") || !b.Reads("Ann Bo: 17") {
		t.Errorf("for another game it says\n%s", b.Text())
	}
	b.Back()
	press(b, "lobby.standings")
	for i, alone := range []bool{false, true, false, false} {
		if b.Choose("#standings.table", i); b.Reads("The next member") != alone {
			t.Errorf("at the board of row %d the user is alone: %v", i, !alone)
		}
	}
}
