package session

import (
	"fmt"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/table"
	"mancala/netplay/limit"
)

// Watchers see a change after the players, a few at a time, so they do not delay the next ply. By
// then the answer to a ply is often on its way, and comes in the same frames.
const (
	showAfter = 20 * time.Millisecond
	showPause = time.Millisecond
	showSome  = 8
)

// Gallery is the watchers of one table. It shows each of them everything, and then plies; after any
// other change, or if they lack more than 64 plies, everything again. Each frame is made once for
// all of them. It is pure, and not safe for concurrent use. Make one with [NewGallery].
type Gallery struct {
	cfg       GalleryConfig
	strangers limit.Strangers
	places    []*place  // a change makes a new slice
	version   uint64    // of the newest change; 0 before there is anything to show
	plies     [][]byte  // the frames of the last plies; the newest one is the change version
	whole     []byte    // the frame that shows everything at version, once it was needed, for a while
	due       time.Time // when some watchers who are behind are shown more; zero if it is not known
	counted   int       // the last told number of watchers
	countAt   time.Time
}

// GalleryConfig sets a [Gallery]. All of it is needed.
type GalleryConfig struct {
	// Places is the number of watchers. One address may have a sixteenth of them, and at least 4.
	Places int
	// All returns everything that watchers see now.
	All func() *wire.Snapshot
	// Counted gets the number of watchers when it has changed, at most once a second.
	Counted func(n int)
}

// place is the place of a watcher.
type place struct {
	line   *line
	from   limit.Address
	leave  func(reason wire.LeaveReason) // ends the connection
	wake   func()                        // there are frames to write
	cursor uint64                        // the version that they have been shown; 0 for none
	told   int                           // the number of watchers that they know
}

// NewGallery returns a gallery without watchers, which shows nothing before the first Changed.
func NewGallery(cfg GalleryConfig) *Gallery {
	g := &Gallery{cfg: cfg}
	g.strangers.Limit(limit.Watchers, limit.Limit{Each: max(cfg.Places/addressShare, 4)})
	return g
}

// enter gives a watcher a place, and shows them everything. It reports whether there was a place.
func (g *Gallery) enter(p *place) bool {
	if len(g.places) >= g.cfg.Places || !g.strangers.Enter(limit.Watchers, p.from) {
		return false
	}
	g.places = append(slices.Clip(g.places), p)
	g.whole = nil // it tells how long ago something was
	g.catchUp(p)
	return true
}

// exit gives a place free. It does nothing if the watcher has none.
func (g *Gallery) exit(p *place) {
	if i := slices.Index(g.places, p); i >= 0 {
		g.places = slices.Delete(slices.Clone(g.places), i, i+1)
		g.strangers.Leave(limit.Watchers, p.from)
	}
}

// Count returns the number of watchers.
func (g *Gallery) Count() int { return len(g.places) }

// Ply shows a ply.
func (g *Gallery) Ply(e *table.Event) {
	if len(g.places) == 0 {
		g.Changed()
		return
	}
	frame, err := appendFrame(nil, &wire.Frame{Body: &wire.Frame_Event{Event: publicEvent(e)}})
	if err != nil { // a ply has no text
		return
	}
	g.version, g.whole = g.version+1, nil
	if g.plies = append(g.plies, frame); len(g.plies) > ringPlies {
		g.plies = slices.Delete(g.plies, 0, 1)
	}
}

// Changed says that something else has changed that watchers see.
func (g *Gallery) Changed() { g.version, g.plies, g.whole = g.version+1, nil, nil }

// Close shows the watchers their missing changes, and ends their connections.
func (g *Gallery) Close(reason wire.LeaveReason) {
	for _, p := range g.places {
		g.catchUp(p)
		p.leave(reason)
		p.wake()
	}
}

