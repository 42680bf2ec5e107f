package match

import (
	"context"
	"fmt"
	"path"
	"strconv"
	"strings"

	"mancala/rules"
)

// Seat decides for one party: a person, a computer player, a script. A match does not know which.
type Seat interface {
	// Choose returns the house to play in p; the seat is to move. It may take any time: a table
	// calls it on a separate goroutine, for one seat at a time. When ctx ends, it soon returns the
	// error of ctx. An illegal house counts as an error: the table reports it, and asks the seat
	// again only after the game has changed.
	Choose(ctx context.Context, p rules.Position) (rules.House, error)
	// Observe reports a ply of either side to the seat, its own plies included. It returns at once.
	// The table may call it before a Choose with an ended ctx has returned. It does not report
	// plies taken back.
	Observe(s rules.Sowing, after rules.Position)
}

// Strategy is a way to play that people can choose for a seat, described in words.
type Strategy struct {
	// Name is its name in settings and flags, Title the name that people see, and About a
	// description in a sentence or two.
	Name, Title, About string
	// Rung is its place on the ladder of computer players, 1 for the weakest; 0 for one that
	// follows a simple rule, and for a person.
	Rung int
}

// Closer is a seat with a resource, such as a running program. A table's Close closes its seats; a
// running Choose then returns soon.
type Closer interface {
	Seat
	Close()
}

// Hurrier is a seat that may think long, and moves on request.
type Hurrier interface {
	Seat
	// Hurry makes the running Choose return at once with the best house it knows. If none is
	// running, it does nothing. It is safe for concurrent use.
	Hurry()
}

// Person is the seat of a person at this machine. A table does not ask a person: a person plays
// with the Play of a table. Make one with [NewPerson].
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

// MaxKind is the largest number of bytes in the kind of a player of a [Record].
const MaxKind = 64

// ProgramKind returns the kind of a player run by the program with a command: one word of ASCII,
// with other bytes escaped as in a URL.
func ProgramKind(command string) string {
	var kind strings.Builder
	kind.WriteString(KindProgram)
	for _, c := range []byte(command) {
		if c <= ' ' || c > '~' || c == '%' {
			fmt.Fprintf(&kind, "%%%02X", c)
		} else {
			kind.WriteByte(c)
		}
	}
	return kind.String()
}

// ProgramOf returns the command of the program of a kind of player, and whether there is one.
func ProgramOf(kind string) (command string, ok bool) {
	text, ok := strings.CutPrefix(kind, KindProgram)
	if !ok {
		return "", false
	}
	var plain strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			plain.WriteByte(text[i])
			continue
		}
		c, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8)
		if err != nil || i+3 > len(text) {
			return "", false
		}
		plain.WriteByte(byte(c))
		i += 2
	}
	return plain.String(), true
}

// KeptKind returns a kind as a [Record] has it. If the command of a program is too long, only the
// program's name is kept. The game can then be viewed, but continued only if the name finds the
// program, or its command is known from elsewhere.
func KeptKind(kind string) string {
	if len(kind) <= MaxKind {
		return kind
	}
	command, _ := ProgramOf(kind)
	end := " "
	if q := command[:min(1, len(command))]; q == "'" || q == `"` {
		end, command = q, command[1:]
	}
	program, _, _ := strings.Cut(command, end)
	name := ProgramKind(path.Base(strings.ReplaceAll(program, `\`, "/")))
	return name[:min(len(name), MaxKind)]
}
