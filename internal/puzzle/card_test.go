package puzzle

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/fsrs"
	"mancala/rules"
	"mancala/tools/need"
)

// madeCards are the cards of someCards, once they are made.
var madeCards []Card

// someCards returns the cards of random games on a small board, by values of all lines.
func someCards(t *testing.T) []Card {
	t.Helper()
	if madeCards != nil {
		return slices.Clone(madeCards)
	}
	v := need.Must(rules.ParseVariant("kalah(4,2)"))(t)
	rng, oracle, all := rand.New(rand.NewPCG(1, 1)), table{}, []Card(nil)
	for range 40 {
		g := rules.Game{Variant: v}
		p, _ := rules.Start(v)
		for !p.Over() {
			legal := slices.Collect(p.Plies())
			g.Plies = append(g.Plies, legal[rng.IntN(len(legal))])
			p, _, _ = p.Sow(g.Plies[len(g.Plies)-1])
		}
		for _, side := range []rules.Side{rules.South, rules.North} {
			cards := need.Must(Mistakes(g, g.String(), side, 300, oracle))(t)
			checkCards(t, g, side, cards, oracle)
			all = append(all, cards...)
		}
	}
	if len(all) < 100 {
		t.Fatalf("only %d cards", len(all))
	}
	madeCards = all
	return slices.Clone(all)
}

// checkCards checks the cards of a game against the values of every ply of a side.
func checkCards(t *testing.T, g rules.Game, side rules.Side, cards []Card, oracle table) {
	t.Helper()
	mistakes, costs := 0, []int(nil)
	p, _ := rules.Start(g.Variant)
	for _, h := range g.Plies {
		if p.ToMove() == side {
			values, _ := oracle.Values(p)
			played := values[slices.IndexFunc(values, func(v Value) bool { return v.Ply == h })].Seeds
			top := best(values).Seeds
			if top-played >= LeastClear || class(played) < class(top) {
				mistakes++
				costs = append(costs, top-played)
			}
		}
		p, _, _ = p.Sow(h)
	}
	if want := min(mistakes, MostCards); len(cards) != want {
		t.Errorf("%v has %d cards of %v, want %d", g, len(cards), side, want)
	}
	slices.Sort(costs)
	slices.Reverse(costs)
	for i, c := range cards {
		if c.Cost() != costs[i] || c.Puzzle.Right[0].Has(c.Played) || c.Puzzle.Solver() != rules.South || c.Due != 300 || !c.Memory.New() {
			t.Errorf("card %d of %v costs %d: %+v", i, g, c.Cost(), c)
		}
	}
}

// Every mistake of a game gives a card, and its right plies are no mistakes.
func TestMistakes(t *testing.T) {
	kinds := [2]int{}
	for _, c := range someCards(t) {
		kinds[c.Puzzle.Kind]++
		for _, v := range c.Puzzle.Values {
			a := c.Puzzle.Attempt()
			verdict, played, err := a.Answer(v.Ply)
			mistake := class(v.Seeds) < class(c.Puzzle.Best()) || c.Puzzle.Kind == Seeds && c.Puzzle.Best()-v.Seeds >= LeastClear
			if err != nil || (verdict == Wrong) != mistake || len(played) == 0 || a.Solved() == mistake {
				t.Errorf("%v: %v is %v, %v", c, v.Ply, verdict, err)
			}
		}
	}
	if kinds[Result] < 20 || kinds[Seeds] < 20 {
		t.Errorf("%v cards by kind", kinds)
	}
}

// knowing is an oracle that knows some values, and fails with an error otherwise.
type knowing struct {
	table
	err  error
	most int // seeds in the houses
}

func (o knowing) Values(p rules.Position) ([]Value, error) {
	if p.Variant().Total()-p.Store(rules.South)-p.Store(rules.North) > o.most {
		return nil, o.err
	}
	return o.table.Values(p)
}

func TestMistakesThatAreUnknown(t *testing.T) {
	g := need.Must(rules.ParseGame(someCards(t)[0].Game))(t)
	if cards, err := Mistakes(g, "g", rules.South, 0, knowing{table{}, ErrUnknown, 0}); err != nil || len(cards) > 0 {
		t.Errorf("without values there are %d cards, %v", len(cards), err)
	}
	stop := errors.New("stop")
	if _, err := Mistakes(g, "g", rules.South, 0, knowing{table{}, stop, 0}); !errors.Is(err, stop) {
		t.Errorf("the error of the oracle is %v", err)
	}
	g.Plies[0] = 99
	if _, err := Mistakes(g, "g", rules.South, 0, table{}); err == nil {
		t.Error("a game that is not legal has cards")
	}
}

