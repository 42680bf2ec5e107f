package match

import "time"

// Kinds of exercises.
const (
	// ExerciseCard is a position to be asked again.
	ExerciseCard = "card"
	// ExerciseTry is a puzzle that was tried.
	ExerciseTry = "try"
	// ExerciseGame says that a game was searched for mistakes. Its id is that of the game.
	ExerciseGame = "game"
)

// Exercise is what the trainer keeps: a row with a text of its own.
type Exercise struct {
	// Kind is one of the kinds above, and ID names the row among those of its kind.
	Kind, ID string
	// Time orders the rows of a kind: when a card is due, when a puzzle was tried, or when a game
	// was searched. It is exact to the millisecond.
	Time time.Time
	// Text is the content, as its kind has it.
	Text string
}

// ExerciseQuery chooses exercises of a kind.
type ExerciseQuery struct {
	// Kind is the kind.
	Kind string
	// ID chooses the row of that id; empty means all.
	ID string
	// Until leaves out those of a later time; zero means none.
	Until time.Time
	// Newest returns those of the latest time first, in place of those of the earliest.
	Newest bool
	// Offset rows are left out, and at most Limit returned; zero means 100.
	Offset, Limit int
}
