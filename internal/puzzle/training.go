package puzzle

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/glicko"
	"mancala/internal/past"
)

// TrainingKey is the key of the setting that holds the text of a [Training].
const TrainingKey = "puzzles.training"

// Deviation is the deviation of every puzzle's rating.
const Deviation = 200

// mostRecent is the largest number of recent puzzles not offered again.
const mostRecent = 300

// Training is a person's progress with puzzles: their rating in each game, and their results by
// theme. The zero value is for a new person.
type Training struct {
	// Tried and Solved are the numbers of puzzles that were tried, and solved at the first try.
	Tried, Solved int

	skills        map[string]skill // by game; never changed, but replaced
	tried, solved [themes]int      // by theme
	recent        []int            // numbers among all puzzles, latest last
}

// skill is a person's strength in a game whose puzzles they have tried.
type skill struct {
	rating glicko.Rating
	last   time.Time // of the last try
}

// Rating returns the person's rating in a game, by Glicko-2. The ratings of puzzles never change.
func (t Training) Rating(game string) glicko.Rating {
	if s, ok := t.skills[game]; ok {
		return s.rating
	}
	return glicko.Default.Start
}

// Points returns the rating in a game in whole points, as it is shown.
func (t Training) Points(game string) int { return int(math.Round(t.Rating(game).Value)) }

// Played returns the [Games] with puzzles that the person has tried.
func (t Training) Played() []string {
	return slices.DeleteFunc(Games(), func(game string) bool { return t.skills[game].last.IsZero() })
}

// After returns the progress after an attempt that counts ([Attempt.Counts]). Only the first try
// does; with a hint it is half a point.
func (t Training) After(a *Attempt, now time.Time) Training {
	p, away := a.Puzzle(), time.Duration(0)
	game := p.Position.Variant().Discipline()
	if s, ok := t.skills[game]; ok {
		away = past.Age(s.last, now)
	}
	against := glicko.Rating{Value: float64(p.Rating()), Deviation: Deviation, Volatility: glicko.Default.Start.Volatility}
	rating, _ := glicko.Default.Game(t.Rating(game), against, glicko.Score(a.Score()), away, 0)
	skills := maps.Clone(t.skills)
	if skills == nil {
		skills = map[string]skill{}
	}
	skills[game] = skill{rating, now}
	t.skills = skills
	t.Tried++
	solved := 0
	if a.Score() == 1 {
		solved = 1
	}
	t.Solved += solved
	for i := range themes {
		if p.Themes>>i&1 == 1 {
			t.tried[i]++
			t.solved[i] += solved
		}
	}
	if n := numberOf(p); n >= 0 {
		t.recent = append(slices.Clone(t.recent[max(0, len(t.recent)-mostRecent+1):]), n)
	}
	return t
}

// Weakest returns the two themes with the smallest share of solved puzzles, among themes that the
// person has tried; fewer if they have tried fewer.
func (t Training) Weakest() Themes {
	var list []int
	for i := range themes {
		if t.tried[i] > t.solved[i] {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return t.solved[a]*t.tried[b] - t.solved[b]*t.tried[a] })
	set := Themes(0)
	for _, i := range list[:min(2, len(list))] {
		set |= 1 << i
	}
	return set
}

// Reach is the largest distance between the ratings of a person and of a puzzle that is offered.
const Reach = 150

// Offer returns a puzzle of a game to try. If themes are given it has one of them, and the game
// must have such puzzles. Draw returns a number in 0..n-1. The puzzle was not tried lately, and its
// rating is within [Reach] of the person's; if there is none, Offer returns the nearest. Half of
// the offers have the weakest themes. Until the rating is known, all have the rules of the game
// itself and not of a relative.
func (t Training) Offer(game string, only Themes, draw func(n int) int) Puzzle {
	list, first, want := Of(game), firstOf(game), only
	if weak := t.Weakest(); only == 0 && draw(2) == 0 {
		want = weak
	}
	plain := t.Rating(game).Deviation > glicko.SureDeviation
	near := func(themes Themes) (found []Puzzle) {
		for i, p := range list {
			if plain && p.Position.Variant().Name() != game {
				continue
			}
			if (themes == 0 || p.Themes&themes != 0) && t.distance(game, p) <= Reach && !slices.Contains(t.recent, first+i) {
				found = append(found, p)
			}
		}
		return found
	}
	for _, themes := range []Themes{want, only} {
		if found := near(themes); len(found) > 0 {
			return found[draw(len(found))]
		}
	}
	return list[t.nearest(game, only)]
}

