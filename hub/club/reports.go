package club

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/match/lobby"
)

// Report is a complaint of a member to the people who run the club.
type Report struct {
	By    string    `json:"by"`
	About string    `json:"about"`
	Game  string    `json:"game,omitempty"`
	Text  string    `json:"text"`
	At    time.Time `json:"at"`
}

// moderation has the members' reports to the operators, and the operators' announcements.
type moderation struct {
	*base
	who     *register
	seating *seating
	reports store[Report] // by member and time
	notices store[notice] // the announcement, under one key

	mu       sync.Mutex
	reported map[string]bool // the names of the reports
}

// notice is an announcement of the people who run the club.
type notice struct {
	Text string `json:"text"`
}

// Report keeps a report of one member about another one.
func (m *moderation) Report(ctx context.Context, r Report) error {
	if r.By == r.About {
		return lobby.Refuse(lobby.ReasonSelf)
	}
	if _, err := m.who.Member(ctx, r.About); err != nil {
		return err
	}
	if r.Game == "" {
		r.Game = m.seating.gameOf(r.By, r.About)
	}
	if r.Game != "" && !lobby.IsGameID(r.Game) && !lobby.IsID(r.Game) {
		return lobby.Refuse(lobby.ReasonUnknown)
	}
	by := 0
	if err := each(ctx, m.reports, func(_ string, other Report) {
		if other.By == r.By {
			by++
		}
	}); err != nil {
		return err
	}
	if by >= maxReports {
		return lobby.Refuse(lobby.ReasonFull)
	}
	id, err := m.newID()
	if err != nil {
		return err
	}
	r.Text, r.At = lobby.CleanText(r.Text), time.Now().UTC()
	name := r.By + "." + id
	if _, err = m.reports.create(ctx, name, r); err == nil {
		m.cfg.Log.Info("A member has reported another one. \"hub admin reports\" shows it.",
			"report", name, "by", r.By, "about", r.About, "game", r.Game)
	}
	return err
}

// reportChanged counts the reports that are there.
func (m *moderation) reportChanged(e bus.Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if delete(m.reported, e.Key); !e.Deleted {
		m.reported[e.Key] = true
	}
}

// ReportCount returns the number of reports that have not been deleted.
func (m *moderation) ReportCount() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.reported)
}

// maxReports is the number of reports by one member that are kept.
const maxReports = 20

// forgetReports deletes the reports by a member and about them.
func (m *moderation) forgetReports(ctx context.Context, id string) error {
	reports, err := m.Reports(ctx)
	for key, r := range reports {
		if r.By == id || r.About == id {
			err = errors.Join(err, m.reports.remove(ctx, key, 0))
		}
	}
	return err
}

// Reports returns the reports that have not been deleted, each with its name.
func (m *moderation) Reports(ctx context.Context) (map[string]Report, error) {
	reports := map[string]Report{}
	err := each(ctx, m.reports, func(key string, r Report) { reports[key] = r })
	return reports, err
}

// DeleteReport deletes a report by its name, if there is one.
func (m *moderation) DeleteReport(ctx context.Context, name string) error {
	return m.reports.remove(ctx, name, 0)
}

// Announce sends a text to all members, also to later visitors until the next announcement. An
// empty text withdraws it.
func (m *moderation) Announce(ctx context.Context, text string) error {
	n := notice{Text: lobby.CleanText(text)}
	data, err := json.Marshal(n)
	if err == nil {
		err = bus.Put(ctx, m.notices.bucket, "now", data)
	}
	if err == nil {
		m.cfg.Notifier.Tell("", lobby.Announced{Text: n.Text})
	}
	return err
}

// Announcement returns the last announcement, or "".
func (m *moderation) Announcement(ctx context.Context) (string, error) {
	n, _, _, err := m.notices.find(ctx, "now")
	return n.Text, err
}

// Say tells a member something, as an announcement only for them.
func (m *moderation) Say(id, text string) {
	m.cfg.Notifier.Tell(id, lobby.Announced{Text: lobby.CleanText(text)})
}
