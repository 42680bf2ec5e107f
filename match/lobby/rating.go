package lobby

import (
	"fmt"
	"strconv"
)

// MaxRating is the highest rating that is shown or asked for.
const MaxRating = 9999

// SureDeviation is the largest deviation of a rating that is shown without a question mark.
const SureDeviation = 110

// SureGames is about how many rated games it takes until the rating of a new member is sure.
const SureGames = 15

// Unsure reports whether too few games were rated for the rating to mean much. The limit is that of
// the standings.
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
