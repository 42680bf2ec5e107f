package club

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// visit returns a program on its way into a club. If in is set, the club has let the user in.
func visit(t *testing.T, in bool) (*menustest.Bench, *menustest.Club) {
	t.Helper()
	c := menustest.NewClub()
	b := menustest.New(t, menustest.Shelf{"name": "Ann"}, func(p *ports.Ports) {
		p.Club = func(ports.ClubRequest) lobby.Link { return c }
		p.Dial = func(ports.JoinRequest) table.Link { return &tabletest.Link{Self: match.Guest} }
	})
	b.Push(New(b, page.ToClub{}))
	if in {
		enter(b, c)
	}
	return b, c
}

// enter types the club's address, and the club lets the user in.
func enter(b *menustest.Bench, c *menustest.Club) {
	c.Enter()
	b.Write("#club.address", "club.example:7000")
	press(b, "club.connect")
}

// lastCall returns the last call.
func lastCall(c *menustest.Club) lobby.Call { return c.Asked[len(c.Asked)-1] }

// players returns the players of the tables in the lobby.
func players(b *menustest.Bench) (names []string) {
	for _, row := range b.Info("#lobby.table").Options {
		name, _, _ := strings.Cut(row, ", ")
		names = append(names, name)
	}
	return names
}

// answer types a line on a card, and lets the club answer.
func answer(b *menustest.Bench, text string) {
	b.Write("#line.field", text)
	b.Press(ebiten.KeyEnter)
	pass(b)
}

// pass lets the program follow the club for some ticks.
func pass(b *menustest.Bench) {
	for range 4 {
		for _, s := range b.Stack.Screens {
			if keeper, ok := s.(page.Doorkeeper); ok {
				keeper.Attend(false)
			}
		}
		b.Pass(menustest.Tick)
	}
}

// hallOf returns the lobby.
func hallOf(b *menustest.Bench) *lobbyScreen { return b.Stack.Screens[2].(*lobbyScreen) }

// pushMany adds tables of members with the widest names, and with names from right to left.
func pushMany(c *menustest.Club, n int) {
	names := []string{strings.Repeat("W", 24), "משחק מנקלה בשבת", "Bo", "مدرسة اللعب", strings.Repeat("界", 24)}
	for i := range n {
		m := lobby.Member{ID: fmt.Sprint("m", i), Name: names[i%len(names)], Rating: 900 + i*5, Deviation: 60 + i}
		t := lobby.Table{ID: fmt.Sprint("x", i), Settings: c.Tables[i%2].Settings, Members: []lobby.Member{m}}
		if i%3 == 0 {
			m.ID, m.Name = m.ID+"b", names[(i+1)%len(names)]
			t.Members = append(t.Members, m)
		}
		c.Push(lobby.Told{Table: t})
	}
}

// press presses controls one after the other, and lets the club answer each.
func press(b *menustest.Bench, ids ...string) {
	for _, id := range ids {
		b.Key("#"+id, ebiten.KeyEnter)
		pass(b)
	}
}