// catchUp sends a watcher the missing changes, and the number of watchers behind them.
func (g *Gallery) catchUp(p *place) {
	if g.version == 0 {
		return
	}
	switch lacks := g.version - p.cursor; {
	case lacks == 0:
	case p.cursor > 0 && lacks <= uint64(len(g.plies)):
		for _, frame := range g.plies[uint64(len(g.plies))-lacks:] {
			p.line.out = append(p.line.out, frame...)
		}
	default:
		if g.whole == nil {
			g.whole, _ = appendFrame(nil, &wire.Frame{Body: &wire.Frame_Snapshot{Snapshot: g.cfg.All()}}) // names are clean
		}
		p.line.out = append(p.line.out, g.whole...)
	}
	if p.cursor = g.version; p.told != g.counted {
		p.told = g.counted
		p.line.send(audience(g.counted))
	}
}

// Tick tells the gallery the time, but not its connections. Calling it too often does no harm; call
// it after every change.
func (g *Gallery) Tick(now time.Time) {
	if n := len(g.places); n != g.counted && !now.Before(g.countAt.Add(audienceEvery)) {
		g.counted, g.countAt = n, now
		g.cfg.Counted(n)
	}
	shown := 0
	for _, p := range g.places {
		switch {
		case g.version == 0, p.cursor == g.version && p.told == g.counted:
			continue
		case g.due.IsZero():
			g.due = now.Add(showAfter)
		}
		if now.Before(g.due) {
			return
		}
		if shown == showSome {
			g.due = now.Add(showPause)
			return
		}
		g.catchUp(p)
		p.wake()
		shown++
	}
	g.due = time.Time{}
}

// NextTick returns the moment of the next call of Tick, zero if none is needed.
func (g *Gallery) NextTick() time.Time {
	told := g.countAt.Add(audienceEvery)
	if g.counted == len(g.places) || !g.due.IsZero() && g.due.Before(told) {
		return g.due
	}
	return told
}

// Viewer is a server's end of the connection of one who only watches. The caller has checked that
// they may. Make one with [NewViewer]. It is not safe for concurrent use.
type Viewer struct {
	endpoint
	gallery *Gallery
	place   place
}

// NewViewer returns the server's end of a connection that begins now, from an address. It shares
// the gallery with others. The gallery calls wake when it has frames for the watcher.
func NewViewer(g *Gallery, from limit.Address, wake func(), now time.Time) *Viewer {
	v := &Viewer{endpoint: endpoint{line: newLine(serverPings, now), peer: "watcher"}, gallery: g}
	v.of = v
	v.place = place{line: &v.line, from: from, leave: v.Leave, wake: wake}
	v.cut = func(why Ended) {
		v.notice(why)
		g.exit(&v.place)
	}
	return v
}

func (v *Viewer) receive(now time.Time, f *wire.Frame) (bool, error) {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Hello:
		if v.phase != greeting {
			return false, unexpected("Hello")
		}
		no := version(body.Hello.GetMinProtocol(), body.Hello.GetMaxProtocol())
		if no.Code == 0 && !v.gallery.enter(&v.place) {
			no.Code = wire.RejectCode_REJECT_CODE_TOO_MANY
		}
		if no.Code != 0 {
			v.Reject(no)
			return true, nil
		}
		v.enter(watching, now, 0)
		return true, nil
	case *wire.Frame_Leave:
		v.end(v.goodbye(body.Leave))
		return true, nil
	}
	return false, unexpected(fmt.Sprintf("%T", f.GetBody()))
}

func audience(n int) *wire.Frame {
	return &wire.Frame{Body: &wire.Frame_Audience{Audience: &wire.Audience{Count: uint32(n)}}}
}

// SnapshotOf returns the message that shows a state: a public one to watchers, a player's to a
// device. The names are those of the players, and the last event was sent that long ago.
func SnapshotOf(s *table.Snapshot, names [2]string, ago time.Duration) *wire.Snapshot {
	state := wire.WatchState_WATCH_STATE_PLAYING
	if s.Closed.N != 0 {
		state = wire.WatchState_WATCH_STATE_ENDED
	}
	return &wire.Snapshot{Protocol: Version, NameA: names[0], NameB: names[1], State: state, Series: s.Append(nil), AgoMs: milliseconds(ago)}
}
