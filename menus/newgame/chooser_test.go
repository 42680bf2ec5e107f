package newgame

import (
	"fmt"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
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
	if b.Top().Name() != "list" || b.Focused() != b.Info("Person here").ID {
		t.Fatalf("Space shows %q", b.Top().Name())
	}
	b.LayOut(1280, 720)
	b.Press(ebiten.KeyArrowDown, ebiten.KeyArrowDown, ebiten.KeyEnter)
	top := func() string { return b.Info("Top row: played by").Value }
	if bottom := b.Info("Bottom row: played by"); top() != "Level 4" || bottom.Selected != 0 {
		t.Fatalf("chosen is %q for the top and %q for the bottom", top(), bottom.Value)
	}
	if notes := s.strategyNotes(s.setup()); len(notes) != 1 || notes[0].Lines[0] != "It is called Level 4." {
		t.Errorf("to be read is %v", notes)
	}
	if name := b.Info("Top row: name").Example; name != "Level 4" || b.Focused() != b.Info("Top row: played by").ID {
		t.Errorf("the name is %q, or the focus is on %q", name, b.Focused())
	}
	b.Click("Top row: played by") // on its value
	if b.Focused() != b.Info("Level 4").ID {
		t.Error("the list does not begin at what is chosen")
	}
	b.Click("Level 10")
	if top() != "Level 10" {
		t.Errorf("a click chooses %q", top())
	}
	b.Click("Top row: played by")
	b.Press(ebiten.KeyArrowUp, ebiten.KeyEscape)
	if b.Top() != page.Screen(s) || top() != "Level 10" {
		t.Errorf("Escape leaves %q on the screen %q", top(), b.Top().Name())
	}
}

func TestTheListOfPlayersFitsTheWindow(t *testing.T) {
	for _, n := range []int{3, 10, 15} {
		b := menustest.New(t, menustest.Shelf{}, manyPlayers(n))
		b.Push(NewSetup(b, page.PlayComputer))
		b.Enter("Bottom row: played by")
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
