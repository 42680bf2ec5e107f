package gateway

import (
	"context"
	"errors"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/hub/club"
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

// errEnd says that the visit ends after the reply, and errSaid that the reply has been said.
var (
	errEnd  = errors.New("the visit ends")
	errSaid = errors.New("the reply has been said")
)

// carryOut carries out a call and replies. It returns false if the visit ends.
func (g *Gateway) carryOut(ctx context.Context, v *visit, c *wire.ClubCall) bool {
	var reply *wire.ClubNews
	var err error
	if c.GetHello() != nil {
		err = g.enter(ctx, v, c)
	} else {
		reply, err = g.answer(ctx, v, c)
	}
	if errors.Is(err, errSaid) {
		return true
	}
	if err != nil && !errors.Is(err, errEnd) {
		no := (*lobby.Refusal)(nil)
		if !errors.As(err, &no) {
			g.cfg.Log.Warn("A call could not be carried out.", "member", v.member, "err", err)
			no = lobby.Refuse(lobby.ReasonTrouble)
		}
		reply = refusal(0, no)
	}
	if reply == nil {
		reply = &wire.ClubNews{Body: &wire.ClubNews_Done{Done: &wire.ClubDone{}}}
	}
	reply.Id = c.GetId()
	v.say(reply)
	if c.GetForget() != nil && err == errEnd {
		v.say(refusal(0, club.Forgotten))
		g.cfg.Club.SendAway(v.member, club.Forgotten)
	}
	return v.session.phase == inside && !errors.Is(err, errEnd)
}

// enter lets a member in. Its error is never nil.
func (g *Gateway) enter(ctx context.Context, v *visit, c *wire.ClubCall) error {
	h := c.GetHello()
	if err := g.entries.spend(entries, v.session.key.String(), g.cfg.Now()); err != nil {
		g.cfg.Refused(entries.what)
		return err
	}
	m, isNew, err := g.memberFor(ctx, v, h)
	if err != nil {
		return err
	}
	welcome, err := g.welcome(ctx, m, isNew, c.GetId())
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
		g.cfg.Refused("key")
		no := lobby.Refuse(lobby.ReasonConnections)
		no.Wait = time.Minute
		return no
	}
	v.session.entered()
	for _, n := range g.cfg.Club.Untold(m) {
		v.say(n)
		go g.toldRating(m.ID, n)
	}
	switch now, err := g.cfg.Club.Member(ctx, m.ID); { // something has changed while they came in
	case err == nil && now.Barred:
		g.cfg.Club.SendAway(m.ID, lobby.Refuse(lobby.ReasonBarred))
	case err == nil && !now.Has(v.session.key):
		g.Removed(v.session.key.String())
	}
	if err := g.cfg.Club.Return(ctx, m.ID); err != nil {
		g.cfg.Log.Warn("The table of a member who came back could not be kept.", "member", m.ID, "err", err)
	}
	g.cfg.Log.Info("A member came.", "member", m.ID, "new", isNew, "addr", v.addr.String(), "program", short(h.GetAppVersion()))
	return errSaid
}

// memberFor returns the member of a visit. An address may bring a limited number of new ones.
func (g *Gateway) memberFor(ctx context.Context, v *visit, h *wire.ClubHello) (club.Member, bool, error) {
	known, err := g.cfg.Club.Knows(ctx, v.session.key)
	if err != nil {
		return club.Member{}, false, err
	}
	if !known && !g.cfg.Free(v.addr) {
		if err := g.spendNewcomer(v.addr); err != nil {
			return club.Member{}, false, err
		}
	}
	return g.cfg.Club.Enter(ctx, v.session.key, h.GetName(), h.GetComputer())
}

// short returns the beginning of a text for the log.
func short(text string) string { return text[:min(len(text), 40)] }

