package netplay

import "mancala/match"

// Timekeeper returns the link itself.
func (h *hostLink) Timekeeper() match.Timekeeper { return h }

// Tell tells the guest and the watchers how the clocks stand.
func (h *hostLink) Tell(c match.Clocks) error {
	return h.keepTime(func(s *Session) error { return s.Tell(h.now(), c) }, func(series *Series) error {
		series.setClocks(c)
		return nil
	})
}

// TimeOut ends the current game because a party's clock has run down.
func (h *hostLink) TimeOut(p match.Party) error {
	return h.keepTime(func(s *Session) error { return s.TimeOut(p) }, func(series *Series) error {
		if err := series.mayTimeOut(); err != nil {
			return err
		}
		return series.timeOut(p, series.Match().Plies())
	})
}

// Absent tells the guest whether the other player is away.
func (h *hostLink) Absent(absent bool) error {
	return h.keepTime(func(s *Session) error { return s.TellAbsence(absent) }, func(series *Series) error {
		series.absent = absent
		return nil
	})
}

// keepTime calls one function with the session or, while the connection is down, the other one with
// the series.
func (h *hostLink) keepTime(up func(*Session) error, down func(*Series) error) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	var err error
	switch {
	case h.closed || h.conn == nil && h.series == nil:
		return ErrNoGame
	case h.conn != nil:
		err = up(h.conn.session)
		h.conn.flush()
	default:
		err = down(h.series)
		h.takeSeries()
	}
	h.news = true // watchers are told, too
	h.look()
	return err
}
