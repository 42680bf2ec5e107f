package rules

import (
	"fmt"
	"strings"
)

// Note is a message for a person: a code and its arguments. The packages below the screens return
// notes; package words turns them into sentences, in the person's language. A note is also an
// error.
type Note struct {
	// Code names the sentence: the package, a dot and a few words, such as "rules.empty-house".
	Code string
	// Args fill in the sentence: strings, ints, or errors, which become sentences. The
	// code determines their order and types.
	Args []any
	// Err is the cause for the log, in English, or nil.
	Err error
}

// NewNote returns a note without a cause.
func NewNote(code string, args ...any) *Note { return &Note{Code: code, Args: args} }

// Refuse returns a note for use as an error, with an English text for programs and logs. The args
// fill in both.
func Refuse(code, format string, args ...any) *Note {
	return &Note{Code: code, Args: args, Err: fmt.Errorf(format, args...)}
}

// Because returns the note with a cause for the log.
func (n *Note) Because(err error) *Note {
	return &Note{Code: n.Code, Args: n.Args, Err: err}
}

// String returns the code and the arguments, as in `netplay.left "Ann"`; for nil, nothing.
func (n *Note) String() string {
	if n == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(n.Code)
	for _, arg := range n.Args {
		switch arg := arg.(type) {
		case string:
			fmt.Fprintf(&b, " %q", arg)
		case *Note:
			fmt.Fprintf(&b, " (%s)", arg.String())
		case error:
			fmt.Fprintf(&b, " (%v)", arg)
		default:
			fmt.Fprintf(&b, " %v", arg)
		}
	}
	return b.String()
}

// Error returns the cause, or code and arguments if there is none.
func (n *Note) Error() string {
	if n.Err != nil {
		return n.Err.Error()
	}
	return n.String()
}

// Unwrap returns the cause, or nil.
func (n *Note) Unwrap() error { return n.Err }

// Quoted is an argument of a note that is a part of a text as a person wrote it. Unlike a name it
// is never translated.
type Quoted string
