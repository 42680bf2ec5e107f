package session

import (
	"fmt"
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
)

// WatcherConfig describes a watcher's end of a connection.
type WatcherConfig struct {
	// Name is the watcher's name, and AppVersion the version of this program for the other end's
	// log. Both are cleaned.
	Name, AppVersion string
	// Invite is the secret of an invite; nil means none.
	Invite []byte
}

// Watcher is the end of a connection of one who only watches. Make one with [NewWatcher]. It is not
// safe for concurrent use.
type Watcher struct {
	endpoint
	shown Shown
}

// NewWatcher returns a watcher's end of a connection that begins now; the first Drain returns its
// first frame.
func NewWatcher(cfg WatcherConfig, now time.Time) *Watcher {
	w := &Watcher{endpoint: endpoint{line: newLine(clientPings, now), peer: "host"}}
	w.of, w.large = w, true
	h := hello(cfg.Name, cfg.AppVersion, cfg.Invite)
	h.Role = wire.Role_ROLE_WATCHER
	w.sendHello(h)
	return w
}

// receive processes a frame. A Snapshot does not count as progress: it costs this end more than a
// ply.
func (w *Watcher) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Snapshot:
		return false, w.onSnapshot(now, body.Snapshot)
	case *wire.Frame_Event:
		return true, w.onEvent(now, body.Event)
	case *wire.Frame_Audience:
		w.spend(&w.news, now)
		w.notice(Audience{int(min(body.Audience.GetCount(), MaxWatchers))})
		return false, nil
	case *wire.Frame_Reject:
		r := body.Reject
		w.end(Ended{Reject: r.GetCode(), Note: admission.TurnedAway(r), Err: turnedAway(r.GetCode())})
		return true, nil
	case *wire.Frame_Leave:
		w.end(w.goodbye(body.Leave))
		return true, nil
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

// onSnapshot replaces everything that is shown, once it is checked.
func (w *Watcher) onSnapshot(now time.Time, m *wire.Snapshot) error {
	snap, err := snapshotFrom(m)
	switch {
	case err != nil:
		return err
	case m.GetState() < wire.WatchState_WATCH_STATE_NO_GUEST || m.GetState() > wire.WatchState_WATCH_STATE_DESYNCED:
		return garbled("state %d", m.GetState())
	case len(m.GetNameA()) > maxName || len(m.GetNameB()) > maxName:
		return garbled("a name of %d bytes", max(len(m.GetNameA()), len(m.GetNameB())))
	}
	st, err := snap.State(now)
	switch {
	case err != nil:
		return garbled("%v", err)
	case (m.GetState() == wire.WatchState_WATCH_STATE_NO_GUEST) != (st.Series == nil):
		return garbled("state %d, and game %d", m.GetState(), snap.Number)
	}
	w.shown = Shown{
		Names: [2]string{match.NameOr(m.GetNameA(), match.Host)}, State: m.GetState(), Tossed: m.GetTossed(), Series: st,
		Absent: [2]bool{m.GetAbsent()&uint32(table.A) != 0, m.GetAbsent()&uint32(table.B) != 0},
	}
	if st.Series != nil {
		w.shown.Names[1] = match.NameOr(m.GetNameB(), match.Guest)
	}
	if w.phase == greeting {
		w.enter(watching, now, 0)
	}
	w.notice(w.shown)
	return nil
}

// onEvent shows a ply.
func (w *Watcher) onEvent(now time.Time, m *wire.Event) error {
	if w.phase != watching || w.shown.State != wire.WatchState_WATCH_STATE_PLAYING {
		return unexpected("Event")
	}
	e, _, err := eventFromWire(m)
	if err != nil {
		return err
	}
	change, err := w.shown.Series.Watch(&e, now)
	if err != nil {
		return fmt.Errorf("event %d: %w", e.N, err)
	}
	w.notice(Changed{&change})
	return nil
}

func milliseconds(d time.Duration) uint32 {
	return uint32(min(max(d.Milliseconds(), 0), math.MaxUint32))
}
