package club

import (
	"strings"
	"testing"
	"time"

	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

// gameOf is game under the rules of that name.
func gameOf(name, id string, south, north Member) lobby.Game {
	g := game(id, south, north)
	g.Game.Variant, _ = rules.Preset(name)
	return g
}

// TestRatingsByGame: a game changes the rating only in its discipline, with any house rules
// and members hear of each.
func TestRatingsByGame(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	played := func(name, id string) lobby.Game {
		g := gameOf(name, id, ada, bob)
		n.settle(g)
		return g
	}
	first, second := played("oware", "tabletabletable2-1"), played("video", "tabletabletable2-2")
	m := n.again(ada)
	for name, want := range map[string]lobby.Rating{
		"kalah": {Discipline: "kalah", Rating: 1662, Deviation: 290, RatedGames: 1, Won: 1}, "mangala": {Discipline: "mangala", Rating: 1500, Deviation: 350},
		"oware": {Discipline: "oware", Rating: 1662, Deviation: 290, RatedGames: 1, Won: 1}, "togyz": {Discipline: "togyz", Rating: 1500, Deviation: 350},
	} {
		p := m.Profile(first.Entry.Ended)
		if got := ratingIn(p, name); got != want {
			t.Errorf("in %s %+v, want %+v", name, got, want)
		}
		if p.RatedGames != 2 || p.Won != 2 || p.Rating != 1662 {
			t.Errorf("in all %+v", p)
		}
	}
	told := map[string]string{}
	for _, news := range n.Untold(m) {
		told[news.Discipline] = news.Game
	}
	if len(told) != 2 || told["oware"] != first.Entry.ID || told["kalah"] != second.Entry.ID {
		t.Errorf("she is told %v", told)
	}
	need.NoError(t, n.cfg.Store.Told(ctx, ada.ID, first.Entry.ID))
	if list := n.Untold(n.again(ada)); len(list) != 1 || list[0].Game != second.Entry.ID {
		t.Errorf("then she is told %v", list)
	}
	g := gameOf("oware", "tabletabletable2-3", bob, ada)
	g.Entry.Rated = false
	n.settle(g)
	m = n.again(ada)
	if r := ratingIn(m.Profile(g.Entry.Ended), "oware"); r.Lost != 1 || r.RatedGames != 1 || r.Rating != 1662 {
		t.Errorf("after a casual game %+v", r)
	}
}

func ratingIn(p lobby.Profile, name string) lobby.Rating {
	for _, r := range p.Ratings {
		if r.Discipline == name {
			return r
		}
	}
	return lobby.Rating{}
}

// TestTablesByGame: at a table and in a wish a member has the rating in its game, which also says
// who may sit down.
func TestTablesByGame(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	n.settle(gameOf("oware", "tabletabletable2-1", ada, bob))
	ada, bob = n.again(ada), n.again(bob)
	oware, _ := rules.Preset("oware")
	s := lobby.Settings{Variant: oware, Time: match.TimeControl{Base: time.Minute}, Rated: true, MinRating: 1400}
	id := need.Must(n.Open(ctx, ada, s))(t)
	need.Until(t, "the table has her rating in Oware", func() bool {
		l, _ := n.Table(id)
		return len(l.Members) == 1 && l.Members[0].Rating == 1662
	})
	if _, err := n.Sit(ctx, bob, id); err == nil || !strings.Contains(err.Error(), "rating") {
		t.Errorf("with 1338 in Oware he sits down at a table for 1400 and more: %v", err)
	}
	need.NoError(t, n.Cancel(ctx, ada.ID))
	s.Variant = kalah
	id = need.Must(n.Open(ctx, ada, s))(t)
	seat := need.Must(n.Sit(ctx, bob, id))(t)
	if m := seat.Table.Members; m[0].Rating != 1500 || m[1].Rating != 1500 {
		t.Errorf("at a table of Kalah they have %+v", m)
	}
}

// TestSureGames: new members of equal strength need about as many games as the program says to
// enter the standings.
func TestSureGames(t *testing.T) {
	a, b := glicko.Default.Start, glicko.Default.Start
	games := 0
	for a.Deviation > glicko.SureDeviation {
		a, b = glicko.Default.Game(a, b, glicko.Score(games%2), 0, 0)
		games++
	}
	if games < lobby.SureGames-3 || games > lobby.SureGames+3 {
		t.Errorf("it takes %d games, and they are told %d", games, lobby.SureGames)
	}
}
