package newgame

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
)

func TestSeated(t *testing.T) {
	const p = match.KindPerson
	list := []match.Strategy{{Name: "random"}, {Name: "greedy", Rung: 1}, {Name: "low", Rung: 2}}
	for _, c := range []struct {
		against    page.Opponents
		last, want [2]string
	}{
		{page.AsLastTime, [2]string{p, p}, [2]string{p, p}},
		{page.AsLastTime, [2]string{"low", "gone"}, [2]string{"low", p}},
		{page.AsLastTime, [2]string{"", ""}, [2]string{p, p}},
		{page.TwoPlayersHere, [2]string{"low", "greedy"}, [2]string{p, p}},
		{page.PlayComputer, [2]string{p, p}, [2]string{p, "greedy"}},
		{page.PlayComputer, [2]string{p, "low"}, [2]string{p, "low"}},
		{page.PlayComputer, [2]string{"low", p}, [2]string{"low", p}},
		{page.PlayComputer, [2]string{"low", "random"}, [2]string{p, "random"}},
		{page.PlayComputer, [2]string{"gone", "gone"}, [2]string{p, "greedy"}},
		{page.TwoComputers, [2]string{"low", "random"}, [2]string{"low", "random"}},
		{page.TwoComputers, [2]string{p, "low"}, [2]string{"greedy", "low"}},
		{page.TwoComputers, [2]string{"gone", p}, [2]string{"greedy", "greedy"}},
	} {
		if got := page.Seated(c.against, c.last, list); got != c.want {
			t.Errorf("seated(%d, %q) = %q, want %q", c.against, c.last, got, c.want)
		}
	}
	if got := page.Seated(page.PlayComputer, [2]string{p, p}, []match.Strategy{{Name: "weak"}, {Name: "strong"}}); got != [2]string{p, "weak"} {
		t.Errorf("without a ladder: %q", got)
	}
	if got := page.Seated(page.PlayComputer, [2]string{p, "low"}, nil); got != [2]string{p, p} {
		t.Errorf("without computer players: %q", got)
	}
}

func TestStartBeginsAndRemembers(t *testing.T) {
	texts := menustest.Shelf{}
	b := menustest.New(t, texts, nil)
	b.Push(NewSetup(b, page.PlayComputer))
	b.Write("Bottom row: name", "  Ann ")
	b.Key("Top row: played by", ebiten.KeyArrowRight) // from Greedy to Low
	b.Key("Computer players move", ebiten.KeyArrowRight)
	b.Key("Who begins", ebiten.KeyArrowRight)
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Click("Start")
	if _, ok := b.Route().(page.ToBoard); b.Scene() == nil || !ok {
		t.Fatalf("no game has begun; the screen is %q", b.Top().Name())
	}
	if len(b.Seats) != 1 || b.Seats[0] != "low" {
		t.Errorf("the seats made are %q", b.Seats)
	}
	want := settings.Setup{
		Variant: rules.Presets()[1].Variant, Starter: match.Guest, Names: [2]string{"Ann", ""},
		Seats: [2]string{match.KindPerson, "low"}, StepByStep: true,
	}
	if got := menustest.New(t, texts, nil).Shared().Settings.Now().Setup; got != want {
		t.Errorf("remembered is %+v", got)
	}
	if texts["name"] != "Ann" {
		t.Errorf("the first name given is remembered as %q", texts["name"])
	}
	next := menustest.New(t, texts, nil)
	again := NewSetup(next, page.AsLastTime)
	next.Push(again)
	want.Starter = match.Host // the screen's choice says who begins
	if got, first := again.setup(), next.Info("Who begins").Value; got != want || first != "Low" {
		t.Errorf("the next run begins with %+v, and %s begins", got, first)
	}
}

func TestPaceIsOnlyThereForComputers(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewSetup(b, page.TwoPlayersHere))
	has := func() bool { return b.Shows("Computer players move") }
	if has() {
		t.Error("two persons are asked how computer players move")
	}
	b.Key("Bottom row: played by", ebiten.KeyArrowRight)
	if !has() {
		t.Error("how the computer player moves cannot be chosen")
	}
	b.Press(ebiten.KeyArrowLeft)
	if has() || b.Focused() != b.Info("Bottom row: played by").ID {
		t.Error("the choice stays, or the focus does not")
	}
}

