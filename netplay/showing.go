package netplay

import (
	"errors"
	"fmt"
	"time"

	"mancala/netplay/admission"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// show sends a peer who only watches the changes since the last call. Count is the number of
// watchers, and at is the time.
func (s *Session) show(now *stage, count int, at time.Time) {
	if s.phase != showing {
		return
	}
	seen := s.shownTo
	s.shownTo = progress{now.version, len(now.plies), now.count, now.clocks}
	s.showGame(now, seen, count)
	if c := &now.clocks; c.Control.Timed() && (seen.clocks != *c || seen.version != now.version) {
		s.send(&wire.Frame{Body: &wire.Frame_Clock{Clock: c.toWire(now.shown.starter, at)}})
	}
}

// showGame sends the changes besides the clocks.
func (s *Session) showGame(now *stage, seen progress, count int) {
	if seen.version != now.version {
		w := now.shown.toWire(now.plies)
		w.Count = uint32(count)
		if seen.version == 0 {
			w.Protocol, w.AppVersion = maxProtocol, s.cfg.AppVersion
		}
		s.send(&wire.Frame{Body: &wire.Frame_Watched{Watched: w}})
		return
	}
	for n := seen.plies; n < len(now.plies); n++ {
		s.send(&wire.Frame{Body: &wire.Frame_Move{Move: &wire.Move{
			Game: uint32(now.shown.number), Ply: uint32(n + 1), House: uint32(now.plies[n]), Hash: now.hashes[n][:],
		}}})
	}
	if seen.count != now.count {
		s.tellAudience(now.count)
	}
}

// tellAudience tells the peer the number of watchers.
func (s *Session) tellAudience(n int) {
	s.audience = n
	s.send(&wire.Frame{Body: &wire.Frame_Watchers{Watchers: &wire.Watchers{Count: uint32(n)}}})
}

// refusesToShow returns the reason why the sender of a Hello may not watch, or takes a place for
// them.
func (r *room) refusesToShow(s *Session, now time.Time) admission.Refusal {
	if no := r.desk.KeepsOut(&s.guest, now); no.Code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		return no
	}
	return admission.Refusal{Code: r.gallery.enter(s.guest.Addr)}
}

// applyFromWatcher processes the body of a numbered frame of a peer who only watches.
func (s *Session) applyFromWatcher(f *wire.Frame) error {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Leave:
		s.end(goodbye{err: fmt.Errorf("stopped watching: %s %q", body.Leave.GetReason(), match.CleanText(body.Leave.GetDetail()))})
	case *wire.Frame_Ping:
		s.pong()
	case nil:
	default:
		return errors.New("one who watches sent a message for players")
	}
	return nil
}

// audience is the part of a host's link for watchers.
type audience struct {
	*gallery
	host    string  // the host's name
	onStage *Series // the series that is shown; nil if there is none
	count   int     // the number of watchers that the players know
}

func newAudience(h *hostLink) audience {
	limit := h.cfg.Watchers
	if limit == 0 {
		limit = maxWatchers
	}
	h.room.gallery = newGallery(h.now, limit, h.counted)
	h.room.gallery.off = h.cfg.Admission.NoWatchers
	return audience{gallery: h.room.gallery, host: match.NameOr(h.cfg.Name, match.Host)}
}

// look shows the state of the game to watchers and the number of watchers to the guest, with mu
// held. Every change that they see comes with an event.
func (h *hostLink) look() {
	if !h.news {
		return
	}
	h.news = false
	a := &h.audience
	switch {
	case h.room.series != nil:
		a.onStage = h.room.series
	case h.room.open:
		a.onStage = nil
	}
	if s := a.onStage; s != nil {
		a.look(shownOf(a.host, s), s)
	} else {
		a.look(shown{
			names: [2]string{match.Host: a.host}, variant: h.cfg.Variant.Canonical(), state: wire.WatchState_WATCH_STATE_NO_GUEST,
		}, nil)
	}
	h.tellGuest()
}

// counted tells both players the number of watchers.
func (h *hostLink) counted(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.audience.count = n
	h.emit(match.Watchers{N: n})
	h.tellGuest()
}

// tellGuest tells the guest the number of watchers if it has changed, with mu held.
func (h *hostLink) tellGuest() {
	if c := h.conn; c != nil && c.session.phase == playing && c.session.audience != h.audience.count {
		c.session.tellAudience(h.audience.count)
		c.flush()
	}
}
