package gateway

import (
	"context"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/hub/bus"
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// Bus subjects that carry news for members to each node.
const (
	memberSubject = "club.member." // and a member; carries a ClubNews
	allSubject    = "club.all"     // carries a ClubNews
	deviceSubject = "club.device." // and a device that was removed
)

// subscribe begins to hear news from all nodes.
func (g *Gateway) subscribe() error {
	for pattern, f := range map[string]func(bus.Message){
		memberSubject + "*": func(m bus.Message) { g.hear(m.Subject[len(memberSubject):], m.Data) },
		allSubject:          func(m bus.Message) { g.hear("", m.Data) },
		deviceSubject + "*": func(m bus.Message) { g.removed(m.Subject[len(deviceSubject):]) },
	} {
		end, err := g.bus.Subscribe(pattern, f)
		if err != nil {
			return err
		}
		g.heard = append(g.heard, end)
	}
	return nil
}

// hear takes in news from a node.
func (g *Gateway) hear(member string, data []byte) {
	n := new(wire.ClubNews)
	if err := wire.Unmarshal(data, n); err != nil {
		g.log.Error("A node sends what is no news.", "err", err)
		return
	}
	g.told(member, n)
}

// Tell sends a message to all devices of a member at all nodes, or to all members if the id is
// empty.
func (g *Gateway) Tell(member string, e lobby.Event) { g.send(member, e) }

// SendAway ends all connections of a member at all nodes, with the reason.
func (g *Gateway) SendAway(member string, why *lobby.Refusal) { g.send(member, why) }

func (g *Gateway) send(member string, news any) {
	subject := allSubject
	if member != "" {
		subject = memberSubject + member
	}
	data, err := wire.Marshal(wirelobby.NewsToWire(0, news))
	if err == nil {
		err = g.bus.Publish(subject, data)
	}
	if err != nil {
		g.log.Error("News could not be sent.", "err", err)
	}
}

// RemoveDevice ends a removed device's connections at all nodes.
func (g *Gateway) RemoveDevice(device string) {
	if err := g.bus.Publish(deviceSubject+device, nil); err != nil {
		g.log.Error("The connections of a device that was removed could not be ended.", "err", err)
	}
}

// told passes news on to the connections of a member at this node, or to all if the id is empty. A
// refusal sends the member away.
func (g *Gateway) told(member string, n *wire.ClubNews) {
	g.mu.Lock()
	defer g.mu.Unlock()
	to := g.members[member]
	if member == "" {
		to = g.visits
	}
	if n.GetWaiting() != nil && len(to) == 0 { // they may have left while they were at the table
		g.expect(context.Background(), member)
	}
	told := false
	for v := range to {
		if v.member == "" {
			continue
		}
		v.say(n)
		if !told && n.GetRated() != nil {
			told = true
			go g.toldRating(member, n.GetRated().GetGame())
		}
		if n.GetRefusal() != nil {
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
			v.say(wirelobby.NewsToWire(0, lobby.Refuse(lobby.ReasonRemoved)))
			go v.sendAway()
		}
	}
}

// toldRating records that the news of a rating has reached a device of a member. Until then each
// visit repeats it.
func (g *Gateway) toldRating(member, game string) {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	if err := g.cfg.Club.Told(ctx, member, game); err != nil {
		g.log.Warn("A member will be told of a new rating once more.", "member", member, "err", err)
	}
}

// sendAway ends a visit once everything has been said.
func (v *visit) sendAway() {
	v.end()
	_ = v.nc.SetReadDeadline(time.Now()) // wakes the reader
}
