package newgame

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
)

// ladderOf returns a program that shows the ladder Low, Greedy, Random to a user who has won these
// games.
func ladderOf(t *testing.T, texts menustest.Shelf, won ...string) (*menustest.Bench, *ladder) {
	t.Helper()
	b := menustest.New(t, texts, withLadder)
	for _, kind := range won {
		b.Cabinet.Sums.By = append(b.Cabinet.Sums.By, match.Figure{Opponent: "any", Kind: kind, Played: 3, Won: 1})
	}
	b.Cabinet.Sums.By = append(b.Cabinet.Sums.By, match.Figure{Kind: "random", Played: 9, Lost: 9})
	l := newLadder(b)
	b.Push(l)
	b.LayOut(1280, 720)
	return b, l
}

func TestTheLadderBeginsAtTheFirstWhoIsNotBeaten(t *testing.T) {
	for _, c := range []struct {
		won  []string
		want string
	}{
		{nil, "Low"},
		{[]string{"low"}, "Greedy"},
		{[]string{"greedy"}, "Low"},
		{[]string{"low", "greedy"}, "Random"},
		{[]string{"low", "greedy", "random"}, "Low"},
	} {
		b, l := ladderOf(t, menustest.Shelf{}, c.won...)
		if got := menustest.Label(l.Controls.Focused()); got != c.want {
			t.Errorf("after wins against %q the focus is on %s", c.won, got)
		}
		for _, kind := range []string{"low", "greedy", "random"} {
			if card := b.Info("#ladder." + kind); (card.Value != "") != slices.Contains(c.won, kind) {
				t.Errorf("after wins against %q, the card of %s says %q", c.won, card.Label, card.Value)
			}
		}
	}
}

func TestOneKeyOnTheLadderBeginsAGame(t *testing.T) {
	texts := menustest.Shelf{"name": "Ann"}
	b, _ := ladderOf(t, texts)
	b.Press(ebiten.KeyArrowRight, ebiten.KeyEnter)
	if b.Scene() == nil || len(b.Seats) != 1 || b.Seats[0] != "greedy" {
		t.Fatalf("the seats made are %q", b.Seats)
	}
	if _, ok := b.Route().(page.ToBoard); !ok || b.Scene().Name(match.Host) != "Ann" || b.Scene().Name(match.Guest) != "Greedy" {
		t.Errorf("the route is %T, and %s plays %s", b.Route(), b.Scene().Name(match.Host), b.Scene().Name(match.Guest))
	}
	again, _ := ladderOf(t, texts)
	if last := again.Shared().Settings.Now().Setup; last.Seats != [2]string{match.KindPerson, "greedy"} || last.Variant != rules.Presets()[0].Variant {
		t.Errorf("remembered is %+v", last)
	}
	if again.Info("#ladder.greedy").Selected != 1 || again.Info("#ladder.low").Selected != 0 {
		t.Error("the player of the last game is not marked")
	}
}

// Step by step and a second computer player belong to the screen with all options; the ladder
// ignores them.
func TestTheLadderTakesNoOddOptionsOver(t *testing.T) {
	b, _ := ladderOf(t, menustest.Shelf{})
	odd := settings.FirstSetup()
	odd.Names, odd.Seats, odd.StepByStep = [2]string{"Deep", "Thought"}, [2]string{"low", "greedy"}, true
	odd.Variant = rules.Presets()[1].Variant
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Setup = odd })
	b.Enter("#ladder.low")
	if sc := b.Scene(); sc.Stepwise || sc.Name(match.Host) != "Player 1" || sc.Name(match.Guest) != "Low" || sc.Match().Position().Variant() != odd.Variant {
		t.Errorf("%s plays %s, step by step: %v", sc.Name(match.Host), sc.Name(match.Guest), sc.Stepwise)
	}
}

// TestWatchTwo lets two computers play from the ladder, and finds them again the next time.
func TestWatchTwo(t *testing.T) {
	texts := menustest.Shelf{}
	b, _ := ladderOf(t, texts)
	b.Enter("#ladder.watch")
	s := b.Top().(*Setup)
	if got := s.setup().Seats; got != [2]string{"low", "low"} {
		t.Errorf("the first time the seats are %q", got)
	}
	b.Choose("Top row: played by", s.seatIndex("greedy"))
	b.Enter("#setup.start")
	if sc := b.Scene(); sc == nil || sc.Name(match.Host) != "Low" || sc.Name(match.Guest) != "Greedy" {
		t.Fatalf("the game is %+v", sc)
	}
	b, _ = ladderOf(t, texts)
	b.Enter("#ladder.watch")
	if got := b.Top().(*Setup).setup().Seats; got != [2]string{"low", "greedy"} {
		t.Errorf("the next time the seats are %q", got)
	}
}