func TestNamesBelongToWhoSits(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{"name": "Ann"}, nil)
	b.Push(NewSetup(b, page.TwoPlayersHere))
	name := func() kit.Info { return b.Info("Bottom row: name") }
	if other := b.Info("Top row: name").Example; name().Value != "Ann" || other != "Player 2" {
		t.Errorf("it begins with %q and %q", name().Value, other)
	}
	b.Key("Bottom row: played by", ebiten.KeyArrowRight)
	if name().Value != "" || name().Example != "Random" || b.Info("Who begins").Options[1] != "Random" {
		t.Errorf("a computer player is called %q, or else %q", name().Value, name().Example)
	}
	b.Write("Bottom row: name", "Deep Green")
	b.Key("Bottom row: played by", ebiten.KeyArrowRight)
	if name().Value != "Deep Green" {
		t.Errorf("the next computer player is called %q", name().Value)
	}
	b.Key("Bottom row: played by", ebiten.KeyArrowLeft, ebiten.KeyArrowLeft)
	if name().Value != "Ann" {
		t.Errorf("the person is called %q now", name().Value)
	}
}

func TestNamesMustDiffer(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewSetup(b, page.TwoPlayersHere))
	b.Write("Bottom row: name", "Ann")
	b.Write("Top row: name", "Ann")
	b.Press(ebiten.KeyEnter)
	if b.Scene() != nil || b.Focused() != b.Info("Top row: name").ID {
		t.Fatal("a game between Ann and Ann has begun, or the focus is not on a name")
	}
	b.Write("Top row: name", "Bo")
	b.Press(ebiten.KeyEnter)
	if b.Scene() == nil {
		t.Error("Enter in a field does not start the game")
	}
}

func TestSeatThatCannotBeMadeIsSaid(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) {
		c.Strategies = append(c.Strategies, match.Strategy{Name: "broken", Title: "Broken", About: "It fails."})
	})
	b.Push(NewSetup(b, page.AsLastTime))
	b.Key("Top row: played by", ebiten.KeyArrowRight, ebiten.KeyArrowRight, ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	b.Click("Start")
	if b.Scene() != nil || b.Top().Name() != "new game" {
		t.Errorf("the screen is %q", b.Top().Name())
	}
}

func TestAnotherLanguageKeepsTheChoices(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.PlayComputer)
	b.Push(s)
	b.Write("Bottom row: name", "Cleo")
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Key("Computer players move", ebiten.KeyArrowRight)
	was := s.setup()
	menustest.Speak(t, "de")
	again := s.Renewed().(*Setup)
	b.Push(again)
	if start := b.Info("#setup.start").Label; again.setup() != was || start != "Los" {
		t.Errorf("chosen was %+v, and in German, beside %q, %+v", was, start, again.setup())
	}
}

// Another program takes a seat by a command. The form checks and remembers the command.
func TestAnotherProgram(t *testing.T) {
	texts := menustest.Shelf{}
	b := menustest.New(t, texts, nil)
	b.Push(NewSetup(b, page.PlayComputer))
	for range 2 { // from Greedy past Low
		b.Key("Top row: played by", ebiten.KeyArrowRight)
	}
	b.Click("Start")
	if b.Scene() != nil || b.Said() != "engine: needs a command behind it, such as engine:/usr/bin/aalina." || b.Focused() != b.Info("Command of the program").ID {
		t.Fatalf("without a command it says %q, with %q", b.Said(), b.Seats)
	}
	b.Write("Command of the program", " /opt/aalina --own 'book 1' ")
	if name := b.Info("Top row: name").Example; name != "aalina" {
		t.Errorf("its player is called %q", name)
	}
	b.Click("Start")
	const kind = "engine:/opt/aalina%20--own%20'book%201'"
	if len(b.Seats) != 1 || b.Seats[0] != kind {
		t.Errorf("the seats made are %q", b.Seats)
	}
	if command, is := match.ProgramOf(kind); !is || command != "/opt/aalina --own 'book 1'" {
		t.Errorf("the command of the seat is %q", command)
	}
	next := menustest.New(t, texts, nil)
	s := NewSetup(next, page.PlayComputer)
	next.Push(s)
	if command := next.Info("Command of the program").Value; command != "/opt/aalina --own 'book 1'" || s.setup().Seats[1] != kind {
		t.Errorf("the next run begins with %q, %+v", command, s.setup())
	}
}

// The form offers no other programs on systems that cannot start them, such as browsers.
func TestNoOtherProgram(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Shared().Settings.Change(func(now *settings.Settings) { now.Setup.Seats[1] = "engine:x" })
	b.Shared().Ports.Program = nil
	s := NewSetup(b, page.PlayComputer)
	b.Push(s)
	seat := b.Info("Top row: played by")
	if seat.Options[len(seat.Options)-1] != "Low" || b.Shows("Command of the program") || s.setup().Seats[1] != match.KindPerson {
		t.Errorf("the choice is %q of %q", seat.Value, seat.Options)
	}
}
