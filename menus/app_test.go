package menus

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// twoHere begins a game of two people.
func twoHere(t *testing.T, b *bench) *scene.Scene {
	t.Helper()
	b.Go(page.ToStart{Setup: settings.Setup{Variant: rulestest.Variant(t, "kalah", 6, 4), Seats: [2]string{match.KindPerson, match.KindPerson}}})
	b.LayOut(1280, 720)
	if b.Top().Name() != "game" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	return b.Scene()
}

// A local game is kept, so neither a new game nor exiting asks anything.
func TestLeavingALocalGameKeepsIt(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" {
		t.Fatalf("without a game, Ctrl+N shows %q", b.Top().Name())
	}
	twoHere(t, b)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" || b.Scene() != nil || b.said() != "" {
		t.Fatalf("before the first ply, Ctrl+N shows %q and says %q", b.Top().Name(), b.said())
	}
	sc := twoHere(t, b)
	scenetest.Press(t, sc, 1)
	b.ctrl(ebiten.KeyN)
	if b.Top().Name() != "new game" || b.said() != "The game is kept. Choose Continue to go on with it." {
		t.Fatalf("in a game, Ctrl+N shows %q and says %q", b.Top().Name(), b.said())
	}
	sc = twoHere(t, b)
	if b.said() != "" {
		t.Errorf("over the new game stands %q, about the one before", b.said())
	}
	scenetest.Press(t, sc, 1)
	b.ctrl(ebiten.KeyQ)
	if !b.quit || len(b.Cabinet.List) != 1 {
		t.Errorf("Ctrl+Q ends the program: %v; %d games are kept", b.quit, len(b.Cabinet.List))
	}
}

// In a game with a peer, a new game and exiting ask first, and say that the game is kept.
func TestLeavingAPeerAsks(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyN, ebiten.KeyQ} {
		b, link := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil, 1)
		b.ctrl(key)
		if b.Top().Name() != "question" || b.quit {
			t.Fatalf("%v shows %q, and the program ends: %v", key, b.Top().Name(), b.quit)
		}
		b.Press(ebiten.KeyEscape)
		if b.Top().Name() != "game" || len(link.Said) != 0 {
			t.Errorf("after Escape the screen is %q, the peer heard %q", b.Top().Name(), link.Said)
		}
	}
	b, link := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil, 1)
	b.Shutdown()
	if len(link.Said) == 0 || link.Said[0] != "leave for 2" {
		t.Errorf("the end of the program says %q", link.Said)
	}
}

func TestSettingsAreRemembered(t *testing.T) {
	kept := menustest.Shelf{}
	b := newBench(t, kept, nil)
	sc := twoHere(t, b)
	scenetest.Press(t, sc, 1)
	sc.Settle()
	b.Press(ebiten.KeyL, ebiten.KeyEscape)
	b.Click("#menu.flip-on-turn")
	b.Shared().Settings.SetName("Ann")
	if sc.Bottom() != rules.North {
		t.Error("the running game does not turn its board")
	}
	again := newBench(t, kept, nil)
	if !again.shared.Settings.Now().Log || !again.shared.Settings.Now().FlipOnTurn || again.shared.Settings.Now().Name != "Ann" {
		t.Errorf("the next run shows the log: %v, turns the board: %v, calls the person %q", again.shared.Settings.Now().Log, again.shared.Settings.Now().FlipOnTurn, again.shared.Settings.Now().Name)
	}
}

