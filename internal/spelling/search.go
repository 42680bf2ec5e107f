package spelling

import (
	"strings"
)

// Searchable returns the text in which [Query.In] looks for parts of names: one line or more for
// each name, to be kept beside them. Words have a space on either side.
func Searchable(names ...string) string {
	var lines []string
	for _, name := range names {
		for _, key := range Keys(name) {
			lines = append(lines, " "+key+" ")
		}
	}
	return strings.Join(lines, "\n")
}

// Query is part of a name, as it is searched for. The zero value is in every name.
type Query struct {
	// Part is the part of a [Searchable] text that says that the name has it, and Whole another
	// one; each is empty if every name has it. Either is enough.
	Part, Whole string
}

// Find returns the query for a part of a name. A spelling that only looks like the part must have
// it as whole words, since "10" is not part of Lola.
func Find(part string) Query {
	q := Query{Part: Fold(part)}
	if words := strings.TrimSpace(Written(part)); words != "" {
		q.Whole = " " + words + " "
	}
	return q
}

// In reports whether a name has the part.
func (q Query) In(searchable string) bool {
	return strings.Contains(searchable, q.Part) || q.Whole != "" && strings.Contains(searchable, q.Whole)
}
