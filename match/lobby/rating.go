package lobby

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"mancala/rules"
)

// MaxRating is the highest rating that is shown or asked for.
const MaxRating = 9999

// SureDeviation is the largest deviation of a rating that is shown without a question mark.
const SureDeviation = 110

// SureGames is about how many rated games it takes until the rating of a new member is sure.
const SureGames = 15

// Unsure reports whether too few games were rated for the rating to mean much. The limit is the one
// of the standings.
func (m Member) Unsure() bool { return m.Deviation > SureDeviation }

// RatingWord returns the rating for a list or after a name: "1500", or "1500?" while it is unsure.
func (m Member) RatingWord() string {
	text := strconv.Itoa(m.Rating)
	if m.Unsure() {
		text += "?"
	}
	return text
}

// Margin returns the number after a ± for a deviation: two deviations, so that the strength of the
// player is within it in 95 of 100 cases.
func Margin(deviation int) int { return 2 * deviation }

// RatingRange returns a rating with its margin: "1500 ± 580" for a deviation of 290.
func RatingRange(rating, deviation int) string {
	return fmt.Sprintf("%d ± %d", rating, Margin(deviation))
}

// Rating is what a member has done in one game.
type Rating struct {
	// Discipline is the game, as [rules.Variant.Discipline] names it. A club of a later version may
	// know others.
	Discipline string
	// Rating and Deviation, how unsure it is, are rounded, 0..[MaxRating].
	Rating, Deviation int
	// RatedGames is the number of rated games. Won, Drawn and Lost count all games.
	RatedGames, Won, Drawn, Lost int
}

// Played is the number of games, rated or not.
func (r Rating) Played() int { return r.Won + r.Drawn + r.Lost }

// In returns the member with the rating in a game. It is the member's own one if the club has told
// none for that game.
func (p Profile) In(discipline string) Member {
	m := p.Member
	for _, r := range p.Ratings {
		if r.Discipline == discipline {
			m.Rating, m.Deviation = r.Rating, r.Deviation
		}
	}
	return m
}

// At returns the member as they would sit at a table: with the rating in its game.
func (p Profile) At(v rules.Variant) Member { return p.In(v.Discipline()) }

// Played returns the ratings in the games that the member has played, that with the most games
// first. There is always one: that in the first discipline, if none was played.
func (p Profile) Played() []Rating {
	played := slices.DeleteFunc(slices.Clone(p.Ratings), func(r Rating) bool { return r.Played() == 0 })
	slices.SortStableFunc(played, func(a, b Rating) int { return cmp.Compare(b.Played(), a.Played()) })
	if len(played) == 0 {
		played = []Rating{{
			Discipline: rules.Disciplines()[0], Rating: p.Rating, Deviation: p.Deviation, RatedGames: p.RatedGames,
			Won: p.Won, Drawn: p.Drawn, Lost: p.Lost,
		}}
	}
	return played
}

// Disciplines returns the games that the club rates each by itself, in the order of
// [rules.Disciplines]; only the first one for a club that has one rating for all.
func (e Entered) Disciplines() []string {
	if len(e.Me.Ratings) == 0 {
		return rules.Disciplines()[:1]
	}
	rated := slices.DeleteFunc(rules.Disciplines(), func(name string) bool {
		told := slices.ContainsFunc(e.Me.Ratings, func(r Rating) bool { return r.Discipline == name })
		is := func(v rules.Variant) bool { return v.Discipline() == name }
		return !told || len(e.RatedRules) > 0 && !slices.ContainsFunc(e.RatedRules, is)
	})
	if len(rated) == 0 {
		return rules.Disciplines()[:1]
	}
	return rated
}