func TestWhoBegins(t *testing.T) {
	for i, want := range []match.Party{match.Host, match.Guest, match.Host, match.Guest} {
		texts := menustest.Shelf{}
		b, _ := ladderOf(t, texts)
		said := ""
		choice := [...]int{1, 2, 0, 0}[i]
		if b.Choose("Who begins", choice); choice == 0 {
			b.Shared().Ports.Chance = func(n int) int {
				if n != 2 {
					t.Errorf("a toss has %d ends", n)
				}
				return i - 2
			}
			said = []string{"You won the toss: you begin.", "Low won the toss and begins."}[i-2]
		}
		b.Enter("#ladder.low")
		if got := b.Scene().Starter(); got != want || b.Said() != said {
			t.Errorf("choice %d: %v begins, and the window says %q", i, got, b.Said())
		}
		again, _ := ladderOf(t, texts)
		if got := again.Info("Who begins").Selected; got != choice {
			t.Errorf("the next run begins with choice %d, not %d", got, choice)
		}
	}
}

func TestMoreOptionsLeadToTheWholeForm(t *testing.T) {
	b, _ := ladderOf(t, menustest.Shelf{})
	b.Enter("#ladder.options")
	if b.Top().Name() != "new game" {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

func TestASeatThatCannotBeMadeIsSaidOnTheLadder(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, func(p *ports.Ports) {
		p.Strategies = []match.Strategy{{Name: "broken", Title: "Broken", About: "It fails.", Rung: 1}}
	})
	b.Push(newLadder(b))
	if b.Enter("#ladder.broken"); b.Scene() != nil || b.Said() == "" {
		t.Errorf("the window says %q", b.Said())
	}
}

func TestTwoPlayersHere(t *testing.T) {
	texts := menustest.Shelf{"name": "Ann"}
	b := menustest.New(t, texts, nil)
	b.Push(newTwoHere(b))
	if name := b.Info("Bottom row: name").Value; name != "Ann" || b.Focused() != "two-here.play" {
		t.Errorf("it begins with %q", name)
	}
	b.Write("Top row: name", "Ann")
	b.Press(ebiten.KeyEnter)
	if b.Scene() != nil || b.Said() != "Both players are called Ann. Please give one of them another name." ||
		b.Focused() != b.Info("Top row: name").ID {
		t.Fatalf("Ann plays Ann, or the window says %q", b.Said())
	}
	b.Write("Top row: name", "Bo")
	if list := b.Info("Who begins").Options; list[1+match.Guest] != "Bo" {
		t.Errorf("who begins is chosen from %q", list)
	}
	b.Press(ebiten.KeyEnter)
	if b.Scene() == nil || b.Scene().Name(match.Guest) != "Bo" || b.Scene().Persons() != 2 {
		t.Fatal("no game of Ann and Bo has begun")
	}
	again := menustest.New(t, texts, nil)
	again.Push(newTwoHere(again))
	if name := again.Info("Top row: name").Value; name != "Bo" {
		t.Errorf("the next run begins with %q", name)
	}
	again.Write("Top row: name", "Cleo")
	again.Enter("#two-here.options")
	if form, ok := again.Top().(*Setup); !ok || form.setup().Names != [2]string{"Ann", "Cleo"} {
		t.Error("the screen with all options does not begin with the names")
	}
}

// TestThreeInputsToTheFirstSeed chooses each game by its picture. It takes three inputs: the game,
// the level, and a house.
func TestThreeInputsToTheFirstSeed(t *testing.T) {
	for _, preset := range rules.Presets() {
		texts := menustest.Shelf{"name": "Ann"}
		b, _ := ladderOf(t, texts)
		b.Click("#ladder.game")
		b.Click("#which." + preset.Name) // the first input
		b.Press(ebiten.KeyEnter)
		sc := b.Scene()
		if sc == nil || sc.Match().Position().Variant() != preset.Variant {
			t.Fatalf("%s: the second input begins %v", preset.Name, sc)
		}
		sc.Settle()
		sc.Advance(menustest.Tick)
		if why := sc.Press(rules.Pit{Side: rules.South, House: 3}); why != "" {
			t.Fatalf("%s: the third input sows nothing: %s", preset.Name, why)
		}
		sc.Advance(menustest.Tick)
		if sc.Match().Plies() != 1 {
			t.Errorf("%s: %d plies", preset.Name, sc.Match().Plies())
		}
		again, _ := ladderOf(t, texts)
		label := again.Info("#ladder.game").Label
		if got := again.Shared().Settings.Now().Setup.Variant; got != preset.Variant || label != page.ShortVariant(preset.Variant) {
			t.Errorf("%s: remembered is %v, and the button says %q", preset.Name, got, label)
		}
	}
}
