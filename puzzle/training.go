package puzzle

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/glicko"
)

// TrainingKey is the key of the setting that holds the text of a [Training].
const TrainingKey = "puzzles.training"

// Deviation is the deviation of every puzzle's rating.
const Deviation = 200

// mostRecent is the largest number of puzzles that are not offered again.
const mostRecent = 300

// Training is a person's progress with puzzles: their rating, and how they did by theme. Make one
// with [NewTraining] or [ParseTraining].
type Training struct {
	// Rating is the rating of the person, by Glicko-2. Those of the puzzles stay.
	Rating glicko.Rating
	// Tried and Solved are the numbers of puzzles that were tried, and solved at the first try.
	Tried, Solved int

	tried, solved [themes]int // by theme
	recent        []int       // numbers among all puzzles, latest last
	last          time.Time   // of the last try; zero before the first
}

// NewTraining returns the progress of a person who has tried nothing.
func NewTraining() Training { return Training{Rating: glicko.Default.Start} }

// After returns the progress after an attempt that counts ([Attempt.Counts]). Only the first try
// does; with a hint it is half a point.
func (t Training) After(a *Attempt, now time.Time) Training {
	p, away := a.Puzzle(), time.Duration(0)
	if !t.last.IsZero() {
		away = max(0, now.Sub(t.last))
	}
	against := glicko.Rating{Value: float64(p.Rating()), Deviation: Deviation, Volatility: glicko.Default.Start.Volatility}
	t.Rating, _ = glicko.Default.Game(t.Rating, against, glicko.Score(a.Score()), away, 0)
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
	t.last = now
	if n := numberOf(p); n >= 0 {
		t.recent = append(slices.Clone(t.recent[max(0, len(t.recent)-mostRecent+1):]), n)
	}
	return t
}

// Weakest returns the two themes of which the person solves the smallest share, among those that
// they have tried, and fewer if they have tried fewer.
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

// Offer returns a puzzle of a game to try, of one of the given themes unless there are none; the
// game must have such puzzles. Draw returns a number of at least 0 and below n. The puzzle's rating
// is within [Reach] of the person's if there is such a one that was not tried lately; otherwise the
// nearest is offered. Half of the offers are of the weakest themes.
func (t Training) Offer(game string, only Themes, draw func(n int) int) Puzzle {
	list, first, want := of(game), firstOf(game), only
	if weak := t.Weakest(); only == 0 && draw(2) == 0 {
		want = weak
	}
	near := func(themes Themes) (found []Puzzle) {
		for i, p := range list {
			if (themes == 0 || p.Themes&themes != 0) && t.distance(p) <= Reach && !slices.Contains(t.recent, first+i) {
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
	return list[t.nearest(list, first, only)]
}

// nearest returns the place in a list of the puzzle to offer if none is near that was not tried
// lately: of the right theme, not tried lately or else the longest ago, and of the nearest rating.
func (t Training) nearest(list []Puzzle, first int, only Themes) int {
	choice, least := 0, math.Inf(1)
	for i, p := range list {
		cost := t.distance(p) + float64(slices.Index(t.recent, first+i)+1)*glicko.MaxValue
		if only != 0 && p.Themes&only == 0 {
			cost = math.Inf(1)
		}
		if cost < least {
			choice, least = i, cost
		}
	}
	return choice
}

// distance returns how far the rating of a puzzle is from the person's.
func (t Training) distance(p Puzzle) float64 { return math.Abs(float64(p.Rating()) - t.Rating.Value) }

// String returns the text that [ParseTraining] reads.
func (t Training) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "1 %s %s %s %d %d %d", exact(t.Rating.Value), exact(t.Rating.Deviation), exact(t.Rating.Volatility),
		t.last.Unix(), t.Tried, t.Solved)
	for i, name := range themeNames {
		fmt.Fprintf(&b, " %s:%d:%d", name, t.tried[i], t.solved[i])
	}
	for _, n := range t.recent {
		fmt.Fprintf(&b, " %d", n)
	}
	return b.String()
}

func exact(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// ParseTraining parses the result of [Training.String]. Any other text, as for a new person, gives
// the progress of one who has tried nothing.
func ParseTraining(text string) Training {
	fields := strings.Fields(text)
	if len(fields) < 7+themes || fields[0] != "1" {
		return NewTraining()
	}
	t, ok := NewTraining(), true
	number := func(text string, most int) int {
		n, err := strconv.Atoi(text)
		ok = ok && err == nil && n >= 0 && n <= most
		return n
	}
	for i, part := range []*float64{&t.Rating.Value, &t.Rating.Deviation, &t.Rating.Volatility} {
		var err error
		*part, err = strconv.ParseFloat(fields[1+i], 64)
		ok = ok && err == nil && *part > 0 && *part <= glicko.MaxValue
	}
	const most = 1 << 40
	t.last = time.Unix(int64(number(fields[4], most)), 0)
	t.Tried, t.Solved = number(fields[5], most), number(fields[6], most)
	for i, field := range fields[7 : 7+themes] {
		name, counts, _ := strings.Cut(field, ":")
		tried, solved, _ := strings.Cut(counts, ":")
		t.tried[i] = number(tried, t.Tried)
		t.solved[i] = number(solved, t.tried[i])
		ok = ok && name == themeNames[i]
	}
	for _, field := range fields[7+themes:] {
		n := number(field, most)
		_, known := numbered(n)
		ok, t.recent = ok && known, append(t.recent, n)
	}
	if !ok || t.Solved > t.Tried || len(t.recent) > mostRecent {
		return NewTraining()
	}
	return t
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