// nearest returns the place in the list of a game of the puzzle to offer if none is near that was
// not tried lately: of the right theme, not tried lately or else the longest ago, and of the
// nearest rating.
func (t Training) nearest(game string, only Themes) int {
	choice, least := 0, math.Inf(1)
	for i, p := range Of(game) {
		cost := t.distance(game, p) + float64(slices.Index(t.recent, firstOf(game)+i)+1)*glicko.MaxValue
		if only != 0 && p.Themes&only == 0 {
			cost = math.Inf(1)
		}
		if cost < least {
			choice, least = i, cost
		}
	}
	return choice
}

// distance returns how far the rating of a puzzle is from the person's in its game.
func (t Training) distance(game string, p Puzzle) float64 {
	return math.Abs(float64(p.Rating()) - t.Rating(game).Value)
}

// String returns the text that [ParseTraining] reads.
func (t Training) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "2 %d %d", t.Tried, t.Solved)
	for _, game := range t.Played() {
		s := t.skills[game]
		fmt.Fprintf(&b, " %s:%s:%s:%s:%d", game, exact(s.rating.Value), exact(s.rating.Deviation), exact(s.rating.Volatility), s.last.Unix())
	}
	for i, name := range themeNames {
		fmt.Fprintf(&b, " %s:%d:%d", name, t.tried[i], t.solved[i])
	}
	for _, n := range t.recent {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// ParseTraining parses the result of [Training.String]. An earlier version's text has one rating,
// which becomes the rating in the first game. Any other text gives the progress of a new person.
func ParseTraining(text string) Training {
	fields := strings.Fields(text)
	if len(fields) >= 7+themes && fields[0] == "1" {
		fields = append([]string{"2", fields[5], fields[6], Games()[0] + ":" + strings.Join(fields[1:5], ":")}, fields[7:]...)
	}
	if len(fields) < 3+themes || fields[0] != "2" {
		return Training{}
	}
	r := trainingReader{}
	t := &r.Training
	t.Tried, t.Solved, t.skills = r.number(fields[1], mostTried), r.number(fields[2], mostTried), map[string]skill{}
	for fields = fields[3:]; len(fields) > themes && strings.Count(fields[0], ":") == 4; fields = fields[1:] {
		r.skill(strings.Split(fields[0], ":"))
	}
	for i, field := range fields[:themes] {
		name, counts, _ := strings.Cut(field, ":")
		tried, solved, _ := strings.Cut(counts, ":")
		t.tried[i] = r.number(tried, t.Tried)
		t.solved[i] = r.number(solved, t.tried[i])
		r.failed = r.failed || name != themeNames[i]
	}
	for _, field := range fields[themes:] {
		n := r.number(field, mostTried)
		_, known := numbered(n)
		r.failed, t.recent = r.failed || !known, append(t.recent, n)
	}
	if r.failed || t.Solved > t.Tried || len(t.recent) > mostRecent {
		return Training{}
	}
	return *t
}

// mostTried limits the numbers of a kept progress.
const mostTried = 1 << 40

// trainingReader reads the parts of a kept progress.
type trainingReader struct {
	Training
	failed bool
}

// number reads a number from 0 to most.
func (r *trainingReader) number(text string, most int) int {
	n, err := strconv.Atoi(text)
	r.failed = r.failed || err != nil || n < 0 || n > most
	return n
}

// skill reads a game, the three parts of the rating in it, and the time of the last try.
func (r *trainingReader) skill(parts []string) {
	var s skill
	for i, part := range []*float64{&s.rating.Value, &s.rating.Deviation, &s.rating.Volatility} {
		var err error
		*part, err = strconv.ParseFloat(parts[1+i], 64)
		r.failed = r.failed || err != nil || !(*part > 0 && *part <= glicko.MaxValue)
	}
	s.last = time.Unix(int64(r.number(parts[4], mostTried)), 0)
	r.failed = r.failed || !slices.Contains(Games(), parts[0])
	r.skills[parts[0]] = s
}

// ByTheme returns how many puzzles of a theme were tried, and solved at the first try.
func (t Training) ByTheme(theme Themes) (tried, solved int) {
	for i := range themes {
		if theme>>i&1 == 1 {
			tried, solved = tried+t.tried[i], solved+t.solved[i]
		}
	}
	return tried, solved
}
