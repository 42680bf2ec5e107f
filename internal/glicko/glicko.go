// Package glicko rates players by Glicko-2, as Mark Glickman's paper "Example of the Glicko-2
// system" (glicko.net/glicko/glicko2.pdf, 22 March 2022) describes it. The numbered steps in the
// comments are the paper's.
//
// The paper rates all games of a period at once. Players of a club want to see the effect of a game
// when it ends, so [System.Game] rates each game as one period. The time since a player's last
// game, in periods or a fraction of one, raises the deviation.
//
// Decision 0032 lists the libraries considered.
package glicko

import (
	"math"
	"time"
)

// Rating is an estimate of the strength of a player.
type Rating struct {
	// Value is the estimated strength. A player with 200 more is expected to take three points of
	// four.
	Value float64 `json:"value"`
	// Deviation is the standard deviation of Value: the strength is within two of them in 95 of 100
	// cases.
	Deviation float64 `json:"deviation"`
	// Volatility measures the change of strength from period to period.
	Volatility float64 `json:"volatility"`
}

// Score is the result of a game for a player: 1 is a win, 0.5 a draw and 0 a loss.
type Score float64

// Results of a game.
const (
	Loss Score = 0
	Draw Score = 0.5
	Win  Score = 1
)

// Result is a game against an opponent.
type Result struct {
	// Opponent is the opponent's rating before the game.
	Opponent Rating
	// Score is the player's.
	Score Score
}

// Bounds of every rating that a [System] returns. They keep freak results from making ratings that
// no number of later games can mend.
const (
	MinValue, MaxValue           = 100, 4000
	MinVolatility, MaxVolatility = 0.01, 0.1
)

// System has the constants of a club.
type System struct {
	// Start is the rating of a new player. Its deviation is also the largest one.
	Start Rating
	// Tau limits how fast the volatility changes; the paper advises 0.3 to 1.2.
	Tau float64
	// Period is the length of a rating period, the unit of time away.
	Period time.Duration
	// MinDeviation is the smallest deviation. It keeps the rating of a player with thousands of
	// games from standing still.
	MinDeviation float64
}

// Default is the system of a club. The period is chosen as at Lichess: a year away raises the
// deviation of a player with ordinary volatility from 60 to 110.
var Default = System{
	Start:        Rating{Value: 1500, Deviation: 350, Volatility: 0.06},
	Tau:          0.5,
	Period:       112 * time.Hour,
	MinDeviation: 45,
}

// SureDeviation is the largest deviation of a rating that counts in a list of the best.
const SureDeviation = 110

// scale is the factor between shown ratings and the paper's ratings.
const scale = 173.7178

// Game rates one game, and returns both ratings after it. It takes the ratings before it, the first
// player's score, and the time since each was last rated, 0 for a new player.
func (s System) Game(a, b Rating, score Score, awayA, awayB time.Duration) (Rating, Rating) {
	return s.Rate(a, []Result{{s.Away(b, awayB), score}}, s.periods(awayA)),
		s.Rate(b, []Result{{s.Away(a, awayA), 1 - score}}, s.periods(awayB))
}

// Rate rates the games of a number of periods: 1 in the paper, but fractions are allowed. Without
// games only the deviation changes.
func (s System) Rate(r Rating, games []Result, periods float64) Rating {
	r = s.bounded(r)
	mu, phi, sigma := (r.Value-s.Start.Value)/scale, r.Deviation/scale, r.Volatility
	var information, surprise float64 // 1/v and delta/v
	for _, game := range games {
		o := s.bounded(game.Opponent)
		g := weight(o.Deviation / scale)
		e := expected(mu-(o.Value-s.Start.Value)/scale, o.Deviation/scale)
		information += g * g * e * (1 - e)
		surprise += g * (float64(game.Score) - e)
	}
	if information > 0 {
		sigma = min(max(s.volatility(phi, sigma, 1/information, surprise/information), MinVolatility), MaxVolatility)
	}
	grown := phi*phi + max(0, periods)*sigma*sigma // step 6
	variance := 1 / (1/grown + information)        // step 7
	return s.bounded(Rating{
		Value:      s.Start.Value + scale*(mu+variance*surprise),
		Deviation:  scale * math.Sqrt(variance),
		Volatility: sigma,
	})
}

// volatility is step 5: the new volatility of a player, by the Illinois algorithm, a variant of
// regula falsi.
func (s System) volatility(phi, sigma, v, delta float64) float64 {
	const tolerance = 0.000001
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		d := phi*phi + v + math.Exp(x)
		return math.Exp(x)*(delta*delta-d)/(2*d*d) - (x-a)/(s.Tau*s.Tau)
	}
	low, high := a, math.Log(max(delta*delta-phi*phi-v, 0))
	if delta*delta <= phi*phi+v {
		for high = a - s.Tau; f(high) < 0; {
			high -= s.Tau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > tolerance {
		next := low + (low-high)*fLow/(fHigh-fLow)
		fNext := f(next)
		if fNext*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = next, fNext
	}
	return math.Exp(low / 2)
}

// Away returns the rating of a player who has not been rated for a time: the deviation has grown,
// the rest is the same. A negative time is none.
func (s System) Away(r Rating, away time.Duration) Rating { return s.Rate(r, nil, s.periods(away)) }

// periods returns how many periods a time lasts; 0 if it is negative.
func (s System) periods(d time.Duration) float64 { return max(0, d.Seconds()/s.Period.Seconds()) }

// SureFor returns how long a rating stays sure if its player stays away: how long its deviation
// takes to grow to [SureDeviation]. It is 0 for a rating that is not sure now.
func (s System) SureFor(r Rating) time.Duration {
	r = s.bounded(r)
	periods := (square(SureDeviation) - square(r.Deviation)) / square(r.Volatility*scale)
	return time.Duration(max(0, periods) * float64(s.Period))
}

// expected is the paper's E: the expected score for a difference of strength and a deviation.
func expected(difference, phi float64) float64 {
	return 1 / (1 + math.Exp(-weight(phi)*difference))
}

// weight is the paper's g: how much a result says against an opponent of that deviation.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

func square(x float64) float64 { return x * x }

// bounded returns a rating within the bounds. A NaN becomes a new player's value.
func (s System) bounded(r Rating) Rating {
	within := func(x, least, most, start float64) float64 {
		if math.IsNaN(x) {
			return start
		}
		return min(max(x, least), most)
	}
	return Rating{
		Value:      within(r.Value, MinValue, MaxValue, s.Start.Value),
		Deviation:  within(r.Deviation, s.MinDeviation, s.Start.Deviation, s.Start.Deviation),
		Volatility: within(r.Volatility, MinVolatility, MaxVolatility, s.Start.Volatility),
	}
}
