package lobby

import (
	"strings"

	wire "mancala/proto/mancala/v1"

	"mancala/match/lobby"
	"mancala/rules"
)

// Limits of ratings from the network.
const (
	maxRatings    = 64 // of a member that are looked at
	maxDiscipline = 32 // letters in the name of a game
)

// ratingFromWire returns a rating, or a deviation, from the network.
func ratingFromWire(n uint32) int { return int(min(n, lobby.MaxRating)) }

// disciplineFromWire returns the name of a game from the network, which may be one that this
// program does not know; the first one for "", and "" for a text that is no name.
func disciplineFromWire(text string) string {
	if text == "" {
		return rules.Disciplines()[0]
	}
	odd := func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }
	if len(text) > maxDiscipline || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

func ratingToWire(r lobby.Rating) *wire.ClubRating {
	return &wire.ClubRating{
		Discipline: r.Discipline, Rating: uint32(r.Rating), Deviation: uint32(r.Deviation), RatedGames: uint32(r.RatedGames),
		Won: uint32(r.Won), Drawn: uint32(r.Drawn), Lost: uint32(r.Lost),
	}
}

// ratingsFromWire returns the ratings of a member. Games whose names are none are left out, and so
// are those of a name that has come before.
func ratingsFromWire(list []*wire.ClubRating) (ratings []lobby.Rating) {
	known := map[string]bool{"": true}
	for _, w := range list[:min(len(list), maxRatings)] {
		name := disciplineFromWire(w.GetDiscipline())
		if known[name] {
			continue
		}
		known[name] = true
		ratings = append(ratings, lobby.Rating{
			Discipline: name, Rating: ratingFromWire(w.GetRating()), Deviation: ratingFromWire(w.GetDeviation()),
			RatedGames: Count(w.GetRatedGames()), Won: Count(w.GetWon()), Drawn: Count(w.GetDrawn()), Lost: Count(w.GetLost()),
		})
	}
	return ratings
}
