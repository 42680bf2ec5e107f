package gateway

import (
	"context"
	"errors"
	"time"

	"mancala/cmd/hub/club"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
)

// handled is in the place of a reply that was already sent.
type handled struct{}

// Forgotten is for the connections of a member after all about them has been deleted.
var Forgotten = &lobby.Refusal{Text: "All that the club knew about you has been deleted."}

// carryOut runs a call and replies. It returns false if the visit ends.
func (g *Gateway) carryOut(ctx context.Context, v *visit, c wirelobby.Message) bool {
	news, err := g.reply(ctx, v, c)
	if err != nil {
		no := (*lobby.Refusal)(nil)
		if !errors.As(err, &no) {
			g.log.Warn("A call could not be carried out.", "member", v.member, "err", err)
			no = lobby.Refuse(lobby.ReasonTrouble)
		}
		news = no
	}
	if news == nil {
		news = wirelobby.Done{}
	}
	if news != (handled{}) {
		v.say(wirelobby.Message{ID: c.ID, Body: news})
	}
	return v.session.phase == inside
}

// reply carries out a call, and returns the reply; nil if the call is done without one.
func (g *Gateway) reply(ctx context.Context, v *visit, c wirelobby.Message) (news any, err error) {
	switch call := c.Body.(type) {
	case wirelobby.Hello:
		return handled{}, g.enter(ctx, v, c.ID, call)
	case wirelobby.Ping:
		return nil, nil
	case wirelobby.Follow:
		if !call.Off {
			err = g.spend(limit.Lists, limit.Named(v.member))
		}
		if err == nil {
			v.follow(v.member, !call.Off)
		}
		return nil, err
	case *lobby.Refusal: // of an impossible call
		return nil, call
	case lobby.Call:
		return g.answer(ctx, v, c.ID, call)
	}
	return nil, errCall
}

func (g *Gateway) enter(ctx context.Context, v *visit, call uint32, h wirelobby.Hello) error {
	if err := g.spend(limit.Entries, limit.Named(v.session.key.String())); err != nil {
		return err
	}
	m, isNew, err := g.memberFor(ctx, v, h)
	if err != nil {
		return err
	}
	welcome, err := g.welcome(ctx, m, isNew, call)
	if err != nil {
		return err
	}
	g.mu.Lock()
	draining := g.draining // since the connection was made
	fits := !draining && g.in(v, m.ID, welcome)
	g.mu.Unlock()
	switch {
	case draining:
		return lobby.Refuse(lobby.ReasonFull)
	case !fits:
		g.cfg.Refused(limit.Keys.String())
		no := lobby.Refuse(lobby.ReasonConnections)
		no.Wait = time.Minute
		return no
	}
	v.session.entered()
	for _, r := range g.cfg.Club.Untold(m) {
		v.say(wirelobby.Message{Body: r})
		go g.toldRating(m.ID, r.Game)
	}
	switch now, err := g.cfg.Club.Member(ctx, m.ID); { // something has changed while they came in
	case err == nil && now.Barred:
		g.SendAway(m.ID, lobby.Refuse(lobby.ReasonBarred))
	case err == nil && !now.Has(v.session.key):
		g.removed(v.session.key.String())
	}
	if err := g.cfg.Club.Return(ctx, m.ID); err != nil {
		g.log.Warn("The table of a member who came back could not be kept.", "member", m.ID, "err", err)
	}
	g.log.Info("A member came.", "member", m.ID, "new", isNew, "addr", v.addr.String(), "program", short(h.Program))
	return nil
}

// memberFor returns the member of a visit. An address may bring a limited number of new ones.
func (g *Gateway) memberFor(ctx context.Context, v *visit, h wirelobby.Hello) (club.Member, bool, error) {
	known, err := g.cfg.Club.Knows(ctx, v.session.key)
	if err != nil {
		return club.Member{}, false, err
	}
	if !known {
		if err := g.spendNewcomer(v.addr); err != nil {
			return club.Member{}, false, err
		}
	}
	return g.cfg.Club.Enter(ctx, v.session.key, h.Name, h.Computer)
}

// short returns the beginning of a text for the log.
func short(text string) string { return text[:min(len(text), 40)] }

// welcome returns the reply to the call that turns a visitor into a member.
func (g *Gateway) welcome(ctx context.Context, m club.Member, isNew bool, call uint32) (wirelobby.Message, error) {
	me, err := g.cfg.Club.Own(ctx, m.ID)
	if err != nil {
		return wirelobby.Message{}, err
	}
	text, err := g.cfg.Club.Announcement(ctx)
	if err != nil {
		return wirelobby.Message{}, err
	}
	of := g.cfg.Club.Config()
	in := lobby.Entered{
		Club: g.cfg.Name, Me: me, New: isNew, Announcement: text, RatedComputers: of.RatedComputers, RatedRules: of.RatedRules,
	}
	return wirelobby.Message{ID: call, Body: wirelobby.Welcome{Version: wirelobby.Version, Entered: in, Addrs: g.cfg.Addresses()}}, nil
}

