// Package fsrs schedules questions so that people do not forget the answers. It uses FSRS-5, the
// free spaced repetition scheduler (github.com/open-spaced-repetition), with its published weights.
//
// A memory has a difficulty and a stability, the days that it lasts in nine of ten cases. Each
// answer changes both; the stability is the time to the next question.
package fsrs

import "math"

// Grade is how well something was remembered.
type Grade int

// The grades.
const (
	Again Grade = iota + 1 // not remembered
	Hard                   // with help
	Good
	Easy // at once
)

// weights are the published default weights of FSRS-5; the numbers in comments count them from 0.
var weights = [19]float64{
	0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192,
	1.01925, 1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
}

// The forgetting curve: after as many days as the stability, recall is 0.9.
const (
	decay  = -0.5
	factor = 19.0 / 81
)

// Bounds of a memory and of the time to the next question, in days.
const (
	MinStability, MaxStability   = 0.01, 36500
	MinDifficulty, MaxDifficulty = 1, 10
)

// Memory is the state of a person's memory of something. The zero value means not asked yet.
type Memory struct {
	// Stability is the number of days after which it is remembered in 9 of 10 cases.
	Stability float64 `json:"stability"`
	// Difficulty is how hard it is to keep, 1..10.
	Difficulty float64 `json:"difficulty"`
}

// New reports whether there was no answer yet.
func (m Memory) New() bool { return m == Memory{} }

// Valid reports whether m is new or within the bounds of a memory.
func (m Memory) Valid() bool {
	within := func(x, least, most float64) bool { return x >= least && x <= most } // false for NaN
	return m.New() || within(m.Stability, MinStability, MaxStability) && within(m.Difficulty, MinDifficulty, MaxDifficulty)
}

// Recall returns the probability that it is remembered some days after the last answer.
func (m Memory) Recall(days float64) float64 {
	return math.Pow(1+factor*max(0, days)/max(m.Stability, MinStability), decay)
}

// After returns the memory after an answer, some days after the previous one. A grade out of range
// is clamped.
func (m Memory) After(days float64, g Grade) Memory {
	g = min(max(g, Again), Easy)
	switch {
	case m.New():
		return bounded(weights[g-1], firstDifficulty(g))
	case days < 1: // a second answer on a day
		return bounded(m.Stability*math.Exp(weights[17]*(float64(g)-3+weights[18])), m.nextDifficulty(g))
	case g == Again:
		return bounded(m.forgotten(days), m.nextDifficulty(g))
	}
	return bounded(m.remembered(days, g), m.nextDifficulty(g))
}

// Interval returns the number of whole days until the next question, at least 1.
func (m Memory) Interval() int { return int(max(1, math.Round(min(m.Stability, MaxStability)))) }

func firstDifficulty(g Grade) float64 {
	return min(max(weights[4]-math.Exp(weights[5]*float64(g-1))+1, MinDifficulty), MaxDifficulty)
}

// nextDifficulty changes less near the largest difficulty, and moves a little towards the
// difficulty of an easy first answer.
func (m Memory) nextDifficulty(g Grade) float64 {
	next := m.Difficulty - weights[6]*float64(g-3)*(10-m.Difficulty)/9
	return weights[7]*firstDifficulty(Easy) + (1-weights[7])*next
}

// remembered returns the stability after an answer that was right.
func (m Memory) remembered(days float64, g Grade) float64 {
	growth := math.Exp(weights[8]) * (11 - m.Difficulty) * math.Pow(m.Stability, -weights[9]) *
		(math.Exp(weights[10]*(1-m.Recall(days))) - 1)
	switch g {
	case Hard:
		growth *= weights[15]
	case Easy:
		growth *= weights[16]
	}
	return m.Stability * (1 + growth)
}

// forgotten returns the stability after a wrong answer. It is at most the stability after a wrong
// answer on the same day.
func (m Memory) forgotten(days float64) float64 {
	s := weights[11] * math.Pow(m.Difficulty, -weights[12]) * (math.Pow(m.Stability+1, weights[13]) - 1) *
		math.Exp(weights[14]*(1-m.Recall(days)))
	return min(s, m.Stability/math.Exp(weights[17]*weights[18]))
}

func bounded(stability, difficulty float64) Memory {
	return Memory{
		Stability:  min(max(stability, MinStability), MaxStability),
		Difficulty: min(max(difficulty, MinDifficulty), MaxDifficulty),
	}
}
