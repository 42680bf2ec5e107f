package club

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/game"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/newgame"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/tools/need"
)

// playing returns a game at a table of the club, in the middle, and its screen.
func playing(t *testing.T, rated bool) (*menustest.Bench, *menustest.Club, *tabletest.Link, *game.Screen) {
	t.Helper()
	b, c := visit(t, true)
	c.Tables[0].Settings.Rated = rated
	kalah := rules.Presets()[0].Variant
	series := need.Must(match.NewSeries(kalah, match.Guest))(t)
	link := &tabletest.Link{Self: match.Guest, Games: tabletest.Games{Series: series}}
	b.Shared().Ports.Dial = func(ports.JoinRequest) table.Link { return link }
	press(b, "lobby.table")
	link.Push(table.Connected{Peer: "Bo", Self: match.Guest, Variant: kalah, Club: true},
		table.GameStarted{ID: "s-1", Self: rules.South})
	pass(b)
	g := game.New(b)
	b.Push(g)
	return b, c, link, g
}

// The player who stays can end a casual game without a result. The clock decides a rated one.
func TestAnAbsentOpponent(t *testing.T) {
	for _, rated := range []bool{false, true} {
		b, _, link, _ := playing(t, rated)
		link.Push(table.PeerAbsent{Absent: true})
		b.Pass(menustest.Tick)
		game.Follow(b, b.Top().(*game.Screen))
		if b.Shows("#game.options") == rated {
			t.Errorf("rated %v: that the game can be ended is offered: %v", rated, !rated)
		}
		if rated {
			continue
		}
		b.Click("#game.options")
		b.Click("#absent.end")
		if want := fmt.Sprint("leave for ", table.ReasonQuit); !slices.Contains(link.Said, want) {
			t.Errorf("the link is told %q", link.Said)
		}
	}
}

// The end of a rated game shows the change of the rating. For other games a toast does.
func TestRatingAfterAGame(t *testing.T) {
	b, c, link, _ := playing(t, true)
	rated := func(game, discipline string, before, after int) {
		me := c.Me
		me.Ratings = slices.Clone(me.Ratings)
		i := slices.IndexFunc(me.Ratings, func(r lobby.Rating) bool { return r.Discipline == discipline })
		me.Ratings[i].Rating = after
		c.Push(lobby.Rated{Game: game, Discipline: discipline, Before: before, Me: me})
	}
	rated("t0-1", "kalah", 1510, 1515)
	rated("t0-2", "oware", 1338, 1330)
	rated("t0-3", "kalah", 1515, 1521)
	pass(b)
	if b.Said() != "Your rating in Kalah rises by 11 to 1521. Your rating in Oware falls by 8 to 1330." {
		t.Errorf("of other games it says %q", b.Said())
	}
	b.Say("")
	link.Push(tabletest.Resigned(link.Series, match.Host))
	b.Pass(menustest.Tick)
	rated("t1-1", "kalah", 1521, 1530)
	pass(b)
	if v, there := hallOf(b).Visit(b.Scene()); !there || v.News != "Your rating in Kalah rises by 9 to 1530." || v.Me != "Ann" || !v.Rated || b.Said() != "" {
		t.Errorf("the visit is %+v, and it says %q", v, b.Said())
	}
}

// A game at this computer from a reviewed position leads back to the club. A seat in the club comes
// first.
func TestAGameAtThisComputerInBetween(t *testing.T) {
	persons := [2]string{match.KindPerson, match.KindPerson}
	b, c := visit(t, true)
	setup := settings.Setup{Variant: rules.Presets()[0].Variant, Names: [2]string{"S", "N"}, Seats: persons}
	need.NoError(t, newgame.PlayOn(b, setup, []rules.House{3}))
	if b.Home() != page.Home(hallOf(b)) || c.Closed || !b.Scene().Local() {
		t.Fatal("the club was left")
	}
	if _, there := hallOf(b).Visit(b.Scene()); there {
		t.Error("the game counts as one of the club")
	}
	hallOf(b).LeftGame()
	if b.Top() != page.Screen(hallOf(b)) || b.Said() != keptWords() {
		t.Errorf("after it there is %q, and it says %q", b.Top().Name(), b.Said())
	}
	need.NoError(t, newgame.PlayOn(b, setup, []rules.House{3}))
	b.Say("")
	c.Ask(lobby.Open{Settings: c.Tables[0].Settings})
	pass(b)
	s := c.Seat()
	s.Table.ID = "own"
	c.Push(lobby.Seated{Seat: s})
	pass(b)
	if b.Scene() == nil || b.Scene().Local() || b.Said() != keptWords() {
		t.Errorf("the seat is not taken, and it says %q", b.Said())
	}
}

