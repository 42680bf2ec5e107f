package club

import (
	"iter"
	"math"
	"slices"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/glicko"
	"mancala/internal/match/lobby"
	"mancala/internal/past"
	"mancala/netplay/keys"
	"mancala/rules"
)

// Member is a member with all that the club knows of them.
type Member struct{ store.Person }

// day returns the first moment of a day in UTC: a device's visits are recorded only to the day.
func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// Limits of a member.
const (
	maxDevices = 16
	maxBlocked = 200
)

// Has reports whether a key is a device's of the member.
func (m *Member) Has(key keys.Fingerprint) bool { return m.device(key.String()) >= 0 }

// device returns the index of a device, or -1.
func (m *Member) device(fingerprint string) int {
	return slices.IndexFunc(m.Devices, func(d lobby.MemberDevice) bool { return d.Key == fingerprint })
}

// Profile returns the member's public profile.
func (m *Member) Profile(now time.Time) lobby.Profile {
	p := lobby.Profile{Member: m.Public(usual, now), Ratings: m.ratings(now), Since: m.Created}
	for _, r := range p.Ratings {
		p.RatedGames, p.Won, p.Drawn, p.Lost = p.RatedGames+r.RatedGames, p.Won+r.Won, p.Drawn+r.Drawn, p.Lost+r.Lost
	}
	return p
}

// blocks reports whether one of two members has blocked the other.
func blocks(a, b *Member) bool {
	return slices.Contains(a.Blocked, b.ID) || slices.Contains(b.Blocked, a.ID)
}

// usual is the discipline of the rating that is shown where none is meant.
var usual = rules.Disciplines()[0]

// in returns the member's standing in a discipline.
func (m Member) in(discipline string) store.Standing {
	s, ok := m.Standings[discipline]
	if !ok {
		s.Rating = glicko.Default.Start
	}
	return s
}

// standings returns the standings in all disciplines of this version, in their order.
func (m *Member) standings() iter.Seq2[string, store.Standing] {
	return func(yield func(string, store.Standing) bool) {
		for _, name := range rules.Disciplines() {
			if !yield(name, m.in(name)) {
				return
			}
		}
	}
}

// strength returns the rating now: its deviation has grown since the last game.
func strength(s store.Standing, now time.Time) glicko.Rating {
	if s.RatedAt.IsZero() {
		return glicko.Default.Start
	}
	return glicko.Default.Away(s.Rating, past.Age(s.RatedAt, now))
}

// Public returns the member as others see them in a discipline.
func (m *Member) Public(discipline string, now time.Time) lobby.Member {
	r := strength(m.in(discipline), now)
	return lobby.Member{ID: m.ID, Name: m.Name, Rating: rounded(r.Value), Deviation: rounded(r.Deviation), Computer: m.Computer}
}

// at returns the member as others see them at a table.
func (m *Member) at(v rules.Variant, now time.Time) lobby.Member {
	return m.Public(v.Discipline(), now)
}

func rounded(x float64) int { return min(max(int(math.Round(x)), 0), lobby.MaxRating) }

// ratings returns the ratings and games in all disciplines.
func (m *Member) ratings(now time.Time) (list []lobby.Rating) {
	for name, s := range m.standings() {
		r := strength(s, now)
		list = append(list, lobby.Rating{
			Discipline: name, Rating: rounded(r.Value), Deviation: rounded(r.Deviation), RatedGames: s.RatedGames,
			Won: s.Won, Drawn: s.Drawn, Lost: s.Lost,
		})
	}
	return list
}
