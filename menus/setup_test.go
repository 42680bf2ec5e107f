package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/settings"
	"mancala/rules"
)

func TestSeated(t *testing.T) {
	const p = personSeat
	list := []Strategy{{Name: "random"}, {Name: "greedy"}, {Name: "low"}}
	for _, c := range []struct {
		against    opponents
		last, want [2]string
	}{
		{asLastTime, [2]string{p, p}, [2]string{p, p}},
		{asLastTime, [2]string{"low", "gone"}, [2]string{"low", p}},
		{asLastTime, [2]string{"", ""}, [2]string{p, p}},
		{twoPlayersHere, [2]string{"low", "greedy"}, [2]string{p, p}},
		{playComputer, [2]string{p, p}, [2]string{p, "greedy"}},
		{playComputer, [2]string{p, "low"}, [2]string{p, "low"}},
		{playComputer, [2]string{"low", p}, [2]string{"low", p}},
		{playComputer, [2]string{"low", "random"}, [2]string{p, "random"}},
		{playComputer, [2]string{"gone", "gone"}, [2]string{p, "greedy"}},
	} {
		if got := seated(c.against, c.last, list); got != c.want {
			t.Errorf("seated(%d, %q) = %q, want %q", c.against, c.last, got, c.want)
		}
	}
	if got := seated(playComputer, [2]string{p, p}, []Strategy{{Name: "weak"}, {Name: "strong"}}); got != [2]string{p, "strong"} {
		t.Errorf("without greedy: %q", got)
	}
	if got := seated(playComputer, [2]string{p, "low"}, nil); got != [2]string{p, p} {
		t.Errorf("without computer players: %q", got)
	}
}

func TestStartBeginsAndRemembers(t *testing.T) {
	texts := shelf{}
	b := newBench(t, texts, nil)
	b.push(newSetupScreen(b.App, playComputer))
	b.write("Bottom row: name", "  Ann ")
	b.key("Top row: played by", ebiten.KeyArrowRight) // from Greedy to Low
	b.key("Computer players move", ebiten.KeyArrowRight)
	b.key("Moves first", ebiten.KeyArrowRight)
	b.key("Rules", ebiten.KeyArrowRight)
	b.click("Start")
	if b.scene == nil || b.top().Name() != "game" {
		t.Fatalf("no game has begun; the screen is %q", b.top().Name())
	}
	if len(b.seats) != 1 || b.seats[0] != "low" {
		t.Errorf("the seats made are %q", b.seats)
	}
	want := settings.Setup{
		Variant: rules.Presets()[1].Variant, Starter: match.Guest, Names: [2]string{"Ann", ""},
		Seats: [2]string{personSeat, "low"}, StepByStep: true,
	}
	if got := newBench(t, texts, nil).book.Now().Setup; got != want {
		t.Errorf("remembered is %+v", got)
	}
	if texts["name"] != "Ann" {
		t.Errorf("the first name given is remembered as %q", texts["name"])
	}
	next := newBench(t, texts, nil)
	if got := newSetupScreen(next.App, asLastTime).setup(); got != want {
		t.Errorf("the next run begins with %+v", got)
	}
}

func TestPaceIsOnlyThereForComputers(t *testing.T) {
	b := newBench(t, shelf{}, nil)
	s := newSetupScreen(b.App, twoPlayersHere)
	b.push(s)
	has := func() bool {
		for _, w := range s.form.Widgets() {
			if labelOf(w) == "Computer players move" {
				return true
			}
		}
		return false
	}
	if has() {
		t.Error("two persons are asked how computer players move")
	}
	b.key("Bottom row: played by", ebiten.KeyArrowRight)
	if !has() {
		t.Error("how the computer player moves cannot be chosen")
	}
	b.press(ebiten.KeyArrowLeft)
	if has() || b.top().Form().Focused() != b.control("Bottom row: played by") {
		t.Error("the choice stays, or the focus does not")
	}
}

func TestNamesBelongToWhoSits(t *testing.T) {
	b := newBench(t, shelf{}, func(c *Config) { c.Name = "Ann" })
	s := newSetupScreen(b.App, twoPlayersHere)
	b.push(s)
	if s.names[0].Text() != "Ann" || s.names[1].Placeholder != "Player 2" {
		t.Errorf("it begins with %q and %q", s.names[0].Text(), s.names[1].Placeholder)
	}
	b.key("Bottom row: played by", ebiten.KeyArrowRight)
	if s.names[0].Text() != "" || s.names[0].Placeholder != "Random" || s.picker.first.Options[0] != "Random" {
		t.Errorf("a computer player is called %q, or else %q", s.names[0].Text(), s.names[0].Placeholder)
	}
	b.write("Bottom row: name", "Deep Green")
	b.key("Bottom row: played by", ebiten.KeyArrowRight)
	if s.names[0].Text() != "Deep Green" {
		t.Errorf("the next computer player is called %q", s.names[0].Text())
	}
	b.key("Bottom row: played by", ebiten.KeyArrowLeft, ebiten.KeyArrowLeft)
	if s.names[0].Text() != "Ann" {
		t.Errorf("the person is called %q now", s.names[0].Text())
	}
}

func TestNamesMustDiffer(t *testing.T) {
	b := newBench(t, shelf{}, nil)
	b.push(newSetupScreen(b.App, twoPlayersHere))
	b.write("Bottom row: name", "Ann")
	b.write("Top row: name", "Ann")
	b.press(ebiten.KeyEnter)
	if b.scene != nil || b.top().Form().Focused() != b.control("Top row: name") {
		t.Fatal("a game between Ann and Ann has begun, or the focus is not on a name")
	}
	b.write("Top row: name", "Bo")
	b.press(ebiten.KeyEnter)
	if b.scene == nil {
		t.Error("Enter in a field does not start the game")
	}
}

func TestSeatThatCannotBeMadeIsSaid(t *testing.T) {
	b := newBench(t, shelf{}, func(c *Config) { c.Strategies = append(c.Strategies, Strategy{"broken", "Broken", "It fails."}) })
	b.push(newSetupScreen(b.App, asLastTime))
	b.key("Top row: played by", ebiten.KeyArrowRight, ebiten.KeyArrowRight, ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	b.click("Start")
	if b.scene != nil || b.top().Name() != "new game" {
		t.Errorf("the screen is %q", b.top().Name())
	}
}