func TestCardText(t *testing.T) {
	seen := map[string]bool{}
	for i, c := range someCards(t) {
		c = c.After(fsrs.Grade(1+i%4), 301).After(fsrs.Good, 310)
		again, err := ParseCard(c.String())
		if err != nil || again.String() != c.String() || again.ID() != c.ID() {
			t.Fatalf("%v becomes %v, %v", c, again, err)
		}
		if len(c.ID()) != 32 {
			t.Errorf("the card is %q", c.ID())
		}
		seen[c.ID()] = true
		for _, bad := range []string{
			strings.Replace(c.String(), "1 | ", "2 | ", 1), c.String() + " | x", strings.Replace(c.String(), ":", ":9", 1),
			strings.Replace(c.String(), " | "+c.Played.String()+" | ", " | "+c.Puzzle.Line[0].String()+" | ", 1),
		} {
			if got, err := ParseCard(bad); err == nil {
				t.Errorf("%q is %v", bad, got)
			}
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d positions", len(seen))
	}
}

func FuzzParseCard(f *testing.F) {
	f.Add("1 | kalah(5,1) <5,1,0,1,1,0,2,0,1,0,2,0,2> south | 1:-2 2:2 4:6 | 1 | 1,4 | 0 0 3 0 0 0 | game")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCard(text)
		if err != nil {
			return
		}
		if again, err := ParseCard(c.String()); err != nil || again.ID() != c.ID() {
			t.Fatalf("%q becomes %v, %v", text, again, err)
		}
		for _, v := range c.Puzzle.Values {
			_, _, _ = c.Puzzle.Attempt().Answer(v.Ply)
		}
	})
}

// attempted returns an attempt at a card with a score.
func attempted(t *testing.T, c Card, score float64) *Attempt {
	t.Helper()
	a := c.Puzzle.Attempt()
	if score == 0.5 {
		need.Must(a.Hint())(t)
	}
	answer := c.Puzzle.Line[0]
	if score == 0 {
		answer = c.Played
	}
	if _, _, err := a.Answer(answer); err != nil || a.Score() != score || !a.Counts() {
		t.Fatalf("the score is %v, %v", a.Score(), err)
	}
	return a
}

// At most ten cards are asked on a day, and the grade follows from the answer and its time.
func TestDeck(t *testing.T) {
	c := someCards(t)[0]
	var d Deck
	if d.Left(3, 5) != 3 || d.Left(300, 5) != CardsADay {
		t.Error("a new deck leaves fewer cards")
	}
	for i, tt := range []struct {
		score float64
		took  time.Duration
		grade fsrs.Grade
	}{
		{1, time.Second, fsrs.Good},
		{1, 30 * time.Second, fsrs.Good},
		{1, 30 * time.Second, fsrs.Good},
		{1, 9 * time.Second, fsrs.Easy},
		{1, 11 * time.Second, fsrs.Good},
		{0.5, time.Second, fsrs.Hard},
		{0, time.Second, fsrs.Again},
		{0, time.Second, fsrs.Again},
		{1, time.Hour, fsrs.Good},
		{1, -time.Hour, fsrs.Easy},
	} {
		a := attempted(t, c, tt.score)
		if g := d.Grade(a, tt.took); g != tt.grade {
			t.Errorf("answer %d has grade %v, want %v", i, g, tt.grade)
		}
		var after Card
		d, after = d.After(c, a, tt.took, 5)
		if want := c.After(tt.grade, 5); after.String() != want.String() || after.Due <= 5 {
			t.Errorf("answer %d: %v", i, after)
		}
		if again := ParseDeck(d.String()); again.String() != d.String() {
			t.Errorf("%v becomes %v", d, again)
		}
		if left := d.Left(300, 5); left != CardsADay-1-i || d.Left(2, 6) != 2 {
			t.Errorf("after %d cards, %d are left", i+1, left)
		}
	}
	for _, text := range []string{"", "2 1 1", "1 1", "1 1 -1", "1 x 1", "1 1 1" + strings.Repeat(" 1", 51)} {
		if got := ParseDeck(text); got.String() != (Deck{}).String() {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// A card comes back later after each right answer, and soon after a wrong one.
func TestCardSchedule(t *testing.T) {
	c := someCards(t)[0]
	gap := Day(0)
	for range 6 {
		today := c.Due
		c = c.After(fsrs.Good, today)
		if c.Due-today <= gap {
			t.Errorf("after a right answer the card comes back after %d days, and before after %d", c.Due-today, gap)
		}
		gap = c.Due - today
	}
	if c = c.After(fsrs.Again, c.Due); c.Due-c.Last >= gap/4 || c.Lapses != 1 || c.Answers != 7 {
		t.Errorf("after a wrong answer the card comes back after %d days", c.Due-c.Last)
	}
}

// A card that was found or answered while the clock was ahead comes back as if that had been today.
func TestCardsFromAfterToday(t *testing.T) {
	found := someCards(t)[0] // due on day 300
	answered := found.After(fsrs.Good, 300)
	gap := answered.Due - 300
	again := answered.After(fsrs.Again, answered.Due)
	for _, tt := range []struct {
		card      Card
		today     Day
		due, last Day
	}{
		{found, 300, 300, 0},
		{found, 301, 300, 0},
		{found, 299, 300, 0},
		{found, 100, 101, 0},
		{answered, 300, 300 + gap, 300},
		{answered, 900, 300 + gap, 300},
		{answered, 299, 299 + gap, 299},
		{answered, 100, 100 + gap, 100},
		{again, again.Last, again.Due, again.Last},
		{again, 7, 7 + again.Due - again.Last, 7},
	} {
		if b := tt.card.Believed(tt.today); b.Due != tt.due || b.Last != tt.last || b.Memory != tt.card.Memory || b.ID() != tt.card.ID() {
			t.Errorf("on day %d, %v is believed as %v", tt.today, tt.card, b)
		}
	}
}
