package review

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// seat describes the choice of who plays a side.
func seat(b *menustest.Bench, side rules.Side) kit.Info {
	return b.Info("#seat-" + side.String())
}

func TestPlayOnFromAnyPly(t *testing.T) {
	for n := range small {
		b, s := openSmall(t, matchtest.Mute{})
		s.show(n)
		s.Update(&kit.Input{})
		b.Click("Play on")
		mover := s.review.Position(n).ToMove()
		if seat(b, mover).Selected != 0 || seat(b, mover.Opponent()).Value != "Greedy" {
			t.Errorf("after %d plies the seats are %q and %q", n, seat(b, 0).Value, seat(b, 1).Value)
		}
		b.Key("South's row", ebiten.KeyHome) // nothing happens
		b.Choose("#"+seat(b, mover).ID, 3)   // Low
		b.Click("Start")
		start, ok := b.Route().(page.ToStart)
		if !ok || !slices.Equal(start.Plies, small[:n]) || start.Setup.Variant != s.review.Position(0).Variant() {
			t.Fatalf("after %d plies the route is %+v", n, b.Route())
		}
		if start.Setup.Seats[mover] != "low" || start.Setup.Seats[mover.Opponent()] != "greedy" || start.Setup.Names != [2]string{} {
			t.Errorf("after %d plies the game is %+v", n, start.Setup)
		}
	}
}

func TestPlayOnKeepsThePersonsSeat(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	v := rulestest.Variant(t, "kalah", 3, 2)
	setup := settings.Setup{Variant: v, Seats: [2]string{match.KindPerson, match.KindPerson}, Names: [2]string{"Ann", "Bo"}}
	sc := b.Play(setup, small[:5]...)
	s := New(b, page.ToReview{Scene: sc})
	b.Push(s)
	s.show(2)
	s.Update(&kit.Input{})
	b.Click("Play on")
	for side := range rules.North + 1 {
		b.Choose("#"+seat(b, side).ID, 0)
	}
	if !strings.Contains(b.Text(), "is kept") {
		t.Errorf("of the running game is said\n%s", b.Text())
	}
	b.Click("Start")
	if start, ok := b.Route().(page.ToStart); !ok || start.Setup.Names != setup.Names || start.Setup.Seats != setup.Seats {
		t.Errorf("the route is %+v", b.Route())
	}
	if sc.Match().Plies() != 5 {
		t.Error("the reviewed game has changed")
	}
}

func TestPlayOnProposesWhoPlayedBefore(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := New(b, page.ToReview{Scene: b.Play(settings.Setup{Variant: rulestest.Variant(t, "kalah", 3, 2), Seats: [2]string{"low", "random"}}, small[:4]...)})
	for n := range 4 {
		s.show(n)
		b.Push(newPlayOnCard(&s.stepper, s.overtaken))
		mover := s.review.Position(n).ToMove()
		if seat(b, mover).Selected != 0 || seat(b, mover.Opponent()).Value != s.name(mover.Opponent()) {
			t.Errorf("after %d plies the seats are %q and %q", n, seat(b, 0).Value, seat(b, 1).Value)
		}
	}
}

// A review of a game with a peer shows the peer's wish to play again, and ends when the next game
// begins.
func TestTheNextGameEndsAReview(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 3, 2), match.Host, match.Host)
	b.Begin(sc)
	for _, h := range small[:4] {
		matchtest.Check(t, link.PlayFor(sc.ToMove(), h))
		sc.Advance(0)
	}
	matchtest.Check(t, link.Series.Match().Resign(rules.North))
	link.Push(table.GameOver{By: match.Guest})
	sc.Advance(0)
	s := New(b, page.ToReview{Scene: sc})
	b.Push(s)
	if b.LayOut(1280, 720); b.Info("#graph").High != 4 || !strings.HasPrefix(b.Info("#board").Name(), "Bo resigned, Ann won") {
		t.Fatalf("%d plies: %q", b.Info("#graph").High, b.Info("#board").Name())
	}
	link.Push(table.RematchWanted{By: match.Guest})
	b.Pass(menustest.Tick)
	if b.Said() != "Bo would like to play again." || b.Top() != page.Screen(s) {
		t.Errorf("that Bo would like to play again is said as %q", b.Said())
	}
	card := newPlayOnCard(&s.stepper, s.overtaken)
	b.Push(card)
	b.LayOut(1280, 720)
	if mine, other := seat(b, rules.South), seat(b, rules.North); !b.Reads("This ends the connection to Bo.") ||
		mine.Selected != 0 || other.Selected == 0 || card.setup().Names[rules.South] != "Ann" {
		t.Errorf("the seats are %q and %q, and it says\n%s", mine.Value, other.Value, b.Text())
	}
	matchtest.Check(t, link.Series.Next())
	link.Push(table.GameStarted{ID: "g-2", Self: rules.North})
	b.Pass(menustest.Tick)
	if _, ok := b.Route().(page.ToBoard); !ok || b.Said() != "Game 2 begins." {
		t.Errorf("when the next game begins the route is %T, said is %q", b.Route(), b.Said())
	}
}