// The button below the tables says why it does nothing.
func TestReasonsNotToSitDown(t *testing.T) {
	b, c := visit(t, true)
	for i, want := range map[int]string{
		0: "", 2: "Your rating is not one that this table wants. Choose another table.", 3: "", 4: "The two at this table want to be alone.",
	} {
		b.Choose("#lobby.table", i)
		if open := b.Info("#lobby.open"); open.Note != want || !open.Enabled {
			t.Errorf("about table %d it says %q", i, open.Note)
		}
		if want != "" {
			b.Say("")
			b.Key("#lobby.open", ebiten.KeyEnter)
			if b.Said() != want {
				t.Errorf("a press says %q", b.Said())
			}
		}
	}
	c.Ask(lobby.Open{Settings: c.Tables[0].Settings})
	pass(b)
	if info := b.Info("#lobby.make"); info.Enabled || info.Note != "You wait for an opponent already. Stop that first." {
		t.Errorf("while the user waits, the button is %+v", info)
	}
}

// Only one button closes the user's own table: the one beside the line about the wait.
func TestTheOwnTableIsClosed(t *testing.T) {
	b, c := visit(t, true)
	c.Ask(lobby.Open{Settings: c.Tables[0].Settings})
	pass(b)
	b.Choose("#lobby.table", 0)
	const wait = "This is your table. Wait until someone sits down."
	if open := b.Info("#lobby.open"); open.Label != "Sit down" || b.Control("#lobby.open").(*kit.Button).Primary || open.Note != wait {
		t.Errorf("at the own table the button is %+v", open)
	}
	if b.Key("#lobby.table", ebiten.KeyEnter); b.Said() != wait || !hallOf(b).Waits() {
		t.Errorf("Enter on the list says %q", b.Said())
	}
	press(b, "lobby.strip")
	if hallOf(b).Waits() || !b.Shows("Sit down") {
		t.Errorf("the user waits: %v; the button says %q", hallOf(b).Waits(), b.Info("#lobby.open").Label)
	}
}

// Only filters that tell the tables apart are shown, and the gold is on what can be done.
func TestFiltersThatFilter(t *testing.T) {
	b, c := visit(t, true)
	if !b.Shows("#lobby.state") || !b.Shows("#lobby.rules") || !b.Shows("#lobby.kind") {
		t.Error("a filter is missing")
	}
	if !b.Control("#lobby.open").(*kit.Button).Primary || b.Control("#lobby.make").(*kit.Button).Primary {
		t.Error("the gold is not on Sit down")
	}
	for _, tbl := range c.Tables[1:] {
		c.Push(lobby.Gone{Table: tbl.ID})
	}
	pass(b)
	if b.Shows("#lobby.state") || b.Shows("#lobby.rules") || b.Shows("#lobby.kind") {
		t.Error("one table has filters")
	}
	c.Push(lobby.Gone{Table: c.Tables[0].ID})
	pass(b)
	if !b.Control("#lobby.make").(*kit.Button).Primary {
		t.Error("without tables the gold is not on Make a table")
	}
	c.Push(lobby.Told{Table: c.Tables[0]})
	pass(b)
	if !b.Control("#lobby.open").(*kit.Button).Primary || b.Control("#lobby.make").(*kit.Button).Primary {
		t.Error("a free table has come, and the gold is not on Sit down")
	}
	if !b.Reads("You are Ann (1512) - 1 waiting, 0 playing") {
		t.Error(b.Text())
	}
}

// The first table is chosen until the list is complete. After that, the chosen one stays.
func TestTheFirstTableIsChosen(t *testing.T) {
	b, c := visit(t, true)
	c.Push(lobby.Lost{Note: rules.NewNote("club.broke")})
	c.Push(lobby.Entered{Me: c.Me})
	c.Push(lobby.Told{Table: c.Tables[0]})
	pass(b)
	near := c.Tables[0]
	near.ID, near.Members = "near", []lobby.Member{{ID: "n", Name: "Near", Rating: c.Me.Rating}}
	c.Push(lobby.Told{Table: near})
	c.Push(lobby.Listed{})
	pass(b)
	if at := b.Info("#lobby.table"); at.Selected != 0 || !strings.HasPrefix(at.Value, "Near") {
		t.Errorf("chosen is %q", at.Value)
	}
	nearer := near
	nearer.ID, nearer.Members = "a", []lobby.Member{{ID: "a", Name: "Nearer", Rating: c.Me.Rating}}
	c.Push(lobby.Told{Table: nearer})
	pass(b)
	if at := b.Info("#lobby.table"); at.Selected != 1 || !strings.HasPrefix(at.Value, "Near (") {
		t.Errorf("after another one, chosen is %q", at.Value)
	}
}
