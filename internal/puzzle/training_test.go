package puzzle

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/glicko"
)

// noon is when the tests train.
var noon = time.Date(2026, time.November, 23, 12, 0, 0, 0, time.UTC)

// over returns an attempt at a puzzle that was solved at once, or only after a wrong answer.
func over(t *testing.T, p Puzzle, right bool) *Attempt {
	t.Helper()
	a := p.Attempt()
	for _, v := range p.Values {
		if !right && v.Ply != p.Line[0] {
			if _, _, err := a.Answer(v.Ply); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	for !a.Solved() {
		if _, _, err := a.Answer(a.Rest()[0]); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// The rating of a person of known strength approaches that strength. They get puzzles as hard as
// that, none of them twice.
func TestTrainingConverges(t *testing.T) {
	for _, strength := range []float64{900, 1300, 1700} {
		rng := rand.New(rand.NewPCG(1, uint64(strength)))
		at, now, seen := Training{}, noon, map[string]bool{}
		for i := range 250 {
			p := at.Offer("kalah", 0, rng.IntN)
			if i > 60 && at.distance("kalah", p) > Reach {
				t.Fatalf("a puzzle of %d is offered at %.0f", p.Rating(), at.Rating("kalah").Value)
			}
			if name := p.Position.Variant().Name(); at.Rating("kalah").Deviation > glicko.SureDeviation && name != "kalah" {
				t.Fatalf("before the rating is known, a puzzle of %s is offered", name)
			}
			if seen[p.String()] {
				t.Fatalf("%v is offered twice", p)
			}
			seen[p.String()] = true
			chance := 1 / (1 + math.Pow(10, (float64(p.Rating())-strength)/400))
			now = now.Add(time.Minute)
			at = at.After(over(t, p, rng.Float64() < chance), now)
		}
		if d := at.Rating("kalah").Value - strength; d < -150 || d > 150 || at.Tried != 250 {
			t.Errorf("a person of %.0f is rated %.0f after %d puzzles", strength, at.Rating("kalah").Value, at.Tried)
		}
	}
}

// A requested theme is offered at any rating; half of the other offers have themes that the person
// does not solve.
func TestOfferThemes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	at, weak := Training{}, 0
	for _, name := range ThemeNames() {
		theme, _ := ParseTheme(name)
		for range 20 {
			if p := at.Offer("kalah", theme, rng.IntN); p.Themes&theme == 0 {
				t.Errorf("%v is offered for %s", p, name)
			}
		}
	}
	for _, p := range Daily()[:70] {
		at = at.After(over(t, p, p.Themes&Hoard == 0), noon)
	}
	if at.Weakest()&Hoard == 0 || len(at.Weakest().Names()) > 2 {
		t.Fatalf("the weakest themes are %v", at.Weakest().Names())
	}
	at.skills = nil // a new person's rating
	for range 400 {
		if p := at.Offer("kalah", 0, rng.IntN); p.Themes&at.Weakest() != 0 {
			weak++
		}
	}
	if weak < 180 {
		t.Errorf("%d of 400 offers are of the themes %v", weak, at.Weakest().Names())
	}
}

// Each game has its own puzzles, which count for the rating in that game; none is offered again
// before the others.
func TestOfferOfOtherGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	at, tried := Training{}, 0
	for _, game := range Games() {
		seen := map[string]bool{}
		for range 80 {
			p := at.Offer(game, 0, rng.IntN)
			if p.Position.Variant().Discipline() != game || seen[p.String()] || ThemesOf(game)&p.Themes != p.Themes {
				t.Errorf("%v is offered for %s, or again", p, game)
			}
			seen[p.String()] = true
			at, tried = ParseTraining(at.After(over(t, p, true), noon).String()), tried+1
		}
		if n := len(at.Played()); at.Points(game) <= 1500 || n < len(Games()) && at.Points(Games()[n]) != 1500 {
			t.Errorf("after puzzles of %v the text is %v", at.Played(), at)
		}
	}
	if at.Tried != tried || len(at.recent) != mostRecent {
		t.Errorf("%d puzzles were tried, %d are remembered", at.Tried, len(at.recent))
	}
}

// Once all puzzles are tried, the one tried first is offered again.
func TestOfferNeverEnds(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	at := Training{}
	for range 3 * mostRecent {
		p := at.Offer("kalah", Pie, rng.IntN)
		if p.Themes&Pie == 0 {
			t.Fatalf("%v is offered for the pie rule", p)
		}
		at = at.After(over(t, p, true), noon)
	}
	if len(at.recent) != mostRecent {
		t.Errorf("%d puzzles are remembered", len(at.recent))
	}
}

// A session rates a puzzle once, as soon as its attempt counts, and leaves one that does not.
func TestSession(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	s := NewSession(Training{}, "kalah", 0)
	if s.Settle(noon) {
		t.Error("a session without a puzzle settles one")
	}
	s.Next(rng.IntN)
	if _, ok := s.Try(); ok || s.Settle(noon) || s.Training().Tried != 0 {
		t.Error("a puzzle without an answer is settled")
	}
	a := s.Next(rng.IntN)
	for _, h := range append(wrongPlies(a.Question(), a.Puzzle().Right[0])[:1], a.Puzzle().Line[0]) {
		first := a.Wrong() == 0
		if _, _, err := a.Answer(h); err != nil {
			t.Fatal(err)
		}
		if s.Settle(noon) != first {
			t.Errorf("after %v the puzzle is settled: %v", h, !first)
		}
	}
	change := s.Change()
	if change >= 0 || s.Training().Tried != 1 || s.Training().Solved != 0 || s.Points() != 1500+change {
		t.Errorf("the rating changes by %d to %d", change, s.Points())
	}
	try, ok := s.Try()
	if again, read := ParseTry(try.String()); !ok || !read || again != try || try.Puzzle().Position != a.Puzzle().Position || try.Score != 0 || try.Points != 1500+change {
		t.Errorf("the try is %v, and %v when it is read", try, again)
	}
	for _, text := range []string{"", "1 -1 0 1500", "1 1820 0 1500", "1 1 0.7 1500", "1 1 1 1500 x", "2 1 1 1500"} {
		if try, ok := ParseTry(text); ok {
			t.Errorf("%q is %v", text, try)
		}
	}
	s.Next(rng.IntN)
	if s.Change() != 0 || s.Number() != 3 {
		t.Error("the next puzzle has a change")
	}
}

func TestTrainingText(t *testing.T) {
	at := Training{}
	for i, p := range Daily()[:30] {
		again := ParseTraining(at.String())
		if again.String() != at.String() || !slices.Equal(again.recent, at.recent) {
			t.Fatalf("%s becomes %s", at, again)
		}
		at = at.After(over(t, p, i%3 > 0), noon.Add(time.Duration(i)*time.Hour))
	}
	if at.Tried != 30 || at.Solved != 20 {
		t.Errorf("%d of %d are solved", at.Solved, at.Tried)
	}
	fresh := Training{}.String()
	for _, text := range []string{"", "x", "1 2 3", "3" + at.String()[1:], at.String() + " 99999", at.String() + " x", strings.Replace(at.String(), "kalah:", "kalah:NaN", 1), strings.Replace(at.String(), "kalah:", "chess:", 1)} {
		if got := ParseTraining(text); got.String() != fresh {
			t.Errorf("%q is %s", text, got)
		}
	}
}

// Earlier versions had one rating; it is now the rating in the first game.
func TestTrainingTextOfOneRating(t *testing.T) {
	at := ParseTraining("1 1612.5 180.25 0.06 1795435200 20 12 chain:6:4 capture:0:0 set-up:3:2 defence:0:0 counting:0:0 tempo:0:0 " +
		"hoard:0:0 starve:0:0 lap:0:0 greed:0:0 opening:0:0 pie:0:0 17 900")
	tried, solved := at.ByTheme(Chain)
	if at.Points("kalah") != 1613 || at.Rating("kalah").Deviation != 180.25 || at.Points("oware") != 1500 || at.Tried != 20 || at.Solved != 12 ||
		tried != 6 || solved != 4 || !slices.Equal(at.recent, []int{17, 900}) {
		t.Errorf("it is read as %v", at)
	}
	if again := ParseTraining(at.String()); again.String() != at.String() || again.Points("kalah") != 1613 {
		t.Errorf("it becomes %v", again)
	}
}
