package gateway

import (
	"context"
	"errors"
	"slices"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
	"mancala/netplay/workers"
)

// Kinds of changes that carry news to each node.
const (
	kindNews    = "news"    // for a member, or for all without an id; the body is from [wirelobby.NewsText]
	kindRemoved = "removed" // a device was removed
)

const (
	// maxPost is how much news may wait while the database does not answer.
	maxPost = 10_000
	// postPause is the time between two attempts to store news.
	postPause = time.Second
)

// Hear takes in what nodes have told. It ignores changes of other kinds.
func (g *Gateway) Hear(list []store.Change) {
	for _, c := range list {
		switch c.Kind {
		case kindNews:
			n, err := wirelobby.ParseNews(c.Body)
			if err != nil {
				g.log.Error("A node sends what is no news.", "err", err)
				continue
			}
			g.told(c.ID, n.Body)
		case kindRemoved:
			g.removed(c.ID)
		}
	}
}

// post is something that all nodes shall hear.
type post struct {
	kind, id string
	news     any // the body of a message; nil for none
}

// Tell sends a message to all devices of a member at all nodes, or to all members if the id is
// empty.
func (g *Gateway) Tell(member string, e lobby.Event) { g.send(post{kindNews, member, e}) }

// SendAway ends all connections of a member at all nodes, with the reason.
func (g *Gateway) SendAway(member string, why *lobby.Refusal) { g.send(post{kindNews, member, why}) }

// RemoveDevice ends a removed device's connections at all nodes.
func (g *Gateway) RemoveDevice(device string) { g.send(post{kindRemoved, device, nil}) }

// send has all nodes hear of something soon, without waiting for the database.
func (g *Gateway) send(p post) {
	g.mail.Lock()
	defer g.mail.Unlock()
	if len(g.posted) == maxPost {
		g.log.Error("News could not be sent: the database has not answered for long.")
		return
	}
	g.posted = append(g.posted, p)
	select {
	case g.more <- struct{}{}:
	default:
	}
}

// deliver stores what is posted, all that waits at once, until the gateway is closed.
func (g *Gateway) deliver() {
	for {
		select {
		case <-g.open.Done():
			return
		case <-g.more:
		}
		g.mail.Lock()
		posted := g.posted
		g.posted = nil
		g.mail.Unlock()
		var list []store.Change
		for _, p := range posted {
			if body, err := g.written(p.news); err != nil {
				g.log.Error("News cannot be sent.", "err", err)
			} else {
				list = append(list, store.Change{Kind: p.kind, ID: p.id, Body: body})
			}
		}
		for err := g.store.Tell(g.open, list...); err != nil && g.open.Err() == nil; err = g.store.Tell(g.open, list...) {
			g.log.Error("News cannot be sent; this is tried again.", "err", err)
			workers.Pause(g.open, postPause)
		}
	}
}

// written returns news as it is stored.
func (g *Gateway) written(news any) ([]byte, error) {
	if news == nil {
		return nil, nil
	}
	if s, is := news.(lobby.Seated); is {
		ctx, cancel := context.WithTimeout(g.open, callWait)
		news = g.placed(ctx, s.Seat)
		cancel()
	}
	return wirelobby.NewsText(wirelobby.Message{Body: news})
}

// placed returns a seat with the addresses of the nodes: that of the table's node, then the others,
// which send a program there. Without an answer the first one may be wrong, too.
func (g *Gateway) placed(ctx context.Context, s lobby.Seat) lobby.Seat {
	s.Addrs = g.cfg.Addresses()
	switch at, err := g.cfg.Where(ctx, s.Table.ID); {
	case err != nil && !errors.Is(err, store.ErrNotFound):
		g.log.Warn("The node of a table could not be found.", "table", s.Table.ID, "err", err)
	case at != "":
		others := slices.DeleteFunc(slices.Clone(s.Addrs), func(addr string) bool { return addr == at })
		s.Addrs = append([]string{at}, others...)
	}
	return s
}

// told passes news on to the connections of a member at this node, or to all if the id is empty. A
// refusal sends the member away.
func (g *Gateway) told(member string, news any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to := g.members[member]
	if member == "" {
		to = g.visits
	}
	if _, waits := news.(lobby.Waiting); waits && len(to) == 0 { // they may have left while they were at the table
		g.expect(context.Background(), member)
	}
	if r, rated := news.(lobby.Rated); rated {
		g.room.change(member, func(g *guest) { g.Member = r.Me.Member })
	}
	told := false
	for v := range to {
		if v.member == "" {
			continue
		}
		v.say(wirelobby.Message{Body: news})
		switch n := news.(type) {
		case lobby.Rated:
			if !told {
				told = true
				go g.toldRating(member, n.Game)
			}
		case lobby.Refusal:
			go v.sendAway()
		}
	}
}

// removed ends the connections of a device at this node.
func (g *Gateway) removed(device string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for v := range g.visits {
		if v.member != "" && v.device == device {
			v.say(wirelobby.Message{Body: lobby.Refuse(lobby.ReasonRemoved)})
			go v.sendAway()
		}
	}
}

// toldRating records that the news of a rating has reached a device of a member. Until then each
// visit repeats it.
func (g *Gateway) toldRating(member, game string) {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	if err := g.store.Told(ctx, member, game); err != nil {
		g.log.Warn("A member will be told of a new rating once more.", "member", member, "err", err)
	}
}

// sendAway ends a visit once everything has been said.
func (v *visit) sendAway() {
	v.end()
	_ = v.nc.SetReadDeadline(time.Now()) // wakes the reader
}