// welcome returns the reply to a call by which a visit becomes a member's.
func (g *Gateway) welcome(ctx context.Context, m club.Member, isNew bool, call uint32) (*wire.ClubNews, error) {
	me, err := g.cfg.Club.Own(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	text, err := g.cfg.Club.Announcement(ctx)
	if err != nil {
		return nil, err
	}
	in := lobby.Entered{
		Club: g.cfg.Name, Me: me, New: isNew, Announcement: text, RatedComputers: g.cfg.RatedComputers, RatedRules: g.cfg.RatedRules,
	}
	return &wire.ClubNews{Id: call, Body: &wire.ClubNews_Welcome{Welcome: wirelobby.WelcomeToWire(in, g.cfg.Addresses)}}, nil
}

// answer carries out a call of a member who is inside. The reply nil is a ClubDone.
func (g *Gateway) answer(ctx context.Context, v *visit, c *wire.ClubCall) (*wire.ClubNews, error) {
	switch c.Body.(type) {
	case *wire.ClubCall_Ping:
		return nil, nil
	case *wire.ClubCall_Follow:
		if c.GetFollow().GetOn() {
			if err := g.spend(lists, v.member); err != nil {
				return nil, err
			}
		}
		v.follow(v.member, c.GetFollow().GetOn())
		return nil, nil
	case *wire.ClubCall_Cancel:
		return nil, g.cfg.Club.Cancel(ctx, v.member)
	case *wire.ClubCall_Watch:
		return seatNews(g.cfg.Club.Watch(ctx, c.GetWatch().GetTable()))
	case *wire.ClubCall_Mine:
		return nil, g.mine(ctx, v, c.GetId())
	case *wire.ClubCall_GamesOf, *wire.ClubCall_GameOf, *wire.ClubCall_StandingsOf:
		return g.look(ctx, v.member, c)
	}
	m, err := g.cfg.Club.Member(ctx, v.member)
	if no := (*lobby.Refusal)(nil); errors.As(err, &no) { // forgotten by another device
		return refusal(0, no), errEnd
	}
	if err != nil {
		return nil, err
	}
	switch c.Body.(type) {
	case *wire.ClubCall_Open, *wire.ClubCall_Sit, *wire.ClubCall_Quick:
		return g.play(ctx, m, c)
	}
	return g.change(ctx, v, m, c)
}

func seatNews(s lobby.Seat, err error) (*wire.ClubNews, error) {
	return &wire.ClubNews{Body: &wire.ClubNews_Seat{Seat: wirelobby.SeatToWire(s)}}, err
}

// mine tells the seats of a member, before the reply to their call.
func (g *Gateway) mine(ctx context.Context, v *visit, call uint32) error {
	seats, err := g.cfg.Club.Mine(ctx, v.member)
	for _, s := range seats {
		n, _ := seatNews(s, nil)
		n.Id = call
		v.say(n)
	}
	return err
}

// look answers questions about the standings and games that are over.
func (g *Gateway) look(ctx context.Context, member string, c *wire.ClubCall) (*wire.ClubNews, error) {
	switch {
	case c.GetGamesOf() != nil:
		q, err := wirelobby.GamesOfFromWire(c.GetGamesOf())
		if err == nil && q.Name != "" {
			err = g.spend(searches, member)
		}
		if err != nil {
			return nil, err
		}
		games, err := g.cfg.Archive.Games(ctx, q)
		return &wire.ClubNews{Body: &wire.ClubNews_Games{Games: wirelobby.GamesToWire(games)}}, err
	case c.GetGameOf() != nil:
		id := c.GetGameOf().GetGame()
		if !lobby.IsGameID(id) {
			return nil, lobby.Refuse(lobby.ReasonUnknown)
		}
		game, err := g.cfg.Archive.Game(ctx, id)
		return &wire.ClubNews{Body: &wire.ClubNews_Game{Game: wirelobby.GameToWire(game)}}, err
	}
	if err := g.spend(searches, member); err != nil {
		return nil, err
	}
	of, err := wirelobby.StandingsOfFromWire(c.GetStandingsOf())
	if err != nil {
		return nil, err
	}
	s, err := g.cfg.Archive.Standings(ctx, of)
	return &wire.ClubNews{Body: &wire.ClubNews_Standings{Standings: wirelobby.StandingsToWire(s)}}, err
}

// play opens a table, sits down at one, or looks for an opponent.
func (g *Gateway) play(ctx context.Context, m club.Member, c *wire.ClubCall) (*wire.ClubNews, error) {
	g.mu.Lock()
	draining := g.draining
	g.mu.Unlock()
	if draining {
		return nil, lobby.Refuse(lobby.ReasonFull)
	}
	if c.GetSit() != nil {
		return seatNews(g.cfg.Club.Sit(ctx, m, c.GetSit().GetTable()))
	}
	var s lobby.Settings
	var err error
	if c.GetOpen() != nil {
		s, err = wirelobby.OpenFromWire(c.GetOpen())
	} else {
		s, err = wirelobby.QuickFromWire(c.GetQuick())
	}
	if err != nil {
		return nil, err
	}
	if c.GetOpen() != nil {
		_, err = g.cfg.Club.Open(ctx, m, s)
		return nil, err
	}
	seat, found, err := g.cfg.Club.Quick(ctx, m, s)
	if err == nil && found {
		g.cfg.Club.TellSeat(m.ID, seat)
	}
	return nil, err
}

// change carries out calls about members: profiles, names, devices, reports and blocks.
func (g *Gateway) change(ctx context.Context, v *visit, m club.Member, c *wire.ClubCall) (reply *wire.ClubNews, err error) {
	clubhouse := g.cfg.Club
	switch {
	case c.GetProfileOf() != nil:
		p, err := clubhouse.Profile(ctx, m, c.GetProfileOf().GetMember())
		return &wire.ClubNews{Body: &wire.ClubNews_Profile{Profile: wirelobby.ProfileToWire(p)}}, err
	case c.GetRename() != nil:
		if err = g.spend(renames, m.ID); err == nil {
			_, err = clubhouse.Rename(ctx, m.ID, c.GetRename().GetName())
		}
	case c.GetDevice() != nil:
		code, err := clubhouse.Device(ctx, m.ID)
		return &wire.ClubNews{Body: &wire.ClubNews_Code{Code: wirelobby.CodeToWire(code)}}, err
	case c.GetUseCode() != nil:
		return nil, g.useCode(ctx, v, c)
	case c.GetRemoveDevice() != nil:
		err = clubhouse.RemoveDevice(ctx, m.ID, c.GetRemoveDevice().GetFingerprint(), v.session.key.String())
		if errors.Is(err, club.ErrNoDevice) { // not any more
			err = nil
		}
	case c.GetReport() != nil:
		if err = g.spend(reports, m.ID); err == nil {
			r := c.GetReport()
			err = clubhouse.Report(ctx, club.Report{By: m.ID, About: r.GetMember(), Game: r.GetGame(), Text: r.GetText()})
		}
	case c.GetBlock() != nil:
		_, err = clubhouse.Block(ctx, m.ID, c.GetBlock().GetMember(), c.GetBlock().GetOff())
	case c.GetForget() != nil:
		if err = clubhouse.Forget(ctx, m.ID, c.GetForget().GetName()); err == nil {
			g.cfg.Log.Info("A member was forgotten, as they wished.", "member", m.ID)
			return nil, errEnd
		}
	default: // a call of a later version
		return nil, errCall
	}
	return nil, err
}

// useCode makes the key of a visit another member's. Its error is never nil.
func (g *Gateway) useCode(ctx context.Context, v *visit, c *wire.ClubCall) error {
	if err := g.spend(guesses, v.member); err != nil {
		return err
	}
	if !g.cfg.Free(v.addr) {
		if err := g.spend(guesses, v.addr.String()); err != nil {
			return err
		}
	}
	m, err := g.cfg.Club.UseCode(ctx, v.session.key, c.GetUseCode().GetCode())
	if err != nil {
		return err
	}
	welcome, err := g.welcome(ctx, m, false, c.GetId())
	v.follow("", false) // until the member asks for the list again
	g.mu.Lock()
	g.out(v)
	g.in(v, m.ID, welcome)
	g.mu.Unlock()
	g.cfg.Log.Info("A device joined a member.", "member", m.ID, "addr", v.addr.String())
	if err != nil {
		return err
	}
	return errSaid
}
