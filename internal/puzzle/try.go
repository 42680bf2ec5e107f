package puzzle

import (
	"fmt"
	"strconv"
)

// Keys of other settings of the trainer, besides [StreakKey] and [TrainingKey].
const (
	// DeckKey has the text of a [Deck].
	DeckKey = "puzzles.deck"
	// StormKey has the largest number of puzzles that were solved in a [Storm].
	StormKey = "puzzles.storm"
)

// Keys returns the keys of all settings with the trainer's progress.
func Keys() []string { return []string{StreakKey, TrainingKey, DeckKey, StormKey} }

// ParseBest returns the number that the text of [StormKey] is; 0 for any other text.
func ParseBest(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 1000 {
		return 0
	}
	return n
}

// Try is a rated puzzle that was tried.
type Try struct {
	// Number is the number of the puzzle among all embedded ones; for a daily puzzle, its place.
	Number int
	// Score is the score of the attempt, and Points the person's rating in its game after it.
	Score  float64
	Points int
}

// Try returns the try at the present puzzle, and whether it has been settled.
func (s *Session) Try() (Try, bool) {
	if !s.settled {
		return Try{}, false
	}
	return Try{numberOf(s.attempt.Puzzle()), s.attempt.Score(), s.Points()}, true
}

// Puzzle returns the puzzle of the try.
func (t Try) Puzzle() Puzzle {
	p, _ := numbered(t.Number)
	return p
}

// String returns the text that [ParseTry] reads.
func (t Try) String() string { return fmt.Sprintf("1 %d %s %d", t.Number, exact(t.Score), t.Points) }

// ParseTry parses the result of [Try.String], and reports whether the text is one.
func ParseTry(text string) (t Try, ok bool) {
	n, err := fmt.Sscanf(text, "1 %d %g %d", &t.Number, &t.Score, &t.Points)
	if _, known := numbered(t.Number); n != 3 || err != nil || !known || t.String() != text {
		return Try{}, false
	}
	return t, t.Score == 0 || t.Score == 0.5 || t.Score == 1
}
