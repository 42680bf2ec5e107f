package club

import (
	"iter"
	"math"
	"time"

	"mancala/glicko"
	"mancala/match/lobby"
	"mancala/rules"
)

// standing is what a member has done in one discipline.
type standing struct {
	// Rating is the rating after the last rated game, and RatedAt when that ended; zero before the
	// first one.
	Rating     glicko.Rating `json:"rating"`
	RatedAt    time.Time     `json:"rated_at,omitzero"`
	RatedGames int           `json:"rated_games,omitempty"`
	Won        int           `json:"won,omitempty"`
	Drawn      int           `json:"drawn,omitempty"`
	Lost       int           `json:"lost,omitempty"`
	// Untold is the news of a new rating that has reached no device of the member; nil if there is
	// none.
	Untold *untold `json:"untold,omitempty"`
}

// untold is the last rated game of a member, and the rating before the first one of which they have
// not been told.
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
	return glicko.Default.Away(s.Rating, now.Sub(s.RatedAt))
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
		away = max(0, ended.Sub(s.RatedAt))
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
