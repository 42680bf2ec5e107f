package club

import (
	"iter"
	"math"
	"slices"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match/lobby"
	"mancala/past"
	"mancala/rules"
)

// Member is a member as the bucket has it.
type Member struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Keys are the fingerprints of the member's devices, the oldest first, and Devices describes
	// them.
	Keys    []string          `json:"keys"`
	Devices map[string]device `json:"devices,omitempty"`
	// The standing in the first discipline, where old entries have the only one, and those in the
	// others by their names.
	standing
	Others map[string]standing `json:"others,omitempty"`
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
}

// device records when a device became the member's, and the day of its last visit.
type device struct {
	Added time.Time `json:"added,omitzero"`
	Seen  time.Time `json:"seen,omitzero"`
}

// day returns the first moment of a day in UTC: a device's visits are recorded only to the day.
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

// Limits of a member's entry.
const (
	maxDevices = 16
	maxBlocked = 200
	maxSettled = 32
)

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

// ForRecord returns an entry of the bucket as the record of the games keeps it.
func ForRecord(data []byte) (record.Member, error) {
	m, err := decode[Member](bus.Entry{Data: data})
	if err != nil {
		return record.Member{}, err
	}
	r := record.Member{Name: m.Name, Computer: m.Computer, Unlisted: m.Barred, Ratings: map[string]record.Rating{}}
	for name, s := range m.standings() {
		if !s.RatedAt.IsZero() {
			r.Ratings[name] = record.Rating{Rating: s.Rating, At: s.RatedAt}
		}
	}
	return r, nil
}

// settle notes that a game is counted; false if it has been counted before.
func (m *Member) settle(game string) bool {
	if slices.Contains(m.Settled, game) {
		return false
	}
	m.Settled = append(m.Settled, game)
	m.Settled = m.Settled[max(0, len(m.Settled)-maxSettled):]
	return true
}

// standing is a member's result in one discipline.
type standing struct {
	// Rating is the rating after the last rated game, and RatedAt when that ended; zero before the
	// first one.
	Rating     glicko.Rating `json:"rating"`
	RatedAt    time.Time     `json:"rated_at,omitzero"`
	RatedGames int           `json:"rated_games,omitempty"`
	Won        int           `json:"won,omitempty"`
	Drawn      int           `json:"drawn,omitempty"`
	Lost       int           `json:"lost,omitempty"`
	// Untold is the news of a new rating that has reached no device of the member, or nil.
	Untold *untold `json:"untold,omitempty"`
}

// untold is a member's last rated game, and the rating before the first game that they have not
// been told about.
type untold struct {
	Game   string `json:"game"`
	Before int    `json:"before"`
}

// usual is the first discipline. Before there were others, all games counted for it.
var usual = rules.Disciplines()[0]

// in returns the member's standing in a discipline.
func (m *Member) in(discipline string) standing {
	if discipline == usual {
		return m.standing
	}
	s, ok := m.Others[discipline]
	if !ok {
		s.Rating = glicko.Default.Start
	}
	return s
}

// set replaces the member's standing in a discipline.
func (m *Member) set(discipline string, s standing) {
	if discipline == usual {
		m.standing = s
		return
	}
	if m.Others == nil {
		m.Others = map[string]standing{}
	}
	m.Others[discipline] = s
}

// standings returns the standings in all disciplines of this version, in their order.
func (m *Member) standings() iter.Seq2[string, standing] {
	return func(yield func(string, standing) bool) {
		for _, name := range rules.Disciplines() {
			if !yield(name, m.in(name)) {
				return
			}
		}
	}
}

// strength returns the rating now: its deviation has grown since the last game.
func (s standing) strength(now time.Time) glicko.Rating {
	if s.RatedAt.IsZero() {
		return glicko.Default.Start
	}
	return glicko.Default.Away(s.Rating, past.Age(s.RatedAt, now))
}

// tally counts a game that ended with a score.
func (s *standing) tally(score glicko.Score) {
	switch score {
	case glicko.Win:
		s.Won++
	case glicko.Draw:
		s.Drawn++
	default:
		s.Lost++
	}
}

// rate rates a game against an opponent who had that rating.
func (s *standing) rate(opponent glicko.Rating, score glicko.Score, ended time.Time) {
	away := time.Duration(0)
	if !s.RatedAt.IsZero() {
		away = past.Age(s.RatedAt, ended)
	}
	s.Rating, _ = glicko.Default.Game(s.Rating, opponent, score, away, 0)
	s.RatedAt = ended.UTC()
	s.RatedGames++
}

// Public returns the member as others see them in a discipline.
func (m *Member) Public(discipline string, now time.Time) lobby.Member {
	r := m.in(discipline).strength(now)
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
		r := s.strength(now)
		list = append(list, lobby.Rating{
			Discipline: name, Rating: rounded(r.Value), Deviation: rounded(r.Deviation), RatedGames: s.RatedGames,
			Won: s.Won, Drawn: s.Drawn, Lost: s.Lost,
		})
	}
	return list
}