// An unfinished game of the list can be continued, and just looking at one stores nothing.
func TestAnOldUnfinishedGameGoesOn(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Cabinet.List = []match.Record{menustest.Game("old-3", "Ann", "Low", 3, 1), menustest.Game("new-1", "Ann", "Low", 1)}
	b.Click("My games")
	b.LayOut(1280, 720)
	b.Key("table", ebiten.KeyArrowDown)
	b.Click("Open")
	b.Click("Review")
	b.Press(ebiten.KeyEscape)
	if len(b.Cabinet.List) != 2 || b.Scene() != nil {
		t.Fatal("looking at a game keeps one")
	}
	b.Click("Continue")
	if b.Top().Name() != "game" || b.Scene().GameID() != "old-3" || b.Scene().Number() != 3 || b.Scene().Opened() {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

// The game can be replayed while the connection is down. The replay closes when the peer is back.
func TestLookingBackDuringAPause(t *testing.T) {
	b, link := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil, 3, 1, 2)
	link.Push(table.Paused{Note: rules.NewNote("netplay.dropped", "Bo"), Wait: 60})
	b.Pass(menustest.Tick)
	b.Press(ebiten.KeyEscape)
	if b.Shows("Review") {
		t.Error("a review tells the best moves of a game that goes on")
	}
	b.Click("Look back")
	if b.Top().Name() != "replay" {
		t.Fatalf("Look back shows %q", b.Top().Name())
	}
	b.Press(ebiten.KeyHome)
	link.Push(table.Resumed{})
	b.Pass(2 * menustest.Tick)
	if b.Top().Name() != "game" || b.Scene().Match().Plies() != 3 {
		t.Errorf("when the peer is back the screen is %q", b.Top().Name())
	}
}

// The rules of the command line override earlier choices in this run.
func TestTheRulesOfTheCommandLineCount(t *testing.T) {
	v := rulestest.Variant(t, "bowls", 4, 4)
	texts := menustest.Shelf{}
	before := newBench(t, texts, nil)
	before.Shared().Settings.Change(func(s *settings.Settings) {
		s.Setup.Variant, s.Setup.Starter = rulestest.Variant(t, "empty-capture", 5, 4), match.Guest
	})
	b := newBench(t, texts, func(c *Config) { c.Variant, c.VariantChosen = v, true })
	b.Click("Play online")
	b.Click("Host a game")
	if rules, first := b.Control("Rules").(*kit.Choice), b.Control("Who begins").(*kit.Choice); rules.Value() != "Bowls" || first.Selected != 0 {
		t.Errorf("with flags it begins with %s, first moves %s", rules.Value(), first.Value())
	}
	b.Click("Start hosting")
	if len(b.Hosted) != 1 || b.Hosted[0].Variant != v {
		t.Errorf("hosted: %+v", b.Hosted)
	}
}

// A host may set a paused game aside and wait for others.
func TestAPausedGameIsSetAside(t *testing.T) {
	series, err := match.NewSeries(rulestest.Variant(t, "kalah", 6, 4), match.Host)
	matchtest.Check(t, err)
	link := &tabletest.Link{Self: match.Host, Games: tabletest.Games{Series: series}}
	b := newBench(t, menustest.Shelf{}, func(c *Config) { c.Host = func(ports.HostRequest) table.Link { return link } })
	b.Click("Play online")
	b.Click("Host a game")
	b.Click("Start hosting")
	link.Push(table.Connected{Peer: "Bo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 6, 4)},
		table.GameStarted{ID: "g-1", Self: rules.South})
	b.Pass(menustest.Tick)
	matchtest.Check(t, link.PlayFor(match.Host, 1))
	link.Push(table.Paused{Reason: table.ReasonLater, Note: rules.NewNote("netplay.left-for-now", "Bo")})
	b.Pass(10 * time.Second)
	link.Next = []table.News{table.PeerLeft{Local: true, Kept: true}, table.Listening{Reachable: []string{"ann:7000"}}}
	b.Click("Leave and keep it")
	b.Pass(menustest.Tick)
	if b.Top().Name() != "host" || b.Scene().Stage() != table.StageListening || !slices.Contains(link.Said, "wait again") {
		t.Errorf("the screen is %q, stage %v, the link heard %q", b.Top().Name(), b.Scene().Stage(), link.Said)
	}
	if !strings.Contains(b.said(), "Bo is kept") {
		t.Errorf("the window says %q", b.said())
	}
}

// The keys that leave the program or the game ask before they lose an unnamed win.
func TestAWinWithoutANameIsAskedAbout(t *testing.T) {
	for _, key := range []ebiten.Key{ebiten.KeyQ, ebiten.KeyN} {
		b, link, _ := remoteWin(t)
		b.ctrl(key)
		if b.Top().Name() != "question" || b.quit || len(link.Said) != 0 {
			t.Fatalf("%v shows %q", key, b.Top().Name())
		}
		b.Press(ebiten.KeyEscape)
		if !b.Shows("Save") {
			t.Errorf("after Escape the screen is %q", b.Top().Name())
		}
	}
}

// If the window closes while the winner types a name, the win is stored under the name in the
// field.
func TestClosingTheWindowKeepsTheWin(t *testing.T) {
	for typed, want := range map[string]string{"Ann the Great": "Ann the Great", "": "Ann"} {
		b, link, kept := remoteWin(t)
		b.Control("Your name in the top scores").(*kit.TextField).SetText(typed)
		b.Shutdown()
		if len(kept.Kept) != 1 || kept.Kept[0].Name != want || kept.Kept[0].Seeds == 0 {
			t.Errorf("with %q typed the scores are %+v", typed, kept.Kept)
		}
		if !slices.Contains(link.Said, "winner "+want) {
			t.Errorf("the link was told %q", link.Said)
		}
	}
}

// remoteGame returns a program in a network game with Bo, after plies of both sides.
func remoteGame(t *testing.T, v rules.Variant, changes func(*Config), plies ...rules.House) (*bench, *tabletest.Link) {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, changes)
	sc, link := scenetest.Start(t, v, match.Host, match.Host)
	b.Begin(sc)
	b.Follow()
	for _, h := range plies {
		matchtest.Check(t, link.PlayFor(sc.ToMove(), h))
		sc.Advance(0)
	}
	sc.Settle()
	b.Follow()
	b.LayOut(1280, 720)
	return b, link
}

// remoteWin returns a program at the prompt for a name, after the user has won a game against Bo.
func remoteWin(t *testing.T) (*bench, *tabletest.Link, *menustest.Ledger) {
	t.Helper()
	kept := menustest.NewLedger()
	b, link := remoteGame(t, rulestest.Variant(t, "kalah", 1, 3), func(c *Config) { c.Scores = kept }, 1)
	if b.Pass(2 * time.Second); !b.Shows("Save") {
		t.Fatalf("the winner is not asked for a name on the screen %q", b.Top().Name())
	}
	return b, link, kept
}

// coach is an endless search for mistakes.
type coach struct{ works bool }

func (c *coach) News() (int, bool) {
	c.works = true
	return 1, false
}

func (c *coach) Close() { c.works = false }

// The program searches mistakes only while the user looks at the main menu or learns.
func TestWhenMistakesAreSearched(t *testing.T) {
	b := newBench(t, menustest.Shelf{"greeted": "yes"}, nil)
	c := &coach{}
	b.Cabinet.Tutor = c
	now := time.Now()
	pass := func(where string, want bool) {
		t.Helper()
		for range 50 {
			now = now.Add(time.Second / 10)
			b.work(now)
		}
		if c.works != want {
			t.Errorf("%s, mistakes are searched: %v", where, c.works)
		}
	}
	b.LayOut(1280, 720)
	pass("at the main menu", true)
	for _, away := range []page.Route{page.ToSettings{}, page.ToGames{}, page.ToHelp{}, page.ToNewGame{}} {
		b.Go(away)
		pass("at "+b.Top().Name(), false)
		b.home()
		pass("back at the main menu", true)
	}
	b.Go(page.ToLearn{})
	pass("at Learn", true)
	b.LayOut(1280, 720)
	b.Click("Today's puzzle")
	pass("in a puzzle", true)
	b.home()
	twoHere(t, b)
	pass("in a game", false)
	b.home()
	pass("after a game", true)
	b.Shutdown()
	if c.works {
		t.Error("the search outlives the window")
	}
}
