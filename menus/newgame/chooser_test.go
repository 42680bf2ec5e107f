package newgame

import (
	"fmt"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// manyPlayers offers at least as many computer players as the program has.
func manyPlayers(n int) func(*ports.Ports) {
	return func(c *ports.Ports) {
		c.Strategies = nil
		for i := range n {
			name, rung := fmt.Sprintf("Level %d", i+1), i+1
			if i >= n-4 {
				rung = 0
			}
			c.Strategies = append(c.Strategies, match.Strategy{Name: fmt.Sprintf("level-%d", i+1), Title: name, About: "It is called " + name + ".", Rung: rung})
		}
	}
}

func TestComputerPlayersAreChosenFromAList(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, manyPlayers(10))
	s := NewSetup(b, page.TwoPlayersHere)
	b.Push(s)
	b.Key("Top row: played by", ebiten.KeySpace)
	if b.Top().Name() != "list" || b.Top().Form().Focused() != b.Control("Person here") {
		t.Fatalf("Space shows %q", b.Top().Name())
	}
	b.LayOut(1280, 720)
	b.Press(ebiten.KeyArrowDown, ebiten.KeyArrowDown, ebiten.KeyEnter)
	if b.Top() != page.Screen(s) || s.seats[1].Value() != "Level 4" || s.seats[0].Selected != 0 {
		t.Fatalf("chosen is %q for the top and %q for the bottom", s.seats[1].Value(), s.seats[0].Value())
	}
	if notes := s.strategyNotes(s.setup()); len(notes) != 1 || notes[0].Lines[0] != "It is called Level 4." {
		t.Errorf("to be read is %v", notes)
	}
	if s.names[1].Placeholder != "Level 4" || s.Controls.Focused() != kit.Widget(s.seats[1]) {
		t.Errorf("the name is %q, or the focus is elsewhere", s.names[1].Placeholder)
	}
	b.Click("Top row: played by") // on its value
	if b.Top().Form().Focused() != b.Control("Level 4") {
		t.Error("the list does not begin at what is chosen")
	}
	b.Click("Level 10")
	if s.seats[1].Value() != "Level 10" {
		t.Errorf("a click chooses %q", s.seats[1].Value())
	}
	b.Click("Top row: played by")
	b.Press(ebiten.KeyArrowUp, ebiten.KeyEscape)
	if b.Top() != page.Screen(s) || s.seats[1].Value() != "Level 10" {
		t.Errorf("Escape leaves %q on the screen %q", s.seats[1].Value(), b.Top().Name())
	}
}

func TestTheListOfPlayersFitsTheWindow(t *testing.T) {
	for _, n := range []int{3, 10, 15} {
		b := menustest.New(t, menustest.Shelf{}, manyPlayers(n))
		s := NewSetup(b, page.PlayComputer)
		b.Push(s)
		s.seats[0].OnOpen()
		for _, size := range menustest.Windows {
			window := b.LayOut(size[0], size[1])
			widgets := b.Top().Form().Widgets()
			if len(widgets) < n+2 { // and one heading or two
				t.Fatalf("%d values of %d", len(widgets), n+1)
			}
			for _, w := range widgets {
				if r := w.Bounds(); r.Y < 0 || r.Bottom() > window.H || r.X < 0 || r.Right() > window.W {
					t.Errorf("%d players at %v: %q lies at %+v", n, size, menustest.Label(w), r)
				}
			}
			b.CheckText(fmt.Sprintf("%d players at %v", n, size))
		}
	}
}
