package club

import (
	"context"
	"errors"
	"fmt"
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
	if open, err := c.reportsBy(ctx, r.By); err != nil {
		return err
	} else if open >= maxReports {
		return lobby.Refuse(lobby.ReasonFull)
	}
	id, err := c.newID()
	if err != nil {
		return err
	}
	r.Text, r.At = lobby.CleanText(r.Text), c.cfg.Now().UTC()
	name := r.By + "." + id
	if _, err = c.reports.create(ctx, name, r); err == nil {
		c.cfg.Log.Info("A member has reported another one. \"hub admin reports\" shows it.",
			"report", name, "by", r.By, "about", r.About, "game", r.Game)
	}
	return err
}

// gameOf returns the game that two members play, or have just played, with each other; "" if they
// are not at the same table.
func (c *Club) gameOf(a, b string) string {
	for _, t := range c.Tables() {
		if t.Playing && t.Has(a) && t.Has(b) {
			return fmt.Sprintf("%s-%d", t.ID, max(t.Number, 1))
		}
	}
	return ""
}

// reportChanged counts the reports that are there.
func (c *Club) reportChanged(e bus.Entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if delete(c.reported, e.Key); !e.Deleted {
		c.reported[e.Key] = true
	}
}

// ReportCount returns the number of reports that have not been deleted.
func (c *Club) ReportCount() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.reported)
}

// maxReports is the number of reports by one member that are kept.
const maxReports = 20

// reportsBy returns the number of reports by a member that have not been deleted.
func (c *Club) reportsBy(ctx context.Context, id string) (n int, err error) {
	err = eachOf(ctx, c.reports, id+".", func(string, Report) { n++ })
	return n, err
}

// forgetReports deletes the reports by a member and about them.
func (c *Club) forgetReports(ctx context.Context, id string) error {
	reports, err := c.Reports(ctx)
	for key, r := range reports {
		if r.By == id || r.About == id {
			err = errors.Join(err, c.reports.remove(ctx, key, 0))
		}
	}
	return err
}

// Reports returns the reports that have not been deleted, each with its name.
func (c *Club) Reports(ctx context.Context) (map[string]Report, error) {
	reports := map[string]Report{}
	err := each(ctx, c.reports, func(key string, r Report) { reports[key] = r })
	return reports, err
}

// DeleteReport deletes a report by its name, if there is one.
func (c *Club) DeleteReport(ctx context.Context, name string) error {
	return c.reports.remove(ctx, name, 0)
}
