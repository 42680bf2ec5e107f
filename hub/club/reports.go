package club

import (
	"context"
	"sync/atomic"

	"mancala/hub/store"
	"mancala/match/lobby"
)

// Report is a complaint of a member to the people who run the club.
type Report = store.Report

// moderation has the members' reports to the operators, and the operators' announcements.
type moderation struct {
	*base
	who     *register
	seating *seating
	reports atomic.Int64 // how many there are
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
	id, err := m.newID()
	if err != nil {
		return err
	}
	r.ID, r.Text = r.By+"."+id, lobby.CleanText(r.Text)
	if err := m.cfg.Store.PutReport(ctx, r, maxReports); err != nil {
		return instead(err, store.ErrExists, lobby.Refuse(lobby.ReasonFull))
	}
	m.cfg.Log.Info("A member has reported another one. \"hub admin reports\" shows it.",
		"report", r.ID, "by", r.By, "about", r.About, "game", r.Game)
	return nil
}

// countReports counts the reports that are there.
func (m *moderation) countReports(ctx context.Context) error {
	n, err := m.cfg.Store.ReportCount(ctx)
	if err == nil {
		m.reports.Store(int64(n))
	}
	return err
}

// ReportCount returns the number of reports that have not been deleted.
func (m *moderation) ReportCount() int { return int(m.reports.Load()) }

// maxReports is the number of reports by one member that are kept.
const maxReports = 20

// Reports returns the reports that have not been deleted, each with its name.
func (m *moderation) Reports(ctx context.Context) (map[string]Report, error) {
	reports := map[string]Report{}
	list, err := m.cfg.Store.Reports(ctx)
	for _, r := range list {
		reports[r.ID] = r
	}
	return reports, err
}

// DeleteReport deletes a report by its name, if there is one.
func (m *moderation) DeleteReport(ctx context.Context, name string) error {
	return m.cfg.Store.DropReport(ctx, name)
}

// announcement is the name of the notice of the people who run the club.
const announcement = "now"

// Announce sends a text to all members, also to later visitors until the next announcement. An
// empty text withdraws it.
func (m *moderation) Announce(ctx context.Context, text string) error {
	text = lobby.CleanText(text)
	err := m.cfg.Store.SetNotice(ctx, announcement, text)
	if err == nil {
		m.cfg.Notifier.Tell("", lobby.Announced{Text: text})
	}
	return err
}

// Announcement returns the last announcement, or "".
func (m *moderation) Announcement(ctx context.Context) (string, error) {
	return m.cfg.Store.Notice(ctx, announcement)
}

// Say tells a member something, as an announcement only for them.
func (m *moderation) Say(id, text string) {
	m.cfg.Notifier.Tell(id, lobby.Announced{Text: lobby.CleanText(text)})
}
