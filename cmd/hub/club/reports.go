package club

import (
	"context"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
)

// Report is a complaint of a member to the people who run the club.
type Report = store.Report

// Report keeps a report of one member about another one.
func (c *Club) Report(ctx context.Context, r Report) error {
	if r.By == r.About {
		return lobby.Refuse(lobby.ReasonSelf)
	}
	if _, err := c.Member(ctx, r.About); err != nil {
		return err
	}
	if r.Game == "" {
		r.Game = c.gameOf(r.By, r.About)
	}
	if r.Game != "" && !lobby.IsGameID(r.Game) && !lobby.IsID(r.Game) {
		return lobby.Refuse(lobby.ReasonUnknown)
	}
	id, err := c.newID()
	if err != nil {
		return err
	}
	r.ID, r.Text = r.By+"."+id, lobby.CleanText(r.Text)
	if err := c.cfg.Store.PutReport(ctx, r, maxReports); err != nil {
		return instead(err, store.ErrExists, lobby.Refuse(lobby.ReasonFull))
	}
	c.cfg.Log.Info("A member has reported another one. \"hub admin reports\" shows it.",
		"report", r.ID, "by", r.By, "about", r.About, "game", r.Game)
	return nil
}

// countReports counts the reports that are there.
func (c *Club) countReports(ctx context.Context) error {
	n, err := c.cfg.Store.ReportCount(ctx)
	if err == nil {
		c.reports.Store(int64(n))
	}
	return err
}

// ReportCount returns the number of reports that have not been deleted.
func (c *Club) ReportCount() int { return int(c.reports.Load()) }

// maxReports is the number of reports by one member that are kept.
const maxReports = 20

// announcement is the name of the notice of the people who run the club.
const announcement = "now"

// Announce sends a text to all members, also to later visitors until the next announcement. An
// empty text withdraws it.
func (c *Club) Announce(ctx context.Context, text string) error {
	text = lobby.CleanText(text)
	err := c.cfg.Store.SetNotice(ctx, announcement, text)
	if err == nil {
		c.cfg.Notifier.Tell("", lobby.Announced{Text: text})
	}
	return err
}

// Announcement returns the last announcement, or "".
func (c *Club) Announcement(ctx context.Context) (string, error) {
	return c.cfg.Store.Notice(ctx, announcement)
}

// Say tells a member something, as an announcement only for them.
func (c *Club) Say(id, text string) {
	c.cfg.Notifier.Tell(id, lobby.Announced{Text: lobby.CleanText(text)})
}
