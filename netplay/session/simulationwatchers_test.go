package session

import (
	"errors"
	"slices"
	"time"

	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"
)

// viewer is a watcher's view.
type viewer struct {
	w     *Watcher
	shown Shown
}

// watch makes a watcher come or go.
func (n *network) watch() {
	if len(n.views) > 0 && n.chance(3) {
		v := n.views[0]
		n.views = n.views[1:]
		v.w.Leave(wire.LeaveReason_LEAVE_REASON_QUIT)
		return
	}
	w := NewWatcher(WatcherConfig{Name: "Wim"}, n.now)
	n.views = append(n.views, &viewer{w: w})
	n.lines = append(n.lines, &cable{client: w, conn: n.host.server.Accept(Binding{}, limit.Address{}, n.now), delay: n.delay()})
}

func (n *network) delay() time.Duration { return time.Duration(n.random.IntN(120)) * time.Millisecond }

// seen records a change shown to a watcher.
func (n *network) seen(w *Watcher, out Output) {
	i := slices.IndexFunc(n.views, func(v *viewer) bool { return v.w == w })
	for _, notice := range out.Notices {
		switch notice := notice.(type) {
		case Shown:
			if i >= 0 {
				n.views[i].shown = notice
			}
			n.tally["watched all"]++
		case Changed:
			n.tally["watched ply"]++
		case Ended:
			if notice.Err != nil && !errors.Is(notice.Err, errLine) && !errors.Is(notice.Err, ErrSilence) && notice.Leave == 0 {
				n.failf("a watcher has %+v", notice)
			}
			n.views = slices.DeleteFunc(n.views, func(v *viewer) bool { return v.w == w })
		}
	}
}
