package club

import (
	"math"
	"slices"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match/lobby"
)

// Member is a member as the bucket has it.
type Member struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Keys are the fingerprints of the member's devices, the oldest first, and Devices is what is
	// known of them.
	Keys    []string          `json:"keys"`
	Devices map[string]device `json:"devices,omitempty"`
	// Rating is the rating after the last rated game, and RatedAt when that ended; zero before the
	// first one.
	Rating     glicko.Rating `json:"rating"`
	RatedAt    time.Time     `json:"rated_at,omitzero"`
	RatedGames int           `json:"rated_games,omitempty"`
	Won        int           `json:"won,omitempty"`
	Drawn      int           `json:"drawn,omitempty"`
	Lost       int           `json:"lost,omitempty"`
	// Computer says that a computer chooses the moves. It never changes.
	Computer bool `json:"computer,omitempty"`
	// Barred keeps the member out, and out of the standings.
	Barred bool `json:"barred,omitempty"`
	// Blocked are the ids of those with whom the member does not play.
	Blocked []string `json:"blocked,omitempty"`
	// Created is when the member came.
	Created time.Time `json:"created"`
	// Settled are the ids of the last games that have been counted.
	Settled []string `json:"settled,omitempty"`
	// Untold is the news of a new rating that has reached no device of the member; nil if there is
	// none.
	Untold *untold `json:"untold,omitempty"`
}

// device is what is known of a device: when it became the member's, and the last day on which it
// came in.
type device struct {
	Added time.Time `json:"added,omitzero"`
	Seen  time.Time `json:"seen,omitzero"`
}

// day returns the first moment of a day in UTC: of a device no more is kept than the day on which
// it came in.
func day(t time.Time) time.Time { return t.UTC().Truncate(24 * time.Hour) }

// addDevice makes a key the member's.
func (m *Member) addDevice(key string, now time.Time) {
	m.Keys = append(m.Keys, key)
	m.setDevice(key, device{Added: now.UTC().Truncate(time.Second), Seen: day(now)})
}

func (m *Member) setDevice(key string, d device) {
	if m.Devices == nil {
		m.Devices = map[string]device{}
	}
	m.Devices[key] = d
}

// dropDevice takes a key away from the member.
func (m *Member) dropDevice(key string) {
	m.Keys = slices.DeleteFunc(m.Keys, func(k string) bool { return k == key })
	delete(m.Devices, key)
}

// untold is the last rated game of a member, and the rating before the first one of which they have
// not been told.
type untold struct {
	Game   string `json:"game"`
	Before int    `json:"before"`
}

// Limits of a member's entry.
const (
	maxDevices = 16
	maxBlocked = 200
	maxSettled = 32
)

// strength returns the rating now: its deviation has grown since the last game.
func (m *Member) strength(now time.Time) glicko.Rating {
	if m.RatedAt.IsZero() {
		return glicko.Default.Start
	}
	return glicko.Default.Away(m.Rating, now.Sub(m.RatedAt))
}

// Public returns the member as others see it.
func (m *Member) Public(now time.Time) lobby.Member {
	r := m.strength(now)
	return lobby.Member{ID: m.ID, Name: m.Name, Rating: rounded(r.Value), Deviation: rounded(r.Deviation), Computer: m.Computer}
}

func rounded(x float64) int { return min(max(int(math.Round(x)), 0), lobby.MaxRating) }

// profile returns the member's public profile.
func (m *Member) profile(now time.Time) lobby.Profile {
	return lobby.Profile{
		Member: m.Public(now), RatedGames: m.RatedGames, Won: m.Won, Drawn: m.Drawn, Lost: m.Lost, Since: m.Created,
	}
}

// blocks reports whether one of two members has blocked the other.
func blocks(a, b *Member) bool {
	return slices.Contains(a.Blocked, b.ID) || slices.Contains(b.Blocked, a.ID)
}

// ForRecord returns an entry of the bucket as the record of the games keeps it.
func ForRecord(data []byte) (record.Member, error) {
	m, err := decode[Member](bus.Entry{Data: data})
	if err != nil {
		return record.Member{}, err
	}
	return record.Member{Name: m.Name, Computer: m.Computer, Rating: m.Rating, Rated: m.RatedAt, Unlisted: m.Barred}, nil
}

// count counts a game; false if it has been counted before.
func (m *Member) count(game string, score glicko.Score, ended bool) bool {
	if slices.Contains(m.Settled, game) {
		return false
	}
	m.Settled = append(m.Settled, game)
	m.Settled = m.Settled[max(0, len(m.Settled)-maxSettled):]
	switch {
	case !ended:
	case score == glicko.Win:
		m.Won++
	case score == glicko.Draw:
		m.Drawn++
	default:
		m.Lost++
	}
	return true
}