// answer carries out a call of a member who is inside.
func (g *Gateway) answer(ctx context.Context, v *visit, id uint32, call lobby.Call) (any, error) {
	switch c := call.(type) {
	case lobby.Cancel:
		return nil, g.cfg.Club.Cancel(ctx, v.member)
	case lobby.Watch:
		seat, err := g.cfg.Club.Watch(ctx, c.Table)
		if err != nil {
			return nil, err
		}
		return g.placed(ctx, seat), nil
	case lobby.Mine:
		seats, err := g.cfg.Club.Mine(ctx, v.member)
		for _, s := range seats {
			v.say(wirelobby.Message{ID: id, Body: g.placed(ctx, s)})
		}
		return nil, err
	case lobby.GamesOf, lobby.GameOf, lobby.StandingsOf:
		return g.look(ctx, v.member, call)
	}
	m, err := g.cfg.Club.Member(ctx, v.member)
	if club.IsUnknown(err) { // forgotten by another device
		v.session.phase = over
	}
	if err != nil {
		return nil, err
	}
	switch call.(type) {
	case lobby.Open, lobby.Sit, lobby.Quick:
		return g.play(ctx, m, call)
	}
	return g.change(ctx, v, id, m, call)
}

// look answers questions about the standings and games that are over.
func (g *Gateway) look(ctx context.Context, member string, call lobby.Call) (any, error) {
	switch c := call.(type) {
	case lobby.GamesOf:
		if c.Name != "" {
			if err := g.spend(limit.Searches, limit.Named(member)); err != nil {
				return nil, err
			}
		}
		return g.cfg.Archive.Games(ctx, c)
	case lobby.GameOf:
		return g.cfg.Archive.Game(ctx, c.Game)
	case lobby.StandingsOf:
		if err := g.spend(limit.Searches, limit.Named(member)); err != nil {
			return nil, err
		}
		return g.cfg.Archive.Standings(ctx, c)
	}
	return nil, errCall
}

// play opens a table, sits down at one, or looks for an opponent.
func (g *Gateway) play(ctx context.Context, m club.Member, call lobby.Call) (any, error) {
	g.mu.Lock()
	draining := g.draining
	g.mu.Unlock()
	if draining {
		return nil, lobby.Refuse(lobby.ReasonFull)
	}
	switch c := call.(type) {
	case lobby.Sit:
		seat, err := g.cfg.Club.Sit(ctx, m, c.Table)
		if err != nil {
			return nil, err
		}
		return g.placed(ctx, seat), nil
	case lobby.Quick:
		seat, found, err := g.cfg.Club.Quick(ctx, m, c.Settings)
		if err == nil && found {
			g.Tell(m.ID, lobby.Seated{Seat: seat})
		}
		return nil, err
	case lobby.Open:
		_, err := g.cfg.Club.Open(ctx, m, c.Settings)
		return nil, err
	}
	return nil, errCall
}

// change carries out calls about members: profiles, names, devices, reports and blocks.
func (g *Gateway) change(ctx context.Context, v *visit, id uint32, m club.Member, call lobby.Call) (_ any, err error) {
	members := g.cfg.Club
	switch c := call.(type) {
	case lobby.ProfileOf:
		return members.Profile(ctx, m, c.Member)
	case lobby.Rename:
		if err = g.spend(limit.Names, limit.Named(m.ID)); err == nil {
			err = members.Rename(ctx, m.ID, c.Name)
		}
		if err == nil {
			g.room.change(m.ID, func(in *guest) { in.Name = match.CleanName(c.Name) })
		}
	case lobby.Device:
		return members.Device(ctx, m.ID)
	case lobby.UseCode:
		return handled{}, g.useCode(ctx, v, id, c.Code)
	case lobby.RemoveDevice:
		err = members.RemoveDevice(ctx, m.ID, c.Key, v.session.key.String())
		if errors.Is(err, club.ErrNoDevice) { // not any more
			err = nil
		}
	case lobby.Report:
		if err = g.spend(limit.Reports, limit.Named(m.ID)); err == nil {
			err = members.Report(ctx, club.Report{By: m.ID, About: c.Member, Game: c.Game, Text: c.Text})
		}
	case lobby.Block:
		if err = members.Block(ctx, m.ID, c.Member, c.Off); err == nil {
			g.room.change(m.ID, func(in *guest) { in.block(c) })
		}
	case lobby.Forget:
		return handled{}, g.forget(ctx, v, id, c.Name)
	default:
		err = errCall
	}
	return nil, err
}

// forget forgets the member of a visit, and ends all their visits.
func (g *Gateway) forget(ctx context.Context, v *visit, id uint32, name string) error {
	if err := g.cfg.Club.Forget(ctx, v.member, name); err != nil {
		return err
	}
	g.log.Info("A member was forgotten, as they wished.", "member", v.member)
	v.session.phase = over
	v.say(wirelobby.Message{ID: id, Body: wirelobby.Done{}})
	v.say(wirelobby.Message{Body: Forgotten})
	g.SendAway(v.member, Forgotten)
	return nil
}

// useCode makes the key of a visit another member's, and says the welcome.
func (g *Gateway) useCode(ctx context.Context, v *visit, id uint32, code string) error {
	for _, who := range [...]limit.Address{limit.Named(v.member), v.addr} {
		if err := g.spend(limit.Codes, who); err != nil {
			return err
		}
	}
	m, err := g.cfg.Club.UseCode(ctx, v.session.key, code)
	if err != nil {
		return err
	}
	welcome, err := g.welcome(ctx, m, false, id)
	v.follow("", false) // until the member asks for the list again
	g.mu.Lock()
	g.out(v)
	g.in(v, m.ID, welcome)
	g.mu.Unlock()
	g.log.Info("A device joined a member.", "member", m.ID, "addr", v.addr.String())
	return err
}
