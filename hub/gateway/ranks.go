package gateway

import (
	"cmp"
	"slices"
)

// ranks are tables in the order in which they came, of which the newest ones are listed.
type ranks struct {
	most  int // the number of those that are listed
	order []rank
}

// rank is the place of a table in the order.
type rank struct {
	came  uint64
	table string
}

// hidden returns the number of tables that are not listed.
func (r *ranks) hidden() int { return max(0, len(r.order)-r.most) }

// add adds a table that is newer than the others, and returns the one that it displaces from the
// list, or "".
func (r *ranks) add(came uint64, table string) (displaced string) {
	r.order = append(r.order, rank{came, table})
	if i := len(r.order) - r.most - 1; i >= 0 {
		displaced = r.order[i].table
	}
	return displaced
}

// remove removes a table, and returns the one that gets its place in the list, or "".
func (r *ranks) remove(came uint64) (advanced string) {
	i, found := slices.BinarySearchFunc(r.order, came, func(r rank, came uint64) int { return cmp.Compare(r.came, came) })
	if !found {
		return ""
	}
	r.order = slices.Delete(r.order, i, i+1)
	if next := len(r.order) - r.most; next >= 0 && i > next {
		advanced = r.order[next].table
	}
	return advanced
}
