package wiring

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/rules"
	"mancala/tools/need"
)

// shelf is a few games to be searched.
type shelf struct {
	games    []match.Record
	searched map[string]bool
	cards    []match.Exercise
	broken   error
}

func (s *shelf) Unsearched(_ context.Context, n int) (list []match.Record, total int, err error) {
	for _, g := range s.games {
		if !s.searched[g.ID] {
			list = append(list, g)
		}
	}
	return list[:min(n, len(list))], len(list), s.broken
}

func (s *shelf) Searched(_ context.Context, game match.Exercise, cards []match.Exercise) error {
	if game.Kind != match.ExerciseGame || s.searched[game.ID] {
		return fmt.Errorf("%+v is searched again", game)
	}
	s.searched[game.ID] = true
	s.cards = append(s.cards, cards...)
	return nil
}

var today = time.Date(2026, time.November, 24, 9, 0, 0, 0, time.UTC)

// lost returns a game in which the person at South always plays the first legal house, and North
// the last one.
func lost(t *testing.T, id, variant string) match.Record {
	t.Helper()
	v := need.Must(rules.ParseVariant(variant))(t)
	p := need.Must(rules.Start(v))(t)
	g := match.Record{ID: id, Kinds: [2]string{match.KindPerson, "seedling"}}
	g.Game.Variant = v
	for !p.Over() && len(g.Game.Plies) < 100 {
		var choice rules.House
		for h := range p.Plies() {
			if h != rules.Swap && (choice == 0 || p.ToMove() == rules.North) {
				choice = h
			}
		}
		g.Game.Plies = append(g.Game.Plies, choice)
		p, _, _ = p.Sow(choice)
	}
	return g
}

func toNobody(int) {}

func TestCoach(t *testing.T) {
	s := &shelf{searched: map[string]bool{}, games: []match.Record{
		lost(t, "one", "kalah(4,3)"), lost(t, "two", "kalah(4,3)+pie"), lost(t, "three", "oware(6,4)"), lost(t, "opened", "kalah(4,3)"),
	}}
	s.games[3].Opened = true // the person played only the last plies
	s.games[1].Kinds = [2]string{match.KindRemote, match.KindPerson}
	var told []int
	need.NoError(t, NewCoach(s, func() time.Time { return today }).Run(t.Context(), func(left int) { told = append(told, left) }))
	if !slices.Equal(told, []int{4, 3, 2, 1, 0}) {
		t.Errorf("the numbers of games that are left are %v", told)
	}
	cards, games := kept.Cards(s.cards), map[string]bool{}
	if len(cards) != len(s.cards) || len(cards) < 2 {
		t.Fatalf("%d of %d cards can be read", len(cards), len(s.cards))
	}
	for i, c := range cards {
		games[c.Game] = true
		if c.Due.String() != "2026-11-24" || c.Cost() <= 0 || !s.cards[i].Time.Equal(c.Due.Time()) {
			t.Errorf("card %d is due on %v: %v", i, c.Due, c)
		}
		if q := kept.Due(c.Due); q.Until.Before(s.cards[i].Time) || kept.Due(c.Due-1).Until.After(s.cards[i].Time) {
			t.Errorf("card %d of %v is not due by %+v", i, c.Due, q)
		}
	}
	if !games["one"] || !games["two"] || games["three"] || games["opened"] {
		t.Errorf("there are cards of %v", games)
	}
}

// A coach ends with its context and leaves the game that it was at; one that has no time makes no
// cards.
func TestCoachEnds(t *testing.T) {
	s := &shelf{searched: map[string]bool{}, games: []match.Record{lost(t, "one", "kalah(6,4)")}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := NewCoach(s, func() time.Time { return today }).Run(ctx, toNobody); !errors.Is(err, context.Canceled) || len(s.searched) > 0 {
		t.Errorf("a coach that was stopped returns %v and has searched %v", err, s.searched)
	}
	c := NewCoach(s, func() time.Time { return today })
	c.patience = time.Nanosecond
	if err := c.Run(t.Context(), toNobody); err != nil || len(s.searched) != 1 || len(s.cards) > 0 {
		t.Errorf("a coach without time returns %v, and has %d cards", err, len(s.cards))
	}
	s.broken = errors.New("the disk is gone")
	if err := c.Run(t.Context(), toNobody); !errors.Is(err, s.broken) {
		t.Errorf("a broken disk is %v", err)
	}
}

// Where a majority ends the game, only a lost result is a mistake.
func TestCoachOfMajorities(t *testing.T) {
	s := &shelf{searched: map[string]bool{}, games: []match.Record{lost(t, "seeds", "kalah(3,3)"), lost(t, "majority", "video(3,3)")}}
	need.NoError(t, NewCoach(s, func() time.Time { return today }).Run(t.Context(), toNobody))
	found := map[string]int{}
	for _, c := range kept.Cards(s.cards) {
		found[c.Game]++
		for _, v := range c.Puzzle.Values {
			if c.Game == "majority" && (max(v.Seeds, -v.Seeds) > 1 || c.Puzzle.Kind != puzzle.Result || !c.Puzzle.ResultOnly()) {
				t.Errorf("the card %v asks for seeds", c)
			}
		}
	}
	if found["seeds"] == 0 || found["majority"] == 0 {
		t.Errorf("there are cards of %v", found)
	}
}

// Rows that are damaged or under a wrong id are no cards.
func TestCards(t *testing.T) {
	s := &shelf{searched: map[string]bool{}, games: []match.Record{lost(t, "one", "kalah(4,3)")}}
	if err := NewCoach(s, func() time.Time { return today }).Run(t.Context(), toNobody); err != nil || len(s.cards) == 0 {
		t.Fatal(err)
	}
	row := s.cards[0]
	wrong, bad := row, row
	wrong.ID, bad.Text = "another", "x"
	if got := kept.Cards([]match.Exercise{wrong, bad, row}); len(got) != 1 || got[0].ID() != row.ID {
		t.Errorf("%v are cards", got)
	}
	if e := kept.Card(kept.Cards(s.cards)[0]); e != row {
		t.Errorf("%+v becomes %+v", row, e)
	}
}
