package club

import (
	"strings"
	"testing"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/match"
	"mancala/match/lobby"
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
		need.NoError(t, n.Settle(ctx, g))
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
	need.NoError(t, n.Told(ctx, ada.ID, first.Entry.ID))
	if list := n.Untold(n.again(ada)); len(list) != 1 || list[0].Game != second.Entry.ID {
		t.Errorf("then she is told %v", list)
	}
	g := gameOf("oware", "tabletabletable2-3", bob, ada)
	g.Entry.Rated = false
	need.NoError(t, n.Settle(ctx, g))
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
	need.NoError(t, n.Settle(ctx, gameOf("oware", "tabletabletable2-1", ada, bob)))
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

// TestOldMembers: in an entry of a club with one rating, that is the one in Kalah.
func TestOldMembers(t *testing.T) {
	const entry = `{"id":"adaadaadaadaada2","name":"Ada","keys":["k"],"rating":{"value":1712.4,"deviation":63,"volatility":0.06},
		"rated_at":"2026-03-01T12:00:00Z","rated_games":31,"won":20,"drawn":4,"lost":9,"created":"2025-01-01T00:00:00Z",
		"untold":{"game":"tabletabletable2-1","before":1700}}`
	m := need.Must(decode[Member](bus.Entry{Key: "adaadaadaadaada2", Data: []byte(entry)}))(t)
	p := m.Profile(m.RatedAt)
	if got, want := ratingIn(p, "kalah"), (lobby.Rating{Discipline: "kalah", Rating: 1712, Deviation: 63, RatedGames: 31, Won: 20, Drawn: 4, Lost: 9}); got != want {
		t.Errorf("in Kalah %+v, want %+v", got, want)
	}
	if got := ratingIn(p, "oware"); got.Rating != 1500 || got.Deviation != 350 || got.Played() != 0 {
		t.Errorf("in Oware %+v", got)
	}
	if u := m.in(usual).Untold; u == nil || u.Before != 1700 {
		t.Errorf("the news is %+v", u)
	}
	r := need.Must(ForRecord([]byte(entry)))(t)
	if len(r.Ratings) != 1 || r.Ratings["kalah"].Value != 1712.4 || !r.Ratings["kalah"].At.Equal(m.RatedAt) {
		t.Errorf("the record gets %+v", r)
	}
	m.set("oware", standing{Rating: glicko.Default.Start, RatedAt: m.RatedAt})
	if s := m.in("oware"); s.Rating != glicko.Default.Start || m.in(usual).RatedGames != 31 {
		t.Errorf("%+v", m)
	}
}
