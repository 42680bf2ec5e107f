package match

import (
	"context"

	"mancala/rules"
)

// Seat decides for one party: a person, a computer player, a script. A match never knows which.
type Seat interface {
	// Choose returns the house to play in p, in which the seat is to move. It may take as long as
	// it needs: a table calls it on its own goroutine, for one seat at a time. When ctx ends,
	// it returns soon, with the error of ctx. An illegal house counts as an error: it is reported,
	// and the seat is not asked again before the game has changed.
	Choose(ctx context.Context, p rules.Position) (rules.House, error)
	// Observe reports a ply of either side to the seat, its own plies included. It returns at once.
	// It may be called while a Choose whose ctx has ended has not returned yet. Plies that are
	// taken back are not reported.
	Observe(s rules.Sowing, after rules.Position)
}

// Strategy is a way to play that may be chosen for a seat, in words for people.
type Strategy struct {
	// Name is its name in settings and flags, Title the name that people see, and About a
	// description in a sentence or two.
	Name, Title, About string
	// Rung is its place on the ladder of computer players, 1 for the weakest; 0 for one that
	// follows a simple rule, and for a person.
	Rung int
}

// Closer is a seat that holds something, such as a program that runs. A table closes its seats when
// it is closed; their Choose, which may still run, then returns soon.
type Closer interface {
	Seat
	Close()
}

// Hurrier is a seat that may think for long and can be told to move.
type Hurrier interface {
	Seat
	// Hurry makes the running Choose return at once with the best house it knows. If none is
	// running, it does nothing. It is safe for concurrent use.
	Hurry()
}

// Person is the seat of a person at this machine. A table does not ask a person: a person plays
// with [Table.Play]. Make one with [NewPerson].
type Person struct{}

// NewPerson returns the seat of a person.
func NewPerson() *Person { return &Person{} }

// Choose waits until ctx ends, because a person chooses elsewhere.
func (*Person) Choose(ctx context.Context, _ rules.Position) (rules.House, error) {
	<-ctx.Done()
	return 0, ctx.Err()
}

// Observe does nothing: a person sees the board.
func (*Person) Observe(rules.Sowing, rules.Position) {}
