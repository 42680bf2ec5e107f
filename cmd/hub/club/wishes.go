package club

import (
	"cmp"
	"slices"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/past"
)

// Wish is the wish of a member for an opponent.
type Wish struct {
	Member   lobby.Member
	Settings lobby.Settings
	Since    time.Time
	Blocked  []string // by the member

	run   string // of the node that keeps the line of the member
	table string // the id of the open table where they wait; "" for any opponent
}

// The window of a wish: the largest difference between the ratings of matched members.
const (
	firstWindow = 100 // at once
	windowGrows = 15  // for each second of waiting
	// anyAfter is the time after which every rating will do.
	anyAfter = time.Minute
)

// window returns the largest difference between the ratings of the member and an opponent. It is
// wider for an unsure rating.
func (w Wish) window(now time.Time) int {
	waited := past.Age(w.Since, now)
	if waited >= anyAfter {
		return lobby.MaxRating
	}
	return firstWindow + w.Member.Deviation/2 + windowGrows*int(waited/time.Second)
}

// apart returns the distance of two ratings.
func apart(a, b lobby.Member) int { return max(a.Rating-b.Rating, b.Rating-a.Rating) }

// agrees reports whether two wishes are for the same game, and the two may play with each other.
func (w Wish) agrees(o Wish) bool {
	return w.Settings == o.Settings && w.Member.ID != o.Member.ID &&
		!slices.Contains(w.Blocked, o.Member.ID) && !slices.Contains(o.Blocked, w.Member.ID)
}

// Pairs matches wishes, the oldest first, each with the nearest rating among the wishes that agree,
// if it is in the window of both.
func Pairs(wishes []Wish, now time.Time) (pairs [][2]Wish) {
	wishes = slices.Clone(wishes)
	slices.SortFunc(wishes, func(a, b Wish) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.Member.ID, b.Member.ID))
	})
	same := map[lobby.Settings][]*Wish{} // who may be matched with each other, the longest wait first
	for i, w := range wishes {
		same[w.Settings] = append(same[w.Settings], &wishes[i])
	}
	matched := map[*Wish]bool{}
	for i := range wishes {
		first := &wishes[i]
		others := same[first.Settings][1:]
		same[first.Settings] = others
		if matched[first] {
			continue
		}
		var best *Wish
		for _, o := range others {
			distance := apart(first.Member, o.Member)
			if best != nil && distance >= apart(first.Member, best.Member) || matched[o] {
				continue
			}
			if distance <= min(first.window(now), o.window(now)) && first.agrees(*o) {
				best = o
			}
		}
		if best != nil {
			matched[best] = true
			pairs = append(pairs, [2]Wish{*first, *best})
		}
	}
	return pairs
}

// maxFits is the number of open tables that are tried for a wish at a time: members who have
// blocked the one who waits do not keep them from the tables of others.
const maxFits = 16

// Tables returns the open tables that fit a wish: those in the window of the wish, the nearest
// rating first.
func (w Wish) Tables(tables []lobby.Table, now time.Time) (fits []lobby.Table) {
	for _, t := range tables {
		if len(t.Members) != 1 || t.Members[0].ID == w.Member.ID || slices.Contains(w.Blocked, t.Members[0].ID) {
			continue
		}
		same := t.Settings.Variant == w.Settings.Variant && t.Settings.Time == w.Settings.Time && t.Settings.Rated == w.Settings.Rated
		if same && t.Settings.Admits(w.Member.Rating) && apart(w.Member, t.Members[0]) <= w.window(now) {
			fits = append(fits, t)
		}
	}
	slices.SortStableFunc(fits, func(a, b lobby.Table) int {
		return cmp.Compare(apart(w.Member, a.Members[0]), apart(w.Member, b.Members[0]))
	})
	return fits[:min(len(fits), maxFits)]
}
