package newgame

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
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
		_, l := ladderOf(t, menustest.Shelf{}, c.won...)
		if got := menustest.Label(l.Controls.Focused()); got != c.want {
			t.Errorf("after wins against %q the focus is on %s", c.won, got)
		}
		for i, card := range l.cards {
			beaten := false
			for _, kind := range c.won {
				beaten = beaten || l.players[i].Name == kind
			}
			if l.beaten[i] != beaten || (card.Badge != "") != beaten {
				t.Errorf("after wins against %q, %s is beaten: %v, %q", c.won, card.Label, l.beaten[i], card.Badge)
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
	again, l := ladderOf(t, texts)
	if last := again.Shared().Settings.Now().Setup; last.Seats != [2]string{match.KindPerson, "greedy"} || last.Variant != rules.Presets()[0].Variant {
		t.Errorf("remembered is %+v", last)
	}
	if !l.cards[1].Selected || l.cards[0].Selected {
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
	use(b, "ladder.low")
	if sc := b.Scene(); sc.Stepwise || sc.Name(match.Host) != "Player 1" || sc.Name(match.Guest) != "Low" || sc.Match().Position().Variant() != odd.Variant {
		t.Errorf("%s plays %s, step by step: %v", sc.Name(match.Host), sc.Name(match.Guest), sc.Stepwise)
	}
}

// TestWatchTwo lets two computers play from the ladder, and finds them again the next time.
func TestWatchTwo(t *testing.T) {
	texts := menustest.Shelf{}
	b, _ := ladderOf(t, texts)
	use(b, "ladder.watch")
	s := b.Top().(*Setup)
	if got := s.setup().Seats; got != [2]string{"low", "low"} {
		t.Errorf("the first time the seats are %q", got)
	}
	s.seats[match.Guest].Selected = s.seatIndex("greedy")
	use(b, "setup.start")
	if sc := b.Scene(); sc == nil || sc.Name(match.Host) != "Low" || sc.Name(match.Guest) != "Greedy" {
		t.Fatalf("the game is %+v", sc)
	}
	b, _ = ladderOf(t, texts)
	use(b, "ladder.watch")
	if got := b.Top().(*Setup).setup().Seats; got != [2]string{"low", "greedy"} {
		t.Errorf("the next time the seats are %q", got)
	}
}

func TestWhoBegins(t *testing.T) {
	for i, want := range []match.Party{match.Host, match.Guest, match.Host, match.Guest} {
		texts := menustest.Shelf{}
		b, l := ladderOf(t, texts)
		said := ""
		choice := [...]int{1, 2, 0, 0}[i]
		if l.first.Selected = choice; choice == 0 {
			b.Shared().Ports.Chance = func(n int) int {
				if n != 2 {
					t.Errorf("a toss has %d ends", n)
				}
				return i - 2
			}
			said = []string{"You won the toss: you begin.", "Low won the toss and begins."}[i-2]
		}
		use(b, "ladder.low")
		if got := b.Scene().Starter(); got != want || b.Said() != said {
			t.Errorf("choice %d: %v begins, and the window says %q", i, got, b.Said())
		}
		if _, l := ladderOf(t, texts); l.first.Selected != choice {
			t.Errorf("the next run begins with choice %d, not %d", l.first.Selected, choice)
		}
	}
}

func TestMoreOptionsLeadToTheWholeForm(t *testing.T) {
	b, _ := ladderOf(t, menustest.Shelf{})
	use(b, "ladder.options")
	if _, ok := b.Top().(*Setup); !ok {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

func TestASeatThatCannotBeMadeIsSaidOnTheLadder(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, func(p *ports.Ports) {
		p.Strategies = []match.Strategy{{Name: "broken", Title: "Broken", About: "It fails.", Rung: 1}}
	})
	l := newLadder(b)
	b.Push(l)
	if use(b, "ladder.broken"); b.Scene() != nil || b.Said() == "" {
		t.Errorf("the window says %q", b.Said())
	}
}

func TestTwoPlayersHere(t *testing.T) {
	texts := menustest.Shelf{"name": "Ann"}
	b := menustest.New(t, texts, nil)
	b.Push(newTwoHere(b))
	s := b.Top().(*twoHere)
	if s.names[match.Host].Text() != "Ann" || b.Top().Form().Focused() != b.Control("#two-here.play") {
		t.Errorf("it begins with %q", s.names[match.Host].Text())
	}
	b.Write("Top row: name", "Ann")
	b.Press(ebiten.KeyEnter)
	if b.Scene() != nil || b.Said() != "Both players are called Ann. Please give one of them another name." ||
		b.Top().Form().Focused() != kit.Widget(s.names[match.Guest]) {
		t.Fatalf("Ann plays Ann, or the window says %q", b.Said())
	}
	b.Write("Top row: name", "Bo")
	if s.first.Options[1+match.Guest] != "Bo" {
		t.Errorf("who begins is chosen from %q", s.first.Options)
	}
	b.Press(ebiten.KeyEnter)
	if b.Scene() == nil || b.Scene().Name(match.Guest) != "Bo" || b.Scene().Persons() != 2 {
		t.Fatal("no game of Ann and Bo has begun")
	}
	again := menustest.New(t, texts, nil)
	if s := newTwoHere(again); s.names[match.Guest].Text() != "Bo" {
		t.Errorf("the next run begins with %q", s.names[match.Guest].Text())
	}
	again.Push(newTwoHere(again))
	again.Write("Top row: name", "Cleo")
	use(again, "two-here.options")
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
		again, l := ladderOf(t, texts)
		if got := again.Shared().Settings.Now().Setup.Variant; got != preset.Variant || l.game.Label != page.ShortVariant(preset.Variant) {
			t.Errorf("%s: remembered is %v, and the button says %q", preset.Name, got, l.game.Label)
		}
	}
}
