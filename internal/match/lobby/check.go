package lobby

import (
	"errors"
	"net"
	"strconv"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// Each Check of this file takes a value that another program has sent: it cleans texts and clamps
// numbers, and returns an error if the value cannot be used. A call's error is a [Refusal].

// Limits of accepted values.
const (
	maxCount      = 1_000_000_000      // of games, members, plies or tables
	maxDevices    = 64                 // of a member
	maxBlocked    = 1000               // members that a member blocks
	maxRatings    = 64                 // of a member that are looked at
	maxDiscipline = 32                 // letters in the name of a game
	maxSkip       = 10_000_000         // the last place of the standings that can be asked for
	maxAddresses  = 16                 // of a club or a seat that are looked at
	maxAddress    = 300                // bytes of one
	maxWait       = time.Hour          // of a refusal
	maxLife       = 7 * 24 * time.Hour // of a code
	maxSeconds    = 253_402_300_799    // the end of the year 9999
)

var (
	errMember  = errors.New("a member is damaged")
	errProfile = errors.New("a profile is damaged")
	errTable   = errors.New("a table is damaged")
	errSeat    = errors.New("a seat is damaged")
	errGame    = errors.New("a game is damaged")
)

// clamp clamps numbers to 0..most.
func clamp(most int, numbers ...*int) {
	for _, n := range numbers {
		*n = min(max(*n, 0), most)
	}
}

// clampMoments makes moments of whole seconds from 1970 to 9999, in UTC. A zero one stays.
func clampMoments(moments ...*time.Time) {
	for _, t := range moments {
		if !t.IsZero() {
			*t = time.Unix(min(max(t.Unix(), 0), maxSeconds), 0).UTC()
		}
	}
}

// Check checks a member.
func (m *Member) Check() error {
	if !IsID(m.ID) {
		return errMember
	}
	m.Name = match.CleanName(m.Name)
	clamp(MaxRating, &m.Rating, &m.Deviation)
	return nil
}

// checkMembers checks at most that many members; more are an error.
func checkMembers(list []Member, most int) error {
	if len(list) > most {
		return errMember
	}
	for i := range list {
		if err := list[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Check checks a table.
func (t *Table) Check() error {
	if !IsID(t.ID) || t.Number < 0 || t.Number > MaxNumber || len(t.Members) == 0 {
		return errTable
	}
	if err := t.Settings.Check(); err != nil {
		return err
	}
	return checkMembers(t.Members, 2)
}

// Check checks a seat. It may lack addresses: the caller knows the lobby's.
func (s *Seat) Check() error {
	if err := s.Table.Check(); err != nil {
		return err
	}
	if s.Ticket.IsZero() || !s.Table.Playing() {
		return errSeat
	}
	s.Addrs = CheckAddresses(s.Addrs)
	return nil
}

// CheckAddresses returns the addresses that have the form host:port, without the others.
func CheckAddresses(list []string) (addresses []string) {
	for _, a := range list[:min(len(list), maxAddresses)] {
		if isAddress(a) {
			addresses = append(addresses, a)
		}
	}
	return addresses
}

func isAddress(a string) bool {
	host, port, err := net.SplitHostPort(a)
	n, bad := strconv.ParseUint(port, 10, 16)
	odd := func(r rune) bool { return r <= ' ' || r > '~' || r == '@' || r == '/' }
	return err == nil && bad == nil && n > 0 && host != "" && len(a) <= maxAddress && !strings.ContainsFunc(a, odd)
}

// discipline returns the name of a game, known here or not: the first one for "", and "" for a text
// that is no name.
func discipline(text string) string {
	if text == "" {
		return rules.Disciplines()[0]
	}
	odd := func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }
	if len(text) > maxDiscipline || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

// checkRatings leaves out games with invalid or repeated names.
func checkRatings(list []Rating) (ratings []Rating) {
	known := map[string]bool{"": true}
	for _, r := range list[:min(len(list), maxRatings)] {
		if r.Discipline = discipline(r.Discipline); known[r.Discipline] {
			continue
		}
		known[r.Discipline] = true
		clamp(MaxRating, &r.Rating, &r.Deviation)
		clamp(maxCount, &r.RatedGames, &r.Won, &r.Drawn, &r.Lost)
		ratings = append(ratings, r)
	}
	return ratings
}

// Check checks a profile.
func (p *Profile) Check() error {
	if err := p.Member.Check(); err != nil {
		return err
	}
	clamp(maxCount, &p.RatedGames, &p.Won, &p.Drawn, &p.Lost)
	clampMoments(&p.Since)
	p.Ratings = checkRatings(p.Ratings)
	if len(p.Devices) > maxDevices {
		return errProfile
	}
	for i := range p.Devices {
		d := &p.Devices[i]
		if clampMoments(&d.Added, &d.Seen); !isWord(d.Key, keyLength) {
			return errProfile
		}
	}
	return checkMembers(p.Blocked, maxBlocked)
}

// Check checks a game in a list. Its players may have left the club.
func (g *GameEntry) Check() error {
	if !IsGameID(g.ID) {
		return errGame
	}
	for i := range g.Members {
		m := &g.Members[i]
		if m.ID == "" {
			*m = Member{Rating: m.Rating, Deviation: m.Deviation}
			clamp(MaxRating, &m.Rating, &m.Deviation)
		} else if err := m.Check(); err != nil {
			return err
		}
	}
	clamp(maxCount, &g.Result.Stores[0], &g.Result.Stores[1], &g.Plies)
	clampMoments(&g.Began)
	return g.Time.Check()
}

// Check checks games.
func (g *Games) Check() error {
	if len(g.List) > MostGames {
		return errGame
	}
	for i := range g.List {
		if err := g.List[i].Check(); err != nil {
			return err
		}
	}
	return nil
}

// Check checks a game: its plies are legal, and as many as its entry says.
func (g *Game) Check() error {
	if err := g.Entry.Check(); err != nil {
		return err
	}
	if _, err := g.Game.Replay(); err != nil {
		return err
	}
	if g.Game.Variant != g.Entry.Variant || len(g.Game.Plies) != g.Entry.Plies {
		return errGame
	}
	return nil
}

// Check checks a part of the standings.
func (s *Standings) Check() error {
	clamp(maxCount, &s.First, &s.Total, &s.UnsureTotal)
	return errors.Join(checkMembers(s.Members, MostGames), checkMembers(s.Unsure, MostGames))
}

// Check checks a code.
func (c *Code) Check() error {
	c.Text, c.For = match.CleanTalk(c.Text), min(max(c.For, 0), maxLife).Truncate(time.Second)
	if c.Text == "" {
		return errors.New("a code is empty")
	}
	return nil
}

// Check checks a refusal.
func (r *Refusal) Check() error {
	r.Text = match.CleanTalk(r.Text)
	r.Wait = (min(max(r.Wait, 0), maxWait) + time.Second - 1).Truncate(time.Second)
	return nil
}

// Check checks who has come in where.
func (e *Entered) Check() error {
	e.Club, e.Announcement = match.CleanName(e.Club), CleanText(e.Announcement)
	return e.Me.Check()
}

// Check checks the number of tables that are not listed.
func (l *Listed) Check() error {
	clamp(maxCount, &l.More)
	return nil
}

// Check checks who is there. Of a longer list it takes the first members.
func (r *Room) Check() error {
	r.Members = r.Members[:min(len(r.Members), MostHere)]
	clamp(maxCount, &r.Here)
	r.Here = max(r.Here, len(r.Members))
	return checkMembers(r.Members, MostHere)
}

// Check checks a rating.
func (r *Rated) Check() error {
	if r.Discipline = discipline(r.Discipline); r.Discipline == "" || !IsGameID(r.Game) {
		return errProfile
	}
	clamp(MaxRating, &r.Before)
	return r.Me.Check()
}

// Check cleans an announcement, maybe to an empty one.
func (a *Announced) Check() error {
	a.Text = CleanText(a.Text)
	return nil
}

// Check checks the settings, without the limits.
func (q *Quick) Check() error {
	q.MinRating, q.MaxRating, q.NoWatchers = 0, 0, false
	return q.Settings.Check()
}

// Check checks a question about games.
func (q *GamesOf) Check() error {
	q.Name, q.Limit = match.CleanName(q.Name), inOneAnswer(q.Limit)
	if q.Member != "" && !IsID(q.Member) || q.Before != "" && !IsGameID(q.Before) {
		return Refuse(ReasonUnknown)
	}
	return nil
}

// inOneAnswer returns how many games or members a call wants.
func inOneAnswer(limit int) int { return min(max(limit, 1), MostGames) }

// Check checks a question about a game.
func (c *GameOf) Check() error {
	if !IsGameID(c.Game) {
		return Refuse(ReasonUnknown)
	}
	return nil
}

// Check checks a question about the standings.
func (c *StandingsOf) Check() error {
	c.Limit, c.Discipline = inOneAnswer(c.Limit), discipline(c.Discipline)
	if clamp(maxSkip, &c.Skip); c.Discipline == "" {
		return Refuse(ReasonUnknown)
	}
	return nil
}
